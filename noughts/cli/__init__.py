"""The command `noughts`, with one module for each subcommand."""

import importlib
import io
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from pathlib import Path

from noughts import __version__
from noughts.cli.output import discard_output, refuse
from noughts.errors import NoughtsError

# The help text of each command. The module of a command has its name and contains EXAMPLES, add_arguments and run.
COMMANDS = {
    "play": "play in a window if there is a display, else in the terminal",
    "web": "play and explore the game in a browser, or export the web page as a folder",
    "explain": "show what every move is worth, and why",
    "solve": "show who wins a game, compare searches or levels, or write a strategy",
    "check": "check a file with the eight functions",
    "trace": "show where a file's own search goes wrong, call by call",
    "course": "grade the submissions of a whole course, and write grades and feedback",
}

# Advice that is added to the message of an OSError.
ADVICE = {
    FileExistsError: " (a file has that name: name a folder)",
    IsADirectoryError: " (it is a folder: name a file)",
    NotADirectoryError: " (it is a file: name a folder)",
    FileNotFoundError: " (check the path)",
}


def main(argv: Sequence[str] | None = None, beside: Path | None = None) -> int:
    """Run a command and return its exit code: 0 for success, 1 if a fault was found, 2 for an error.

    `beside` is a folder whose tictactoe.py and font are used by default.
    """
    words = sys.argv[1:] if argv is None else argv
    arguments = build_parser(beside, next((word for word in words if word in COMMANDS), None)).parse_args(words)
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


def build_parser(beside: Path | None = None, chosen: str | None = None) -> ArgumentParser:
    """Return the parser for the command line. Only the module of the chosen command is loaded."""
    parser = ArgumentParser(prog="noughts", description="Tic-tac-toe: played perfectly, explained, checked.")
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text, formatter_class=RawDescriptionHelpFormatter)
        if name == chosen:
            module = importlib.import_module(f"noughts.cli.{name}")
            command.epilog = module.EXAMPLES
            command.set_defaults(command=module.run, beside=beside)
            module.add_arguments(command)
    return parser
