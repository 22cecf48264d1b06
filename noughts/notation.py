"""Games, positions and cells as text, and positions in the shapes other programs keep them in.

    game            "3,3,3": columns, rows, how many in a row; "3,3,3,misere" where who completes a line loses
    position        "X.O.X....", row by row
    cell            "1,2" is row 1, column 2, counted from 0; on a board of nine a digit 1 to 9 will do
    list board      rows of "X", "O" and None: [["X", None, "O"], [None, "X", None], [None, None, None]]
    pair            a cell as (row, column): (1, 2) is cell 5 of a board with three columns

What people type is read by the functions called `read_`: each refusal is a BadInput with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from noughts.rules import FREE, Cell, Game, Line, Mark, O, Position, X, in_a_row

Pair: TypeAlias = tuple[int, int]
ListBoard: TypeAlias = list[list[str | None]]

# Boards beyond this are no game of tic-tac-toe; it keeps a typing error from filling the memory with lines.
SIDE_CELLS_MAX = 50


class BadInput(ValueError):
    """Something typed that cannot be what was meant, with a sentence that says what would do."""


def read_game(text: str) -> Game:
    """The game that a text like "4,4,3" or "3,3,3,misere" names.

    >>> read_game("4,3,3").name, read_game("3,3,3,misere").misere
    ('4,3,3', True)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(\d{1,9})\s*(,\s*mis[eè]re)?\s*", text.lower(), re.ASCII)
    if not match:
        raise BadInput(f"{text!r} is no game: write columns, rows and how many in a row, like 3,3,3 or 4,4,3,misere")
    columns, rows, length = (int(match[group]) for group in (1, 2, 3))
    if not (1 <= columns <= SIDE_CELLS_MAX and 1 <= rows <= SIDE_CELLS_MAX):
        raise BadInput(
            f"{text!r} has a side of {max(columns, rows)} or {min(columns, rows)}: 1 to {SIDE_CELLS_MAX} will do"
        )
    if not 1 <= length <= max(columns, rows):
        raise BadInput(f"{text!r} asks for {length} in a row: 1 to {max(columns, rows)} fit on that board")
    return in_a_row(columns, rows, length, misere=bool(match[4]))


def read_position(game: Game, shape: str | Sequence[Iterable[object]]) -> Position:
    """The position that a text, a list board or an array shows, if play can reach it.

    >>> from noughts.rules import CLASSIC
    >>> read_position(CLASSIC, "x_o/_x_/___")
    'X.O.X....'
    """
    position = marks_of_text(game, shape) if isinstance(shape, str) else marks_of_rows(game, shape)
    refuse_unreachable(game, position)
    return position


def marks_of_text(game: Game, text: str) -> Position:
    """The marks of a text: one string, or rows between slashes or line ends; a free cell is a dot, _ or a blank."""
    rows = re.split(r"/|\r?\n", text.strip("\r\n"))
    if len(rows) > 1 and (len(rows) != game.rows or any(len(row) != game.columns for row in rows)):
        lengths = ", ".join(str(len(row)) for row in rows)
        raise BadInput(f"{text!r} has rows of {lengths} cells: {game.name} has {game.rows} rows of {game.columns}")
    marks = "".join(rows).upper().replace("_", FREE).replace(" ", FREE)
    strange = next((mark for mark in marks if mark not in (X, O, FREE)), None)
    if strange:
        raise BadInput(f"{text!r} holds {strange!r}: write X, O, and . for a free cell")
    if len(marks) != len(game.cells):
        raise BadInput(f"{text!r} has {len(marks)} cells: {game.name} has {len(game.cells)}, row by row")
    return marks


def marks_of_rows(game: Game, rows: Sequence[Iterable[object]]) -> Position:
    """The marks of a list board or an array; None and blanks are free cells."""
    try:
        cells = [list(row) for row in rows]
    except TypeError:
        raise BadInput(f"{rows!r} is no board: give rows of 'X', 'O' and None") from None
    if [len(row) for row in cells] != [game.columns] * game.rows:
        lengths = ", ".join(str(len(row)) for row in cells)
        raise BadInput(f"{rows!r} has rows of {lengths} cells: {game.name} has {game.rows} rows of {game.columns}")
    marks = []
    for cell in (cell for row in cells for cell in row):
        text = FREE if cell is None else str(cell).upper() if isinstance(cell, str) else "?"
        if text not in (X, O, FREE, "_", " ", ""):
            raise BadInput(f"{rows!r} holds {cell!r}: give 'X', 'O' and None")
        marks.append(text if text in (X, O) else FREE)
    return "".join(marks)


