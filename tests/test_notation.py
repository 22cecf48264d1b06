"""Positions in other shapes."""

from __future__ import annotations

import numpy
from conftest import POSITIONS

from noughts import notation
from noughts.rules import CLASSIC, in_a_row


def test_every_position_survives_the_list_board_and_the_array():
    for position in POSITIONS:
        board = notation.to_board(CLASSIC, position)
        assert notation.from_board(board) == position
        assert notation.from_board(numpy.array(list(position.replace(".", " "))).reshape(3, 3)) == position


def test_a_list_board_has_rows_of_its_own():
    board = notation.to_board(CLASSIC, CLASSIC.start)
    assert board == [[None] * 3] * 3
    assert len({id(row) for row in board}) == 3


def test_cells_and_pairs_are_each_others_inverse_on_boards_that_are_not_square():
    game = in_a_row(4, 3, 3)
    assert [notation.to_pair(game, cell) for cell in (0, 3, 4, 11)] == [(0, 0), (0, 3), (1, 0), (2, 3)]
    assert all(notation.from_pair(game, notation.to_pair(game, cell)) == cell for cell in game.cells)
