"""What every command does with its output: where it goes, in colour or not, with progress or not."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a file and say so."""
    path.write_text(text, encoding="utf-8")
    say(f"wrote {path}")


def show(text: str) -> None:
    """Print, even to somebody who has had enough: what was found out still decides the exit code."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def progress_of(doing: str) -> Callable[[int, int], None] | None:
    """Something that shows how far it is, on a terminal; nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(done: int, of: int) -> None:
        text = f"{doing}: {done:,} of {of:,}" if of else f"{doing}: {done:,}"
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)

    return show


def in_colour() -> bool:
    """Does whoever reads the output want it coloured?"""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def say(sentence: str) -> None:
    """Tell something beside the output."""
    print(sentence, file=sys.stderr)


def refuse(sentence: str) -> int:
    """Say why it could not be done."""
    say(f"noughts: {sentence}")
    return 2
