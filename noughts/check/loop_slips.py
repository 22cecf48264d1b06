"""Slips (slips.py) in loops, such as a loop that ends in its first iteration, or a counter that is never reset."""

import ast
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from noughts.check.source_faults import own_nodes

# The id of a finding, and its fields.
Slip: TypeAlias = tuple[str, dict[str, Any]]
LOOPS = (ast.For, ast.While)


def loop_slips(loop: ast.For | ast.While, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield the slips of a loop in a function; most kinds are looked for in `for` loops only."""
    last = loop.body[-1]
    # `for action in actions(board): return action` ends in its first iteration on purpose.
    is_idiom = isinstance(last, ast.Return) and len(loop.body) == 1 and isinstance(last.value, ast.Name)
    if always_leaves(loop.body) and not is_idiom:
        yield "first_round_only", {"line": loop.lineno, "last": leaving_line(loop.body)}
    else:
        yield from never_reset(loop, function)
    yield from overwritten_flags(loop)
    if isinstance(loop, ast.For):
        yield from overwritten_targets(loop)
        yield from overwritten_counts(loop, function)
        yield from shared_items(loop, function)
        yield from reset_counts(loop, function)
        yield from late_starts(loop)
        yield from zero_starts(loop, function)
        yield from unused_moves(loop)
        yield from kept_replies(loop)
        yield from first_equal_rows(loop)
        yield from overwritten_boards(loop, function)


def always_leaves(body: list[ast.stmt]) -> bool:
    """Return whether a loop's body always ends the loop: it ends in `return` on every branch and has no `continue`."""
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
    """Yield a slip for each counter that an inner loop increases and the outer loop reads but never resets."""
    assigned = assigned_names(part for statement in loop.body for part in ast.walk(statement))
    for index, inner in enumerate(loop.body):
        if isinstance(inner, LOOPS):
            counted = {node.target.id for node in ast.walk(inner)
                       if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}  # fmt: skip
            read = set(names_in(inner.test)) if isinstance(inner, ast.While) else set()
            read |= {
                name for later in loop.body[index + 1 :] if not isinstance(later, LOOPS) for name in names_in(later)
            }
            for name in sorted((counted & read) - assigned):
                if line := last_assignment(function, name, loop.lineno):
                    yield "never_reset", {"line": line, "name": name, "loop": loop.lineno}


def assigned_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names in the targets of assignments and `for` loops; augmented assignments (`+=`) do not count."""
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


def last_assignment(function: ast.FunctionDef, name: str, before: int) -> int:
    """Return the last line above `before` on which a function assigns to a name; 0 if there is none."""
    lines = [node.lineno for node in own_nodes(function)
             if isinstance(node, ast.Assign) and any(name in names_in(target) for target in node.targets)]  # fmt: skip
    return max((line for line in lines if line < before), default=0)


def overwritten_flags(loop: ast.For | ast.While) -> Iterator[Slip]:
    """Yield a slip for each flag that one branch of an `if` in a loop sets to True, and the other to False."""
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


def overwritten_counts(loop: ast.For, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each count that starts at 0 before a loop, and that every iteration sets again."""
    inside = {id(part) for statement in loop.body for part in ast.walk(statement)}
    for statement in loop.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="count")) as value):
                others = [part for part in own_nodes(function) if isinstance(part, ast.Name) and part.id == name
                          and isinstance(part.ctx, ast.Load)]  # fmt: skip
                is_own = names_in(loop.target) & names_in(value) and not any(id(part) in inside for part in others)
                if is_own and others and any(line < loop.lineno for line in zero_lines(function, name)):
                    yield "overwritten_count", {"line": statement.lineno, "name": name, "loop": loop.lineno}


def reset_counts(loop: ast.For, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each count that a loop sets to 0 in each iteration, and that is read only outside the loop."""
    inside = {id(part) for statement in loop.body for part in ast.walk(statement)}
    counted = {part.target.id for statement in loop.body for part in ast.walk(statement)
               if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name)}  # fmt: skip
    for statement in loop.body:
        match statement:
            case ast.Assign(targets=targets, value=ast.Constant(value=0)):
                for name in sorted({each.id for each in targets if isinstance(each, ast.Name)} & counted):
                    reads = [part for part in own_nodes(function) if isinstance(part, ast.Name) and part.id == name
                             and isinstance(part.ctx, ast.Load)]  # fmt: skip
                    if reads and not any(id(part) in inside for part in reads):
                        yield "reset_count", {"line": statement.lineno, "name": name, "loop": loop.lineno}


def shared_items(loop: ast.For, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip if each iteration changes the same list or dict and adds it to another list."""
    parts = [part for statement in loop.body for part in ast.walk(statement)]
    changed = {part.value.id for part in parts if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)
               and isinstance(part.value, ast.Name)}  # fmt: skip
    stored = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    for part in parts:
        match part:
            case ast.Call(func=ast.Attribute(attr="append" | "add"), args=[ast.Name(id=name)]):
                made = last_assignment(function, name, loop.lineno)
                if name in changed - stored and made:
                    yield "shared_item", {"line": part.lineno, "name": name, "made": made}


