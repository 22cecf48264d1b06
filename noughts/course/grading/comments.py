"""How well a program is documented (G7): comments and docstrings, function by function."""

from __future__ import annotations

from noughts.check import source
from noughts.course.grading import similarity
from noughts.game.exercise import FUNCTION_NAMES


def documented(data: bytes, starter: bytes | None) -> tuple[int, int]:
    """Return how many functions have a docstring or comment of their own, and how many there are (at least eight)."""
    starter_comments = comments_in(starter) if starter else {}
    known = {words for some in starter_comments.values() for words in some}
    found = comments_in(data)
    return sum(bool(some - known) for some in found.values()), max(len(found), len(FUNCTION_NAMES))


def comments_in(data: bytes) -> dict[str, set[str]]:
    """Return the docstring and comments of every function; an empty dict if the file cannot be parsed."""
    text, unreadable = source.decode(data)
    tree = None if unreadable else similarity.parsed(data)
    return source.comments_of(tree, text) if tree else {}
