"""The ladder that learners climb: minimax, and what each idea saves. Every rung counts its calls.

Each rung answers the same question, the value of a position for X (1, 0 or -1), a little more cleverly:

    plain         looks at every continuation
    alpha-beta    stops looking where the answer no longer matters
    memory        remembers positions it has met
    symmetry      remembers them however the board is turned

They are written to be read next to each other, and only `search` is used for play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from noughts.rules import Game, Mark, Position, X, other, put

# Plain minimax from here on takes longer than anybody waits: 9 free cells take about 550,000 calls.
PLAIN_FREE_CELLS_MAX = 9
PRUNED_FREE_CELLS_MAX = 12

# Told the calls so far, and 0, since nobody knows of how many.
Tick: TypeAlias = Callable[[int, int], None]
# A rung tells how many calls it has made every so often, so that somebody can show it, or stop it.
CALLS_BETWEEN_TICKS = 20_000


@dataclass
class Climb:
    """A game, and the calls made so far."""

    game: Game
    tick: Tick | None = None
    calls: int = 0

    def count(self) -> None:
        """One more call."""
        self.calls += 1
        if self.tick and self.calls % CALLS_BETWEEN_TICKS == 0:
            self.tick(self.calls, 0)

    def end(self, position: Position) -> int | None:
        """The value of a finished position, None where the game goes on."""
        winner = self.game.winner(position)
        if winner:
            return 1 if winner == X else -1
        return None if self.game.free(position) else 0

    def moves(self, position: Position, mover: Mark) -> list[Position]:
        """The positions after each move."""
        return [put(position, cell, mover) for cell in self.game.free(position)]

    def plain(self, position: Position, mover: Mark) -> int:
        """X takes the highest value, O the lowest, and each expects the other to."""
        self.count()
        value = self.end(position)
        if value is not None:
            return value
        values = [self.plain(after, other(mover)) for after in self.moves(position, mover)]
        return max(values) if mover == X else min(values)

    def alpha_beta(self, position: Position, mover: Mark, alpha: int = -2, beta: int = 2) -> int:
        """As plain; but what X (alpha) or O (beta) is sure of elsewhere makes the rest of a position uninteresting."""
        self.count()
        value = self.end(position)
        if value is not None:
            return value
        for after in self.moves(position, mover):
            value = self.alpha_beta(after, other(mover), alpha, beta)
            if mover == X:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if mover == X else beta

    def memory(self, position: Position, mover: Mark, known: dict[Position, int] | None = None) -> int:
        """As plain; but a position that was met before, by another order of moves, is not searched again."""
        known = {} if known is None else known
        if position not in known:
            self.count()
            value = self.end(position)
            if value is None:
                values = [self.memory(after, other(mover), known) for after in self.moves(position, mover)]
                value = max(values) if mover == X else min(values)
            known[position] = value
        return known[position]

    def symmetry(self, position: Position, mover: Mark, known: dict[Position, int] | None = None) -> int:
        """As memory; but all turns and reflections of a position are one."""
        known = {} if known is None else known
        position = self.game.representative(position)
        if position not in known:
            self.count()
            value = self.end(position)
            if value is None:
                values = [self.symmetry(after, other(mover), known) for after in self.moves(position, mover)]
                value = max(values) if mover == X else min(values)
            known[position] = value
        return known[position]
