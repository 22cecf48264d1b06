"""The table of grades: the points of each person, the deductions, and what needs review."""

import csv
import io
import unicodedata
from dataclasses import dataclass

from noughts.course.grading.grade import Grade, adjusted, no_grade, points_text
from noughts.course.grading.rubric import PARTS
from noughts.course.intake.names import words_of
from noughts.course.intake.roster import Student
from noughts.course.records import Course, Entry

# A table for people begins with this byte order mark, because without it Excel does not read the file as UTF-8.
BOM = "\ufeff"
HEAD = ("who", "id", "submission", "points", "of", "verdict", "late", "deductions", "similar", "needs review", *PARTS)
# A spreadsheet may read a cell that begins with one of FORMULA_STARTS as a formula, and may begin a new cell after one
# of SEPARATORS.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
SEPARATORS = ",;|\t\r\n"


@dataclass(frozen=True)
class Person:
    """A person, the submission that counts for the person (None if there is none), and the grade (None: no grade)."""

    name: str
    id: str
    entry: Entry | None
    grade: Grade | None = None
    student: Student | None = None  # of the roster; None if the roster does not have the person

    @property
    def email(self) -> str:
        """The student's e-mail address in the roster; "" if there is none."""
        ids = (self.student.id, *self.student.other_ids) if self.student else ()
        return next((text for text in ids if "@" in text), "")


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
    nothing = {"verdict": "missing (uncertain)" if course.roster.unmatched else "missing", "late": ""}
    of = points_text(course.plan.rubric.total)
    for person in people(course):
        cells = grade_cells(person.grade) | (entry_cells(person.entry) if person.entry else nothing)
        writer.writerow({"who": cell(person.name), "id": cell(person.id), "of": of, **cells})
    return out.getvalue()


def people(course: Course) -> list[Person]:
    """Return everyone with a line in the tables: all students of the roster, and the owners of unmatched submissions.

    If a student has several submissions, the one with the most points after deductions and adjustments counts.
    """
    everybody = [
        Person(entry.key, entry.submission.id, entry, entry.grade) for entry in course.entries if not entry.members
    ]
    best: dict[Student, Entry] = {}
    for entry in sorted(course.entries, key=lambda entry: -entry.grade.points if entry.grade else 1):
        for student in entry.members:
            best.setdefault(student, entry)
    for student, entry in best.items():
        own_grade = entry.member_grades.get(student, entry.grade)
        everybody.append(Person(student.name, student.id, entry, own_grade, student))
    for student in course.roster.missing:
        everybody.append(Person(student.name, student.id, None, missing_grade(course, student), student))
    return sorted(everybody, key=lambda person: (words_of(person.name), person.id))


def missing_grade(course: Course, student: Student) -> Grade | None:
    """Return the grade of a student without a submission: 0 points, with the teacher's adjustments.

    Return None if an unmatched submission could be the student's and there are no adjustments.
    """
    adjustments = course.decisions.of_students.get(student, ())
    if course.roster.unmatched and not adjustments:
        return None
    return adjusted(no_grade(course.plan.rubric), adjustments)


def entry_cells(entry: Entry) -> dict[str, str]:
    """Return the cells of an entry that do not depend on the person, by column."""
    return {
        "submission": cell(entry.key),
        "verdict": entry.verdict,
        "similar": f"{entry.similarity:.0f} %" if entry.similar else "",
        "needs review": cell("; ".join(entry.needs_review)),
    }


def grade_cells(grade: Grade | None) -> dict[str, str]:
    """Return the cells of a grade, by column; {} if there is no grade."""
    if grade is None:
        return {}
    return {what: points_text(points) for what, points, _ in grade.parts} | {
        "points": points_text(grade.points),
        "late": grade.late.words,
        "deductions": cell("; ".join(grade.deductions)),
    }
