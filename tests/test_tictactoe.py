"""Clauses E1 to E16 of docs/contract.md, on every board that play can reach."""

from __future__ import annotations

import copy
import itertools
import subprocess
import sys

import pytest
from conftest import FINISHED, OPEN, POSITIONS, ROOT

from noughts.game import notation, solver
from noughts.game.rules import CLASSIC

PAIRS = list(itertools.product(range(3), range(3)))
IMPOSSIBLE = [(3, 0), (0, 3), (9, 9), (-1, 0), (0, -1), (-3, -3)]
MALFORMED = [None, 5, "11", (), (1,), (1, 1, 1), [1, 1], {1, 2}, (1.0, 1.0), (True, True), ("1", "1"), (None, 0)]


def board_of(position):
    return notation.to_board(CLASSIC, position)


def test_play_reaches_5478_positions_of_which_958_are_finished():
    assert (len(POSITIONS), len(FINISHED), len(OPEN)) == (5478, 958, 4520)


def test_e1_the_constants_are_as_handed_out(tictactoe):
    assert (tictactoe.X, tictactoe.O, tictactoe.EMPTY) == ("X", "O", None)


def test_e2_every_call_gives_a_new_empty_board_with_rows_of_its_own(tictactoe):
    first, second = tictactoe.initial_state(), tictactoe.initial_state()
    assert first == second == [[None] * 3] * 3
    assert len({id(row) for row in first + second}) == 6


def test_e3_x_and_o_alternate(tictactoe):
    for position in OPEN:
        assert tictactoe.player(board_of(position)) == "XO"[(9 - position.count(".")) % 2]


def test_e4_the_actions_are_the_set_of_free_cells(tictactoe):
    for position in OPEN:
        actions = tictactoe.actions(board_of(position))
        assert type(actions) is set
        assert actions == {(i, j) for i, j in PAIRS if position[3 * i + j] == "."}
        assert all(type(part) is int for action in actions for part in action)


def test_e5_and_e6_a_result_has_one_more_mark_and_no_row_of_the_old_board(tictactoe):
    for position in OPEN:
        for cell in CLASSIC.free(position):
            board = board_of(position)
            after = tictactoe.result(board, divmod(cell, 3))
            assert after == board_of(CLASSIC.after(position, cell))
            assert board == board_of(position)
            assert not {id(row) for row in board} & {id(row) for row in after}


def test_e7_a_result_that_is_not_possible_raises_and_changes_nothing(tictactoe):
    for position in OPEN:
        board = board_of(position)
        taken = [divmod(cell, 3) for cell in CLASSIC.cells if position[cell] != "."]
        for action in taken + IMPOSSIBLE:
            with pytest.raises(ValueError, match="is not possible"):
                tictactoe.result(board, action)
        assert board == board_of(position)


@pytest.mark.parametrize("action", MALFORMED, ids=repr)
def test_e7_anything_that_is_no_pair_of_whole_numbers_raises(tictactoe, action):
    with pytest.raises(ValueError, match="is not possible: choose one of"):
        tictactoe.result(tictactoe.initial_state(), action)


def test_e7_a_finished_board_takes_no_more_moves(tictactoe):
    for position in FINISHED:
        for action in PAIRS:
            with pytest.raises(ValueError, match="the game is over"):
                tictactoe.result(board_of(position), action)


def test_e7_the_sentence_shows_the_action_and_what_would_do(tictactoe):
    with pytest.raises(ValueError, match=r"^\(0, 0\) is not possible: choose one of \[\(2, 1\), \(2, 2\)\]$"):
        tictactoe.result([["X", "O", "X"], ["X", "O", "O"], ["O", None, None]], (0, 0))


def test_e8_e9_e10_the_end_of_the_game(tictactoe):
    for position in POSITIONS:
        board = board_of(position)
        assert tictactoe.winner(board) == CLASSIC.winner(position)
        assert tictactoe.terminal(board) is CLASSIC.is_over(position)
    for position in FINISHED:
        utility = tictactoe.utility(board_of(position))
        assert type(utility) is int
        assert utility == {"X": 1, "O": -1, None: 0}[CLASSIC.winner(position)]


def test_e11_and_e15_every_move_is_best_the_fastest_win_and_the_longest_defence(tictactoe):
    for position in OPEN:
        move = tictactoe.minimax(board_of(position))
        assert type(move) is tuple
        assert notation.to_cell(CLASSIC, move) in solver.best_moves(CLASSIC, position, CLASSIC.to_move(position))


