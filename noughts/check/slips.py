"""Slips that the source shows: code that Python accepts but that does not do what beginners expect.

Only functions with wrong answers and their helpers are searched for slips.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from noughts.check.call_slips import call_slips
from noughts.check.findings import Finding, finding
from noughts.check.loop_slips import Slip, assigned_names, loop_slips, names_in
from noughts.check.search_slips import search_slips
from noughts.check.source import all_functions, with_helpers
from noughts.check.source_faults import own_nodes
from noughts.check.table_slips import table_slips
from noughts.game.exercise import FUNCTION_NAMES

# The most slips that are reported for a function.
SLIPS_MAX = 3
MARKS = ("X", "O")
# Strings that students take for a mark or for an empty cell, in lower case.
MARK_LIKE = ("x", "o", "", " ", "_", "-", ".", "empty", "none")
ORDERS = (ast.Lt, ast.Gt, ast.LtE, ast.GtE)
# Methods that change a list, a dict or a set.
CHANGING = ("append", "add", "update", "extend", "insert", "setdefault", "pop", "clear", "remove")
BOUNDS = {"alpha", "beta"}


def find_slips(tree: ast.Module | None, wrong: Iterable[str], inconsistent: Iterable[str]) -> Iterator[Finding]:
    """Yield the slips in the functions `wrong` and their helpers, at most SLIPS_MAX for each function.

    For functions in `inconsistent`, also yield the lines that keep values from one call to the next.
    """
    with suppress(RecursionError):  # for an expression that is nested very deeply
        yield from slips_of(tree, wrong, inconsistent) if tree else ()


def slips_of(tree: ast.Module, wrong: Iterable[str], inconsistent: Iterable[str]) -> Iterator[Finding]:
    """Yield what find_slips yields; raise RecursionError if an expression is nested too deeply for ast.unparse."""
    strings = made_strings(tree)
    for name in wrong:
        own = with_helpers(tree, name)
        found = [slip for function in own for slip in slips_in(function, strings, all_functions(tree))]
        found += table_slips(tree, own)
        found += kept_values(tree, own) if name in inconsistent else ()
        ordered = {(id_, *fields.values()): finding(id_, function=name, **fields) for id_, fields in found}
        yield from [*ordered.values()][:SLIPS_MAX]


def slips_in(function: ast.FunctionDef, strings: set[str], known: Mapping[str, ast.FunctionDef]) -> Iterator[Slip]:
    """Yield the slips in a function, in the order of its lines.

    `strings` are the strings that a cell may be, and `known` are the functions of the file.
    """
    found = [slip for node in own_nodes(function) for slip in slips_at(node, function, strings)]
    found += [*call_slips(function, known), *search_slips(function, known)]
    yield from sorted(found, key=lambda slip: slip[1]["line"])


def slips_at(node: ast.AST, function: ast.FunctionDef, strings: set[str]) -> Iterator[Slip]:
    """Yield the slips at one statement or expression."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=error)) as call) if error.endswith(("Error", "Exception")):
            yield "not_raised", {"line": node.lineno, "error": error, "code": ast.unparse(call)}
        case ast.Expr(value=ast.Compare(ops=[ast.Eq()]) as compare):
            yield "compares_only", {"line": node.lineno, "code": ast.unparse(compare)}
        case ast.BoolOp():
            yield from always_true(node)
            yield from read_otherwise(node)
            yield from last_compared(node)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=board), attr="count"), args=[mark]):
            if is_board(board, function) and ast.unparse(mark) in (*MARKS, "EMPTY", "None", "'X'", "'O'"):
                yield "counts_rows", {"line": node.lineno, "mark": ast.unparse(mark), "board": board}
        case ast.Match():
            yield from capturing_cases(node)
        case ast.Assign(value=value) if function.name == "result" and is_shallow(value, function):
            yield "shallow_copy", {"line": node.lineno, "code": ast.unparse(value)}
        case ast.Compare():
            yield from strange_comparisons(node, strings)
        case ast.For() | ast.While():
            yield from loop_slips(node, function)
        case ast.keyword(arg="key", value=ast.Lambda(args=arguments, body=body)):
            names = {argument.arg for argument in arguments.args}
            if names and not names & {part.id for part in ast.walk(body) if isinstance(part, ast.Name)}:
                yield "key_ignores", {"line": node.lineno, "name": arguments.args[0].arg}
        case ast.Call(func=ast.Name(id="player")) if function.name == "utility":
            yield "asks_turn", {"line": node.lineno}
        case ast.If(test=test) | ast.While(test=test):
            yield from zero_is_false(test, function)
            yield from branch_slips(node)


