"""Rank the lines of a function by how likely it is that they decided a wrong result."""

import ast
from collections.abc import Iterable, Sequence

from noughts.trace.finder import Suspect
from noughts.trace.recording import Function, Recording, Step

# The most lines that a finding names.
SHOWN_MAX = 5
# Kinds of faults in which a line that ran must be wrong, and kinds in which a move was left out.
RETURNED = {"finished_value", "not_searched", "wrong_rule", "raises", "no_score", "no_scores", "not_a_move"}
LEFT_OUT = {"moves_left_out", "move_not_searched"}


def function_node(tree: ast.Module, function: Function) -> ast.FunctionDef | None:
    """Return the definition of a function; None if the tree has none with its name and line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name, node.lineno) == (function.name, function.line):
            return node
    return None


def rank_lines(tree: ast.Module, recording: Recording, suspect: Suspect, steps: Sequence[Step]) -> list[int]:
    """Return the lines of the function to blame, those that are most likely to be wrong first.

    `steps` are the lines that ran in the wrong call. Return an empty list if the tree does not contain the function.
    """
    node = function_node(tree, recording.functions[suspect.function])
    if node is None:
        return []
    last_line = node.end_lineno or node.lineno
    ran = list(dict.fromkeys(step.line for step in reversed(steps) if node.lineno <= step.line <= last_line))
    loops = set(of_kind(node, ran, (ast.For,)))
    ran.sort(key=loops.__contains__)  # `for` lines come last: they are seldom wrong
    first = [suspect.line] if suspect.line else []
    if suspect.record.error and node.lineno <= suspect.record.error.line <= last_line:
        first.append(suspect.record.error.line)
    if suspect.kind in RETURNED:
        middle = ran
    elif suspect.kind in ("not_a_successor", "leaves_changes"):
        middle = board_changes(node)
    elif suspect.kind in LEFT_OUT:
        middle = [*of_kind(node, ran, (ast.Break, ast.Return)), *of_kind(node, ran, (ast.For, ast.If, ast.While))]
    else:
        middle = [*choosing(node), *of_kind(node, ran, (ast.If, ast.Assign, ast.Return))]
    empty = of_kind(node, ran, (ast.Pass,))  # a statement may be missing there
    return list(dict.fromkeys([*first, *empty, *middle, *ran, *statement_lines(node)]))


def lines_to_change(ranked: Sequence[int], suspect: Suspect, steps: Sequence[Step]) -> list[int]:
    """Return those of the ranked lines on which to try changes.

    These are the lines that ran if the suspect's kind is in RETURNED and it is known which lines ran, else all lines.
    """
    ran = {step.line for step in steps}
    return [line for line in ranked if line in ran or not ran or suspect.kind not in RETURNED]


def of_kind(node: ast.FunctionDef, lines: Iterable[int], kinds: tuple[type[ast.stmt], ...]) -> list[int]:
    """Return the given lines on which a statement of one of the kinds begins."""
    wanted = {part.lineno for part in ast.walk(node) if isinstance(part, kinds)}
    return [line for line in lines if line in wanted]


def board_changes(node: ast.FunctionDef) -> list[int]:
    """Return the lines that assign to an item, such as board[i][j], and then the lines that call result."""
    parts = list(ast.walk(node))
    items = [part.lineno for part in parts if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)]
    calls = [part.lineno for part in parts if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "result"]
    return items + calls


def choosing(node: ast.FunctionDef) -> list[int]:
    """Return the lines that may choose among scores: comparisons in loops, and calls of max, min and sorted."""
    lines: list[int] = []
    loops: list[ast.stmt] = [part for part in ast.walk(node) if isinstance(part, ast.For | ast.While)]
    for place in [*loops, node]:
        for part in ast.walk(place):
            if (isinstance(part, ast.Call) and getattr(part.func, "id", "") in ("max", "min", "sorted")) or (
                isinstance(part, ast.Compare) and place is not node
            ):
                lines.append(part.lineno)
    return list(dict.fromkeys(lines))


def statement_lines(node: ast.FunctionDef) -> list[int]:
    """Return the first line of every statement in a function, except the docstring."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    return sorted({part.lineno for top in body for part in ast.walk(top) if isinstance(part, ast.stmt)})
