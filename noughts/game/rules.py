"""The rules. A game is a board of cells, and the lines of cells that decide who wins.

    mark        "X", "O", or "." for a free cell
    cell        a whole number, row by row from 0:      0 | 1 | 2
                                                        3 | 4 | 5
                                                        6 | 7 | 8
    line        a tuple of cells, e.g. (2, 4, 6)
    position    a string with the mark of every cell in that order, e.g. "X.O.X...."

Strings cannot change, so a move makes a new position.

>>> CLASSIC.after("X.O.X....", 8)
'X.O.X...O'
>>> with_lines("corners", 3, 3, [(0, 2, 6, 8)]).winner("X.X...X.X")
'X'
"""

from collections.abc import Callable, Iterable
from functools import cached_property, reduce
from itertools import product
from typing import TypeAlias

Mark: TypeAlias = str
Cell: TypeAlias = int
Line: TypeAlias = tuple[Cell, ...]
Position: TypeAlias = str

X: Mark = "X"
O: Mark = "O"
FREE: Mark = "."


def other(mark: Mark) -> Mark:
    """Return the opponent's mark."""
    return O if mark == X else X


class Game:
    """A board and its lines: whoever completes a line wins, or loses if the game is misère."""

    # Written out, because loading dataclasses takes half as long as starting Python.
    def __init__(self, name: str, columns: int, rows: int, lines: tuple[Line, ...], misere: bool = False) -> None:
        self.name, self.columns, self.rows, self.lines, self.misere = name, columns, rows, lines, misere

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Game({', '.join(map(repr, self._key))})"

    @cached_property
    def _key(self) -> tuple[str, int, int, tuple[Line, ...], bool]:
        return self.name, self.columns, self.rows, self.lines, self.misere

    @cached_property
    def cells(self) -> range:
        """Every cell, in order."""
        return range(self.columns * self.rows)

    @cached_property
    def start(self) -> Position:
        """The empty board."""
        return FREE * len(self.cells)

    def to_move(self, position: Position) -> Mark:
        """Return whose turn it is: X moves first, then the sides alternate."""
        return X if position.count(X) <= position.count(O) else O

    def free(self, position: Position) -> list[Cell]:
        """Return the free cells."""
        return [cell for cell in self.cells if position[cell] == FREE]

    def complete_lines(self, position: Position, mark: Mark) -> list[Line]:
        """Return the lines whose cells all hold that mark."""
        return [line for line in self.lines if all(position[cell] == mark for cell in line)]

    def winner(self, position: Position) -> Mark | None:
        """Return who has won; None if no line is complete."""
        for line in self.lines:
            mark = position[line[0]]
            if mark != FREE:
                for cell in line:  # searches spend most of their time here, and all() is three times slower
                    if position[cell] != mark:
                        break
                else:
                    return other(mark) if self.misere else mark
        return None

    def is_over(self, position: Position) -> bool:
        """Return whether someone has won or no cell is free."""
        return FREE not in position or self.winner(position) is not None

    def after(self, position: Position, cell: Cell) -> Position:
        """Return the position after a move on that cell; raise ValueError if the move is not possible."""
        if self.is_over(position):
            raise ValueError(f"cell {cell!r} cannot be taken: the game is over in {position}")
        if cell not in self.free(position):
            raise ValueError(f"cell {cell!r} is not free in {position}: choose one of {self.free(position)}")
        return put(position, cell, self.to_move(position))

    @cached_property
    def symmetries(self) -> tuple[tuple[Cell, ...], ...]:
        """The rotations and reflections that map lines to lines; the identity comes first.

        Each is a tuple of cells: the mark on cell `symmetry[i]` moves to cell i.
        """
        grid = [list(self.cells[first : first + self.columns]) for first in self.cells[:: self.columns]]
        lines = {frozenset(line) for line in self.lines}
        symmetries: dict[tuple[Cell, ...], None] = {}  # a set that keeps its order
        for _ in range(4):
            for image in (grid, [row[::-1] for row in grid]):
                cells = tuple(cell for row in image for cell in row)
                if len(image) == self.rows and {frozenset(cells[c] for c in line) for line in lines} == lines:
                    symmetries[cells] = None
            grid = [list(row) for row in zip(*grid[::-1], strict=True)]
        return tuple(symmetries)

    def representative(self, position: Position) -> Position:
        """Return the rotation or reflection of a position that sorts first; symmetric positions have the same one."""
        return min("".join([position[cell] for cell in symmetry]) for symmetry in self.symmetries)

    def symmetry_classes(self, moves: Callable[[Position], Iterable[Cell]] | None = None) -> list[Position]:
        """Return the representatives of all positions that play can reach, sorted.

        `moves` returns the cells that may be played in a representative; by default, all free cells.
        """
        moves = moves or self.free
        reached, waiting = {self.start}, [self.start]
        while waiting:
            position = waiting.pop()
            if not self.is_over(position):
                afters = {self.representative(self.after(position, cell)) for cell in moves(position)}
                waiting += afters - reached
                reached |= afters
        return sorted(reached)

    def symmetric_moves(self, position: Position, cells: Iterable[Cell]) -> list[list[Cell]]:
        """Return the moves in groups: the moves of a group lead to the same position up to symmetry."""
        mover = self.to_move(position)
        groups: dict[Position, list[Cell]] = {}
        for cell in cells:
            groups.setdefault(self.representative(put(position, cell, mover)), []).append(cell)
        return list(groups.values())

    def follow(self, position: Position, cells: Iterable[Cell]) -> Position:
        """Return the position after moves on those cells in turn; raise ValueError if one of them is not possible."""
        return reduce(self.after, cells, position)


