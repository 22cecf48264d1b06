"""Faults that the source shows, for functions that gave wrong answers. Each is true of the code as it is written."""

import ast
from collections.abc import Iterator

from noughts.check.findings import Finding, finding
from noughts.check.rulings import Ruling, RulingKind
from noughts.game.exercise import FUNCTION_NAMES


def functions_of(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the functions of the top level by name; of two with one name the last, as in Python."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of the functions and classes inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def is_not_written(function: ast.FunctionDef) -> bool:
    """Return whether a function only raises NotImplementedError."""
    body = [node for node in function.body if not is_docstring(node)]
    return len(body) == 1 and isinstance(body[0], ast.Raise) and "NotImplementedError" in ast.unparse(body[0])


def is_docstring(node: ast.stmt) -> bool:
    """Return whether a statement is a constant that does nothing."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def calls(function: ast.FunctionDef, *names: str) -> bool:
    """Return whether a function calls one of those names itself."""
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in names
               for n in own_nodes(function))  # fmt: skip


def find_faults(tree: ast.Module | None, wrong: dict[str, list[Ruling]]) -> Iterator[Finding]:
    """Yield the faults that the source shows of the functions that gave wrong answers."""
    functions = functions_of(tree) if tree else {}
    for name in FUNCTION_NAMES:
        function, rulings = functions.get(name), wrong.get(name, [])
        if function is None or not rulings or is_not_written(function):
            continue  # there is nothing to read
        yield from empty_among_rows(function)
        if not any(isinstance(node, ast.Return | ast.Yield) and node.value for node in own_nodes(function)):
            yield finding("no_return", function=name, line=function.lineno)
        if name == "result" and any(not ruling.error for ruling in rulings):
            yield from caught_exceptions(function)
        yield from raised_faults(name, rulings, functions)
        losses = {ruling.loss for ruling in rulings if ruling.loss}
        yield from (finding("gives_no_answer", function=name, loss=loss.words) for loss in list(losses)[:1])


def empty_among_rows(function: ast.FunctionDef) -> Iterator[Finding]:
    """Yield each line that looks for EMPTY in the board, which is a list of rows."""
    parameters = {argument.arg for argument in function.args.args}
    for node in own_nodes(function):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            is_empty = ast.unparse(node.left) in ("EMPTY", "None")
            if is_empty and isinstance(node.comparators[0], ast.Name) and node.comparators[0].id in parameters:
                board = node.comparators[0].id
                yield finding("empty_among_rows", function=function.name, line=node.lineno, board=board)


def caught_exceptions(function: ast.FunctionDef) -> Iterator[Finding]:
    """Yield each `except` that catches an exception that the same function raises, and does not raise it again."""
    for node in own_nodes(function):
        if isinstance(node, ast.Try) and any(isinstance(n, ast.Raise) for part in node.body for n in ast.walk(part)):
            for handler in node.handlers:
                if not any(isinstance(inner, ast.Raise) for inner in ast.walk(handler)):
                    yield finding("catches_own_exception", function=function.name, line=handler.lineno)


def raised_faults(name: str, rulings: list[Ruling], functions: dict[str, ast.FunctionDef]) -> Iterator[Finding]:
    """Yield a finding for each exception and line that a function raised where it should not."""
    raised = {(ruling.error, ruling.line): ruling for ruling in rulings if ruling.kind == RulingKind.RAISED}
    for (error, line), ruling in sorted(raised.items())[:3]:
        if error == "UnboundLocalError":
            for function in functions.values():
                yield from shadowed_names(name, function, set(functions), line)
        elif error == "RecursionError":
            yield finding("endless_recursion", function=name, line=line)
        elif error == "NotImplementedError":
            yield finding("calls_unwritten", function=name, line=line)
        elif error != "AssertionError" or line:
            yield finding("raises", function=name, error=error, line=line, message=ruling.message[:100])


def shadowed_names(name: str, function: ast.FunctionDef, functions: set[str], line: int) -> Iterator[Finding]:
    """Yield the function names that a function uses for a local variable, if the exception came from it."""
    if not function.lineno <= line <= (function.end_lineno or line):
        return
    stored = {node.id: node.lineno for node in own_nodes(function)
              if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}  # fmt: skip
    for shadowed in sorted(functions & stored.keys()):
        if calls(function, shadowed):
            yield finding("shadowed_name", function=name, name=shadowed, line=stored[shadowed], inside=function.name)
