"""Decide from the source alone whether a call can change the answer of a later call.

`keeps_no_state` returns True only if it understands the whole file; such a file needs no second order of questions. It
understands what most solutions use: functions, constants, read-only tables, local variables, and the modules copy and
math. Everything else counts as state, even if it is harmless.

    table       a list, dict or set of constants at the top level, such as LINES = [(0, 1, 2), ...]
    depth       how deeply a table is nested: 1 for [0, 1, 2], 2 for [[0, 1], [2]]; 0 for a constant
"""

import ast

from noughts.errors import NoughtsError

# The built-in names, the methods, and the names from modules that a file without state may use.
BUILTINS = {
    "AssertionError", "AttributeError", "Exception", "IndexError", "KeyError", "LookupError", "NameError",
    "NotImplementedError", "RuntimeError", "StopIteration", "TypeError", "ValueError", "abs", "all", "any", "bin",
    "bool", "chr", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "int", "isinstance", "iter", "len",
    "list", "map", "max", "min", "next", "ord", "pow", "print", "range", "reversed", "round", "set", "sorted", "str",
    "sum", "tuple", "zip",
}  # fmt: skip
METHODS = {
    "add", "append", "clear", "copy", "count", "difference", "discard", "endswith", "extend", "format", "fromkeys",
    "get", "index", "insert", "intersection", "isdisjoint", "issubset", "issuperset", "items", "join", "keys", "lower",
    "pop", "remove", "replace", "reverse", "setdefault", "sort", "split", "startswith", "symmetric_difference", "union",
    "update", "upper", "values",
}  # fmt: skip
FROM_MODULES = {
    "copy": {"copy", "deepcopy"},
    "math": {"inf", "isinf"},
}
# Functions that only read a table of depth 1 that they get as an argument.
READERS = {"all", "any", "enumerate", "len", "list", "max", "min", "range", "reversed", "set", "sorted", "sum", "tuple"}
# Statements and expressions that cannot keep a value from one call to the next by themselves.
PLAIN_NODES = (
    ast.Expr, ast.Return, ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass, ast.Raise, ast.Try, ast.Assert,
    ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp, ast.IfExp,
    ast.Dict, ast.Set, ast.List, ast.Tuple, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Compare,
    ast.Call, ast.JoinedStr, ast.FormattedValue, ast.Constant, ast.Subscript, ast.Slice, ast.Starred, ast.Lambda,
    ast.arguments, ast.arg, ast.keyword, ast.comprehension, ast.ExceptHandler, ast.expr_context, ast.operator,
    ast.unaryop, ast.boolop, ast.cmpop, ast.Match, ast.match_case, ast.MatchValue, ast.MatchSingleton,
    ast.MatchAs, ast.MatchOr, ast.MatchSequence,
)  # fmt: skip


class HasState(NoughtsError):
    """Raised if the file has, or may have, state that outlives a call."""


def keeps_no_state(tree: ast.Module) -> bool:
    """Return whether it is certain that no call of the file's functions changes the answer of a later call."""
    try:
        Reader(tree).read()
    except (HasState, RecursionError):
        return False
    return True


