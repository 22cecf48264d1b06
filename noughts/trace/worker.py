"""The worker of `noughts trace`: the sandbox's worker, with commands that record a search and that try changes.

trace minimax X.O...... stateless -1
    Call the function and send the records: a line of JSON with their number, then a line for each record. "stateless":
    no call can change what a later call returns; "stateful": a call can; "large": a call can, and there are so many
    calls that calls of rule functions are not recorded.
trace result:0,1 X........ stateful 17
    The same with an action; also send the lines that ran in call number 17, counted from 0 (-1: send no lines).
fix 3 - 1 X.O...... XO.......
    In later recordings, let function 3 return 1 on these boards ("-": as its result, "0": as the result's first item).
try HEX row ...
    Load a changed source, given as hexadecimal digits of UTF-8, and answer the questions in this line with it.
"""

from __future__ import annotations

import json
import math

from noughts.check.sandbox import calls, worker
from noughts.check.sandbox.encode import FILE
from noughts.check.sandbox.repairs import RIGHT
from noughts.trace.keys import Board, Other, Raised
from noughts.trace.recorder import DECORATOR, Recorder, TooLong, marked_code

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# The most characters of a line; the parent does not read longer ones.
LINE_CHARACTERS_MAX = 15_000
# How a position writes the values that a file may use for marks and free cells.
MARKS = {"X": "X", "O": "O", None: ".", "": ".", " ": ".", ".": ".", "-": ".", "_": "."}
NUMBERS = {1: "X", -1: "O", 0: "."}
RECORDER = Recorder()
# By function and board, a function that returns the fixed result; see `fix`.
FIXES: dict[tuple[int, Any], Any] = {}


def main() -> None:
    """Load the file with its functions decorated, then answer commands."""
    calls.COMMANDS.update({"trace": trace, "fix": fix, "try": try_change})
    worker.main(compiled)


def compiled(source: str) -> tuple[Any, dict[str, Any]]:
    """Return the code with its functions decorated, and the decorator by its name.

    If the source may use `random`, seed it, so that random choices are the same in every recording.
    """
    if "random" in source:
        import random

        random.seed(0)
    return marked_code(RECORDER, source), {DECORATOR: RECORDER.decorate}


def trace(names: dict[str, Any], words: list[str]) -> str:
    """Call a function on a position; return a header with the number of records, then the records, as lines of JSON."""
    call, position, state, watched = words
    name, action = calls.call_of(call)
    marks = [calls.MARKS[mark] for mark in position]
    if state == "large":
        names.update({rule: names[rule].__wrapped__ for rule in RIGHT if hasattr(names.get(rule), "__wrapped__")})
    RECORDER.begin(FIXES, int(watched), shares=state == "stateless")
    is_whole = True
    try:
        names[name]([marks[0:3], marks[3:6], marks[6:9]], *([] if action is None else [action]))
    except BaseException as error:  # the recorder has noted it
        is_whole = type(error) is not TooLong
    head = {"records": len(RECORDER.rows), "calls": RECORDER.calls, "functions": RECORDER.functions,
            "cut": RECORDER.is_cut, "whole": is_whole}  # fmt: skip
    steps = RECORDER.lines
    while steps and len(json.dumps({**head, "lines": steps})) > LINE_CHARACTERS_MAX:
        steps = steps[: len(steps) // 2]  # a call can run very many lines
    lines = [json.dumps(encoded_row(row, number)) for row, number in zip(RECORDER.rows, RECORDER.numbers, strict=True)]
    return "\n".join([json.dumps({**head, "lines": steps})[:LINE_CHARACTERS_MAX], *lines])


def encoded_row(row: Any, number: int) -> list[Any]:
    """Return a record as plain data.

    If its line would be too long, leave out the arguments, the value, and all but the first 1,000 children.
    """
    index, (code, at), before, key, changed, children = row
    line = 0 if code.co_filename != FILE else next((line for low, high, line in code.co_lines() if low <= at < high), 0)
    value, error = (None, list(key)) if isinstance(key, Raised) else (encoded(key), None)
    fields = [index, line or 0, [encoded(part) for part in before], value, error, changed, list(children), number]
    if len(json.dumps(fields)) > LINE_CHARACTERS_MAX:
        fields[2], fields[3], fields[6] = [], ["other", "long"], list(children)[:1000]
    return fields


def encoded(key: Any) -> Any:
    """Return a key as plain data.

    None, Booleans, finite floats and ints between -10**9 and 10**9 stay as they are. Everything else is a list that
    begins with its kind, e.g. ["tuple", 0, 1]; long strings, names and sets are cut.
    """
    if key is None or key is True or key is False:
        return key
    if type(key) is int:
        return key if -(10**9) < key < 10**9 else ["other", "large int"]
    if type(key) is float:
        return key if math.isfinite(key) else ["float", repr(key)]
    if type(key) is str:
        return ["str", key[:40]]
    if type(key) is Board:
        for marks in (MARKS, NUMBERS):
            try:
                return ["board", "".join([marks[cell] for cell in key])]
            except (KeyError, TypeError):
                continue
        return ["list", *map(encoded, key)]
    if type(key) is Other:
        return ["other", key[0][:40]] if key[1] is None else ["object", key[0][:40], encoded(key[1])]
    if type(key) is frozenset:
        return ["set", *sorted(map(encoded, key), key=repr)[:20]]
    if type(key) is tuple and len(key) == 2 and key[0] in ("list", "dict") and type(key[1]) is tuple:
        return [key[0], *map(encoded, key[1])]
    if type(key) is tuple and len(key) == 3 and key[0] == "named":
        return ["named", str(key[1])[:40], encoded(key[2])]
    if type(key) is tuple:
        return ["tuple", *map(encoded, key)]
    return ["other", type(key).__name__[:40]]


def fix(names: dict[str, Any], words: list[str]) -> str:
    """Note the number that a function returns on some boards in later recordings; return "noted"."""
    index, part, number = int(words[0]), words[1], float(words[2])

    def fixed(result: Any) -> Any:
        if part == "-":
            return number
        if type(result) is dict:
            return {**result, list(result)[int(part)]: number}
        return type(result)([*result[: int(part)], number, *result[int(part) + 1 :]])

    for board in words[3:]:
        FIXES[index, Board(calls.MARKS[mark] for mark in board)] = fixed
    return "noted"


def try_change(names: dict[str, Any], words: list[str]) -> str:
    """Load a changed source and return its answers to a row of questions; return "!" if loading or answering fails."""
    try:
        changed: dict[str, Any] = {"__name__": "tictactoe", "__file__": FILE}
        exec(compile(bytes.fromhex(words[0]).decode(), FILE, "exec", dont_inherit=True), changed)
        return calls.answer(changed, words[1:])
    except BaseException:
        return "!"
