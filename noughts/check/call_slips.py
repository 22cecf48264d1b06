"""Slips (slips.py) in calls: zip with one argument, update with a tuple, or a result that is not used."""

import ast
from collections.abc import Iterator, Mapping

from noughts.check.loop_slips import Slip, assigned_names, names_in
from noughts.check.source_faults import own_nodes

# A function with one of these statements may change variables outside it.
ACTING = (ast.Nonlocal, ast.Global)


def call_slips(function: ast.FunctionDef, known: Mapping[str, ast.FunctionDef]) -> Iterator[Slip]:
    """Yield the slips in the calls that a function makes; `known` are the functions of the file, by name."""
    for node in own_nodes(function):
        match node:
            case ast.Call(func=ast.Name(id="zip"), args=[ast.Name(id=name)], keywords=[]):
                yield "zips_one", {"line": node.lineno, "name": name}
            case ast.Call(func=ast.Attribute(attr="update"), args=[ast.Tuple() as pair]):
                yield "adds_parts", {"line": node.lineno, "code": ast.unparse(pair)}
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name in known and only_returns(known[name]):
                yield "unused_result", {"line": node.lineno, "name": name}


def only_returns(function: ast.FunctionDef) -> bool:
    """Return whether a function returns a value and seems to do nothing else, such as change a list or print."""
    nodes = list(own_nodes(function))
    local = assigned_names(nodes)
    changed = [node.value for node in nodes
               if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store)]  # fmt: skip
    changed += [node.value.func for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    returns = any(isinstance(node, ast.Return) and node.value is not None for node in nodes)
    return (
        returns and all(names_in(each) <= local for each in changed) and not any(isinstance(n, ACTING) for n in nodes)
    )