def always_true(node: ast.BoolOp) -> Iterator[Slip]:
    """Yield a slip if a mark stands beside "or" without being compared, as in `cell == X or O`."""
    is_compared = isinstance(node.op, ast.Or) and any(isinstance(value, ast.Compare) for value in node.values)
    for value in node.values if is_compared else ():
        is_mark = (isinstance(value, ast.Name) and value.id in MARKS) or (
            isinstance(value, ast.Constant) and value.value in MARKS
        )
        if is_mark:
            yield "always_true", {"line": node.lineno, "code": ast.unparse(node), "mark": ast.unparse(value)}


def read_otherwise(node: ast.BoolOp) -> Iterator[Slip]:
    """Yield a slip for `A and B or C` if B and C are comparisons such as `value > best`."""
    match node:
        case ast.BoolOp(op=ast.Or(), values=[ast.BoolOp(op=ast.And(), values=[*_, inner]), last]):
            if all(isinstance(each, ast.Compare) and isinstance(each.ops[0], ORDERS) for each in (inner, last)):
                first = ast.unparse(node.values[0])
                yield "read_otherwise", {"line": node.lineno, "first": first, "last": ast.unparse(last)}


def is_shallow(value: ast.expr, function: ast.FunctionDef) -> bool:
    """Return whether an expression copies only the outer list of the board, and the function copies no rows."""
    board = function.args.args[0].arg if function.args.args else ""
    copies = (f"{board}.copy()", f"{board}[:]", f"list({board})", f"copy.copy({board})", f"copy({board})")
    inside = {id(part) for part in ast.walk(value)}
    others = [node for node in own_nodes(function) if id(node) not in inside]
    copies_rows = any(
        isinstance(node, ast.Slice | ast.ListComp | ast.GeneratorExp | ast.For | ast.List)
        or (isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("copy", "list")))
        for node in others
    )
    return is_board(board, function) and ast.unparse(value) in copies and not copies_rows


def last_compared(node: ast.BoolOp) -> Iterator[Slip]:
    """Yield a slip for `a and b and c == mark`: only the last cell is compared."""
    *others, last = node.values
    are_cells = all(isinstance(each, ast.Subscript) for each in others)
    if (
        isinstance(node.op, ast.And)
        and are_cells
        and isinstance(last, ast.Compare)
        and isinstance(last.left, ast.Subscript)
    ):
        yield "last_compared", {"line": node.lineno, "last": ast.unparse(last)}


def branch_slips(node: ast.If | ast.While) -> Iterator[Slip]:
    """Yield the slips of an `if`: a test that any winner passes, or an `else` that counts empty cells."""
    match node:
        case ast.If(test=ast.Call(func=ast.Name(id="winner")) as test, orelse=[ast.If(test=ast.Compare() as compare)]):
            mark = compared_mark(compare)
            if mark and ast.dump(compare.left) == ast.dump(test):
                yield "any_winner", {"line": node.lineno, "mark": "O" if mark == "X" else "X"}
        case ast.If(
            test=ast.Compare() as compare, body=[ast.AugAssign(op=ast.Add())], orelse=[ast.AugAssign() as other]
        ):
            mark = compared_mark(compare)
            if mark and isinstance(other.op, ast.Add):
                yield "else_counts", {"line": other.lineno, "mark": "O" if mark == "X" else "X"}


def compared_mark(node: ast.Compare) -> str:
    """Return the mark in a comparison `... == X` or `... == O`; "" for any other comparison."""
    match node:
        case ast.Compare(ops=[ast.Eq()], comparators=[ast.Name(id="X" | "O" as mark)]):
            return mark
    return ""


