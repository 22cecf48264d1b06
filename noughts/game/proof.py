"""What a prover returns, and the budget of positions with which it searches."""

from enum import Enum
from typing import NamedTuple

from noughts.errors import OutOfBudget
from noughts.game.needs import Needs
from noughts.game.pairing import holds, pairing
from noughts.game.rules import Cell


class Reason(Enum):
    """Why a value is certain, or UNKNOWN if it is not."""

    FORCING = "forcing"  # the winner makes one threat after another
    PAIRING = "pairing"  # a draw: whatever one side takes, the other side takes the other cell of the pair
    NO_LINES = "no lines"  # a draw: no line can be completed any more
    SEARCH = "search"  # a search, in which each continuation that matters ended with one of the reasons above
    UNKNOWN = "unknown"  # the budget of positions was used up


class Proof(NamedTuple):
    """What a position is worth to the side to move: 1, 0, -1, or None if that is not known.

    If the side to move wins by a forcing line, `line` is its moves and the answers, to the end of the game. `pairs`
    prove that the side that is not to move can draw (in misère, the side to move) and, if `pairs_for_both` is true,
    that both sides can. `positions` is the number of positions searched.
    """

    value: int | None
    reason: Reason
    positions: int
    line: tuple[Cell, ...] = ()
    pairs: tuple[tuple[Cell, Cell], ...] = ()
    pairs_for_both: bool = False


def drawn(own: Needs, theirs: Needs, positions: int) -> Proof:
    """Return the proof of a draw; `own` are the needs of the side to move."""
    if not own | theirs:
        return Proof(0, Reason.NO_LINES, positions)
    pairs = pairing(own | theirs)
    pairs = pairing(own) if pairs is None else pairs
    if not pairs:
        return Proof(0, Reason.SEARCH, positions)
    cells = tuple((first.bit_length() - 1, second.bit_length() - 1) for first, second in pairs)
    return Proof(0, Reason.PAIRING, positions, (), cells, holds(pairs, theirs))


class Counter:
    """Counts the positions of a search, and ends the search when they exceed a budget."""

    def __init__(self) -> None:
        self.positions = 0  # searched so far
        self.budget: int | None = None  # None: no limit

    def count(self) -> None:
        """Count a position; raise OutOfBudget if it is one too many."""
        if self.budget is not None and self.positions >= self.budget:
            raise OutOfBudget
        self.positions += 1
