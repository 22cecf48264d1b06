"""The roster: the students of a course, and the owner of each submission.

Submissions are matched by name. An id is used only if the name is that of no student, of several students or of
several users of the platform: platforms number their users themselves, and the number of one student may be the id of
another student in the roster.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import zip_longest
from pathlib import Path

from noughts.course.intake.names import EARLIEST_YEAR, compact_forms, name_key
from noughts.course.intake.submissions import Submission
from noughts.errors import BadInput

# The names that the id column may have in a roster or a gradebook.
IDS = (
    "id", "identifier", "username", "user name", "sis login id", "sis user id", "sid", "id number", "student id",
    "email address", "email", "github_username",
)  # fmt: skip
# The names that other columns of a roster may have.
NAME_COLUMNS = ("name", "full name", "vollständiger name", "student", "student name", "last name", "surname")
GROUP_COLUMNS = ("group", "group name", "group code", "groups", "section group")
# What a Canvas gradebook has in the column for names on lines that are not about a student.
NOT_STUDENTS = ("points possible", "student, test", "test student")
# How Moodle writes the time of a submission, without the weekday: in English, in American English, and with 24 hours.
DATE_FORMS = ("%d %B %Y, %I:%M %p", "%B %d, %Y, %I:%M %p", "%d %B %Y, %H:%M", "%B %d, %Y, %H:%M")
GERMAN_MONTHS = {
    "Januar": "January", "Februar": "February", "März": "March", "Mai": "May", "Juni": "June", "Juli": "July",
    "Oktober": "October", "Dezember": "December",
}  # fmt: skip


@dataclass(frozen=True, slots=True, order=True)
class Student:
    """One student, from a line of the roster."""

    name: str
    id: str
    group: str
    other_ids: tuple[str, ...] = ()  # e.g. a user name or an e-mail address


@dataclass(frozen=True)
class RosterMatch:
    """How the submissions match the roster. Submissions are given by their keys, except in `by_id`."""

    members: dict[str, tuple[Student, ...]] = field(default_factory=dict)  # the students of each submission
    by_id: list[str] = field(default_factory=list)  # words like "nickname as Ada", for submissions matched by id alone
    repeated: set[str] = field(default_factory=set)  # submissions of groups that handed in more than once
    repeated_groups: list[str] = field(default_factory=list)  # the names of the groups that did so
    missing: list[Student] = field(default_factory=list)  # students without a submission
    unmatched: list[str] = field(default_factory=list)  # submissions that cannot be matched for certain


def read_table(path: Path, *columns: tuple[str, ...]) -> list[dict[str, str]]:
    """Return the rows of a CSV file below the first line, as dicts by the lower-case names of all columns.

    Each of `columns` lists the possible names of a required column; the first of these names becomes the key. Raise
    BadInput if the file is not CSV in UTF-8, lacks a required column, or has text to the right of the last column.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(text)))
    except UnicodeDecodeError:
        raise BadInput(f"{str(path)!r} is not text in UTF-8: in a spreadsheet, save it as 'CSV UTF-8'") from None
    except csv.Error as error:
        raise BadInput(f"{str(path)!r} is not a CSV file: {error}; save it as CSV UTF-8") from None
    names = [name.strip().lower() for name in rows[0]] if rows else []
    for column in columns:
        known = next((name for name in column if name in names), None)
        if known is None:
            wanted = ", ".join(column[0] for column in columns)
            raise BadInput(f"{str(path)!r} lacks the column {column[0]!r}: its first line must contain {wanted}")
        names[names.index(known)] = column[0]
    for number, row in enumerate(rows, 1):
        if len(row) > len(names) and any(cell.strip() for cell in row[len(names) :]):
            where = f"line {number} of {str(path)!r}"
            words = f"{len(row)} cells, but the first line has {len(names)}"
            raise BadInput(f"{where} has {words}: quote a cell that contains a separator, and name every column")
    return [dict(zip_longest(names, map(str.strip, row[: len(names)]), fillvalue="")) for row in rows[1:]]


