"""The forms in which platforms export submissions and rosters, and take feedback back.

Each form is written here as a person would see it. Where its description comes from:

Canvas       the names that its re-upload of submissions recognizes (user id and file id), and its gradebook export
Moodle       the names that its import of feedback files recognizes; its grading worksheet
Blackboard   the download of an assignment file from the grade centre: a receipt and the files of every attempt
Gradescope   "Export submissions": folders, and submission_metadata.yml
GitHub       checkouts called like "assignment-user", and the roster of GitHub Classroom
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest
import yaml
from conftest import ROOT
from submission_cases import BASE
from test_cli import noughts
from test_intake import checkout, found_in, program, zipped

from noughts.course import pipeline
from noughts.course.grading import rubric
from noughts.course.intake import roster
from noughts.course.output import gradebook, tables, write
from noughts.course.records import Plan
from noughts.errors import BadInput

pytestmark = pytest.mark.slow

RIGHT = BASE.encode()
WRONG = RIGHT.replace(b"(2, 4, 6)", b"(2, 4, 5)")


def graded(tmp_path, source, text="", names="", **more):
    """Grade the source with a roster as text; return the people by name, and what each entry says in a sentence."""
    people = ()
    if names:
        (tmp_path / "roster.csv").write_text(names)
        people = roster.read(tmp_path / "roster.csv")
    plan = Plan(source, tmp_path / "out", rubric.read(text), quick=True, roster=people, **more)
    with closing(pipeline.run(plan)) as course:
        summaries = write.write_all(course)
        return {person.name: person for person in tables.people(course)}, summaries, course


# ---- Canvas ----


def test_canvas_groups_match_the_groups_of_the_roster(tmp_path):
    source = zipped(
        tmp_path / "a.zip", {"group5_501_9001_tictactoe.py": RIGHT, "group12_LATE_502_9002_tictactoe.py": RIGHT}
    )
    names = "name,id,group\nAda,101,Group 5\nBob,102,Group 5\nCleo,103,Group 12\n"
    people, _, course = graded(tmp_path, source, names=names)
    assert {name: person.entry.key for name, person in people.items()} == {
        "Ada": "group5",
        "Bob": "group5",
        "Cleo": "group12",
    }
    assert course.roster.unmatched == []


def test_canvas_anonymous_names(tmp_path):
    found = found_in(
        zipped(
            tmp_path / "a.zip", {"LATE_anon_Xy12z_9001_tictactoe.py": RIGHT, "anon_ab34C_9002_tictactoe-1.py": WRONG}
        )
    )
    assert {key: each.is_late for key, each in found.items()} == {"anon Xy12z": True, "anon ab34C": False}
    assert program(found["anon Xy12z"]) == RIGHT


CANVAS_BOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Project 1 (4711),Project 10 (4712)
    Points Possible,,,,,50.00,10.00
"Lovelace, Ada",101,s1,ada,A,,
"Babbage, Charles",102,s2,charles,A,EX,
"Student, Test",103,,x,A,,
"""


def test_a_canvas_gradebook_is_a_roster_and_takes_the_grades(tmp_path):
    (tmp_path / "book.csv").write_text(CANVAS_BOOK)
    students = roster.read(tmp_path / "book.csv")
    assert [(student.name, student.id) for student in students] == [
        ("Lovelace, Ada", "101"),
        ("Babbage, Charles", "102"),
    ]
    source = zipped(
        tmp_path / "a.zip", {"lovelaceada_101_9001_tictactoe.py": RIGHT, "babbagecharles_102_9002_tictactoe.py": RIGHT}
    )
    people, _, _ = graded(tmp_path, source, names=CANVAS_BOOK)
    filled = gradebook.read(tmp_path / "book.csv", "Project 1").filled([*people.values()], 100, overwrite=False)
    assert filled.data.decode() == CANVAS_BOOK.replace("ada,A,,", "ada,A,45,")
    assert filled.kept == ["Babbage, Charles: EX (computed: 45)"]


