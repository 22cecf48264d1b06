"""What a teacher decides: attempts, extensions, adjustments, cleared pairs, and rules of the hand-in."""

from __future__ import annotations

import codecs
import csv
import io
import json
import zipfile
from contextlib import closing
from datetime import datetime

import pytest
from exports import zipped
from submission_cases import BASE
from test_intake import checkout, git

from noughts.course import pipeline
from noughts.course.grading import rubric
from noughts.course.grading.decisions import Finder
from noughts.course.grading.grade import count_documented, no_grade
from noughts.course.intake.roster import RosterMatch, Student
from noughts.course.intake.submissions import Submission
from noughts.course.output import gradebook, tables, write
from noughts.course.records import Plan
from noughts.errors import BadInput

pytestmark = pytest.mark.slow

RIGHT = BASE.encode()
WRONG = RIGHT.replace(b"(2, 4, 6)", b"(2, 4, 5)")
DEADLINE = "[deadline]\nat = 2026-11-02T12:00:00+01:00\nday_deduction = 10\n"


def graded(tmp_path, **more):
    """Grade the folder "in", write everything, and return the rows of grades.csv by name."""
    text = more.pop("text", "")
    plan = Plan(more.pop("source", tmp_path / "in"), tmp_path / "out", rubric.read(text), quick=True, **more)
    with closing(pipeline.run(plan)) as course:
        write.write_all(course)
        people = list(csv.DictReader(io.StringIO(tables.grades(course))))
    return {row["who"]: row for row in people}


def put(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def attempts_zip(path):
    """Ada hands in a wrong file, a right one, and late another wrong one."""
    times = {"2026-11-01-10-00-00": WRONG, "2026-11-02-10-00-00": RIGHT, "2026-11-03-10-00-00": WRONG}
    with zipfile.ZipFile(path, "w") as made:
        for time, data in times.items():
            made.writestr(f"P_ada_attempt_{time}_tictactoe.py", data)
        made.writestr("P_bob_attempt_2026-11-01-10-00-00_tictactoe.py", RIGHT)
    return path


@pytest.mark.parametrize(
    ("attempt", "number", "late"),
    [("last", 3, "1 day late"), ("first", 1, "on time"), ("on-time", 2, "on time"), ("best", 2, "on time")],
)
def test_the_teacher_chooses_which_attempt_counts(tmp_path, attempt, number, late):
    rows = graded(tmp_path, source=attempts_zip(tmp_path / "a.zip"), attempt=attempt, text=DEADLINE)
    assert rows["ada"]["late"] == late
    entries = json.loads((tmp_path / "out" / "results.json").read_text())["submissions"]
    assert (entries[0]["attempt"], entries[0]["attempts"]) == (number, 3)
    assert (float(rows["ada"]["points"]) == float(rows["bob"]["points"])) == (number == 2)


def test_an_extension_moves_the_deadline_of_one_student(tmp_path):
    source = attempts_zip(tmp_path / "a.zip")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "extensions.csv").write_text("who,until,reason\nada,2026-11-05T12:00,ill\n")
    rows = graded(tmp_path, source=source, text=DEADLINE)
    assert (rows["ada"]["late"], rows["ada"]["deductions"]) == ("on time", "")
    rows = graded(tmp_path, source=source, text=DEADLINE, attempt="on-time")
    assert json.loads((tmp_path / "out" / "results.json").read_text())["submissions"][0]["attempt"] == 3


def test_a_table_of_times_overrides_the_platforms(tmp_path):
    times = {"bob": datetime.fromisoformat("2026-11-04T10:00:00+01:00")}
    rows = graded(tmp_path, source=attempts_zip(tmp_path / "a.zip"), times=times, text=DEADLINE)
    assert rows["bob"]["late"] == "2 days late"


