"""Games, positions and cells as text, and positions and cells as the exercise writes them.

    game            "3,3,3": columns, rows, marks in a row; "3,3,3,misere": whoever completes a line loses
    position        "X.O.X....", row by row
    cell            "1,2" is row 1, column 2, counted from 0; on a board of nine cells also a digit 1 to 9
    list board      rows of "X", "O" and None: [["X", None, "O"], [None, "X", None], [None, None, None]]
    row and column  a cell as (row, column), the exercise's action: (1, 2) is cell 5 of a board with three columns

The functions whose names begin with `read_` raise BadInput if their input is not valid.

>>> read_game("4,3,3").name, read_game("3,3,3,misere").misere
('4,3,3', True)
>>> game = read_game("3,3,3")
>>> read_position(game, "x_o/_x_/___"), read_cell(game, "1,2"), read_cell(game, "6")
('X.O.X....', 5, 5)
>>> rows_of(game, "X.O.X....")
['X.O', '.X.', '...']
>>> to_board(game, "X.O.X....")
[['X', None, 'O'], [None, 'X', None], [None, None, None]]
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from noughts.errors import BadInput
from noughts.game.rules import FREE, Cell, Game, O, Position, X, in_a_row, other
from noughts.support.text import plural

RowColumn: TypeAlias = tuple[int, int]
ListBoard: TypeAlias = list[list[str | None]]

# How a string in a cell is read, after conversion to capital letters. None is read as a free cell, too.
READ_AS = {X: X, O: O, FREE: FREE, "_": FREE, " ": FREE, "": FREE}
# The most rows and the most columns. A larger number is probably a typing error, and its lines could fill the memory.
SIDE_CELLS_MAX = 50


def read_game(text: str) -> Game:
    """Return the game for a string like "4,4,3" or "3,3,3,misere"."""
    match = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(\d{1,9})\s*(,\s*mis[eè]re)?\s*", text.lower(), re.ASCII)
    if not match:
        example = "like '3,3,3' or '4,4,3,misere'"
        raise BadInput(f"{text!r} is not a game: write columns, rows and marks in a row, {example}")
    columns, rows, length = (int(match[group]) for group in (1, 2, 3))
    if not (1 <= columns <= SIDE_CELLS_MAX and 1 <= rows <= SIDE_CELLS_MAX):
        size = f"{plural(columns, 'column')} and {plural(rows, 'row')}"
        raise BadInput(f"{text!r} has {size}: write numbers from 1 to {SIDE_CELLS_MAX}")
    if not 1 <= length <= max(columns, rows):
        raise BadInput(f"{text!r} asks for {length} in a row: write a number from 1 to {max(columns, rows)}")
    return in_a_row(columns, rows, length, misere=bool(match[4]))


def read_position(game: Game, board: str | Sequence[Iterable[object]]) -> Position:
    """Return the position that `read_marks` reads; raise BadInput if play cannot reach it."""
    position = read_marks(game, board)
    refuse_unreachable(game, position)
    return position


def read_marks(game: Game, board: str | Sequence[Iterable[object]]) -> Position:
    """Return the position on a list board, on an array or in a string, whether or not play can reach it.

    A string has all cells in one row, or rows separated by slashes or newlines, or is a list board as Python writes it.
    """
    rows: Sequence[Iterable[object]] = split_rows(board) if isinstance(board, str) else board
    try:
        cells = [list(row) for row in rows]
    except TypeError:
        raise BadInput(f"{board!r} is not a board: give rows of 'X', 'O' and None") from None
    is_one_string = isinstance(board, str) and len(cells) == 1
    if not is_one_string and [len(row) for row in cells] != [game.columns] * game.rows:
        lengths = ", ".join(str(len(row)) for row in cells)
        has = f"has rows of length {lengths}" if cells else "has no rows"
        raise BadInput(f"{board!r} {has}: {game.name} has {plural(game.rows, 'row')} of length {game.columns}")
    marks = ""
    for cell in chain.from_iterable(cells):
        text = "" if cell is None else cell
        if not isinstance(text, str) or text.upper() not in READ_AS:
            advice = "write 'X', 'O', and '.' for a free cell" if isinstance(board, str) else "give 'X', 'O' and None"
            raise BadInput(f"{board!r} contains {cell!r}: {advice}")
        marks += READ_AS[text.upper()]
    if len(marks) != len(game.cells):
        has = plural(len(marks), "cell")
        raise BadInput(f"{board!r} has {has}: {game.name} needs {len(game.cells)}, written row by row")
    return marks


def split_rows(text: str) -> list[str]:
    """Return the rows in a string: a list board in Python notation, or rows separated by slashes or newlines.

    Free cells of a list board become "."; other rows are returned as they were written.

    >>> split_rows("[[X, None, O], [EMPTY, 'X', ' ']]")
    ['X.O', '.X.']
    """
    if not text.lstrip().startswith("["):
        return re.split(r"/|\r?\n", text.strip("\r\n"))
    rows = re.findall(r"\[([^][]*)\]", text)
    cells = [[cell.strip().strip("\"'").strip() for cell in row.split(",") if cell.strip()] for row in rows]
    return ["".join(FREE if cell in ("", "None", "EMPTY") else cell for cell in row) for row in cells]


def refuse_unreachable(game: Game, position: Position) -> None:
    """Raise BadInput if the position cannot be reached from the empty board."""
    x, o = position.count(X), position.count(O)
    if x - o not in (0, 1):
        raise BadInput(f"{position} has {x} X and {o} O: X moves first, so there must be as many X as O, or one more X")
    lines = {mark: game.complete_lines(position, mark) for mark in (X, O)}
    if lines[X] and lines[O]:
        raise BadInput(f"{position} has a line of X and a line of O: the game ends with the first line")
    last = X if x > o else O
    if lines[other(last)]:
        raise BadInput(
            f"{position} continues after the end of the game: {last} moved when {other(last)} already had a line"
        )
    if lines[last] and not set.intersection(*map(set, lines[last])):
        raise BadInput(f"{position} continues after the end of the game: no single move completes all lines of {last}")


def read_cell(game: Game, text: str) -> Cell:
    """Return the cell for a string: row and column from 0, or a digit 1 to 9 on a board of nine cells."""
    numbers = text.replace(",", " ").split()
    if len(numbers) == 1 and numbers[0] in tuple("123456789") and len(game.cells) == 9:
        return int(numbers[0]) - 1
    if len(numbers) == 2 and all(re.fullmatch(r"\d{1,9}", number, re.ASCII) for number in numbers):
        row, column = map(int, numbers)
        if row < game.rows and column < game.columns:
            return to_cell(game, (row, column))
    ranges = f"rows 0 to {game.rows - 1} and columns 0 to {game.columns - 1}"
    digits = ", or a digit 1 to 9" if len(game.cells) == 9 else ""
    raise BadInput(f"{text!r} is not a cell: write row and column, like '0,0', with {ranges}{digits}")


def read_free_cell(game: Game, position: Position, text: str) -> Cell:
    """Return the cell that `read_cell` reads; raise BadInput if the cell is taken."""
    cell = read_cell(game, text)
    if position[cell] != FREE:
        free = "  ".join(cell_text(game, free) for free in game.free(position))
        raise BadInput(f"{text!r} is taken by {position[cell]} in {position}: the free cells are {free}")
    return cell


def cell_text(game: Game, cell: Cell) -> str:
    """Return the cell as "row,column" from 0."""
    return ",".join(map(str, row_column(game, cell)))


def rows_of(game: Game, position: Position) -> list[str]:
    """Return the rows of a position, from top to bottom."""
    return [position[first : first + game.columns] for first in range(0, len(position), game.columns)]


def to_board(game: Game, position: Position) -> ListBoard:
    """Return the position as a new list board."""
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
