"""`noughts play`: in a window where there is a display, else in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from noughts import eight
from noughts.cli.output import refuse, say

EXAMPLES = """\
examples:
  noughts play                      in a window, against the built-in engine
  noughts play mine/tictactoe.py    through the eight functions of your own file
  noughts play --as O               the computer begins
  noughts play --terminal           line by line: for a terminal, a pipe, a screen reader
"""


def fill(play: argparse.ArgumentParser) -> None:
    """The words of `noughts play`."""
    play.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a Python file with the eight functions")
    play.add_argument("--as", dest="side", type=str.upper, choices=("X", "O"), help="the side you play (X begins)")
    where = play.add_mutually_exclusive_group()
    where.add_argument("--terminal", action="store_true", help="play line by line")
    where.add_argument("--window", action="store_true", help="play in a window or not at all")


def run(arguments: argparse.Namespace) -> int:
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
