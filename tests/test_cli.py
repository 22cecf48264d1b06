"""What can be typed: the commands, their refusals, and the game through a pipe."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import ROOT

from noughts import window
from noughts.cli import main

BARE = {name: value for name, value in os.environ.items() if name not in window.SCREENS}


def noughts(*words, typed="", script=("-m", "noughts")):
    """What the command says where there is no screen."""
    return subprocess.run(
        [sys.executable, *script, *map(str, words)],
        input=typed, capture_output=True, text=True, env=BARE, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip


def test_without_a_display_it_says_so_and_plays_in_the_terminal():
    done = noughts("play", typed="5\n")
    assert done.returncode == 0
    assert done.stderr == (
        "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set), "
        "so the game runs in the terminal.\n"
    )
    assert done.stdout.startswith("Welcome to Tic-Tac-Toe! You are 'X', AI is 'O'.\n")


def test_the_terminal_can_be_asked_for_and_the_side_chosen():
    done = noughts("play", "--terminal", "--as", "O", typed="")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You are 'O', AI is 'X'." in done.stdout


def test_in_the_terminal_too_a_file_makes_the_computers_moves(student):
    done = noughts("play", "--terminal", student("def minimax(board): return max(actions(board))"), typed="1\n2\n3\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "0  *X*|*X*|*X*\n   ---+---+---\n1     |   |\n   ---+---+---\n2     | O | O\nYou win!\nYou 1, AI 0, draws 0.\n"
        in done.stdout
    )


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            "def minimax(board): return 1 / 0",
            "minimax(board) raised ZeroDivisionError: division by zero.\nLine ",
        ),
        (
            "def minimax(board): return 0, 0",
            "minimax(board) returned (0, 0); expected one of actions(board): (0, 1), (0, 2)",
        ),
        ("del minimax", "tictactoe.py lacks minimax: all eight functions are needed."),
        ("1 / 0", "tictactoe.py cannot be loaded: it raised ZeroDivisionError: division by zero.\nLine "),
    ],
)
def test_a_broken_file_in_the_terminal_gets_a_sentence_and_exit_code_2_if_it_is_not_mended(student, lines, sentence):
    done = noughts("play", "--terminal", student(lines), typed="1\n")
    assert done.returncode == 2
    assert f"\n{sentence}" in done.stdout
    assert "Fix the file and press Enter" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "nowhere.py"], "there is no file 'nowhere.py': name a Python file with the eight functions"),
        (["play", "noughts"], "there is no file 'noughts'"),
        (["play", "--as", "Z"], "invalid choice: 'Z'"),
        (["play", "--terminal", "--window"], "not allowed with argument"),
        (["xyzzy"], "'xyzzy' is not a command: choose one of play, web,"),
        (["chekc"], "'chekc' is not a command: did you mean check? Choose one of play, web,"),
        (
            ["check", "--quik", "x.py"],
            "noughts check: error: '--quik' is not an argument of this command: did you mean --quick?",
        ),
        (["play", "--level", "casul"], "'casul' is not a level: did you mean casual? Choose one of beginner"),
        (["explain", ".........", "--nonsense"], "usage: noughts explain"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence_and_exit_code_2(words, sentence):
    done = noughts(*words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_in_the_terminal_too_a_file_with_a_blank_of_its_own_is_played(student):
    path = student("EMPTY = ' '\ndef minimax(board): return max(actions(board))\ndef actions(board):\n"
                   "    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == ' '}\n"
                   "def terminal(board): return bool(winner(board)) or not actions(board)\n"
                   "def winner(board):\n    (a, b, c), (d, e, f), (g, h, i) = board\n"
                   "    return a if a == b == c != ' ' else None")  # fmt: skip
    done = noughts("play", "--terminal", path, typed="1\n2\n3\n")
    assert done.returncode == 0
    assert "You win!\n" in done.stdout


@pytest.mark.parametrize("words", [["play", "--terminal"], ["explain", "........."]])
def test_output_that_nobody_reads_and_closed_pipes_are_no_traceback(words):
    shell = f"{sys.executable} -m noughts {' '.join(words)}"
    for line in (f"yes 5 | {shell} | head -1", f"{shell} <&-", f"{shell} >&-", f"{shell} > /dev/full < /dev/null"):
        done = subprocess.run(
            ["bash", "-c", line], capture_output=True, text=True, env=BARE, cwd=ROOT, timeout=300, check=False
        )
        assert "Traceback" not in done.stderr, line


def test_a_name_too_long_for_a_file_is_refused():
    done = noughts("play", "x" * 300)
    assert done.returncode == 2
    assert "there is no file" in done.stderr


def test_a_file_that_is_no_python_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("x = 1")
    done = noughts("play", "--terminal", tmp_path / "notes.txt")
    assert done.returncode == 2
    assert "notes.txt is not a Python file: its name must end in .py.\n" in done.stdout


def test_alone_it_prints_its_help():
    done = noughts()
    assert (done.returncode, done.stderr) == (0, "")
    assert "course" in done.stdout


def test_usage_names_what_was_typed_and_the_runner_can_play_in_the_terminal():
    done = noughts("--help", script=["runner.py"])
    assert done.stdout.startswith("usage: runner.py ")
    assert "runner.py --level casual" in done.stdout
    done = noughts("--terminal", script=["runner.py"], typed="quit\n")
    assert done.returncode == 0
    assert "tictactoe.py makes the AI's moves." in done.stdout


def test_help_teaches_by_example(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["play", "--help"])
    assert ended.value.code == 0
    assert "noughts play mine/tictactoe.py" in capsys.readouterr().out


def test_runner_without_a_display_says_so_and_ends_with_2():
    done = noughts(script=["runner.py"])
    assert done.returncode == 2
    assert done.stderr.startswith("noughts: There is no display to open a window on")
    assert len(done.stderr.splitlines()) == 1


def test_runner_refuses_a_file_that_is_not_there():
    done = noughts("nowhere.py", script=["runner.py"])
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no file 'nowhere.py'" in done.stderr
