"""Who wins a misère game, where whoever completes a line loses: a search that stops where pairings decide.

A side never has to complete a line if there are pairs of free cells, none overlapping another, such that every need of
this side (see noughts/game/needs.py) contains a pair. Put the other free cells into pairs too; one cell may be left
over. When the opponent takes a cell of a pair, the side takes the other cell of this pair. If the side has to begin, it
takes the cell that is left over or, if there is none, a cell of any pair; when the opponent takes the other cell of
this pair, the side begins again in the same way. So it never takes both cells of a pair.

>>> from noughts.game.rules import in_a_row
>>> MisereProver(in_a_row(3, 3, 3, misere=True)).prove("." * 9, "X").value
0
"""

from noughts.errors import OutOfBudget
from noughts.game.needs import DEFENCE_SHIFT, Needs, after, last_cells, needs_of, ordered, turned
from noughts.game.pairing import Cells, pairing
from noughts.game.proof import Counter, Proof, Reason, drawn
from noughts.game.rules import Cell, Game, Mark, Position, other

# From this many moves after the root on, symmetric positions are not recognized: it would take longer than it saves.
FOLDED_PLIES = 6
# A search remembers at most this many values; then it forgets all of them.
REMEMBERED_MAX = 1 << 18


class MisereProver(Counter):
    """Proves the values of positions of one misère game, and remembers the positions that it has searched."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._values: dict[object, int] = {}  # by needs, number of other free cells, and window
        self._turned = [[1 << cell for cell in symmetry] for symmetry in game.symmetries]

    def prove(self, position: Position, mover: Mark, budget: int | None = None) -> Proof:
        """Return a proof of the value of an unfinished position; search at most `budget` positions (None: no limit).

        If the budget is too small, the value of the proof is None.
        """
        own, theirs = needs_of(self.game, position, mover), needs_of(self.game, position, other(mover))
        before, self.budget = self.positions, budget and self.positions + budget
        try:
            value = self._value(own, theirs, self._free(position), -1, 1)
        except OutOfBudget:
            return Proof(None, Reason.UNKNOWN, self.positions - before)
        searched = self.positions - before
        return drawn(own, theirs, searched) if value == 0 else Proof(value, Reason.SEARCH, searched)

    def keeps(self, position: Position, mover: Mark, cell: Cell, value: int) -> bool | None:
        """Return whether a move keeps `value`, the value of the position; None if `self.budget` is too small."""
        own, theirs = needs_of(self.game, position, mover), needs_of(self.game, position, other(mover))
        if any(need == 1 << cell for need in own):
            return value < 0
        own, theirs = after(own, theirs, 1 << cell)
        try:
            return -self._value(theirs, own, self._free(position) & ~(1 << cell), -value, 1 - value) >= value
        except OutOfBudget:
            return None

    def _free(self, position: Position) -> Cells:
        return sum(1 << cell for cell in self.game.free(position))

    def _value(self, own: Needs, theirs: Needs, free: Cells, low: int, high: int, ply: int = 0) -> int:
        """Return what a position is worth to the side to move, whose needs are `own`; may raise OutOfBudget.

        As in alpha-beta, the result is exact only if it is between `low` and `high`.
        """
        least = -1 if own and pairing(own) is None else 0
        most = 1 if theirs and pairing(theirs) is None else 0
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        needed = 0
        for need in (*own, *theirs):
            needed |= need
        spare = free & ~needed
        key: object = (own, theirs, spare.bit_count(), low, high)
        known = self._values.get(key)
        if known is not None:
            return known
        folded: object = key
        if ply < FOLDED_PLIES:
            turns = min((turned(own, bits), turned(theirs, bits)) for bits in self._turned)
            folded = (*turns, spare.bit_count(), low, high)
            known = self._values.get(folded)
        if known is None:
            self.count()
            moves = [spare & -spare] if spare else []
            moves += reversed(ordered(own, theirs, ~last_cells(own), DEFENCE_SHIFT))
            known = self._search(own, theirs, free, moves, low, high, ply)
        if len(self._values) >= REMEMBERED_MAX:
            self._values.clear()
        self._values[key] = self._values[folded] = known
        return known

    def _search(self, own: Needs, theirs: Needs, free: Cells, moves: list[Cells], low: int, high: int, ply: int) -> int:
        """Return the value of the best of `moves`; -1 if `moves` is empty, because then every move completes a line."""
        best = -1
        for cell in moves:
            own_then, theirs_then = after(own, theirs, cell)
            value = -self._value(theirs_then, own_then, free & ~cell, -high, -max(low, best), ply + 1)
            best = max(best, value)
            if best >= high:
                break
        return best