def test_canvas_takes_the_feedback_under_its_own_names(tmp_path):
    source = zipped(
        tmp_path / "a.zip",
        {"lovelaceada_LATE_101_9001_tictactoe-1.py": RIGHT, "babbagecharles_102_9002_tictactoe.py": WRONG},
    )
    graded(tmp_path, source)
    with zipfile.ZipFile(tmp_path / "out" / "feedback.zip") as made:
        assert sorted(made.namelist()) == [
            "babbagecharles_102_9002_feedback.html",
            "lovelaceada_LATE_101_9001_feedback.html",
        ]
        assert b"anti-diagonal" in made.read("babbagecharles_102_9002_feedback.html")


# ---- Moodle ----


TEAM = "Group A-{}_{}_assignsubmission_file_/tictactoe.py"


@pytest.mark.parametrize("first", ["Ada Lovelace", "Participant"])
def test_a_moodle_teams_copies_are_one_submission(tmp_path, first):
    entries = {
        TEAM.format(first, 7): RIGHT,
        TEAM.format("Jean-Luc Picard", 8): RIGHT,
        "Bob_9_assignsubmission_file_/tictactoe.py": WRONG,
    }
    names = "name,id,group\nAda Lovelace,1,Group A\nJean-Luc Picard,2,Group A\nBob,3,Group B\n"
    people, _, course = graded(tmp_path, zipped(tmp_path / "a.zip", entries), names=names)
    assert course.roster.repeated == set()
    assert {people[name].grade.points for name in ("Ada Lovelace", "Jean-Luc Picard")} == {90.0}
    entries[TEAM.format("Jean-Luc Picard", 8)] = WRONG
    (tmp_path / "second").mkdir()
    _, _, course = graded(tmp_path / "second", zipped(tmp_path / "b.zip", entries), names=names)
    assert bool(course.roster.repeated) == (first == "Ada Lovelace")  # nobody knows who a participant is


def test_moodles_numbered_participants_are_told_apart(tmp_path):
    found = found_in(
        zipped(tmp_path / "a.zip", {f"Participant_{n}_assignsubmission_file_/tictactoe.py": RIGHT for n in (7, 8)})
    )
    assert list(found) == ["Participant 7", "Participant 8"]


@pytest.mark.parametrize("text", [
    "Tuesday, 3 November 2026, 9:30 PM", "Tuesday, November 3, 2026, 9:30 PM", "Tuesday, 3 November 2026, 21:30",
    "Dienstag, 3. November 2026, 21:30", "3 November 2026, 21:30",
])  # fmt: skip
def test_moodles_dates_in_several_languages(text):
    assert roster.time_of(text) == datetime(2026, 11, 3, 21, 30)


def test_german_months_and_a_date_that_is_refused(tmp_path):
    assert roster.time_of("Mittwoch, 3. März 2027, 07:05") == datetime(2027, 3, 3, 7, 5)
    (tmp_path / "times.csv").write_text('who,time\nAda,"mardi, 3 novembre 2026, 21:30"\n')
    with pytest.raises(BadInput, match="like 2026-11-20T23:59:00"):
        roster.read_times(tmp_path / "times.csv")


WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (submission),Feedback comments
Participant 7,Ada Lovelace,ada@example.edu,Submitted,,100.00,"Tuesday, 3 November 2026, 9:30 AM",
Participant 8,Bob,bob@example.edu,Submitted,,100.00,"Wednesday, 4 November 2026, 9:30 AM",well done
"""


def test_moodle_gets_grades_comments_and_pages_back(tmp_path):
    entries = {
        f"{who}_assignsubmission_file_/tictactoe.py": data
        for who, data in (("Ada Lovelace_7", WRONG), ("Bob_8", RIGHT))
    }
    people, summaries, _ = graded(tmp_path, zipped(tmp_path / "a.zip", entries), names=WORKSHEET)
    (tmp_path / "sheet.csv").write_text(WORKSHEET)
    filled = gradebook.read(tmp_path / "sheet.csv", None).filled([*people.values()], 100, False, summaries)
    rows = list(csv.DictReader(io.StringIO(filled.data.decode())))
    assert "Begin with winner" in rows[0]["Feedback comments"]
    assert (rows[1]["Grade"], rows[1]["Feedback comments"]) == ("90", "well done")
    again = gradebook.read(tmp_path / "sheet.csv", None).filled([*people.values()], 100, True, {})
    assert b"well done" in again.data  # no new comment replaces it
    with zipfile.ZipFile(tmp_path / "out" / "feedback.zip") as made:
        assert made.namelist() == [
            "Ada Lovelace_7_assignsubmission_file_feedback.html",
            "Bob_8_assignsubmission_file_feedback.html",
        ]
    merge = list(csv.DictReader(io.StringIO((tmp_path / "out" / "mail_merge.csv").read_text("utf-8-sig"))))
    assert [(row["who"], row["email"], row["points"]) for row in merge][1] == ("Bob", "bob@example.edu", "90")
    assert all((tmp_path / "out" / row["page"]).is_file() for row in merge)


# ---- Blackboard ----


RECEIPT = """\
Name: Ada Lovelace (al101)
Assignment: Project 0
Date Submitted: Tuesday, November 3, 2026 9:30:00 PM CET
Current Grade: Needs Grading

Submission Field:
There is no student submission text data for this assignment.

Comments:
Name: Bob (bob)

Files:
    Original filename: tictactoe.py
    Filename: Project 0_al101_attempt_2026-11-03-21-30-00_tictactoe.py
"""


def test_a_receipt_tells_the_full_name_and_the_time_with_its_zone(tmp_path):
    front = "Project 0_{}_attempt_2026-11-03-21-30-00"
    entries = {
        front.format("al101") + "_tictactoe.py": RIGHT,
        front.format("al101") + ".txt": RECEIPT.encode(),
        front.format("bob") + "_tictactoe.py": RIGHT,
        front.format("bob") + ".txt": RECEIPT.encode(),  # not bob's own, so it says nothing about bob
    }
    found = found_in(zipped(tmp_path / "a.zip", entries))
    assert (found["al101"].name, found["al101"].id) == ("Ada Lovelace", "al101")
    assert found["al101"].time == datetime(2026, 11, 3, 21, 30, tzinfo=timezone(timedelta(hours=1)))
    assert (found["bob"].name, found["bob"].time) == ("bob", datetime(2026, 11, 3, 21, 30))


def test_blackboards_group_export_is_a_roster(tmp_path):
    (tmp_path / "groups.csv").write_text(
        '"Group Code","User Name","Student Id","First Name","Last Name"\n"red","al101","7","Ada","Lovelace"\n"red","bob","8","Bob","B"\n'
    )
    students = roster.read(tmp_path / "groups.csv")
    assert [(student.name, student.group, "al101" in (student.id, *student.other_ids)) for student in students] == [
        ("Ada Lovelace", "red", True),
        ("Bob B", "red", False),
    ]


# ---- Gradescope ----


METADATA = """\
---
submission_11:
  :submitters:
  - :name: Ada Lovelace
    :sid: '101'
    :email: ada@example.edu
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-11-03 20:30:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: Europe/Berlin
    time: 2026-11-03 21:30:00.000000000 Z
submission_12:
  :submitters:
  - :name: Bob
    :sid: '102'
  - :name: Cleo
    :sid: '103'
  :created_at: 2026-11-04 20:30:00.000000000 Z
