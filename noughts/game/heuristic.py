"""Heuristic search, for boards too large to solve: it looks as many plies ahead as its budget of positions allows.

    estimate    what a position seems to be worth to a side: a line with n > 0 marks of that side and none of the
                opponent adds WEIGHT**n, and a line with n > 0 marks of the opponent and none of that side subtracts
                WEIGHT**n; in misère the signs are reversed
    certain     a score is certain if one side wins within the plies searched; such a score is close to CERTAIN or
                -CERTAIN, further from 0 than any estimate

The budget is a number of positions, not a time, so every machine gives the same answer.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from noughts.errors import OutOfBudget
from noughts.game.rules import FREE, Cell, Game, Mark, Position
from noughts.game.solver import Verdict

WEIGHT = 4
CERTAIN = 10**12
# With more free cells than this, only the CANDIDATES_MAX most promising moves of each position are searched.
WIDE_FREE_CELLS, CANDIDATES_MAX = 49, 16
# The number of positions that a typical machine of 2020 searches per second on 5,5,4, and the number of lines there.
POSITIONS_PER_SECOND, LINES = 60_000, 28


def budget(game: Game, seconds: float) -> int:
    """Return about how many positions a search visits in that time; with more lines, each position takes longer."""
    return round(seconds * POSITIONS_PER_SECOND * min(1.0, LINES / max(1, len(game.lines))))


@dataclass(frozen=True)
class SearchResult:
    """The best move found, the number of plies searched, and the move's verdict, which is None if it is not certain."""

    cell: Cell
    plies: int
    verdict: Verdict | None


def best_move(
    game: Game, position: Position, budget: int, order: Sequence[Cell] | None = None, among: Collection[Cell] = ()
) -> SearchResult:
    """Return the best move found in an unfinished position.

    Two plies are searched even if the budget is used up. Deeper searches follow until the budget is used up or the
    verdict is certain. Among moves that seem equal, prefer the best move of the search one ply shorter, then the cell
    on the most lines, then the cell that comes first in `order` (default: row by row). With more than WIDE_FREE_CELLS
    free cells, only the most promising moves are considered, and the more promising ones are preferred.
    If `among` is not empty, only the moves in it are considered. `order` must include all free cells.
    """
    search = Deepening(game, position, game.to_move(position), budget)
    cells = [cell for cell in order or game.cells if position[cell] == FREE and (not among or cell in among)]
    cells.sort(key=lambda cell: -len(search.lines_of[cell]))
    if len(search.free) > WIDE_FREE_CELLS:
        cells = search.most_promising(cells)
    best = SearchResult(cells[0], 0, None)
    with suppress(OutOfBudget):
        for plies in range(1, len(search.free) + 1):
            best = search.look(cells, plies)
            if best.verdict is not None:
                break
            cells.remove(best.cell)
            cells.insert(0, best.cell)
    return best


class Deepening:
    """An iterative deepening search from one position, where side 0 is to move. Do not use it after OutOfBudget."""

    def __init__(self, game: Game, position: Position, mover: Mark, budget: int) -> None:
        self.budget, self.misere = budget, game.misere
        self.lines_of: list[list[int]] = [[] for _ in game.cells]
        for number, line in enumerate(game.lines):
            for cell in line:
                self.lines_of[cell].append(number)
        self.sizes = [len(line) for line in game.lines]
        self.marks = [[0] * len(game.lines), [0] * len(game.lines)]  # the number of each side's marks in each line
        self.side, self.estimate = 0, 0  # the side to move, and the estimate for side 0
        self.free = set(game.cells)
        self._ignores_budget = True  # while the first two plies are searched
        self._weights = [WEIGHT**count for count in range(max(self.sizes, default=0) + 1)]
        for cell in game.cells:
            if position[cell] != FREE:
                self._put(cell, 0 if position[cell] == mover else 1)

    def look(self, cells: list[Cell], plies: int) -> SearchResult:
        """Return the result of a search `plies` plies deep. `cells` are the moves to try, the preferred ones first."""
        self._ignores_budget = plies <= 2
        best, scores = -2 * CERTAIN, {}
        for cell in cells:
            scores[cell] = self._try(cell, plies, -2 * CERTAIN, -best)
            best = max(best, scores[cell])
        verdict = Verdict(0, plies) if plies == len(self.free) else None
        if abs(best) > CERTAIN // 2:
            verdict = Verdict(1 if best > 0 else -1, CERTAIN - abs(best))
        return SearchResult(max(cells, key=scores.__getitem__), plies, verdict)

    def _try(self, cell: Cell, plies: int, alpha: int, beta: int) -> int:
        """Return what taking a cell is worth to the side to move; alpha and beta are the opponent's bounds."""
        side, estimate = self.side, self.estimate
        if self._put(cell, side):
            score = 1 - CERTAIN if self.misere else CERTAIN - 1
        else:
            self.side = 1 - side
            score = -self._value(plies - 1, alpha, beta)
        own = self.marks[side]
        for number in self.lines_of[cell]:
            own[number] -= 1
        self.free.add(cell)
        self.side, self.estimate = side, estimate
        return score

    def _value(self, plies: int, alpha: int, beta: int) -> int:
        """Return what the position is worth to the side to move, searched `plies` plies deep; may raise OutOfBudget."""
        self.budget -= 1
        if self.budget < 0 and not self._ignores_budget:
            raise OutOfBudget
        if not self.free:
            return 0
        if plies == 0:
            return -self.estimate if self.side else self.estimate
        best = -2 * CERTAIN
        for cell in self._ordered():
            score = self._try(cell, plies, -beta, -max(alpha, best))
            score -= (score > CERTAIN // 2) - (score < -CERTAIN // 2)  # a certain end one ply further away counts less
            if score > best:
                best = score
                if best >= beta:
                    break
        return best

    def _ordered(self) -> list[Cell]:
        """Return the cells to search; those on a line where one side has many more marks than the other come first."""
        leads = [abs(first - second) for first, second in zip(*self.marks, strict=True)]
        ordered = sorted(self.free, key=lambda cell: -max((leads[n] for n in self.lines_of[cell]), default=0))
        return self.most_promising(ordered) if len(ordered) > WIDE_FREE_CELLS else ordered

    def most_promising(self, cells: list[Cell]) -> list[Cell]:
        """Return the cells whose lines weigh most in total, the best first, at most CANDIDATES_MAX.

        A line with n marks of one side and none of the other weighs WEIGHT**n; a line with marks of both weighs 0.
        """
        first, second = self.marks
        worth = [0 if a and b else self._weights[a + b] for a, b in zip(first, second, strict=True)]
        rank = {cell: -sum(worth[number] for number in self.lines_of[cell]) for cell in cells}
        return sorted(cells, key=rank.__getitem__)[:CANDIDATES_MAX]

    def _put(self, cell: Cell, side: int) -> bool:
        """Put a side's mark on a cell, update the estimate, and return whether the mark completes a line."""
        own, others, weights = self.marks[side], self.marks[1 - side], self._weights
        change, completes = 0, False
        for number in self.lines_of[cell]:
            if others[number] == 0:
                change += weights[own[number] + 1] - (weights[own[number]] if own[number] else 0)
            elif own[number] == 0:
                change += weights[others[number]]  # the opponent's line is dead now
            own[number] += 1
            completes = completes or own[number] == self.sizes[number]
        self.estimate += -change if bool(side) != self.misere else change
        self.free.discard(cell)
        return completes
