"""The loader of files, and our rules beside the root's eight functions."""

from __future__ import annotations

import pytest
from conftest import FINISHED, OPEN, POSITIONS, ROOT

from noughts.game import notation, solver
from noughts.game.rules import CLASSIC
from noughts.play import file_worker
from noughts.play.faults import FaultFound


def test_our_rules_and_the_roots_file_say_the_same_of_every_position():
    game, file = CLASSIC, file_worker.load(ROOT / "tictactoe.py")
    assert notation.to_board(game, game.start) == file.initial_state()
    for position in POSITIONS:
        board = notation.to_board(game, position)
        assert (game.winner(position), game.is_over(position)) == (file.winner(board), file.terminal(board))
    for position in OPEN:
        board, mover = notation.to_board(game, position), game.to_move(position)
        assert mover == file.player(board)
        assert {notation.row_column(game, cell) for cell in game.free(position)} == file.actions(board)
        move = solver.best_moves(game, position, mover)[0]
        after = file.result(board, notation.row_column(game, move))
        assert notation.to_board(game, game.after(position, move)) == after
    for position in FINISHED:
        board = notation.to_board(game, position)
        assert {"X": 1, "O": -1, None: 0}[game.winner(position)] == file.utility(board)
        assert solver.best_moves(game, position, game.to_move(position)) == []


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
