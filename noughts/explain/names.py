"""What cells and lines are called: by coordinates for students and programs, by names for players.

    coordinates     "1,1": row and column from 0, as in the exercise
    names           "centre" and "the top row" on 3 x 3; "B2" on other boards, which have labels at their edges

>>> from noughts.game.rules import CLASSIC, in_a_row
>>> coordinates(CLASSIC).cell(4), player_names(CLASSIC).cell(4), player_names(in_a_row(4, 3, 3)).cell(5)
('1,1', 'centre', 'B2')
>>> player_names(CLASSIC).line((2, 4, 6)), player_names(CLASSIC).moves("X", [4, 0])
('the diagonal from top right to bottom left', 'X centre, O top left')
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from noughts.game import notation
from noughts.game.rules import CLASSIC, Cell, Game, Line, Mark, other

CELL_NAMES = (
    "top left", "top middle", "top right",
    "middle left", "centre", "middle right",
    "bottom left", "bottom middle", "bottom right",
)  # fmt: skip
LINE_NAMES: dict[Line, str] = {
    (0, 1, 2): "the top row",
    (3, 4, 5): "the middle row",
    (6, 7, 8): "the bottom row",
    (0, 3, 6): "the left column",
    (1, 4, 7): "the middle column",
    (2, 5, 8): "the right column",
    (0, 4, 8): "the diagonal from top left to bottom right",
    (2, 4, 6): "the diagonal from top right to bottom left",
}


class Names(NamedTuple):
    """The names of the cells and lines of a game, and what separates two moves in a text."""

    cells: tuple[str, ...]
    lines: Mapping[Line, str]
    between_moves: str

    def cell(self, cell: Cell) -> str:
        """Return the name of a cell."""
        return self.cells[cell]

    def join(self, cells: Iterable[Cell], between: str = " ") -> str:
        """Return the names of the cells, separated by `between`."""
        return between.join(self.cells[cell] for cell in cells)

    def line(self, cells: Sequence[Cell]) -> str:
        """Return the name of a line, or a description by its cells if it has no name."""
        return self.lines.get(tuple(cells)) or f"the line {self.join(cells)}"

    def moves(self, mover: Mark, cells: Iterable[Cell]) -> str:
        """Return the moves as text; `mover` makes the first one."""
        marks = (mover, other(mover))
        return self.between_moves.join(f"{marks[turn % 2]} {self.cells[cell]}" for turn, cell in enumerate(cells))


# A function that returns the names for a game.
Naming: TypeAlias = Callable[[Game], Names]


@cache
def coordinates(game: Game) -> Names:
    """Return names like "1,2": row and column from 0."""
    return Names(tuple(notation.cell_text(game, cell) for cell in game.cells), {}, "  ")


@cache
def player_names(game: Game) -> Names:
    """Return names like "top left" on 3 x 3; on other boards, names like "B2" for column B and row 2."""
    if (game.columns, game.rows) == (CLASSIC.columns, CLASSIC.rows):
        return Names(CELL_NAMES, LINE_NAMES, ", ")
    places = (notation.row_column(game, cell) for cell in game.cells)
    return Names(tuple(f"{column_label(column)}{row + 1}" for row, column in places), {}, ", ")


def column_label(column: int) -> str:
    """Return the label of a column: A to Z, then AA, AB and so on."""
    first, last = divmod(column, 26)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)
