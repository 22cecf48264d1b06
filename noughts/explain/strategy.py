"""Strategies that never lose: one reply per position up to symmetry, in a file that another program can verify."""

from noughts.errors import TooLarge
from noughts.game import notation, solver
from noughts.game.rules import Cell, Game, Mark, Position, X, put
from noughts.support.progress import Progress

# The positions are searched one by one: 12 cells take seconds, 4,4,3 half a minute, 4,4,4 far more.
CELLS_MAX = 12
POSITIONS_BETWEEN_REPORTS = 500


def strategy(game: Game, side: Mark, progress: Progress | None = None) -> dict[Position, Cell] | None:
    """Return the side's reply in every position that it can meet, up to symmetry; None if it can be forced to lose."""
    if len(game.cells) > CELLS_MAX:
        raise TooLarge(f"{game.name} has {len(game.cells)} cells: a strategy can have at most {CELLS_MAX}")
    start_value = solver.table_for(game, game.start, X).verdict(game.start).value
    if start_value == (-1 if side == X else 1):
        return None
    smallest = SmallestStrategy(game, side, progress)
    smallest.size(game.start)
    return needed_replies(game, side, smallest.replies)


class SmallestStrategy:
    """A small strategy: of the moves that do not lose, choose the one that needs the fewest replies below it."""

    def __init__(self, game: Game, side: Mark, progress: Progress | None) -> None:
        self.game, self.side, self.progress = game, side, progress
        self.replies: dict[Position, Cell] = {}
        self._sizes: dict[Position, int] = {}

    def size(self, position: Position) -> int:
        """Return how many replies are needed below a position; a position reached twice counts twice."""
        if self.game.is_over(position):
            return 0
        if position not in self._sizes:
            if self.progress and len(self._sizes) % POSITIONS_BETWEEN_REPORTS == 0:
                self.progress(len(self._sizes), 0)
            self._sizes[position] = self._compute(position)
        return self._sizes[position]

    def _compute(self, position: Position) -> int:
        game = self.game
        groups = game.symmetric_moves(position, game.free(position))
        afters = {cells[0]: game.representative(game.after(position, cells[0])) for cells in groups}
        if game.to_move(position) != self.side:
            return sum(self.size(after) for after in afters.values())
        verdicts = solver.verdicts(game, position, self.side)
        sizes = {cell: self.size(after) for cell, after in afters.items() if verdicts[cell].value >= 0}
        self.replies[position] = min(sizes, key=lambda cell: sizes[cell])
        return 1 + min(sizes.values())


def needed_replies(game: Game, side: Mark, replies: dict[Position, Cell]) -> dict[Position, Cell]:
    """Return only the replies that are needed when the strategy is followed from the start."""
    needed: dict[Position, Cell] = {}
    waiting, seen = [game.start], set()
    while waiting:
        position = game.representative(waiting.pop())
        if position in seen or game.is_over(position):
            continue
        seen.add(position)
        if game.to_move(position) == side:
            needed[position] = replies[position]
            waiting.append(put(position, replies[position], side))
        else:
            waiting += [game.after(position, cell) for cell in game.free(position)]
    return needed


def proof_text(game: Game, strategies: dict[Mark, dict[Position, Cell]]) -> str:
    """Return strategies in the format of tools/check_proof.py: the game, then lines of side, position and reply."""
    lines = [f"game {game.name}"]
    for side, replies in strategies.items():
        lines += [f"{side} {position} {notation.cell_text(game, cell)}" for position, cell in sorted(replies.items())]
    return "\n".join([*lines, ""])
