"""A course from archive to grades: what platforms make, what the hostile send, and runs that are killed."""

from __future__ import annotations

import csv
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from conftest import ROOT
from submission_cases import BASE
from test_cli import noughts

from bench import submissions
from noughts.check.asking import Options
from noughts.check.report import Report, not_checked
from noughts.course.grading import rubric, similarity
from noughts.course.grading.decisions import Decisions
from noughts.course.grading.grade import count_documented, lateness
from noughts.course.intake.roster import Student, match
from noughts.course.intake.spool import Spool
from noughts.course.intake.submissions import Submission
from noughts.course.output import tables, write
from noughts.course.pipeline import grade_all, read_submissions
from noughts.course.records import Course, Plan
from noughts.course.records import Entry as CourseEntry
from noughts.course.run import workers
from noughts.course.run.journal import Journal
from noughts.errors import BadInput
from noughts.game.exercise import FUNCTION_NAMES

pytestmark = pytest.mark.slow

RIGHT = BASE.encode()
WRONG = RIGHT.replace(b"(2, 4, 6)", b"(2, 4, 5)")
RUBRIC = rubric.read("")


# ---- The rubric ----


def test_the_printed_rubric_is_the_default():
    done = noughts("course", "--print-rubric")
    assert rubric.read(done.stdout).sha256 == RUBRIC.sha256
    assert RUBRIC.total == 100


@pytest.mark.parametrize(("text", "words"), [
    ("points = 3", "'points' is not a section"), ("[pints]", "line 1: 'pints' is not a section: choose [course], [points], [grading]"),
    ("[points]\nminmax = 3", "line 2: 'minmax' is not known in [points]"), ("[points]\n\nminimax = -3", "line 3: minimax = -3 cannot be used"),
    ("[points]\nminimax = 'a'", "cannot be used: write a number"), ("[grading]\npartial = 1", "write true or false"),
    ("[deadline]\nat = 2026-11-20T23:59:00", "a time with its zone"), ("[limits]\nseconds = 0", "above 0"), ("[", "is not TOML"),
    ("[grading]\nallowed = 'copy'", "a list of names"), ("[similarity]\nthreshold = 101", "a percentage"),
])  # fmt: skip
def test_a_bad_rubric_is_refused_with_the_line_and_what_would_do(text, words):
    with pytest.raises(BadInput) as refusal:
        rubric.read(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(("time", "late", "cost"), [
    ("2026-11-20T23:59:00+01:00", "on time", 0), ("2026-11-20T22:59:01+00:00", "1 day late", 10), ("2026-11-23T00:00:00+01:00", "3 days late", 30),
    ("2026-12-20T00:00:00+01:00", "30 days late", 100), ("2026-11-20T23:58:00", "on time", 0), (None, "time not known", 0),
])  # fmt: skip
def test_lateness_is_counted_in_days_with_the_time_zone(time, late, cost):
    made = rubric.read("[deadline]\nat = 2026-11-20T23:59:00+01:00")
    submission = Submission("ada", "ada", time=datetime.fromisoformat(time) if time else None)
    told = lateness(made, submission)
    assert (told.words, told.deduction(made)) == (late, cost)


def test_comments_of_the_starter_do_not_count():
    starter = b'def player(board):\n    """\n    Returns player who has the next turn.\n    """\n    raise NotImplementedError\n'
    own = b'def player(board):\n    """Counts marks."""\n    return 1\n\n\ndef winner(board):\n    # looks at lines\n    return None\n'
    assert count_documented(starter, None) == (1, 8)
    assert count_documented(starter, starter) == (0, 8)
    assert count_documented(own, starter) == (2, 8)
    many = b"".join(b"\n\ndef f%d():\n    pass\n" % number for number in range(9))
    assert count_documented(own + many, starter) == (2, 11)


# ---- The run ----


def write_small_course(source):
    """Write a small course into a folder; some files are hostile or wrongly handed in."""
    for number in (0, 1, 70, 71, 97, 98, 99):
        place = source / f"student {number}"
        place.mkdir(parents=True)
        (place / "tictactoe.py").write_text(submissions.made(number)[1])
    (source / "<b>evil").mkdir()
    (source / "<b>evil" / "tictactoe.py").write_bytes(RIGHT)
    (source / "=cmd()").mkdir()
    (source / "=cmd()" / "Other.py").write_bytes(WRONG)
    return source


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A small course."""
    return write_small_course(tmp_path_factory.mktemp("small") / "in")


def outputs(folder):
    """All that a course wrote but its journal, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "journal.jsonl"
    }


