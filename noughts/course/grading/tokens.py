"""Turn a function into tokens that stay the same when a copy is rewritten in simple ways.

    token       a piece of syntax, e.g. "For", "range", "0x3"; every variable is "Name", and every string is "str"
    canonical   the one form that replaces several ways to write the same thing, before it becomes tokens:

    written                       canonical
    0 < x, y == x                 x > 0, x == y: constants on the right, other operands in the order of their tokens
    if not c: B else: A           if c: A else: B; also for !=, is not, not in, <= and >=, and for  B if not c else A
    x = x + 1                     x += 1
    c or c                        c
    x = 1, never read;  pass      nothing; also a docstring or other bare constant, and an assert of a constant

Apart from side effects, a canonical form has the same meaning as the form that was written, so that programs that give
different answers hardly ever become the same.
"""

import ast
import builtins
from collections.abc import Iterable
from itertools import islice

BUILTINS = frozenset(dir(builtins))
# For each comparison operator, the operator that means the same if the operands are exchanged.
MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE,
    ast.Eq: ast.Eq, ast.NotEq: ast.NotEq, ast.Is: ast.Is, ast.IsNot: ast.IsNot,
}  # fmt: skip
# The operators that do not occur in the canonical condition of two branches, each with the operator that replaces it
# when the branches are exchanged.
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.NotEq: ast.Eq, ast.IsNot: ast.Is, ast.NotIn: ast.In, ast.GtE: ast.Lt, ast.LtE: ast.Gt,
}  # fmt: skip
# At most this many nodes of each operand are compared to decide which operand is on the left.
NODES_COMPARED = 12
BRANCHES = (ast.If, ast.IfExp)


def tokens_of(root: ast.AST) -> Iterable[tuple[str, int]]:
    """Yield each token of a function with its line, or with 0 if the token has no line."""
    read = names_read(root)
    waiting = [root]
    while waiting:
        node = canonical(waiting.pop())
        if not isinstance(node, ast.arguments):
            yield token(node), getattr(node, "lineno", 0)
        children = [child for child in ast.iter_child_nodes(node) if not says_nothing(child, read)]
        waiting.extend(reversed(children))


def token(node: ast.AST) -> str:
    """Return the token of a node, without its children."""
    if isinstance(node, ast.Name):
        return node.id if node.id in BUILTINS else "Name"
    if isinstance(node, ast.Constant):
        return constant(node.value)
    return f".{node.attr}" if isinstance(node, ast.Attribute) else type(node).__name__


def constant(value: object) -> str:
    """Return a constant as a token: an int, float, bool or None by its value, anything else by its type."""
    if isinstance(value, int):
        return hex(value)  # Python refuses to write a very long number in decimal
    return repr(value) if isinstance(value, float | None) else type(value).__name__


def names_read(root: ast.AST) -> set[str]:
    """Return the names of the variables that are read somewhere in a function."""
    return {node.id for node in ast.walk(root) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def says_nothing(node: ast.AST, read: set[str]) -> bool:
    """Return whether to skip a node: an expression context such as Load, or a statement that does not matter.

    Such a statement is a `pass`, a constant, an assert of a constant, or an assignment to a variable not in `read`.
    """
    if not isinstance(node, ast.stmt):
        return isinstance(node, ast.expr_context)
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Assert(test=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name not in read
    return False


def canonical(node: ast.AST) -> ast.AST:
    """Return the canonical form of a node; its children are not changed."""
    if isinstance(node, ast.BoolOp):
        node = simplest(node)
    if isinstance(node, ast.Compare):
        return canonical_comparison(node)
    if isinstance(node, BRANCHES) and node.orelse:
        return canonical_branches(node)
    if isinstance(node, ast.Assign):
        return canonical_assignment(node)
    return node


def simplest(node: ast.AST) -> ast.AST:
    """Return the operand if the node is an `and` or `or` of equal operands, e.g. x for (x or x), else the node."""
    try:
        while isinstance(node, ast.BoolOp) and len({ast.dump(value) for value in node.values}) == 1:
            node = node.values[0]
    except RecursionError:  # a hostile file: too deep to be compared
        pass
    return node


def canonical_assignment(node: ast.Assign) -> ast.AST:
    """Return x += y for x = x + y, and likewise for other binary operators; else the node."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name) as target], value=ast.BinOp(left=ast.Name(id=left))) if name == left:
            assert isinstance(node.value, ast.BinOp)
            return ast.AugAssign(target, node.value.op, node.value.right, lineno=node.lineno)
    return node


def canonical_comparison(node: ast.Compare) -> ast.Compare:
    """Return a comparison with its operands in canonical order; a chain like a == b == c is reversed as a whole."""
    operators = [type(operator) for operator in node.ops]
    if not MIRRORED.keys() >= {*operators}:
        return node
    operands = [node.left, *node.comparators]
    first, last = order_of(operands[0]), order_of(operands[-1])
    if first < last or (first == last and operators[0] not in (ast.Gt, ast.GtE)):
        return node
    mirrored = [MIRRORED[operator]() for operator in reversed(operators)]
    return ast.Compare(operands[-1], mirrored, operands[-2::-1], lineno=node.lineno)


def order_of(operand: ast.AST) -> tuple[bool, list[str]]:
    """Return a sort key for operands that does not depend on the names of variables; constants come last."""
    return isinstance(operand, ast.Constant), [token(node) for node in islice(ast.walk(operand), NODES_COMPARED)]


def canonical_branches(node: ast.If | ast.IfExp) -> ast.AST:
    """Return an `if` with two branches in canonical form.

    If its condition is a `not`, or a comparison by an operator in OPPOSITE, negate it and exchange the branches.
    """
    match node.test:
        case ast.UnaryOp(op=ast.Not(), operand=test):
            pass
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in OPPOSITE:
            test = ast.Compare(left, [OPPOSITE[type(operator)]()], [right], lineno=node.test.lineno)
        case _:
            return node
    if isinstance(node, ast.If):
        return ast.If(test, node.orelse, node.body, lineno=node.lineno)
    return ast.IfExp(test, node.orelse, node.body, lineno=node.lineno)
