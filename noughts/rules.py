"""The rules, stated once: a game is cells, and the lines of them that decide it.

    mark        "X", "O", or "." where a cell is free
    cell        a whole number, row by row from 0:      0 | 1 | 2
                                                        3 | 4 | 5
                                                        6 | 7 | 8
    line        a tuple of cells, e.g. (2, 4, 6)
    position    a string with the mark of every cell in that order, e.g. "X.O.X...."

Strings cannot change, so a move makes a new position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Mark: TypeAlias = str
Cell: TypeAlias = int
Line: TypeAlias = tuple[Cell, ...]
Position: TypeAlias = str

X: Mark = "X"
O: Mark = "O"
FREE: Mark = "."


def other(mark: Mark) -> Mark:
    """The opponent's mark."""
    return O if mark == X else X


@dataclass(frozen=True)
class Game:
    """A board of cells in rows, and the lines that win on it.

    >>> CLASSIC.after("X.O.X....", 8)
    'X.O.X...O'
    """

    columns: int
    rows: int
    lines: tuple[Line, ...]

    @property
    def cells(self) -> range:
        """Every cell, in order."""
        return range(self.columns * self.rows)

    @property
    def start(self) -> Position:
        """The empty board."""
        return FREE * len(self.cells)

    def to_move(self, position: Position) -> Mark:
        """Whose turn it is: X begins, then they alternate."""
        return X if position.count(X) <= position.count(O) else O

    def free(self, position: Position) -> list[Cell]:
        """The cells nobody has taken."""
        return [cell for cell in self.cells if position[cell] == FREE]

    def complete_lines(self, position: Position, mark: Mark) -> list[Line]:
        """The lines on which every cell holds that mark."""
        return [line for line in self.lines if all(position[cell] == mark for cell in line)]

    def winner(self, position: Position) -> Mark | None:
        """Who has a complete line, if anybody has."""
        for mark in (X, O):
            if self.complete_lines(position, mark):
                return mark
        return None

    def is_over(self, position: Position) -> bool:
        """Somebody has won, or no cell is free."""
        return FREE not in position or self.winner(position) is not None

    def after(self, position: Position, cell: Cell) -> Position:
        """The position once the player to move has taken that cell."""
        if self.is_over(position):
            raise ValueError(f"cell {cell!r} cannot be taken: in {position} the game is over")
        if cell not in self.free(position):
            raise ValueError(f"cell {cell!r} is not free in {position}: choose one of {self.free(position)}")
        return position[:cell] + self.to_move(position) + position[cell + 1 :]


def in_a_row(columns: int, rows: int, length: int) -> Game:
    """The game won by `length` marks in a row, across, down or diagonally."""
    lines: dict[Line, None] = {}  # a set that keeps its order: a single cell is one line, not four
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    first, step = row * columns + column, down * columns + right
                    lines[tuple(first + step * i for i in range(length))] = None
    return Game(columns, rows, tuple(lines))


CLASSIC = in_a_row(3, 3, 3)