def one_of(path: Path, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return `[names]` if a table has a column with one of the names, else []: an optional column for `read_table`."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        head = file.readline()
    columns = {cell.strip().strip('"').lower() for cell in head.split(separator_of(head))}
    return [names] if columns & {*names} else []


def separator_of(text: str) -> str:
    """Return the separator of the cells: a comma, semicolon or tab, whichever is most frequent in the first line."""
    return max(",;\t", key=text.partition("\n")[0].count)


def read_times(path: Path) -> dict[str, datetime]:
    """Return the times of submissions by name or id; raise BadInput for a mistake in the file.

    The file has the columns who and time, or is Moodle's grading worksheet. Lines without a name or time are skipped.
    """
    times, lines = dict[str, datetime](), dict[str, int]()
    columns = ("time", "last modified (submission)", "zuletzt geändert (abgabe)")
    rows = read_table(path, ("who", "identifier", "full name", "vollständiger name"), columns)
    advice = "delete one of the lines; if two students share the name, write their ids, e.g. 'Participant 1234'"
    for number, row in enumerate(rows, 2):
        who, text = row["who"], row["time"]
        if not who or text in ("", "-"):
            continue
        refuse_repeated(lines, who, number, path, advice)
        try:
            times[who] = time_of(text)
        except ValueError:
            where = f"line {number} of {str(path)!r}"
            example = f"write a time from {EARLIEST_YEAR} on, like 2026-11-20T23:59:00+01:00, or set Moodle to English"
            raise BadInput(f"{where}: {text!r} is not a time of a submission: {example}") from None
    return times


def refuse_repeated(lines: dict[str, int], who: str, number: int, path: Path, advice: str) -> None:
    """Record the line number of a name or id; raise BadInput if an earlier line has the same name or id."""
    first = lines.setdefault(name_key(who), number)
    if first != number:
        raise BadInput(f"line {number} of {str(path)!r}: {who!r} is already on line {first}: {advice}")


def time_of(text: str) -> datetime:
    """Return the time in a string like 2026-11-03T09:30, or as Moodle writes it in English or German.

    Raise ValueError for any other string, and for a time before EARLIEST_YEAR.

    >>> time_of("Tuesday, 3 November 2026, 9:30 AM") == time_of("Tuesday, November 3, 2026, 9:30 AM")
    True
    >>> time_of("Dienstag, 3. November 2026, 21:30") == time_of("Tuesday, 3 November 2026, 9:30 PM")
    True
    """
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = moodle_time(text)
    if time.year < EARLIEST_YEAR:
        raise ValueError
    return time


def moodle_time(text: str) -> datetime:
    """Return a time that Moodle wrote in one of DATE_FORMS; raise ValueError for any other string."""
    plain = re.sub(r"\w+", lambda match: GERMAN_MONTHS.get(match[0], match[0]), text.replace(".", "")).strip()
    without_weekday = re.sub(r"^[^\W\d]+day, |^[^\W\d]+tag, |^Mittwoch, ", "", plain)
    for form in DATE_FORMS:
        try:
            return datetime.strptime(without_weekday, form)
        except ValueError:
            continue
    raise ValueError(text)


def read(path: Path) -> tuple[Student, ...]:
    """Return the students in a roster file. Students may share a name if they have ids.

    Raise BadInput if it cannot be read, has no column for names or no students, or has a student twice.
    """
    students, lines = [], dict[str, int]()
    advice = "keep one line; if these are two students, give each an id of their own"
    rows = read_table(path, NAME_COLUMNS, *one_of(path, GROUP_COLUMNS))
    for number, row in enumerate(rows, 2):
        name = " ".join(row[column] for column in ("first name", "name") if row.get(column))
        ids = [row[column] for column in IDS if row.get(column)]
        student = Student(name, ids[0] if ids else "", row.get("group", ""), tuple(ids[1:]))
        if (student.name or student.id) and student.name.lower() not in NOT_STUDENTS:
            refuse_repeated(lines, student.id or student.name, number, path, advice)
            students.append(student)
    if not students:
        raise BadInput(f"{str(path)!r} contains no students: write a line for each student below the first line")
    return tuple(students)


def match(students: Sequence[Student], submissions: list[Submission]) -> RosterMatch:
    """Return how the submissions match the roster; an empty RosterMatch if there are no students."""
    if not students:
        return RosterMatch()
    owners, by_id_alone = owners_of(students, submissions)
    groups: dict[str, list[Student]] = defaultdict(list)
    for student in students:
        groups[group_of(student)].append(student)
    in_one_word = {form: group for group, members in groups.items() for form in compact_forms(members[0].group)}
    taken = {group_of(student) for student in owners.values()}
    matched, handed_in = RosterMatch(by_id=by_id_alone), defaultdict[str, list[str]](list)
    for submission in submissions:
        if together := named_together(students, submission):
            matched.members[submission.key] = together
            for group in {group_of(student) for student in together}:
                handed_in[group].append(submission.key)
            continue
        own_name = name_key(submission.name)
        group = in_one_word.get(own_name, own_name)  # Canvas writes "group5" for "Group 5"
        group = group_of(owners[submission.key]) if submission.key in owners else group
        # Anyone can hand in under a group's name. If the platform gives ids, a member's submission has priority.
        if group in groups and (submission.key in owners or not (submission.id and group in taken)):
            matched.members[submission.key] = tuple(groups[group])
            handed_in[group].append(submission.key)
        else:
            matched.unmatched.append(submission.key)
    by_key = {submission.key: submission for submission in submissions}
    repeated = {group: keys for group, keys in handed_in.items() if not are_copies([by_key[key] for key in keys])}
    matched.repeated.update(key for keys in repeated.values() for key in keys)
    matched.repeated_groups.extend(groups[group][0].group or groups[group][0].name for group in repeated)
    matched.missing.extend(student for student in students if group_of(student) not in handed_in)
    return matched


def are_copies(submissions: list[Submission]) -> bool:
    """Return whether the submissions of a group count as one: a single one, or Moodle's copies of a team's file."""
    contents = {submission.data.read() if submission.data else b"" for submission in submissions}
    is_moodle = all("_assignsubmission_" in submission.start for submission in submissions)
    return len(submissions) == 1 or (is_moodle and len(contents) == 1)


def named_together(students: Sequence[Student], submission: Submission) -> tuple[Student, ...]:
    """Return the students in a name like "Ada Lovelace; Bob"; () unless each of two or more names fits one student."""
    names = submission.name.split("; ")
    if len(names) < 2:
        return ()
    people = [replace(submission, key=str(number), name=name) for number, name in enumerate(names)]
    claimed = claims(students, people).values()
    return tuple(map(min, claimed)) if all(len(claimants) == 1 for claimants in claimed) else ()


def owners_of(students: Sequence[Student], submissions: list[Submission]) -> tuple[dict[str, Student], list[str]]:
    """Return the owners of submissions by key, and strings like "nickname as Ada" for submissions matched by id alone.

    A submission is matched by id if several students, or several users of the platform, share its name, and by id alone
    if no student has its name.
    """
    claimed = claims(students, submissions)
    claimed_by_one = {key: min(claimants) for key, claimants in claimed.items() if len(claimants) == 1}
    platform_ids: dict[Student, set[str]] = defaultdict(set)
    for submission in submissions:
        if submission.key in claimed_by_one:
            platform_ids[claimed_by_one[submission.key]].add(submission.id)
    owners = {key: student for key, student in claimed_by_one.items() if len(platform_ids[student]) == 1}
    by_id = {name_key(number): student for student in students for number in (*student.other_ids, student.id) if number}
    taken, by_id_alone = set(owners.values()), []
    for submission in submissions:
        if submission.key in owners:
            continue
        # Moodle's participant numbers are not the roster's ids; they only distinguish people with the same name.
        student = by_id.get(name_key(submission.id)) or by_id.get(name_key(submission.id.removeprefix("Participant ")))
        if student is None or student in taken:
            continue
        if student in claimed[submission.key]:
            owners[submission.key] = student
        elif not claimed[submission.key] and not submission.id.startswith("Participant "):
            owners[submission.key] = student
            by_id_alone.append(f"{submission.name} as {student.name}")
    return owners, by_id_alone


def claims(students: Sequence[Student], submissions: list[Submission]) -> dict[str, set[Student]]:
    """Return, by the key of each submission, the students to whom its name may refer.

    A name matches if its words, in any order, are those of a student's name or id, or else if it is a student's name
    written without spaces, like "lovelaceada" for Ada Lovelace. The names from `names_in` are tried until one matches.
    """
    by_words, by_letters = defaultdict[str, set[Student]](set), defaultdict[str, set[Student]](set)
    for student in students:
        for name in {student.name, student.id, *student.other_ids} - {""}:
            by_words[name_key(name)].add(student)
        for form in compact_forms(student.name):
            by_letters[form].add(student)
    return {
        submission.key: next(
            (
                claimants
                for name in names_in(submission.name)
                for claimants in (by_words.get(name_key(name)), by_letters.get(name_key(name).replace(" ", "")))
                if claimants
            ),
            set(),
        )
        for submission in submissions
    }


def names_in(name: str) -> list[str]:
    """Return the name, and the part after each hyphen: Moodle writes "Group A-Ada Lovelace" for a member of a team."""
    parts = name.split("-")
    return ["-".join(parts[first:]) for first in range(len(parts))]


def group_of(student: Student) -> str:
    """Return a key for a student's group; a student without a group is a group of one."""
    return name_key(student.group) or f"\0{student.id}\0{student.name}"
