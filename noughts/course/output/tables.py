"""Grades as a table: the points of each student, the deductions, and what needs review."""

import csv
import io
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noughts.check.report import Report, ReportVerdict, Status
from noughts.check.rulings import RulingKind
from noughts.course.grading.grade import points_text
from noughts.course.grading.rubric import PARTS
from noughts.course.intake.roster import Student
from noughts.course.pipeline import Course, Entry

HEAD = ("who", "id", "submission", "points", "of", "verdict", "late", "deductions", "similar", "needs review", *PARTS)
FLAGS_LISTED_MAX = 3
# The first characters that make a spreadsheet read a cell as a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
SEPARATORS = ",;|\t\r\n"


@dataclass(frozen=True, slots=True)
class Row:
    """An entry with a summary of its report, so that the report itself need not stay in memory."""

    entry: Entry
    verdict: str
    needs_review: list[str]


@dataclass(frozen=True)
class Person:
    """A person who gets a grade. The entry is None if nothing was handed in."""

    name: str
    id: str
    entry: Entry | None


def review_points(entry: Entry, report: Report | None) -> list[str]:
    """Return what a person should review in a submission, one text for each problem."""
    problems = list(entry.submission.problems)
    if entry.is_second:
        problems.append("the group handed in more than once")
    if report:
        problems += [report.reason.words] if report.reason else []
        problems += [f"source: {flag.words}" for flag in report.flags[:FLAGS_LISTED_MAX]]
        problems += limits_reached(report)
    return problems


def limits_reached(report: Report) -> Iterator[str]:
    """Yield which functions reached a limit of the check, so that the teacher can raise the limit."""
    if report.verdict == ReportVerdict.NOT_CHECKED:
        return
    late = [name for name, function in report.functions.items() if function.status == Status.NOT_REACHED]
    if late:
        yield f"the time limit was reached before all questions about {', '.join(late)} were asked"
    examples = {name: function.counterexample for name, function in report.functions.items()}
    silent = [name for name, example in examples.items() if example and example.kind == RulingKind.NO_ANSWER]
    if silent:
        yield f"{', '.join(silent)} gave no answer within the limits"


def cell(text: str) -> str:
    """Return the text so that a spreadsheet reads no part of it as a formula: with an apostrophe where one could begin.

    A spreadsheet may also split a text at a separator of another country.

    >>> cell("=1+1"), cell("Ada; =1+1"), cell("Ada-Marie")
    ("'=1+1", "Ada; '=1+1", 'Ada-Marie')
    """
    safe, is_start = "", True
    for character in text:
        if is_start and unicodedata.normalize("NFKC", character) in FORMULA_STARTS:
            safe += "'"
        safe += character
        is_start = character in SEPARATORS or (is_start and character.isspace())
    return safe


def grades(course: Course, rows: Sequence[Row]) -> str:
    """Return grades.csv: a line for every student."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
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
    return sorted(everybody, key=lambda person: (person.name, person.id))


def points_of(entry: Entry | None) -> float:
    """Return the points of an entry for comparison; -1 if there is no entry or no grade."""
    return entry.grade.points if entry and entry.grade else -1.0


def entry_cells(row: Row) -> list[str]:
    """Return the cells after who and id; the cells of a grade are empty if the file could not be checked."""
    entry, grade = row.entry, row.entry.grade
    similar = f"{entry.similarity:.0f} %" if entry.similar else ""
    parts = {what: points_text(points) for what, points, _ in grade.parts} if grade else {}
    cells = ["", "", row.verdict, "", ""]
    if grade:
        cells = [grade.text, points_text(grade.total), row.verdict, grade.late.words, cell("; ".join(grade.deductions))]
    return [cell(entry.key), *cells, similar, cell("; ".join(row.needs_review)), *(parts.get(p, "") for p in PARTS)]
