"""The loader of files, and our own engine behind the same eight functions."""

from __future__ import annotations

import pytest
from conftest import FINISHED, OPEN, POSITIONS, ROOT

from noughts.game import exercise, notation
from noughts.game.rules import CLASSIC
from noughts.play import file_worker
from noughts.play.faults import FaultFound


def test_our_engine_and_the_roots_file_say_the_same_of_every_position():
    engine, file = exercise.EngineFunctions(), file_worker.load(ROOT / "tictactoe.py")
    assert engine.initial_state() == file.initial_state()
    for position in POSITIONS:
        board = notation.to_board(CLASSIC, position)
        for name in ("winner", "terminal"):
            assert getattr(engine, name)(board) == getattr(file, name)(board)
    for position in OPEN:
        board = notation.to_board(CLASSIC, position)
        assert engine.player(board) == file.player(board)
        assert engine.actions(board) == file.actions(board)
        move = engine.minimax(board)
        assert engine.result(board, move) == file.result(board, move)
    for position in FINISHED:
        board = notation.to_board(CLASSIC, position)
        assert engine.utility(board) == file.utility(board)
        assert engine.minimax(board) is None


def test_two_files_loaded_one_after_the_other_stay_apart(student):
    first = file_worker.load(student("def minimax(board): return 'first'"))
    second = file_worker.load(student("def minimax(board): return 'second'", name="other.py"))
    assert (first.minimax(None), second.minimax(None)) == ("first", "second")


def test_the_reason_of_a_file_that_does_not_load_is_kept(student):
    with pytest.raises(FaultFound, match="it raised KeyError: 'x'") as raised:
        file_worker.load(student("{}['x']"))
    assert isinstance(raised.value.__cause__, KeyError)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(FaultFound, match=r"There is no file .*nowhere\.py"):
        file_worker.load(tmp_path / "nowhere.py")
