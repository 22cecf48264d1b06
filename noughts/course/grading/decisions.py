"""The teacher's decisions: three small tables in the output folder, which every run reads and no run changes.

adjustments.csv     points to give instead of the computed ones, or to deduct, for a student or group
extensions.csv      a later deadline for a student or group
cleared.csv         pairs of similar files that a person has reviewed and found harmless

A run creates each missing table with only its header line.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from noughts.course.grading.rubric import Rubric
from noughts.course.grading.similarity import SimilarPair
from noughts.course.intake.names import compact_forms, name_key
from noughts.course.intake.roster import RosterMatch, Student, read_table, time_of
from noughts.course.intake.submissions import Submission
from noughts.errors import BadInput
from noughts.support.text import choose_from

ADJUSTMENTS, EXTENSIONS, CLEARED = "adjustments.csv", "extensions.csv", "cleared.csv"
TABLES = {
    ADJUSTMENTS: ("who", "points", "deduction", "reason"),
    EXTENSIONS: ("who", "until", "reason"),
    CLEARED: ("first", "second", "reason"),
}
POINTS_MAX = 1e6


@dataclass(frozen=True)
class Adjustment:
    """Points to give instead of the computed ones, or a deduction (a negative one adds points), and the reason."""

    points: float | None
    deduction: float
    reason: str


@dataclass(frozen=True)
class Decisions:
    """The teacher's decisions, by the key of a submission or by student.

    A line for a group applies to the submission of the group.
    """

    of_submissions: dict[str, list[Adjustment]] = field(default_factory=lambda: defaultdict(list))
    of_students: dict[Student, list[Adjustment]] = field(default_factory=lambda: defaultdict(list))
    extended: dict[str, datetime] = field(default_factory=dict)  # the later deadlines
    extended_because: dict[str, str] = field(default_factory=dict)  # the reasons for them
    cleared: dict[frozenset[str], str] = field(default_factory=dict)  # the reasons, by the two names of a pair

    def reason_cleared(self, pair: SimilarPair) -> str | None:
        """Return why a pair was cleared; None if it was not."""
        return self.cleared.get(frozenset((pair.first, pair.second)))


def write_templates(folder: Path) -> None:
    """Create each missing table with only a header line, in UTF-8 with a byte order mark (Excel needs it)."""
    for name, columns in TABLES.items():
        path = folder / name
        if not path.exists():
            path.write_text(",".join(columns) + "\n", "utf-8-sig")


def read(
    folder: Path, rubric: Rubric, submissions: list[Submission], match: RosterMatch, others: Iterable[str] = ()
) -> Decisions:
    """Return the teacher's decisions; raise BadInput for a line with a mistake.

    `others` are the names of the files of another year, which cleared.csv may also contain.
    """
    finder, decisions = Finder(submissions, match), Decisions()
    for where, row in rows_of(folder / ADJUSTMENTS):
        adjustment = adjustment_of(where, row, rubric.total)
        target = finder.find(where, row["who"])
        if isinstance(target, Student):
            decisions.of_students[target].append(adjustment)
        else:
            decisions.of_submissions[target].append(adjustment)
    for where, row in rows_of(folder / EXTENSIONS):
        target = finder.find(where, row["who"])
        keys = finder.submissions_of(target) if isinstance(target, Student) else [target]
        if decisions.extended.keys() & {*keys}:
            raise BadInput(f"{where}: {row['who']!r} has an extension in an earlier line: keep one line")
        decisions.extended.update(dict.fromkeys(keys, until(where, row["until"], rubric.at)))
        decisions.extended_because.update(dict.fromkeys(keys, row["reason"]))
    for where, row in rows_of(folder / CLEARED):
        pair = frozenset(finder.file_named(where, row[column], others) for column in ("first", "second"))
        if len(pair) != 2:
            raise BadInput(f"{where}: both names are of the same file: write two different names from index.html")
        decisions.cleared[pair] = reason_in(where, row["first"], row)
    return decisions


def rows_of(path: Path) -> Iterable[tuple[str, dict[str, str]]]:
    """Yield the place, e.g. "line 2 of cleared.csv", and the cells of each non-empty line of a table.

    Yield nothing if the file does not exist.
    """
    if path.is_file():
        for number, row in enumerate(read_table(path, *((column,) for column in TABLES[path.name])), 2):
            if any(row.values()):
                yield f"line {number} of {path.name}", row


def adjustment_of(where: str, row: dict[str, str], total: float) -> Adjustment:
    """Return the adjustment in a line.

    Raise BadInput unless the line has a reason and either points, from 0 to `total`, or a deduction.
    """
    given = {column: row[column] for column in ("points", "deduction") if row[column]}
    if len(given) != 1:
        words = "needs either points (in place of the computed ones) or a deduction: fill in exactly one of the two"
        raise BadInput(f"{where}: {row['who']!r} {words}")
    [(column, text)] = given.items()
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        number = float("nan")
    if not -POINTS_MAX < number < POINTS_MAX:
        raise BadInput(f"{where}: {column} {text!r} is not a number of points: write e.g. 5 or 2.5")
    if column == "points" and (text[0] in "+-" or not number <= total):
        more = "to give 5 points more, write -5 as the deduction"
        raise BadInput(f"{where}: points {text!r} must be the whole grade, from 0 to {total:g}: {more}")
    reason = reason_in(where, row["who"], row)
    return Adjustment(number if column == "points" else None, number if column == "deduction" else 0.0, reason)


def reason_in(where: str, who: str, row: dict[str, str]) -> str:
    """Return the reason in a line; raise BadInput if there is none."""
    if not row["reason"]:
        raise BadInput(f"{where}: {who!r} has no reason: write one in the column 'reason'")
    return row["reason"]


def until(where: str, text: str, deadline: datetime | None) -> datetime:
    """Return the time in a line of extensions.csv.

    Raise BadInput if it is not a date with a time of day, if it is not after the deadline, or if there is no deadline.
    """
    try:
        time = time_of(text)
    except ValueError:
        time = None
    if time is None or len(text) < len("2026-11-20T23"):
        raise BadInput(f"{where}: {text!r} is not a date with a time: write it like 2026-11-20T23:59")
    if deadline is None:
        raise BadInput(f"{where}: there is no deadline to extend: set one in the rubric, under [deadline]")
    if (time if time.tzinfo else time.replace(tzinfo=deadline.tzinfo)) <= deadline:
        raise BadInput(f"{where}: {text!r} is not after the deadline, {deadline.isoformat(' ')}: write a later time")
    return time


class Finder:
    """Finds the student or the submission that a name, an id or a group in a table stands for."""

    def __init__(self, submissions: list[Submission], match: RosterMatch) -> None:
        self._match = match
        self._students: dict[str, set[Student]] = defaultdict(set)
        self._submissions: dict[str, set[str]] = defaultdict(set)
        self._keys = {submission.key for submission in submissions}
        for student in (*chain(*match.members.values()), *match.missing):
            for text in (student.name, student.id):
                self._add(self._students, text, student)
        for submission in submissions:
            for text in (submission.key, submission.name, submission.id, submission.id.removeprefix("Participant ")):
                self._add(self._submissions, text, submission.key)
            for student in match.members.get(submission.key, ()):
                self._add(self._submissions, student.group, submission.key)

    @staticmethod
    def _add(index: dict[str, set[Any]], text: str, value: object) -> None:
        for form in {name_key(text), *compact_forms(text)} - {""}:
            index[form].add(value)

    def find(self, where: str, who: str) -> Student | str:
        """Return the student, or the key of the submission, that `who` means.

        If a student has one submission, without other members, return the key of the submission. Raise BadInput if
        `who` matches nobody, or several students or submissions.
        """
        if who in self._keys:
            return who
        for index in (self._students, self._submissions):
            targets = index.get(name_key(who), set())
            if len(targets) > 1:
                raise BadInput(
                    f"{where}: several students or submissions match {who!r}: write an id or a name from grades.csv"
                )
            for target in targets:
                keys = self.submissions_of(target) if isinstance(target, Student) else []
                return keys[0] if len(keys) == 1 and len(self._match.members[keys[0]]) == 1 else target
        words = {*name_key(who).split()}
        alike = [name for name in self._known() if words and words <= {*name_key(name).split()}]
        meant = f"did you mean {' or '.join(alike)}?" if alike else choose_from(who, self._known(), shown=False)
        advice = meant or "write a name or an id from grades.csv, or a group from the roster"
        raise BadInput(f"{where}: nobody is called {who!r}: {advice}")

    def _known(self) -> list[str]:
        """Return the names of students and the keys of submissions that an error message may suggest."""
        people = {student.name for students in self._students.values() for student in students}
        return sorted(people | self._keys)

    def submissions_of(self, student: Student) -> list[str]:
        """Return the keys of the submissions that have the student as a member."""
        return [key for key, students in self._match.members.items() if student in students]

    def file_named(self, where: str, name: str, others: Iterable[str]) -> str:
        """Return the file that `name` means, as the key of a submission or one of `others`.

        Raise BadInput if there is none, or if several submissions have that name.
        """
        keys = {name} & {*self._keys, *others} or self._submissions.get(name_key(name), set())
        if len(keys) != 1:
            meant = choose_from(name, [*self._keys, *others], shown=False)
            count = "several files are" if keys else "no file is"
            raise BadInput(f"{where}: {count} called {name!r}: {meant or 'write the names from index.html'}")
        return min(keys)
