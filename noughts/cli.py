"""The command `noughts`: what can be typed, and what becomes of it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from noughts import __version__, eight, notation
from noughts.rules import Game

PLAY_EXAMPLES = """\
examples:
  noughts play                      in a window, against the built-in engine
  noughts play mine/tictactoe.py    through the eight functions of your own file
  noughts play --as O               the computer begins
  noughts play --terminal           line by line: for a terminal, a pipe, a screen reader
"""
EXPLAIN_EXAMPLES = """\
A position is its marks row by row, X, O and . for a free cell; rows may be split by /.
A cell is row,column counted from 0; on a board of nine also a digit 1 to 9.

examples:
  noughts explain X.O.X....                  every move's worth, the best ones, and best play
  noughts explain X...O.... --why 1          why not the cell in the corner?
  noughts explain X.O/.X./... --svg why.svg  the same as a picture
  noughts explain ......... --dot tree.dot   the tree below, for Graphviz
  noughts explain "X............O.." --game 4,4,3
"""
SOLVE_EXAMPLES = """\
examples:
  noughts solve                        who wins 3,3,3?
  noughts solve --game 4,4,3           four columns, four rows, three in a row
  noughts solve --game 3,3,3,misere    who completes a line loses
  noughts solve --ladder               what pruning, memory and symmetry save
  noughts solve --ladder X...O....     the same below a position
  noughts solve --proof never.txt      a strategy that never loses, and how to verify it
"""


CHECK_EXAMPLES = """\
Tries a file on all 5,478 positions, in a process that can do no harm, and draws the smallest board that goes wrong.
Exit code 0: passed; 1: a fault was found; 2: could not tell.

examples:
  noughts check tictactoe.py                     everything
  noughts check --quick tictactoe.py             one position of each symmetry class, in seconds
  noughts check --allow copy,math tictactoe.py   other imports are a fault
  noughts check --json - mine.py other.py        the reports as JSON
  noughts check --html report.html tictactoe.py  a page for mail, learning platform and print
