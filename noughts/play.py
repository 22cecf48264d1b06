"""Who plays: a player is a function from a position to a move, and a level is a player who errs at a known rate.

    sight       how many plies ahead somebody looks; of the moves that look best that far, any is as likely
    level       at every move its sight is drawn anew, each with a stated chance
    shares      a level's moves in a position, each with its exact chance
    Outcome     the exact chances that a game between two levels is won by X, tied, won by O

The perfect level looks to the end; where several moves tie, it takes those after which somebody who moves at random
goes wrong most often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from noughts import deep, notation, search
from noughts.eight import Face
from noughts.notation import ListBoard, Pair
from noughts.rules import Cell, Game, Mark, O, Position, X, other, put
from noughts.search import Verdict

Player: TypeAlias = Callable[[Position], Cell]
Shares: TypeAlias = dict[Cell, Fraction]
Mover: TypeAlias = Callable[[Game, Position], Shares]

TO_THE_END = 1_000
# How long a person waits for a move, and how many free cells can be solved in that time.
WAIT_SECONDS = 0.5
EXACT_FREE_CELLS = ((2.0, 16), (0.6, 15), (0.2, 14), (0.0, 13))
# With more free cells than this only the next reply of somebody who moves at random is considered, not all that follow.
HOPE_FREE_CELLS_MAX = 8
# Positions whose moves are remembered.
MEMORY = 1 << 16

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@dataclass(frozen=True)
class Level:
    """How far it looks with which chance."""

    name: str
    sights: tuple[tuple[int, Fraction], ...]

    @property
    def words(self) -> str:
        """How far it looks, e.g. "1 ply (1 in 2), 2 plies (1 in 2)"."""
        if len(self.sights) == 1:
            return sight_words(self.sights[0][0]) + (
                "; of ties it takes the one with most traps" if self == PERFECT else ""
            )
        return ", ".join(
            f"{sight_words(plies)} ({chance.numerator} in {chance.denominator})" for plies, chance in self.sights
        )


def sight_words(plies: int) -> str:
    """How far that is."""
    return "to the end" if plies == TO_THE_END else f"{plies} pl{'y' if plies == 1 else 'ies'}"


RANDOM = Level("random", ((0, Fraction(1)),))
PERFECT = Level("perfect", ((TO_THE_END, Fraction(1)),))
LEVELS = (
    Level("beginner", ((0, HALF), (1, HALF))),
    Level("casual", ((1, HALF), (2, HALF))),
    Level("steady", ((2, 3 * QUARTER), (TO_THE_END, QUARTER))),
    Level("strong", ((2, QUARTER), (TO_THE_END, 3 * QUARTER))),
    PERFECT,
)


EXPLAINED = (
    """\
At every move a level draws how far it looks ahead, and of the moves that look best that far takes any:
"""
    + "".join(f"  {level.name:<10}{level.words}\n" for level in LEVELS)
    + """\
With 0 plies any free cell will do; with 1 a win at once is seen, with 2 the other side's win at once too.
"""
)


@dataclass(frozen=True)
class Choice:
    """A move that was chosen; it is exact unless the level wanted to look to the end and the board was too large."""

    cell: Cell
    is_exact: bool


def player(game: Game, level: Level, seed: object, seconds: float = WAIT_SECONDS) -> Player:
    """The level as a function; the same seed gives the same moves."""
    return lambda position: choose(game, level, position, seed, seconds).cell


def choose(game: Game, level: Level, position: Position, seed: object, seconds: float = WAIT_SECONDS) -> Choice:
    """A level's move. It depends on the seed and the position alone, so that undone moves are answered as before."""
    random = Random(f"{seed} {position}")
    sights, chances = zip(*level.sights, strict=True)
    plies = random.choices(sights, [float(chance) for chance in chances])[0]
    free = game.free(position)
    if plies < TO_THE_END or len(free) <= exact_free_cells(seconds):
        return Choice(random.choice(candidates(game, level, position, plies)), True)
    random.shuffle(free)
    found = deep.best_found(game, position, round(seconds * deep.POSITIONS_A_SECOND), free)
    return Choice(found.cell, found.verdict is not None)


class Engine(Face):
    """The eight functions of a level: its minimax is what the level plays."""

    def __init__(self, game: Game, level: Level, seed: object, seconds: float = WAIT_SECONDS) -> None:
        super().__init__(game)
        self._move = player(game, level, seed, seconds)

    def minimax(self, board: ListBoard) -> Pair | None:
        position = notation.from_board(board)
        return None if self.game.is_over(position) else notation.to_pair(self.game, self._move(position))


