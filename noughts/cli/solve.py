"""`noughts solve`: show who wins a game, compare searches or levels, or write and verify proofs."""

import argparse
import json
from pathlib import Path

from noughts.cli.explain import add_game
from noughts.cli.output import write
from noughts.errors import BadInput
from noughts.explain import check_proof, ladder, proofs, strategy
from noughts.explain.analysis import Analysis, analyse
from noughts.explain.names import coordinates
from noughts.explain.words import verdict_words
from noughts.game import notation, solver
from noughts.game.prover import proved_moves, prover_for
from noughts.game.rules import Game, O, X
from noughts.game.solver import Verdict
from noughts.play.odds import levels_table
from noughts.support.progress import counter
from noughts.support.text import plural

# How many positions are searched to find who wins, if --budget is not given. Searching so many takes some minutes.
BUDGET = 200_000

EXAMPLES = """\
examples:
  noughts solve                        who wins 3,3,3?
  noughts solve --game 5,5,4           five columns, five rows, four in a row: who wins, and why
  noughts solve --game 4,4,3 --distances  also how soon X wins, the best first moves and a line of best play
  noughts solve --game 5,5,5 --svg pairs.svg --json -    a picture of the proof, and its data on standard output
  noughts solve --game 3,3,3,misere    whoever completes a line loses
  noughts solve --ladder               what pruning, memory and symmetry save
  noughts solve --ladder X...O....     the same, from the given position
  noughts solve --levels               how each level of play scores against every other
  noughts solve --proof never.txt      write strategies that never lose, and print how to verify them
  noughts solve --game 6,5,4 --proof win.txt  a strategy with which X wins; for 5,5,5 the pairs of a draw
  noughts solve --check-proof win.txt  verify it with an independent program of 83 lines
"""


