"""Slips (slips.py) in a search: boards, moves, sides or depths mixed up, and moves that are not taken back."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from noughts.check.loop_slips import Slip, names_in
from noughts.check.source_faults import is_called_by, own_nodes

# Parameters that say whose turn it is, and parameters that say how deep the search is.
SIDE_NAME = re.compile(r"player|turn|side|mark|symbol|me|who|sign|colou?r|is_?max\w*|is_?min\w*|maxim\w*|minim\w*")
DEPTH_NAME = re.compile(r"\w*(depth|level|ply|plies|moves_made|num_moves)\w*")
# Functions that judge the board that they are given.
JUDGES = ("terminal", "winner", "utility", "actions")
# A limit on the depth below this number ends the search before the game ends.
LONGEST_GAME = 9
EMPTY_CELLS = ("EMPTY", "None")


def search_slips(function: ast.FunctionDef, known: Mapping[str, ast.FunctionDef]) -> Iterator[Slip]:
    """Yield the slips of a function; `known` are all functions of the file, nested ones included."""
    yield from exchanged_names(function, known)
    yield from unused_boards(function)
    yield from unused_sides(function)
    yield from outer_boards(function)
    yield from overwritten_choices(function, known)
    yield from used_up_iterators(function)
    if is_called_by(function, known):
        yield from shared_bounds(function)
        yield from growing_depths(function)
    for node in own_nodes(function):
        match node:
            case ast.For(body=body) | ast.While(body=body):
                yield from moves_not_taken_back(body)
            case ast.If(test=ast.Compare(left=ast.BinOp(ast.Name(id=name), ast.Mod(), ast.Constant(value=2)))):
                if DEPTH_NAME.fullmatch(name) and returns_utility(function) and is_called_by(function, known):
                    yield "turn_by_depth", {"line": node.lineno, "name": name}
            case ast.If(test=test, body=[ast.Return()]):
                yield from depth_limits(test)
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                yield from depths_in_scores(node)


def exchanged_names(function: ast.FunctionDef, known: Mapping[str, ast.FunctionDef]) -> Iterator[Slip]:
    """Yield a slip for each call that passes two variables in the other order than the parameters of the same names."""
    for node in own_nodes(function):
        called = known.get(node.func.id) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None
        if not isinstance(node, ast.Call) or called is None:
            continue
        pairs = [(argument.id, parameter.arg) for argument, parameter in zip(node.args, called.args.args, strict=False)
                 if isinstance(argument, ast.Name)]  # fmt: skip
        for one, two in combinations(pairs, 2):
            if one[0] != one[1] and one == two[::-1]:
                yield "exchanged_names", {"line": node.lineno, "name": called.name, "one": one[1], "two": two[1]}


def is_loaded(name: str, nodes: Sequence[ast.AST]) -> bool:
    """Return whether a variable is read in a part of the source."""
    return any(isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Load)
               for node in nodes for part in ast.walk(node))  # fmt: skip


def unused_boards(function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each board that result made and that the function never uses."""
    for node in own_nodes(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="result"))):
                if not is_loaded(name, function.body):
                    yield "unused_board", {"line": node.lineno, "name": name}


