"""Clauses C1 to C6: the console game, as a class and through a pipe."""

from __future__ import annotations

import functools
import itertools
import os
import pty
import re
import signal
import subprocess
import sys
import time

import numpy
import pytest
from conftest import ROOT, heed_ctrl_c

from noughts.game.rules import CLASSIC
from noughts.terminal.console import TicTacToe, parse_cell

START = "from noughts.terminal import TicTacToe; TicTacToe().play()"
PROMPT = "Enter row and column (0-2): "


def converse(lines, start=START):
    """The transcript of a game whose person types those lines through a pipe."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", start],
        input="".join(line + "\n" for line in lines),
        capture_output=True, text=True, cwd=ROOT, timeout=60, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def on(position, game=None):
    """A game whose board shows the position."""
    game = game or TicTacToe()
    game.board[:] = numpy.array(list(position.replace(".", " "))).reshape(3, 3)
    return game


def test_c1_the_board_is_a_three_by_three_array_of_blanks():
    game = TicTacToe()
    assert game.board.shape == (3, 3)
    assert game.board.dtype == numpy.dtype("<U1")
    assert (game.board == " ").all()
    assert (game.human, game.ai) == ("X", "O")


def test_c2_rows_are_joined_by_bars_with_five_dashes_under_each(capsys):
    on("X.O.X....").print_board()
    assert capsys.readouterr().out == "X| |O\n-----\n |X| \n-----\n | | \n-----\n"


def test_c3_winner_full_and_empty_positions():
    assert on("XXXOO....").is_winner("X") is True
    assert on("XXXOO....").is_winner("O") is False
    assert on("XOXXOOOXX").is_full() is True
    assert on("XOXXOOOX.").is_full() is False
    assert on("XOXXOOOX.").get_empty_positions() == [(2, 2)]
    assert len(TicTacToe().get_empty_positions()) == 9


@functools.cache
def plain(position, is_maximizing):
    """The textbook's minimax: AI is O, human X, the turn told and not counted."""
    if CLASSIC.complete_lines(position, "O"):
        return 1
    if CLASSIC.complete_lines(position, "X"):
        return -1
    mark = "O" if is_maximizing else "X"
    ends = [plain(position[:c] + mark + position[c + 1 :], not is_maximizing) for c in range(9) if position[c] == "."]
    return (max if is_maximizing else min)(ends, default=0)


def test_c4_and_c5_minimax_and_best_move_are_right_on_every_board_whatever_the_counts():
    game = TicTacToe()
    for marks in itertools.product("XO.", repeat=9):
        position = "".join(marks)
        before = on(position, game).board.copy()
        for turn in (True, False):
            score = game.minimax(turn)
            assert type(score) is int
            assert score == plain(position, turn)
        move = game.best_move()
        if CLASSIC.is_over(position):
            assert move is None
        else:
            cell = 3 * move[0] + move[1]
            assert position[cell] == "."
            assert plain(position[:cell] + "O" + position[cell + 1 :], False) == plain(position, True)
        assert (game.board == before).all()


def test_c6_a_whole_game_reads_line_by_line():
    typed = ["1 1", "5", "0 9", "", "x", "1 1 1", "-1 0", "0 1", "2 1", "0 0", "1 2", "2 0", "0 2", "1 0", "2 2"]
    lines = converse(typed).splitlines()
    assert lines[0] == "Welcome to Tic-Tac-Toe! You are 'X', AI is 'O'."
    assert lines[1:7] == [" | | ", "-----"] * 3
    assert lines[7] == PROMPT + "1 1"
    assert lines.count("Invalid input! Enter two numbers between 0 and 2.") == 6
    assert "Invalid move, try again." in lines
    assert lines[-1] in ("AI wins!", "It's a draw!")
    assert re.fullmatch(r"[XO ]\|[XO ]\|[XO ]", lines[-3])
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize(
    "bad", ["", "a b", "3 0", "0 3", "-1 0", "1 1 1", "1.0 1", "0", "10", "²", "１ １", "12", "None"]
)
def test_c6_anything_but_a_cell_is_invalid_input(bad):
    assert PROMPT + bad + "\nInvalid input! Enter two numbers between 0 and 2.\n" in converse([bad])


def test_c6_two_numbers_name_a_cell_and_a_lone_digit_does_not():
    for row, column in itertools.product(range(3), range(3)):
        assert parse_cell(f"{row} {column}") == parse_cell(f" {row},{column} ") == (row, column)
    assert [parse_cell(str(digit)) for digit in range(10)] == [None] * 10


def test_c6_a_taken_cell_is_an_invalid_move():
    assert PROMPT + "1 1\nInvalid move, try again.\n" in converse(["1 1", "1 1"])


def test_c6_end_of_input_ends_the_game_politely():
    assert converse([]).endswith(PROMPT + "\nGoodbye!\n")
    assert converse(["1 1"]).endswith(PROMPT + "\nGoodbye!\n")


def test_c6_the_person_can_be_beaten_and_told_so():
    assert converse(["0 0", "0 1", "1 0", "2 1", "1 2", "2 2", "0 2", "2 0"]).endswith("AI wins!\n")


def test_the_person_can_play_o_and_the_computer_begins():
    start = START.replace("TicTacToe()", "TicTacToe(human='O')")
    said = converse(["1 1", "0 0", "0 1"], start).splitlines()
    assert said[0] == "Welcome to Tic-Tac-Toe! You are 'O', AI is 'X'."
    assert sum(line.count("X") for line in said[7:13]) == 1


def test_every_game_a_person_can_play_ends_without_a_win_for_them():
    """The whole tree of a person's moves, through the class itself."""
    waiting, ends = [CLASSIC.start], set()
    game = TicTacToe()
    while waiting:
        position = waiting.pop()
        for cell in CLASSIC.free(position):
            after = CLASSIC.after(position, cell)
            if not CLASSIC.is_over(after):
                row, column = on(after, game).best_move()
                after = CLASSIC.after(after, 3 * row + column)
            if CLASSIC.is_over(after):
                ends.add(CLASSIC.winner(after))
            else:
                waiting.append(after)
    assert ends == {"O", None}


def test_ctrl_c_at_a_real_terminal_ends_it_politely():
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", START],
        stdin=child,
        stdout=child,
        stderr=child,
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    )
    os.close(child)
    said = b""
    while PROMPT.encode() not in said:
        said += os.read(parent, 4096)
    time.sleep(0.1)  # the prompt is written an instant before input() waits for it
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0
    rest = os.read(parent, 4096)
    os.close(parent)
    assert b"Goodbye!" in rest
    assert b"Traceback" not in rest
    assert b"X| |" not in said


def test_numpy_loads_only_with_the_class():
    code = (
        "import sys, noughts.terminal as terminal; assert 'numpy' not in sys.modules; "
        "terminal.TicTacToe(); assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


def test_bytes_that_are_not_text_get_a_sentence():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", START],
        input=b"\xff\xfe\n0 0\n",
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"},
        check=True,
    )
    assert b"Invalid input! Enter two numbers between 0 and 2." in done.stdout
    assert done.stderr == b""