"""


@pytest.mark.parametrize("kind", ["zip", "folder"])
def test_gradescopes_export_tells_who_and_when(tmp_path, kind):
    entries = {"assignment_9_export/submission_metadata.yml": METADATA.encode()}
    entries |= {f"assignment_9_export/submission_{n}/tictactoe.py": RIGHT for n in (11, 12)}
    source = zipped(tmp_path / "a.zip", entries)
    if kind == "folder":
        with zipfile.ZipFile(source) as made:
            made.extractall(tmp_path / "export")
        source = tmp_path / "export" / "assignment_9_export"
    found = found_in(source)
    assert list(found) == ["Ada Lovelace", "Bob; Cleo"]
    assert (found["Ada Lovelace"].id, found["Ada Lovelace"].time) == ("101", datetime(2026, 11, 3, 20, 30, tzinfo=UTC))
    people, _, _ = graded(tmp_path, source, names="name,id\nAda Lovelace,101\nBob,102\nCleo,103\nDora,104\n")
    assert {name: person.entry and person.entry.key for name, person in people.items()} == {
        "Ada Lovelace": "Ada Lovelace", "Bob": "Bob; Cleo", "Cleo": "Bob; Cleo", "Dora": None,
    }  # fmt: skip


def test_bad_metadata_get_a_sentence(tmp_path):
    for text in ("[", "- 1", "!!python/object/apply:os.system ['true']"):
        source = zipped(tmp_path / "a.zip", {"x/submission_metadata.yml": text, "x/submission_1/tictactoe.py": RIGHT})
        with pytest.raises(BadInput, match=r"submission_metadata\.yml"):
            found_in(source)


# ---- GitHub Classroom ----


def test_checkouts_lose_the_name_of_the_assignment_and_match_the_classrooms_roster(tmp_path):
    for user in ("adalovelace", "bob-b"):
        checkout(tmp_path / "in" / f"project-1-{user}", RIGHT, "main")
    names = '"identifier","github_username","github_id","name"\n"101","adalovelace","1","Ada Lovelace"\n"102","bob-b","2","Bob"\n'
    people, _, _ = graded(tmp_path, tmp_path / "in", names=names, branch="main")
    assert {name: person.entry.key for name, person in people.items()} == {
        "Ada Lovelace": "adalovelace",
        "Bob": "bob-b",
    }
    assert [*found_in(tmp_path / "in")] == ["adalovelace", "bob-b"]


def test_what_a_mac_leaves_among_checkouts_does_not_keep_the_name_of_the_assignment(tmp_path):
    for user in ("ada", "bob"):
        checkout(tmp_path / f"project-1-{user}", RIGHT, "main")
    (tmp_path / ".DS_Store").write_bytes(b"\0Bud1")
    (tmp_path / "__MACOSX" / "project-1-ada").mkdir(parents=True)
    (tmp_path / "__MACOSX" / "project-1-ada" / "._tictactoe.py").write_bytes(b"\0")
    assert [*found_in(tmp_path)] == [*found_in(tmp_path, branch="main")] == ["ada", "bob"]


# ---- platforms that grade every submission ----


def test_a_result_for_classroom_50(tmp_path):
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "TicTacToe.py").write_bytes(WRONG)
    done = noughts("course", tmp_path / "ada", "--classroom50", tmp_path / "result.json")
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["schema"] == "classroom50/result/v1"
    tests = {test["name"]: test for test in result["tests"]}
    assert all(test.keys() >= {"name", "passed", "score", "max-score"} for test in tests.values())
    assert (tests["player"]["passed"], tests["winner"]["passed"]) == (True, False)
    assert (tests["deductions"]["score"], "wrong file name" in tests["deductions"]["output"]) == (-5, True)
    assert round(sum(test["score"] for test in tests.values()), 2) == result["score"]
    refused = noughts("course", "--classroom50", tmp_path / "result.json")
    assert (refused.returncode, "name its folder" in refused.stderr) == (2, True)


def test_the_workflow_runs_a_command_that_works(tmp_path):
    steps = yaml.safe_load((ROOT / "docs" / "github-workflow.yml").read_text())["jobs"]["grade"]["steps"]
    [command] = [step["run"].split() for step in steps if step.get("run", "").startswith("noughts ")]
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "rubric.toml").write_text(rubric.DEFAULT)
    (tmp_path / "tictactoe.py").write_bytes(RIGHT)
    words = [tmp_path if word == "." else tmp_path / word if "." in word else word for word in command[1:]]
    assert noughts(*words).returncode == 0
    assert json.loads((tmp_path / "result.json").read_text())["max-score"] == 100
