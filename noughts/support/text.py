"""Text for people: printable characters, limited lengths, plurals, sentences and colours."""

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

# The numbers of ANSI escape codes.
COLOURS = {"green": 32, "yellow": 33, "red": 31, "blue": 34}


def printable(text: str) -> str:
    """Return the text with every unprintable character, line ends included, replaced by U+FFFD."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def shorten(text: str, characters_max: int) -> str:
    """Return the text; if it is longer than `characters_max`, cut it to that length, with an ellipsis at the end.

    >>> shorten("noughts", 5)
    'noug…'
    """
    return text if len(text) <= characters_max else text[: characters_max - 1] + "…"


def in_colour() -> bool:
    """Return whether to print in colour: standard output is a terminal with colours, and NO_COLOR is not set."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return is_terminal and not os.environ.get("NO_COLOR")


def paint(text: str, colour: str, bold: bool = False) -> str:
    """Return the text with the escape codes for a colour of COLOURS and, if `bold`, for bold type."""
    return f"\x1b[{'1;' if bold else ''}{COLOURS[colour]}m{text}\x1b[0m"


def plural(count: int, noun: str) -> str:
    """Return the count and the noun, with an s unless the count is 1.

    >>> plural(1, "move"), plural(2_000, "move")
    ('1 move', '2,000 moves')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def sentence(text: str) -> str:
    """Return the text with a capital first letter, and a full stop unless it ends in ".", "!" or "?"."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def terminal_columns() -> int:
    """Return the width of the terminal: COLUMNS if it is set, else what the terminal says, else 80."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80 if sys.__stdout__ else 80
    except (OSError, ValueError, AttributeError):
        return 80


def choose_from(typed: str, names: Sequence[str], shown: bool = True) -> str:
    """Return advice for a word that is none of the names: a similar name, if there is one, and all names if `shown`.

    Return "" if there is neither.

    >>> choose_from("casul", ["casual", "strong"]), choose_from("god", ["casual", "strong"])
    ('did you mean casual? Choose one of casual, strong', 'choose one of casual, strong')
    """
    import difflib  # needed only for a mistake

    close = difflib.get_close_matches(typed.lower(), names, n=1)
    choice = f"choose one of {', '.join(names)}" if shown else ""
    return f"did you mean {close[0]}? {choice[:1].upper() + choice[1:]}".strip() if close else choice


def first_few(names: Sequence[str], noun: str, shown_max: int = 5) -> str:
    """Return how many names there are, and at most the first `shown_max` of them.

    >>> first_few(["Ada", "Bob"], "student")
    '2 students (Ada, Bob)'
    """
    more = ", ..." if len(names) > shown_max else ""
    return f"{plural(len(names), noun)} ({', '.join(names[:shown_max])}{more})"


def unique(names: Iterable[str], form: str, key: Callable[[str], str] = str) -> Iterator[str]:
    """Yield the names; if a name has the same key as an earlier one, `form` adds a number to it, from 2 on.

    >>> list(unique(["Ada", "Bob", "Ada"], "{} [{}]"))
    ['Ada', 'Bob', 'Ada [2]']
    """
    taken: set[str] = set()
    numbers: dict[str, Iterator[int]] = defaultdict(lambda: count(2))
    for plain in names:
        name = plain
        while key(name) in taken:
            name = form.format(plain, next(numbers[key(plain)]))
        taken.add(key(name))
        yield name
