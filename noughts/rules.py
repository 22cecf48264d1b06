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

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

Mark: TypeAlias = str
Cell: TypeAlias = int
Line: TypeAlias = tuple[Cell, ...]
Position: TypeAlias = str
Symmetry: TypeAlias = tuple[Cell, ...]

X: Mark = "X"
O: Mark = "O"
FREE: Mark = "."


def other(mark: Mark) -> Mark:
    """The opponent's mark."""
    return O if mark == X else X


@dataclass(frozen=True)
class Game:
    """A board of cells in rows, and the lines on it: who completes one wins, or loses where the game is misère.

    >>> CLASSIC.after("X.O.X....", 8)
    'X.O.X...O'
    """

    name: str
    columns: int
    rows: int
    lines: tuple[Line, ...]
    misere: bool = False

    @cached_property
    def cells(self) -> range:
        """Every cell, in order."""
        return range(self.columns * self.rows)

    @cached_property
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
        """Who has won, if anybody has."""
        for line in self.lines:
            mark = position[line[0]]
            if mark != FREE:
                for cell in line:
                    if position[cell] != mark:
                        break
                else:
                    return other(mark) if self.misere else mark
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
        return put(position, cell, self.to_move(position))

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and reflections of the board that map its lines to its lines, each as the cells in a new order."""
        rows, columns = self.rows, self.columns
        grid = [[row * columns + column for column in range(columns)] for row in range(rows)]
        found: dict[Symmetry, None] = {}  # a set that keeps its order, the board as it is first
        for _ in range(4):
            for image in (grid, [row[::-1] for row in grid]):
                cells = tuple(cell for row in image for cell in row)
                same_shape = len(image) == rows
                if same_shape and {tuple(sorted(cells[c] for c in line)) for line in self.lines} == self._line_sets:
                    found[cells] = None
            grid = [list(row) for row in zip(*grid[::-1], strict=True)]
        return tuple(found)

    @cached_property
    def _line_sets(self) -> set[Line]:
        return {tuple(sorted(line)) for line in self.lines}

    def representative(self, position: Position) -> Position:
        """The one position that stands for all that are turns and reflections of each other."""
        return min("".join([position[cell] for cell in symmetry]) for symmetry in self.symmetries)


def put(position: Position, cell: Cell, mark: Mark) -> Position:
    """The position with that mark on that cell."""
    return position[:cell] + mark + position[cell + 1 :]


def in_a_row(columns: int, rows: int, length: int, misere: bool = False) -> Game:
    """The game decided by `length` marks in a row, across, down or diagonally."""
    lines: dict[Line, None] = {}  # a single cell is one line, not four
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    first, step = row * columns + column, down * columns + right
                    lines[tuple(first + step * i for i in range(length))] = None
    name = f"{columns},{rows},{length}" + (",misere" if misere else "")
    return Game(name, columns, rows, tuple(lines), misere)


def with_lines(name: str, columns: int, rows: int, lines: Iterable[Line], misere: bool = False) -> Game:
    """A game with lines of one's own.

    >>> corners = with_lines("corners", 3, 3, [(0, 2, 6, 8)])
    >>> corners.winner("X.X...X.X")
    'X'
    """
    tidy = tuple(tuple(line) for line in lines)
    for line in tidy:
        if not line or len(set(line)) < len(line) or not set(line) <= set(range(columns * rows)):
            raise ValueError(f"{line!r} is no line: name different cells from 0 to {columns * rows - 1}")
    return Game(name, columns, rows, tidy, misere)


CLASSIC = in_a_row(3, 3, 3)
