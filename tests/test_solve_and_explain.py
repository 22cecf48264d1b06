"""What `noughts solve` and `noughts explain` print, refuse and write."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from conftest import ROOT
from test_cli import noughts

from noughts.explain.ladder import ladder_text
from noughts.game import notation


def test_the_ladder_is_a_table_and_bars():
    told = ladder_text(notation.read_game("3,3,3"), "X...O....", lambda doing: None)
    lines = told.splitlines()
    assert lines[0].startswith("3,3,3, X...O....: a draw.")
    calls = [int(line.split()[1].replace(",", "")) for line in lines[2:6]]
    assert calls == sorted(calls, reverse=True)
    bars = [line.count("#") for line in lines[7:11]]
    assert bars == sorted(bars, reverse=True)


def test_rungs_that_would_take_too_long_are_left_out_and_larger_ladders_refused():
    told = ladder_text(notation.read_game("5,2,3"), ".........." , lambda doing: None)  # fmt: skip
    assert "not run: more than 9 free cells" in told
    done = noughts("solve", "--ladder", "--game", "4,4,3")
    assert done.returncode == 2
    assert "choose a position with at most 12" in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["solve"], "With best play: a draw, 9 plies long."),
        (["solve", "--game", "4,3,3"], "With best play: X wins in 4 moves (7 plies)."),
        (["solve", "--game", "4,4,3", "--distances"], "With best play: X wins in 3 moves (5 plies)."),
        (["solve", "--game", "4,4,3"], "With best play: X wins.\nReason: every continuation that matters was searched"),
        (["solve", "--game", "5,5,4"], "With best play: a draw."),
        (
            ["solve", "--game", "5,5,5"],
            "Whenever one side takes a cell with a letter, the other side takes the other cell with that letter.",
        ),
        (["solve", "--game", "5,5,5", "--json", "-"], '"value": 0, "reason": "pairing"'),
        (["explain", "X" + "." * 11 + "O" + "." * 12, "--game", "5,5,4"], "Moves that were proved to draw:"),
        (["explain", "X" + "." * 14 + "O", "--game", "4,4,4"], "X to move: a draw if both sides play their best."),
        (["explain", "X" + "." * 15, "--game", "4,4,4"], "Every move draws."),
        (["explain", "X" + "." * 15, "--game", "4,4,4"], "Add --distances to see what every move is worth"),
        (
            ["explain", "X" + "." * 15, "--game", "4,4,4", "--distances"],
            "O to move: a draw if both sides play their best.",
        ),
        (["explain", "." * 16, "--game", "4,4,3"], "A move that wins:"),
        (["explain", "." * 25, "--game", "5,5,5,misere"], "nobody has to complete one."),
        (["solve", "--game", "4,4,3,misere"], "With best play: O wins."),
        (["explain", "." * 30, "--game", "6,5,4", "--json"], '"value": 1'),
        (["solve", "--game", "3,3,3,misere"], "Best first moves: 1,1\n"),
        (["explain", "X.O.X...."], "Best: 2,2 blocks X"),
        (["explain", "x_o/_x_/___", "--why", "3,3"], ""),
        (["explain", "XX.OO....", "--why", "9"], "2,2 loses in 1 move, while 0,2 wins in 1 move."),
    ],
)
def test_what_is_asked_is_answered(words, sentence):
    done = noughts(*words)
    if sentence:
        assert (done.returncode, done.stderr) == (0, "")
        assert sentence in done.stdout
    else:
        assert done.returncode == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["explain", "XXX"], "'XXX' has 3 cells: 3,3,3 needs 9, written row by row"),
        (["explain", "XXXOOO..."], "has a line of X and a line of O"),
        (["explain", ".........", "--game", "9"], "'9' is not a game"),
        (["explain", ".........", "--why", ""], "'' is not a cell"),
        (["explain", ".........", "--why", "10"], "'10' is not a cell"),
        (["explain", "X........", "--why", "1"], "'1' is taken by X"),
        (["explain", "XXXOO....", "--why", "9"], "the game is over in"),
        (["explain", ".........", "--svg", "/nowhere/x.svg"], "No such file or directory: '/nowhere/x.svg'"),
        (["explain", ".........", "--dot", "/dev/null", "--depth", "9"], "choose a smaller --depth"),
        (
            ["explain", "." * 25, "--game", "5,5,4", "--why", "0,0"],
            "5,5,4 with 25 free cells has up to 847,288,609,443 positions",
        ),
        (["solve", "--game", "5,5,5", "--budget", "0"], "--budget 0 is not a number of positions"),
        (
            ["solve", "--game", "5,5,4", "--distances"],
            "choose a smaller board or a position with at most 16 free cells",
        ),
        (["solve", "--ladder", "XX......."], "has 2 X and 0 O"),
        (
            ["solve", "--proof", "/dev/null", "--game", "4,4,4"],
            "choose a game with at most 12 cells, or one that X wins",
        ),
        (["solve", "--proof", "/nowhere/x"], "No such file or directory"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_sentence(words, sentence):
    done = noughts(*words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_json_pictures_graphs_and_proofs_are_written(tmp_path):
    done = noughts("explain", "X.O.X....", "--json", "--svg", tmp_path / "a.svg", "--dot", tmp_path / "a.dot")
    assert done.returncode == 0
    assert json.loads(done.stdout)["best"] == [[2, 2]]
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert (tmp_path / "a.dot").read_text().startswith("digraph")
    done = noughts("solve", "--proof", tmp_path / "never.txt")
    assert "X never loses with" in done.stdout
    subprocess.run(
        [sys.executable, ROOT / "noughts" / "explain" / "check_proof.py", tmp_path / "never.txt"], check=True
    )


def test_a_large_board_is_explained_where_few_cells_are_free():
    done = noughts("explain", "XOXOXXOXOXOXOXOOXOXOX....", "--game", "5,5,5")
    assert done.returncode == 0
    assert "O to move: a draw if both sides play their best." in done.stdout
    assert "draws             4,1  4,2  4,3  4,4" in done.stdout


def test_a_proof_is_verified_by_the_command_and_a_damaged_one_is_refused(tmp_path):
    path = tmp_path / "never.txt"
    assert noughts("solve", "--proof", path).returncode == 0
    done = noughts("solve", "--check-proof", path)
    assert (done.returncode, done.stdout) == (0, "O never loses\nX never loses\n")
    lines = path.read_text().splitlines()
    path.write_text("\n".join(line for line in lines if line != "O ........X 1,1") + "\n")
    done = noughts("solve", "--check-proof", path)
    assert (done.returncode, "NOT PROVED: O never loses" in done.stdout) == (1, True)
    for text in ("", "nonsense", "game 3,3,3\n", "game 3,3,3\nX ... 0,0\n", "game 0,0,0\n"):
        path.write_text(text)
        done = noughts("solve", "--check-proof", path)
        assert done.returncode == 2, text
        assert "name a file that --proof has written" in done.stderr


def test_why_and_json_together_give_both():
    done = noughts("explain", "x...o....", "--why", "2", "--json")
    data = json.loads(done.stdout)
    assert data["why"]["cell"] == [0, 1]
    assert data["why"]["words"].startswith("0,1 is one of the best moves")
    assert data["best"]
