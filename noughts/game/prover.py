"""Who wins on a large board: a search that visits few positions, and whose results are proofs.

    needs       what a side still needs to win (noughts/game/needs.py); positions with the same needs are equal here
    attacker    the side that wants to complete a line; the search finds out whether it can do so against any defence
    defender    the other side, which also succeeds if it completes a line first
    forcing     a line of play in which the defender must answer each move of the attacker at once, until no answer
                stops the attacker

>>> from noughts.game.rules import in_a_row
>>> Prover(in_a_row(4, 4, 3)).prove("." * 16, "X").value, Prover(in_a_row(5, 5, 5)).prove("." * 25, "X").value
(1, 0)
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from noughts.errors import OutOfBudget
from noughts.game.misere import MisereProver
from noughts.game.needs import (
    ATTACK_SHIFT,
    DEFENCE_SHIFT,
    Needs,
    after,
    cells_in,
    last_cells,
    needs_of,
    ordered,
    stopping_cells,
    threatening,
    turned,
    without_supersets,
)
from noughts.game.pairing import WHOLE, Cells, pairing, threat
from noughts.game.proof import Counter, Proof, Reason, drawn
from noughts.game.rules import Cell, Game, Mark, Position, other

# From this many moves after the root on, symmetric positions are not recognized: it would take longer than it saves.
FOLDED_PLIES = 6
# How many of the defender's moves are tested for a pairing before any of them is searched.
LOOKED_AT = 6
# A search goes at most this many moves deep. If that is not enough, the budget counts as used up.
PLIES_MAX = 100
# A search remembers at most this many positions, some kilobytes each; then it forgets all of them.
REMEMBERED_MAX = 1 << 16
# The number of results of `proved_moves` that are cached.
CACHED_MOVES = 256


class Prover(Counter):
    """Proves the values of positions of one game that is not misère, and remembers the positions it has searched."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._wins: dict[object, bool] = {}  # whether the attacker wins, by needs and turn
        self._forcing: dict[tuple[Needs, Needs], tuple[Cells, ...]] = {}
        self._turned = [[1 << cell for cell in symmetry] for symmetry in game.symmetries]

    def prove(self, position: Position, mover: Mark, budget: int | None = None) -> Proof:
        """Return a proof of the value of an unfinished position; search at most `budget` positions (None: no limit).

        If the budget is too small, the value of the proof is None.
        """
        own, theirs = needs_of(self.game, position, mover), needs_of(self.game, position, other(mover))
        before, self.budget = self.positions, budget and self.positions + budget
        try:
            value = self._value(own, theirs)
        except OutOfBudget:
            return Proof(None, Reason.UNKNOWN, self.positions - before)
        self.budget = None  # what follows looks up positions that were searched
        searched = self.positions - before
        if value == 0:
            return drawn(own, theirs, searched)
        line = self._winning_line(own, theirs) if value > 0 else ()
        return Proof(value, Reason.FORCING if line else Reason.SEARCH, searched, cells_in(line))

    def keeps(self, position: Position, mover: Mark, cell: Cell, value: int) -> bool | None:
        """Return whether a move keeps `value`, the value of the position; None if `self.budget` is too small."""
        own, theirs = needs_of(self.game, position, mover), needs_of(self.game, position, other(mover))
        if any(need == 1 << cell for need in own):
            return True
        own, theirs = after(own, theirs, 1 << cell)
        try:
            return value < 0 or (self.defender_loses(own, theirs) if value else not self.attacker_wins(theirs, own))
        except OutOfBudget:
            return None

    def _value(self, own: Needs, theirs: Needs) -> int:
        """Return what the position is worth to the side to move, which has the needs `own`. May raise OutOfBudget."""
        if self.attacker_wins(own, theirs):
            return 1
        # With equal needs the side to move cannot lose: it could follow a winning strategy of the other side itself.
        return 0 if own == theirs or not self.defender_loses(theirs, own) else -1

    def _winning_line(self, own: Needs, theirs: Needs) -> tuple[Cells, ...]:
        """Return a winning move, or a forcing line, which may begin with a forced answer; empty if there is neither."""
        wins, forced = last_cells(own), last_cells(theirs)
        if wins:
            return (wins & -wins,)
        return self._force_from(own, theirs, forced) if forced else self.forcing_line(own, theirs)

    def answered(self, own: Needs, theirs: Needs, cell: Cells) -> bool:
        """Return whether the opponent has a forcing line, or a line to complete at once, after a move to a cell."""
        own, theirs = after(own, theirs, cell)
        return bool(last_cells(theirs) or (not last_cells(own) and self.forcing_line(theirs, own)))

    # ---- the search ----

    def attacker_wins(self, attack: Needs, defence: Needs, ply: int = 0) -> bool:
        """Return whether the attacker, who is to move, can force a complete line. May raise OutOfBudget."""
        if last_cells(attack):
            return True
        forced = last_cells(defence)
        if forced & (forced - 1) or not attack:
            return False
        if forced:
            return self.defender_loses(*after(attack, defence, forced), ply + 1)
        return self._remembered(attack, defence, True, ply)

    def defender_loses(self, attack: Needs, defence: Needs, ply: int = 0) -> bool:
        """Return whether the attacker can force a complete line if the defender is to move. May raise OutOfBudget."""
        if last_cells(defence):
            return False
        forced = last_cells(attack)
        if forced & (forced - 1):
            return True
        if forced:
            defence, attack = after(defence, attack, forced)
            return self.attacker_wins(attack, defence, ply + 1)
        return bool(attack) and self._remembered(attack, defence, False, ply)

    def _remembered(self, attack: Needs, defence: Needs, attacks: bool, ply: int) -> bool:
        """Return whether the attacker wins; search the position only if neither it nor a symmetric one was searched.

        `attacks` says whether the attacker is to move. May raise OutOfBudget.
        """
        key: object = (attack, defence, attacks)
        known = self._wins.get(key)
        if known is not None:
            return known
        folded: object = None
        if ply < FOLDED_PLIES:
            folded = (attacks, *min((turned(attack, bits), turned(defence, bits)) for bits in self._turned))
            known = self._wins.get(folded)
        if known is None:
            if ply >= PLIES_MAX:
                raise OutOfBudget
            self.count()
            known = (self._search_attack if attacks else self._search_defence)(attack, defence, ply)
        if len(self._wins) >= REMEMBERED_MAX:
            self._wins.clear()
        self._wins[key] = known
        if folded is not None:
            self._wins[folded] = known
        return known

    def _search_attack(self, attack: Needs, defence: Needs, ply: int) -> bool:
        """Return whether some move of the attacker wins. Nobody may have a need of one cell."""
        needs = without_supersets(attack)
        if 2 * threat(needs) < WHOLE:
            return False
        if self.forcing_line(attack, defence):
            return True
        if pairing(needs) is not None:
            return False
        allowed = stopping_cells(self.forcing_line(defence, attack), attack)
        return any(
            self.defender_loses(*after(attack, defence, cell), ply + 1)
            for cell in ordered(attack, defence, allowed, ATTACK_SHIFT)
        )

    def _search_defence(self, attack: Needs, defence: Needs, ply: int) -> bool:
        """Return whether every move of the defender loses. Nobody may have a need of one cell."""
        needs = without_supersets(attack)
        if threat(needs) < WHOLE or self.forcing_line(defence, attack) or pairing(needs) is not None:
            return False
        allowed = stopping_cells(self.forcing_line(attack, defence), defence)
        moves = ordered(attack, defence, allowed, DEFENCE_SHIFT)
        for cell in moves[:LOOKED_AT]:
            if pairing(without_supersets(after(defence, attack, cell)[1])) is not None:
                return False
        for cell in moves:
            defence_then, attack_then = after(defence, attack, cell)
            if not self.attacker_wins(attack_then, defence_then, ply + 1):
                return False
        return True

    # ---- forcing lines of play ----

    def forcing_line(self, attack: Needs, defence: Needs) -> tuple[Cells, ...]:
        """Return a line of play in which the attacker moves first, always threatens, and completes a line at the end.

        Return an empty tuple if there is none. Nobody may have a need of one cell.
        """
        key = attack, defence
        line = self._forcing.get(key)
        if line is None:
            self.count()
            line = next(filter(None, (self._force(attack, defence, *move) for move in threatening(attack))), ())
            if len(self._forcing) >= REMEMBERED_MAX:
                self._forcing.clear()
            self._forcing[key] = line
        return line

    def _force(self, attack: Needs, defence: Needs, cell: Cells, answer: Cells) -> tuple[Cells, ...]:
        """Return a forcing line that begins with `cell` and the defender's forced `answer`; empty if there is none."""
        attack, defence = after(attack, defence, cell)
        threats = last_cells(attack)
        if threats & (threats - 1):
            return cell, answer, threats & ~answer & -(threats & ~answer)
        defence, attack = after(defence, attack, answer)
        forced = last_cells(defence)
        if not forced:
            rest = self.forcing_line(attack, defence)
        elif forced & (forced - 1):
            return ()
        else:  # the answer was a threat too
            rest = self._force_from(attack, defence, forced)
        return (cell, answer, *rest) if rest else ()

    def _force_from(self, attack: Needs, defence: Needs, forced: Cells) -> tuple[Cells, ...]:
        """Return a forcing line that begins with the cell that the attacker must take; empty if there is none."""
        answers = [need ^ forced for need in attack if need & forced and (need ^ forced).bit_count() == 1]
        return self._force(attack, defence, forced, answers[0]) if answers else ()


