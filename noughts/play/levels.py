"""Levels of play. At every move a level picks at random how far to look ahead; the chance of each depth is fixed.

    sight       a number of plies to look ahead; the moves that look best at that depth are equally likely
    level       a set of sights with their chances

The perfect level looks to the end. Of the best moves it prefers those that score most against a random opponent.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random

from noughts.errors import BadInput
from noughts.game import heuristic, solver
from noughts.game.prover import proved_moves, safe_moves
from noughts.game.rules import Cell, Game, Mark, Position, other, put, winning_cells
from noughts.game.solver import Verdict
from noughts.support.text import choose_from, plural

# The sight that reaches the end of every game.
TO_THE_END = 1_000
# How long the computer may think about a move, unless a person chooses another limit.
WAIT_SECONDS = 0.5
# (seconds, the largest number of free cells with which a position can be solved in that time), the longest time first.
EXACT_FREE_CELLS = ((2.0, 16), (0.6, 15), (0.2, 14), (0.0, 13))
# What a prover does in a second on a typical machine of 2020: positions searched, times the lines of the board.
PROVED_LINES_PER_SECOND = 600_000
# With more free cells than this, only the random opponent's next move is random; after it, both sides play best.
CHANCES_FREE_CELLS_MAX = 8
# The number of positions whose moves or scores are cached.
CACHE_POSITIONS = 1 << 16

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@dataclass(frozen=True)
class Level:
    """A name, (plies, chance) for each sight, and a sentence about how the level plays; the chances add up to 1."""

    name: str
    sights: tuple[tuple[int, Fraction], ...]
    sentence: str

    @property
    def words(self) -> str:
        """How far the level looks ahead, e.g. "1 ply (1 in 2), 2 plies (1 in 2)"."""
        if self == PERFECT:
            return "to the end; of several best moves it prefers those that score most against a random opponent"
        sights = [f"{sight_words(plies)} ({chance.numerator} in {chance.denominator})" for plies, chance in self.sights]
        return ", ".join(sights)


def sight_words(plies: int) -> str:
    """Return a sight in words, e.g. "2 plies"."""
    if plies == TO_THE_END:
        return "to the end"
    return "1 ply" if plies == 1 else f"{plies} plies"


RANDOM = Level("random", ((0, Fraction(1)),), "Takes any free cell.")
PERFECT = Level("perfect", ((TO_THE_END, Fraction(1)),), "Never makes a mistake, and sets traps where it can.")
LEVELS = (
    Level("beginner", ((0, HALF), (1, HALF)), "Half of the time takes any free cell; else sees its own immediate win."),
    Level("casual", ((1, HALF), (2, HALF)), "Always sees its own immediate win, and yours half of the time."),
    Level("steady", ((2, 3 * QUARTER), (TO_THE_END, QUARTER)), "Sees immediate wins; one move in four is perfect."),
    Level("strong", ((2, QUARTER), (TO_THE_END, 3 * QUARTER)), "Sees immediate wins; three moves in four are perfect."),
    PERFECT,
)

LEVELS_TEXT = (
    "At every move a level picks at random how far to look ahead, then plays one of the moves that look best:\n"
    + "".join(f"  {level.name:<10}{level.words}\n" for level in LEVELS)
    + "With 0 plies it takes any free cell; with 1 ply it sees its own immediate win, with 2 also the opponent's.\n"
)


def read_level(text: str) -> Level:
    """Return the level of that name; raise BadInput if there is none."""
    levels = {level.name: level for level in LEVELS}
    if text.strip().lower() not in levels:
        raise BadInput(f"{text!r} is not a level: {choose_from(text, list(levels))}")
    return levels[text.strip().lower()]


@dataclass(frozen=True)
class Choice:
    """The computer's move; `is_exact` is false if the level looks to the end but could not prove the move best."""

    cell: Cell
    is_exact: bool
    plies: int = 0  # how far the heuristic search looked ahead; 0 if it was not needed
    verdict: Verdict | None = None  # from the heuristic search; None if it is not certain


def choose(game: Game, level: Level, position: Position, seed: object, seconds: float = WAIT_SECONDS) -> Choice:
    """Return a level's move. The same seed and position give the same move, so undo does not change the reply."""
    random = Random(f"{seed} {position}")
    sights, chances = zip(*level.sights, strict=True)
    plies = random.choices(sights, [float(chance) for chance in chances])[0]
    free = game.free(position)
    if plies < TO_THE_END or len(free) <= exact_free_cells(seconds):
        return Choice(random.choice(candidates(game, level, position, plies)), True)
    random.shuffle(free)
    return best_found(game, position, seconds, free)


