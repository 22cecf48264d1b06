"""`noughts play`: play in a window, or in the terminal if no window can be opened."""

import argparse
import os
import secrets
from pathlib import Path

from noughts.cli.output import refuse, say
from noughts.errors import BadInput, WindowUnavailable
from noughts.game.rules import CLASSIC
from noughts.play.levels import LEVELS_TEXT, WAIT_SECONDS, read_level
from noughts.play.session import Settings, read_board

SEEDS = 1_000_000
WAIT_SECONDS_MAX = 60.0

EXAMPLES = f"""\
{LEVELS_TEXT}
examples:
  noughts play                            in a window, against the built-in engine
  noughts play --level casual             against a level that you can beat
  noughts play --game 4,4,3               4 columns, 4 rows, 3 in a row; 3,3,3,misere: whoever completes a line loses
  noughts play --as O                     the computer moves first
  noughts play --two                      two people at one board
  noughts play mine/tictactoe.py          against your own file with the eight functions
  noughts play mine.py yours.py           watch two files play each other
  noughts play --terminal                 play line by line: in a terminal, through a pipe, with a screen reader
  noughts play --games games.txt          add each finished game to that file
"""


def add_arguments(play: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts play`."""
    add = play.add_argument
    add("files", nargs="*", type=Path, metavar="FILE", help="one or two Python files with the eight functions")
    add("--as", dest="side", type=str.upper, choices=("X", "O"), help="your side; X moves first")
    add("--level", metavar="NAME", help="beginner, casual, steady, strong or perfect (default: perfect)")
    add("--game", metavar="M,N,K", help="columns, rows, marks in a row (default: 3,3,3)")
    add("--two", action="store_true", help="two people at one board")
    add("--turns", action="store_true", help="swap sides after each game")
    add("--seed", type=int, help="seed for the computer's random choices: the same seed and moves give the same game")
    wait = f"how long the built-in engine may search for a move or for advice (default: {WAIT_SECONDS:g})"
    add("--wait", type=float, default=WAIT_SECONDS, metavar="SECONDS", help=wait)
    add("--games", type=Path, metavar="FILE", help="add each finished game to a file, one per line")
    where = play.add_mutually_exclusive_group()
    where.add_argument("--terminal", action="store_true", help="play in the terminal, line by line")
    where.add_argument(
        "--window", action="store_true", help="play in a window; exit with an error if no window can be opened"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play in a window, or in the terminal if that is requested or no window can be opened; return the exit code.

    It is 2 if no window can be opened although --window requires it, or if a game in the terminal could not go on
    because of a file's fault; otherwise it is 0.
    """
    beside: Path | None = arguments.beside
    files = chosen_files(arguments)
    settings = chosen_settings(arguments, files)
    if not arguments.terminal:
        from noughts import window

        try:
            window.run(files, settings, beside and beside / "OpenSans-Regular.ttf", arguments.side)
            return 0
        except WindowUnavailable as error:
            if arguments.window:
                return refuse(str(error))
            window_help = f" To get the window, type  {error.install}" if error.install else ""
            say(f"{error.reason}, so the game runs in the terminal.{window_help}")
    from noughts.terminal import loop

    return 0 if loop.run(settings, arguments.side or "X", files) else 2


def chosen_files(arguments: argparse.Namespace) -> tuple[Path, ...]:
    """Return the named files. If no file, level or game is named and `beside` is given, return its tictactoe.py.

    Raise BadInput if there are more than two files, or if one of them does not exist.
    """
    files = tuple(arguments.files)
    if not files and arguments.beside and not (arguments.level or arguments.game):
        files = (arguments.beside / "tictactoe.py",)
    if len(files) > 2:
        raise BadInput(f"you named {len(files)} files: name one to play against, or two that play each other")
    for file in files:
        if not os.path.isfile(file):
            raise BadInput(f"there is no file {str(file)!r}: name a Python file with the eight functions")
    return files


def chosen_settings(arguments: argparse.Namespace, files: tuple[Path, ...]) -> Settings:
    """Return the settings, and create the file for --games if there is none.

    Raise BadInput if an argument is invalid or contradicts another one, and OSError if that file cannot be written.
    """
    game = read_board(arguments.game or "3,3,3")
    if files and (game != CLASSIC or arguments.level):
        raise BadInput(
            f"--game and --level do not work with a file ({files[0].name}): leave out the file, or these options"
        )
    if len(files) == 2 and (arguments.two or arguments.side):
        raise BadInput("--two and --as do not work with two files: leave them out, or name only one file")
    if not 0 <= arguments.wait <= WAIT_SECONDS_MAX:
        raise BadInput(f"--wait {arguments.wait} is out of range: use 0 to {WAIT_SECONDS_MAX:.0f} seconds")
    if arguments.games:
        arguments.games.open("a", encoding="utf-8").close()  # to fail now rather than after the first game
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    level = read_level(arguments.level or "perfect")
    return Settings(game, level, arguments.two, arguments.turns, seed, arguments.wait, arguments.games)
