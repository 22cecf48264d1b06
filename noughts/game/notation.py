"""Games, positions and cells as text, and positions in the shapes that other programs use.

    game            "3,3,3": columns, rows, marks in a row; "3,3,3,misere": whoever completes a line loses
    position        "X.O.X....", row by row
    cell            "1,2" is row 1, column 2, counted from 0; on a board of nine cells also a digit 1 to 9
    list board      rows of "X", "O" and None: [["X", None, "O"], [None, "X", None], [None, None, None]]
    row and column  a cell as (row, column), the exercise's action: (1, 2) is cell 5 of a board with three columns

Functions called `read_...` read what people type and raise BadInput if it cannot be used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from noughts.errors import BadInput
from noughts.game.rules import FREE, Cell, Game, Line, Mark, O, Position, X, in_a_row, other

RowColumn: TypeAlias = tuple[int, int]
ListBoard: TypeAlias = list[list[str | None]]

# Larger boards are refused, so that a typing error cannot fill the memory with lines.
SIDE_CELLS_MAX = 50


def read_game(text: str) -> Game:
    """Return the game that a text like "4,4,3" or "3,3,3,misere" names.

    >>> read_game("4,3,3").name, read_game("3,3,3,misere").misere
    ('4,3,3', True)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(\d{1,9})\s*(,\s*mis[eè]re)?\s*", text.lower(), re.ASCII)
    if not match:
        raise BadInput(f"{text!r} is not a game: write columns, rows and marks in a row, like 3,3,3 or 4,4,3,misere")
    columns, rows, length = (int(match[group]) for group in (1, 2, 3))
    if not (1 <= columns <= SIDE_CELLS_MAX and 1 <= rows <= SIDE_CELLS_MAX):
        raise BadInput(f"{text!r} is {columns} x {rows} cells: each side must have 1 to {SIDE_CELLS_MAX}")
    if not 1 <= length <= max(columns, rows):
        raise BadInput(f"{text!r} asks for {length} in a row: 1 to {max(columns, rows)} fit on that board")
    return in_a_row(columns, rows, length, misere=bool(match[4]))


def read_position(game: Game, shape: str | Sequence[Iterable[object]]) -> Position:
    """Return the position in a text, list board or array; raise BadInput if play cannot reach it.

    >>> from noughts.game.rules import CLASSIC
    >>> read_position(CLASSIC, "x_o/_x_/___")
    'X.O.X....'
    """
    position = read_marks(game, shape) if isinstance(shape, str) else read_rows(game, shape)
    refuse_unreachable(game, position)
    return position


def read_marks(game: Game, text: str) -> Position:
    """Return the marks in a text: one string, or rows split by slashes or newlines; ".", "_" and " " are free cells."""
    rows = re.split(r"/|\r?\n", text.strip("\r\n"))
    if len(rows) > 1 and (len(rows) != game.rows or any(len(row) != game.columns for row in rows)):
        lengths = ", ".join(str(len(row)) for row in rows)
        raise BadInput(f"{text!r} has rows of {lengths} cells: {game.name} has {game.rows} rows of {game.columns}")
    marks = "".join(rows).upper().replace("_", FREE).replace(" ", FREE)
    unknown = next((mark for mark in "".join(rows) if mark.upper() not in (X, O, FREE, "_", " ")), None)
    if unknown:
        raise BadInput(f"{text!r} contains {unknown!r}: write X, O, and . for a free cell")
    if len(marks) != len(game.cells):
        raise BadInput(f"{text!r} has {len(marks)} cells: {game.name} has {len(game.cells)}, row by row")
    return marks


def read_rows(game: Game, rows: Sequence[Iterable[object]]) -> Position:
    """Return the marks on a list board or array; None and blanks are free cells."""
    try:
        cells = [list(row) for row in rows]
    except TypeError:
        raise BadInput(f"{rows!r} is not a board: give rows of 'X', 'O' and None") from None
    if [len(row) for row in cells] != [game.columns] * game.rows:
        lengths = ", ".join(str(len(row)) for row in cells)
        raise BadInput(f"{rows!r} has rows of {lengths} cells: {game.name} has {game.rows} rows of {game.columns}")
    marks = []
    for cell in (cell for row in cells for cell in row):
        text = FREE if cell is None else str(cell).upper() if isinstance(cell, str) else "?"
        if text not in (X, O, FREE, "_", " ", ""):
            raise BadInput(f"{rows!r} contains {cell!r}: give 'X', 'O' and None")
        marks.append(text if text in (X, O) else FREE)
    return "".join(marks)


