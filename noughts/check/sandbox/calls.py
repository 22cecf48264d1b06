"""Call a submission's functions in the worker, and answer each line of questions with a line of text."""

from __future__ import annotations

import sys

from noughts.check.sandbox.encode import raised, written
from noughts.check.sandbox.repairs import RIGHT

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

SIGNATURES_CHARACTERS_MAX = 2000

MARKS = {"X": "X", "O": "O", ".": None}
MALFORMED = (None, (0,), (0, 0, 0), "ab")
# A cache of `call_of`: the function and the action by word, "winner" or "result:0,1".
CALLS: dict[str, tuple[str, Any]] = {}


def answer(names: dict[str, Any], words: list[str]) -> str:
    """Return the answer to a line of questions, given as words; the first word is the command."""
    return COMMANDS[words[0]](names, words[1:])


def call_of(word: str) -> tuple[str, Any]:
    """Return the function and the action in a word like "winner" or "result:0,1", and keep them in CALLS.

    The action is None if the word has none.
    """
    name, _, action = word.partition(":")
    CALLS[word] = (name, tuple(map(int, action.split(","))) if action else None)
    return CALLS[word]


def row(names: dict[str, Any], words: list[str]) -> str:
    """Make each call on a new board with the position before it: "row X.O.X.... winner result:0,1 XX....... player".

    The answers are separated by ";". If a call changed its board, a tab and the board follow the answer.
    """
    answers = []
    a = b = c = d = e = f = g = h = i = None
    for word in words:
        if word[0] in "XO.":
            a, b, c, d, e, f, g, h, i = [MARKS[mark] for mark in word]
            continue
        name, action = CALLS.get(word) or call_of(word)
        first, second, third = [a, b, c], [d, e, f], [g, h, i]
        board = [first, second, third]
        try:
            value = names[name](board) if action is None else names[name](board, action)
        except BaseException as error:
            text = error_text(error, action, (a, b, c, d, e, f, g, h, i))
        else:
            text = written(value)
        # Usually the lists and the marks are still the same objects, which is fast to check; if not, compare in detail.
        try:
            top, middle, bottom = board
            p, q, r = first
            s, t, u = second
            v, w, x = third
        except ValueError:
            answers.append(changed(text, board))
            continue
        same = top is first and middle is second and bottom is third and p is a and q is b and r is c
        same = same and s is d and t is e and u is f and v is g and w is h and x is i
        if not same and not is_unchanged(board, [first, second, third], (a, b, c, d, e, f, g, h, i)):
            text = changed(text, board)
        answers.append(text)
    return ";".join(answers)


def error_text(error: BaseException, action: Any, marks: tuple[Any, ...]) -> str:
    """Return "!" and the exception; only "!" if the action is not possible, because any exception is then right."""
    if action is not None:
        i, j = action
        if not (0 <= i <= 2 and 0 <= j <= 2) or marks[3 * i + j] is not None:
            return "!"
    return "!" + raised(error)


def changed(text: str, board: Any) -> str:
    """Return an answer, a tab, and the board as the call left it; a very long board is cut."""
    return text + "\t" + written(board)[:200]


def is_unchanged(board: list[Any], rows: list[Any], marks: tuple[Any, ...]) -> bool:
    """Return whether the board, and the rows that it had before the call, hold exactly `marks`."""
    for lists in (board, rows):
        if len(lists) != 3 or any(type(row) is not list or len(row) != 3 for row in lists):
            return False
        for index, now in enumerate([cell for row in lists for cell in row]):
            if now is not marks[index] and not (type(now) is str and now == marks[index]):
                return False
    return True


def kept(names: dict[str, Any], words: list[str]) -> str:
    """Make calls on one board, one after the other, and return their answers, separated by semicolons.

    `words` are a position and the calls, e.g. ["X.O.X....", "winner", "result:0,1"]. A call that changes the board ends
    the row: the calls after it are not made.
    """
    marks = tuple(MARKS[mark] for mark in words[0])
    board = [list(marks[0:3]), list(marks[3:6]), list(marks[6:9])]
    rows = list(board)
    answers = []
    for word in words[1:]:
        name, action = CALLS.get(word) or call_of(word)
        try:
            text = written(names[name](board) if action is None else names[name](board, action))
        except BaseException as error:
            text = error_text(error, action, marks)
        if not is_unchanged(board, rows, marks):
            answers.append(changed(text, board))
            break  # the next call would not get the board that the question names
        answers.append(text)
    return ";".join(answers)


