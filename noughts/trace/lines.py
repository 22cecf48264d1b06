"""Rank the lines of a function by how likely they decided a wrong result."""

import ast
from collections.abc import Iterable, Sequence

from noughts.trace.finder import Suspect
from noughts.trace.recording import Function, Recording, Step

SHOWN_MAX = 5
RETURNED = {"finished_value", "not_searched", "wrong_rule", "raises", "no_score", "no_scores", "not_a_move"}
LEFT_OUT = {"moves_left_out", "move_not_searched"}


def function_node(tree: ast.Module, function: Function) -> ast.FunctionDef | None:
    """Return the definition of a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name, node.lineno) == (function.name, function.line):
            return node
    return None


def rank_lines(tree: ast.Module, recording: Recording, suspect: Suspect, steps: Sequence[Step]) -> list[int]:
    """Return the lines of the blamed function, the most likely first."""
    node = function_node(tree, recording.functions[suspect.function])
    if node is None:
        return []
    ran = lines_that_ran(node, steps)
    first: list[int] = [suspect.line] if suspect.line else []
    if suspect.record.error and node.lineno <= suspect.record.error.line <= (node.end_lineno or 0):
        first.append(suspect.record.error.line)
    if suspect.kind in RETURNED:
        middle = ran
    elif suspect.kind in ("not_a_successor", "leaves_changes"):
        middle = [*board_changes(node), *ran]
    elif suspect.kind in LEFT_OUT:
        middle = [*of_kind(node, ran, (ast.Break, ast.Return)), *of_kind(node, ran, (ast.For, ast.If, ast.While))]
    else:
        middle = [*choosing(node), *of_kind(node, ran, (ast.If, ast.Assign, ast.Return))]
    empty = of_kind(node, ran, (ast.Pass,))  # something may be missing there
    return list(dict.fromkeys([*first, *empty, *middle, *ran, *statement_lines(node)]))


def lines_that_ran(node: ast.FunctionDef, steps: Sequence[Step]) -> list[int]:
    """Return the lines of a function that ran, the last one first."""
    lines = [step.line for step in steps if node.lineno <= step.line <= (node.end_lineno or node.lineno)]
    return list(dict.fromkeys(reversed(lines)))


def lines_to_change(tree: ast.Module, recording: Recording, suspect: Suspect, steps: Sequence[Step]) -> list[int]:
    """Return the lines on which a change may mend the call; if it only returned something, lines that ran in it."""
    ranked = rank_lines(tree, recording, suspect, steps)
    node = function_node(tree, recording.functions[suspect.function])
    if suspect.kind not in RETURNED or node is None or not steps:
        return ranked
    ran = lines_that_ran(node, steps)
    return [line for line in ranked if line in ran]


def of_kind(node: ast.FunctionDef, lines: Iterable[int], kinds: tuple[type[ast.stmt], ...]) -> list[int]:
    """Return those of the lines on which a statement of that kind begins."""
    wanted = {each.lineno for each in ast.walk(node) if isinstance(each, kinds)}
    return [line for line in lines if line in wanted]


def board_changes(node: ast.FunctionDef) -> list[int]:
    """Return the lines that put something into a list, or call result."""
    parts = list(ast.walk(node))
    stored = [each.lineno for each in parts if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store)]
    calls = [each for each in parts if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "result"]
    return stored + [each.lineno for each in calls]


def choosing(node: ast.FunctionDef) -> list[int]:
    """Return the lines that choose among scores: comparisons and calls of max and min, then what depends on them."""
    lines: list[int] = []
    loops = [each for each in ast.walk(node) if isinstance(each, ast.For | ast.While)]
    for place in [*loops, node]:
        for each in ast.walk(place):
            if (isinstance(each, ast.Call) and getattr(each.func, "id", "") in ("max", "min", "sorted")) or (
                isinstance(each, ast.Compare) and place is not node
            ):
                lines.append(each.lineno)
    return list(dict.fromkeys(lines))


def statement_lines(node: ast.FunctionDef) -> list[int]:
    """Return the lines of all statements of a function, without its docstring."""
    return sorted({each.lineno for part in node.body for each in ast.walk(part) if isinstance(each, ast.stmt)})