"""


def main(argv: Sequence[str] | None = None, beside: Path | None = None) -> int:
    """Run the command; the exit code is 0 where all went well, 2 where it could not be done.

    A folder as `beside` gives the file and the font that are used where none is named.
    """
    arguments = build_parser(beside).parse_args(argv)
    command: Callable[[argparse.Namespace], int] = arguments.command
    try:
        code = command(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except notation.BadInput as error:
        return refuse(str(error))
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        return refuse(f"{error.strerror or error}{f': {error.filename!r}' if error.filename else ''}")
    except KeyboardInterrupt:
        return refuse("stopped")


def build_parser(beside: Path | None = None) -> argparse.ArgumentParser:
    """What can be typed."""
    parser = argparse.ArgumentParser(prog="noughts", description="Tic-tac-toe: played perfectly, explained, checked.")
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, fill, run, text, examples in (
        ("play", fill_play, run_play, "play in a window where there is a display, else in the terminal", PLAY_EXAMPLES),
        ("explain", fill_explain, run_explain, "say what every move is worth, and why", EXPLAIN_EXAMPLES),
        ("solve", fill_solve, run_solve, "say who wins a game, and what it takes to find out", SOLVE_EXAMPLES),
        ("check", fill_check, run_check, "say whether a file of the eight functions is right", CHECK_EXAMPLES),
    ):
        command = commands.add_parser(
            name, help=text, description=text, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        command.set_defaults(command=run, beside=beside)
        fill(command)
    return parser


def fill_play(play: argparse.ArgumentParser) -> None:
    """The words of `noughts play`."""
    play.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a Python file with the eight functions")
    play.add_argument("--as", dest="side", type=str.upper, choices=("X", "O"), help="the side you play (X begins)")
    where = play.add_mutually_exclusive_group()
    where.add_argument("--terminal", action="store_true", help="play line by line")
    where.add_argument("--window", action="store_true", help="play in a window or not at all")


def add_game(command: argparse.ArgumentParser) -> None:
    """The choice of a game."""
    text = "columns, rows, how many in a row; 3,3,3,misere"
    command.add_argument("--game", metavar="M,N,K", default="3,3,3", help=text)


def fill_explain(explain: argparse.ArgumentParser) -> None:
    """The words of `noughts explain`."""
    explain.add_argument("position", metavar="POSITION", help="e.g. X.O.X....")
    add_game(explain)
    explain.add_argument("--why", metavar="CELL", help="why not that move?")
    explain.add_argument("--json", action="store_true", help="as JSON, on standard output")
    explain.add_argument("--svg", metavar="FILE", type=Path, help="write the board with its verdicts as a picture")
    explain.add_argument("--dot", metavar="FILE", type=Path, help="write the tree below as a graph")
    explain.add_argument("--depth", metavar="PLIES", type=int, default=2, help="how deep that tree is (2)")


def fill_solve(solve: argparse.ArgumentParser) -> None:
    """The words of `noughts solve`."""
    add_game(solve)
    solve.add_argument("--ladder", nargs="?", const="", metavar="POSITION", help="what each idea of the search saves")
    solve.add_argument("--proof", metavar="FILE", type=Path, help="write a strategy that never loses")


def fill_check(check: argparse.ArgumentParser) -> None:
    """The words of `noughts check`."""
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a tictactoe.py")
    check.add_argument("--quick", action="store_true", help="ask one position of each symmetry class")
    check.add_argument("--seed", type=int, default=0, help="another order of the questions")
    check.add_argument("--allow", metavar="NAMES", help="the only modules that may be imported, e.g. copy,math")
    check.add_argument("--seconds", type=float, default=180.0, help="what is not reached by then is left (180)")
    check.add_argument(
        "--box", choices=("auto", "required", "off"), default="auto", help="required: contained or not run"
    )
    check.add_argument("--json", metavar="FILE", help="write the reports as JSON; - for standard output")
    for kind in ("html", "junit", "gradescope"):
        check.add_argument(f"--{kind}", metavar="FILE", type=Path, help=f"write the first report as {kind}")


def run_check(arguments: argparse.Namespace) -> int:
    """Check files, show the reports, and write them in the shapes that were asked for."""
    import json

    from noughts.check import asking, checker, export

    allow = None if arguments.allow is None else tuple(name for name in arguments.allow.split(",") if name)
    options = asking.Options(arguments.quick, arguments.seed, allow, arguments.seconds, arguments.box)
    reports = []
    for path in arguments.files:
        try:
            reports.append(checker.check(path, options, progress_of(f"checking {path.name}")))
        except asking.NoBox as error:
            return refuse(str(error))
        if arguments.json != "-":
            print(reports[-1].text(in_colour()))
    if arguments.json:
        data = [report.to_json() for report in reports]
        text = json.dumps(data if len(data) > 1 else data[0], indent=1)
        print(text) if arguments.json == "-" else write(Path(arguments.json), text + "\n")
    for kind, make in (("html", export.html), ("junit", export.junit), ("gradescope", export.gradescope)):
        if getattr(arguments, kind):
            write(getattr(arguments, kind), make(reports[0]))
    codes = [report.exit_code for report in reports]
    return 1 if 1 in codes else max(codes)


def run_play(arguments: argparse.Namespace) -> int:
    """Play in the window, or where there can be none, having said so, in the terminal."""
    beside: Path | None = arguments.beside
    file = arguments.file or (beside and beside / "tictactoe.py")
    if file is not None and not eight.is_file(file):
        return refuse(f"There is no file {str(file)!r}: name a Python file with the eight functions, e.g. tictactoe.py")
    if not arguments.terminal:
        from noughts import window

        try:
            window.run(file, beside and beside / "OpenSans-Regular.ttf", arguments.side)
            return 0
        except window.NoWindow as error:
            if arguments.window:
                return refuse(str(error))
            say(f"{str(error).partition(':')[0]}, so here is the game in the terminal.")
    return play_in_terminal(file, arguments.side or "X")


def play_in_terminal(file: Path | None, side: str) -> int:
    """Play line by line, against a file's minimax where one is named."""
    from noughts import terminal

    try:
        game = terminal.AgainstFile(file, side) if file else terminal.TicTacToe(side)
        game.play()
        return 0
    except eight.NotEight as error:
        return refuse(str(error))
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return refuse("The console game needs NumPy, which is not installed: type  python -m pip install numpy")


def run_explain(arguments: argparse.Namespace) -> int:
    """Say what every move of a position is worth, as text, data or pictures."""
    import json

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


def run_solve(arguments: argparse.Namespace) -> int:
    """Say who wins, show the ladder, or write a proof."""
    from noughts import search, show

    game = notation.read_game(arguments.game)
    try:
        if arguments.ladder is not None:
            position = notation.read_position(game, arguments.ladder or game.start)
            print(show.ladder(game, position, progress_of))
        if arguments.proof:
            text, summary = show.proof(game, arguments.proof, progress_of("positions"))
            write(arguments.proof, text)
            print(summary)
        if arguments.ladder is None and not arguments.proof:
            print(show.solution(search.analyse(game, game.start, progress_of("solving"))))
    except search.TooLarge as error:
        return refuse(str(error))
    return 0


def write(path: Path, text: str) -> None:
    """Write a file and say so."""
    path.write_text(text, encoding="utf-8")
    say(f"wrote {path}")


def progress_of(doing: str) -> Callable[[int, int], None] | None:
    """Something that shows how far it is, on a terminal; nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(done: int, of: int) -> None:
        text = f"{doing}: {done:,} of {of:,}" if of else f"{doing}: {done:,}"
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)

    return show


def in_colour() -> bool:
    """Does whoever reads the output want it coloured?"""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def say(sentence: str) -> None:
    """Tell something beside the output."""
    print(sentence, file=sys.stderr)


def refuse(sentence: str) -> int:
    """Say why it could not be done."""
    say(f"noughts: {sentence}")
    return 2
