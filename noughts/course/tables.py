"""Grades as a table: who gets which, for what, and what a person should look at."""

from __future__ import annotations

import csv
import io
import unicodedata
from dataclasses import dataclass
from typing import Any

from noughts.check.questions import NO_ANSWER_WORDS
from noughts.course.course import Course, Entry
from noughts.course.roster import Student
from noughts.course.rubric import PARTS, shown


@dataclass(frozen=True)
class Person:
    """Somebody who gets a grade, and the submission that it is for: none where nothing was handed in."""

    name: str
    id: str
    entry: Entry | None


def cell(text: str) -> str:
    """A text that a spreadsheet takes for a text, whatever it begins with."""
    first = unicodedata.normalize("NFKC", text[:1])
    return f"'{text}" if first in ("=", "+", "-", "@", "\t", "\r", "\n") else text


def grades(course: Course) -> str:
    """grades.csv: a line for every student."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["who", "id", "submission", "points", "of", "verdict", "late", "costs", "alike", "to look at", *PARTS]
    )
    # Nobody gets a zero for what may be there under another name.
    points, verdict = ("", "missing, not sure") if course.roster.unmatched else ("0", "missing")
    nothing = ["", points, shown(course.plan.rubric.total), verdict, "", "", "", "", *[""] * len(PARTS)]
    for person in people(course):
        told = columns(person.entry) if person.entry else nothing
        writer.writerow([cell(person.name), cell(person.id), *told])
    return out.getvalue()


def people(course: Course) -> list[Person]:
    """Everybody who gets a grade: the roster's students where there is a roster, else who handed in.

    Of two submissions of one group, each of which has had its cost, the one with more points counts.
    """
    found = [Person(entry.key, entry.submission.id, entry) for entry in course.entries if not entry.members]
    best: dict[Student, Entry | None] = dict.fromkeys(course.roster.missing)
    for entry in course.entries:
        for student in entry.members:
            if points(entry) > points(best.get(student)):
                best[student] = entry
    found += [Person(student.name, student.id, entry) for student, entry in best.items()]
    return sorted(found, key=lambda each: (each.name, each.id))


def points(entry: Entry | None) -> float:
    """What somebody got; whoever handed in has more than who did not."""
    return entry.grade.points if entry and entry.grade else -1.0


def columns(entry: Entry) -> list[str]:
    """An entry's cells; no points where it could not be checked."""
    report, grade = entry.report, entry.grade
    likeness = f"{entry.likeness:.0f} %" if entry.alike else ""
    parts = {what: shown(points) for what, points, _ in grade.parts} if grade else {}
    of, late, costs = (shown(grade.total), grade.late, grade.costs) if grade else ("", "", "")
    told = [grade.text if grade else "", of, verdict_of(report), late, cell(costs), likeness]
    return [cell(entry.key), *told, cell("; ".join(concerns(entry, report))), *(parts.get(name, "") for name in PARTS)]


def verdict_of(report: dict[str, Any] | None) -> str:
    """What became of it, in a word or two."""
    return str(report["verdict"]) if report else "not graded"


def concerns(entry: Entry, report: dict[str, Any] | None) -> list[str]:
    """What a person should look at."""
    found = list(entry.submission.problems)
    if entry.is_second:
        found.append("the group has handed in more than once")
    if report:
        found += [report["reason"]] if report["reason"] else []
        found += [f"source: {flag}" for flag in report["flags"][:3]]
        found += limits_hit(report)
    return found


def limits_hit(report: dict[str, Any]) -> list[str]:
    """Where a check ended at a limit, so that a person may give it more."""
    if report["verdict"] == "not checked":
        return []
    functions = report["functions"].items()
    late = [name for name, each in functions if each["status"] == "not reached"]
    hung = [
        name
        for name, each in functions
        if (found := each["counterexample"]) and found["got"].startswith(NO_ANSWER_WORDS)
    ]
    told = [f"the time was up before {', '.join(late)} had been asked everything"] if late else []
    return told + [f"{', '.join(hung)} gave no answer within the limits"] * bool(hung)