def grade(source, folder, *words):
    return noughts("course", source, "--out", folder, "--quick", *words)


@pytest.fixture(scope="module")
def graded(small, tmp_path_factory):
    """What one run without interruption writes about the small course."""
    folder = tmp_path_factory.mktemp("graded") / "out"
    done = grade(small, folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_grades_feedback_and_pages_from_a_folder(small, graded, tmp_path):
    shutil.copytree(graded, tmp_path / "out")
    rows = {
        row["who"]: row for row in csv.DictReader((tmp_path / "out" / "grades.csv").read_text("utf-8-sig").splitlines())
    }
    assert rows["student 0"]["verdict"] == "passed"
    assert float(rows["student 0"]["points"]) >= 90
    assert rows["student 97"]["verdict"] == "failed"
    assert "'=cmd()" in rows
    assert "it must be called tictactoe.py" in rows["'=cmd()"]["needs review"]
    for name, data in outputs(tmp_path / "out").items():
        if name.endswith(".html"):
            assert b"<b>evil" not in data
            assert data.count(b"<script") == (name == "index.html")
            assert b"default-src 'none'" in data
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    assert len(results["submissions"]) == 9
    index = (tmp_path / "out" / "index.html").read_text()
    assert all(words in index for words in ("<dd>9<", "90 to 100", "80 to below 90", "side by side", "No deadline"))
    before, journal = outputs(tmp_path / "out"), (tmp_path / "out" / "journal.jsonl").read_bytes()
    grade(small, tmp_path / "out")
    assert outputs(tmp_path / "out") == before
    after = (tmp_path / "out" / "journal.jsonl").read_bytes()
    assert after.startswith(journal)
    assert after.count(b'"report"') == journal.count(b'"report"')  # nothing was checked again
    assert (tmp_path / "out" / "journal.jsonl").read_bytes().count(b'"report"') == journal.count(b'"report"')


def test_killed_at_random_moments_it_goes_on_where_it_was(small, graded, tmp_path):
    chance, journal = random.Random(1), tmp_path / "cut" / "journal.jsonl"

    def results():
        return journal.read_bytes().count(b'"report"') if journal.exists() else 0

    command = [sys.executable, "-m", "noughts", "course", str(small), "--out", str(tmp_path / "cut"), "--quick"]
    for _ in range(12):
        run = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
        enough = results() + chance.choice((0, 1, 2))
        while run.poll() is None and (results() < enough or not journal.exists()):
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.2))  # any moment will do
        run.send_signal(signal.SIGKILL)
        run.wait()
    with journal.open("ab") as file:
        file.write(b'{"key": "half a li')
    assert grade(small, tmp_path / "cut").returncode == 0
    assert outputs(tmp_path / "cut") == outputs(graded)
    keys = [json.loads(line)["key"] for line in journal.read_bytes().splitlines() if b'"report"' in line]
    assert len(keys) == len(set(keys))


def test_two_runs_into_one_folder_do_not_mix(small, tmp_path):
    (tmp_path / "out").mkdir()
    first = Journal(tmp_path / "out" / "journal.jsonl", {})
    done = grade(small, tmp_path / "out")
    first.close()
    assert done.returncode == 2
    assert "another run is grading into" in done.stderr


