"""The exact value and distance of every move, by one search that the whole package uses.

Verdict     what a move is worth to its side: value 1, 0 or -1, and the plies to the end
Table       the verdicts of all positions below a root, solved together (noughts/sets.py)
Analysis    a position, a verdict for every move, the best ones, the line of best play
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from noughts import draw
from noughts.rules import FREE, Cell, Game, Mark, O, Position, X, other
from noughts.sets import Progress, Rounds

# A set has a bit for each of 3**cells numbers, and the search holds so many at once: 16 cells take 450 MB and 3 s.
SETS_HELD = 85
FREE_CELLS_MAX = 16
# A game with this many cells is solved whole, from the start: the answer to one position then serves all others.
WHOLE_CELLS_MAX = 12
# Solved roots that are remembered, the latest first.
TABLES_MAX = 4


class TooLarge(ValueError):
    """More positions than can be solved exactly."""


class Verdict(NamedTuple):
    """What a move is worth to the side that makes it, and the plies to the end, that move counted."""

    value: int
    distance: int

    @property
    def words(self) -> str:
        """The verdict as it is said everywhere; moves are the winner's own.

        >>> Verdict(1, 3).words, Verdict(0, 9).words, Verdict(-1, 2).words
        ('wins in 2 moves', 'draws', 'loses in 1 move')
        """
        if self.value == 0:
            return "draws"
        moves = (self.distance + 1) // 2
        return f"{'wins' if self.value > 0 else 'loses'} in {moves} move{'s' if moves > 1 else ''}"


class Table:
    """Value and distance of every position below a root, for the side to move in it."""

    def __init__(self, game: Game, root: Position, mover: Mark, progress: Progress | None = None) -> None:
        self.game, self.root, self.mover = game, root, mover
        free = game.free(root)
        if len(free) > FREE_CELLS_MAX:
            raise TooLarge(too_large(game, len(free)))
        self._weight = {cell: 3**digit for digit, cell in enumerate(free)}
        decided = Rounds(game, root, mover).play(progress)
        # Bit p of (1 + the distance) of position n is bit n of plane p; ties, and what is no position, have none.
        planes = [0] * (len(decided).bit_length())
        for distance, members in enumerate(decided):
            for plane in range(len(planes)):
                if (distance + 1) >> plane & 1:
                    planes[plane] |= members
        self._planes = [plane.to_bytes(3 ** len(free) // 8 + 1, "little") for plane in reversed(planes)]

    def covers(self, game: Game, position: Position, mover: Mark) -> bool:
        """Can that position come about below the root, with that side to move?"""
        if game != self.game or any(was not in (FREE, now) for was, now in zip(self.root, position, strict=True)):
            return False
        first = position.count(self.mover) - self.root.count(self.mover)
        second = position.count(other(self.mover)) - self.root.count(other(self.mover))
        return first - second == (0 if mover == self.mover else 1)

    def verdict(self, position: Position) -> Verdict:
        """Value for the side to move in the position, and plies to the end."""
        return self._read(self._number(position), position.count(FREE))

    def moves(self, position: Position, mover: Mark) -> dict[Cell, Verdict]:
        """What taking each free cell is worth to the mover."""
        number, free = self._number(position), position.count(FREE)
        digit = 1 if mover == self.mover else 2
        found = {}
        for cell, weight in self._weight.items():
            if position[cell] == FREE:
                value, distance = self._read(number + digit * weight, free - 1)
                found[cell] = Verdict(-value, distance + 1)
        return found

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
        # At the end the line is the opponent's, which loses, or wins where the game is misère. A ply changes sides.
        return Verdict(1 if (code - 1) % 2 != self.game.misere else -1, code - 1)


def too_large(game: Game, free: int) -> str:
    """Why a position is not solved."""
    gibibytes = SETS_HELD * 3**free / 8 / 2**30
    return (
        f"{game.name} with {free} free cells has up to {3**free:,} positions and would take about {gibibytes:,.0f} "
        f"GiB: choose a smaller board or a position with at most {FREE_CELLS_MAX} free cells"
    )


_tables: list[Table] = []


def table_for(game: Game, position: Position, mover: Mark, progress: Progress | None = None) -> Table:
    """A table that has the position in it: one that is there already, else a new one."""
    for table in _tables:
        if table.covers(game, position, mover):
            return table
    regular = mover == game.to_move(position) and position.count(other(mover)) - position.count(mover) in (0, 1)
    whole = regular and len(game.cells) <= WHOLE_CELLS_MAX
    table = (
        Table(game, game.start, game.to_move(game.start), progress) if whole else Table(game, position, mover, progress)
    )
    if not table.covers(game, position, mover):
        table = Table(game, position, mover, progress)
    _tables.insert(0, table)
    del _tables[TABLES_MAX:]
    return table


def verdicts(game: Game, position: Position, mover: Mark, progress: Progress | None = None) -> dict[Cell, Verdict]:
    """What taking each free cell is worth to the side whose turn it is; empty where the game is over.

    >>> from noughts.rules import CLASSIC
    >>> verdicts(CLASSIC, "XX.OO....", "X")[2]
    Verdict(value=1, distance=1)
    """
    if game.is_over(position):
        return {}
    return table_for(game, position, mover, progress).moves(position, mover)


def rank(verdict: Verdict) -> tuple[int, int]:
    """Higher is better: the winner hurries, the loser delays, and one tie is as good as another."""
    return verdict.value, -verdict.value * verdict.distance


def best_of(found: dict[Cell, Verdict]) -> list[Cell]:
    """The fastest wins, else every move that ties, else the longest defences."""
    best = max(map(rank, found.values()), default=None)
    return [cell for cell, verdict in found.items() if rank(verdict) == best]


def best_moves(game: Game, position: Position, mover: Mark) -> list[Cell]:
    """The best cells for the side whose turn it is.

    >>> from noughts.rules import CLASSIC
    >>> best_moves(CLASSIC, "XX.OO....", "X")
    [2]
    """
    return best_of(verdicts(game, position, mover))


@dataclass(frozen=True)
class Analysis:
    """A position, a verdict for every move, the best ones, and one line of best play to the end."""

    game: Game
    position: Position
    to_move: Mark | None
    winner: Mark | None
    value: int | None
    distance: int
    moves: dict[Cell, Verdict]
    best: tuple[Cell, ...]
    line: tuple[Cell, ...]

    def svg(self) -> str:
        """The board, every free cell labelled and shaded by its verdict."""
        complete = [line for mark in (X, O) for line in self.game.complete_lines(self.position, mark)]
        return draw.board(
            self.game.columns,
            self.position,
            labels={cell: verdict.words.replace(" in ", "\nin ") for cell, verdict in self.moves.items()},
            shades={cell: {1: "win", 0: "draw", -1: "loss"}[verdict.value] for cell, verdict in self.moves.items()},
            strong=self.best,
            struck=complete,
        )

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        return self.svg()


def analyse(game: Game, position: Position, progress: Progress | None = None) -> Analysis:
    """All there is to know about a position that play can reach.

    >>> from noughts.rules import CLASSIC
    >>> found = analyse(CLASSIC, "XX.OO....")
    >>> found.value, found.distance, found.best, found.line
    (1, 1, (2,), (2,))
    """
    if game.is_over(position):
        return Analysis(game, position, None, game.winner(position), None, 0, {}, (), ())
    mover = game.to_move(position)
    moves = verdicts(game, position, mover, progress)
    best = best_of(moves)
    value, distance = moves[best[0]]
    return Analysis(
        game, position, mover, None, value, distance, moves, tuple(best), best_line(game, position, best[0])
    )


def best_line(game: Game, position: Position, first: Cell) -> tuple[Cell, ...]:
    """A first move, and best play of both sides after it, to the end."""
    line = [first]
    position = game.after(position, first)
    while not game.is_over(position):
        line.append(best_moves(game, position, game.to_move(position))[0])
        position = game.after(position, line[-1])
    return tuple(line)
