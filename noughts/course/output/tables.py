"""Grades as a table: the points of each student, the deductions, and what needs review."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from noughts.check.report import Report, ReportVerdict, Status
from noughts.check.rulings import RulingKind
from noughts.course.grading.grade import points_text
from noughts.course.grading.rubric import PARTS
from noughts.course.intake.roster import Student
from noughts.course.pipeline import Course, Entry

COLUMNS = (
    "who",
    "id",
    "submission",
    "points",
    "of",
    "verdict",
    "late",
    "deductions",
    "similar",
    "needs review",
    *PARTS,
)
FLAGS_LISTED_MAX = 3
# The first characters that make a spreadsheet read a cell as a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Row:
    """An entry with a summary of its report, so that the report itself need not stay in memory."""

    entry: Entry
    verdict: str
    needs_review: tuple[str, ...]


@dataclass(frozen=True)
class Person:
    """A person who gets a grade. The entry is None if nothing was handed in."""

    name: str
    id: str
    entry: Entry | None


def row_of(entry: Entry, report: Report | None) -> Row:
    """Return the row of an entry."""
    return Row(entry, report.verdict if report else "not graded", tuple(review_points(entry, report)))


def review_points(entry: Entry, report: Report | None) -> list[str]:
    """Return what a person should review in a submission, one text for each problem."""
    points = list(entry.submission.problems)
    if entry.is_second:
        points.append("the group handed in more than once")
    if report:
        points += [report.reason.words] if report.reason else []
        points += [f"source: {flag.words}" for flag in report.flags[:FLAGS_LISTED_MAX]]
        points += limits_hit(report)
    return points


def limits_hit(report: Report) -> list[str]:
    """Return where a check reached a limit, so that the teacher can raise the limit."""
    if report.verdict == ReportVerdict.NOT_CHECKED:
        return []
    functions = report.functions.items()
    late = [name for name, each in functions if each.status == Status.NOT_REACHED]
    silent = [name for name, each in functions
              if each.counterexample and each.counterexample.kind == RulingKind.NO_ANSWER]  # fmt: skip
    points = [f"the time limit was reached before all questions about {', '.join(late)} were asked"] if late else []
    return points + ([f"{', '.join(silent)} gave no answer within the limits"] if silent else [])


def cell(text: str) -> str:
    """Return a text that a spreadsheet reads as text and not as a formula."""
    return f"'{text}" if unicodedata.normalize("NFKC", text[:1]) in FORMULA_STARTS else text


def grades(course: Course, rows: Sequence[Row]) -> str:
    """Return grades.csv: a line for every student."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    # No zero for a missing student if an unmatched submission could be theirs.
    points, verdict = ("", "missing, not certain") if course.roster.unmatched else ("0", "missing")
    nothing = ["", points, points_text(course.plan.rubric.total), verdict, "", "", "", "", *[""] * len(PARTS)]
    by_key = {row.entry.key: row for row in rows}
    for person in people(course):
        cells = entry_cells(by_key[person.entry.key]) if person.entry else nothing
        writer.writerow([cell(person.name), cell(person.id), *cells])
    return out.getvalue()


def people(course: Course) -> list[Person]:
    """Return everyone who gets a grade: the students in the roster, or without a roster those who handed in.

    If a group has several submissions, the one with the most points after deductions counts.
    """
    everybody = [Person(entry.key, entry.submission.id, entry) for entry in course.entries if not entry.members]
    best: dict[Student, Entry | None] = dict.fromkeys(course.roster.missing)
    for entry in course.entries:
        for student in entry.members:
            if points_of(entry) > points_of(best.get(student)):
                best[student] = entry
    everybody += [Person(student.name, student.id, entry) for student, entry in best.items()]
    return sorted(everybody, key=lambda each: (each.name, each.id))


def points_of(entry: Entry | None) -> float:
    """Return the points of an entry for comparison; less than any points if there is no entry."""
    return entry.grade.points if entry and entry.grade else -1.0


def entry_cells(row: Row) -> list[str]:
    """Return the cells of an entry; the points are empty if it could not be checked."""
    entry, grade = row.entry, row.entry.grade
    similar = f"{entry.similarity:.0f} %" if entry.similar else ""
    parts = {what: points_text(points) for what, points, _ in grade.parts} if grade else {}
    cells = ["", "", row.verdict, "", ""]
    if grade:
        cells = [grade.text, points_text(grade.total), row.verdict, grade.late.words, cell("; ".join(grade.deductions))]
    return [cell(entry.key), *cells, similar, cell("; ".join(row.needs_review)), *(parts.get(p, "") for p in PARTS)]
