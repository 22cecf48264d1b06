"""Fill the grades into a gradebook exported from a platform, and leave everything else in it unchanged."""

import codecs
import csv
import io
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from noughts.course.grading.grade import points_text
from noughts.course.intake.names import compact_forms, name_key
from noughts.course.intake.roster import IDS, separator_of
from noughts.course.output.tables import Person
from noughts.errors import BadInput

# The columns that form a name in Canvas, Moodle or Blackboard. Students may be able to change this name.
NAME_COLUMNS = (("student",), ("full name",), ("first name", "last name"), ("first name", "surname"))
PEOPLE_COLUMNS = {*IDS, *(column for columns in NAME_COLUMNS for column in columns)}
ENCODINGS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16", codecs.BOM_UTF8: "utf-8-sig"}


@dataclass(frozen=True)
class Gradebook:
    """A gradebook as read from a platform's file. Its columns are given by their indexes."""

    rows: list[list[str]]  # the first has the names of the columns
    names: list[list[int]]  # the columns that form a name, for each entry of NAME_COLUMNS in the file
    ids: list[int]  # the columns with ids
    into: int  # the column for the grade
    possible: float | None  # the maximum points in that column; None if not known
    encoding: str
    style: dict[str, Any]  # its separator, line end and quotes, as arguments of csv.writer

    def filled(self, people: list[Person], total: float, is_sure: bool) -> tuple[bytes, list[str]]:
        """Return the file with the grades, and the names of people who have no grade or not exactly one line in it.

        Someone who handed in nothing gets 0 if `is_sure` is true; otherwise the cell stays as it is.
        """
        lines = self._lines(people)
        rows = [list(row) for row in self.rows]
        without_grade = []
        for number, person in enumerate(people):
            if len(lines.get(number, ())) != 1 or (person.entry and person.entry.grade is None):
                without_grade.append(person.name)
            elif person.entry or is_sure:
                points = person.entry.grade.points if person.entry and person.entry.grade else 0.0
                scaled = points * (self.possible or total) / total if total else 0.0
                rows[lines[number][0]][self.into] = points_text(scaled)
        out = io.StringIO()
        csv.writer(out, **self.style).writerows(rows)
        return out.getvalue().encode(self.encoding), without_grade

    def _lines(self, people: list[Person]) -> dict[int, list[int]]:
        """Return the indexes of each person's lines, by the person's index in `people`.

        A line belongs to the only person with its name and id, else with its name, else with its id. If some of a
        person's lines have the person's id, the others do not count.
        """
        by_name, by_id = indexes_of(people)
        claimed: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        for at, row in enumerate(self.rows[1:], 1):
            cells = [*row, *[""] * len(self.rows[0])]
            ids = set[int]().union(*(by_id.get(name_key(cells[column]), set()) for column in self.ids))
            written = (" ".join(cells[column] for column in columns) for columns in self.names)
            forms = {form for name in written for form in (name_key(name), *compact_forms(name)) if form}
            names = set[int]().union(*(by_name.get(form, set()) for form in forms))
            chosen = (names & ids) or names or ids
            is_person = not self.ids or any(cells[column].strip() for column in self.ids)
            if is_person and len(chosen) == 1 and self.into < len(row):
                claimed[min(chosen)].append((at, ids == chosen))
        with_id = {number: [at for at, has_id in lines if has_id] for number, lines in claimed.items()}
        return {number: with_id[number] or [at for at, _ in lines] for number, lines in claimed.items()}


def indexes_of(people: list[Person]) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
    """Return two dicts of people's indexes: by the names, and by the ids, that a gradebook may list.

    The name and id of a group's submission are left out, because they are those of only one member. A name counts as
    an id only if there is no id, because students may be able to change it.
    """
    by_name, by_id = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
    for number, person in enumerate(people):
        entry = person.entry
        names, ids = {person.name}, {person.id or person.name}
        if entry is not None and len(entry.members) <= 1:
            names.add(entry.submission.name)
            ids.add(entry.submission.id or entry.submission.name)
        for indexes, texts in ((by_name, names), (by_id, ids)):
            for text in texts - {""}:
                indexes[name_key(text)].add(number)
    return by_name, by_id


def read(path: Path, column: str | None) -> Gradebook:
    """Return the gradebook in a file; raise BadInput if it cannot be read or the column for the grade is not clear."""
    data = path.read_bytes()
    encoding = next((name for mark, name in ENCODINGS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
        separator = separator_of(text)
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{str(path)!r} is not a gradebook that can be read: {error}; export it as CSV") from None
    if not rows:
        raise BadInput(f"{str(path)!r} is empty: export the gradebook from the platform")
    columns = [name.strip().strip("\ufeff").lower() for name in rows[0]]
    names = [[columns.index(name) for name in parts] for parts in NAME_COLUMNS if {*parts} <= {*columns}]
    ids = [columns.index(name) for name in IDS if name in columns]
    if not names and not ids:
        raise BadInput(f"{str(path)!r} has no column with names or ids: it needs e.g. Student, Full name or Username")
    into = grade_column(rows[0], columns, column, path)
    possible = possible_points(columns, rows[1:], into)
    is_quoted = text.partition("\n")[0].count('"') >= 2 * len(columns)
    style = {"delimiter": separator, "lineterminator": "\r\n" if "\r\n" in text else "\n",
             "quoting": csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL}  # fmt: skip
    return Gradebook(rows, names, ids, into, possible, encoding, style)


def grade_column(head: list[str], columns: list[str], column: str | None, path: Path) -> int:
    """Return the index of the column for the grade, or raise BadInput. `columns` is `head` in lower case."""
    wanted = (column or "Grade").strip().lower()  # the default is Moodle's name
    fitting = [at for at, name in enumerate(columns) if name == wanted]
    if column and not fitting:
        fitting = [at for at, name in enumerate(columns) if wanted in name]
    if len(fitting) != 1:
        choices = ", ".join(repr(name) for name in head if name)[:300]
        fits = f"{column or 'Grade'!r} fits {len(fitting)} columns of {str(path)!r}"
        raise BadInput(f"--column must name the column for the grade: {fits}; it has {choices}")
    if columns[fitting[0]] in PEOPLE_COLUMNS:
        raise BadInput(f"--column {column!r} holds names or ids: name the column for the grade")
    return fitting[0]


def possible_points(columns: list[str], rows: list[list[str]], into: int) -> float | None:
    """Return the maximum points from the column's name (Blackboard), a column (Moodle) or a line (Canvas), or None."""
    first_rows = [[cell.strip() for cell in row] + [""] * len(columns) for row in rows[:3]]
    in_name = re.search(r"total pts: ([\d.,]+)", columns[into])
    in_column = first_rows[0][columns.index("maximum grade")] if "maximum grade" in columns and rows else ""
    in_line = next((row[into] for row in first_rows if row[0] == "Points Possible"), "")
    text = in_name[1] if in_name else in_column or in_line
    try:
        return float(text.replace(",", ".")) or None
    except ValueError:
        return None
