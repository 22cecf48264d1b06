"""Output shared by the commands: files, standard output, colour, and error messages."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a file and print its name."""
    path.write_text(text, encoding="utf-8")
    say(f"wrote {path}")


def show(text: str) -> None:
    """Print a text. If the output is closed, continue: the exit code still gives the result."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        discard_output()


def discard_output() -> None:
    """Discard all further output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def in_colour() -> bool:
    """Return whether to colour the output."""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def say(sentence: str) -> None:
    """Print a message to standard error."""
    print(sentence, file=sys.stderr)


def refuse(sentence: str) -> int:
    """Print an error message; return exit code 2."""
    say(f"noughts: {sentence}")
    return 2
