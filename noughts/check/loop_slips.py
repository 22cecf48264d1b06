"""Slips in loops: a loop that ends in its first iteration, a count that is never reset, an overwritten value."""

import ast
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from noughts.check.source_faults import own_nodes

# The id of a finding, and its fields.
Slip: TypeAlias = tuple[str, dict[str, object]]
LOOPS = (ast.For, ast.While)


def loop_slips(loop: ast.For | ast.While, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield the slips of a loop: it ends in its first iteration, never resets a count, or overwrites a value."""
    last = loop.body[-1]
    is_idiom = isinstance(last, ast.Return) and len(loop.body) == 1 and isinstance(last.value, ast.Name)
    if always_leaves(loop.body) and not is_idiom:
        yield "first_round_only", {"line": loop.lineno, "last": leaving_line(loop.body)}
    yield from never_reset(loop, function)
    yield from overwritten_flags(loop)
    if isinstance(loop, ast.For):
        yield from overwritten_targets(loop)


def always_leaves(body: list[ast.stmt]) -> bool:
    """Return whether every way through the statements of a loop ends in return, and none in continue."""
    if any(isinstance(part, ast.Continue) for statement in body for part in ast.walk(statement)):
        return False
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and always_leaves(last.body) and always_leaves(last.orelse)
    return isinstance(last, ast.Return)


def leaving_line(body: list[ast.stmt]) -> int:
    """Return the line of the last `return` in statements that always leave a loop."""
    last = body[-1]
    return leaving_line(last.orelse) if isinstance(last, ast.If) else last.lineno


def never_reset(loop: ast.For | ast.While, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each count of an inner loop that the outer loop reads in each iteration but never resets."""
    assigned = assigned_names(part for statement in loop.body for part in ast.walk(statement))
    tests = [node.test for node in loop.body if isinstance(node, ast.If)]
    for inner in loop.body:
        if isinstance(inner, LOOPS):
            counted = {node.target.id for node in ast.walk(inner)
                       if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}  # fmt: skip
            read = {
                name
                for test in (*tests, inner.test if isinstance(inner, ast.While) else inner.iter)
                for name in names_in(test)
            }
            for name in sorted((counted & read) - assigned):
                line = first_assignment(function, name)
                if 0 < line < loop.lineno:
                    yield "never_reset", {"line": line, "name": name, "loop": loop.lineno}


def assigned_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that nodes assign or use as loop variables; augmented assignments such as `+=` do not count."""
    targets: list[ast.AST] = []
    for node in nodes:
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.For | ast.AnnAssign | ast.NamedExpr):
            targets.append(node.target)
    return {name for target in targets for name in names_in(target)}


def names_in(node: ast.AST) -> set[str]:
    """Return the names in a part of the source."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def first_assignment(function: ast.FunctionDef, name: str) -> int:
    """Return the line of the first assignment to a name in a function; 0 if there is none."""
    lines = [node.lineno for node in own_nodes(function)
             if isinstance(node, ast.Assign) and any(name in names_in(target) for target in node.targets)]  # fmt: skip
    return min(lines, default=0)


def overwritten_flags(loop: ast.For | ast.While) -> Iterator[Slip]:
    """Yield a slip for each flag that both branches of an `if` in a loop set: only the last iteration counts."""
    for node in loop.body:
        if isinstance(node, ast.If) and len(node.body) == len(node.orelse) == 1:
            one, two = (flag_set(branch[0]) for branch in (node.body, node.orelse))
            if one and two and one[0] == two[0] and one[1] != two[1]:
                yield "overwritten_flag", {"line": node.orelse[0].lineno, "name": one[0], "loop": loop.lineno}


def flag_set(statement: ast.stmt) -> tuple[str, bool] | None:
    """Return the name and the value if a statement assigns True or False to a name; else None."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=bool() as value)):
            return name, value
    return None


def overwritten_targets(loop: ast.For) -> Iterator[Slip]:
    """Yield a slip if the move that a loop tries is overwritten with a part of a call's result."""
    targets = names_in(loop.target)
    for statement in loop.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            for target in statement.targets:
                again = names_in(target) & targets
                if isinstance(target, ast.Tuple) and again and again & names_in(statement.value):
                    yield (
                        "overwritten_target",
                        {"line": statement.lineno, "name": sorted(again)[0], "loop": loop.lineno},
                    )