def unused_sides(function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each parameter that says whose turn it is and that the function never uses."""
    for parameter in function.args.args[1:]:
        if SIDE_NAME.fullmatch(parameter.arg) and not is_loaded(parameter.arg, function.body):
            yield "unused_side", {"line": function.lineno, "name": parameter.arg, "inside": function.name}


def outer_boards(function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip if a nested function judges the board of the function around it instead of its own."""
    boards = {each.arg for each in function.args.args[:1]}
    for inner in own_nodes(function):
        if not isinstance(inner, ast.FunctionDef) or not inner.args.args or inner.args.args[0].arg in boards:
            continue
        own = inner.args.args[0].arg
        judged = [call for call in own_nodes(inner) if isinstance(call, ast.Call) and len(call.args) == 1
                  and isinstance(call.func, ast.Name) and call.func.id in JUDGES]  # fmt: skip
        if any(names_in(call.args[0]) == {own} for call in judged):
            for call in judged:
                if (argument := call.args[0]) and isinstance(argument, ast.Name) and argument.id in boards:
                    yield "outer_board", {"line": call.lineno, "board": argument.id, "own": own, "inside": inner.name}


def overwritten_choices(function: ast.FunctionDef, known: Mapping[str, ast.FunctionDef]) -> Iterator[Slip]:
    """Yield a slip for each outside variable that a recursive function sets to a move at every depth of the search."""
    nodes = list(own_nodes(function))
    outside = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    moves = {name for node in nodes if isinstance(node, ast.For) for name in names_in(node.target)}
    if not outside or not is_called_by(function, known):
        return
    guarded = {id(part) for node in nodes if isinstance(node, ast.If) and is_about_depth(node.test)
               for statement in node.body for part in ast.walk(statement)}  # fmt: skip
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=move)):
                if name in outside and move in moves and id(node) not in guarded:
                    yield "overwritten_choice", {"line": node.lineno, "name": name}


def is_about_depth(test: ast.expr) -> bool:
    """Return whether a condition seems to test the depth, or whether the call is the first one."""
    return any(
        DEPTH_NAME.fullmatch(name) or "root" in name or "first" in name or "top" in name for name in names_in(test)
    )


def returns_utility(function: ast.FunctionDef) -> bool:
    """Return whether a function returns the value of utility unchanged, alone or first in a tuple."""
    values = [node.value for node in own_nodes(function) if isinstance(node, ast.Return) and node.value]
    firsts = [value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value for value in values]
    return any(isinstance(first, ast.Call) and ast.unparse(first.func) == "utility" for first in firsts)


def moves_not_taken_back(body: Sequence[ast.stmt]) -> Iterator[Slip]:
    """Yield a slip if a loop places a mark and takes it back, but a `break`, `return` or `continue` may skip that."""
    placed: dict[str, int] = {}
    leaving: dict[str, int] = {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Subscript() as cell], value=value):
                key = ast.unparse(cell)
                if ast.unparse(value) not in EMPTY_CELLS:
                    placed[key] = statement.lineno
                elif key in leaving:
                    yield "not_taken_back", {"line": leaving[key], "back": statement.lineno}
            case ast.If():
                parts = [part for each in statement.body for part in ast.walk(each)]
                restored = {ast.unparse(part.targets[0]) for part in parts if isinstance(part, ast.Assign)}
                leaves = [part.lineno for part in parts if isinstance(part, ast.Break | ast.Return | ast.Continue)]
                for key in placed:
                    if leaves and key not in restored:
                        leaving.setdefault(key, leaves[0])


def depth_limits(test: ast.expr) -> Iterator[Slip]:
    """Yield a slip if a search ends at a depth at which the game may not be over."""
    for part in ast.walk(test):
        match part:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq() | ast.GtE() | ast.Gt()],
                             comparators=[ast.Constant(value=int() as limit)]):  # fmt: skip
                if DEPTH_NAME.fullmatch(name) and 0 < limit < LONGEST_GAME - isinstance(part.ops[0], ast.Gt):
                    yield "depth_limit", {"line": test.lineno, "name": name, "limit": limit}