def add_arguments(solve: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts solve`."""
    add_game(solve)
    text = f"also show how soon the game ends, and best play (always shown with at most {solver.WHOLE_CELLS_MAX} cells)"
    solve.add_argument("--distances", action="store_true", help=text)
    text = f"the maximum number of positions to search to find who wins (default: {BUDGET:,})"
    solve.add_argument("--budget", type=int, metavar="POSITIONS", default=BUDGET, help=text)
    solve.add_argument("--json", metavar="FILE", type=Path, help="write who wins and why as JSON (-: standard output)")
    solve.add_argument("--svg", metavar="FILE", type=Path, help="write the proof as a picture")
    text = "compare minimax alone, with alpha-beta, with memory and with symmetry"
    solve.add_argument("--ladder", nargs="?", const="", metavar="POSITION", help=text)
    solve.add_argument("--levels", action="store_true", help="describe the levels and compute their exact scores")
    solve.add_argument(
        "--proof", metavar="FILE", type=Path, help="write a proof that a program can verify: strategies or pairs"
    )
    text = "verify a proof with an independent program: exit code 1 if it does not hold"
    solve.add_argument("--check-proof", metavar="FILE", type=Path, help=text)


def run(arguments: argparse.Namespace) -> int:
    """Compare searches or levels, write a proof or verify one, as requested; else print who wins.

    Return the exit code.
    """
    if arguments.check_proof:
        return verify_proof(arguments.check_proof)
    if arguments.budget < 1:
        raise BadInput(f"--budget {arguments.budget} is not a number of positions: use 1 or more")
    game = notation.read_game(arguments.game)
    if arguments.ladder is not None:
        print(ladder.ladder_text(game, notation.read_position(game, arguments.ladder or game.start), counter))
    if arguments.levels:
        print(levels_table(game, counter("pairs of levels")))
    if arguments.proof:
        write_proof(game, arguments.proof, arguments.budget)
    if arguments.ladder is None and not arguments.proof and not arguments.levels:
        return show_winner(game, arguments)
    return 0


def show_winner(game: Game, arguments: argparse.Namespace) -> int:
    """Print or write who wins a game, and why; return the exit code: 2 if it is not known within the budget."""
    is_small = len(game.cells) <= solver.WHOLE_CELLS_MAX
    if (is_small or arguments.distances) and not (arguments.json or arguments.svg):
        print(solution(analyse(game, game.start, counter("solving"))))
        return 0
    proof, moves = proved_moves(game, game.start, X, arguments.budget)
    if arguments.svg:
        write(arguments.svg, proofs.proof_svg(game, game.start, proof))
    data = json.dumps(proofs.proof_json(game, game.start, proof, moves))
    if arguments.json == Path("-"):
        print(data)
    else:
        if arguments.json:
            write(arguments.json, data + "\n")
        print(f"{heading(game)}\n{proofs.proof_text(game, game.start, proof, moves)}")
    return 0 if proof.value is not None else 2


def heading(game: Game) -> str:
    """Return a line with the name of a game, its size, and the number of winning lines or what misère means."""
    kind = "whoever completes a line loses" if game.misere else plural(len(game.lines), "winning line")
    return f"{game.name}: {plural(game.columns, 'column')}, {plural(game.rows, 'row')}, {kind}."


def solution(analysis: Analysis) -> str:
    """Return who wins a game, the best first moves and a line of best play, as text."""
    game, names = analysis.game, coordinates(analysis.game)
    plies = f"{analysis.distance} {'ply' if analysis.distance == 1 else 'plies'}"
    if analysis.value:
        winner = X if analysis.value > 0 else O
        outcome = f"{winner} {verdict_words(Verdict(1, analysis.distance))} ({plies})"
    else:
        outcome = f"a draw, {plies} long"
    return (
        f"{heading(game)}\n"
        f"With best play: {outcome}.\n"
        f"Best first moves: {names.join(analysis.best, '  ')}\n"
        f"Best play: {names.moves(X, analysis.line)}"
    )


def write_proof(game: Game, path: Path, budget: int) -> None:
    """Write a proof of who wins a game, and print what it proves.

    With at most `strategy.CELLS_MAX` cells, the proof is a strategy for each side that can avoid losing. On a larger
    board it is a strategy with which X wins, or a pairing. Raise BadInput if no proof of the game can be written.
    """
    if len(game.cells) <= strategy.CELLS_MAX:
        solved = {side: strategy.solved_strategy(game, side, counter("positions")) for side in (X, O)}
        strategies = [each for each in solved.values() if each]
        pairs: tuple[tuple[int, int], ...] = ()
    else:
        proof = prover_for(game).prove(game.start, X, budget)
        strategies, pairs = [], proof.pairs
        if proof.value == 1 and not game.misere:
            strategies = [strategy.proved_strategy(game, budget, counter("replies"))]
        elif proof.value is None:
            searched = plural(proof.positions, "position")
            raise BadInput(f"who wins {game.name} is still not known after {searched}: use a larger --budget")
        elif not pairs:
            raise BadInput(
                f"no proof of {game.name} can be written: choose a game with at most {strategy.CELLS_MAX} cells, "
                "or one that X wins or that is a draw by a pairing, such as 6,5,4 or 5,5,5"
            )
    write(path, strategy.proof_text(game, strategies, pairs))
    for side, wins, replies in strategies:
        does = "wins" if wins else "never loses"
        print(f"{side} {does} with the file's replies to {plural(len(replies), 'position')}, up to symmetry.")
    if pairs:
        count = plural(len(pairs), "pair")
        print(
            f"The file has {count} of cells. A side that answers each move in a pair with the other cell never loses."
        )
    print(f"To verify the file with a program that shares no code with the engine:  noughts solve --check-proof {path}")


def verify_proof(path: Path) -> int:
    """Check the claims of a proof file with the independent checker, print the results, and return the exit code."""
    try:
        claims = check_proof.check(path.read_text(encoding="utf-8"))
    except (ValueError, LookupError, TypeError, RecursionError):
        raise BadInput(f"{str(path)!r} is not a proof: name a file that --proof has written") from None
    if not claims:
        raise BadInput(f"{str(path)!r} proves nothing: name a file that --proof has written")
    for claim, holds in claims.items():
        print(claim if holds else f"NOT PROVED: {claim}")
    return 0 if all(claims.values()) else 1
