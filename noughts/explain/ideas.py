"""Ideas: what a move does, as data. Every idea is a fact about the position, never a guess.

WINS            it completes a line                                 cells: that line
BLOCKS          the opponent would have completed a line there      cells: the move itself
FORKS           two threats that cannot both be stopped             cells: where it threatens to win
THREATENS       one threat, and the opponent cannot win first       cells: where it threatens to win
STOPS_FORK      the opponent could have made a fork, and now cannot cells: where the fork would have been
ONLY_WIN        every other move fails to win
ONLY_DRAW       every other move loses
SETS_TRAP       the game is a draw, and some replies lose           replies: how many lose, and how many there are
LOSES_SLOWLY    the move loses, but not against every reply         replies: how many still win, and how many there are
"""

from dataclasses import dataclass
from enum import StrEnum

from noughts.game import solver
from noughts.game.rules import Cell, Game, Position, forking_cells, other, put, winning_cells


class IdeaKind(StrEnum):
    """What a move can do; see the table above."""

    WINS = "wins"
    BLOCKS = "blocks"
    FORKS = "forks"
    THREATENS = "threatens"
    STOPS_FORK = "stops_fork"
    ONLY_WIN = "only_win"
    ONLY_DRAW = "only_draw"
    SETS_TRAP = "sets_trap"
    LOSES_SLOWLY = "loses_slowly"


@dataclass(frozen=True)
class Idea:
    """One thing that a move does, with the cells or the counts of replies that show it."""

    kind: IdeaKind
    cells: tuple[Cell, ...] = ()
    replies: tuple[int, int] = (0, 0)


def ideas(game: Game, position: Position, cell: Cell) -> list[Idea]:
    """Return everything that a move does, most urgent first; in misère, only what it does to the outcome."""
    on_lines = [] if game.misere else line_ideas(game, position, cell)
    if any(idea.kind == IdeaKind.WINS for idea in on_lines):
        return on_lines
    return on_lines + value_ideas(game, position, cell)


def line_ideas(game: Game, position: Position, cell: Cell) -> list[Idea]:
    """Return what a move does on the lines of the board."""
    mover = game.to_move(position)
    rival, after = other(mover), put(position, cell, mover)
    complete = game.complete_lines(after, mover)
    if complete:
        return [Idea(IdeaKind.WINS, complete[0])]
    result = []
    rival_wins = winning_cells(game, position, rival)
    if cell in rival_wins:
        result.append(Idea(IdeaKind.BLOCKS, (cell,)))
    threats = winning_cells(game, after, mover)
    if threats and not winning_cells(game, after, rival):
        kind = IdeaKind.FORKS if len(threats) >= 2 else IdeaKind.THREATENS
        result.append(Idea(kind, tuple(threats)))
    forks = [] if rival_wins else forking_cells(game, position, rival)
    # The rival must answer a single threat first, so it can now fork only on the cell that answers it.
    forks_left = [fork for fork in forking_cells(game, after, rival) if not threats or threats == [fork]]
    if forks and not forks_left and len(threats) < 2:
        result.append(Idea(IdeaKind.STOPS_FORK, tuple(forks)))
    return result


def value_ideas(game: Game, position: Position, cell: Cell) -> list[Idea]:
    """Return what a move does to the outcome."""
    mover = game.to_move(position)
    moves = solver.verdicts(game, position, mover)
    value, result = moves[cell].value, []
    if len(moves) > 1 and value >= 0 and all(v.value < value for c, v in moves.items() if c != cell):
        result.append(Idea(IdeaKind.ONLY_WIN if value > 0 else IdeaKind.ONLY_DRAW))
    replies = solver.verdicts(game, put(position, cell, mover), other(mover))
    losing = sum(reply.value < 0 for reply in replies.values())
    winning = sum(reply.value > 0 for reply in replies.values())
    if value == 0 and losing:
        result.append(Idea(IdeaKind.SETS_TRAP, replies=(losing, len(replies))))
    elif value < 0 and winning < len(replies):
        result.append(Idea(IdeaKind.LOSES_SLOWLY, replies=(winning, len(replies))))
    return result
