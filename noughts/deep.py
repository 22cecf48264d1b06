"""Play on boards too large to be solved: a search that looks as deep as its budget of positions allows.

    worth       what a position seems worth to the side to move: for every line in which only one side has marks,
                WEIGHT to the power of their number, its own lines counted for it and the other's against it
                (the other way round where the game is misère)
    certain     a worth beyond all such sums: the game ends within the plies that were searched, so it is no guess

The budget is a number of positions, not a time: the same position is answered the same way on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.rules import FREE, Cell, Game, Mark, Position, other
from noughts.search import Verdict

WEIGHT = 4
CERTAIN = 10**12
# Positions searched in a second of waiting: about what a machine of 2020 does on 5,5,4.
POSITIONS_A_SECOND = 60_000


@dataclass(frozen=True)
class Found:
    """The best move found, how many plies were searched, and its verdict where that is certain."""

    cell: Cell
    plies: int
    verdict: Verdict | None


class OutOfBudget(Exception):
    """The search has looked at as many positions as it may."""


def best_found(game: Game, position: Position, budget: int, order: Sequence[Cell] | None = None) -> Found:
    """The best move that a search of so many positions finds; two plies are searched in any case.

    Of moves that seem equal, the one that comes first in `order`.
    """
    search = Deepening(game, position, game.to_move(position), budget)
    cells = [cell for cell in order if position[cell] == FREE] if order else game.free(position)
    cells.sort(key=lambda cell: -len(search.lines_of[cell]))
    found = Found(cells[0], 0, None)
    for plies in range(1, len(cells) + 1):
        try:
            found, cells = search.look(cells, plies)
        except OutOfBudget:
            break
        if found.verdict is not None:
            break
    return found


class Deepening:
    """A position under search. Marks are put and taken back; the two sides are 0 (to move at the root) and 1."""

    def __init__(self, game: Game, position: Position, mover: Mark, budget: int) -> None:
        self.budget, self.misere, self.length = budget, game.misere, max(map(len, game.lines), default=0)
        self.lines_of: list[list[int]] = [[] for _ in game.cells]
        for number, line in enumerate(game.lines):
            for cell in line:
                self.lines_of[cell].append(number)
        self.sizes = [len(line) for line in game.lines]
        self.marks = [[0] * len(game.lines), [0] * len(game.lines)]  # how many each side has in each line
        self.worth = 0  # for side 0
        self.free = set(game.cells)
        self.side = 0
        self._is_patient = True  # the first two plies are searched whatever they cost
        self._steps = [WEIGHT**count for count in range(self.length + 1)]
        for side, mark in enumerate((mover, other(mover))):
            for cell in game.cells:
                if position[cell] == mark:
                    self._put(cell, side)

    def look(self, cells: list[Cell], plies: int) -> tuple[Found, list[Cell]]:
        """The best of the cells with so many plies searched, and all of them, best first, for the next round."""
        self._is_patient = plies <= 2
        best, scores = -2 * CERTAIN, {}
        for cell in cells:
            scores[cell] = self._try(cell, plies, -2 * CERTAIN, -best)
            best = max(best, scores[cell])
        first = max(cells, key=scores.__getitem__)
        ordered = [first, *(cell for cell in cells if cell != first)]
        return Found(first, plies, self._verdict(best, plies, len(cells))), ordered

    def _verdict(self, worth: int, plies: int, free: int) -> Verdict | None:
        """What is certain of a worth."""
        if abs(worth) > CERTAIN // 2:
            return Verdict(1 if worth > 0 else -1, CERTAIN - abs(worth))
        return Verdict(0, free) if plies >= free else None

    def _try(self, cell: Cell, plies: int, alpha: int, beta: int) -> int:
        """What putting a mark there is worth to its side, somewhere between alpha and beta."""
        side = self.side
        before = self.worth
        completes = self._put(cell, side)
        self.side = 1 - side
        try:
            if completes:
                return 1 - CERTAIN if self.misere else CERTAIN - 1
            return -self._worth_of(plies - 1, alpha, beta)
        finally:
            self._take_back(cell, side, before)
            self.side = side

    def _worth_of(self, plies: int, alpha: int, beta: int) -> int:
        """What the position is worth to the side to move, with so many plies to go."""
        self.budget -= 1
        if self.budget < 0 and not self._is_patient:
            raise OutOfBudget
        if not self.free:
            return 0
        if plies == 0:
            return -self.worth if self.side else self.worth
        best = -2 * CERTAIN
        for cell in self._ordered():
            score = self._try(cell, plies, -beta, -max(alpha, best))
            score -= (score > CERTAIN // 2) - (score < -CERTAIN // 2)  # one ply later is one less certain
            if score > best:
                best = score
                if best >= beta:
                    break
        return best

    def _ordered(self) -> list[Cell]:
        """The free cells, those that touch the fullest lines first."""
        first, second = self.marks
        return sorted(
            self.free,
            key=lambda cell: min((-abs(first[n] - second[n]) for n in self.lines_of[cell]), default=0),
        )

    def _put(self, cell: Cell, side: int) -> bool:
        """Put a mark; does it complete a line?"""
        own, others, steps = self.marks[side], self.marks[1 - side], self._steps
        change, completes = 0, False
        for number in self.lines_of[cell]:
            if others[number] == 0:
                change += steps[own[number] + 1] - (steps[own[number]] if own[number] else 0)
            elif own[number] == 0:
                change += steps[others[number]]  # the other side's line is spoilt
            own[number] += 1
            completes = completes or own[number] == self.sizes[number]
        self.worth += -change if bool(side) != self.misere else change
        self.free.discard(cell)
        return completes

    def _take_back(self, cell: Cell, side: int, worth: int) -> None:
        own = self.marks[side]
        for number in self.lines_of[cell]:
            own[number] -= 1
        self.worth = worth
        self.free.add(cell)
