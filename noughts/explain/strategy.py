"""Strategies that never lose: a reply in every position up to symmetry, and a text that a program can verify."""

from noughts.errors import TooLarge
from noughts.game import notation, solver
from noughts.game.rules import Cell, Game, Mark, Position, X
from noughts.support.progress import Progress

# Larger boards take too long: 12 cells take seconds, the game 4,4,3 half a minute, and 4,4,4 far more.
CELLS_MAX = 12
POSITIONS_BETWEEN_REPORTS = 500


def strategy(game: Game, side: Mark, progress: Progress | None = None) -> dict[Position, Cell] | None:
    """Return a strategy: a side's reply in every position that can occur if it plays these replies, up to symmetry.

    Return None if the opponent can force a win; raise TooLarge if the board has more than CELLS_MAX cells.
    """
    if len(game.cells) > CELLS_MAX:
        raise TooLarge(f"{game.name} has {len(game.cells)} cells: choose a game with at most {CELLS_MAX}")
    start_value = solver.table_for(game, game.start, X).verdict(game.start).value
    if start_value == (-1 if side == X else 1):
        return None
    replies = small_replies(game, side, progress)
    reached = game.symmetry_classes(lambda here: [replies[here]] if here in replies else game.free(here))
    return {position: replies[position] for position in reached if position in replies}


def small_replies(game: Game, side: Mark, progress: Progress | None) -> dict[Position, Cell]:
    """Return a side's reply, up to symmetry, in each position that can occur if the side makes no losing move.

    Of the moves that do not lose, the reply is the one that needs the fewest further replies.
    """
    replies: dict[Position, Cell] = {}
    sizes: dict[Position, int] = {}

    def size(position: Position) -> int:
        """Return the number of replies needed from a position on; a position that is reached twice counts twice."""
        if game.is_over(position):
            return 0
        if position in sizes:
            return sizes[position]
        if progress and len(sizes) % POSITIONS_BETWEEN_REPORTS == 0:
            progress(len(sizes), 0)
        groups = game.symmetric_moves(position, game.free(position))
        afters = {cells[0]: game.representative(game.after(position, cells[0])) for cells in groups}
        if game.to_move(position) == side:
            verdicts = solver.verdicts(game, position, side)
            choices = {cell: size(after) for cell, after in afters.items() if verdicts[cell].value >= 0}
            replies[position] = min(choices, key=choices.__getitem__)
            sizes[position] = 1 + choices[replies[position]]
        else:
            sizes[position] = sum(size(after) for after in afters.values())
        return sizes[position]

    size(game.start)
    return replies


def proof_text(game: Game, strategies: dict[Mark, dict[Position, Cell]]) -> str:
    """Return strategies in the format of noughts/explain/check_proof.py: the game, then one line per reply."""
    lines = [f"game {game.name}"]
    for side, replies in strategies.items():
        lines += [f"{side} {position} {notation.cell_text(game, cell)}" for position, cell in sorted(replies.items())]
    return "\n".join([*lines, ""])
