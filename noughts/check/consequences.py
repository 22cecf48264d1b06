"""Find out by experiment which functions are wrong only because another one is.

In a new worker, right functions take the place of the file's own wrong ones. If the function in question is then right
where it was wrong, its own code is not to blame.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence

from noughts.check.asking import Asker
from noughts.check.questions import Question, ask, positions
from noughts.check.rows import questions_row, single_row
from noughts.check.rulings import Ruling, rule
from noughts.check.sandbox.clock import WorkerLost
from noughts.game.rules import FREE

# A function that may be replaced, before the functions that usually call it.
RULE_FUNCTIONS = ("player", "actions", "winner", "terminal", "utility", "result")
# The wrong answers that are tried again, and those of a search with many free cells among them.
TRIED_MAX, FREE_CELLS_MAX = 120, 6
# The positions on which minimax is tried with right rules.
SMALL_MAX, SMALL_FREE_CELLS = 600, 5


def causes(
    wrong: dict[str, dict[Question, Ruling]], new_asker: Callable[[], Asker]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each function that is right once others are replaced, with the fewest such others."""
    failing = [name for name in RULE_FUNCTIONS if wrong[name]]
    for name in (*RULE_FUNCTIONS, "minimax"):
        others = [other for other in failing if other != name]
        if not wrong[name] or not others:
            continue
        tried = sample(wrong[name])
        if tried and is_right_with(others, tried, new_asker):
            yield name, fewest(others, tried, new_asker)


def sample(wrong: dict[Question, Ruling]) -> list[Question]:
    """Return wrongly answered questions of all sizes, without the slowest."""
    small = sorted((q for q in wrong if q.position.count(FREE) <= FREE_CELLS_MAX), key=lambda question: question.size)
    return small[:: max(1, -(-len(small) // TRIED_MAX))]


def fewest(others: Sequence[str], tried: list[Question], new_asker: Callable[[], Asker]) -> tuple[str, ...]:
    """Return the smallest group of functions that must be replaced: one, two, or all."""
    for size in (1, 2):
        for group in itertools.combinations(others, size):
            if size < len(others) and is_right_with(group, tried, new_asker):
                return group
    return tuple(others)


def is_right_with(replaced: Sequence[str], tried: list[Question], new_asker: Callable[[], Asker]) -> bool:
    """Return whether all questions are answered right once these functions are replaced."""
    texts = answers_with(replaced, tried, new_asker)
    return len(texts) == len(tried) and all(rule(q, text).is_right for q, text in zip(tried, texts, strict=True))


def minimax_with(replaced: Sequence[str], new_asker: Callable[[], Asker]) -> dict[Question, str]:
    """Return what minimax answers on many small positions once these functions are replaced."""
    small = sorted(position for position in positions() if position.count(FREE) <= SMALL_FREE_CELLS)
    asked = [ask("minimax", position)[0] for position in small[:: max(1, len(small) // SMALL_MAX)]]
    return dict(zip(asked, answers_with(replaced, asked, new_asker), strict=False))


def answers_with(replaced: Sequence[str], tried: list[Question], new_asker: Callable[[], Asker]) -> list[str]:
    """Return the answers once these functions are replaced; only the first ones if an answer is lost."""
    asker, texts = new_asker(), list[str]()
    try:
        if not asker.open().startswith("loaded") or not asker.lines([f"repair {' '.join(replaced)}"]):
            return []
        rows = [single_row(question) for question in tried]
        if tried[0].function != "minimax":
            rows = [questions_row(tried[start : start + 10]) for start in range(0, len(tried), 10)]
        for row, answer in asker.answers(rows, careful=True):
            if not isinstance(answer, str) or len(answer.split(";")) != row.size:
                break
            texts += answer.split(";")
    except WorkerLost:
        pass
    finally:
        asker.close()
    return texts