def put(position: Position, cell: Cell, mark: Mark) -> Position:
    """Return a copy of the position with `mark` on `cell`."""
    return position[:cell] + mark + position[cell + 1 :]


def winning_cells(game: Game, position: Position, mark: Mark) -> list[Cell]:
    """Return the free cells on which that side would complete a line."""
    cells = set()
    for line in game.lines:
        free = [cell for cell in line if position[cell] == FREE]
        if len(free) == 1 and all(position[cell] in (mark, FREE) for cell in line):
            cells.add(free[0])
    return sorted(cells)


def forking_cells(game: Game, position: Position, mark: Mark) -> list[Cell]:
    """Return the free cells where a mark of that side would give it at least two winning cells."""
    return [cell for cell in game.free(position) if len(winning_cells(game, put(position, cell, mark), mark)) >= 2]


def in_a_row(columns: int, rows: int, length: int, misere: bool = False) -> Game:
    """Return the game in which `length` adjacent equal marks in a row, column or diagonal win, or lose in misère."""
    lines: dict[Line, None] = {}  # a set that keeps its order: with length 1, all four directions give the same line
    for row, column, (down, right) in product(range(rows), range(columns), ((0, 1), (1, 0), (1, 1), (1, -1))):
        last_row, last_column = row + down * (length - 1), column + right * (length - 1)
        if last_row < rows and 0 <= last_column < columns:
            first, step = row * columns + column, down * columns + right
            lines[tuple(first + step * i for i in range(length))] = None
    name = f"{columns},{rows},{length}" + (",misere" if misere else "")
    return Game(name, columns, rows, tuple(lines), misere)


def with_lines(name: str, columns: int, rows: int, lines: Iterable[Line], misere: bool = False) -> Game:
    """Return a game with custom lines; raise ValueError if a line is empty, repeats a cell or leaves the board."""
    checked = tuple(tuple(line) for line in lines)
    for line in checked:
        if not line or len(set(line)) < len(line) or not set(line) <= set(range(columns * rows)):
            raise ValueError(f"{line!r} is not a line: name one or more different cells from 0 to {columns * rows - 1}")
    return Game(name, columns, rows, checked, misere)


CLASSIC = in_a_row(3, 3, 3)
