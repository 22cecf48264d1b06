"""Who says how his program works (G7): comments and docstrings, function by function."""

from __future__ import annotations

from noughts.check import source
from noughts.check.questions import NAMES
from noughts.course import alike


def documented(data: bytes, starter: bytes | None) -> tuple[int, int]:
    """How many functions have a docstring or comment of their own, and of how many: at least the eight."""
    handed_out = remarks_in(starter) if starter else {}
    known = {words for some in handed_out.values() for words in some}
    found = remarks_in(data)
    return sum(bool(some - known) for some in found.values()), max(len(found), len(NAMES))


def remarks_in(data: bytes) -> dict[str, set[str]]:
    """The remarks of every function; none where it is no program."""
    text, unreadable = source.decoded(data)
    tree = None if unreadable else alike.parsed(data)
    return source.remarks_of(tree, text) if tree else {}