def is_board(name: str, function: ast.FunctionDef) -> bool:
    """Return whether a name is the board parameter of one of the eight functions and is never assigned again."""
    stored = {part.id for part in own_nodes(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    parameters = function.args.args
    return function.name in FUNCTION_NAMES and bool(parameters) and parameters[0].arg == name and name not in stored


def capturing_cases(node: ast.Match) -> Iterator[Slip]:
    """Yield a slip for each `case NAME:` with a name in capitals, which Python assigns to instead of comparing."""
    for case in node.cases:
        for pattern in ast.walk(case.pattern):
            if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and (pattern.name or "").isupper():
                yield "case_captures", {"line": pattern.lineno, "name": pattern.name}


def strange_comparisons(node: ast.Compare, strings: set[str]) -> Iterator[Slip]:
    """Yield the slips in a comparison: with {} as an empty set, with `X or O`, or with a string that no cell has."""
    operands = [node.left, *node.comparators]
    for operator, pair in zip(node.ops, pairwise(operands), strict=True):
        if not isinstance(operator, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
            continue
        for value, beside in (pair, pair[::-1]):
            if isinstance(value, ast.Dict) and not value.keys and "actions" in ast.unparse(beside):
                yield "empty_dict", {"line": node.lineno, "code": ast.unparse(node), "other": ast.unparse(beside)}
            if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and names_in(value) <= {*MARKS, "EMPTY"}:
                yield (
                    "or_of_marks",
                    {"line": node.lineno, "code": ast.unparse(value), "first": ast.unparse(value.values[0])},
                )
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                text = value.value
                if text.lower() in MARK_LIKE and text not in MARKS and text not in strings:
                    yield "unknown_mark", {"line": node.lineno, "text": text}


def made_strings(tree: ast.Module) -> set[str]:
    """Return the strings that a cell may be: those that the file uses outside comparisons.

    If the file uses a method that changes strings, such as lower() or replace(), a cell may be any string in MARK_LIKE.
    """
    compared = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Compare)
                for part in (node.left, *node.comparators)}  # fmt: skip
    used = {node.value for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in compared}  # fmt: skip
    makes_any = any(isinstance(node, ast.Attribute) and node.attr in ("lower", "upper", "strip", "replace", "casefold")
                    for node in ast.walk(tree))  # fmt: skip
    return used | ({*MARK_LIKE, "X", "O", "EMPTY", "None"} if makes_any else set())


def zero_is_false(test: ast.expr, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip if `not` tests a score that starts as None, because 0 counts as false too."""
    nodes = list(own_nodes(function))
    starts = {name for node in nodes if isinstance(node, ast.Assign) and is_none(node.value)
              for target in node.targets for name in names_in(target)}  # fmt: skip
    ordered = {name for node in nodes if isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS)
               for name in names_in(node)}  # fmt: skip
    for part in ast.walk(test):
        if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
            names = names_in(part) if isinstance(part.operand, ast.Name) else set()
            yield from (("zero_is_false", {"line": test.lineno, "name": name}) for name in names & starts & ordered)


def is_none(value: ast.expr) -> bool:
    """Return whether an expression is None."""
    return isinstance(value, ast.Constant) and value.value is None


def kept_values(tree: ast.Module, functions: Sequence[ast.FunctionDef]) -> Iterator[Slip]:
    """Yield the lines that keep values for later calls of the functions: in a default value or in a global variable."""
    for function in functions:
        arguments = function.args
        defaults = zip([each.arg for each in arguments.args][::-1], arguments.defaults[::-1], strict=False)
        for name in [name for name, value in defaults if is_mutable(value)]:
            lines = [line for line, _, has_key in writes(function, {name}) if has_key]
            kept = "keeps_bounds" if {each.arg for each in arguments.args} >= BOUNDS else "keeps_values"
            yield from ((kept, {"line": line, "name": name}) for line in sorted(lines))
            if not lines:
                yield "shared_default", {"line": function.lineno, "name": name, "inside": function.name}
    top = assigned_names(tree.body)
    read = {name for function in functions for name in names_in(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            has_bounds = {each.arg for each in node.args.args} >= BOUNDS
            for line, name, has_key in sorted(writes(node, top & read)):
                kept = "keeps_bounds" if has_bounds else "keeps_values"
                yield kept if has_key else "keeps_state", {"line": line, "name": name}


def is_mutable(value: ast.expr) -> bool:
    """Return whether an expression makes a list, a dict or a set."""
    is_call = isinstance(value, ast.Call) and ast.unparse(value.func) in ("list", "dict", "set")
    return is_call or isinstance(value, ast.List | ast.Dict | ast.Set)


def writes(function: ast.FunctionDef, names: set[str]) -> Iterator[tuple[int, str, bool]]:
    """Yield the line, the name, and whether a key is used, for each change that a function makes to one of `names`.

    A plain assignment is such a change only if the function declares the name as global.
    """
    declared = {name for node in own_nodes(function) if isinstance(node, ast.Global) for name in node.names}
    for node in own_nodes(function):
        match node:
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()) if name in names:
                yield node.lineno, name, True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in CHANGING:
                if name in names:
                    yield node.lineno, name, False
            case ast.Name(id=name, ctx=ast.Store()) if name in names & declared:
                yield node.lineno, name, False
