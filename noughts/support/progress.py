"""Show the progress of a long computation on standard error if that is a terminal."""

import sys
import time
from collections.abc import Callable
from typing import TypeAlias

from noughts.support.text import printable, shorten

# A function that shows the progress, given the number of steps done and the number of all steps (0: not known).
Progress: TypeAlias = Callable[[int, int], None]

BAR_CHARACTERS = 30
NAME_CHARACTERS_MAX = 60
LINE_CHARACTERS = 75


def overwrite(text: str, end: str = "\r") -> None:
    """Write a line on standard error in place of the previous one; the next one replaces it if `end` is the default."""
    print(f"\r{text:<{LINE_CHARACTERS}}", end=end, file=sys.stderr, flush=True)


def if_shown(show: Progress) -> Progress | None:
    """Return `show`; None if standard error is not a terminal."""
    return show if sys.stderr is not None and sys.stderr.isatty() else None


def counter(doing: str) -> Progress | None:
    """Return a function that shows e.g. "positions: 400 of 10,956"; None if standard error is not a terminal."""
    name = shorten(printable(doing), NAME_CHARACTERS_MAX)
    return if_shown(lambda done, total: overwrite(f"{name}: {done:,}" + (f" of {total:,}" if total else "")))


def percentage(doing: str) -> Progress | None:
    """Return a function that shows e.g. "checking mine.py: 43 %, 12 s"; None if standard error is not a terminal."""
    began, name = time.monotonic(), shorten(printable(doing), NAME_CHARACTERS_MAX)
    return if_shown(lambda done, total: overwrite(f"{name}: {100 * done // total} %, {time.monotonic() - began:.0f} s"))


def bar() -> Progress | None:
    """Return a function that shows a bar and the estimated time left; None if standard error is not a terminal."""
    began = time.monotonic()
    done_before: list[int] = []  # the steps done by an earlier run, which took no time in this one

    def show(done: int, total: int) -> None:
        if not done_before:
            done_before.append(done)
        seconds, new = time.monotonic() - began, done - done_before[0]
        left = f", about {seconds / new * (total - done):,.0f} s left" if new else ""
        filled = round(BAR_CHARACTERS * done / total) if total else BAR_CHARACTERS
        line = f"[{'#' * filled}{' ' * (BAR_CHARACTERS - filled)}] {done:,} of {total:,}{left}"
        overwrite(line, end="\n" if done == total else "")

    return if_shown(show)
