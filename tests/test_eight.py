"""The loader of files, and our own engine behind the same eight functions."""

from __future__ import annotations

import pytest
from conftest import FINISHED, OPEN, POSITIONS, ROOT

from noughts import eight, notation
from noughts.rules import CLASSIC


def test_our_engine_and_the_roots_file_say_the_same_of_every_position():
    face, file = eight.Face(), eight.load(ROOT / "tictactoe.py")
    assert face.initial_state() == file.initial_state()
    for position in POSITIONS:
        board = notation.to_board(CLASSIC, position)
        for name in ("winner", "terminal"):
            assert getattr(face, name)(board) == getattr(file, name)(board)
    for position in OPEN:
        board = notation.to_board(CLASSIC, position)
        assert face.player(board) == file.player(board)
        assert face.actions(board) == file.actions(board)
        move = face.minimax(board)
        assert face.result(board, move) == file.result(board, move)
    for position in FINISHED:
        board = notation.to_board(CLASSIC, position)
        assert face.utility(board) == file.utility(board)
        assert face.minimax(board) is None


def test_two_files_loaded_one_after_the_other_stay_apart(student):
    first = eight.load(student("def minimax(board): return 'first'"))
    second = eight.load(student("def minimax(board): return 'second'", name="other.py"))
    assert (first.minimax(None), second.minimax(None)) == ("first", "second")


def test_the_reason_of_a_file_that_does_not_load_is_kept(student):
    with pytest.raises(eight.NotEight, match="it raised KeyError: 'x'") as raised:
        eight.load(student("{}['x']"))
    assert isinstance(raised.value.__cause__, KeyError)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(eight.NotEight, match=r"There is no file .*nowhere\.py"):
        eight.load(tmp_path / "nowhere.py")
