"""Make text safe and readable: printable, not too long, and in colour if wanted."""

from __future__ import annotations

from collections.abc import Sequence

RESET = "\x1b[0m"
COLOURS = {"green": "\x1b[32m", "yellow": "\x1b[33m", "red": "\x1b[31m"}


def printable(text: str) -> str:
    """Return the text with every unprintable character replaced, also line ends: it is then safe to show."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def shorten(text: str, characters_max: int) -> str:
    """Return the text, cut with an ellipsis if it is longer than `characters_max`.

    >>> shorten("noughts", 5)
    'noug…'
    """
    return text if len(text) <= characters_max else text[: characters_max - 1] + "…"


def paint(text: str, colour: str) -> str:
    """Return the text in a colour of COLOURS, for a terminal."""
    return f"{COLOURS[colour]}{text}{RESET}"


def plural(count: int, noun: str) -> str:
    """Return the count and its noun, with an s unless the count is 1.

    >>> plural(1, "move"), plural(2_000, "move")
    ('1 move', '2,000 moves')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def sentence(text: str) -> str:
    """Return the text with a capital first letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def first_few(names: Sequence[str], noun: str, shown_max: int = 5) -> str:
    """Return how many names there are, and the first of them.

    >>> first_few(["Ada", "Bob"], "student")
    '2 students (Ada, Bob)'
    """
    more = ", ..." if len(names) > shown_max else ""
    return f"{plural(len(names), noun)} ({', '.join(names[:shown_max])}{more})"
