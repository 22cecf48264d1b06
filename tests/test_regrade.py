"""Every grade of a generated class, from each platform's export, equals that of an independent small program."""

import json
from contextlib import closing

import exports
import pytest
from conftest import ROOT
from regrade import points_of

from noughts.course import pipeline
from noughts.course.grading import rubric
from noughts.course.intake import roster
from noughts.course.output import tables, write
from noughts.course.records import Plan

pytestmark = pytest.mark.slow


def graded(tmp_path, source, text, **more):
    """Return the points of each person, and the reports by key."""
    plan = Plan(source, tmp_path / "out", rubric.read(text), quick=True, workers=2, **more)
    with closing(pipeline.run(plan)) as course:
        write.write_all(course)
        people = tables.people(course)
    results = json.loads((tmp_path / "out" / "results.json").read_text())["submissions"]
    return people, {entry["who"]: entry["report"] for entry in results}


def compare(handed, people, reports, text):
    """Assert that each of the students has the points that the independent program computes."""
    points = {person.name: (person.grade.points, person.entry.key) for person in people}
    assert len(points) == len(handed)
    for each in handed:
        got, key = points[each.name]
        assert got == points_of(text, reports[key], each.facts), (each.name, each.faults, each.facts)


def students(handed):
    return tuple(roster.Student(each.name, f"u{each.id}", "") for each in handed)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_moodle_export(tmp_path, seed):
    handed = exports.class_of(seed)[: 60 if seed == 1 else 30]
    source = exports.write_moodle(tmp_path / "a.zip", handed)
    people, reports = graded(tmp_path, source, exports.RUBRIC, times=roster.read_times(tmp_path / "a.csv"))
    compare(handed, people, reports, exports.RUBRIC)


def test_a_blackboard_export_with_receipts_and_earlier_attempts(tmp_path):
    handed = [each for each in exports.class_of(3) if "wrong_place" not in each.faults]  # Blackboard has no folders
    source = exports.write_blackboard(tmp_path / "a.zip", handed)
    people, reports = graded(tmp_path, source, exports.RUBRIC, roster=students(handed))
    compare(handed, people, reports, exports.RUBRIC)


def test_a_canvas_export_counts_one_day_for_late(tmp_path):
    handed = [each for each in exports.class_of(7)[:30] if "wrong_place" not in each.faults]  # Canvas has no folders
    source = exports.write_canvas(tmp_path / "a.zip", handed)
    people, reports = graded(tmp_path, source, exports.RUBRIC, roster=students(handed))
    for each in handed:
        each.time = min(each.time, exports.DEADLINE + exports.timedelta(hours=1))
    compare(handed, people, reports, exports.RUBRIC)


def test_a_gradescope_export(tmp_path):
    handed = exports.class_of(4)[:30]
    people, reports = graded(tmp_path, exports.write_gradescope(tmp_path / "a.zip", handed), exports.RUBRIC)
    compare(handed, people, reports, exports.RUBRIC)


def test_checkouts_of_a_classroom(tmp_path):
    handed = exports.class_of(5, with_zips=False)[:30]
    source = exports.write_checkouts(tmp_path / "in", handed)
    people, reports = graded(tmp_path, source, exports.RUBRIC, roster=students(handed), branch="main")
    for each in handed:
        if not each.source:
            each.time = exports.DEADLINE  # the time of a commit without a program is not known
    compare(handed, people, reports, exports.RUBRIC)


def test_a_folder_with_a_table_of_times(tmp_path):
    handed = exports.class_of(6)[:30]
    source = exports.write_folder(tmp_path / "in", handed)
    people, reports = graded(tmp_path, source, exports.RUBRIC, times={each.name: each.time for each in handed})
    compare(handed, people, reports, exports.RUBRIC)


OTHER = (ROOT / "tests" / "solutions" / "pairs.py").read_bytes()
GROUP_RUBRIC = exports.RUBRIC.replace(
    "threshold = 30\ndeduction = 0", "threshold = 30\ndeduction = 100\nboth = true"
).replace("compressed_deduction = 7", "compressed_deduction = 100")


def test_a_group_project_with_zero_for_copies_and_second_submissions(tmp_path):
    """A rubric as some courses set it: zero for both of a similar pair, for a second submission, for a compressed file."""
    sources = {
        "g1": {"tictactoe.py": exports.BASE.encode()},
        "g2": {"tictactoe.py": exports.BASE.encode()},
        "g3": {"tictactoe.py": OTHER},
        "Cleo": {"tictactoe.py": OTHER + b"# again\n"},
    }
    for who, files in sources.items():
        for name, data in files.items():
            (tmp_path / "in" / who).mkdir(parents=True, exist_ok=True)
            (tmp_path / "in" / who / name).write_bytes(data)
    people = tuple(
        roster.Student(name, str(number), group)
        for number, (name, group) in enumerate(
            [("Ada", "g1"), ("Bob", "g2"), ("Cleo", "g3"), ("Dora", "g3"), ("Eve", "g4")]
        )
    )
    found, _ = graded(tmp_path, tmp_path / "in", GROUP_RUBRIC, roster=people)
    points = {person.name: person.grade.points for person in found}
    assert points == {"Ada": 0, "Bob": 0, "Cleo": 0, "Dora": 0, "Eve": 0}
    deductions = {person.name: " ".join(person.grade.deductions) for person in found}
    assert "similarity" in deductions["Ada"]
    assert "similarity" in deductions["Bob"]
    assert "a second submission of the group" in deductions["Cleo"]
    assert deductions["Cleo"] == deductions["Dora"]
    assert "similarity" not in deductions["Cleo"]
