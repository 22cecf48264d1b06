"""Encode right answers as the worker encodes its own (sandbox/encode.py), and make the worker's answers readable."""

import itertools
import re

from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, FREE, Cell, Position

CELL_TEXTS = {"X": '"X"', "O": '"O"', FREE: "n"}
ROW_TEXTS = {
    "".join(row): "[" + ",".join(CELL_TEXTS[mark] for mark in row) + "]"
    for row in itertools.product(CELL_TEXTS, repeat=3)
}
# Tokens that always mean the same, in Python's notation or in words; "~", which marks a subclass, is dropped.
TOKEN_TEXTS = {
    "n": "None", "b1": "True", "b0": "False", ",": ", ", "~": "", "ibig": "a large int", "?long": "a very long value",
    "?deep": "a deeply nested value", "?unreadable": "a value that cannot be read",
}  # fmt: skip
TOKEN = re.compile(
    r'"(?P<string>[^"]*)"?|\?(?P<type>[^],)}\t;]*)|[if](?P<number>[-\db][^,)\]}\t]*|inf|nan)|n|b[01]|,|~'
)


def encode_board(position: Position) -> str:
    """Return the position as the worker writes a board."""
    return f"[{ROW_TEXTS[position[:3]]},{ROW_TEXTS[position[3:6]]},{ROW_TEXTS[position[6:]]}]"


def encode_action(cell: Cell) -> str:
    """Return the cell as the worker writes an action."""
    return "(i{},i{})".format(*row_column(CLASSIC, cell))


def without_signs(text: str) -> str:
    """Return the text without "~", so that values of a subclass count as values of the type itself."""
    return text.replace("~", "")


def readable(text: str) -> str:
    """Return a value as Python writes it, or what is known of it in words; `text` is the value as the worker writes it.

    >>> readable("[n,?Board]")
    '[None, an object of type Board]'
    """
    return "set()" if text == "{}" else TOKEN.sub(python_text, text)


def python_text(token: re.Match[str]) -> str:
    if token[0] in TOKEN_TEXTS:
        return TOKEN_TEXTS[token[0]]
    if token["string"] is not None:
        return f"'{token['string']}'"
    return token["number"] or f"an object of type {token['type']}"
