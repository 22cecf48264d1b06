"""Edits of one syntax node, which repair.py tries: of operators, constants, names and arguments."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.Gt, ast.LtE, ast.GtE, ast.Eq, ast.NotEq)
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
# The check for the end of the game is looked for in this many statements at the beginning of a search.
BASE_CASE_STATEMENTS = 3
# A field of a syntax node, and the new value for it.
Edit: TypeAlias = tuple[str, object]
# What students often mix up: functions of Python, marks, and parts of names.
TWINS = {"max": "min", "min": "max", "any": "all", "all": "any"}
MARKS_EXCHANGED = str.maketrans("XO", "OX")
PAIRS = (("alpha", "beta"), ("beta", "alpha"), ("max", "min"), ("min", "max"), ("high", "low"), ("low", "high"))
# The strict comparison for each that also allows equality.
STRICT: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.GtE: ast.Gt, ast.LtE: ast.Lt}
# The numbers that are tried in place of every other number.
CONSTANTS = (0, 1, -1, 2, 3)


def small_edits(node: ast.AST, variables: Sequence[str], functions: Sequence[str]) -> Iterator[Edit]:
    """Yield edits of operators, constants, paired names, argument order, conditions, results and whole statements."""
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                options = [OPPOSITE[type(operator)]] if type(operator) in OPPOSITE else COMPARISONS
                options = options[::-1] if isinstance(operator, ast.Eq | ast.NotEq) else options
                for option in options:
                    if option is not type(operator):
                        yield "ops", [*ops[:index], option(), *ops[index + 1 :]]
        case ast.BoolOp(op=operator):
            yield "op", ast.Or() if isinstance(operator, ast.And) else ast.And()
            match node.values:
                case [ast.BoolOp(op=ast.And(), values=[*some, last]), *others] if isinstance(operator, ast.Or):
                    either = ast.BoolOp(ast.Or(), [last, *others])
                    yield "values", [ast.BoolOp(ast.And(), [*some, either])]  # `a and b or c` becomes `a and (b or c)`
        case ast.BinOp(op=old) | ast.AugAssign(op=old):
            for new in (ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.FloorDiv):
                if new is not type(old):
                    yield "op", new()
        case ast.UnaryOp(op=ast.USub()):
            yield "op", ast.UAdd()
        case ast.UnaryOp(op=ast.UAdd()):
            yield "op", ast.USub()
            yield "op", ast.Not()
        case ast.Constant(value=bool() as value):
            yield "value", not value
        case ast.Constant(value=int() as value):
            yield from (("value", number) for number in other_numbers(value))
        case ast.Name(ctx=ast.Load(), id=name):
            for other in dict.fromkeys([*functions, *variables]):
                if TWINS.get(name) == other or is_pair(name, other):
                    yield "id", other
        case ast.Call(args=[first, _, *_] as arguments) if not isinstance(first, ast.Starred | ast.GeneratorExp):
            yield from (("args", each) for each in exchanged_arguments(arguments))
        case ast.If(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=ast.Call() as value):
            yield "value", minus(value)
    if isinstance(node, ast.Return | ast.Assign | ast.AugAssign | ast.Break | ast.Continue):
        yield "__class__", ast.Pass


def context_edits(node: ast.AST, function: ast.FunctionDef) -> Iterator[Edit]:
    """Yield edits that need to know the function around the node.

    They are: terminal(...) as the test for the end of the game, a key made of all parameters, another variable to
    return, a pair in the other order, and a comparison with 1 instead of -1 or the other way round.
    """
    parameters = [each.arg for each in function.args.args if each.arg != "self"]
    match node:
        case ast.If(body=[ast.Return(), *_]) if parameters and node in function.body[:BASE_CASE_STATEMENTS]:
            yield "test", ast.Call(ast.Name("terminal", ast.Load()), [ast.Name(parameters[0], ast.Load())], [])
        case ast.Assign(targets=[ast.Name(id=name)]) if parameters and is_key(name, function):
            everything = ast.Tuple([ast.Name(each, ast.Load()) for each in parameters], ast.Load())
            yield "value", ast.Call(ast.Name("repr", ast.Load()), [everything], [])

        case ast.Compare(comparators=[value]) if compares_with_one(node):
            yield "comparators", [value.operand if isinstance(value, ast.UnaryOp) else minus(value)]
        case ast.Return(value=ast.Name(id=name)):
            parts = [part for part in ast.walk(function) if isinstance(part, ast.Name)]
            stored = dict.fromkeys(part.id for part in parts if isinstance(part.ctx, ast.Store))
            yield from (("value", ast.Name(other, ast.Load())) for other in stored if other != name)
        case ast.Tuple(elts=[ast.Name() as first, ast.Name() as second], ctx=ast.Load()):
            yield "elts", [second, first]


def is_key(name: str, function: ast.FunctionDef) -> bool:
    """Return whether a function uses a variable as the key of something that it stores."""
    return any(
        isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and ast.unparse(node.slice) == name
        for node in ast.walk(function)
    )


def exchanged_arguments(arguments: Sequence[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield the arguments with two neighbours exchanged; for a pair such as alpha and beta, also negated."""
    for index, (one, two) in enumerate(pairwise(arguments)):
        yield [*arguments[:index], two, one, *arguments[index + 2 :]]
        if isinstance(one, ast.Name) and isinstance(two, ast.Name) and is_pair(one.id, two.id):
            yield [*arguments[:index], minus(two), minus(one), *arguments[index + 2 :]]