class Reader:
    """Reads a file from top to bottom; raises HasState at the first part that it does not understand."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.depths: dict[str, int] = {}  # of the constants and tables at the top level
        self.modules: set[str] = set()
        self.functions: list[ast.FunctionDef] = []
        self.known = set(BUILTINS)

    def read(self) -> None:
        """Read the top level, then every function."""
        for node in self.tree.body:
            self._read_top(node)
        if BUILTINS & ({function.name for function in self.functions} | set(self.depths)):
            raise HasState  # e.g. a `sorted` of its own, which may do anything
        for function in self.functions:
            Body(self, function).read()

    def _read_top(self, node: ast.stmt) -> None:
        """Note what a statement at the top level defines."""
        match node:
            case ast.FunctionDef():
                self.functions.append(node)
                self.known.add(node.name)
            case ast.Import(names=names) if all(each.name in FROM_MODULES and not each.asname for each in names):
                self.modules |= {each.name for each in names}
            case ast.ImportFrom(module=str() as module, names=names, level=0) if {each.name for each in names} <= (
                FROM_MODULES.get(module, set())
            ):
                self.known |= {each.asname or each.name for each in names}
            case ast.ImportFrom(module="__future__") | ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._define(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._define(target, value)
            case ast.ClassDef(bases=[ast.Name(id=base)], body=body) if base in BUILTINS and all(map(is_empty, body)):
                self.known.add(node.name)
            case ast.If(test=test, orelse=[]) if ast.unparse(test) == "__name__ == '__main__'":
                pass  # it never runs in a check
            case _:
                raise HasState

    def _define(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for part, part_value in zip(target.elts, value.elts, strict=True):
                self._define(part, part_value)
        elif isinstance(target, ast.Name) and target.id not in self.depths:
            self.depths[target.id] = self.depth(value)
        else:
            raise HasState

    def depth(self, value: ast.expr) -> int:
        """Return the depth of a constant or a table; raise HasState for any other expression."""
        match value:
            case ast.Constant() | ast.Attribute(value=ast.Name(id="math"), attr="inf"):
                return 0
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()]):
                return 0
            case ast.Name(id=name) if self.depths.get(name) == 0:
                return 0
            case ast.UnaryOp(operand=operand):
                return self.depth(operand)
            case ast.Tuple(elts=parts):
                return max(map(self.depth, parts), default=0)
            case ast.List(elts=parts) | ast.Set(elts=parts):
                return 1 + max(map(self.depth, parts), default=0)
            case ast.Dict(keys=keys, values=values) if not any(key is None or self.depth(key) for key in keys):
                return 1 + max(map(self.depth, values), default=0)
        raise HasState


def is_empty(node: ast.stmt) -> bool:
    """Return whether a statement is `pass` or a constant, such as a docstring."""
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


class Body:
    """Reads a top-level function and the functions nested in it; raises HasState like Reader."""

    def __init__(self, reader: Reader, function: ast.FunctionDef) -> None:
        self.reader, self.function = reader, function
        nodes = list(ast.walk(function))
        self.local = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        self.local |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        self.local |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
        self.local |= {node.name for node in nodes if isinstance(node, ast.FunctionDef) and node is not function}
        self.parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
        self.depths = {name: depth for name, depth in reader.depths.items() if depth}
        if self.local & set(self.depths):
            raise HasState  # a local name is also the name of a table

    def read(self) -> None:
        """Read every node; raise HasState if a value may outlive the call."""
        tables = dict(self.depths)
        while tables:
            tables = self._elements(tables)
            self.depths |= tables
        for node in ast.walk(self.function):
            self._read(node)

    def _elements(self, tables: dict[str, int]) -> dict[str, int]:
        """Return the depth of each variable that loops over a nested table in `tables` and is not yet in `self.depths`.

        Raise HasState for a loop with a target that is not understood, or if a variable has two depths.
        """
        elements: dict[str, int] = {}
        for node in ast.walk(self.function):
            if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Name):
                depth = tables.get(node.iter.id, 0) - 1
                if depth > 0 and isinstance(node.target, ast.Name):
                    known = elements.get(node.target.id, self.depths.get(node.target.id, depth))
                    if known != depth:
                        raise HasState
                    elements[node.target.id] = depth
                elif depth > 0 and not (depth == 1 and isinstance(node.target, ast.Tuple)):
                    raise HasState
        return {name: depth for name, depth in elements.items() if name not in self.depths}

    def _read(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef(args=arguments, decorator_list=[]) | ast.Lambda(args=arguments):
                defaults = [*arguments.defaults, *arguments.kw_defaults]
                if any(self.reader.depth(default) for default in defaults if default):
                    raise HasState
            case ast.Attribute():
                self._read_attribute(node)
            case ast.Name(id=name, ctx=ast.Load()):
                self._read_name(node, name)
            case ast.Name():
                if node.id in self.depths and not isinstance(self.parents[node], ast.For | ast.comprehension):
                    raise HasState
            case _ if not isinstance(node, PLAIN_NODES):
                raise HasState

    def _read_attribute(self, node: ast.Attribute) -> None:
        """Raise HasState unless the attribute is in FROM_MODULES, or is in METHODS and called or passed to a call."""
        if isinstance(node.value, ast.Name) and node.value.id in self.reader.modules - self.local:
            if node.attr in FROM_MODULES[node.value.id] and isinstance(node.ctx, ast.Load):
                return
        elif (
            isinstance(node.ctx, ast.Load)
            and node.attr in METHODS
            and isinstance(self.parents[node], ast.Call | ast.keyword)
        ):
            return
        raise HasState

    def _read_name(self, node: ast.Name, name: str) -> None:
        """Raise HasState for a name that may refer to state.

        Local names, known names, constants, modules before a dot, and tables that are only read are allowed.
        """
        if name in self.depths:
            self._read_table(node, self.depths[name])
        elif name in self.reader.modules and name not in self.local:
            if not isinstance(self.parents[node], ast.Attribute):
                raise HasState
        elif name not in self.local and name not in self.reader.known and name not in self.reader.depths:
            raise HasState

    def _read_table(self, node: ast.expr, depth: int) -> None:
        """Raise HasState unless the table is looped over, compared, unpacked, indexed, or passed to one of READERS."""
        match self.parents[node]:
            case ast.For(iter=iterated) | ast.comprehension(iter=iterated) if iterated is node:
                if depth == 1 or isinstance(node, ast.Name):  # then _elements knows the depth of the loop variable
                    return
            case ast.Compare():
                return
            case ast.Subscript(value=value, slice=index, ctx=ast.Load()) as element if value is node:
                if depth > 1 and not isinstance(index, ast.Slice):
                    self._read_table(element, depth - 1)
                if depth == 1 or not isinstance(index, ast.Slice):
                    return
            case ast.Assign(targets=[ast.Tuple()]) if depth == 1:
                return
            case ast.Call(func=ast.Name(id=name)) if depth == 1 and name in READERS and name not in self.local:
                return
        raise HasState
