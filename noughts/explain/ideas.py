"""What a move does ("ideas") and how it compares with a best move ("why not?"), as data.

Nothing is estimated: the positions are solved, so TooLarge is raised if a position has too many free cells.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from noughts.game import solver
from noughts.game.rules import Cell, Game, Position, forking_cells, other, put, winning_cells
from noughts.game.solver import Verdict


class IdeaKind(StrEnum):
    """What a move can do. Each comment says when the kind applies, and what `Idea.cells` or `Idea.replies` contains.

    "It" is the move. A side "can win" on a cell if it would complete a line there.
    """

    WINS = "wins"  # it completes a line; cells: that line
    BLOCKS = "blocks"  # the opponent would have completed a line there; cells: the move itself
    FORKS = "forks"  # after it, its side can win on two or more cells, and the opponent on none; cells: those cells
    THREATENS = "threatens"  # after it, its side can win on one cell, and the opponent on none; cells: that cell
    STOPS_FORK = "stops_fork"  # the opponent could not win but could fork, and now cannot; cells: where it could fork
    ONLY_WIN = "only_win"  # it wins, and there are other moves, none of which wins
    ONLY_DRAW = "only_draw"  # it draws, and there are other moves, all of which lose
    SETS_TRAP = "sets_trap"  # it draws, but some replies lose; replies: how many lose, and how many there are
    LOSES_SLOWLY = "loses_slowly"  # it loses, but not every reply wins; replies: how many win, and how many there are


class Idea(NamedTuple):
    """One thing that a move does, with the cells or the numbers of replies that show it."""

    kind: IdeaKind
    cells: tuple[Cell, ...] = ()
    replies: tuple[int, int] = (0, 0)


def ideas(game: Game, position: Position, cell: Cell) -> list[Idea]:
    """Return the ideas of a move, the most urgent first; an empty list if it has none.

    If the move completes a line, that is its only idea. In misère, ideas concern only the outcome, not the lines.
    """
    on_lines = [] if game.misere else list(line_ideas(game, position, cell))
    if any(idea.kind == IdeaKind.WINS for idea in on_lines):
        return on_lines
    return [*on_lines, *value_ideas(game, position, cell)]


def line_ideas(game: Game, position: Position, cell: Cell) -> Iterator[Idea]:
    """Yield the ideas of a move that concern lines of the board; the game must not be misère."""
    mover = game.to_move(position)
    rival, after = other(mover), put(position, cell, mover)
    complete = game.complete_lines(after, mover)
    if complete:
        yield Idea(IdeaKind.WINS, complete[0])
        return
    rival_wins = winning_cells(game, position, rival)
    if cell in rival_wins:
        yield Idea(IdeaKind.BLOCKS, (cell,))
    threats = winning_cells(game, after, mover)
    if threats and not winning_cells(game, after, rival):
        yield Idea(IdeaKind.FORKS if len(threats) >= 2 else IdeaKind.THREATENS, tuple(threats))
    forks = [] if rival_wins else forking_cells(game, position, rival)
    # The rival must answer a single threat first, so it can fork only on the cell that answers the threat.
    forks_left = [fork for fork in forking_cells(game, after, rival) if not threats or threats == [fork]]
    if forks and not forks_left and len(threats) < 2:
        yield Idea(IdeaKind.STOPS_FORK, tuple(forks))


def value_ideas(game: Game, position: Position, cell: Cell) -> Iterator[Idea]:
    """Yield the ideas of a move that concern the outcome."""
    mover = game.to_move(position)
    moves = solver.verdicts(game, position, mover)
    value = moves[cell].value
    if len(moves) > 1 and value >= 0 and all(v.value < value for c, v in moves.items() if c != cell):
        yield Idea(IdeaKind.ONLY_WIN if value > 0 else IdeaKind.ONLY_DRAW)
    replies = solver.verdicts(game, put(position, cell, mover), other(mover))
    losing = sum(reply.value < 0 for reply in replies.values())
    winning = sum(reply.value > 0 for reply in replies.values())
    if value == 0 and losing:
        yield Idea(IdeaKind.SETS_TRAP, replies=(losing, len(replies)))
    elif value < 0 and winning < len(replies):
        yield Idea(IdeaKind.LOSES_SLOWLY, replies=(winning, len(replies)))


class Standing(StrEnum):
    """How a move compares with a best move. The phrase for a value is named "why." and the value, e.g. "why.slower"."""

    ONLY_BEST = "best"
    AS_GOOD = "equal"
    SLOWER = "slower"  # the same outcome, but a later win or an earlier loss
    WORSE = "worse"


class WhyNot(NamedTuple):
    """A move compared with a best move; `line` begins with `cell` and continues with best play."""

    cell: Cell
    verdict: Verdict
    best_cell: Cell
    best: Verdict
    standing: Standing
    line: tuple[Cell, ...]


def why_not(game: Game, position: Position, cell: Cell) -> WhyNot:
    """Return how a move compares with a best move."""
    moves = solver.verdicts(game, position, game.to_move(position))
    best_cells = solver.best_of(moves)
    verdict, best = moves[cell], moves[best_cells[0]]
    if solver.rank(verdict) == solver.rank(best):
        standing = Standing.ONLY_BEST if len(best_cells) == 1 else Standing.AS_GOOD
    else:
        standing = Standing.SLOWER if verdict.value == best.value else Standing.WORSE
    return WhyNot(cell, verdict, best_cells[0], best, standing, solver.best_line(game, position, cell))
