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
from noughts.course.names import EARLIEST, folded, run_together
from noughts.errors import BadInput

# What a roster, or a gradebook, may call the column of an id.
IDS = ("id", "identifier", "username", "sis login id", "sis user id", "id number", "student id", "email address")


@dataclass(frozen=True, slots=True, order=True)
class Student:
    """A line of the roster."""

    name: str
    id: str
    group: str


@dataclass(frozen=True)
class Matched:
    """The roster next to what was handed in."""

    members: dict[str, tuple[Student, ...]] = field(default_factory=dict)  # of each submission, by its key
    by_number: list[str] = field(default_factory=list)  # submissions whose student only an id told
    seconds: set[str] = field(default_factory=set)  # the submissions of groups that handed in more than one
    groups: list[str] = field(default_factory=list)  # those groups
    missing: list[Student] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)  # submissions of nobody, or of nobody can say whom


def read_table(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """A CSV with at least these columns, whatever else it has; BadInput where they are missing, or a line has more.

    Alternatives are written with a slash: "who/full name". The first is what the column is called then.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(text)))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{str(path)!r} is no CSV in UTF-8, save it as such: {error}") from None
    names = [name.strip().lower() for name in rows[0]] if rows else []
    for column in columns:
        first = column.partition("/")[0]
        known = [name for name in column.split("/") if name in names]
        if not known:
            wanted = ", ".join(column.partition("/")[0] for column in columns)
            raise BadInput(f"{str(path)!r} lacks the column {first!r}: its first line must name {wanted}")
        names[names.index(known[0])] = first
    for number, row in enumerate(rows, 1):
        if len(row) > len(names) and any(cell.strip() for cell in row[len(names) :]):
            raise BadInput(
                f"line {number} of {str(path)!r} has {len(row)} cells where the first line has {len(names)}: a comma "
                "inside a cell needs quotes around it"
            )
    padded = ([*row, *[""] * len(names)] for row in rows[1:])
    return [dict(zip(names, map(str.strip, row), strict=False)) for row in padded]


def separator_of(text: str) -> str:
    """What stands between the cells: some spreadsheets put semicolons where a comma is a decimal point."""
    return max(",;\t", key=text.partition("\n")[0].count)


def read_times(path: Path) -> dict[str, datetime]:
    """When everybody handed in, from a CSV of who and time, or from Moodle's worksheet."""
    times, lines = dict[str, datetime](), dict[str, int]()
    for number, row in enumerate(read_table(path, ("who/identifier/full name", "time/last modified (submission)")), 2):
        who, text = row["who"], row["time"]
        if not who or text in ("", "-"):
            continue
        if lines.setdefault(folded(who), number) != number:
            first = lines[folded(who)]
            raise BadInput(
                f"line {number} of {str(path)!r}: {who!r} is in line {first} already: where two students have one "
                "name, write the platform's id, e.g. Participant 1234"
            )
        try:
            times[who] = time_of(text)
        except ValueError:
            raise BadInput(
                f"line {number} of {str(path)!r}: {text!r} is no time: write 2026-11-20T23:59:00+01:00"
            ) from None
    return times


def time_of(text: str) -> datetime:
    """A time as it is exchanged, or as Moodle writes it: "Tuesday, 3 November 2026, 9:30 AM"."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = datetime.strptime(text, "%A, %d %B %Y, %I:%M %p")
    if time.year < EARLIEST:
        raise ValueError
    return time


def read(path: Path) -> tuple[Student, ...]:
    """The roster; two students may have one name if they have ids, and never one id."""
    students, lines = [], dict[str, int]()
    for number, row in enumerate(read_table(path, ("name/full name/student/student name/last name/surname",)), 2):
        name = " ".join(row[column] for column in ("first name", "name") if row.get(column))
        student = Student(name, next((row[column] for column in IDS if row.get(column)), ""), row.get("group", ""))
        if student.name or student.id:
            own = student.id or student.name  # without ids, names have to be told apart
            if lines.setdefault(folded(own), number) != number:
                first = lines[folded(own)]
                raise BadInput(
                    f"line {number} of {str(path)!r}: {own!r} is in line {first} already: give everybody an id"
                )
            students.append(student)
    if not students:
        raise BadInput(f"{str(path)!r} names nobody: below the first line every student needs one")
    return tuple(students)


def match(students: Sequence[Student], submissions: list[Submission]) -> Matched:
    """Whose each submission is, whose group handed in more than once, and who is missing."""
    if not students:
        return Matched()
    owners, by_number = owners_of(students, submissions)
    groups: dict[str, list[Student]] = defaultdict(list)
    for student in students:
        groups[group_of(student)].append(student)
    taken = {group_of(student) for student in owners.values()}
    matched, handed = Matched(by_number=by_number), defaultdict[str, list[str]](list)
    for each in submissions:
        group = group_of(owners[each.key]) if each.key in owners else folded(each.name)
        # Anybody may call himself like a group: where a platform tells who it is, its members come first.
        if group in groups and (each.key in owners or not (each.id and group in taken)):
            matched.members[each.key] = tuple(groups[group])
            handed[group].append(each.key)
        else:
            matched.unmatched.append(each.key)
    several = {group: keys for group, keys in handed.items() if len(keys) > 1}
    matched.seconds.update(key for keys in several.values() for key in keys)
    matched.groups.extend(groups[group][0].group or groups[group][0].name for group in several)
    matched.missing.extend(student for student in students if group_of(student) not in handed)
    return matched


def owners_of(students: Sequence[Student], submissions: list[Submission]) -> tuple[dict[str, Student], list[str]]:
    """The student that each submission's name tells, or for want of one its id, of those whom no name tells.

    Several students of one name, or several users of a platform who claim to be one student, are told apart by their
    ids or not at all. Whose name told nobody is named as well: there a number had to do.
    """
    told = claims(students, submissions)
    users: dict[Student, set[str]] = defaultdict(set)
    for each in submissions:
        for student in told[each.key] if len(told[each.key]) == 1 else ():
            users[student].add(each.id)
    sure = {each.key for each in submissions if len(told[each.key]) == 1 and len(users[min(told[each.key])]) == 1}
    owners = {key: min(told[key]) for key in sure}
    by_id = {folded(student.id): student for student in students if student.id}
    taken, by_number = set(owners.values()), []
    for each in submissions:
        if each.key in owners:
            continue
        # Moodle's participants have a number of its own, which may still tell people of one name apart.
        found = by_id.get(folded(each.id)) or by_id.get(folded(each.id.removeprefix("Participant ")))
        if found is None or found in taken:
            continue
        if found in told[each.key]:
            owners[each.key] = found
        elif not told[each.key] and not each.id.startswith("Participant "):
            owners[each.key] = found
            by_number.append(f"{each.name} as {found.name}")
    return owners, by_number


def claims(students: Sequence[Student], submissions: list[Submission]) -> dict[str, set[Student]]:
    """The students whom each submission's name may mean: word by word, else however it is run together."""
    exact, together = defaultdict[str, set[Student]](set), defaultdict[str, set[Student]](set)
    for student in students:
        for name in {student.name, student.id} - {""}:
            exact[folded(name)].add(student)
        for form in run_together(student.name):
            together[form].add(student)
    return {
        each.key: exact.get(folded(each.name)) or together.get(folded(each.name).replace(" ", ""), set())
        for each in submissions
    }


def group_of(student: Student) -> str:
    """A student's group; who has none is one alone, under a name that no submission has."""
    return folded(student.group) or f"\0{student.id}\0{student.name}"
