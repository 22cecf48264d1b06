"""The gradebook that a platform exported, with the grades filled in: all else stays as it was."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from noughts.course.names import folded, run_together
from noughts.course.tables import Person
from noughts.notation import BadInput

# The columns by which Canvas, Blackboard and Moodle tell who somebody is, the surest first: names before numbers, which
# may be those of another list.
PEOPLE = ("identifier", "student", "full name", "username", "sis login id", "sis user id", "id number", "student id",
          "email address", "id")  # fmt: skip
# The column that takes a grade, where nobody names one: Moodle's own worksheet has it.
GRADE = "grade"


@dataclass(frozen=True)
class Gradebook:
    """A platform's file, as it was read."""

    rows: list[list[str]]
    who: list[int]  # the columns that tell who somebody is
    into: int  # the column that takes the grade
    encoding: str
    separator: str
    line_end: str
    is_quoted: bool

    def filled(self, people: list[Person], is_sure: bool) -> tuple[bytes, list[str]]:
        """The file with everybody's grade, and whom it has no line for. Who is missing gets a zero if that is sure."""
        known: dict[str, set[int]] = defaultdict(set)
        for number, person in enumerate(people):
            for name in names_of(person):
                known[folded(name)].add(number)
        found = set()
        rows = [list(row) for row in self.rows]
        for row in rows[1:]:
            whose = self._whose(row, known)
            if whose is not None and self.into < len(row):
                found.add(whose)
                entry = people[whose].entry
                if entry or is_sure:
                    row[self.into] = entry.grade.text if entry and entry.grade else "0"
        lost = [person.name for number, person in enumerate(people) if number not in found]
        return self._written(rows), lost

    def _whose(self, row: list[str], known: dict[str, set[int]]) -> int | None:
        """Whose line it is; nobody's where it could be several people's."""
        possible: set[int] = set()
        for at in self.who:
            told = set[int]().union(*(known.get(form, ()) for form in forms(row[at]))) if at < len(row) else set()
            possible = (possible & told) or possible or told
            if len(possible) == 1:
                return next(iter(possible))
        return None

    def _written(self, rows: list[list[str]]) -> bytes:
        out = io.StringIO()
        csv.writer(
            out,
            delimiter=self.separator,
            lineterminator=self.line_end,
            quoting=csv.QUOTE_ALL if self.is_quoted else csv.QUOTE_MINIMAL,
        ).writerows(rows)
        return out.getvalue().encode(self.encoding)


def names_of(person: Person) -> set[str]:
    """All that a gradebook may call somebody; a group's submission has one member's id, so it is nobody's."""
    entry = person.entry
    alone = entry is not None and len(entry.members) <= 1
    platforms = {entry.submission.name, entry.submission.id} if entry and alone else set()
    return ({person.name, person.id} | platforms) - {""}


def forms(name: str) -> set[str]:
    """How a gradebook's name may be written elsewhere."""
    return ({folded(name)} | run_together(name)) - {""}


def read(path: Path, column: str | None) -> Gradebook:
    """A gradebook; BadInput where it is none, or where nothing says which column takes the grade."""
    data = path.read_bytes()
    encoding = (
        "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig" if data[:3] == b"\xef\xbb\xbf" else "utf-8"
    )
    try:
        text = data.decode(encoding)
        head = text.partition("\n")[0]
        separator = "\t" if head.count("\t") > head.count(",") else ","
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{str(path)!r} is no gradebook that can be read: {error}") from None
    if not rows:
        raise BadInput(f"{str(path)!r} is empty: export the gradebook from the platform")
    who, into = columns_of(rows[0], column, path)
    is_quoted = head.count('"') >= 2 * len(rows[0])
    return Gradebook(rows, who, into, encoding, separator, "\r\n" if "\r\n" in text else "\n", is_quoted)


def columns_of(head: list[str], column: str | None, path: Path) -> tuple[list[int], int]:
    """Which columns tell who somebody is, and which takes the grade."""
    names = [name.strip().strip("\ufeff").lower() for name in head]
    who = [names.index(name) for name in PEOPLE if name in names]
    if not who:
        raise BadInput(
            f"{str(path)!r} has no column that says who somebody is: one of Student, Username, Full name is needed"
        )
    wanted = (column or GRADE).strip().lower()
    fitting = [at for at, name in enumerate(names) if name == wanted]
    if column and not fitting:
        fitting = [at for at, name in enumerate(names) if wanted in name]
    if len(fitting) != 1:
        choices = ", ".join(repr(name) for name in head if name)[:300]
        raise BadInput(f"--column must name the one column of {str(path)!r} that takes the grade: it has {choices}")
    return who, fitting[0]
