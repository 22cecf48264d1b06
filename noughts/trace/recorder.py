"""Record the calls of a file's own functions. This runs in the sandbox's worker, in the same process as the file.

Every function that contains no `yield` gets a decorator that notes each call: the function, the line of the call, the
arguments, the result and the calls made inside. Equal calls are stored once, so a search of 549,946 calls becomes a few
thousand records.
"""

from __future__ import annotations

import ast
import sys
from functools import update_wrapper
from time import process_time

from noughts.check.sandbox.encode import FILE
from noughts.trace.keys import ATOMS, Board, board_in, boards_in, frozen, hashable, holds_function, keys, raised, shown

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# The name of the decorator in the file's namespace.
DECORATOR = "__noughts_record__"
# From this many records on, calls of the same function on the same board with the same result count as equal.
RECORDS_MAX = 100_000
# The CPU time limit of a recording, in seconds; the most calls, and the most lines, noted inside one call.
CPU_SECONDS_MAX = 60.0
CHILDREN_MAX = 2_000
# The number of calls between two looks at the clock.
CLOCK_CALLS = 4096
# Decorators that do not return a function: the recorder's decorator goes inside them.
INNERMOST = {"staticmethod", "classmethod", "property", "setter", "getter"}


class TooLong(BaseException):
    """Raised inside the functions that are recorded, to end a recording that takes too long."""


class Recorder:
    """The records of one call and of all calls inside it; `functions` describes the file's functions."""

    def __init__(self) -> None:
        self.functions: list[tuple[str, int, int, tuple[str, ...]]] = []  # name, first and last line, parameters
        self.begin({})

    def begin(self, replaced: dict[tuple[int, Any], Any], watched: int = -1, shares: bool = False) -> None:
        """Forget all records and start again.

        `replaced` maps the index of a function and a board to a function that replaces the result. `watched` is the
        number of the call whose lines are noted (-1: none). `shares` says that the file keeps no state, so that equal
        calls need not be made again.
        """
        self.replaced, self.watched, self.shares = replaced, watched, shares
        self.table: dict[Any, int] = {}
        self.rows: list[Any] = []
        self.numbers: list[int] = []
        self.stack: list[list[int]] = [[]]
        self.lines: list[tuple[int, str]] = []
        self.calls = 0
        self.is_cut = False
        self.ends_at = process_time() + CPU_SECONDS_MAX

    def decorate(self, index: int) -> Any:
        """Return the decorator for a function of the file; it leaves objects without a `__name__` as they are."""
        return lambda function: self.wrap(index, function) if hasattr(function, "__name__") else function

    def wrap(self, index: int, function: Any) -> Any:
        """Return the function with its calls recorded. With `shares`, an equal call may return the earlier result."""
        getframe, cells = sys._getframe, getattr(function, "__closure__", None)
        is_simple = not cells or all(map(holds_function, cells))
        known: dict[Any, Any] = {}

        def recorded(*values: Any, **named: Any) -> Any:
            frame = getframe(1)
            place = (frame.f_code, frame.f_lasti)
            before = tuple([frozen(value) for value in values]) if not named else keys(values, named)
            if self.shares and is_simple and not named:
                found = known.get((before, place))
                if found is not None and found[2] is self.table:
                    self.stack[-1].append(found[0])
                    return found[1]
            elif cells and not any(type(key) is Board for key in before):
                before += boards_in(cells)
            number = self.calls
            self.calls = number + 1
            if not number % CLOCK_CALLS and process_time() > self.ends_at:
                raise TooLong
            children: list[int] = []
            self.stack.append(children)
            try:
                result = self.watch(function, values, named) if number == self.watched else function(*values, **named)
                key = frozen(result)
            except BaseException as error:
                self.stack.pop()
                self.add(index, place, before, raised(error), 0, children, number)
                raise
            self.stack.pop()
            if self.replaced and (index, board_in(before)) in self.replaced:
                result = self.replaced[index, board_in(before)](result)
            changed = has_changed(values, before)
            added = self.add(index, place, before, key, changed, children, number)
            if self.shares and is_simple and not changed and is_fixed(result) and not self.replaced:
                known[before, place] = (added, result, self.table)
            return result

        return dressed(recorded, function)

    def add(self, index: int, place: Any, before: Any, key: Any, changed: int, children: Any, number: int) -> int:
        """Store a call unless an equal one is stored, note it in the enclosing call, and return the record's index."""
        row = (index, place, before, key, changed, tuple(children))
        try:
            known = self.table.get(row)
        except TypeError:
            row = (index, place, tuple(map(hashable, before)), hashable(key), changed, tuple(children))
            known = self.table.get(row)
        key_of_row: Any = row
        if known is None and len(self.rows) >= RECORDS_MAX:
            self.is_cut = True
            key_of_row = (index, board_in(row[2]), row[3])
            known = self.table.get(key_of_row)
        if known is None:
            known = self.table[key_of_row] = len(self.rows)
            self.rows.append((index, place, before, key, changed, tuple(children)))
            self.numbers.append(number)
        if len(self.stack[-1]) < CHILDREN_MAX:
            self.stack[-1].append(known)
        else:
            self.is_cut = True
        return known

    def watch(self, function: Any, values: Any, named: Any) -> Any:
        """Call the function and return its result; note the lines that this call itself runs.

        At most CHILDREN_MAX lines are noted, each with the simple local variables that it changed.
        """
        code = getattr(function, "__wrapped__", function).__code__
        seen: dict[str, str] = {}
        lines = self.lines

        def in_frame(frame: Any, event: str, argument: Any) -> Any:
            if len(lines) < CHILDREN_MAX:
                now = {name: shown(value) for name, value in frame.f_locals.items()}
                changed = ", ".join(f"{name} = {text}" for name, text in now.items() if text and seen.get(name) != text)
                seen.update(now)
                if lines and changed:
                    lines[-1] = (lines[-1][0], (lines[-1][1] + ", " + changed).strip(", "))
                if event == "line":
                    lines.append((frame.f_lineno, ""))
            return in_frame

        def outside(frame: Any, event: str, argument: Any) -> Any:
            if frame.f_code is code and not lines:
                return in_frame(frame, event, argument)
            return None

        sys.settrace(outside)
        try:
            return function(*values, **named)
        finally:
            sys.settrace(None)