def test_adjustments_survive_every_run_and_are_shown(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT, "red.py": RIGHT})
    people = (
        Student("Ada", "1", ""),
        Student("Bob", "2", "red"),
        Student("Cleo", "3", "red"),
        Student("Dora", "4", ""),
    )
    before = {who: float(row["points"]) for who, row in graded(tmp_path, roster=people).items()}
    assert before["Dora"] == 0
    path = tmp_path / "out" / "adjustments.csv"
    assert path.read_text("utf-8-sig") == "who,points,deduction,reason\n"
    path.write_text("who,points,deduction,reason\nAda,,5,oral exam\nCleo,7,,did little\nDora,50,,ill\nred,,-2,nice\n")
    for _ in range(2):
        rows = graded(tmp_path, roster=people)
        points = {who: float(row["points"]) for who, row in rows.items()}
        assert points == {"Ada": before["Ada"] - 5, "Bob": before["Bob"] + 2, "Cleo": 7, "Dora": 50}
        assert "-5 for adjustment: oral exam" in rows["Ada"]["deductions"]
        assert "adjustment: oral exam" in (tmp_path / "out" / "students" / "ada.html").read_text()
        page = (tmp_path / "out" / "students" / "red.html").read_text()
        assert "adjustment: nice" in page
        assert "did little" not in page  # this is only for Cleo
        assert "did little" in (tmp_path / "out" / "students" / "red_Cleo_3.html").read_text()


@pytest.mark.parametrize(("line", "words"), [
    ("Zed,5,,x", "line 2 of adjustments.csv: nobody is called 'Zed'"),
    ("ada,5,5,x", "either points (in place of the computed ones) or a deduction"),
    ("ada,,,x", "either points (in place of the computed ones) or a deduction"),
    ("ada,five,,x", "points 'five' is not a number of points"),
    ("ada,-5,,x", "points '-5' must be the whole grade, from 0 to 100: to give 5 points more, write -5 as the deduction"),
    ("ada,+5,,x", "must be the whole grade"),
    ("ada,101,,x", "must be the whole grade"),
    ("adaa,5,,x", "nobody is called 'adaa': did you mean ada?"),
    ("ada,nan,,x", "points 'nan' is not a number of points"),
    ("ada,5,,", "has no reason"),
])  # fmt: skip
def test_an_adjustment_that_is_not_clear_is_refused_before_anything_is_checked(tmp_path, line, words):
    put(tmp_path / "in", {"ada.py": RIGHT})
    put(tmp_path / "out", {"adjustments.csv": f"who,points,deduction,reason\n{line}\n".encode()})
    with pytest.raises(BadInput) as refusal:
        graded(tmp_path)
    assert words in str(refusal.value)
    assert not (tmp_path / "out" / "journal.jsonl").exists()


COPIES = "[similarity]\nthreshold = 30\ndeduction = 100\n"


def test_a_run_without_the_last_runs_rubric_and_points_above_the_maximum_get_a_note(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT})
    put(tmp_path / "out", {"adjustments.csv": b"who,points,deduction,reason\nada,,-30,oral exam\n"})
    notes = []
    for text in (DEADLINE, "[grading]\nsecond_deduction = 5\n" + DEADLINE, ""):
        with closing(pipeline.run(Plan(tmp_path / "in", tmp_path / "out", rubric.read(text), quick=True))) as course:
            notes.append("\n".join(course.warnings()))
            assert [(who, after.points - before.points) for who, before, after in course.adjusted] == [("ada", 30)]
    assert all("ada" in note and "more than the 100 points possible" in note for note in notes)
    assert "last run" not in notes[0]
    assert "had another rubric" in notes[1]
    assert "had the deadline 2026-11-02" in notes[2]


def test_a_roster_that_matches_nobody_is_refused(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT})
    with pytest.raises(BadInput, match="matches a student in --roster"):
        graded(tmp_path, roster=(Student("Bob", "1", ""),))


def test_all_who_share_a_surname_are_suggested(tmp_path):
    put(tmp_path / "in", {"Ada Lovelace.py": RIGHT, "Emil Lovelace.py": RIGHT})
    put(tmp_path / "out", {"adjustments.csv": b"who,points,deduction,reason\nLovelace,5,,oral\n"})
    with pytest.raises(BadInput, match="did you mean Ada Lovelace or Emil Lovelace"):
        graded(tmp_path)


def test_an_unchanged_file_of_a_complete_starter_is_graded(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT})
    assert float(graded(tmp_path, starter=RIGHT)["ada"]["points"]) == 100


