"""The rules as data."""

from __future__ import annotations

import pytest

from noughts.rules import CLASSIC, in_a_row, other


def test_the_classic_board_has_three_rows_three_columns_and_two_diagonals():
    assert set(CLASSIC.lines) == {
        (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("size", "lines"),
    [((4, 4, 4), 10), ((4, 3, 3), 14), ((3, 4, 3), 14), ((4, 4, 3), 24), ((1, 1, 1), 1), ((2, 2, 3), 0)],
)
def test_other_boards_have_as_many_lines_as_counting_by_hand_finds(size, lines):
    assert len(in_a_row(*size).lines) == lines


def test_a_move_is_refused_on_a_taken_cell_outside_the_board_and_after_the_end():
    for cell in (0, 9, -1, None, "1"):
        with pytest.raises(ValueError, match=r"is not free in X\.\.\.\.\.\.\.\.: choose one of \[1, 2,"):
            CLASSIC.after("X........", cell)
    with pytest.raises(ValueError, match=r"in XXXOO\.\.\.\. the game is over"):
        CLASSIC.after("XXXOO....", 8)


def test_one_move_can_complete_two_lines():
    assert CLASSIC.complete_lines("XXXXOOXOO", "X") == [(0, 1, 2), (0, 3, 6)]


def test_the_opponent_of_the_opponent_is_oneself():
    assert other("X") == "O"
    assert other("O") == "X"
