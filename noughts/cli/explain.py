"""`noughts explain`: what every move of a position is worth, and why."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from noughts import notation
from noughts.cli.output import in_colour, progress_of, refuse, write
from noughts.rules import Game

EXAMPLES = """\
A position is its marks row by row, X, O and . for a free cell; rows may be split by /.
A cell is row,column counted from 0; on a board of nine also a digit 1 to 9.

examples:
  noughts explain X.O.X....                  every move's worth, the best ones, and best play
  noughts explain X...O.... --why 1          why not the cell in the corner?
  noughts explain X.O/.X./... --svg why.svg  the same as a picture
  noughts explain ......... --dot tree.dot   the tree below, for Graphviz
  noughts explain "X............O.." --game 4,4,3
"""


def add_game(command: argparse.ArgumentParser) -> None:
    """The choice of a game."""
    text = "columns, rows, how many in a row; 3,3,3,misere"
    command.add_argument("--game", metavar="M,N,K", default="3,3,3", help=text)


def fill(explain: argparse.ArgumentParser) -> None:
    """The words of `noughts explain`."""
    explain.add_argument("position", metavar="POSITION", help="e.g. X.O.X....")
    add_game(explain)
    explain.add_argument("--why", metavar="CELL", help="why not that move?")
    explain.add_argument("--json", action="store_true", help="as JSON, on standard output")
    explain.add_argument("--svg", metavar="FILE", type=Path, help="write the board with its verdicts as a picture")
    explain.add_argument("--dot", metavar="FILE", type=Path, help="write the tree below as a graph")
    explain.add_argument("--depth", metavar="PLIES", type=int, default=2, help="how deep that tree is (2)")


def run(arguments: argparse.Namespace) -> int:
    """Say what every move of a position is worth, as text, data or pictures."""
    from noughts import explain, search, tree

    game = notation.read_game(arguments.game)
    position = notation.read_position(game, arguments.position)
    try:
        analysis = search.analyse(game, position, progress_of("solving"))
        if arguments.svg:
            write(arguments.svg, analysis.svg())
        if arguments.dot:
            write(arguments.dot, tree.dot(game, position, max(0, arguments.depth)))
    except (search.TooLarge, tree.TooDeep) as error:
        return refuse(str(error))
    if arguments.json:
        print(json.dumps(explain.to_json(analysis)))
    elif arguments.why:
        print(explain_why(game, position, arguments.why))
    elif not (arguments.svg or arguments.dot):
        print(explain.tell(analysis, in_colour()))
    return 0


def explain_why(game: Game, position: str, text: str) -> str:
    """Why not that cell?"""
    from noughts import explain

    cell = notation.read_free_cell(game, position, text)
    if game.is_over(position):
        raise notation.BadInput(f"{position} is the end of a game: there is no move to ask about")
    return explain.why(game, position, cell).sentence
