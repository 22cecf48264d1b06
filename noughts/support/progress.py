"""The progress of a long computation, shown on standard error if that is a terminal."""

import sys
import time
from collections.abc import Callable
from typing import TypeAlias

from noughts.support.text import printable, shorten

# Called with the steps done and the total number of steps; a total of 0 means that it is not known.
Progress: TypeAlias = Callable[[int, int], None]

BAR_CHARACTERS = 30
NAME_CHARACTERS_MAX = 60


def is_shown() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def counter(doing: str) -> Progress | None:
    """Return a function that shows e.g. "checking mine.py: 400 of 10,956"; None if there is no terminal."""
    if not is_shown():
        return None

    doing = shorten(printable(doing), NAME_CHARACTERS_MAX)

    def show(done: int, total: int) -> None:
        text = f"{doing}: {done:,} of {total:,}" if total else f"{doing}: {done:,}"
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)

    return show


def percentage(doing: str) -> Progress | None:
    """Return a progress display such as "checking mine.py: 43 %, 12 s"; None if there is no terminal."""
    if not is_shown():
        return None
    began, name = time.monotonic(), shorten(printable(doing), NAME_CHARACTERS_MAX)

    def show(done: int, total: int) -> None:
        text = f"{name}: {100 * done // total} %, {time.monotonic() - began:.0f} s"
        print(f"\r{text:<75}\r", end="", file=sys.stderr, flush=True)

    return show


def bar() -> Progress | None:
    """Return a function that shows a bar and the estimated time left; None if there is no terminal."""
    if not is_shown():
        return None
    began = time.monotonic()
    done_before: list[int] = []  # steps done by an earlier run; they took no time in this one

    def show(done: int, total: int) -> None:
        if not done_before:
            done_before.append(done)
        seconds, new = time.monotonic() - began, done - done_before[0]
        left = f", about {seconds / new * (total - done):,.0f} s left" if new else ""
        filled = round(BAR_CHARACTERS * done / total) if total else BAR_CHARACTERS
        line = f"[{'#' * filled}{' ' * (BAR_CHARACTERS - filled)}] {done:,} of {total:,}{left}"
        print(f"\r{line:<75}", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return show
