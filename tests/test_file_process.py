"""A file's functions in a process of their own: every way a file can go wrong becomes a sentence."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT, processes_of

from noughts.play.faults import Fault, FaultKind
from noughts.play.file_process import FileProcess, parse_answer
from noughts.play.record import Scene

EMPTY = [[None] * 3 for _ in range(3)]
CENTRE = [[None, None, None], [None, "X", None], [None, None, None]]


@pytest.fixture
def partner():
    """Start partners and take their answers one by one; all are dismissed at the end."""
    started = []

    class Asked:
        def __init__(self, source):
            self.answers = queue.Queue()
            self.partner = FileProcess(source, lambda partner, answer: self.answers.put(answer))
            started.append(self.partner)

        def ask(self, name, **fields):
            self.partner.request(name, **fields)
            return self.answers.get(timeout=60)

    yield Asked
    for each in started:
        each.close()


def gone(pid):
    """Has that process ended (or is it only waiting for somebody to notice)?"""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def eventually(condition, seconds=30):
    """Wait for something that must come true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("source", [ROOT / "tictactoe.py", None], ids=["file", "built-in"])
def test_a_game_goes_through_the_functions(partner, source):
    asked = partner(source)
    scene = asked.ask("start")
    assert scene == Scene(EMPTY, False, "X", [(i, j) for i in range(3) for j in range(3)], None)
    scene = asked.ask("move", board=scene.board, action=(1, 1))
    assert (scene.board, scene.turn) == (CENTRE, "O")
    while not scene.over:
        scene = asked.ask("think", board=scene.board)
    assert scene.winner is None


FAULTS = {
    "def minimax(board): return 1 / 0": "On ....X....: minimax(board) raised ZeroDivisionError: division by zero (line ",
    "def minimax(board): raise KeyError": "On ....X....: minimax(board) raised KeyError (line ",
    "def minimax(board): exit(3)": "On ....X....: minimax(board) raised SystemExit: 3 (line ",
    "def minimax(board): return minimax(board)": "On ....X....: minimax(board) raised RecursionError: ",
    "def minimax(board): return None": "On ....X....: minimax(board) returned None; expected one of actions(board): (0, 0), (0, 1)",
    "def minimax(board): return 1, 1": "On ....X....: minimax(board) returned (1, 1); expected one of actions(board): (0, 0), (0, 1)",
    "def minimax(board): return 'x' * 999": "On ....X....: minimax(board) returned 'xxxx",
    "def minimax(board): input('move? ')": "On ....X....: minimax(board) raised EOFError: EOF when reading a line (line ",
    "def minimax(board): import os; os._exit(7)": (
        "On ....X....: tictactoe.py ended with exit code 7 during minimax(board)."
    ),
    "def result(board, action): return board": "On ....X....: result(board, (0, 0)) returned the board unchanged.",
    "def result(board, action): return 5": "On ....X....: result(board, (0, 0)) returned 5; expected a board",
    "def result(board, action): return [[1, 2], 3]": "On ....X....: result(board, (0, 0)) returned [[1, 2], 3]; expected",
    "def result(board, action): raise Exception(action)": (
        "On ....X....: result(board, (0, 0)) raised Exception: (0, 0) (line "
    ),
    "def terminal(board): return 1 / (board[0][0] is None) > 1": (
        "On O...X....: terminal(board) raised ZeroDivisionError: "
    ),
    "def terminal(board): return bool(board[0][0])\ndef winner(board): return 'you'": (
        "On O...X....: winner(board) returned 'you'; expected 'X', 'O' or None."
    ),
    "def player(board): return None if board[0][0] else 'O'": (
        "On O...X....: player(board) returned None; expected 'X' or 'O'."
    ),
    "def actions(board): return 7": "On ....X....: actions(board) returned 7; expected a set of pairs (row, column).",
    "def actions(board): return set()": "On ....X....: minimax(board) returned (0, 0); expected one of actions(board): none.",
    "def actions(board): return set() if board[0][0] else {(0, 0)}": (
        "On O...X....: actions(board) returned no actions, but the game is not over according to terminal(board)."
    ),
}


@pytest.mark.parametrize(("lines", "sentence"), FAULTS.items(), ids=list(FAULTS))
def test_a_fault_is_a_sentence_with_function_board_and_error(partner, student, lines, sentence):
    answer = partner(student("def minimax(board): return 0, 0\n" + lines)).ask("think", board=CENTRE)
    assert isinstance(answer, Fault)
    assert answer.sentence.startswith(sentence)
    assert len(answer.sentence) < 250


