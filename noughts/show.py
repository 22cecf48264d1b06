"""What `noughts solve` prints: who wins, the ladder as a table and bars, and how to verify a proof."""

from __future__ import annotations

from collections.abc import Callable
from math import log10
from pathlib import Path

from noughts import notation, play, search, tree
from noughts.ladder import PLAIN_FREE_CELLS_MAX, PRUNED_FREE_CELLS_MAX, Climb
from noughts.rules import Game, Mark, O, Position, X
from noughts.search import Analysis, Verdict
from noughts.sets import Progress

# The length of a factor of ten.
BAR_CHARACTERS = 8
# With 12 free cells a search with memory meets 112,000 positions of 4,3,3; a larger board has millions.
LADDER_FREE_CELLS_MAX = 12
# All positions are gone through for every pair of levels.
LEVELS_CELLS_MAX = 9

RUNGS: dict[str, tuple[Callable[[Climb, Position, Mark], int], int, str]] = {
    "plain": (Climb.plain, PLAIN_FREE_CELLS_MAX, "every continuation"),
    "alpha-beta": (Climb.alpha_beta, PRUNED_FREE_CELLS_MAX, "skips what cannot matter"),
    "memory": (Climb.memory, LADDER_FREE_CELLS_MAX, "each position once"),
    "symmetry": (Climb.symmetry, LADDER_FREE_CELLS_MAX, "each once, however it is turned"),
}


def solution(analysis: Analysis) -> str:
    """Who wins a game from its start, and where to begin."""
    game = analysis.game
    assert analysis.value is not None
    if analysis.value:
        winner = X if analysis.value > 0 else O
        outcome = f"{winner} {Verdict(1, analysis.distance).words} ({analysis.distance} plies)"
    else:
        outcome = f"a draw, {analysis.distance} plies long"
    kind = "who completes a line loses" if game.misere else f"{len(game.lines)} lines win"
    best = "  ".join(notation.cell_text(game, cell) for cell in analysis.best)
    return (
        f"{game.name}: {game.columns} columns, {game.rows} rows, {kind}.\n"
        f"With best play: {outcome}.\n"
        f"Best first moves: {best}\n"
        f"Best play: {notation.moves_text(game, X, analysis.line)}"
    )


def ladder(game: Game, position: Position, progress_of: Callable[[str], Progress | None]) -> str:
    """What each idea of the search costs on the same position, as a table and bars."""
    free = len(game.free(position))
    if free > LADDER_FREE_CELLS_MAX:
        raise search.TooLarge(
            f"{position} has {free} free cells: the ladder is climbed with at most {LADDER_FREE_CELLS_MAX}"
        )
    rows: list[tuple[str, int, str]] = []
    value = 0
    for name, (rung, free_max, idea) in RUNGS.items():
        if free > free_max:
            rows.append((name, 0, f"not climbed: more than {free_max} free cells"))
            continue
        climb = Climb(game, progress_of(f"{name}, calls"))
        value = rung(climb, position, game.to_move(position))
        rows.append((name, climb.calls, idea))
    words = {1: "X wins", 0: "a draw", -1: "O wins"}[value]
    head = f"{game.name}, {position}: {words}. Calls that each search makes to find that out:"
    return "\n".join([head, "", *table(rows), "", *bars(rows)])


def table(rows: list[tuple[str, int, str]]) -> list[str]:
    """The calls in figures, and as a share of the most."""
    most = max(calls for _, calls, _ in rows)
    return [
        f"{name:<11}{f'{calls:,}' if calls else '-':>10}  {f'{calls / most:.2%}' if calls else '':>8}  {idea}"
        for name, calls, idea in rows
    ]


def bars(rows: list[tuple[str, int, str]]) -> list[str]:
    """The calls as bars, on a scale on which a tenth of the calls is always the same piece shorter."""
    lines = [f"{name:<11}{'#' * (1 + round(BAR_CHARACTERS * log10(calls)))}" for name, calls, _ in rows if calls]
    return [*lines, f"{'':<11}({BAR_CHARACTERS} characters shorter: a tenth of the calls)"]


def levels(game: Game, progress: Progress | None = None) -> str:
    """What each level does, and what it scores against every other: exact chances, nothing is simulated."""
    if len(game.cells) > LEVELS_CELLS_MAX:
        raise search.TooLarge(
            f"{game.name} has {len(game.cells)} cells: the levels are compared exactly on boards of {LEVELS_CELLS_MAX}"
        )
    everybody = (play.RANDOM, *play.LEVELS)
    movers = {level: play.shares(level) for level in everybody}
    pairs = [(x, o) for x in everybody for o in everybody]
    found = {}
    for done, (x, o) in enumerate(pairs, 1):
        found[x, o] = play.match(game, movers[x], movers[o])
        if progress:
            progress(done, len(pairs))
    first = play.match(game, play.first_best, movers[play.RANDOM], fold=False)
    first_as_o = play.match(game, movers[play.RANDOM], play.first_best, fold=False)
    score = {(a, b): (found[a, b].score(X) + found[b, a].score(O)) / 2 for a, b in pairs}
    return "\n".join(
        [
            f"{play.EXPLAINED}A random mover looks 0 plies ahead.\n",
            f"On {game.name}, what the level on the left scores against the one above, half of the games as X,",
            "half as O (a win counts 1, a tie 1/2):",
            "",
            f"{'':<10}" + "".join(f"{level.name:>10}" for level in everybody),
            *(f"{a.name:<10}" + "".join(f"{float(score[a, b]):>10.4f}" for b in everybody) for a in everybody),
            "",
            "Against somebody who moves at random:",
            *(side_words(level.name, found[level, play.RANDOM], found[play.RANDOM, level]) for level in play.LEVELS),
            side_words("the first best move", first, first_as_o),
        ]
    )


def side_words(name: str, as_x: play.Outcome, as_o: play.Outcome) -> str:
    """How somebody does as X and as O."""
    parts = [f"as {side} wins {float(won):7.2%}, ties {float(out.tie):6.2%}, loses {float(lost):6.2%}"
             for side, out, won, lost in ((X, as_x, as_x.x, as_x.o), (O, as_o, as_o.o, as_o.x))]  # fmt: skip
    return f"  {name:<20}{';  '.join(parts)}"


def proof(game: Game, path: Path, progress: Progress | None = None) -> tuple[str, str]:
    """A proof file's text, and what to say of it."""
    strategies = {}
    said = []
    for side in (X, O):
        replies = tree.strategy(game, side, progress)
        if replies is None:
            said.append(f"{side} can be made to lose {game.name}, so there is no such strategy for {side}.")
        else:
            strategies[side] = replies
            said.append(f"{side} never loses with {len(replies):,} replies, one for each class of symmetric positions.")
    said.append(f"To verify it with a program that shares nothing with this one:  python tools/check_proof.py {path}")
    return tree.proof_text(game, strategies), "\n".join(said)
