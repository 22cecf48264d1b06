"""The command `noughts`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from noughts import __version__

PLAY_EXAMPLES = """\
examples:
  noughts play                      in a window, against the built-in engine
  noughts play mine/tictactoe.py    through the eight functions of your own file
  noughts play --as O               the computer begins
  noughts play --terminal           line by line: for a terminal, a pipe, a screen reader
"""


def main(argv: Sequence[str] | None = None, beside: Path | None = None) -> int:
    """Run the command; the exit code is 0 where all went well, 2 where it could not be done.

    A folder as `beside` gives the file and the font that are used where none is named.
    """
    arguments = build_parser().parse_args(argv)
    file = arguments.file or (beside and beside / "tictactoe.py")
    if file is not None and not file.is_file():
        return refuse(f"There is no file {str(file)!r}: name a Python file with the eight functions, e.g. tictactoe.py")
    return play(arguments, file, beside and beside / "OpenSans-Regular.ttf")


def build_parser() -> argparse.ArgumentParser:
    """What can be typed."""
    parser = argparse.ArgumentParser(prog="noughts", description="Tic-tac-toe, played perfectly.")
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    command = commands.add_parser(
        "play",
        help="play against the computer",
        description="Play in a window where there is a display, else in the terminal.",
        epilog=PLAY_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a Python file with the eight functions")
    command.add_argument("--as", dest="side", choices=("X", "O"), help="the side you play (X begins)")
    where = command.add_mutually_exclusive_group()
    where.add_argument("--terminal", action="store_true", help="play line by line")
    where.add_argument("--window", action="store_true", help="play in a window or not at all")
    return parser


def play(arguments: argparse.Namespace, file: Path | None, font: Path | None) -> int:
    """Play in the window, or where there can be none, having said so, in the terminal."""
    if not arguments.terminal:
        from noughts import window

        try:
            window.run(file, font, arguments.side)
            return 0
        except window.NoWindow as error:
            if arguments.window:
                return refuse(str(error))
            print(f"{str(error).partition(':')[0]}, so here is the game in the terminal.", file=sys.stderr)
    return play_in_terminal(file, arguments.side or "X")


def play_in_terminal(file: Path | None, side: str) -> int:
    """Play line by line, against a file's minimax where one is named."""
    from noughts import eight, terminal

    try:
        game = terminal.AgainstFile(file, side) if file else terminal.TicTacToe(side)
        game.play()
        return 0
    except eight.NotEight as error:
        return refuse(str(error))


def refuse(sentence: str) -> int:
    """Say why it could not be done."""
    print(f"noughts: {sentence}", file=sys.stderr)
    return 2