def walk(names: dict[str, Any], words: list[str]) -> str:
    """Play a game on the file's own boards: "walk player 1,1 player winner 0,0 ...".

    The game begins with initial_state(). A word like "1,1" is a move, made with result; any other word is the name of a
    function, which is called on the latest board. The answers include the boards. If a call changed its board, a tab
    and the board follow the answer. The first exception ends the game.
    """
    answers: list[str] = []
    try:
        board = names["initial_state"]()
        answers.append(written(board))
        for word in words:
            before, old = written(board), board
            if word[0].isdigit():
                board = value = names["result"](old, (int(word[0]), int(word[2])))
            else:
                value = names[word](board)
            answers.append(written(value) if written(old) == before else changed(written(value), old))
    except BaseException as error:
        answers.append("!" + raised(error))
    return ";".join(answers)


def fresh(names: dict[str, Any], words: list[str]) -> str:
    """Call initial_state many times and put marks on each board: "fresh 300".

    Return the distinct new boards, a tab, and the distinct boards with marks after all calls. After an exception,
    return the new boards and the exception; nothing follows the tab.
    """
    boards, new = [], set()
    try:
        for _ in range(int(words[0])):
            board = names["initial_state"]()
            new.add(written(board))
            board[0][0], board[1][1], board[2][2] = "X", "O", "X"
            boards.append(board)
        names["initial_state"]()  # this call may clear a board that an earlier one returned
        return ";".join(sorted(new)) + "\t" + ";".join(sorted({written(board) for board in boards}))
    except BaseException as error:
        return ";".join(sorted({*new, "!" + raised(error)})) + "\t"


def malformed(names: dict[str, Any], words: list[str]) -> str:
    """Call result on an empty board with each malformed action, then with (1, 1); return one answer per call.

    The answer is "!" after an exception, "shared" if the new board shares a row with the old one, else "returned".
    """
    answers = []
    for action in (*MALFORMED, (1, 1)):
        board = [[None] * 3 for _ in range(3)]
        try:
            value = names["result"](board, action)
            is_shared = type(value) is list and any(row is old for row in value for old in board)
            answers.append("shared" if is_shared else "returned")
        except BaseException:
            answers.append("!")
    return ";".join(answers)


def repair(names: dict[str, Any], words: list[str]) -> str:
    """Replace the named functions of the file with right ones: "repair winner player"."""
    names.update({name: RIGHT[name] for name in words})
    return "repaired"


def described(names: dict[str, Any], words: list[str]) -> str:
    """Return the signatures of the eight functions, and the three constants, each after its name and a colon."""
    parts = []
    for name in ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax"):
        try:
            parts.append(name + ":" + head(names.get(name)))
        except BaseException:
            parts.append(name + ":unknown")
    for name in ("X", "O", "EMPTY"):
        parts.append(name + ":" + (written(names[name]) if name in names else "missing"))
    return " ".join(parts).replace("\n", " ")[:SIGNATURES_CHARACTERS_MAX]


def head(value: Any) -> str:
    """Return a signature like "board,k:0:1": positional parameters, number of other parameters, number of defaults.

    Keyword-only parameters are counted as others; *args and **kwargs together count as one. A function
    wrapped with functools.wraps is unwrapped first. Return "missing" if the value cannot be called, "unknown" if it has
    no code to inspect.
    """
    if not callable(value):
        return "missing"
    for _ in range(10):
        value = getattr(value, "__wrapped__", value)
    is_bound = hasattr(value, "__func__")  # a method: its first parameter is not counted
    code = getattr(value.__func__ if is_bound else value, "__code__", None)
    if code is None:
        return "unknown"
    extra = (code.co_flags & 0x0C != 0) + code.co_kwonlyargcount
    defaults = len(getattr(value, "__defaults__", None) or ())
    return ",".join(code.co_varnames[is_bound : code.co_argcount]) + ":" + str(extra) + ":" + str(defaults)


def printed(names: dict[str, Any], words: list[str]) -> str:
    """Return how often the file has printed since it was loaded; "1" if the file has tampered with the count."""
    count = getattr(sys.stdout, "written", 0)
    return str(count - printed_at_start) if type(count) is int else "1"


printed_at_start = 0
COMMANDS = {"row": row, "kept": kept, "walk": walk, "fresh": fresh, "malformed": malformed, "names": described,
            "printed": printed, "repair": repair}  # fmt: skip
