"""Who is in the course: the roster, and which submission is whose.

A name decides. A number is only asked where a name is nobody's or several students', because platforms number their
users themselves, and such a number may be somebody else's in the roster.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from noughts.course.intake import Submission
from noughts.course.names import folded, run_together
from noughts.notation import BadInput


@dataclass(frozen=True, slots=True)
class Student:
    """A line of the roster."""

    name: str
    id: str
    group: str


@dataclass(frozen=True)
class Matched:
    """The roster next to what was handed in."""

    members: dict[str, tuple[Student, ...]] = field(default_factory=dict)  # of each submission, by its key
    seconds: set[str] = field(default_factory=set)  # the submissions of groups that handed in more than one
    missing: list[Student] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)  # submissions of nobody, or of nobody can say whom


def read_table(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """A CSV with at least these columns, whatever else it has; BadInput where they are missing."""
    try:
        text = path.read_text("utf-8-sig")
        head = text.partition("\n")[0]
        separator = max(",;\t", key=head.count)  # some spreadsheets put semicolons where a comma is a decimal point
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{str(path)!r} is no CSV in UTF-8: {error}") from None
    names = [name.strip().lower() for name in rows[0]] if rows else []
    missing = [name for name in columns if name not in names]
    if missing:
        raise BadInput(f"{str(path)!r} lacks the column {missing[0]!r}: its first line must name {', '.join(columns)}")
    padded = ([*row, *[""] * len(names)] for row in rows[1:])
    return [dict(zip(names, map(str.strip, row), strict=False)) for row in padded]


def read_times(path: Path) -> dict[str, datetime]:
    """When everybody handed in, from a CSV of who and time."""
    times = {}
    for number, row in enumerate(read_table(path, ("who", "time")), 2):
        if not row["who"]:
            continue
        try:
            times[row["who"]] = datetime.fromisoformat(row["time"])
        except ValueError:
            raise BadInput(
                f"line {number} of {str(path)!r}: {row['time']!r} is no time: write 2026-11-20T23:59:00+01:00"
            ) from None
    return times


def read(path: Path) -> tuple[Student, ...]:
    """The roster; two students may have one name, and never one id."""
    students, lines = [], dict[str, int]()
    for number, row in enumerate(read_table(path, ("name", "id", "group")), 2):
        student = Student(row["name"], row["id"], row["group"])
        if student.name or student.id:
            if student.id and lines.setdefault(folded(student.id), number) != number:
                first = lines[folded(student.id)]
                raise BadInput(f"line {number} of {str(path)!r}: the id {student.id!r} is in line {first} already")
            students.append(student)
    return tuple(students)


def match(students: Sequence[Student], submissions: list[Submission]) -> Matched:
    """Whose each submission is, whose group handed in more than once, and who is missing."""
    if not students:
        return Matched()
    owners = owners_of(students, submissions)
    groups: dict[str, list[Student]] = defaultdict(list)
    for student in students:
        groups[group_of(student)].append(student)
    matched, handed = Matched(), defaultdict[str, list[str]](list)
    for each in submissions:
        group = group_of(owners[each.key]) if each.key in owners else folded(each.name)
        if group in groups:
            matched.members[each.key] = tuple(groups[group])
            handed[group].append(each.key)
        else:
            matched.unmatched.append(each.key)
    matched.seconds.update(key for keys in handed.values() if len(keys) > 1 for key in keys)
    matched.missing.extend(student for student in students if group_of(student) not in handed)
    return matched


def owners_of(students: Sequence[Student], submissions: list[Submission]) -> dict[str, Student]:
    """The student that each submission's name tells, or for want of one its id, of those whom no name tells."""
    by_name: dict[str, set[Student]] = defaultdict(set)
    for student in students:
        for form in {folded(student.name), folded(student.id), *run_together(student.name)} - {""}:
            by_name[form].add(student)
    told = {each.key: by_name.get(folded(each.name), set()) for each in submissions}
    owners = {key: next(iter(some)) for key, some in told.items() if len(some) == 1}
    left = {folded(student.id): student for student in students if student.id} if len(owners) < len(told) else {}
    for student in owners.values():
        left.pop(folded(student.id), None)
    for each in submissions:
        found = left.get(folded(each.id))
        if each.key not in owners and found and (not told[each.key] or found in told[each.key]):
            owners[each.key] = found
    return owners


def group_of(student: Student) -> str:
    """A student's group; who has none is one alone, under a name that no submission has."""
    return folded(student.group) or f"\0{student.id}\0{student.name}"
