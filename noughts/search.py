"""The exact value of every move, and how far the end is, by one search that remembers.

side        the cells of one player as the bits of a whole number, cell 0 the lowest:
            "X.O.X...." is 0b10001 for X and 0b100 for O
score       of (mine, yours) with me to move: above 0 I win, below 0 I lose, 0 is a tie;
            the sooner the end, the further from 0 (1 + the cells then free)
Verdict     the same in words of the game: value 1, 0 or -1, and distance in plies
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from noughts.rules import Cell, Game, Mark, Position, other


class Verdict(NamedTuple):
    """What a move is worth to the side that makes it, and the plies to the end, that move counted."""

    value: int
    distance: int


class Solver:
    """Scores of one game's positions, each worked out once."""

    def __init__(self, game: Game) -> None:
        self.cells = [1 << cell for cell in game.cells]
        self.board = (1 << len(game.cells)) - 1
        self.lines = [sum(1 << cell for cell in line) for line in game.lines]
        self.memory: dict[tuple[int, int], int] = {}

    def score(self, mine: int, yours: int) -> int:
        """The score with me to move; you moved last, so only you can have just won."""
        key = mine, yours
        if key not in self.memory:
            free = self.board & ~(mine | yours)
            if any(yours & line == line for line in self.lines):
                self.memory[key] = -1 - free.bit_count()
            else:
                moves = [cell for cell in self.cells if free & cell]
                self.memory[key] = max((-self.score(yours, mine | cell) for cell in moves), default=0)
        return self.memory[key]


@cache
def solver(game: Game) -> Solver:
    """The one solver of a game: what it remembers serves everybody."""
    return Solver(game)


def side(position: Position, mark: Mark) -> int:
    """The cells that hold the mark, as bits."""
    return sum(1 << cell for cell, held in enumerate(position) if held == mark)


def scores(game: Game, position: Position, mover: Mark) -> dict[Cell, int]:
    """The score of taking each free cell, for the side whose turn it is; empty where the game is over."""
    if game.is_over(position):
        return {}
    mine, yours = side(position, mover), side(position, other(mover))
    return {cell: -solver(game).score(yours, mine | 1 << cell) for cell in game.free(position)}


def verdicts(game: Game, position: Position, mover: Mark) -> dict[Cell, Verdict]:
    """What taking each free cell is worth to the side whose turn it is.

    >>> from noughts.rules import CLASSIC
    >>> verdicts(CLASSIC, "XX.OO....", "X")[2]
    Verdict(value=1, distance=1)
    """
    free = len(game.free(position))
    return {
        cell: Verdict((score > 0) - (score < 0), free + 1 - abs(score) if score else free)
        for cell, score in scores(game, position, mover).items()
    }


def best_moves(game: Game, position: Position, mover: Mark) -> list[Cell]:
    """The fastest wins, else every move that ties, else the longest defences.

    >>> from noughts.rules import CLASSIC
    >>> best_moves(CLASSIC, "XX.OO....", "X")
    [2]
    """
    found = scores(game, position, mover)
    best = max(found.values(), default=0)
    return [cell for cell, score in found.items() if score == best]