def test_the_journal_keeps_what_is_whole_and_forgets_what_failed_by_nobodys_fault(tmp_path):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path, {})
    for key, verdict in (("a", "passed"), ("b", "not checked"), ("c", "failed")):
        clauses = {"E2": verdict} if verdict != "not checked" else {}
        journal.add(key, Report("", "", is_checked=bool(clauses), clauses=clauses))
    assert [journal.load_report(key).verdict for key in "abc"] == ["passed", "not checked", "failed"]
    journal.close()
    with path.open("ab") as file:
        good = json.loads(path.read_bytes().splitlines()[1])["report"]
        function = {
            "status": "passed",
            "asked": "many",
            "wrong": 0,
            "not_reached": 0,
            "counterexample": None,
            "faults": [],
        }
        shapes = [{"functions": {"winner": function}}, {"clauses": [{"id": "E2", "status": "fine"}]}, {"functions": []},
                  {"remarks": [{"id": 1, "words": None, "fields": {}}]}, {"sandbox": {"kind": "x"}}]  # fmt: skip
        for number, shape in enumerate(shapes):
            file.write(json.dumps({"key": f"bad{number}", "report": {**good, **shape}}).encode() + b"\n")
        file.write(
            b"[" * 100_000 + b'\nnonsense\n[1]\n{"key": "e", "report": {"verdict": "passed"}}\n{"key": "d", "rep'
        )
    again = Journal(path, {})
    assert [key for key in [*"abcde", *(f"bad{number}" for number in range(5))] if key in again] == ["a", "c"]
    again.add("d", Report("é", ""))
    again.close()
    assert (again.load_report("a").verdict, again.load_report("d").file) == ("passed", "é")


def test_what_a_spool_keeps_is_in_no_folder_and_no_longer_the_students(tmp_path):
    spool = Spool(tmp_path / "new")
    kept = [spool.put(data) for data in (b"one", b"", b"three" * 1000)]
    assert [each.read() for each in reversed(kept)] == [b"three" * 1000, b"", b"one"]
    assert list((tmp_path / "new").iterdir()) == []


def test_a_full_disk_ends_with_a_sentence_and_can_be_resumed(small, graded, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("a small file system can be mounted by root alone")
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40k", "none", disk], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        done = grade(small, disk / "out")
        assert done.returncode == 2
        assert "No space left on device" in done.stderr
        assert "Traceback" not in done.stderr
        subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)
        assert grade(small, disk / "out").returncode == 0
        assert outputs(disk / "out") == outputs(graded)
    finally:
        subprocess.run(["umount", disk], check=True)


def unchecked(folder, **more):
    """A course of one file whose check failed by no fault of its own, and its plan."""
    (folder / "in").mkdir()
    (folder / "in" / "ada.py").write_bytes(RIGHT)
    plan = Plan(folder / "in", folder / "out", RUBRIC, **more)
    spool = Spool(folder / "out")
    journal = Journal(folder / "out" / "journal.jsonl", {}) if spool.put(b"") else None
    submissions = [attempts[-1] for attempts in read_submissions(plan, spool)]
    found = match(plan.roster, submissions)
    entries = [CourseEntry(each, journal, "key", members=found.members.get(each.key, ())) for each in submissions]
    journal.add("key", not_checked("tictactoe.py", "", "no process could be started"))
    return grade_all(Course(plan, entries, {}, [], Decisions(), set(), found, journal), {})


@pytest.mark.parametrize("roster", [(), (Student("Ada", "1", ""),)])
def test_who_could_not_be_checked_gets_no_grade_and_no_zero(tmp_path, roster):
    with closing(unchecked(tmp_path, roster=roster)) as course:
        write.write_all(course)
        rows = list(csv.DictReader((tmp_path / "out" / "grades.csv").read_text("utf-8-sig").splitlines()))
        assert (rows[0]["points"], rows[0]["verdict"], rows[0]["needs review"]) == (
            "",
            "not checked",
            "no process could be started",
        )
        assert "got no grade: the check itself failed" in next(course.warnings())
        assert "for a reason outside the file" in (tmp_path / "out" / "students" / "ada.html").read_text()


def test_a_folder_is_ours_until_all_is_written(tmp_path):
    with closing(unchecked(tmp_path)), pytest.raises(BadInput, match="another run is grading"):
        Journal(tmp_path / "out" / "journal.jsonl", {})
    Journal(tmp_path / "out" / "journal.jsonl", {}).close()