LOADING = {
    "1 / 0": "tictactoe.py cannot be loaded: it raised ZeroDivisionError: division by zero (line ",
    "if": "tictactoe.py cannot be loaded: it raised SyntaxError: ",
    "raise ValueError('Bad value.')": "tictactoe.py cannot be loaded: it raised ValueError: Bad value (line ",
    "exit()": "tictactoe.py cannot be loaded: it raised SystemExit",
    "input()": "tictactoe.py cannot be loaded: it raised EOFError: EOF when reading a line (line ",
    "import no_such_module": "tictactoe.py cannot be loaded: it raised ModuleNotFoundError: No module named",
    "del minimax, utility": "tictactoe.py lacks utility, minimax: all eight functions are needed.",
    "player = 5": "tictactoe.py lacks player: all eight functions are needed.",
    "import os; os._exit(0)": "tictactoe.py ended with exit code 0 during loading.",
    "def initial_state(): return None": "initial_state() returned None; expected a board of 3 rows of 3 cells, each X, O or EMPTY.",
    "def initial_state(): 1 / 0": "initial_state() raised ZeroDivisionError: division by zero (line ",
    "def initial_state(): return [[EMPTY] * 4] * 4": "initial_state() returned [[None, None, None, None], [None",
}


@pytest.mark.parametrize(("lines", "sentence"), LOADING.items(), ids=list(LOADING))
def test_a_file_that_cannot_be_played_through_says_why_at_the_start(partner, student, lines, sentence):
    answer = partner(student(lines)).ask("start")
    assert isinstance(answer, Fault)
    assert answer.sentence.startswith(sentence)


def test_a_course_solution_with_other_habits_is_played_through(partner, student):
    """Lists for tuples and sets, prints, a board of tuples, a helper beside the file: odd, and no reason to stop."""
    path = student(
        "import helper\n"
        "print('loaded')\n"
        "_minimax, _actions = minimax, actions\n"
        "def minimax(board): print('thinking'); return list(_minimax(board))\n"
        "def actions(board): return list(_actions(board))\n"
        "def result(board, action): return tuple(map(tuple, place(board, action)))\n"
    )
    (path.parent / "helper.py").write_text("")
    asked = partner(path)
    assert isinstance(asked.ask("start"), Scene)
    assert asked.ask("think", board=CENTRE).board[1][1] == "X"


def test_after_a_fault_the_process_goes_on_answering(partner, student):
    asked = partner(student("def minimax(board): return 1 / 0"))
    assert isinstance(asked.ask("think", board=CENTRE), Fault)
    assert isinstance(asked.ask("move", board=CENTRE, action=(0, 0)), Scene)


def test_a_search_that_never_ends_is_ended_by_dismissing_it_with_all_it_started(student):
    path = student(
        "import subprocess, sys\n"
        "def minimax(board):\n"
        "    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', __file__])\n"
        "    while True: pass"
    )
    partner = FileProcess(path, lambda partner, answer: None)
    partner.request("think", board=CENTRE)
    assert eventually(lambda: len(processes_of(path)) == 2)
    pids = processes_of(path)
    partner.close()
    assert eventually(lambda: all(gone(pid) for pid in pids))


def test_the_process_ends_when_whoever_asked_is_killed_in_the_middle_of_a_search(student):
    path = student("def minimax(board):\n    while True: pass")
    code = (
        "import sys, time; from pathlib import Path; from noughts.play.file_process import FileProcess\n"
        f"FileProcess(Path({str(path)!r}), lambda partner, answer: None).request('think', board={CENTRE!r})\n"
        "time.sleep(600)"
    )
    asker = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    assert eventually(lambda: processes_of(path))
    searcher = processes_of(path)[0]
    os.kill(asker.pid, signal.SIGKILL)
    asker.wait()
    assert eventually(lambda: gone(searcher))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"5",
        b"{}",
        b'{"board": 1, "id": 1}',
        b"[]",
        b"nonsense\n",
        b"\xff\xfe",
        b'{"fault": {}, "id": 2}',
    ],
)
def test_a_line_that_is_no_answer_to_the_question_is_none(line):
    assert parse_answer(line, 1) is None


def test_a_sentence_is_made_fit_to_be_shown():
    assert Fault(FaultKind.NO_FILE, file="a\0b\ud800c\nd").sentence.startswith(
        "There is no file a\ufffdb\ufffdc\ufffdd:"
    )
    assert len(Fault(FaultKind.NO_FILE, file="x" * 10_000).sentence) == 400


def test_an_error_names_the_line_of_the_students_file(partner, student):
    path = student("def helper(board):\n    return board[7]\ndef minimax(board):\n    return helper(board)")
    fault = partner(path).ask("think", board=CENTRE)
    assert fault.error == "IndexError: list index out of range"
    assert path.read_text().splitlines()[fault.line - 1] == "    return board[7]"
    assert fault.sentence.endswith(f"(line {fault.line}).")
    broken = student("def f(:\n    pass", "broken.py")
    fault = partner(broken).ask("start")
    assert broken.read_text().splitlines()[fault.line - 1] == "def f(:"