def refuse_unreachable(game: Game, position: Position) -> None:
    """Refuse what no play from the empty board leads to."""
    x, o = position.count(X), position.count(O)
    if x - o not in (0, 1):
        raise BadInput(f"{position} has {x} X and {o} O: X begins, so X has as many as O, or one more")
    lines = {mark: game.complete_lines(position, mark) for mark in (X, O)}
    if lines[X] and lines[O]:
        raise BadInput(f"{position} has a line of X and a line of O: the game ends with the first")
    for mark, last in ((X, x - o == 1), (O, x == o)):
        if lines[mark] and not last:
            raise BadInput(f"{position} goes on after the end: {mark} had a line, and then the other side moved")
        if lines[mark] and not common_cells(lines[mark]):
            raise BadInput(f"{position} goes on after the end: no single move completes all of {mark}'s lines")


def common_cells(lines: list[Line]) -> set[Cell]:
    """The cells that lie on every one of the lines."""
    return set.intersection(*(set(line) for line in lines))


def read_cell(game: Game, text: str) -> Cell:
    """The cell that a text names: "row,column" from 0, or a digit from 1 where the board has nine cells.

    >>> from noughts.rules import CLASSIC
    >>> read_cell(CLASSIC, "1,2"), read_cell(CLASSIC, "6")
    (5, 5)
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0] in tuple("123456789") and len(game.cells) == 9:
        return int(words[0]) - 1
    if len(words) == 2 and all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for word in words):
        row, column = map(int, words)
        if row < game.rows and column < game.columns:
            return from_pair(game, (row, column))
    ranges = f"rows 0 to {game.rows - 1} and columns 0 to {game.columns - 1}"
    digits = ", or a digit 1 to 9" if len(game.cells) == 9 else ""
    raise BadInput(f"{text!r} is no cell: write row,column with {ranges}{digits}")


def read_free_cell(game: Game, position: Position, text: str) -> Cell:
    """The same, where only a free cell will do."""
    cell = read_cell(game, text)
    if position[cell] != FREE:
        free = "  ".join(cell_text(game, free) for free in game.free(position))
        raise BadInput(f"{text!r} is taken by {position[cell]} in {position}: free are {free}")
    return cell


def cell_text(game: Game, cell: Cell) -> str:
    """The cell as it is written: row,column from 0."""
    row, column = to_pair(game, cell)
    return f"{row},{column}"


def rows_of(game: Game, position: Position) -> list[str]:
    """The position's rows.

    >>> from noughts.rules import CLASSIC
    >>> rows_of(CLASSIC, "X.O.X....")
    ['X.O', '.X.', '...']
    """
    return [position[first : first + game.columns] for first in range(0, len(position), game.columns)]


def to_board(game: Game, position: Position) -> ListBoard:
    """The position as a new list board.

    >>> from noughts.rules import CLASSIC
    >>> to_board(CLASSIC, "X.O.X....")
    [['X', None, 'O'], [None, 'X', None], [None, None, None]]
    """
    return [[None if mark == FREE else mark for mark in row] for row in rows_of(game, position)]


def from_board(board: Sequence[Sequence[object]]) -> Position:
    """The position that a list board or an array shows; whatever is neither X nor O counts as free."""
    return "".join(str(mark) if mark in (X, O) else FREE for row in board for mark in row)


def to_pair(game: Game, cell: Cell) -> Pair:
    """The cell as (row, column)."""
    return divmod(cell, game.columns)


def from_pair(game: Game, pair: Pair) -> Cell:
    """The cell at (row, column)."""
    row, column = pair
    return row * game.columns + column


def moves_text(game: Game, mover: Mark, cells: Iterable[Cell]) -> str:
    """Moves one after the other, as a line of text.

    >>> from noughts.rules import CLASSIC
    >>> moves_text(CLASSIC, "X", [4, 0, 8])
    'X 1,1  O 0,0  X 2,2'
    """
    marks = (mover, O if mover == X else X)
    return "  ".join(f"{marks[turn % 2]} {cell_text(game, cell)}" for turn, cell in enumerate(cells))