def prover_for(game: Game) -> Prover | MisereProver:
    """Return a new prover for a game, misère or not."""
    return MisereProver(game) if game.misere else Prover(game)


def safe_moves(game: Game, position: Position, mover: Mark) -> tuple[Cell, ...]:
    """Return the moves that stop every forcing line of the opponent; () if the opponent has none, or if no move does.

    The game must not be misère, and nobody may be able to complete a line at once.
    """
    prover = Prover(game)
    own, theirs = needs_of(game, position, mover), needs_of(game, position, other(mover))
    cells = stopping_cells(prover.forcing_line(theirs, own), own)
    if cells < 0:
        return ()
    free = (cell for cell in game.free(position) if cells >> cell & 1)
    return tuple(cell for cell in free if not prover.answered(own, theirs, 1 << cell))


@lru_cache(CACHED_MOVES)
def proved_moves(game: Game, position: Position, mover: Mark, budget: int) -> tuple[Proof, tuple[Cell, ...]]:
    """Return the proof of a position's value, and the moves that were proved to keep it.

    No moves are returned if the position is lost or undecided, and at most one if it is won. `budget` is the most
    positions to search for the value, and again for the moves. Equal arguments give the same result, because every
    search begins with an empty memory.
    """
    prover = prover_for(game)
    proof = prover.prove(position, mover, budget)
    if proof.value is None or proof.value < 0:
        return proof, ()
    moves = keeping_moves(prover, position, mover, proof, budget)
    return proof, tuple(islice(moves, 1) if proof.value else moves)


def keeping_moves(
    prover: Prover | MisereProver, position: Position, mover: Mark, proof: Proof, budget: int
) -> Iterator[Cell]:
    """Yield the moves that keep the value of a position that is not lost.

    If the proof has a forcing line, yield only its first move. Moves that cannot be decided within the budget are left
    out.
    """
    if proof.line:
        yield proof.line[0]
        return
    game = prover.game
    own, theirs = needs_of(game, position, mover), needs_of(game, position, other(mover))
    cells = [*cells_in(ordered(own, theirs, -1, ATTACK_SHIFT))]
    cells += [cell for cell in game.free(position) if cell not in cells]
    prover.budget = prover.positions + budget
    yield from (cell for cell in cells if proof.value is not None and prover.keeps(position, mover, cell, proof.value))