def test_what_is_written_lies_apart_and_pages_of_nobody_are_taken_away(tmp_path):
    source, folder = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("ada", "bob", "cleo"):
        (source / f"{name}.py").write_bytes(RIGHT)
    assert grade(source, folder).returncode == 0
    assert len(list((folder / "pairs").iterdir())) == 3
    (source / "bob.py").unlink()
    (source / "cleo.py").write_bytes(b"x = 1\n")
    assert grade(source, folder).returncode == 0
    assert [path.name for path in sorted((folder / "students").iterdir())] == ["ada.html", "cleo.html"]
    assert list((folder / "pairs").iterdir()) == []
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "grades.csv").write_text("precious")
    for place, words in (
        (source, "is not outside the source"),
        (source / "graded", "is not outside the source"),
        (tmp_path / "mine", "contains files that are not from an earlier run"),
    ):
        done = grade(source, place)
        assert (done.returncode, words in done.stderr) == (2, True), done.stderr
    assert (tmp_path / "mine" / "grades.csv").read_text() == "precious"
    (folder / "book.csv").write_text("Student,Grade\nada,\n")
    done = grade(source, folder, "--gradebook", folder / "book.csv")
    assert (done.returncode, "is in --out" in done.stderr) == (2, True)


def test_last_years_files_have_names_that_nobody_has(tmp_path):
    text = submissions.honest(5)
    for name in ("in/old: ada", "in/bob", "old/ada"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "tictactoe.py").write_text(text)
    assert grade(tmp_path / "in", tmp_path / "out", "--against", tmp_path / "old").returncode == 0
    told = json.loads((tmp_path / "out" / "results.json").read_text())["submissions"]
    assert [sorted({name for pair in each["similar"] for name in pair[:4:2]}) for each in told] == [
        ["bob", "old: ada", "old: ada'"]
    ] * 2
    done = grade(tmp_path / "in", tmp_path / "new", "--against", tmp_path / "nowhere")
    assert (done.returncode, (tmp_path / "new" / "journal.jsonl").exists()) == (2, False)


def test_a_time_for_a_name_of_two_people_has_no_effect_and_that_is_told(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        for number in (7, 9):
            made.writestr(f"Ada Lovelace_{number}_assignsubmission_file_/tictactoe.py", RIGHT)
    (tmp_path / "times.csv").write_text("who,time\nAda Lovelace,2026-11-20T23:00:00+01:00\n")
    (tmp_path / "r.toml").write_text('[course]\nname = "CS <1>"\n[deadline]\nat = 2026-11-20T12:00:00+01:00\n')
    words = ["--rubric", tmp_path / "r.toml", "--times", tmp_path / "times.csv"]
    done = grade(tmp_path / "a.zip", tmp_path / "out", *words)
    assert "1 name (Ada Lovelace) in --times had no effect" in done.stderr
    pages = [*(tmp_path / "out" / "students").iterdir()]
    assert len(pages) == 2
    assert all("<p>CS &lt;1&gt;</p>" in page.read_text() for page in pages)


def test_a_rubric_with_the_names_of_an_older_version_is_read():
    old = rubric.read("[grading]\nimports_cost = 3\n[deadline]\nday_cost = 4\n[alike]\nthreshold = 40\ncost = 5\n")
    with pytest.raises(BadInput, match=r"line 2: imports_cost = .x. cannot be used"):
        rubric.read('[grading]\nimports_cost = "x"')
    for both in (
        "[alike]\ncost = 3\n[similarity]\nthreshold = 50",
        "[grading]\nimports_cost = 1\nimports_deduction = 2",
    ):
        with pytest.raises(BadInput, match="under another name too"):
            rubric.read(both)
    assert (old.imports_deduction, old.day_deduction, old.threshold, old.deduction) == (3, 4, 40, 5)


def test_who_shares_little_of_his_own_does_not_pay_for_who_shares_all():
    pair = similarity.SimilarPair("ada", "mal", 41.0, 100.0)
    assert (pair.of("ada"), pair.of("mal"), pair.most) == (41.0, 100.0, 100.0)
    entry = CourseEntry(Submission("ada", "ada"), None, similar=[pair])
    assert entry.similarity == 41.0


class Bomb:
    """A job that ends the process that takes it."""

    def __reduce__(self):
        return os._exit, (1,)


def test_a_job_that_ends_its_process_takes_nobody_along():
    jobs = [("a", b"x = 1"), ("bomb", Bomb()), *((f"k{number}", b"x = 2") for number in range(4))]
    told = dict(workers.run_locally(jobs, Options(quick=True), 2))
    assert {key for key, report in told.items() if report.verdict == "not checked"} == {"bomb"}
    assert len(told) == 6


def test_groups_missing_students_and_second_submissions(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "ada.py").write_bytes(RIGHT)
    (source / "bob.py").write_bytes(WRONG)
    (source / "cleo.py").write_bytes(RIGHT)
    roster = tmp_path / "roster.csv"
    roster.write_text("name,id,group\nAda,1,red\nBob,2,red\nCleo,3,blue\nDora,4,blue\nEve,5,\n")
    done = grade(source, tmp_path / "out", "--roster", roster)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader((tmp_path / "out" / "grades.csv").read_text("utf-8-sig").splitlines()))
    by_name = {row["who"]: row for row in rows}
    assert by_name["Eve"]["verdict"] == "missing"
    assert by_name["Dora"]["points"] == by_name["Cleo"]["points"] != "0"
    assert by_name["Ada"]["points"] == "0"
    assert "the group handed in more than once" in by_name["Bob"]["needs review"]


