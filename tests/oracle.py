"""An oracle for submissions that shares nothing with the checker: its own rules, its own questions, its own order.

As a program it asks a file in random order, on new and on used boards, and prints which functions were wrong:

    python tests/oracle.py FILE SEED [FUNCTION]

With a function, only that one is called. It runs the file in its own process: use it for files that you trust.
"""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

CPU_SECONDS = 60
CALL_CPU_SECONDS = 5.0
LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")


@cache
def won(cells):
    return next((cells[a] for a, b, c in LINES if cells[a] and cells[a] == cells[b] == cells[c]), None)


@cache
def turn(cells):
    return "X" if sum(map(bool, cells)) % 2 == 0 else "O"


@cache
def value(cells):
    """What the position is worth to X."""
    if won(cells) or None not in cells:
        return {"X": 1, "O": -1, None: 0}[won(cells)]
    values = [value(move(cells, k)) for k in range(9) if cells[k] is None]
    return max(values) if turn(cells) == "X" else min(values)


def move(cells, k):
    return (*cells[:k], turn(cells), *cells[k + 1 :])


def reachable():
    seen, waiting = set(), [(None,) * 9]
    while waiting:
        cells = waiting.pop()
        if cells not in seen:
            seen.add(cells)
            if not won(cells):
                waiting += [move(cells, k) for k in range(9) if cells[k] is None]
    return sorted(seen, key=str)


def board_of(cells):
    return [list(cells[0:3]), list(cells[3:6]), list(cells[6:9])]


def is_right(name, cells, action, got):
    """Is that what the function should return?"""
    over = won(cells) or None not in cells
    if name == "initial_state":
        return type(got) is list and got == board_of((None,) * 9)
    if name == "player":
        return got == turn(cells)
    if name == "actions":
        return type(got) is set and got == {divmod(k, 3) for k in range(9) if cells[k] is None}
    if name == "result":
        return type(got) is list and got == board_of(move(cells, 3 * action[0] + action[1]))
    if name == "winner":
        return got == won(cells)
    if name == "terminal":
        return got is bool(over)
    if name == "utility":
        return got == {"X": 1, "O": -1, None: 0}[won(cells)]
    if over:
        return got is None
    if not (isinstance(got, tuple) and len(got) == 2 and got in [divmod(k, 3) for k in range(9) if cells[k] is None]):
        return False
    return value(move(cells, 3 * got[0] + got[1])) == value(cells)


def calls(chance, only):
    """Every call to make, in random order."""
    made = []
    for cells in reachable():
        over = bool(won(cells)) or None not in cells
        names = ["winner", "terminal", "minimax", *(["utility"] if over else ["player", "actions", "result"])]
        for name in names:
            if only in (None, name):
                if name == "result":
                    inside = [divmod(k, 3) for k in range(9)]
                    outside = [(3, 0), (0, 3), (-1, 0), (0, -1), (-3, 2), (1, -2), (4, 4)]
                    made += [(name, cells, action) for action in chance.sample(inside, 4) + chance.sample(outside, 2)]
                else:
                    made.append((name, cells, None))
    if only in (None, "initial_state"):
        made += [("initial_state", (None,) * 9, None)] * 40
    chance.shuffle(made)
    return made


def share_of_minimax(free, only):
    """On how many of the positions minimax is called: fewer where a search takes long."""
    return (1 if only else 0.4) * (1 if free <= 5 else 0.3)


def too_slow(number, frame):
    raise TimeoutError("one call took too long")


def ask(path, seed, only):
    """Ask everything; return which functions were wrong, with an example each."""
    chance, wrong, used = random.Random(seed), {}, {}
    names = {"__name__": "tictactoe", "__file__": path}
    exec(compile(Path(path).read_text(), path, "exec"), names)
    signal.signal(signal.SIGVTALRM, too_slow)
    lost = 0
    for name, cells, action in calls(chance, only):
        if lost > 3:
            break
        if name == "minimax" and chance.random() > share_of_minimax(cells.count(None), only):
            continue
        board = used.get(cells) if chance.random() < 0.5 else None
        board = board or board_of(cells)
        legal = action is None or (min(action) >= 0 and max(action) <= 2 and cells[3 * action[0] + action[1]] is None)
        signal.setitimer(signal.ITIMER_VIRTUAL, CALL_CPU_SECONDS)
        try:
            arguments = [] if name == "initial_state" else [board] if action is None else [board, action]
            got = names[name](*arguments)
            right = legal and is_right(name, cells, action, got)
        except TimeoutError as error:
            got, right, lost = error, False, lost + 1
        except BaseException as error:
            got, right = error, not legal
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if board != board_of(cells):
            right, board = False, board_of(cells)
        used[cells] = board
        if not right:
            wrong.setdefault(name, f"{cells} {action}: {got!r}"[:200])
        elif name == "initial_state":
            got[0][0] = got[2][1] = "X"
    return wrong


def judge(path):
    """The functions that are wrong in any order, each asked in processes of their own, with examples."""
    wrong = {}
    for seed, only in [(1, None), *((2, name) for name in FUNCTIONS)]:
        words = [sys.executable, __file__, str(path), str(seed), *([only] if only else [])]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:  # it cannot be loaded, or it used up its time
            wrong |= {only: done.stderr[-200:]} if only else {}
            continue
        wrong = {**json.loads(done.stdout.splitlines()[-1]), **wrong}
    return wrong


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    file, number, *rest = sys.argv[1:]
    print(json.dumps(ask(file, int(number), rest[0] if rest else None)))
