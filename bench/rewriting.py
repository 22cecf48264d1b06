"""Rewrite a program as a person might to hide a copy: the answers stay the same, and the text looks different.

Each trick is used wherever it fits.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

from bench.submissions import WORDS, copied

# The same comparison with its operands swapped, and the opposite comparison.
MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE,
            ast.Eq: ast.Eq, ast.NotEq: ast.NotEq, ast.Is: ast.Is, ast.IsNot: ast.IsNot}  # fmt: skip
OPPOSITE = {ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
            ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}  # fmt: skip


class Comparisons(ast.NodeTransformer):
    """Swap the operands of comparisons: `a < b` to `b > a`, `a == b` to `b == a`."""

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        """Return the comparison with its operands swapped, or unchanged if one of its operators is not in MIRRORED."""
        self.generic_visit(node)
        if not all(type(op) in MIRRORED for op in node.ops):
            return node
        last, *others = reversed([node.left, *node.comparators])
        return ast.Compare(last, [MIRRORED[type(op)]() for op in reversed(node.ops)], others)


class Branches(ast.NodeTransformer):
    """Exchange branches: `if c: A else: B` to `if not c: B else: A`; both as statements and in expressions."""

    def visit_If(self, node: ast.If) -> ast.If:
        """Return the statement with exchanged branches, or unchanged if it has no `else`."""
        self.generic_visit(node)
        return ast.If(opposite(node.test), node.orelse, node.body) if node.orelse else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        """Return the expression with exchanged branches."""
        self.generic_visit(node)
        return ast.IfExp(opposite(node.test), node.orelse, node.body)


def opposite(test: ast.expr) -> ast.expr:
    """Return the opposite condition, as a person would write it."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return ast.Compare(left, [OPPOSITE[type(op)]()], [right])
    return ast.UnaryOp(ast.Not(), test)


class Loops(ast.NodeTransformer):
    """Write `for i in range(3)` as a while loop, a list comprehension as a for loop, and `x += 1` as `x = x + 1`."""

    def visit_For(self, node: ast.For) -> list[ast.stmt] | ast.For:
        """Return a while loop for a loop over range(CONSTANT) without `continue`; return any other loop unchanged."""
        self.generic_visit(node)
        match node:
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=end)]),
                orelse=[],
            ) if not any(isinstance(inner, ast.Continue) for inner in ast.walk(node)):
                loop = ast.parse(f"{name} = 0\nwhile {name} < {end!r}:\n    {name} = {name} + 1").body
                assert isinstance(loop[1], ast.While)
                loop[1].body[:0] = node.body
                return loop
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt] | ast.Assign:
        """Return `x = []` and a for loop that fills it, in place of `x = [... for ... in ...]` that does not use x."""
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.ListComp(elt=item, generators=[each])) if (
                name not in {inner.id for inner in ast.walk(node.value) if isinstance(inner, ast.Name)}
            ):
                add: ast.stmt = ast.parse(f"{name}.append({ast.unparse(item)})").body[0]
                for test in reversed(each.ifs):
                    add = ast.If(test, [add], [])
                return [ast.Assign(node.targets, ast.List([], ast.Load())), ast.For(each.target, each.iter, [add], [])]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Return `x = x + 1` for `x += 1`, and the same for other operators, if the value is a constant."""
        if isinstance(node.target, ast.Name) and isinstance(node.value, ast.Constant):
            return ast.Assign([node.target], ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value))
        return node


class Fillers(ast.NodeTransformer):
    """Add variables that are never read, and a docstring for each function."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Return the function with a docstring, and with an assignment before about every second statement."""
        for block in [inner for inner in ast.walk(node) if isinstance(inner, ast.FunctionDef | ast.For | ast.If)]:
            block.body = [each for statement in block.body for each in (*self.filler(), statement)]
        node.body.insert(0, ast.Expr(ast.Constant(f"Handles the {self.chance.choice(WORDS)}.")))
        return node

    def filler(self) -> list[ast.stmt]:
        """Return a statement without effect, or none."""
        name, value = f"spare_{self.chance.choice(WORDS)}", self.chance.choice(("0", "None", "[]", "''", "(1, 2)"))
        return ast.parse(f"{name} = {value}").body if self.chance.random() < 0.5 else []


class Guards(ast.NodeTransformer):
    """Put what follows a branch that returns into an `else`: `if c: return 1; B` to `if not c: B else: return 1`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Return the function with every such branch rewritten; the last one becomes the innermost."""
        for at in range(len(node.body) - 2, -1, -1):
            match node.body[at]:
                case ast.If(test=test, body=[*_, ast.Return() | ast.Raise()] as body, orelse=[]):
                    node.body[at:] = [ast.If(opposite(test), node.body[at + 1 :], body)]
        return node


class Steps(ast.NodeTransformer):
    """Name what is returned before it is returned: `return f(x)` to `answer = f(x); return answer`."""

    def visit_Return(self, node: ast.Return) -> list[ast.stmt] | ast.Return:
        """Return both statements, unless the value is a name or a constant."""
        if node.value is None or isinstance(node.value, ast.Name | ast.Constant):
            return node
        assign = ast.Assign([ast.Name("answer", ast.Store())], node.value)
        return [assign, ast.Return(ast.Name("answer", ast.Load()))]


def rewritten(text: str, *transformers: ast.NodeTransformer) -> str:
    """Return the program after these changes."""
    tree = ast.parse(text)
    for transformer in transformers:
        tree = transformer.visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def by(*transformers: type[ast.NodeTransformer]) -> Callable[[str, int], str]:
    """Return a trick that uses these transformers one after the other."""
    return lambda text, seed: rewritten(text, *(each() for each in transformers))


def with_fillers(trick: Callable[[str, int], str]) -> Callable[[str, int], str]:
    """Return a trick that also adds fillers, and gives everything new names and another order."""
    return lambda text, seed: copied(rewritten(trick(text, seed), Fillers(random.Random(seed))), seed)


# The tricks by name: each takes a program's text and a seed, and returns the new text. The tricks up to "all" were
# known when the canonical form was written. The canonical form does not undo loops, guards and steps.
TRICKS: dict[str, Callable[[str, int], str]] = {
    "names and order": copied,
    "comparisons": by(Comparisons),
    "branches": by(Branches),
    "loops": by(Loops),
    "fillers": lambda text, seed: rewritten(text, Fillers(random.Random(seed))),
    "all": with_fillers(by(Comparisons, Branches, Loops)),
    "guards": by(Guards),
    "steps": by(Steps),
    "all, guards and steps": with_fillers(by(Comparisons, Guards, Branches, Loops, Steps)),
}