def exact_free_cells(seconds: float) -> int:
    """With how many free cells a position is solved while somebody waits that long."""
    return next(free for least, free in EXACT_FREE_CELLS if seconds >= least)


@lru_cache(MEMORY)
def candidates(game: Game, level: Level, position: Position, plies: int) -> list[Cell]:
    """The moves that look best to a level that looks so far ahead."""
    if plies < TO_THE_END:
        return search.best_of(glimpse(game, position, plies))
    best = search.best_moves(game, position, game.to_move(position))
    return traps(game, position, best) if level == PERFECT else best


def glimpse(game: Game, position: Position, plies: int) -> dict[Cell, Verdict]:
    """What every move looks like to somebody who looks so many plies ahead; what is beyond looks like a tie."""
    seen = {}
    for cell in game.free(position):
        after = game.after(position, cell)
        winner = game.winner(after)
        if plies == 0 or (plies == 1 and winner is None):
            seen[cell] = Verdict(0, 0)
        elif winner is not None:
            seen[cell] = Verdict(1 if winner == game.to_move(position) else -1, 1)
        else:
            replies = glimpse(game, after, plies - 1).values()
            value, distance = max(replies, key=search.rank, default=Verdict(0, 0))
            seen[cell] = Verdict(-value, distance + 1)
    return seen


def traps(game: Game, position: Position, best: list[Cell]) -> list[Cell]:
    """Of moves that are equally good, those against which a random mover does worst."""
    if len(best) == 1:
        return best
    hopes = {cell: hope_after(game, game.after(position, cell)) for cell in best}
    most = max(hopes.values())
    return [cell for cell in best if hopes[cell] == most]


def hope_after(game: Game, position: Position) -> Fraction:
    """What the perfect level may expect, a random mover being to move: a win counts 1, a tie a half."""
    mover = other(game.to_move(position))
    if game.is_over(position):
        return score_of(game.winner(position), mover)
    free = game.free(position)
    if len(free) > HOPE_FREE_CELLS_MAX:
        verdicts = search.verdicts(game, position, other(mover)).values()
        return Fraction(sum(1 - verdict.value for verdict in verdicts), 2 * len(free))
    replies = [put(position, cell, other(mover)) for cell in free]
    return sum((hope(game, game.representative(reply)) for reply in replies), Fraction()) / len(free)


@lru_cache(MEMORY)
def hope(game: Game, position: Position) -> Fraction:
    """The same where the perfect level is to move."""
    mover = game.to_move(position)
    if game.is_over(position):
        return score_of(game.winner(position), mover)
    best = search.best_moves(game, position, mover)
    return max(hope_after(game, put(position, cell, mover)) for cell in best)


def score_of(winner: Mark | None, side: Mark) -> Fraction:
    """What a finished game counts for a side."""
    return HALF if winner is None else Fraction(winner == side)


def shares(level: Level) -> Mover:
    """A level's moves with their exact chances."""

    def moves(game: Game, position: Position) -> Shares:
        found: Shares = {}
        for plies, chance in level.sights:
            cells = candidates(game, level, position, plies)
            for cell in cells:
                found[cell] = found.get(cell, Fraction()) + chance / len(cells)
        return found

    return lru_cache(MEMORY)(moves)


class Outcome(NamedTuple):
    """How a game ends, with exact chances."""

    x: Fraction
    tie: Fraction
    o: Fraction

    def score(self, side: Mark) -> Fraction:
        """What a side may expect: a win counts 1, a tie a half."""
        return (self.x if side == X else self.o) + self.tie / 2


def match(game: Game, x: Mover, o: Mover, fold: bool = True) -> Outcome:
    """The exact chances of a game between two movers, by going through all positions, not by playing.

    Symmetric positions are folded into one; that needs movers to whom symmetric cells are equally likely.
    """
    known: dict[Position, Outcome] = {}

    def outcome(position: Position) -> Outcome:
        position = game.representative(position) if fold else position
        if position not in known:
            known[position] = finished(position) if game.is_over(position) else opened(position)
        return known[position]

    def finished(position: Position) -> Outcome:
        winner = game.winner(position)
        return Outcome(Fraction(winner == X), Fraction(winner is None), Fraction(winner == O))

    def opened(position: Position) -> Outcome:
        mover = x if game.to_move(position) == X else o
        parts = [(share, outcome(game.after(position, cell))) for cell, share in mover(game, position).items()]
        return Outcome(*(sum((share * part[i] for share, part in parts), Fraction()) for i in range(3)))

    return outcome(game.start)


def first_best(game: Game, position: Position) -> Shares:
    """Somebody who looks to the end and takes the first of the best moves, as many programs do."""
    return {search.best_moves(game, position, game.to_move(position))[0]: Fraction(1)}