def test_who_matches_nobody_is_told_and_bad_tables_are_refused_before_anything_is_checked(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        for name in ("Ada Lovelace_7", "Zed_8"):
            made.writestr(f"{name}_assignsubmission_file_/tictactoe.py", RIGHT)
    roster, book, times = (tmp_path / name for name in ("roster.csv", "book.csv", "times.csv"))
    roster.write_text('name,id,group\n"Lovelace, Ada",101,\n"Babbage, Charles",102,\n')
    book.write_text("Identifier,Full name,Grade\n1,Ada Lovelace,\n2,Charles Babbage,\n")
    times.write_text("who,time\nZed,2026-11-20T23:00:00+01:00\nXaver,2026-11-20T23:00:00+01:00\n")
    (tmp_path / "r.toml").write_text("[deadline]\nat = 2026-11-20T23:59:00+01:00\n")
    words = ["--roster", roster, "--gradebook", book, "--rubric", tmp_path / "r.toml", "--times", times]
    done = grade(tmp_path / "a.zip", tmp_path / "out", *words)
    assert done.returncode == 0
    assert "1 submission (Zed) cannot be matched to the roster" in done.stderr
    assert "1 name (Xaver) in --times" in done.stderr
    assert "the time of 1 submission is not known" in done.stderr
    assert "no grade was filled in for 2 students (Babbage, Charles, Zed)" in done.stderr
    rows = list(csv.reader((tmp_path / "out" / "grades.csv").read_text("utf-8-sig").splitlines()))
    assert len({len(row) for row in rows}) == 1
    assert [row[0] for row in rows[1:]] == ["Babbage, Charles", "Lovelace, Ada", "Zed"]
    assert (rows[1][3], rows[1][5]) == ("", "missing (uncertain)")
    filled = (tmp_path / "out" / "filled-book.csv").read_text().splitlines()
    assert filled[1].startswith("1,Ada Lovelace,9")
    assert filled[2] == "2,Charles Babbage,"
    for path in (roster, book, times, tmp_path / "r.toml"):
        good = path.read_bytes()
        path.write_bytes(b"\xff nonsense")
        done = grade(tmp_path / "a.zip", tmp_path / "never", *words)
        assert (done.returncode, "Traceback" in done.stderr, (tmp_path / "never").exists()) == (2, False, False)
        path.write_bytes(good)


def test_each_platforms_gradebook_is_filled_in(small, graded, tmp_path):
    shutil.copytree(graded, tmp_path / "out")
    books = {
        "canvas.csv": ("Student,ID,SIS User ID,Section,Project 0 (77)\r\n    Points Possible,,,,100\r\nstudent 0,8,,A,\r\nNobody,9,,A,5\r\n", "Project 0"),
        "moodle.csv": ("Identifier,Full name,Status,Grade\nParticipant 1,student 0,x,\n", None),
        "blackboard.xls": ("Last Name\tUsername\tProject 0 [Total Pts: 100]\nX\tstudent 0\t\n", "Project 0"),
    }  # fmt: skip
    for name, (text, column) in books.items():
        encoding = "utf-16" if name.endswith("xls") else "utf-8-sig"
        (tmp_path / name).write_bytes(text.encode(encoding))
        done = grade(small, tmp_path / "out", "--gradebook", tmp_path / name, *(["--column", column] if column else []))
        assert done.returncode == 0, done.stderr
        filled = (tmp_path / "out" / f"filled-{name}").read_bytes().decode(encoding)
        points = next(
            row["points"]
            for row in csv.DictReader((tmp_path / "out" / "grades.csv").read_text("utf-8-sig").splitlines())
            if row["who"] == "student 0"
        )
        assert points in filled
        if name == "canvas.csv":
            assert "Nobody,9,,A,5\r\n" in filled
    done = grade(small, tmp_path / "out", "--gradebook", tmp_path / "canvas.csv", "--column", "nonsense")
    assert (done.returncode, "--column must name" in done.stderr) == (2, True)


@pytest.fixture
def autograder(tmp_path):
    """What Gradescope has after it has set up the zip, with a rubric of the teacher's."""
    (tmp_path / "r.toml").write_text("[points]\nminimax = 52\n\n[deadline]\nat = 2026-11-20T23:59:00+01:00\n")
    words = ["--gradescope-autograder", tmp_path / "a.zip", "--rubric", tmp_path / "r.toml"]
    assert noughts("course", *words).returncode == 0
    root = tmp_path / "autograder"
    with zipfile.ZipFile(tmp_path / "a.zip") as made:
        made.extractall(root / "source")
        assert made.getinfo("run_autograder").external_attr >> 16 == 0o755
    for name in ("submission", "results"):
        (root / name).mkdir()
    (root / "submission_metadata.json").write_text('{"created_at": "2026-11-22T10:00:00.365935-08:00"}')
    return root


def graded_by_gradescope(root):
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "AUTOGRADER_ROOT": str(root)}
    done = subprocess.run(
        ["bash", root / "source" / "run_autograder"], env=environment, capture_output=True, text=True, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    return json.loads((root / "results" / "results.json").read_text())


def test_gradescope_grades_by_the_teachers_rubric(autograder):
    (autograder / "submission" / "tictactoe.py").write_text(submissions.made(0)[1].replace("0, 1, 2", "0, 1, 1"))
    (autograder / "submission" / "notes.txt").write_text("")
    told = graded_by_gradescope(autograder)
    tests = {test["name"]: test for test in told["tests"]}
    assert tests["minimax"]["max_score"] == 52
    assert list(tests) == [*FUNCTION_NAMES, "comments"]
    assert "2 days late" in told["output"]
    assert told["score"] == pytest.approx(sum(test["score"] for test in told["tests"]) - 20)


def test_gradescope_tells_what_is_wrong_with_how_it_was_handed_in(autograder):
    assert graded_by_gradescope(autograder)["score"] == 0
    (autograder / "submission" / "tictactoe.zip").write_bytes(b"PK")
    assert "no tictactoe.py can be read from 'tictactoe.zip'" in graded_by_gradescope(autograder)["output"]
    (autograder / "submission" / "tictactoe.py").write_text("def player(board:")
    told = graded_by_gradescope(autograder)
    assert (told["score"], "cannot be compiled" in told["output"]) == (0, True)


def test_a_bad_rubric_is_no_autograder(tmp_path):
    (tmp_path / "r.toml").write_text("[pints]")
    done = noughts("course", "--gradescope-autograder", tmp_path / "a.zip", "--rubric", tmp_path / "r.toml")
    assert (done.returncode, (tmp_path / "a.zip").exists()) == (2, False)


@pytest.mark.parametrize(("words", "sentence"), [
    ([], "say what to grade"), (["nowhere", "--out", "x"], "there is no 'nowhere'"),
    (["tests", "--out", "x", "--workers", "-3"], "not a number of processes"), (["tests", "--out", "x", "--rubric", "nowhere.toml"], "No such file"),
])  # fmt: skip
def test_bad_words_get_a_sentence(words, sentence, tmp_path):
    done = noughts("course", *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not (ROOT / "x").exists()


def test_page_names_are_plain_and_no_two_the_same():
    names = write.page_names(["../x", "Ada", "ada", "日本", "中国", "a/b"])
    assert len({name.lower() for name in names.values()}) == 6
    assert all(name.replace(".html", "").replace("-", "").replace("_", "").isalnum() for name in names.values())


def test_cells_are_text_to_a_spreadsheet():
    assert [tables.cell(text) for text in ("=1+1", "+1", "-1", "@x", "ada")] == ["'=1+1", "'+1", "'-1", "'@x", "ada"]
