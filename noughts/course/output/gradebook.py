"""Fill the grades into a gradebook exported from a platform, and leave everything else in it unchanged."""

import codecs
import csv
import io
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from noughts.course.grading.grade import points_text
from noughts.course.intake.names import compact_forms, name_key
from noughts.course.intake.roster import IDS, separator_of
from noughts.course.output.tables import Person, cell
from noughts.errors import BadInput

# The columns that form a name in Canvas, Moodle or Blackboard. Students may be able to change this name.
NAME_COLUMNS = (("student",), ("full name",), ("first name", "last name"), ("first name", "surname"))
PEOPLE_COLUMNS = {*IDS, *(column for columns in NAME_COLUMNS for column in columns)}
# Columns that are never suggested for the grade.
NO_GRADES = {*PEOPLE_COLUMNS, "section", ""}
# The column for comments in Moodle's grading worksheet, in English and in German.
COMMENTS = ("feedback comments", "feedback als kommentar")
# What Canvas writes above the marks of a column that it calculates, e.g. "Final Score". Such a column is ignored when
# the gradebook is imported.
READ_ONLY = "(read only)"
# At most this many lines below the first one are about the columns and not about a student.
LINES_ABOVE_MARKS_MAX = 3
# What a platform writes into a cell without a mark.
EMPTY_CELLS = ("", "-")
ENCODINGS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16", codecs.BOM_UTF8: "utf-8-sig"}


@dataclass(frozen=True)
class Filled:
    """A gradebook with grades filled in, how many were written, and which were not."""

    data: bytes
    written: int  # the number of grades that were written
    without_grade: list[str]  # the names of people without a grade, or without exactly one line
    kept: list[str]  # strings like "Ada: EX (computed: 90)", for marks that were kept although they differ


@dataclass(frozen=True)
class Gradebook:
    """A gradebook as read from a platform's file. Its columns are given by their indexes."""

    rows: list[list[str]]  # the first has the names of the columns
    names: list[list[int]]  # for each entry of NAME_COLUMNS that the file has: its columns
    ids: list[int]  # the columns with ids
    into: int  # the column for the grade
    comments: int | None  # the column for comments; None if there is none
    possible: float | None  # the maximum points of the column `into`; None if not known
    encoding: str
    style: dict[str, Any]  # the file's separator, line end and quotes, as arguments of csv.writer

    def filled(
        self, people: list[Person], total: float, overwrite: bool, comments: Mapping[str, str] = MappingProxyType({})
    ) -> Filled:
        """Return the file with the grades, scaled from `total` to the maximum of the column, if that is known.

        `comments` has comments by the keys of entries, for the column for comments, if there is one. A grade or a
        comment that is there stays, unless `overwrite`; then it is replaced, but a comment only by a new comment.
        """
        lines = self._lines(people)
        rows = [list(row) for row in self.rows]
        written, without_grade, kept = 0, [], []
        for number, person in enumerate(people):
            if len(lines.get(number, ())) != 1 or person.grade is None:
                without_grade.append(person.name)
                continue
            row = rows[lines[number][0]]
            new = points_text(person.grade.points * (self.possible or total) / total if total else 0.0)
            old = row[self.into].strip()
            if old in EMPTY_CELLS or overwrite:
                row[self.into], written = new, written + 1
            elif not is_same_number(old, new):
                kept.append(f"{person.name}: {old} (computed: {new})")
            at = self.comments
            if person.entry and at is not None and at < len(row) and (overwrite or not row[at].strip()):
                comment = comments.get(person.entry.key)
                row[at] = cell(comment) if comment else row[at]
        out = io.StringIO()
        csv.writer(out, **self.style).writerows(rows)
        return Filled(out.getvalue().encode(self.encoding), written, without_grade, kept)

    def _lines(self, people: list[Person]) -> dict[int, list[int]]:
        """Return the indexes of each person's lines, by the person's index in `people`.

        A line belongs to the person with its name and its id, or else with its name, or else with its id, but to nobody
        if there are several such people. If some of a person's lines have the person's id, only those lines count. In a
        gradebook with ids, a line without an id belongs to nobody.
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
    """Return two dicts of indexes in `people`: by the keys (see `name_key`) of names, and by the keys of ids.

    The name and id of a group's submission are left out, because they belong to only one member. A name counts as an id
    only if there is no id, because students may be able to change their names.
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
    """Return the gradebook in a file.

    Raise BadInput if it cannot be read, has no column with names or ids, or has no clear column for the grade.
    """
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
        raise BadInput(f"{str(path)!r} has no column with names or ids: add one, e.g. Student or Username")
    into = grade_column(rows, columns, column, path)
    possible = possible_points(columns, rows[1:], into)
    is_quoted = text.partition("\n")[0].count('"') >= 2 * len(columns)
    style = {"delimiter": separator, "lineterminator": "\r\n" if "\r\n" in text else "\n",
             "quoting": csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL}  # fmt: skip
    comments = next((columns.index(name) for name in COMMENTS if name in columns), None)
    return Gradebook(rows, names, ids, into, comments, possible, encoding, style)


