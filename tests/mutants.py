"""Mutants of right solutions: one operator, constant, name or line is changed."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

SOLUTIONS = sorted((Path(__file__).parent / "solutions").glob("*.py"))

COMPARISONS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.FloorDiv}
NAMES = {"X": "O", "O": "X", "max": "min", "min": "max", "all": "any", "any": "all", "i": "j", "j": "i",
         "alpha": "beta", "beta": "alpha", "max_value": "min_value", "min_value": "max_value",
         "lowest": "highest", "highest": "lowest"}  # fmt: skip


class Mutant(NamedTuple):
    """A changed file, the function and the line of the change (in the mutant's own text), and what was changed."""

    solution: str
    function: str
    line: int
    change: str
    source: str


def changes(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Yield a description and a function that applies each change to a node of another copy of the tree."""
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                new = COMPARISONS[type(operator)]
                yield f"comparison {new.__name__}", lambda n, index=index, new=new: n.ops.__setitem__(index, new())
        case ast.BoolOp(op=operator):
            new = ast.Or if isinstance(operator, ast.And) else ast.And
            yield new.__name__, lambda n, new=new: setattr(n, "op", new())
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in OPERATORS:
            new = OPERATORS[type(operator)]
            yield f"operator {new.__name__}", lambda n, new=new: setattr(n, "op", new())
        case ast.Constant(value=bool() as value):
            yield f"constant {not value}", lambda n, value=value: setattr(n, "value", not value)
        case ast.Constant(value=int() as value):
            for other in (value + 1, value - 1):
                yield f"constant {other}", lambda n, other=other: setattr(n, "value", other)
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield f"name {NAMES[name]}", lambda n, name=name: setattr(n, "id", NAMES[name])
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "operator left out", lambda n: n.__class__.__name__ and setattr(n, "op", ast.UAdd())
        case ast.Return(value=ast.expr()):
            yield "returns None", lambda n: setattr(n, "value", ast.Constant(None))
        case ast.Assign() | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue() | ast.Expr(value=ast.Call()):
            yield "line left out", None


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a solution."""
    tree = ast.parse(path.read_text())
    original = ast.unparse(tree)
    for function in [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]:
        places = list(ast.walk(function))
        for place, node in enumerate(places):
            for change, apply in changes(node):
                mutated = copy.deepcopy(tree)
                twin = next(n for n in mutated.body if getattr(n, "name", None) == function.name)
                target = list(ast.walk(twin))[place]
                if apply is None:
                    leave_out(twin, target)
                else:
                    apply(target)
                source = ast.unparse(ast.fix_missing_locations(mutated)) + "\n"
                line = changed_line(original, source)
                yield Mutant(path.stem, function.name, line, change, source)


def leave_out(root: ast.AST, target: ast.AST) -> None:
    """Replace a statement by pass."""
    for node in ast.walk(root):
        for name in ("body", "orelse"):
            body = getattr(node, name, None)
            if isinstance(body, list) and target in body:
                body[body.index(target)] = ast.Pass()


def changed_line(before: str, after: str) -> int:
    """Return the first line that differs."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return next((number for number, (old, new) in enumerate(pairs, 1) if old != new), 0)


@cache
def all_mutants() -> tuple[Mutant, ...]:
    """Return the mutants of all solutions, each text once, in an order that does not change."""
    mutants = {mutant.source: mutant for path in SOLUTIONS for mutant in mutants_of(path)}
    originals = {ast.unparse(ast.parse(path.read_text())) + "\n" for path in SOLUTIONS}
    return tuple(mutant for source, mutant in mutants.items() if source not in originals)


@cache
def shuffled(seed: int) -> tuple[Mutant, ...]:
    """Return all mutants in random order."""
    mutants = list(all_mutants())
    random.Random(seed).shuffle(mutants)
    return tuple(mutants)


def sample(count: int, seed: int = 0) -> list[Mutant]:
    """Return some of the mutants, the same ones every time."""
    return list(shuffled(seed)[:count])