def overwritten_targets(loop: ast.For) -> Iterator[Slip]:
    """Yield a slip if the move that a loop tries is overwritten with a part of a call's result."""
    for statement, target, call in unpacked_calls(loop):
        again = names_in(target) & names_in(loop.target) & names_in(call)
        if again:
            yield "overwritten_target", {"line": statement.lineno, "name": min(again), "loop": loop.lineno}


def unpacked_calls(loop: ast.For) -> Iterator[tuple[ast.Assign, ast.Tuple, ast.Call]]:
    """Yield each statement of a loop that unpacks a call's result, with the unpacked names and the call."""
    for statement in loop.body:
        match statement:
            case ast.Assign(targets=[ast.Tuple() as target], value=ast.Call() as call):
                yield statement, target, call


def kept_replies(loop: ast.For) -> Iterator[Slip]:
    """Yield a slip if a loop over moves keeps the move that a search returned, and never uses its own move again."""
    for statement, target, call in unpacked_calls(loop):
        later = [part for each in loop.body if each is not statement for part in ast.walk(each)]
        compared = {name for part in later if isinstance(part, ast.Compare) for name in names_in(part)}
        own, replies = names_in(loop.target), names_in(target) - compared - names_in(loop.target)
        used = {part.id for part in later if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
        if not isinstance(loop.target, ast.Name) or own & used or not own & names_in(call):
            continue
        for part in later:
            if isinstance(part, ast.Assign) and names_in(part.value) & replies:
                yield (
                    "keeps_reply",
                    {"line": part.lineno, "name": min(names_in(part.value) & replies), "move": min(own)},
                )


def late_starts(loop: ast.For) -> Iterator[Slip]:
    """Yield a slip for each best value that is reset in every iteration, so that only the last iteration counts."""
    improved = {name for statement in loop.body for name in improved_names(statement)}
    for statement in loop.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in improved and not names_in(value) - {
                "math"
            }:
                yield "late_start", {"line": statement.lineno, "name": name, "loop": loop.lineno}


def zero_starts(loop: ast.For, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip for each best value of a loop over moves that starts at 0: only moves better than 0 are chosen."""
    for node in loop.body:
        match node:
            case ast.If(test=ast.Compare(left=ast.Name(id=value), ops=[ast.Gt() | ast.Lt() as order],
                                         comparators=[ast.Name(id=best)]), body=body):  # fmt: skip
                line = last_assignment(function, best, loop.lineno)
                keeps = any(isinstance(each, ast.Assign) and best in assigned_names([each])
                            and value in names_in(each.value) for each in body)  # fmt: skip
                if keeps and line in zero_lines(function, best) and "action" in ast.unparse(loop.iter):
                    side = "above" if isinstance(order, ast.Gt) else "below"
                    yield "zero_start", {"line": line, "name": best, "side": side}


def unused_moves(loop: ast.For) -> Iterator[Slip]:
    """Yield a slip if a loop over actions(...) never uses the action."""
    match loop:
        case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="actions"))):
            if not any(name in names_in(statement) for statement in loop.body):
                yield "unused_move", {"line": loop.lineno, "name": name}


def zero_lines(function: ast.FunctionDef, name: str) -> set[int]:
    """Return the lines on which a function assigns 0 to a name."""
    assigned = [node for node in own_nodes(function) if isinstance(node, ast.Assign) and name in assigned_names([node])]
    zeros = [node for node in assigned if isinstance(node.value, ast.Constant) and node.value.value == 0]
    return {node.lineno for node in zeros}


def improved_names(statement: ast.stmt) -> set[str]:
    """Return the name that a statement like `best = max(best, value)` assigns, in a set; else an empty set."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="max" | "min")) as call):
            return {name} & names_in(call)
    return set()


def first_equal_rows(loop: ast.For) -> Iterator[Slip]:
    """Yield a slip for each `board.index(row)` in a loop over the rows, which finds the first of several equal rows."""
    for part in ast.walk(loop):
        match part, loop.target, loop.iter:
            case (ast.Call(func=ast.Attribute(value=ast.Name(id=searched), attr="index"), args=[ast.Name(id=row)]),
                  ast.Name(id=target), ast.Name(id=iterated)) if (row, searched) == (target, iterated):  # fmt: skip
                yield "first_equal_row", {"line": part.lineno, "board": searched, "row": row}


def overwritten_boards(loop: ast.For, function: ast.FunctionDef) -> Iterator[Slip]:
    """Yield a slip if a loop over moves assigns each new board to the name of the board that it started from."""
    parameters = {each.arg for each in function.args.args}
    for statement in loop.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="result")) as call):
                if name in parameters & names_in(call) and names_in(loop.target) & names_in(call):
                    yield "overwritten_board", {"line": statement.lineno, "name": name, "loop": loop.lineno}