def test_excel_reads_names_with_accents_in_every_table_and_what_it_saves_is_read_again(tmp_path):
    put(tmp_path / "in", {"Zoë.py": RIGHT})
    graded(tmp_path)
    tables_written = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.csv")}
    assert sorted(tables_written) == [
        "adjustments.csv",
        "cleared.csv",
        "extensions.csv",
        "grades.csv",
        "mail_merge.csv",
    ]
    assert all(
        data.startswith(codecs.BOM_UTF8) and data.count(codecs.BOM_UTF8) == 1 for data in tables_written.values()
    )
    with (tmp_path / "out" / "adjustments.csv").open("a", encoding="utf-8") as file:
        file.write("Zoë,7,,oral\n")
    assert graded(tmp_path)["Zoë"]["points"] == "7"


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_a_filled_gradebook_begins_as_the_platforms_own(tmp_path, mark):
    (tmp_path / "book.csv").write_bytes(mark + "Student,Grade\nZoë,\n".encode())
    person = tables.Person("Zoë", "", None, no_grade(rubric.read("")))
    filled = gradebook.read(tmp_path / "book.csv", None).filled([person], 100, overwrite=False)
    assert filled.data == mark + "Student,Grade\nZoë,0\n".encode()


def test_a_student_who_handed_in_nothing_but_got_points_is_among_the_grades(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT})
    put(tmp_path / "out", {"adjustments.csv": "who,points,deduction,reason\nÉmile,40,,by mail\n".encode()})
    rows = graded(tmp_path, roster=(Student("ada", "1", ""), Student("Émile", "2", ""), Student("Zoë", "3", "")))
    assert list(rows) == ["ada", "Émile", "Zoë"]
    page = (tmp_path / "out" / "index.html").read_text()
    assert 'Émile<td><td class="number">40<td' in page
    assert "adjustment: by mail" in page


def test_a_pair_costs_until_it_is_cleared_and_stays_cleared(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT, "bob.py": RIGHT})
    rows = graded(tmp_path, text=COPIES)
    assert [row["points"] for row in rows.values()] == ["0", "0"]
    (tmp_path / "out" / "cleared.csv").write_text("first,second,reason\nbob,ada,worked in the same room\n")
    for _ in range(2):
        rows = graded(tmp_path, text=COPIES)
        assert all(float(row["points"]) > 80 and not row["similar"] for row in rows.values())
        page = (tmp_path / "out" / "index.html").read_text()
        assert "cleared: worked in the same room" in page


def test_a_name_that_two_files_share_is_not_said_to_be_unknown():
    finder = Finder([Submission("Ada (1)", "Ada", "1"), Submission("Ada (2)", "Ada", "2")], RosterMatch())
    with pytest.raises(BadInput, match=r"line 2: several files are called 'Ada': write the names from index.html"):
        finder.file_named("line 2", "Ada", ())


@pytest.mark.parametrize(("table", "line", "words"), [
    ("cleared.csv", "first,second,reason\nada,bobb,x", "no file is called 'bobb': did you mean bob?"),
    ("cleared.csv", "first,second,reason\nada,ada,x", "both names are of the same file"),
    ("cleared.csv", "first,second,reason\nada,bob,", "'ada' has no reason"),
    ("extensions.csv", "who,until,reason\nada,tomorrow,x", "'tomorrow' is not a date with a time"),
    ("extensions.csv", "who,until,reason\nada,2026-11-25,x", "'2026-11-25' is not a date with a time"),
    ("extensions.csv", "who,until,reason\nada,2025-11-25T12:00,x", "is not after the deadline, 2026-11-02 12:00:00+01:00"),
    ("extensions.csv", "who,until,reason\nada,2026-11-25T12:00,x\nada,2026-11-26T12:00,x", "has an extension in an earlier line"),
])  # fmt: skip
def test_other_decisions_that_are_not_clear_are_refused_too(tmp_path, table, line, words):
    put(tmp_path / "in", {"ada.py": RIGHT, "bob.py": RIGHT})
    put(tmp_path / "out", {table: f"{line}\n".encode()})
    with pytest.raises(BadInput) as refusal:
        graded(tmp_path, text=DEADLINE)
    assert words in str(refusal.value)


def test_a_cleared_pair_that_is_no_pair_and_an_extension_without_a_time_get_a_note(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT, "bob.py": b"x = 1\n"})
    put(tmp_path / "out", {"cleared.csv": b"first,second,reason\nada,bob,x\n",
                           "extensions.csv": b"who,until,reason\nada,2026-11-25T12:00,ill\n"})  # fmt: skip
    graded(tmp_path, text=DEADLINE)
    page = (tmp_path / "out" / "index.html").read_text()
    assert "1 pair (ada and bob) in cleared.csv had no effect" in page
    assert "1 extension (ada) had no effect" in page


