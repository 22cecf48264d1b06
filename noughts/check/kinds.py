"""The kinds of questions about a function: the cases that it must distinguish.

    kind     questions that need the same skill, e.g. "X has the top row" for winner
    group    kinds that are graded together: usually those with the same right answer, e.g. all kinds for which winner
             must return X. All kinds of actions are one group; those of result and minimax are grouped into moves,
             refusals of impossible actions, and finished boards
    tally    how many questions of a kind were answered right

A course gives points for kinds, not for questions, so that a constant answer earns little or nothing, even if it is
the right answer to most questions.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from noughts.check.questions import Question, is_over, winner
from noughts.check.rulings import Ruling, RulingKind
from noughts.check.winner_faults import LINE_NAMES
from noughts.game import solver
from noughts.game.rules import CLASSIC, FREE, Position

# The groups of kinds of result and minimax. Other functions have one group for each right answer.
MOVES, REFUSALS, FINISHED = "moves", "refusals", "finished"
UNCHANGED = "the right board, without changing the one it is given"


class Kind(NamedTuple):
    """A kind of question, and its group."""

    name: str
    group: str


@dataclass
class Tally:
    """How many questions of a kind there are (`of`), and how many were answered right.

    `chance` is the share that random moves get right; it is 0 for all functions but minimax.
    """

    kind: str
    group: str
    right: int = 0
    of: int = 0
    chance: float = 0.0


def kinds_of(question: Question) -> tuple[Kind, ...]:
    """Return the kinds of a question; none for a call of minimax where all moves are equally good."""
    if question.function == "result":
        return result_kinds(question)
    return position_kinds(question.function, question.position)


@cache
def position_kinds(function: str, position: Position) -> tuple[Kind, ...]:
    """Return the kinds of a question that has no action."""
    if function == "winner":
        return (winner_kind(position),)
    if function == "minimax":
        return minimax_kinds(position)
    if function == "player":
        mover = CLASSIC.to_move(position)
        return (Kind(f"{mover} to move", mover),)
    if function == "actions":
        free = position.count(FREE)
        return (Kind(f"{free - (free - 1) % 3} to {free - (free - 1) % 3 + 2} free cells", "set"),)
    if function == "initial_state":
        return (Kind("the empty board", "board"),)
    ending = ending_of(position)
    return (Kind(ending, ending if function == "utility" else str(is_over(position))),)


def ending_of(position: Position) -> str:
    """Return how a game stands, as the name of a kind."""
    mark = winner(position)
    return f"{mark} has won" if mark else "draw" if is_over(position) else "not over"


def winner_kind(position: Position) -> Kind:
    """Return the kind of a question about winner: who has won and by which line, or that nobody has won."""
    mark = winner(position)
    if mark is None:
        return Kind("draw" if is_over(position) else "nobody has won yet", "None")
    lines = CLASSIC.complete_lines(position, mark)
    return Kind(f"{mark} has the {LINE_NAMES[lines[0]]}" if len(lines) == 1 else f"{mark} has two lines", mark)


def minimax_kinds(position: Position) -> tuple[Kind, ...]:
    """Return the kind of a question about minimax; none if all moves of the position are equally good."""
    if is_over(position):
        return (Kind("a finished board", FINISHED),)
    verdicts = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position)).values()
    values = {verdict.value for verdict in verdicts}
    if len(values) == 1:
        return ()
    return (Kind("a win that other moves miss" if max(values) == 1 else "a draw that other moves lose", MOVES),)


def result_kinds(question: Question) -> tuple[Kind, ...]:
    """Return the kinds of a question about result: two for a possible action, one for any other."""
    if question.right:
        return Kind(f"{CLASSIC.to_move(question.position)} moves", MOVES), Kind(UNCHANGED, MOVES)
    low, high = min(question.action or (0,)), max(question.action or (0,))
    return (Kind("negative index" if low < 0 else "index above 2" if high > 2 else "taken cell", REFUSALS),)


def is_right(kind: Kind, question: Question, ruling: Ruling | None) -> bool:
    """Return whether an answer counts as right for a kind; the ruling is None if the answer is right.

    If result returns the right board but changes the given one, it is wrong only for the kind UNCHANGED.
    """
    if ruling is None:
        return True
    is_only_changed = ruling.kind == RulingKind.CHANGED_BOARD and ruling.value in question.right
    return question.function == "result" and kind.name != UNCHANGED and is_only_changed


def tallies(asked: Iterable[Question], wrong: Mapping[Question, Ruling], unanswered: Set[Question]) -> list[Tally]:
    """Return a tally for each kind of question, by group and kind. Unanswered questions count as wrong."""
    counts: dict[Kind, Tally] = {}
    for question in asked:
        for kind in kinds_of(question):
            tally = counts.setdefault(kind, Tally(kind.name, kind.group))
            tally.of += 1
            tally.right += question not in unanswered and is_right(kind, question, wrong.get(question))
            if question.function == "minimax" and kind.group == MOVES:
                tally.chance += len(question.right) / question.position.count(FREE)
    for tally in counts.values():
        tally.chance = round(tally.chance / tally.of, 6)
    return sorted(counts.values(), key=lambda tally: (tally.group, tally.kind))
