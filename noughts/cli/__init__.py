"""The command `noughts`: what can be typed, and what becomes of it."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from noughts import __version__, notation
from noughts.cli.output import refuse

# Each a module of this folder with the same three names: EXAMPLES, fill (its words) and run (what becomes of them).
COMMANDS = {
    "play": "play in a window where there is a display, else in the terminal",
    "web": "open the page in a browser, or export it as a folder",
    "explain": "say what every move is worth, and why",
    "solve": "say who wins a game, and what it takes to find out",
    "check": "say whether a file of the eight functions is right",
    "course": "grade a whole course: submissions in, grades and feedback out",
}


def main(argv: Sequence[str] | None = None, beside: Path | None = None) -> int:
    """Run the command; the exit code is 0 where all went well, 2 where it could not be done.

    A folder as `beside` gives the file and the font that are used where none is named.
    """
    words = sys.argv[1:] if argv is None else argv
    arguments = build_parser(beside, next((word for word in words if word in COMMANDS), None)).parse_args(words)
    command: Callable[[argparse.Namespace], int] = arguments.command
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what cannot be written here is shown as its number
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


def build_parser(beside: Path | None = None, chosen: str | None = None) -> argparse.ArgumentParser:
    """What can be typed. Only the module of the command that was chosen is loaded."""
    parser = argparse.ArgumentParser(prog="noughts", description="Tic-tac-toe: played perfectly, explained, checked.")
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        command = commands.add_parser(
            name, help=text, description=text, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == chosen:
            module = importlib.import_module(f"noughts.cli.{name}")
            command.epilog = module.EXAMPLES
            command.set_defaults(command=module.run, beside=beside)
            module.fill(command)
    return parser
