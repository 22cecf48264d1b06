"""Whether a file keeps state is told from its source, and in doubt it does."""

from __future__ import annotations

import ast

import pytest
from conftest import ROOT
from submission_cases import BASE, CASES

from noughts.check.state import keeps_no_state

HEAD = (
    'import copy\nimport math\nX, O, EMPTY = "X", "O", None\nLINES = [[0, 1, 2], [3, 4, 5]]\nPAIRS = [(0, 1), (1, 2)]\n'
)

PLAIN = [
    "def f(board):\n    return copy.deepcopy(board)",
    "def f(board, depth=0, mark=X):\n    best = -math.inf\n    for row in board:\n        best = max(best, len(row))\n    return best",
    "def f(board):\n    for a, b, c in LINES:\n        if board[a] == b == c:\n            return a\n    return any(x in row for row in LINES for x in row)",
    "def f(board):\n    for line in LINES:\n        if all(board[k] is X for k in line):\n            return line[0]\n    return LINES[0][1] + len(PAIRS)",
    "def f(board):\n    new = [row[:] for row in board]\n    new[0][0] = X\n    new[1].append(O)\n    return new",
    "class Impossible(Exception):\n    pass\ndef f(board):\n    raise Impossible(board)",
    "def f(board):\n    def g(b):\n        return h(b)\n    return g(board)\ndef h(b):\n    return min((len(r) for r in b), default=0)",
    "if __name__ == '__main__':\n    import tkinter\n    seen = {}\ndef f(board):\n    return board",
    "def f(board):\n    a, b, c = LINES[0]\n    return sorted(PAIRS)[a]",
    "def f(board):\n    scores = {1: 2}\n    return max(scores, key=scores.get)",
    "def f(board):\n    match len(board):\n        case 3 | 4:\n            return X\n        case _:\n            return O",
    "def f(board):\n    free = iter(board)\n    return next(free, None), dict.fromkeys(board), bin(3), divmod(3, 2)",
]

STATE = [
    "def f(board):\n    return max(board, key=LINES.append)",
    "def f(board):\n    match LINES:\n        case [first, *_]:\n            first.append(1)",
    "class Kind:\n    pass\ndef f(board):\n    match board:\n        case Kind(x=1):\n            return 1",
    "DEEP = [[[1], [2]], [[3], [4]]]\ndef f(board):\n    for row in DEEP:\n        x = row[0]\n        x.append(1)\n"
    "    for row in LINES:\n        y = row[0]\n    return None",
    "seen = {}\ndef f(board):\n    seen[str(board)] = 1",
    "seen = {}\ndef f(board):\n    return seen.setdefault(str(board), 1)",
    "seen = []\ndef f(board):\n    seen.append(board)",
    "seen = []\ndef f(board):\n    g = lambda seen: seen\n    seen.append(board)",
    "turn = X\ndef f(board):\n    global turn\n    turn = O",
    "def f(board, seen=[]):\n    seen.append(1)",
    "def f(board, *, seen={}):\n    return seen",
    "def f(board):\n    f.calls = 1",
    "def f(board):\n    best = 0\n    def g():\n        nonlocal best\n        best = 1\n    g()",
    "import functools\n@functools.cache\ndef f(board):\n    return 1",
    "def decorate(g):\n    return g\n@decorate\ndef f(board):\n    return 1",
    "class Game:\n    def __init__(self):\n        self.turn = X",
    "import random\ndef f(board):\n    return random.random()",
    "def f(board):\n    for line in LINES:\n        line.append(3)",
    "def f(board):\n    for line in LINES[:]:\n        line.append(3)",
    "def f(board):\n    line = LINES[0]\n    line.append(3)",
    "def f(board):\n    LINES[0][0] += 1",
    "def f(board):\n    del LINES[0]",
    "def f(board):\n    for board[0] in LINES:\n        board[0][0] = 1",
    "def f(board):\n    return g(LINES)\ndef g(lines):\n    lines.append(1)",
    "def f(board):\n    return globals()",
    "def f(board):\n    return id(board)",
    "def f(board):\n    return open('x')",
    "def f(board):\n    copy.deepcopy = None",
    "def f(board):\n    math.counter = 1",
    "def f(board):\n    import random",
    "def f(board):\n    yield 1",
    "from copy import *\ndef f(board):\n    return 1",
    "def sorted(lines):\n    lines.append(1)\ndef f(board):\n    return sorted(PAIRS)",
    "f = print",
    "count = iter(range(100))\ndef f(board):\n    return next(count)",
    "def f(board):\n    return unknown",
    "for i in range(3):\n    pass",
]


@pytest.mark.parametrize("source", PLAIN)
def test_what_only_computes_keeps_no_state(source):
    assert keeps_no_state(ast.parse(HEAD + source))


@pytest.mark.parametrize("source", STATE)
def test_whatever_could_remember_counts_as_state(source):
    assert not keeps_no_state(ast.parse(HEAD + source))


def test_the_textbook_solution_keeps_no_state_and_those_with_memory_do():
    assert keeps_no_state(ast.parse((ROOT / "bench" / "textbook" / "plain.py").read_text()))
    assert not keeps_no_state(ast.parse((ROOT / "tictactoe.py").read_text()))
    assert not keeps_no_state(ast.parse(BASE))


def test_no_case_that_depends_on_earlier_calls_is_taken_for_stateless():
    stateful = [case for name, case in CASES.items() if name.startswith("state_") and "separator" not in name]
    assert len(stateful) > 12
    assert not [case.name for case in stateful if keeps_no_state(ast.parse(case.data))]
