"""Positions to and from the shapes other programs keep them in.

list board      rows of "X", "O" and None:      [["X", None, "O"], [None, "X", None], [None, None, None]]
pair            a cell as (row, column):        (1, 2) is cell 5 of a board with three columns
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from noughts.rules import FREE, Cell, Game, O, Position, X

Pair: TypeAlias = tuple[int, int]
ListBoard: TypeAlias = list[list[str | None]]


def to_board(game: Game, position: Position) -> ListBoard:
    """The position as a new list board.

    >>> from noughts.rules import CLASSIC
    >>> to_board(CLASSIC, "X.O.X....")
    [['X', None, 'O'], [None, 'X', None], [None, None, None]]
    """
    marks = [None if mark == FREE else mark for mark in position]
    return [marks[first : first + game.columns] for first in range(0, len(marks), game.columns)]


def from_board(board: Sequence[Sequence[object]]) -> Position:
    """The position that a list board or an array shows; whatever is neither X nor O counts as free."""
    return "".join(str(mark) if mark in (X, O) else FREE for row in board for mark in row)


def to_pair(game: Game, cell: Cell) -> Pair:
    """The cell as (row, column)."""
    return divmod(cell, game.columns)


def from_pair(game: Game, pair: Pair) -> Cell:
    """The cell at (row, column)."""
    row, column = pair
    return row * game.columns + column