def test_members_of_one_group_are_never_a_pair(tmp_path):
    put(tmp_path / "in", {"ada.py": RIGHT, "bob.py": RIGHT})
    people = (Student("Ada", "1", "red"), Student("Bob", "2", "red"))
    rows = graded(tmp_path, roster=people, text=COPIES + "[grading]\nsecond_deduction = 3\n")
    assert all("second submission" in row["deductions"] and not row["similar"] for row in rows.values())


@pytest.mark.parametrize("both", [True, False])
def test_both_sides_of_a_pair_pay_where_the_rubric_says_so(tmp_path, both):
    own = b"".join(
        b"\n\ndef extra_%d(rows):\n    total = %d\n    for row in rows:\n        total = total * %d + sum(len(str(c)) %% %d for c in row)\n    return max(total, %d)\n"
        % (n, n, n + 3, n + 5, n + 7)
        for n in range(40)
    )
    put(tmp_path / "in", {"ada.py": RIGHT, "bob.py": RIGHT + own})
    rows = graded(tmp_path, text=f"{COPIES}both = {str(both).lower()}\n")
    assert ("similarity" in rows["ada"]["deductions"], "similarity" in rows["bob"]["deductions"]) == (True, both)


HAND_INS = {
    "wrong_name": {"TicTacToe.py": RIGHT},
    "wrong_place": {"src/tictactoe.py": RIGHT},
    "extra_files": {"tictactoe.py": RIGHT, "util.py": b"x = 1\n", "runner.py": b""},
    "compressed": {"work.zip": zipped({"tictactoe.py": RIGHT})},
}
LINES = {"wrong_name": 3, "wrong_place": 4, "extra_files": 6, "compressed": 7}
HAND_IN_RUBRIC = "[grading]\n" + "".join(f"{kind}_deduction = {points}\n" for kind, points in LINES.items())


@pytest.mark.parametrize("kind", HAND_INS)
def test_the_same_fault_costs_the_same_by_folder_zip_and_branch(tmp_path, kind):
    files = HAND_INS[kind]
    put(tmp_path / "in" / "ada", files)
    put(tmp_path / "in" / "bob", {"tictactoe.py": RIGHT})
    found = [graded(tmp_path, text=HAND_IN_RUBRIC)]
    (tmp_path / "b").mkdir()
    with zipfile.ZipFile(tmp_path / "b" / "a.zip", "w") as made:
        for name, data in files.items():
            made.writestr(f"ada/{name}", data)
        made.writestr("bob/tictactoe.py", RIGHT)
    found.append(graded(tmp_path / "b", source=tmp_path / "b" / "a.zip", text=HAND_IN_RUBRIC))
    if kind != "compressed":
        for who in ("ada", "bob"):
            folder = checkout(tmp_path / "c" / "in" / who)
            git(folder, "rm", "-q", "tictactoe.py")
            put(folder, files if who == "ada" else {"tictactoe.py": RIGHT})
            git(folder, "add", ".")
            git(folder, "commit", "-qm", "mine", "--allow-empty")
        found.append(graded(tmp_path / "c", branch="submit", text=HAND_IN_RUBRIC))
    for rows in found:
        assert float(rows["bob"]["points"]) - float(rows["ada"]["points"]) == LINES[kind]


def test_a_complete_commented_file_reaches_full_points_with_a_starter():
    starter = (
        b'def initial_state():\n    """The start."""\n    return [[None] * 3] * 3\n\n\n'
        b'def player(board):\n    """Whose turn."""\n    raise NotImplementedError\n'
    )
    own = starter.replace(b"raise NotImplementedError", b"return 1  # my own words")
    names = (b"actions", b"result", b"winner", b"terminal", b"utility", b"minimax")
    own += b"".join(b"\n\ndef %s(board):\n    # mine\n    return 0\n" % name for name in names)
    assert count_documented(own, starter) == (7, 7)
    assert count_documented(own.replace(b"# my own words", b""), starter) == (6, 7)
    assert count_documented(starter, starter) == (0, 7)


def test_comments_count_in_a_file_that_does_not_compile():
    broken = b'def player(board):\n    """Mine."""\n    return (\n\ndef winner(board):\n    # lines\n    x = = 1\n'
    assert count_documented(broken, None) == (2, 8)