def has_changed(values: Any, before: Any) -> int:
    """Return 1 if a list among the positional arguments has changed, else 0."""
    for value, old in zip(values, before, strict=False):
        if type(value) is list and frozen(value) != old:
            return 1
    return 0


def is_fixed(value: Any) -> bool:
    """Return whether nobody can change a value: it is a number, a string or None, or a tuple of such values."""
    return type(value) in ATOMS or (type(value) is tuple and all(map(is_fixed, value)))


def dressed(recorded: Any, function: Any) -> Any:
    """Return the recording function with the name and the attributes of the file's function, e.g. cache_clear."""
    for name in ("cache_clear", "cache_info"):
        if hasattr(function, name):
            setattr(recorded, name, getattr(function, name))
    return update_wrapper(recorded, function)


class Marker(ast.NodeTransformer):
    """Decorates every `def`, nested ones too, unless the function or one inside it contains `yield`."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Decorate a function and add it to the recorder's functions; leave one that contains `yield` as it is."""
        self.generic_visit(node)
        if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(node)):
            return node
        parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        names = tuple(parameter.arg for parameter in parameters)
        self.recorder.functions.append((node.name, node.lineno, node.end_lineno or node.lineno, names))
        call = ast.Call(ast.Name(DECORATOR, ast.Load()), [ast.Constant(len(self.recorder.functions) - 1)], [])
        for part in ast.walk(call):
            ast.copy_location(part, node)
        names_of_decorators = {getattr(each, "id", getattr(each, "attr", "")) for each in node.decorator_list}
        place = len(node.decorator_list) if names_of_decorators & INNERMOST else 0
        node.decorator_list.insert(place, call)
        return node


def marked_code(recorder: Recorder, source: str) -> Any:
    """Return the compiled source, with its functions decorated."""
    tree = Marker(recorder).visit(ast.parse(source, FILE))
    return compile(ast.fix_missing_locations(tree), FILE, "exec", dont_inherit=True)
