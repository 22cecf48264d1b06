"""The exact value and distance of every move in positions with at most FREE_CELLS_MAX free cells.

The whole package uses this one solver. With more free cells, its functions raise TooLarge.

Verdict     what a move is worth to the side that makes it, or what a position is worth to the side to move
Table       the verdicts of a root and of all positions reachable from it, solved together by noughts/game/retrograde.py

>>> from noughts.game.rules import CLASSIC
>>> verdicts(CLASSIC, "XX.OO....", "X")[2], best_moves(CLASSIC, "XX.OO....", "X")
(Verdict(value=1, distance=1), [2])
"""

from typing import NamedTuple

from noughts.errors import TooLarge
from noughts.game.retrograde import Retrograde
from noughts.game.rules import FREE, Cell, Game, Mark, O, Position, X, other
from noughts.support.memory import keep_freed_memory
from noughts.support.progress import Progress

# The number of sets in memory at once. With n free cells a set has 3**n bits: 16 free cells take 185 MB and 0.7 s.
SETS_HELD = 34
FREE_CELLS_MAX = 16
# With this many free cells or more, sets are so large that the system would clear memory for each new one.
KEEP_MEMORY_FREE_CELLS = 15
# Games with up to this many cells are solved from the empty board, so that one table covers every position.
WHOLE_CELLS_MAX = 12
# The most tables that are cached; the oldest is dropped first.
TABLES_MAX = 4


class Verdict(NamedTuple):
    """A value (1 win, 0 draw, -1 loss) and the distance to the end in plies; a move's distance includes the move."""

    value: int
    distance: int


class Table:
    """The verdicts of a root and of all positions reachable from it; `mover` is the side to move at the root."""

    def __init__(self, game: Game, root: Position, mover: Mark, progress: Progress | None = None) -> None:
        self.game, self.root, self.mover = game, root, mover
        free = game.free(root)
        if len(free) > FREE_CELLS_MAX:
            gibibytes = SETS_HELD * 3 ** len(free) / 8 / 2**30
            raise TooLarge(
                f"{game.name} with {len(free)} free cells has up to {3 ** len(free):,} positions and would take about "
                f"{gibibytes:,.0f} GiB: choose a smaller board or a position with at most {FREE_CELLS_MAX} free cells"
            )
        self._weight = {cell: 3**digit for digit, cell in enumerate(free)}
        if len(free) >= KEEP_MEMORY_FREE_CELLS:
            keep_freed_memory()
        # The code of a position is 1 + its distance, or 0 for a draw. Plane p holds bit p of every position's code.
        planes: list[int] = []
        for code, members in enumerate(Retrograde(game, root, mover).solve(progress), 1):
            planes += [0] * (code.bit_length() - len(planes))
            for plane in range(len(planes)):
                if code >> plane & 1:
                    planes[plane] |= members
        size = 3 ** len(free) // 8 + 1
        self._planes = [planes.pop().to_bytes(size, "little") for _ in range(len(planes))]

    def covers(self, game: Game, position: Position, mover: Mark) -> bool:
        """Return whether the table has the verdict of that position of that game, with that side to move."""
        if game != self.game or any(was not in (FREE, now) for was, now in zip(self.root, position, strict=True)):
            return False
        first, second = (position.count(mark) - self.root.count(mark) for mark in (self.mover, other(self.mover)))
        return first - second == (0 if mover == self.mover else 1)

    def verdict(self, position: Position) -> Verdict:
        """Return the verdict of a position for the side to move."""
        return self._read(self._number(position), position.count(FREE))

    def moves(self, position: Position, mover: Mark) -> dict[Cell, Verdict]:
        """Return the verdict of every move of the mover, by cell; the game must not be over in the position."""
        number, free = self._number(position), position.count(FREE)
        digit = 1 if mover == self.mover else 2
        moves = {}
        for cell, weight in self._weight.items():
            if position[cell] == FREE:
                value, distance = self._read(number + digit * weight, free - 1)
                moves[cell] = Verdict(-value, distance + 1)
        return moves

    def _number(self, position: Position) -> int:
        number = 0
        for cell, weight in self._weight.items():
            if position[cell] != FREE:
                number += weight if position[cell] == self.mover else 2 * weight
        return number

    def _read(self, number: int, free: int) -> Verdict:
        byte, bit = number >> 3, number & 7
        code = 0
        for plane in self._planes:
            code = code << 1 | plane[byte] >> bit & 1
        if code == 0:
            return Verdict(0, free)
        # At distance 0 the opponent has just completed a line: a loss, or a win in misère. Each ply changes sides.
        return Verdict(1 if (code - 1) % 2 != self.game.misere else -1, code - 1)


_tables: list[Table] = []


def table_for(game: Game, position: Position, mover: Mark, progress: Progress | None = None) -> Table:
    """Return a table that covers the position, cached or new; raise TooLarge if the position cannot be solved."""
    for table in _tables:
        if table.covers(game, position, mover):
            return table
    can_be_reached = position.count(X) - position.count(O) == (0 if mover == X else 1)
    root, first = (game.start, X) if can_be_reached and len(game.cells) <= WHOLE_CELLS_MAX else (position, mover)
    table = Table(game, root, first, progress)
    _tables.insert(0, table)
    del _tables[TABLES_MAX:]
    return table


def verdicts(game: Game, position: Position, mover: Mark, progress: Progress | None = None) -> dict[Cell, Verdict]:
    """Return the verdict of every move that the mover can make, by cell; an empty dict if the game is over."""
    if game.is_over(position):
        return {}
    return table_for(game, position, mover, progress).moves(position, mover)


def rank(verdict: Verdict) -> tuple[int, int]:
    """Return a sort key that is higher for a better verdict: a faster win or a slower loss is better."""
    return verdict.value, -verdict.value * verdict.distance


def best_of(moves: dict[Cell, Verdict]) -> list[Cell]:
    """Return the fastest wins, or every draw if no move wins, or the slowest losses if every move loses."""
    best = max(map(rank, moves.values()), default=None)
    return [cell for cell, verdict in moves.items() if rank(verdict) == best]


def best_moves(game: Game, position: Position, mover: Mark) -> list[Cell]:
    """Return the best moves for the mover; an empty list if the game is over."""
    return best_of(verdicts(game, position, mover))


def best_line(game: Game, position: Position, first: Cell) -> tuple[Cell, ...]:
    """Return `first` and the moves that follow it to the end of the game if both sides play best."""
    line = [first]
    position = game.after(position, first)
    while best := best_moves(game, position, game.to_move(position)):
        line.append(best[0])
        position = game.after(position, best[0])
    return tuple(line)
