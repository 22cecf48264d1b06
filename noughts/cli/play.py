"""`noughts play`: in a window where there is a display, else in the terminal."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from noughts import eight, evening
from noughts.cli.output import refuse, say
from noughts.evening import Settings
from noughts.notation import BadInput
from noughts.play import EXPLAINED, WAIT_SECONDS
from noughts.rules import CLASSIC

# Games that differ by chance.
SEEDS = 1_000_000
WAIT_SECONDS_MAX = 60.0

EXAMPLES = f"""\
{EXPLAINED}
examples:
  noughts play                            in a window, against the built-in engine
  noughts play --level casual             against one that can be beaten
  noughts play --game 4,4,3               on another board; 3,3,3,misere: who completes a line loses
  noughts play --as O                     the computer begins
  noughts play --two                      two people at one board
  noughts play mine/tictactoe.py          through the eight functions of your own file
  noughts play mine.py yours.py           watch two files play each other
  noughts play --terminal                 line by line: for a terminal, a pipe, a screen reader
  noughts play --games evening.txt        finished games are added to that file
"""


def fill(play: argparse.ArgumentParser) -> None:
    """The words of `noughts play`."""
    play.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="a Python file with the eight functions, or two"
    )
    play.add_argument("--as", dest="side", type=str.upper, choices=("X", "O"), help="the side you play (X begins)")
    play.add_argument("--level", metavar="NAME", help="beginner, casual, steady, strong or perfect (perfect)")
    play.add_argument("--game", metavar="M,N,K", help="columns, rows, how many in a row; 3,3,3,misere")
    play.add_argument("--two", action="store_true", help="two people at one board")
    play.add_argument("--turns", action="store_true", help="swap sides after each game")
    play.add_argument("--seed", type=int, help="the same seed and the same moves give the same game")
    play.add_argument(
        "--wait", type=float, default=WAIT_SECONDS, metavar="SECONDS", help="how long the computer may think"
    )
    play.add_argument("--games", type=Path, metavar="FILE", help="add each finished game to a file, as a line")
    where = play.add_mutually_exclusive_group()
    where.add_argument("--terminal", action="store_true", help="play line by line")
    where.add_argument("--window", action="store_true", help="play in a window or not at all")


def run(arguments: argparse.Namespace) -> int:
    """Play in the window, or where there can be none, having said so, in the terminal."""
    beside: Path | None = arguments.beside
    files = chosen_files(arguments)
    settings = chosen_settings(arguments, files)
    if not arguments.terminal:
        from noughts import window

        try:
            window.run(files, settings, beside and beside / "OpenSans-Regular.ttf", arguments.side)
            return 0
        except window.NoWindow as error:
            if arguments.window:
                return refuse(str(error))
            say(f"{str(error).partition(':')[0]}, so here is the game in the terminal.")
    from noughts.talk.conversation import Talk

    try:
        Talk(settings, arguments.side or "X", files).run()
        return 0
    except eight.NotEight as error:
        return refuse(str(error))


def chosen_files(arguments: argparse.Namespace) -> tuple[Path, ...]:
    """The files that play; the one beside runner.py where nothing else is asked for."""
    files = tuple(arguments.files)
    if not files and arguments.beside and not (arguments.level or arguments.game):
        files = (arguments.beside / "tictactoe.py",)
    if len(files) > 2:
        raise BadInput(f"{len(files)} files are named: one plays against you, two against each other")
    for file in files:
        if not eight.is_file(file):
            raise BadInput(
                f"There is no file {str(file)!r}: name a Python file with the eight functions, e.g. tictactoe.py"
            )
    return files


def chosen_settings(arguments: argparse.Namespace, files: tuple[Path, ...]) -> Settings:
    """How it is to be played."""
    game = evening.read_board(arguments.game or "3,3,3")
    if files and (game != CLASSIC or arguments.level):
        raise BadInput(f"{files[0].name} plays 3,3,3 in its own way: leave out --game and --level, or the file")
    if len(files) == 2 and (arguments.two or arguments.side):
        raise BadInput("two files play each other: leave out --two and --as, or a file")
    if not 0 <= arguments.wait <= WAIT_SECONDS_MAX:
        raise BadInput(f"--wait {arguments.wait} is no time to think: 0 to {WAIT_SECONDS_MAX:.0f} seconds will do")
    if arguments.games:
        arguments.games.open("a", encoding="utf-8").close()  # better now than after an evening
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    level = evening.read_level(arguments.level or "perfect")
    return Settings(game, level, arguments.two, arguments.turns, seed, arguments.wait, arguments.games)
