"""Write values as text with their exact types, as the worker sends them. noughts/check/codec.py reads this text.

n None, b1 True, i5 an int, ibig an int with more than three digits, f1.0 a float, "X" a str, (i0,i1) a tuple, [..] a
list, {..} a set, ?Type anything else, !Type|line|message an exception and the line of the file where it was raised.
Long strings and containers are cut. A ~ stands before a value of a subclass of str, int, tuple, list or set.
"""

from __future__ import annotations

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# Values inside more containers than this are written as ?deep.
DEPTH_MAX = 6
# Texts longer than this are not sent. The longest right answer, a set of nine pairs, has 73 characters.
ANSWER_CHARACTERS_MAX = 600
# The most frames of a traceback that are read.
FRAMES_MAX = 100_000
# The file name of a submission, as tracebacks show it.
FILE = "tictactoe.py"

# The most frequent values as text: rows of marks, and actions (PAIRS). Rows are looked up by the identity of their
# marks, so that no other object can pass for a mark.
TEXTS = {"X": '"X"', "O": '"O"', None: "n"}
ROWS: dict[tuple[int, ...], str] = {
    (id(a), id(b), id(c)): f"[{TEXTS[a]},{TEXTS[b]},{TEXTS[c]}]" for a in TEXTS for b in TEXTS for c in TEXTS
}
PAIRS = {(i, j): f"(i{i},i{j})" for i in range(3) for j in range(3)}
# The characters that separate answers, and what replaces them within an answer.
SEPARATORS = {ord(";"): ",", ord("\t"): " ", ord("\n"): " "}
# The characters that have a meaning outside a string, and what replaces them within one.
ESCAPES = {ord('"'): "\\x22", ord(";"): "\\x3b", ord("~"): "\\x7e"}

# How to read the contents of a subclass: by a method of the base type, so that no method of the subclass is called.
PLAIN: tuple[tuple[type, Any], ...] = (
    (str, str.__str__),
    (int, int.__index__),
    (tuple, lambda value: tuple.__getitem__(value, slice(10))),
    (list, lambda value: list.__getitem__(value, slice(10))),
    (set, lambda value: set(set.__iter__(value))),
)


def written(value: Any) -> str:
    """Return the value as text; "?unreadable" if reading it raises an exception, "?long" if the text is too long."""
    try:
        text = encode(value, 0)
    except BaseException:
        return "?unreadable"
    return text if len(text) <= ANSWER_CHARACTERS_MAX else "?long"


def encode(value: Any, depth: int) -> str:
    """Return a value as text with its exact type; `depth` is the number of containers around it."""
    kind = type(value)
    if kind is list and len(value) == 3:
        if known := ROWS.get((id(value[0]), id(value[1]), id(value[2]))):
            return known
        if depth < DEPTH_MAX:
            return f"[{encode(value[0], depth + 1)},{encode(value[1], depth + 1)},{encode(value[2], depth + 1)}]"
    if value is None:
        return "n"
    if kind is str and (value == "X" or value == "O"):
        return '"X"' if value == "X" else '"O"'
    if kind is bool:
        return "b1" if value else "b0"
    if kind is int:
        return "i" + (str(value) if -1000 < value < 1000 else "big")
    if kind is str:
        return '"' + str(value[:20].encode("unicode_escape"), "ascii").translate(ESCAPES) + '"'
    if kind is float:
        return "f" + repr(value)
    if depth > DEPTH_MAX:
        return "?deep"
    if kind is tuple and len(value) == 2 and type(value[0]) is type(value[1]) is int and (known := PAIRS.get(value)):
        return known
    if kind is tuple or kind is list:
        inside = ",".join([encode(part, depth + 1) for part in value[:10]])
        return "(" + inside + ")" if kind is tuple else "[" + inside + "]"
    if kind is set:
        return "{" + ",".join(sorted([encode(part, depth + 1) for part in list(value)[:20]], key=without_signs)) + "}"
    for plain, made in PLAIN:
        if issubclass(kind, plain):
            return "~" + encode(made(value), depth + 1)
    return "?" + kind.__name__[:40].translate(SEPARATORS)


def without_signs(text: str) -> str:
    """Return the text without "~", which marks subclasses, as a sort key."""
    return text.replace("~", "")


def raised(error: BaseException) -> str:
    """Return an exception as "Type|line|message"; the file raised it on that line, 0 if the line is not known."""
    try:
        text = str(error)[:200]
    except BaseException:
        text = ""
    name = type(error).__name__.replace("|", "_")
    return "|".join((name, str(line_of(error)), text)).encode("unicode_escape").decode().translate(SEPARATORS)[:300]


def line_of(error: BaseException) -> int:
    """Return the innermost line of the file in a traceback, or the line of a syntax error; 0 if it is not known."""
    line = 0
    try:
        if type(error) is SyntaxError and error.filename == FILE:
            return int(error.lineno or 0)
        trace = BaseException.__dict__["__traceback__"].__get__(error)  # its class may override __traceback__
        for _ in range(FRAMES_MAX):
            if trace is None:
                break
            if trace.tb_frame.f_code.co_filename == FILE:
                line = trace.tb_lineno
            trace = trace.tb_next
    except BaseException:
        pass
    return line
