"""Write files, and print results and messages, for the commands."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def path_to(text: str) -> Path:
    """Return the path that an argument names. pathlib is loaded here to start other commands faster."""
    from pathlib import Path

    return Path(text)


def write(path: Path, text: str) -> None:
    """Write a file in UTF-8 and print its path to standard error."""
    path.write_text(text, encoding="utf-8")
    say(f"wrote {path}")


def show(text: str) -> None:
    """Print the text; if the reader of our output has closed it, discard the text and all further output.

    The command then goes on, so that its exit code still says what the result was.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        discard_output()


def discard_output() -> None:
    """Discard all further standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def say(message: str) -> None:
    """Print a message to standard error."""
    print(message, file=sys.stderr)


def refuse(message: str) -> int:
    """Print an error message to standard error; return the exit code 2."""
    say(f"noughts: {message}")
    return 2
