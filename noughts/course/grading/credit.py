"""Partial credit: the share of its points that a function earns if some of its answers are wrong.

A function earns points for the cases that it distinguishes, not for its number of right answers: most boards have no
winner, so a winner that always returns None is right on most boards. docs/course.md has examples.
"""

from collections import defaultdict
from statistics import mean

from noughts.check.kinds import FINISHED, MOVES, REFUSALS, Tally
from noughts.check.report import FunctionResult, Status

# The largest share of its points that a function with a fault can get.
PARTIAL_SHARE_MAX = 0.99
# How much of result's points is for refusing bad actions, and of minimax's for finished boards. Both count only as far
# as the moves are right.
EXTRA_WEIGHTS = {REFUSALS: 0.5, FINISHED: 0.1}


def share_of_points(function: FunctionResult, partial: bool) -> float:
    """Return the share of its points that a function gets: 1 if it passed, else partial credit if `partial`, else 0."""
    if function.status == Status.PASSED:
        return 1.0
    return min(earned_share(function.kinds), PARTIAL_SHARE_MAX) if partial else 0.0


def earned_share(kinds: list[Tally]) -> float:
    """Return the share of its points that a function earns, given its tallies; 0 if there are none.

    All kinds in a group count equally. For result and minimax, the share of MOVES counts, and wrong answers in another
    group reduce it by up to the EXTRA_WEIGHTS of that group. For other functions, all groups count equally; if there
    are several, a function that always gives the same answer earns nothing.
    """
    shares = defaultdict[str, list[float]](list)
    for tally in kinds:
        shares[tally.group].append(kind_share(tally))
    groups = {group: mean(values) for group, values in shares.items()}
    if MOVES in groups:
        share = groups[MOVES]
        for group in groups.keys() & EXTRA_WEIGHTS.keys():
            share *= 1 - EXTRA_WEIGHTS[group] * (1 - groups[group])
        return share
    if len(groups) < 2:
        return mean(groups.values()) if groups else 0.0
    constant = 1 / len(groups)  # a constant answer gets one group right
    return max(0.0, (mean(groups.values()) - constant) / (1 - constant))


def kind_share(tally: Tally) -> float:
    """Return the share of a kind's questions that were answered right, rescaled so that random moves earn 0."""
    return max(0.0, (tally.right / tally.of - tally.chance) / (1 - tally.chance))
