"""The command `noughts`, with one module for each subcommand."""

from __future__ import annotations

import importlib
import io
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from noughts import __version__
from noughts.cli.output import discard_output, refuse
from noughts.errors import NoughtsError
from noughts.support.text import choose_from, terminal_columns

if TYPE_CHECKING:
    from pathlib import Path

# The help text of each command. A module of the same name contains the EXAMPLES, add_arguments and run of the command.
COMMANDS = {
    "play": "play in a window, or in the terminal if no window can be opened",
    "web": "play and explore the game in a browser, or export the web page as a folder",
    "explain": "show what every move is worth, and why",
    "solve": "show who wins a game, compare searches or levels, or write and verify proofs",
    "check": "check a file that has the eight functions",
    "trace": "show where a file's own search goes wrong, call by call",
    "course": "grade the submissions of a whole course, and write grades and feedback",
}

# Advice that is added to the message of an OSError.
ADVICE = {
    FileExistsError: " (a file has that name: name a folder)",
    IsADirectoryError: " (it is a folder: name a file)",
    NotADirectoryError: " (a part of this path is a file, not a folder)",
    FileNotFoundError: " (check the path)",
}


def main(
    argv: Sequence[str] | None = None, beside: Path | None = None, prog: str = "noughts", needs_window: bool = False
) -> int:
    """Run a command and return its exit code: 0 for success, 1 if a fault was found, 2 for an error.

    Raise SystemExit after --help and --version, and for invalid arguments.

    `beside` is a folder whose tictactoe.py and font are used by default. `prog` is the program's name in the help. A
    program that can only play (runner.py, ./play) passes "play" as the first word of `argv`. With `needs_window`, it is
    an error if no window can be opened, unless the terminal is requested.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] not in COMMANDS:
        return run_without_command(words)
    name = words[0]
    parser = command_parser(name, f"{prog} {name}" if prog == "noughts" else prog)
    parser.set_defaults(beside=beside, window=needs_window)
    arguments, unknown = parser.parse_known_args(words[1:])
    if unknown:
        names = [option for action in parser._actions for option in action.option_strings]
        advice = choose_from(unknown[0], names, shown=False) or f"see {parser.prog} --help"
        parser.error(f"{unknown[0]!r} is not an argument of this command: {advice}")
    command: Callable[[Namespace], int] = arguments.command
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        code = command(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except NoughtsError as error:
        return refuse(str(error))
    except BrokenPipeError:  # the reader of our output has closed it
        discard_output()
        return 0
    except OSError as error:
        advice = next((advice for kind, advice in ADVICE.items() if isinstance(error, kind)), "")
        return refuse(f"{error.strerror or error}{f': {error.filename!r}' if error.filename else ''}{advice}")
    except KeyboardInterrupt:
        return refuse("stopped")


def run_without_command(words: list[str]) -> int:
    """Print the help or, if the first word is not a command, an error; return the exit code.

    Raise SystemExit after --help and --version, and for any other option.
    """
    about = "Tic-tac-toe: played perfectly, explained, checked."
    parser = ArgumentParser(prog="noughts", description=about, formatter_class=help_formatter)
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, text in COMMANDS.items():
        commands.add_parser(name, help=text, formatter_class=help_formatter)
    if words and not words[0].startswith("-"):
        parser.print_usage(sys.stderr)
        return refuse(f"{words[0]!r} is not a command: {choose_from(words[0], list(COMMANDS))}")
    parser.parse_args(words)
    parser.print_help()
    return 0


def help_formatter(prog: str) -> RawDescriptionHelpFormatter:
    """Return a help formatter for the width of the terminal."""
    # Without a width, argparse would import shutil to find it, which is slow.
    return RawDescriptionHelpFormatter(prog, width=terminal_columns() - 2)


def command_parser(name: str, prog: str) -> ArgumentParser:
    """Return the parser for the arguments of a command. Only the module of that command is loaded."""
    module = importlib.import_module(f"noughts.cli.{name}")
    examples = module.EXAMPLES.replace(f"noughts {name}", prog)
    parser = ArgumentParser(prog, description=COMMANDS[name], epilog=examples, formatter_class=help_formatter)
    parser.set_defaults(command=module.run)
    module.add_arguments(parser)
    return parser
