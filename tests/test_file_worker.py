"""What a file can give that is hard even to look at: each becomes a sentence that names the function."""

from __future__ import annotations

import pytest
from conftest import ROOT

from noughts.play.faults import Fault
from noughts.play.file_worker import FileWorker, brief, engine_answerer, is_plain

CENTRE = [[None, None, None], [None, "X", None], [None, None, None]]
THINK = {"ask": "think", "board": CENTRE}
START = {"ask": "start"}
FIXED = "def minimax(board): return 0, 0\n"

STRANGE = {
    "class Odd:\n    def __repr__(self): 1 / 0\ndef minimax(board): return Odd()": (
        "On ....X....: minimax(board) returned an object of type Odd, whose repr() raises an exception; expected one of actions(board)"
    ),
    "class Bad(Exception):\n    def __str__(self): 1 / 0\ndef minimax(board): raise Bad": (
        "On ....X....: minimax(board) raised Bad (line "
    ),
    "class Sly(Exception):\n    def __str__(self): raise SystemExit\n    __traceback__ = property(lambda self: 1 / 0)\n"
    "def minimax(board): raise Sly": "On ....X....: minimax(board) raised Sly (line ",
    "def minimax(board): raise KeyboardInterrupt": "On ....X....: minimax(board) raised KeyboardInterrupt (line ",
    "def minimax(board): raise BaseException('no')": "On ....X....: minimax(board) raised BaseException: no (line ",
    "def minimax(board): raise ValueError('x' * 10**6)": "On ....X....: minimax(board) raised ValueError: xxxx",
    "import itertools\ndef minimax(board): return itertools.count()": "On ....X....: minimax(board) returned count(",
    "def actions(board): return {(float('inf'), 0)}": "On ....X....: actions(board) returned a value that cannot be read",
    "import itertools\ndef actions(board): return zip(itertools.count(), itertools.count())": "",
    "import numpy\ndef player(board): return numpy.zeros(3)": "returned a value that cannot be read: ValueError",
    "class Same:\n    def __eq__(self, other): raise KeyError\ndef player(board): return Same()": (
        "returned a value that cannot be read: KeyError"
    ),
    "def result(board, action): return [[[], [], []]] * 3": "expected a board of 3 rows of 3 cells, each X, O or EMPTY.",
    "def result(board, action): return [['x' * 99] * 3] * 3": "expected a board of 3 rows of 3 cells, each X, O or EMPTY.",
}


@pytest.mark.parametrize(("lines", "sentence"), STRANGE.items(), ids=list(STRANGE))
def test_whatever_a_function_gives_is_told_in_a_sentence(student, lines, sentence):
    # The file's own minimax and result would stumble over their broken neighbours first.
    plain = "def result(board, action): return place_it(board, action)\n" if "def result" not in lines else ""
    place = (
        "def place_it(board, action):\n    after = [row[:] for row in board]\n"
        "    after[action[0]][action[1]] = 'O'\n    return after\n"
    )
    answer = FileWorker(str(student(place + FIXED + plain + lines))).answer(THINK)
    if sentence:
        assert sentence in Fault.from_json(answer["fault"]).sentence
    else:
        assert len(answer["scene"]["free"]) <= 100


@pytest.mark.parametrize("lines", ["raise KeyboardInterrupt", "import sys; sys.stderr = None; 1 / 0"])
def test_whatever_happens_while_loading_is_told_too(student, lines):
    fault = Fault.from_json(FileWorker(str(student(lines))).answer(START)["fault"])
    assert "cannot be loaded: it raised" in fault.sentence


def test_without_a_file_our_own_engine_answers():
    assert engine_answerer("")(START)["scene"]["turn"] == "X"
    assert FileWorker(str(ROOT / "tictactoe.py")).answer(THINK)["scene"]["board"][0][0] == "O"


def test_a_files_own_blank_is_kept(student):
    worker = FileWorker(str(student("EMPTY = ' '")))
    assert worker.answer(START)["scene"]["board"] == [[" "] * 3] * 3


def test_values_are_cut_and_cells_are_plain():
    assert len(brief("x" * 10_000)) == 100
    assert [is_plain(cell) for cell in (None, "X", 0, True, 1.5, [], "x" * 11)] == [True, True, True, *[False] * 4]


def test_an_endless_recursion_names_the_line_that_calls_itself(student):
    lines = "import copy\ndef minimax(board):\n    copy.deepcopy(board)\n    return minimax(board)"
    fault = Fault.from_json(FileWorker(str(student(lines))).answer(THINK)["fault"])
    assert fault.code == "return minimax(board)"
    assert fault.paragraphs[1] == f"Line {fault.line} in minimax: return minimax(board)"
    assert "without end" in fault.meaning