def is_same_number(old: str, new: str) -> bool:
    """Return whether both strings are the same number; `old` may have a decimal comma."""
    try:
        return float(old.replace(",", ".")) == float(new)
    except ValueError:
        return False


def grade_column(rows: list[list[str]], columns: list[str], column: str | None, path: Path) -> int:
    """Return the index of the column for the grade; `columns` has the names in the first row in lower case.

    `column` may omit the number that Canvas adds to a name; if it fits no name, it may be a part of one. Raise
    BadInput if not exactly one column fits, or if that column is for names or ids, or calculated by Canvas.
    """
    wanted = (column or "Grade").strip().lower()  # the default is Moodle's name
    plain = [re.sub(r" \(\d+\)$", "", name) for name in columns]  # Canvas adds its number of the assignment
    fitting = [at for at, name in enumerate(columns) if name == wanted]
    fitting = fitting or [at for at, name in enumerate(plain) if name == wanted]
    if column and not fitting:
        fitting = [at for at, name in enumerate(columns) if wanted in name]
    if len(fitting) != 1:
        choices = ", ".join(repr(name) for name in rows[0] if name)[:300]
        matches = f"{column or 'Grade'!r} matches {len(fitting)} columns of {str(path)!r}"
        raise BadInput(f"--column must name one column for the grade: {matches}, which has {choices}")
    if columns[fitting[0]] in PEOPLE_COLUMNS:
        raise BadInput(f"--column {column!r} holds names or ids: name the column for the grade")
    refuse_calculated(rows, columns, fitting[0])
    return fitting[0]


def refuse_calculated(rows: list[list[str]], columns: list[str], into: int) -> None:
    """Raise BadInput, with the names of other columns for grades, if Canvas calculates the column `into`."""
    above_marks = rows[1 : 1 + LINES_ABOVE_MARKS_MAX]
    calculated = {at for row in above_marks for at, text in enumerate(row) if text.strip() == READ_ONLY}
    if into in calculated:
        others = [name for at, name in enumerate(rows[0]) if at not in calculated and columns[at] not in NO_GRADES]
        choices = f"e.g. {', '.join(map(repr, others))}"[:300] if others else "after you have made one in Canvas"
        words = "is calculated by Canvas (read only): name the column of an assignment"
        raise BadInput(f"--column {rows[0][into]!r} {words}, {choices}")


def possible_points(columns: list[str], rows: list[list[str]], into: int) -> float | None:
    """Return the maximum points of the column `into`; None if they are not given or 0.

    Blackboard gives them in the name of the column, Moodle in another column, and Canvas in a row.
    """
    first_rows = [[cell.strip() for cell in row] + [""] * len(columns) for row in rows[:LINES_ABOVE_MARKS_MAX]]
    in_name = re.search(r"total pts: ([\d.,]+)", columns[into])
    in_column = first_rows[0][columns.index("maximum grade")] if "maximum grade" in columns and rows else ""
    in_line = next((row[into] for row in first_rows if row[0] == "Points Possible"), "")
    text = in_name[1] if in_name else in_column or in_line
    try:
        return float(text.replace(",", ".")) or None
    except ValueError:
        return None