def other_numbers(value: int) -> list[int]:
    """Return the numbers to try instead of a value; negative ones come last, because 2 is a likelier index than -1."""
    numbers = dict.fromkeys((value - 1, value + 1, -value, *CONSTANTS))
    return sorted((number for number in numbers if number != value), key=lambda number: number < 0)


def is_minus(value: object) -> bool:
    """Return whether a part of the source is an expression with a minus before it."""
    return isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub)


def minus(value: ast.expr) -> ast.expr:
    """Return an expression with a minus before it."""
    return ast.UnaryOp(ast.USub(), value)


def is_pair(name: str, other: str) -> bool:
    """Return whether two names look like a pair, such as X and O, alpha and beta, i and j, max_value and min_value."""
    exchanged = name.translate(MARKS_EXCHANGED) if name.isupper() else name
    one, two = next((pair for pair in PAIRS if pair[0] in name), ("", ""))
    exchanged = exchanged.replace(one, two) if one else exchanged
    return other != name and (other == exchanged or {name, other} in ({"i", "j"}, {"row", "col"}))


def name_edits(node: ast.AST, variables: Sequence[str], functions: Sequence[str]) -> Iterator[Edit]:
    """Yield edits that replace a function's name with another function's, or a variable or None with a variable.

    Also yield edits that negate an argument of a call, and edits that multiply the result of a returned call by a
    variable: a factor that says which side a score is for may be missing.
    """
    is_function = isinstance(node, ast.Name) and node.id in functions
    for other in dict.fromkeys(functions if is_function else variables):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id != other:
            yield "id", other
        elif isinstance(node, ast.Constant) and node.value is None:
            yield "value", NameText(other)
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
            yield "value", ast.BinOp(ast.Name(other, ast.Load()), ast.Mult(), node.value)
    if isinstance(node, ast.Call) and len(node.args) > 1:
        for index, argument in enumerate(node.args):
            if isinstance(argument, ast.Call | ast.Name):
                yield "args", [*node.args[:index], minus(argument), *node.args[index + 1 :]]


@dataclass(frozen=True)
class NameText:
    """A name in place of the constant None; ast.unparse writes a constant with `repr`."""

    text: str

    def __repr__(self) -> str:
        return self.text


def compares_with_one(node: ast.AST) -> bool:
    """Return whether a node compares something with 1 or -1, the value of a win."""
    match node:
        case ast.Compare(
            ops=[ast.Eq() | ast.NotEq() | ast.Lt() | ast.Gt() | ast.LtE() | ast.GtE()], comparators=[value]
        ):
            return ast.unparse(value) in ("1", "-1")
    return False


def is_new_minus(value: object, old: Sequence[object]) -> bool:
    """Return whether an argument is new and has a minus before it; False if it uses a variable for the depth."""
    names = ordered_names(value) if isinstance(value, ast.AST) else []
    return is_minus(value) and value not in old and not any("depth" in name for name in names)


def is_far_fetched(node: ast.AST, edit: Edit) -> bool:
    """Return whether an edit is one that nobody would have meant.

    Such an edit does one of these:

    - compares marks by order, e.g. with <
    - compares with 1 or -1 by < or >
    - replaces an arithmetic operator next to a variable named depth
    - changes the arguments of a call if True or False is one of them
    - negates the result of max or min
    """
    field, value = edit
    names = set(ordered_names(node))
    match node, field:
        case ast.Compare(), "ops":
            orders = isinstance(value, list) and any(
                isinstance(each, ast.Lt | ast.Gt | ast.LtE | ast.GtE) for each in value
            )
            is_about_marks = not names.isdisjoint(("X", "O", "EMPTY", "player", "winner"))
            is_never = isinstance(value, list) and any(isinstance(each, ast.Lt | ast.Gt) for each in value)
            return (orders and is_about_marks) or (is_never and compares_with_one(node))
        case ((ast.BinOp() | ast.AugAssign()), "op"):
            return "depth" in names
        case ast.Call(args=arguments), "args":
            return any(isinstance(each, ast.Constant) and isinstance(each.value, bool) for each in arguments)
        case (ast.Assign() | ast.Return(), "value"):
            return is_minus(value) and not names.isdisjoint(("max", "min"))
    return False


def ordered_names(tree: ast.AST) -> list[str]:
    """Return the names that are used in a part of the source, each once, in the order of ast.walk."""
    return [*dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))]
