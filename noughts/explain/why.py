"""Why not that move? A move compared with the best one, as data."""

from dataclasses import dataclass
from enum import StrEnum

from noughts.game import solver
from noughts.game.rules import Cell, Game, Position
from noughts.game.solver import Verdict


class Standing(StrEnum):
    """How a move compares with the best one."""

    ONLY_BEST = "only_best"
    AS_GOOD = "as_good"
    SLOWER = "slower"  # the same outcome, but a later win or an earlier loss
    WORSE = "worse"


@dataclass(frozen=True)
class WhyNot:
    """A move compared with a best move, and the line of best play that begins with it."""

    cell: Cell
    verdict: Verdict
    best_cell: Cell
    best: Verdict
    standing: Standing
    line: tuple[Cell, ...]


def why_not(game: Game, position: Position, cell: Cell) -> WhyNot:
    """Return how a move compares with the best one, and the line of best play that begins with it."""
    moves = solver.verdicts(game, position, game.to_move(position))
    best_cells = solver.best_of(moves)
    verdict, best = moves[cell], moves[best_cells[0]]
    if solver.rank(verdict) == solver.rank(best):
        standing = Standing.ONLY_BEST if len(best_cells) == 1 else Standing.AS_GOOD
    else:
        standing = Standing.SLOWER if verdict.value == best.value else Standing.WORSE
    return WhyNot(cell, verdict, best_cells[0], best, standing, solver.best_line(game, position, cell))
