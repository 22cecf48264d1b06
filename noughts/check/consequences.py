"""Find out by experiment which functions are wrong only because other functions are wrong.

In a new worker, wrong functions are replaced with right ones. If another wrong function then becomes right, the
replaced functions caused its wrong answers.
"""

import ast
import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress

from noughts.check.asking import NewAsker
from noughts.check.questions import Question, ask, positions
from noughts.check.rows import questions_row, single_row
from noughts.check.rulings import Ruling, rule
from noughts.check.sandbox.clock import WorkerLost
from noughts.check.source import uses
from noughts.game.rules import FREE

# The functions that may be replaced; each comes before those that usually call it.
RULE_FUNCTIONS = ("player", "actions", "winner", "terminal", "utility", "result")
# At most this many wrong answers are tried again, on positions with at most this many free cells.
TRIED_MAX, FREE_CELLS_MAX = 120, 6
# minimax is tried with right rules on about SMALL_MAX positions with at most SMALL_FREE_CELLS free cells; in short, on
# about SHORT_MAX of them.
SHORT_MAX, SMALL_MAX, SMALL_FREE_CELLS = 150, 600, 5


def causes(
    wrong: dict[str, dict[Question, Ruling]], new_asker: NewAsker, tree: ast.Module | None
) -> dict[str, tuple[str, ...]]:
    """Return the functions that become right when others are replaced, each with the smallest sufficient group found.

    Only functions that a function uses, directly or not, can be its causes. Functions that would be each other's cause
    are left out, because it is not known which of them to fix first.
    """
    failing = [name for name in RULE_FUNCTIONS if wrong[name]]
    found: dict[str, tuple[str, ...]] = {}
    for name in (*RULE_FUNCTIONS, "minimax"):
        used = uses(tree, name) if tree else RULE_FUNCTIONS
        others = [other for other in failing if other != name and other in used]
        tried = sample(wrong[name])
        if others and tried and is_right_with(others, tried, new_asker):
            found[name] = fewest(others, tried, new_asker)
    return {name: group for name, group in found.items() if not is_in_circle(name, found)}


def is_in_circle(name: str, found: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a function is among its own causes, directly or through others."""
    seen: set[str] = set()
    waiting = set(found[name])
    while waiting:
        seen |= waiting
        waiting = {cause for other in waiting for cause in found.get(other, ())} - seen
    return name in seen


def sample(wrong: dict[Question, Ruling]) -> list[Question]:
    """Return at most TRIED_MAX wrongly answered questions, spread evenly from the smallest to the largest.

    Only positions with at most FREE_CELLS_MAX free cells are used.
    """
    small = sorted((q for q in wrong if q.position.count(FREE) <= FREE_CELLS_MAX), key=lambda question: question.size)
    return small[:: max(1, -(-len(small) // TRIED_MAX))]


def fewest(others: Sequence[str], tried: list[Question], new_asker: NewAsker) -> tuple[str, ...]:
    """Return the smallest group whose replacement makes all answers to `tried` right: one or two `others`, else all."""
    for size in (1, 2):
        for group in itertools.combinations(others, size):
            if size < len(others) and is_right_with(group, tried, new_asker):
                return group
    return tuple(others)


def is_right_with(replaced: Sequence[str], tried: list[Question], new_asker: NewAsker) -> bool:
    """Return whether all questions are answered correctly when right functions replace those in `replaced`."""
    right = 0
    for question, text in zip(tried, answers_with(replaced, tried, new_asker), strict=False):
        if not rule(question, text).is_right:
            return False
        right += 1
    return right == len(tried)


def minimax_with(replaced: Sequence[str], new_asker: NewAsker, in_short: bool = False) -> dict[Question, str]:
    """Return the answers of minimax, by question, when right functions replace those named in `replaced`.

    minimax is called on a sample of the positions with few free cells, a smaller sample if `in_short`. Only the answers
    before the first missing one are returned.
    """
    most = SHORT_MAX if in_short else SMALL_MAX
    small = sorted(position for position in positions() if position.count(FREE) <= SMALL_FREE_CELLS)
    asked = [ask("minimax", position)[0] for position in small[:: max(1, len(small) // most)]]
    return dict(zip(asked, answers_with(replaced, asked, new_asker), strict=False))


def answers_with(replaced: Sequence[str], tried: list[Question], new_asker: NewAsker) -> Iterator[str]:
    """Yield the answers to `tried`, up to the first missing one, when right functions replace those in `replaced`."""
    with closing(new_asker()) as asker, suppress(WorkerLost):
        if not asker.open().startswith("loaded") or not asker.lines([f"repair {' '.join(replaced)}"]):
            return
        rows = [single_row(question) for question in tried]
        if tried[0].function != "minimax":
            rows = [questions_row(tried[first : first + 10]) for first in range(0, len(tried), 10)]
        for row, answer in asker.answers(rows, careful=True):
            if not isinstance(answer, str) or len(answer.split(";")) != row.size:
                break
            yield from answer.split(";")
