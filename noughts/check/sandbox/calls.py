"""Call a submission's functions in the worker, and return each answer as a line of text."""

from __future__ import annotations

import sys

from noughts.check.sandbox.encode import encode, raised, written

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# Longer answers are not sent: the longest right one is a set of nine pairs.
ANSWER_CHARACTERS_MAX = 2000

MARKS = {"X": "X", "O": "O", ".": None}


def answer(names: dict[str, Any], words: list[str]) -> str:
    """Return the answer to one question; `names` are the file's names, `words` the words of the question."""
    name = words[0]
    if name in SPECIAL:
        return SPECIAL[name](names, words)
    marks = [MARKS[mark] for mark in words[1]]
    board = [marks[0:3], marks[3:6], marks[6:9]]
    rows = list(board)
    try:
        value = names[name](board, action_of(words[2:])) if name == "result" else names[name](board)
    except BaseException as error:
        text = "!" + raised(error)
    else:
        text = written(value)
        if name == "result" and type(value) is list and any(row is old for row in value for old in rows):
            text += "\tshared"
    if len(text) > ANSWER_CHARACTERS_MAX:
        text = "?long"
    return text + "\t" + ("" if is_unchanged(board, rows, marks) else "changed " + written(board)[:200])


def is_unchanged(board: list[Any], rows: list[Any], marks: list[Any]) -> bool:
    """Return whether the board, and each of its original rows, still holds exactly those marks."""
    for lists in (board, rows):
        if len(lists) != 3 or any(type(row) is not list or len(row) != 3 for row in lists):
            return False
        for index, now in enumerate([cell for row in lists for cell in row]):
            if now is not marks[index] and not (type(now) is str and now == marks[index]):
                return False
    return True


# The functions that `bulk` calls on an open position, and on a finished one.
OF_OPEN = ("player", "actions", "winner", "terminal")
OF_FINISHED = ("winner", "terminal", "utility")
CALLS_OF: dict[tuple[str, ...], list[tuple[str, Any]]] = {}


def bulk(names: dict[str, Any], words: list[str]) -> str:
    """Return the answers to all quick questions about a position: "bulk X.O.X.... open 0,0 0,1 ...".

    They are separated by ";". An answer is "!" for an exception, and ends with "*" if the board was changed.
    """
    marks = [MARKS[mark] for mark in words[1]]
    answers = []
    asked = tuple(words[2:])  # many positions have the same words
    calls = CALLS_OF.get(asked)
    if calls is None:
        pairs = [word.partition(",") for word in asked[1:]]
        calls = CALLS_OF[asked] = [(name, None) for name in (OF_OPEN if asked[0] == "open" else OF_FINISHED)]
        calls += [("result", (int(row), int(column))) for row, _, column in pairs]
    a, b, c, d, e, f, g, h, i = marks
    for name, action in calls:
        first, second, third = [a, b, c], [d, e, f], [g, h, i]
        board = [first, second, third]
        try:
            value = names[name](board) if action is None else names[name](board, action)
        except BaseException:
            text = "!"
        else:
            try:
                text = encode(value, 0)
            except BaseException:
                text = "?unreadable"
        # Usually these are the same lists with the same marks, which is fast to check; if not, compare in detail.
        try:
            top, middle, bottom = board
            p, q, r = first
            s, t, u = second
            v, w, x = third
        except ValueError:
            answers.append(text + "*")
            continue
        same = top is first and middle is second and bottom is third and p is a and q is b and r is c
        same = same and s is d and t is e and u is f and v is g and w is h and x is i
        answers.append(text if same or is_unchanged(board, [first, second, third], marks) else text + "*")
    return ";".join(answers)


def action_of(words: list[str]) -> object:
    """Return the action in a question: "0 1" is (0, 1), "odd none" is a malformed action."""
    if words[0] == "odd":
        return {"none": None, "short": (0,), "long": (0, 0, 0), "text": "ab"}[words[1]]
    return int(words[0]), int(words[1])


def fresh(names: dict[str, Any], words: list[str]) -> str:
    """Call initial_state four times and write on each board; return the boards, the first also after writing."""
    boards = []
    try:
        for number in range(4):
            board = names["initial_state"]()
            boards.append(written(board))
            board[0][0], board[1][1], board[2][2] = "X", "O", "X"
            if number == 0:
                boards.append(written(board))
    except BaseException as error:
        boards.append("!" + raised(error))
    return "\t".join(boards)


def chain(names: dict[str, Any], words: list[str]) -> str:
    """Make three moves with result; return the first two boards, first as returned and then as they are at the end."""
    try:
        board: list[list[str | None]] = [[None] * 3 for _ in range(3)]
        first = names["result"](board, (0, 0))
        before = written(first)
        second = names["result"](first, (1, 1))
        between = written(second)
        names["result"](second, (2, 2))
        return "\t".join([before, between, written(first), written(second)])
    except BaseException as error:
        return "!" + raised(error)


def described(names: dict[str, Any], words: list[str]) -> str:
    """Return the signatures of the eight functions (see `head`) and the three constants."""
    parts = []
    for name in ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax"):
        try:
            parts.append(name + ":" + head(names.get(name)))
        except BaseException:
            parts.append(name + ":unknown")
    for name in ("X", "O", "EMPTY"):
        parts.append(name + ":" + (written(names[name]) if name in names else "missing"))
    return " ".join(parts).replace("\n", " ")[:ANSWER_CHARACTERS_MAX]


def head(value: Any) -> str:
    """Return a signature like "board,k:0:1": the positional parameters, others, the number of defaults.

    Others (*args, **kwargs, keyword-only) are 0 if there are none. A decorated function is unwrapped first. Return
    "missing" if the value cannot be called, "unknown" if it has no code to inspect.
    """
    if not callable(value):
        return "missing"
    for _ in range(10):
        value = getattr(value, "__wrapped__", value)
    bound = type(value) is METHOD
    code = getattr(value.__func__ if bound else value, "__code__", None)
    if code is None:
        return "unknown"
    extra = (code.co_flags & 0x0C != 0) + code.co_kwonlyargcount
    defaults = len(getattr(value, "__defaults__", None) or ())
    return ",".join(code.co_varnames[bound : code.co_argcount]) + ":" + str(extra) + ":" + str(defaults)


class Bound:
    """Used to get the type of a bound method."""

    def method(self) -> None: ...


METHOD = type(Bound().method)


def printed(names: dict[str, Any], words: list[str]) -> str:
    """Return how many times the file has written to its output since it was loaded."""
    count = getattr(sys.stdout, "written", 0)
    return str(count - printed_at_start) if type(count) is int else "1"


printed_at_start = 0
SPECIAL = {"bulk": bulk, "names": described, "initial_state": fresh, "chain": chain, "printed": printed}
