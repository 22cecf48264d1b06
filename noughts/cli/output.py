"""What the commands share: where output goes, in colour or not, and how a refusal is said."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a file and say so."""
    path.write_text(text, encoding="utf-8")
    say(f"wrote {path}")


def show(text: str) -> None:
    """Print, even if nobody reads any more: the exit code still tells the result."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        discard_output()


def discard_output() -> None:
    """Send further output nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def in_colour() -> bool:
    """Return whether to colour the output."""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def say(sentence: str) -> None:
    """Print a message beside the output."""
    print(sentence, file=sys.stderr)


def refuse(sentence: str) -> int:
    """Print why it could not be done; return the exit code for that."""
    say(f"noughts: {sentence}")
    return 2
