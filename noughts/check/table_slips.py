"""Slips (slips.py) in tables of lines or cells."""

import ast
from collections.abc import Iterator, Sequence

from noughts.check.loop_slips import Slip, assigned_names, names_in
from noughts.game.rules import CLASSIC


def table_slips(tree: ast.Module, functions: Sequence[ast.FunctionDef]) -> Iterator[Slip]:
    """Yield a slip for each wrong line or cell in the tables that the functions use; cells are numbers or pairs."""
    used = {name for function in functions for name in names_in(function)}
    tables = [node for node in tree.body if isinstance(node, ast.Assign) and assigned_names([node]) & used]
    for node in (part for each in (*functions, *tables) for part in ast.walk(each)):
        if isinstance(node, ast.List | ast.Tuple) and len(node.elts) == len(CLASSIC.cells):
            yield from repeated_cells(node)
        elif isinstance(node, ast.List | ast.Tuple) and len(node.elts) >= len(CLASSIC.lines) - 2:
            cells = {id(part): cells_of(part) for part in node.elts}
            if sum(each in CLASSIC.lines for each in cells.values()) >= len(node.elts) - 2:
                for part in node.elts:
                    if cells[id(part)] and cells[id(part)] not in CLASSIC.lines:
                        yield "wrong_line", {"line": part.lineno, "code": ast.unparse(part)}


def repeated_cells(node: ast.List | ast.Tuple) -> Iterator[Slip]:
    """Yield a slip if a table of nine cells has one of them twice."""
    try:
        cells = [3 * each[0] + each[1] if isinstance(each, tuple) else each for each in ast.literal_eval(node)]
    except (ValueError, TypeError, IndexError):
        return
    missing = sorted({*CLASSIC.cells} - {cell for cell in cells if type(cell) is int})
    if len(missing) == 1 and all(type(cell) is int and cell in CLASSIC.cells for cell in cells):
        twice = next(index for index, cell in enumerate(cells) if cell in cells[:index])
        code, part = ast.unparse(node.elts[twice]), node.elts[twice]
        cell = str(divmod(missing[0], 3)) if isinstance(part, ast.Tuple) else str(missing[0])
        yield "repeated_cell", {"line": part.lineno, "code": code, "cell": cell}


def cells_of(node: ast.expr) -> tuple[int, ...]:
    """Return the cells of a line like [0, 1, 2] or [(0, 0), (0, 1), (0, 2)] in rising order; () for anything else."""
    try:
        value = ast.literal_eval(node)
        cells = [3 * each[0] + each[1] if isinstance(each, list | tuple) else each for each in value]
        return tuple(sorted(cells)) if len(cells) == 3 and all(type(cell) is int for cell in cells) else ()
    except (ValueError, TypeError, IndexError):
        return ()