def growing_depths(function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip if a recursive function adds to its depth in each iteration of the loop over moves."""
    parameters = {each.arg for each in function.args.args}
    for loop in own_nodes(function):
        for node in loop.body if isinstance(loop, ast.For) else ():
            match node:
                case ast.AugAssign(target=ast.Name(id=name), op=ast.Add()) if name in parameters:
                    if DEPTH_NAME.fullmatch(name):
                        yield "growing_depth", {"line": node.lineno, "name": name}


def depths_in_scores(node: ast.BinOp) -> Iterator[Slip]:
    """Yield a slip if a depth changes a score so much that a win no longer counts as one."""
    match node:
        case ast.BinOp(left=ast.Call(func=ast.Name(id="utility")) as value, right=ast.Name(id=name)) if (
            DEPTH_NAME.fullmatch(name)
        ):
            yield "depth_in_score", {"line": node.lineno, "code": ast.unparse(node), "name": name,
                                     "value": ast.unparse(value)}  # fmt: skip
        case ast.BinOp(left=ast.Constant(value=int() as start), op=ast.Sub(), right=ast.Name(id=name)):
            if DEPTH_NAME.fullmatch(name) and 0 < start <= LONGEST_GAME:
                yield "depth_too_large", {"line": node.lineno, "code": ast.unparse(node), "name": name, "start": start}


def used_up_iterators(function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each iterator that a function loops over a second time."""
    nodes = list(ast.walk(function))
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if maker := maker_of(value):
                stored = [part for part in nodes if isinstance(part, ast.Name) and part.id == name
                          and isinstance(part.ctx, ast.Store)]  # fmt: skip
                lines = sorted(line for part in nodes for line in lines_using_up(part, name))
                if len(stored) == 1 and len(set(lines)) > 1 and not are_alternatives(nodes, lines[:2]):
                    yield "used_up", {"line": node.lineno, "name": name, "maker": maker, "again": lines[1]}


def are_alternatives(nodes: Sequence[ast.AST], lines: Sequence[int]) -> bool:
    """Return whether two lines are in different branches of an `if`, so that only one of them runs."""
    for node in nodes:
        if isinstance(node, ast.If) and node.orelse:
            first, last = (lines_of(branch) for branch in (node.body, node.orelse))
            if lines[0] in first - last and lines[1] in last - first:
                return True
    return False


def lines_of(branch: Sequence[ast.stmt]) -> set[int]:
    """Return the numbers of the lines on which the statements and their parts begin."""
    return {getattr(part, "lineno", 0) for statement in branch for part in ast.walk(statement)}


def maker_of(value: ast.expr) -> str:
    """Return what makes an iterator that can be used only once: "zip", "map", ... or "a generator"; "" for others."""
    if isinstance(value, ast.GeneratorExp):
        return "a generator"
    called = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
    return called if called in ("zip", "map", "filter", "reversed", "iter") else ""


def lines_using_up(node: ast.AST, name: str) -> list[int]:
    """Return the lines on which a node loops over a variable or passes it to a call.

    A loop over the variable inside another loop also counts on the line of that other loop.
    """
    match node:
        case ast.For(body=body) | ast.While(body=body):
            inside = [part for each in body for part in ast.walk(each) if isinstance(part, ast.For)]
            inner = [part.lineno for part in inside if is_name(part.iter, name)]
            own = [node.lineno] if isinstance(node, ast.For) and is_name(node.iter, name) else []
            return [*own, *([node.lineno] if inner else [])]
        case ast.comprehension(iter=ast.Name(id=used)) if used == name:
            return [node.iter.lineno]
        case ast.Call(func=ast.Name(id=called), args=arguments) if called != "next":
            return [node.lineno] if any(is_name(each, name) for each in arguments) else []
    return []


def is_name(node: ast.AST, name: str) -> bool:
    """Return whether an expression is just a variable."""
    return isinstance(node, ast.Name) and node.id == name


def shared_bounds(function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each bound of alpha-beta that a recursive function narrows for all calls at once."""
    nodes = list(own_nodes(function))
    outside = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Attribute(attr="alpha" | "beta") as target]):
                yield "shared_bounds", {"line": node.lineno, "name": ast.unparse(target)}
            case ast.Assign(targets=[ast.Name(id="alpha" | "beta" as name)]) if name in outside:
                yield "shared_bounds", {"line": node.lineno, "name": name}
