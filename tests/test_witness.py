"""What a file can give that is hard even to look at: each becomes a sentence that names the function."""

from __future__ import annotations

import pytest
from conftest import ROOT

from noughts.witness import Witness, brief, is_plain

CENTRE = [[None, None, None], [None, "X", None], [None, None, None]]
THINK = {"ask": "think", "board": CENTRE}
START = {"ask": "start"}
FIXED = "def minimax(board): return 0, 0\n"

STRANGE = {
    "class Odd:\n    def __repr__(self): 1 / 0\ndef minimax(board): return Odd()": (
        "On ....X....: minimax(board) gave a Odd that cannot be written; actions(board) offers"
    ),
    "class Bad(Exception):\n    def __str__(self): 1 / 0\ndef minimax(board): raise Bad": (
        "On ....X....: minimax(board) raised Bad."
    ),
    "def minimax(board): raise KeyboardInterrupt": "On ....X....: minimax(board) raised KeyboardInterrupt.",
    "def minimax(board): raise BaseException('no')": "On ....X....: minimax(board) raised BaseException: no.",
    "def minimax(board): raise ValueError('x' * 10**6)": "On ....X....: minimax(board) raised ValueError: xxxx",
    "import itertools\ndef minimax(board): return itertools.count()": "On ....X....: minimax(board) gave count(",
    "def actions(board): return {(float('inf'), 0)}": "On ....X....: actions(board) gave something that cannot be read",
    "import itertools\ndef actions(board): return zip(itertools.count(), itertools.count())": "",
    "import numpy\ndef player(board): return numpy.zeros(3)": "gave something that cannot be read: ValueError",
    "class Same:\n    def __eq__(self, other): raise KeyError\ndef player(board): return Same()": (
        "gave something that cannot be read: KeyError"
    ),
    "def result(board, action): return [[[], [], []]] * 3": "which is no board of three rows of three.",
    "def result(board, action): return [['x' * 99] * 3] * 3": "which is no board of three rows of three.",
}


@pytest.mark.parametrize(("lines", "sentence"), STRANGE.items(), ids=list(STRANGE))
def test_whatever_a_function_gives_is_told_in_a_sentence(student, lines, sentence):
    # The file's own minimax and result would stumble over their broken neighbours first.
    plain = "def result(board, action): return place_it(board, action)\n" if "def result" not in lines else ""
    place = (
        "def place_it(board, action):\n    after = [row[:] for row in board]\n"
        "    after[action[0]][action[1]] = 'O'\n    return after\n"
    )
    answer = Witness(str(student(place + FIXED + plain + lines))).answer(THINK)
    if sentence:
        assert sentence in answer["sentence"]
        assert len(answer["sentence"]) < 500
    else:
        assert len(answer["free"]) <= 100


@pytest.mark.parametrize("lines", ["raise KeyboardInterrupt", "import sys; sys.stderr = None; 1 / 0"])
def test_whatever_happens_while_loading_is_told_too(student, lines):
    assert "cannot be loaded: it raised" in Witness(str(student(lines))).answer(START)["sentence"]


def test_without_a_file_our_own_engine_answers():
    assert Witness("").answer(START)["turn"] == "X"
    assert Witness(str(ROOT / "tictactoe.py")).answer(THINK)["board"][0][0] == "O"


def test_a_files_own_blank_is_kept(student):
    witness = Witness(str(student("EMPTY = ' '")))
    assert witness.answer(START)["board"] == [[" "] * 3] * 3


def test_values_are_cut_and_cells_are_plain():
    assert len(brief("x" * 10_000)) == 100
    assert [is_plain(cell) for cell in (None, "X", 0, True, 1.5, [], "x" * 11)] == [True, True, True, *[False] * 4]
