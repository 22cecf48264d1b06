"""The worker's texts for values (noughts/check/sandbox/encode.py): write the right answers, read the wrong ones."""

from __future__ import annotations

import itertools

from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, FREE, Cell, Position

CELL_TEXTS = {"X": '"X"', "O": '"O"', FREE: "n"}
ROW_TEXTS = {
    "".join(row): "[" + ",".join(CELL_TEXTS[mark] for mark in row) + "]"
    for row in itertools.product(CELL_TEXTS, repeat=3)
}
NAMES = {"n": "None", "b1": "True", "b0": "False"}


def encode_board(position: Position) -> str:
    """Return a position as the worker writes a board."""
    return f"[{ROW_TEXTS[position[:3]]},{ROW_TEXTS[position[3:6]]},{ROW_TEXTS[position[6:]]}]"


def encode_action(cell: Cell) -> str:
    """Return a cell as the worker writes an action."""
    i, j = row_column(CLASSIC, cell)
    return f"(i{i},i{j})"


def readable(text: str) -> str:
    """Return the value in a worker's text as Python would write it."""
    if text == "{}":
        return "set()"
    out, i = [], 0
    while i < len(text):
        if text[i] == '"':
            end = text.find('"', i + 1)
            end = len(text) if end < 0 else end
            out.append(f"'{text[i + 1 : end]}'")
            i = end + 1
        elif text[i : i + 2] in NAMES:
            out.append(NAMES[text[i : i + 2]])
            i += 2
        elif text[i] in NAMES:
            out.append(NAMES[text[i]])
            i += 1
        elif text[i] in "if" and i + 1 < len(text) and (text[i + 1].isdigit() or text[i + 1] in "-b"):
            i += 1
            while i < len(text) and text[i] not in ",)]}\t":
                out.append(text[i])
                i += 1
        elif text[i] == "?":
            return "".join(out) + f"an object of type {text[i + 1 :]}"
        else:
            out.append("" if text[i] == "~" else ", " if text[i] == "," else text[i])
            i += 1
    return "".join(out)
