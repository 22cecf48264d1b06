"""The rules as data."""

from __future__ import annotations

import pytest
from conftest import POSITIONS

from noughts.game.rules import CLASSIC, in_a_row, other, with_lines


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
    with pytest.raises(ValueError, match=r"the game is over in XXXOO"):
        CLASSIC.after("XXXOO....", 8)


def test_one_move_can_complete_two_lines():
    assert CLASSIC.complete_lines("XXXXOOXOO", "X") == [(0, 1, 2), (0, 3, 6)]


def test_the_opponent_of_the_opponent_is_oneself():
    assert other("X") == "O"
    assert other("O") == "X"


def test_up_to_symmetry_there_are_765_positions_627_of_them_open():
    classes = {CLASSIC.representative(position) for position in POSITIONS}
    assert len(classes) == 765
    assert sum(not CLASSIC.is_over(position) for position in classes) == 627


@pytest.mark.parametrize(
    ("size", "count"), [((3, 3, 3), 8), ((4, 4, 3), 8), ((4, 3, 3), 4), ((3, 4, 3), 4), ((1, 1, 1), 1), ((2, 1, 1), 2)]
)
def test_a_square_board_has_eight_symmetries_and_an_oblong_one_four(size, count):
    game = in_a_row(*size)
    assert len(game.symmetries) == count
    assert game.symmetries[0] == tuple(game.cells)


def test_lines_of_ones_own_keep_only_their_own_symmetries():
    game = with_lines("left", 3, 3, [(0, 3, 6)])
    assert len(game.symmetries) == 2
    assert game.winner("X..X..X..") == "X"
    for line in [(), (0, 0, 1), (0, 9), (-1, 0)]:
        with pytest.raises(ValueError, match="is not a line: name one or more different cells from 0 to 8"):
            with_lines("bad", 3, 3, [line])


def test_who_completes_a_line_loses_where_the_game_is_misere():
    game = in_a_row(3, 3, 3, misere=True)
    assert game.name == "3,3,3,misere"
    assert game.winner("XXXOO....") == "O"
    assert game.is_over("XXXOO....")
