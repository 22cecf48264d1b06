"""Proofs as files that a short program can verify: strategies that win or never lose, and pairings."""

from collections.abc import Iterable
from typing import NamedTuple

from noughts.errors import TooLarge
from noughts.game import notation, solver
from noughts.game.prover import Prover, keeping_moves
from noughts.game.rules import Cell, Game, Mark, Position, X, other, put, winning_cells
from noughts.support.progress import Progress

# The most cells of a board for which the solver finds a strategy. With 12 cells it takes seconds; with the 16 cells of
# 4,4,3 it would take half a minute.
CELLS_MAX = 12
# The most replies of a strategy that the prover finds.
REPLIES_MAX = 20_000
POSITIONS_BETWEEN_REPORTS = 500


class Strategy(NamedTuple):
    """What a side plays in every position that can occur if it follows the strategy.

    `replies` has one entry for all positions that are equal by symmetry. It need not have an entry where the side can
    complete a line and win, because the side then does so. If `wins` is true, the strategy wins; else it never loses.
    """

    side: Mark
    wins: bool
    replies: dict[Position, Cell]


def solved_strategy(game: Game, side: Mark, progress: Progress | None = None) -> Strategy | None:
    """Return a strategy for a side, found by the solver; None if the opponent can force a win.

    Raise TooLarge if the board has more than CELLS_MAX cells.
    """
    if len(game.cells) > CELLS_MAX:
        raise TooLarge(f"{game.name} has {len(game.cells)} cells: choose a game with at most {CELLS_MAX}")
    value = solver.table_for(game, game.start, X).verdict(game.start).value * (1 if side == X else -1)
    if value < 0:
        return None
    replies = small_replies(game, side, value, progress)
    reached = game.symmetry_classes(lambda here: [replies[here]] if here in replies else game.free(here))
    needed = {here: replies[here] for here in reached if here in replies and not wins_now(game, here)}
    return Strategy(side, value > 0, needed)


def wins_now(game: Game, position: Position) -> bool:
    """Return whether the side to move can complete a line that wins."""
    return not game.misere and bool(winning_cells(game, position, game.to_move(position)))


def proved_strategy(game: Game, budget: int, progress: Progress | None = None) -> Strategy:
    """Return a strategy with which X wins, found by a prover; X must be able to win, and the game must not be misère.

    `budget` is the most positions to search for the value of each position, and again for the reply in it. Raise
    TooLarge if that is not enough, or if more than REPLIES_MAX replies are needed.
    """
    prover, waiting = Prover(game), [game.start]
    replies: dict[Position, Cell] = {}
    while waiting:
        position = waiting.pop()
        if position in replies:
            continue
        if progress and len(replies) % POSITIONS_BETWEEN_REPORTS == 0:
            progress(len(replies), 0)
        proof = prover.prove(position, X, budget)
        cell = next(keeping_moves(prover, position, X, proof, budget), None) if proof.value == 1 else None
        if cell is None or len(replies) >= REPLIES_MAX:
            raise TooLarge(
                f"no proof of {game.name} was found within {REPLIES_MAX:,} replies and {budget:,} positions for each: "
                "use a larger --budget or a smaller board"
            )
        replies[position] = cell
        after = put(position, cell, X)
        threats = winning_cells(game, after, X)
        answers = game.free(after) if not threats else threats if len(threats) == 1 else []
        waiting += [game.representative(put(after, answer, other(X))) for answer in answers]
    return Strategy(X, True, replies)


def small_replies(game: Game, side: Mark, value: int, progress: Progress | None) -> dict[Position, Cell]:
    """Return a side's reply in each position that it can reach if all its moves are worth at least `value`.

    The reply is the move of that kind that needs the fewest further replies. Symmetric positions share one reply.
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
            choices = {cell: size(after) for cell, after in afters.items() if verdicts[cell].value >= value}
            replies[position] = min(choices, key=choices.__getitem__)
            sizes[position] = 1 + choices[replies[position]]
        else:
            sizes[position] = sum(size(after) for after in afters.values())
        return sizes[position]

    size(game.start)
    return replies


def proof_text(game: Game, strategies: Iterable[Strategy], pairs: Iterable[tuple[Cell, Cell]] = ()) -> str:
    """Return strategies and pairs in the format of noughts/explain/check_proof.py."""
    lines = [f"game {game.name}"]
    for side, wins, replies in strategies:
        lines += [f"{side} wins"] * wins
        lines += [f"{side} {position} {notation.cell_text(game, cell)}" for position, cell in sorted(replies.items())]
    lines += [f"pair {' '.join(notation.cell_text(game, cell) for cell in pair)}" for pair in pairs]
    return "\n".join([*lines, ""])
