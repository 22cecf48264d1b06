"""The table of grades: the points of each person, the deductions, and what needs review."""

import csv
import io
import unicodedata
from dataclasses import dataclass

from noughts.course.grading.grade import points_text
from noughts.course.grading.rubric import PARTS
from noughts.course.intake.roster import Student
from noughts.course.pipeline import Course, Entry

HEAD = ("who", "id", "submission", "points", "of", "verdict", "late", "deductions", "similar", "needs review", *PARTS)
# A spreadsheet may read a cell that begins with one of these as a formula, and may begin a new cell after a separator.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
SEPARATORS = ",;|\t\r\n"


@dataclass(frozen=True)
class Person:
    """A person who gets a grade; `entry` is None if the person handed in nothing."""

    name: str
    id: str
    entry: Entry | None


def cell(text: str) -> str:
    """Return the text with an apostrophe wherever a spreadsheet could otherwise find the start of a formula.

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


def grades(course: Course) -> str:
    """Return the content of grades.csv, with a line for each person."""
    out = io.StringIO()
    writer = csv.DictWriter(out, HEAD, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    # No zero for a missing student if an unmatched submission could be theirs.
    points, verdict = ("", "missing, not certain") if course.roster.unmatched else ("0", "missing")
    nothing = {"points": points, "of": points_text(course.plan.rubric.total), "verdict": verdict}
    for person in people(course):
        cells = entry_cells(person.entry) if person.entry else nothing
        writer.writerow({"who": cell(person.name), "id": cell(person.id), **cells})
    return out.getvalue()


def people(course: Course) -> list[Person]:
    """Return everyone who gets a grade: the students in the roster, and owners of submissions that match no student.

    If a group has several submissions, the one with the most points after deductions counts.
    """
    everybody = [Person(entry.key, entry.submission.id, entry) for entry in course.entries if not entry.members]
    best: dict[Student, Entry | None] = dict.fromkeys(course.roster.missing)
    for entry in sorted(course.entries, key=lambda entry: -entry.grade.points if entry.grade else 1):
        for student in entry.members:
            best.setdefault(student, entry)
    everybody += [Person(student.name, student.id, entry) for student, entry in best.items()]
    return sorted(everybody, key=lambda person: (person.name, person.id))


def entry_cells(entry: Entry) -> dict[str, str]:
    """Return the cells of an entry, by column, without who and id. Cells about the grade are left out if it is None."""
    cells = {
        "submission": cell(entry.key),
        "verdict": entry.verdict,
        "similar": f"{entry.similarity:.0f} %" if entry.similar else "",
        "needs review": cell("; ".join(entry.needs_review)),
    }
    if grade := entry.grade:
        cells |= {what: points_text(points) for what, points, _ in grade.parts}
        cells |= {"points": points_text(grade.points), "of": points_text(grade.total), "late": grade.late.words}
        cells["deductions"] = cell("; ".join(grade.deductions))
    return cells