def best_found(game: Game, position: Position, seconds: float, order: Sequence[Cell] | None = None) -> Choice:
    """Return the best move found in a position with too many free cells to solve.

    A proof may take half of `seconds`. If it finds a winning move, return that move. Otherwise the heuristic search
    chooses. If a draw is proved, it chooses among the moves that keep the draw. If nothing is proved and the opponent
    has a forcing line, it chooses among the moves that stop that line, if there are any.
    """
    mover = game.to_move(position)
    proof, moves = proved_moves(game, position, mover, proof_budget(game, seconds))
    if proof.value is not None and proof.value > 0:
        return Choice(moves[0], True) if moves else searched(game, position, seconds, order, ())
    if moves or proof.value is not None:
        return replace(searched(game, position, seconds, order, moves), is_exact=True)
    at_once = [winning_cells(game, position, mark) for mark in (mover, other(mover))]
    return searched(
        game, position, seconds, order, () if game.misere or any(at_once) else safe_moves(game, position, mover)
    )


def searched(
    game: Game, position: Position, seconds: float, order: Sequence[Cell] | None, among: Collection[Cell]
) -> Choice:
    """Return the move that the heuristic search chooses among the moves `among`, or among all moves if it is empty."""
    best = heuristic.best_move(game, position, heuristic.budget(game, seconds), order, among)
    return Choice(best.cell, best.verdict is not None, best.plies, best.verdict)


def proof_budget(game: Game, seconds: float) -> int:
    """Return how many positions a prover may search in half of `seconds`."""
    return round(seconds / 2 * PROVED_LINES_PER_SECOND / max(1, len(game.lines)))


def exact_free_cells(seconds: float) -> int:
    """Return the largest number of free cells with which a position can be solved within `seconds`."""
    return next(free for seconds_min, free in EXACT_FREE_CELLS if seconds >= seconds_min)


@lru_cache(CACHE_POSITIONS)
def candidates(game: Game, level: Level, position: Position, plies: int) -> list[Cell]:
    """Return the moves that a level chooses from when it looks `plies` plies ahead."""
    if plies < TO_THE_END:
        return solver.best_of(shallow_verdicts(game, position, plies))
    mover = game.to_move(position)
    best = solver.best_moves(game, position, mover)
    if level != PERFECT or len(best) == 1:
        return best
    scores = {cell: score_against_random(game, put(position, cell, mover), mover) for cell in best}
    most = max(scores.values())
    return [cell for cell in best if scores[cell] == most]


def seen_verdicts(game: Game, position: Position, plies: int) -> dict[Cell, Verdict]:
    """Return what `shallow_verdicts` returns, but faster; `plies` must be at most 2, and the game not misère."""
    mover = game.to_move(position)
    wins = winning_cells(game, position, mover) if plies else []
    losses = winning_cells(game, position, other(mover)) if plies > 1 else []
    return {
        cell: Verdict(1, 1)
        if cell in wins
        else Verdict(-1, 2)
        if set(losses) - {cell}
        else Verdict(0, max(0, plies - 1))
        for cell in game.free(position)
    }


def shallow_verdicts(game: Game, position: Position, plies: int) -> dict[Cell, Verdict]:
    """Return the verdict of every move, looking `plies` plies ahead; an unfinished game counts as a draw."""
    if plies <= 2 and not game.misere:
        return seen_verdicts(game, position, plies)
    verdicts = {}
    for cell in game.free(position):
        after = game.after(position, cell)
        winner = game.winner(after)
        if plies == 0 or (plies == 1 and winner is None):
            verdicts[cell] = Verdict(0, 0)
        elif winner is not None:
            verdicts[cell] = Verdict(1 if winner == game.to_move(position) else -1, 1)
        else:
            replies = shallow_verdicts(game, after, plies - 1).values()
            value, distance = max(replies, key=solver.rank, default=Verdict(0, 0))
            verdicts[cell] = Verdict(-value, distance + 1)
    return verdicts


@lru_cache(CACHE_POSITIONS)
def score_against_random(game: Game, position: Position, side: Mark) -> Fraction:
    """Return the perfect level's expected score as `side` against a random opponent: win 1, draw 1/2, loss 0.

    If more than CHANCES_FREE_CELLS_MAX cells are free when the opponent moves next, only that move is random, and both
    sides then play their best.
    """
    if game.is_over(position):
        winner = game.winner(position)
        return HALF if winner is None else Fraction(winner == side)
    mover, free = game.to_move(position), game.free(position)
    if mover != side and len(free) > CHANCES_FREE_CELLS_MAX:
        verdicts = solver.verdicts(game, position, mover).values()
        return Fraction(sum(1 - verdict.value for verdict in verdicts), 2 * len(free))
    cells = solver.best_moves(game, position, mover) if mover == side else free
    afters = [game.representative(put(position, cell, mover)) for cell in cells]
    scores = [score_against_random(game, after, side) for after in afters]
    return max(scores) if mover == side else sum(scores, Fraction()) / len(scores)


def unsure_words(free: int, seconds: float) -> str:
    """Return why a position with `free` free cells has no exact values, in words."""
    limit = exact_free_cells(seconds)
    return f"{plural(free, 'cell')} are free: exact values need {limit} or fewer. A hint shows the best move found."