def refuse_unreachable(game: Game, position: Position) -> None:
    """Raise BadInput if the position cannot be reached from the empty board."""
    x, o = position.count(X), position.count(O)
    if x - o not in (0, 1):
        raise BadInput(f"{position} has {x} X and {o} O: X moves first, so X has as many as O, or one more")
    lines = {mark: game.complete_lines(position, mark) for mark in (X, O)}
    if lines[X] and lines[O]:
        raise BadInput(f"{position} has a line of X and a line of O: the game ends with the first line")
    for mark, moved_last in ((X, x - o == 1), (O, x == o)):
        if lines[mark] and not moved_last:
            raise BadInput(f"{position} continues after the end: {other(mark)} moved when {mark} already had a line")
        if lines[mark] and not common_cells(lines[mark]):
            raise BadInput(f"{position} continues after the end: no single move completes all lines of {mark}")


def common_cells(lines: list[Line]) -> set[Cell]:
    """Return the cells that are on all of the lines."""
    return set.intersection(*(set(line) for line in lines))


def read_cell(game: Game, text: str) -> Cell:
    """Return the cell that a text names: "row,column" from 0, or a digit 1 to 9 on a board of nine cells.

    >>> from noughts.game.rules import CLASSIC
    >>> read_cell(CLASSIC, "1,2"), read_cell(CLASSIC, "6")
    (5, 5)
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0] in tuple("123456789") and len(game.cells) == 9:
        return int(words[0]) - 1
    if len(words) == 2 and all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for word in words):
        row, column = map(int, words)
        if row < game.rows and column < game.columns:
            return to_cell(game, (row, column))
    ranges = f"rows 0 to {game.rows - 1} and columns 0 to {game.columns - 1}"
    digits = ", or a digit 1 to 9" if len(game.cells) == 9 else ""
    raise BadInput(f"{text!r} is not a cell: write row,column with {ranges}{digits}")


def read_free_cell(game: Game, position: Position, text: str) -> Cell:
    """Return the cell that a text names; raise BadInput if it is taken."""
    cell = read_cell(game, text)
    if position[cell] != FREE:
        free = "  ".join(cell_text(game, free) for free in game.free(position))
        raise BadInput(f"{text!r} is taken by {position[cell]} in {position}: the free cells are {free}")
    return cell


def cell_text(game: Game, cell: Cell) -> str:
    """Return the cell as "row,column" from 0."""
    row, column = row_column(game, cell)
    return f"{row},{column}"


def rows_of(game: Game, position: Position) -> list[str]:
    """Return the rows of a position.

    >>> from noughts.game.rules import CLASSIC
    >>> rows_of(CLASSIC, "X.O.X....")
    ['X.O', '.X.', '...']
    """
    return [position[first : first + game.columns] for first in range(0, len(position), game.columns)]


def to_board(game: Game, position: Position) -> ListBoard:
    """Return the position as a new list board.

    >>> from noughts.game.rules import CLASSIC
    >>> to_board(CLASSIC, "X.O.X....")
    [['X', None, 'O'], [None, 'X', None], [None, None, None]]
    """
    return [[None if mark == FREE else mark for mark in row] for row in rows_of(game, position)]


def from_board(board: Sequence[Sequence[object]]) -> Position:
    """Return the position on a list board or array; anything except X and O counts as free."""
    return "".join(str(mark) if mark in (X, O) else FREE for row in board for mark in row)


def row_column(game: Game, cell: Cell) -> RowColumn:
    """Return the cell as (row, column)."""
    return divmod(cell, game.columns)


def to_cell(game: Game, row_and_column: RowColumn) -> Cell:
    """Return the cell at (row, column)."""
    row, column = row_and_column
    return row * game.columns + column


def moves_text(game: Game, mover: Mark, cells: Iterable[Cell]) -> str:
    """Return a sequence of moves as text.

    >>> from noughts.game.rules import CLASSIC
    >>> moves_text(CLASSIC, "X", [4, 0, 8])
    'X 1,1  O 0,0  X 2,2'
    """
    marks = (mover, other(mover))
    return "  ".join(f"{marks[turn % 2]} {cell_text(game, cell)}" for turn, cell in enumerate(cells))
