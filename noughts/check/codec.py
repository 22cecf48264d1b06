"""Write right answers as the worker does (noughts/check/sandbox/encode.py), and make its texts readable."""

import itertools
import re

from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, FREE, Cell, Position

CELL_TEXTS = {"X": '"X"', "O": '"O"', FREE: "n"}
ROW_TEXTS = {
    "".join(row): "[" + ",".join(CELL_TEXTS[mark] for mark in row) + "]"
    for row in itertools.product(CELL_TEXTS, repeat=3)
}
# What Python writes for a text that stands for one value, and for a separator; "~" marks a subclass.
PYTHON_TEXTS = {"n": "None", "b1": "True", "b0": "False", ",": ", ", "~": ""}
TOKEN = re.compile(r'"(?P<string>[^"]*)"?|\?(?P<type>.*)|[if](?P<number>[-\db][^,)\]}\t]*|inf|nan)|n|b[01]|,|~')


def encode_board(position: Position) -> str:
    """Return a position as the worker writes a board."""
    return f"[{ROW_TEXTS[position[:3]]},{ROW_TEXTS[position[3:6]]},{ROW_TEXTS[position[6:]]}]"


def encode_action(cell: Cell) -> str:
    """Return a cell as the worker writes an action."""
    i, j = row_column(CLASSIC, cell)
    return f"(i{i},i{j})"


def readable(text: str) -> str:
    """Return the value in a worker's text as Python would write it."""
    return "set()" if text == "{}" else TOKEN.sub(python_text, text)


def python_text(token: re.Match[str]) -> str:
    """Return one token of a worker's text as Python would write it."""
    if token["string"] is not None:
        return f"'{token['string']}'"
    if token["type"] is not None:
        return f"an object of type {token['type']}"
    return token["number"] or PYTHON_TEXTS[token[0]]
