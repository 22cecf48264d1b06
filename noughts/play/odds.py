"""The exact odds of a game between two levels or programs, computed over all positions, not simulated."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from noughts.errors import TooLarge
from noughts.game import solver
from noughts.game.rules import Cell, Game, Mark, O, Position, X
from noughts.play.levels import CACHE_POSITIONS, LEVELS, LEVELS_TEXT, RANDOM, Level, candidates
from noughts.support.progress import Progress

# A player's moves in a position, each with its exact chance.
MoveOdds: TypeAlias = dict[Cell, Fraction]
# A function that returns a player's move odds in a position.
Contestant: TypeAlias = Callable[[Game, Position], MoveOdds]

# The most cells of a board on which levels are compared: every position is visited for every pair of levels.
TABLE_CELLS_MAX = 9


class Outcome(NamedTuple):
    """The exact chances that X wins, that the game is a draw, and that O wins."""

    x: Fraction
    draw: Fraction
    o: Fraction

    def score(self, side: Mark) -> Fraction:
        """Return the expected score of a side: win 1, draw 1/2, loss 0."""
        return (self.x if side == X else self.o) + self.draw / 2


def contestant(level: Level) -> Contestant:
    """Return a contestant that plays at that level."""

    def move_odds(game: Game, position: Position) -> MoveOdds:
        odds: MoveOdds = defaultdict(Fraction)
        for plies, chance in level.sights:
            cells = candidates(game, level, position, plies)
            for cell in cells:
                odds[cell] += chance / len(cells)
        return odds

    return lru_cache(CACHE_POSITIONS)(move_odds)


def first_best(game: Game, position: Position) -> MoveOdds:
    """Return the move odds of a program that always takes the first of the best moves, as many programs do."""
    return {solver.best_moves(game, position, game.to_move(position))[0]: Fraction(1)}


def match(game: Game, x: Contestant, o: Contestant, use_symmetry: bool = True) -> Outcome:
    """Return the exact outcome of a game between two contestants.

    With `use_symmetry`, each group of symmetric positions is computed only once. The outcome is then right only if both
    contestants give symmetric cells the same chance.
    """

    @cache
    def outcome(position: Position) -> Outcome:
        if game.is_over(position):
            winner = game.winner(position)
            return Outcome(Fraction(winner == X), Fraction(winner is None), Fraction(winner == O))
        mover = x if game.to_move(position) == X else o
        parts = []
        for cell, chance in mover(game, position).items():
            after = game.after(position, cell)
            part = outcome(game.representative(after) if use_symmetry else after)
            parts.append([chance * share for share in part])
        return Outcome(*(sum(shares, Fraction()) for shares in zip(*parts, strict=True)))

    return outcome(game.start)


def levels_table(game: Game, progress: Progress | None = None) -> str:
    """Return a description of the levels, a table of their scores, and their odds against the random player.

    Raise TooLarge for a game with more than TABLE_CELLS_MAX cells.
    """
    if (cells := len(game.cells)) > TABLE_CELLS_MAX:
        raise TooLarge(f"{game.name} has {cells} cells: choose a board with at most {TABLE_CELLS_MAX} cells")
    players = (RANDOM, *LEVELS)
    contestants = {level: contestant(level) for level in players}
    pairs = list(product(players, repeat=2))
    outcomes = {}
    for done, (x, o) in enumerate(pairs, 1):
        outcomes[x, o] = match(game, contestants[x], contestants[o])
        if progress:
            progress(done, len(pairs))
    first = match(game, first_best, contestants[RANDOM], use_symmetry=False)
    first_as_o = match(game, contestants[RANDOM], first_best, use_symmetry=False)
    score = {(a, b): (outcomes[a, b].score(X) + outcomes[b, a].score(O)) / 2 for a, b in pairs}
    lines = [
        f"{LEVELS_TEXT}The random player looks 0 plies ahead.\n",
        f"On {game.name}, the score of the level on the left against the level at the top, with half of the games as X",
        "and half as O (a win is 1, a draw 1/2):",
        "",
        f"{'':<10}" + "".join(f"{level.name:>10}" for level in players),
        *(f"{a.name:<10}" + "".join(f"{float(score[a, b]):>10.4f}" for b in players) for a in players),
        "",
        'Against the random player ("first best move" always plays the first of the best moves):',
        *(side_odds(level.name, outcomes[level, RANDOM], outcomes[RANDOM, level]) for level in LEVELS),
        side_odds("first best move", first, first_as_o),
    ]
    return "\n".join(lines)


def side_odds(name: str, as_x: Outcome, as_o: Outcome) -> str:
    """Return a line of text with a player's odds as X and as O."""
    parts = [f"as {side} wins {float(won):7.2%}, draws {float(out.draw):6.2%}, loses {float(lost):6.2%}"
             for side, out, won, lost in ((X, as_x, as_x.x, as_x.o), (O, as_o, as_o.o, as_o.x))]  # fmt: skip
    return f"  {name:<20}{';  '.join(parts)}"
