"""`noughts explain`: show what every move in a position is worth, and why."""

import argparse

from noughts.cli.output import path_to, write
from noughts.errors import BadInput
from noughts.explain.analysis import analyse
from noughts.explain.ideas import WhyNot, why_not
from noughts.explain.words import why_words
from noughts.game import notation, solver
from noughts.game.rules import Game, Position
from noughts.support.progress import counter
from noughts.support.text import in_colour

# With more free cells than this, solving takes up to a second or is impossible, so a proof is shown instead.
SOLVED_FREE_CELLS_MAX = 14
# The maximum number of positions to search for a proof.
PROOF_BUDGET = 50_000

EXAMPLES = """\
Write a position as its marks, row by row: X, O, and . for a free cell; rows may be separated by /.
Write a cell as row,column, counted from 0; on a board of nine cells, you can also use a digit from 1 to 9.

examples:
  noughts explain X.O.X....                  what every move is worth, the best moves, and best play
  noughts explain ....X.... --why 2          why not the top middle cell?
  noughts explain X.O/.X./... --svg why.svg  the value of every move as a picture
  noughts explain ......... --dot tree.dot   the game tree below the position, for Graphviz
  noughts explain "X............O.." --game 4,4,3
  noughts explain "X..............." --game 4,4,3 --distances    what every move is worth on a large board
  noughts explain "X..........O............." --game 5,5,4    a larger board: who wins, and why, by proof
"""


def add_game(command: argparse.ArgumentParser) -> None:
    """Add the argument --game."""
    help_text = "columns, rows, marks in a row; 3,3,3,misere: whoever completes a line loses (default: 3,3,3)"
    command.add_argument("--game", metavar="M,N,K", default="3,3,3", help=help_text)


def add_arguments(explain: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts explain`."""
    explain.add_argument("position", metavar="POSITION", help="e.g. X.O.X....")
    add_game(explain)
    explain.add_argument("--why", metavar="CELL", help="compare the move to CELL with a best move")
    text = f"show what every move is worth (always shown with at most {SOLVED_FREE_CELLS_MAX} free cells)"
    explain.add_argument("--distances", action="store_true", help=text)
    explain.add_argument("--json", action="store_true", help="print the result as JSON")
    explain.add_argument(
        "--svg",
        metavar="FILE",
        type=path_to,
        help="write an SVG of the board with every move's value, or with the proof",
    )
    explain.add_argument(
        "--dot", metavar="FILE", type=path_to, help="write the game tree below the position for Graphviz"
    )
    explain.add_argument("--depth", metavar="PLIES", type=int, default=2, help="depth of the --dot tree (default: 2)")


def run(arguments: argparse.Namespace) -> int:
    """Explain a position as text, JSON, a comparison of moves, an SVG or a tree, as requested; return the exit code."""
    if arguments.depth < 0:
        raise BadInput(f"--depth {arguments.depth} is not a depth: use 0 or more")
    game = notation.read_game(arguments.game)
    position = notation.read_position(game, arguments.position)
    is_large = len(game.free(position)) > SOLVED_FREE_CELLS_MAX
    if is_large and not (game.is_over(position) or arguments.distances or arguments.why is not None or arguments.dot):
        return explain_proof(game, position, arguments)
    analysis = analyse(game, position, counter("solving"))
    if arguments.svg:
        write(arguments.svg, analysis.svg())
    if arguments.dot:
        from noughts.explain import tree

        write(arguments.dot, tree.dot(game, position, arguments.depth))
    why = None
    if arguments.why is not None:
        if game.is_over(position):
            raise BadInput(f"the game is over in {position}: --why needs a position with a move to make")
        why = why_not(game, position, notation.read_free_cell(game, position, arguments.why))
    if arguments.json:
        import json

        comparison = {"why": why_json(game, position, why)} if why else {}
        print(json.dumps({**analysis.to_json(), **comparison}))
    elif why:
        print(why_words(game, position, why))
    elif not (arguments.svg or arguments.dot):
        print(analysis.describe(in_colour()))
    return 0


def explain_proof(game: Game, position: Position, arguments: argparse.Namespace) -> int:
    """Explain a position with many free cells by a proof of who wins; return the exit code: 2 if none was found."""
    import json

    from noughts.explain import proofs
    from noughts.game.prover import proved_moves

    mover = game.to_move(position)
    proof, moves = proved_moves(game, position, mover, PROOF_BUDGET)
    if arguments.svg:
        write(arguments.svg, proofs.proof_svg(game, position, proof))
    if arguments.json:
        print(json.dumps(proofs.proof_json(game, position, proof, moves)))
    elif not arguments.svg:
        print(f"{proofs.board_text(game, position, {})}\n\n{proofs.proof_text(game, position, proof, moves)}")
        if len(game.free(position)) <= solver.FREE_CELLS_MAX:
            print("Add --distances to see what every move is worth, and how soon the game ends.")
    return 0 if proof.value is not None else 2


def why_json(game: Game, position: Position, why: WhyNot) -> dict[str, object]:
    """Return the comparison of a move with a best move as data for JSON; cells are [row, column]."""
    return {
        "cell": list(notation.row_column(game, why.cell)),
        "standing": why.standing,
        "best": list(notation.row_column(game, why.best_cell)),
        "line": [list(notation.row_column(game, cell)) for cell in why.line],
        "words": why_words(game, position, why),
    }
