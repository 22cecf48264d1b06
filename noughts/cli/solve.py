"""`noughts solve`: who wins a game, and what it takes to find out."""

from __future__ import annotations

import argparse
from pathlib import Path

from noughts import notation
from noughts.cli.explain import add_game
from noughts.cli.output import progress_of, refuse, write

EXAMPLES = """\
examples:
  noughts solve                        who wins 3,3,3?
  noughts solve --game 4,4,3           four columns, four rows, three in a row
  noughts solve --game 3,3,3,misere    who completes a line loses
  noughts solve --ladder               what pruning, memory and symmetry save
  noughts solve --ladder X...O....     the same below a position
  noughts solve --levels               what each level of play scores against every other
  noughts solve --proof never.txt      a strategy that never loses, and how to verify it
"""


def fill(solve: argparse.ArgumentParser) -> None:
    """The words of `noughts solve`."""
    add_game(solve)
    solve.add_argument("--ladder", nargs="?", const="", metavar="POSITION", help="what each idea of the search saves")
    solve.add_argument("--levels", action="store_true", help="what the levels do and score, exactly")
    solve.add_argument("--proof", metavar="FILE", type=Path, help="write a strategy that never loses")


def run(arguments: argparse.Namespace) -> int:
    """Say who wins, show the ladder, or write a proof."""
    from noughts import search, show

    game = notation.read_game(arguments.game)
    try:
        if arguments.ladder is not None:
            position = notation.read_position(game, arguments.ladder or game.start)
            print(show.ladder(game, position, progress_of))
        if arguments.levels:
            print(show.levels(game, progress_of("pairs of levels")))
        if arguments.proof:
            text, summary = show.proof(game, arguments.proof, progress_of("positions"))
            write(arguments.proof, text)
            print(summary)
        if arguments.ladder is None and not arguments.proof and not arguments.levels:
            print(show.solution(search.analyse(game, game.start, progress_of("solving"))))
    except search.TooLarge as error:
        return refuse(str(error))
    return 0
