"""Faults that the source shows, for functions that gave wrong answers."""

import ast
from collections.abc import Iterator, Mapping

from noughts.check.findings import Finding, finding
from noughts.check.rulings import Ruling, RulingKind
from noughts.check.source import functions_of
from noughts.check.state import is_empty
from noughts.game.exercise import FUNCTION_NAMES

# The names after `except` that catch every ordinary exception; "" stands for no name.
CATCH_ALL = {"", "Exception", "BaseException"}
# The functions that say whether a game is over, and functions of Python that cannot.
ENDS = ("terminal", "winner", "utility")
HARMLESS = ("len", "str", "tuple", "list", "range", "enumerate", "print", "deepcopy", "id", "repr", "zip")


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without those inside nested functions, classes and lambdas."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def is_not_written(function: ast.FunctionDef) -> bool:
    """Return whether a function only raises NotImplementedError."""
    body = [node for node in function.body if not is_empty(node)]
    return len(body) == 1 and isinstance(body[0], ast.Raise) and "NotImplementedError" in ast.unparse(body[0])


def calls(function: ast.FunctionDef, *names: str) -> bool:
    """Return whether a function calls one of `names`; calls in nested functions do not count."""
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in names
               for n in own_nodes(function))  # fmt: skip


def is_called_by(function: ast.FunctionDef, known: Mapping[str, ast.FunctionDef]) -> bool:
    """Return whether a function calls itself, directly or through one other function."""
    called = calls_in(function)
    return function.name in called.union(*(calls_in(known[name]) for name in called if name in known))


def calls_in(function: ast.FunctionDef) -> set[str]:
    """Return the names of the functions and methods that a function calls."""
    called = [node.func for node in own_nodes(function) if isinstance(node, ast.Call)]
    return {each.id if isinstance(each, ast.Name) else each.attr for each in called
            if isinstance(each, ast.Name | ast.Attribute)}  # fmt: skip


def may_check_end(name: str, functions: dict[str, ast.FunctionDef], seen: frozenset[str] = frozenset()) -> bool:
    """Return whether a function may check if the game is over on the board that it gets as its first argument.

    It may if it calls terminal, winner or utility, passes its board to a function or class that may check, or has no
    parameters.
    """
    function = functions[name]
    if calls(function, *ENDS) or not function.args.args:
        return True
    board = function.args.args[0].arg
    for node in own_nodes(function):
        if not isinstance(node, ast.Call) or not any(isinstance(a, ast.Name) and a.id == board for a in node.args):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in functions and called not in FUNCTION_NAMES and called not in seen:
            if may_check_end(called, functions, seen | {name}):
                return True
        elif called not in (*FUNCTION_NAMES, *seen, *HARMLESS):
            return True
    return False


def find_faults(tree: ast.Module | None, wrong: dict[str, list[Ruling]]) -> Iterator[Finding]:
    """Yield the faults that the source shows in functions that gave wrong answers."""
    functions = functions_of(tree)
    for name in FUNCTION_NAMES:
        function, rulings = functions.get(name), wrong.get(name, [])
        if function is None or not rulings or is_not_written(function):
            continue
        yield from empty_among_rows(function)
        has_value = any(isinstance(node, ast.Return | ast.Yield) and node.value for node in own_nodes(function))
        if not has_value and any(ruling.kind != RulingKind.RAISED for ruling in rulings):
            yield finding("no_return", function=name, line=function.lineno)
        if name == "result" and any(not ruling.error for ruling in rulings):
            yield from caught_exceptions(function)
        yield from raised_faults(name, rulings, functions)
        losses = {ruling.loss.words for ruling in rulings if ruling.loss}
        yield from (finding("gives_no_answer", function=name, loss=words) for words in sorted(losses)[:1])


def empty_among_rows(function: ast.FunctionDef) -> Iterator[Finding]:
    """Yield a finding for each line that looks for EMPTY in the board itself, which is a list of rows."""
    parameters = {argument.arg for argument in function.args.args}
    for node in own_nodes(function):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            is_empty = ast.unparse(node.left) in ("EMPTY", "None")
            if is_empty and isinstance(node.comparators[0], ast.Name) and node.comparators[0].id in parameters:
                board = node.comparators[0].id
                yield finding("empty_among_rows", function=function.name, line=node.lineno, board=board)


def caught_exceptions(function: ast.FunctionDef) -> Iterator[Finding]:
    """Yield a finding for each `except` that catches an exception raised in its own `try` and raises none itself."""
    for node in own_nodes(function):
        if not isinstance(node, ast.Try):
            continue
        raised = {name_in(each.exc) for part in node.body for each in ast.walk(part) if isinstance(each, ast.Raise)}
        for handler in node.handlers:
            caught = {name_in(kind) for kind in getattr(handler.type, "elts", [handler.type])}
            is_caught = raised and (caught & CATCH_ALL or caught & raised)
            if is_caught and not any(isinstance(inner, ast.Raise) for inner in ast.walk(handler)):
                yield finding("catches_own_exception", function=function.name, line=handler.lineno)


def name_in(expression: ast.expr | None) -> str:
    """Return the exception's name, without its module, in `raise NAME`, `raise NAME(...)` or `except NAME`; or ""."""
    called = expression.func if isinstance(expression, ast.Call) else expression
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def raised_faults(name: str, rulings: list[Ruling], functions: dict[str, ast.FunctionDef]) -> Iterator[Finding]:
    """Yield findings for the exceptions in `rulings`, for at most three different combinations of type and line."""
    raised = {(ruling.error, ruling.line): ruling for ruling in rulings if ruling.kind == RulingKind.RAISED}
    for (error, line), ruling in sorted(raised.items())[:3]:
        if error == "UnboundLocalError":
            for function in functions.values():
                yield from shadowed_names(name, function, set(functions), line)
        elif error == "RecursionError":
            around = [each for each in functions.values() if each.lineno <= line <= (each.end_lineno or line)]
            is_caller = any(is_called_by(function, functions) for function in around)  # else it was reached by chance
            yield finding("endless_recursion", function=name, line=line if is_caller else 0)
        elif error == "NotImplementedError":
            yield finding("calls_unwritten", function=name, line=line)
        elif error != "AssertionError" or line:
            yield finding("raises", function=name, error=error, line=line, message=ruling.message[:100])


def shadowed_names(name: str, function: ast.FunctionDef, functions: set[str], line: int) -> Iterator[Finding]:
    """Yield a finding for each name in `functions` that `function` both calls and assigns to.

    Yield nothing unless `line`, where the exception was raised, is in `function`.
    """
    if not function.lineno <= line <= (function.end_lineno or line):
        return
    stored = {node.id: node.lineno for node in own_nodes(function)
              if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}  # fmt: skip
    for shadowed in sorted(functions & stored.keys()):
        if calls(function, shadowed):
            yield finding("shadowed_name", function=name, name=shadowed, line=stored[shadowed], inside=function.name)