def test_e15_no_win_in_one_is_walked_past(tictactoe):
    chances = 0
    for position in OPEN:
        wins = [cell for cell in CLASSIC.free(position) if CLASSIC.winner(CLASSIC.after(position, cell))]
        if wins:
            chances += 1
            assert notation.to_cell(CLASSIC, tictactoe.minimax(board_of(position))) in wins
    assert chances == 2358


def test_e12_a_finished_board_has_no_move(tictactoe):
    assert all(tictactoe.minimax(board_of(position)) is None for position in FINISHED)


def test_e13_no_function_changes_its_board(tictactoe):
    for position in POSITIONS:
        board = board_of(position)
        rows = list(board)
        for name in ("player", "actions", "winner", "terminal", "minimax"):
            getattr(tictactoe, name)(board)
        if CLASSIC.is_over(position):
            tictactoe.utility(board)
        assert board == board_of(position)
        assert all(row is before for row, before in zip(board, rows, strict=True))


@pytest.mark.parametrize("side", ["X", "O"])
def test_e14_it_never_loses_whatever_anybody_plays(tictactoe, side):
    boards = [tictactoe.initial_state()]
    ends = set()
    while boards:
        board = boards.pop()
        if tictactoe.terminal(board):
            ends.add(tictactoe.winner(board))
        elif tictactoe.player(board) == side:
            boards.append(tictactoe.result(board, tictactoe.minimax(board)))
        else:
            boards += [tictactoe.result(board, action) for action in tictactoe.actions(board)]
    assert ends == {side, None}


def test_e14_against_itself_it_ties(tictactoe):
    board = tictactoe.initial_state()
    while not tictactoe.terminal(board):
        board = tictactoe.result(board, tictactoe.minimax(board))
    assert tictactoe.winner(board) is None


def test_boards_that_play_cannot_reach_get_a_legal_move_too(tictactoe):
    for marks in itertools.product("XO.", repeat=9):
        position = "".join(marks)
        move = tictactoe.minimax(board_of(position))
        if CLASSIC.is_over(position):
            assert move is None
        else:
            assert position[notation.to_cell(CLASSIC, move)] == "."


def test_the_answers_do_not_depend_on_what_was_asked_before(tictactoe):
    remembered = {position: tictactoe.minimax(board_of(position)) for position in OPEN}
    for position in OPEN[::97]:
        tictactoe.memory.clear()
        assert tictactoe.minimax(board_of(position)) == remembered[position]


def test_e16_importing_it_prints_asks_and_plays_nothing():
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", f"import sys; sys.path[:0] = [{str(ROOT)!r}]; import tictactoe"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("", "")


def stock_window(game, human, choose):
    """A game with the calls of the course's window, in its order: player and winner of finished boards included."""
    board = game.initial_state()
    shown = []
    while True:
        over = game.terminal(board)
        turn = game.player(board)
        if over:
            won = game.winner(board)
            return "Game Over: Tie." if won is None else f"Game Over: {won} wins.", shown
        shown.append(f"Play as {human}" if turn == human else "Computer thinking...")
        if turn == human:
            row, column = choose(board)
            if board[row][column] == game.EMPTY:
                board = game.result(board, (row, column))
        else:
            board = game.result(board, game.minimax(board))


@pytest.mark.parametrize("human", ["X", "O"])
def test_w5_it_plays_under_the_calls_of_the_stock_window(tictactoe, human):
    ends = {
        stock_window(tictactoe, human, lambda board, pick=pick: pick(sorted(tictactoe.actions(board))))[0]
        for pick in (min, max, lambda free: free[len(free) // 2])
    }
    assert ends <= {f"Game Over: {'O' if human == 'X' else 'X'} wins.", "Game Over: Tie."}
    _, shown = stock_window(tictactoe, human, lambda board: min(tictactoe.actions(board)))
    turns = ["Play as X", "Computer thinking..."] if human == "X" else ["Computer thinking...", "Play as O"]
    assert shown[:2] == turns


def test_w5_the_stock_window_can_copy_its_boards(tictactoe):
    board = tictactoe.result(copy.deepcopy(tictactoe.initial_state()), (1, 1))
    assert tictactoe.player(board) == "O"
