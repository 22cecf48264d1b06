"""Find the line to mend by trial: change one thing in the source, and see whether the answers become right.

A change is an operator, a constant, a name or the order of two arguments. If one such change makes every question right
that was asked, its line is where the file is wrong.
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from noughts.check.limits import Limits
from noughts.check.questions import ask
from noughts.check.rulings import rule
from noughts.check.sandbox.clock import WorkerLost
from noughts.errors import NotTraceable
from noughts.game.rules import FREE, Position
from noughts.trace.recording import Runner
from noughts.trace.truth import solver_values

# How many changes are tried, how many workers may be lost on the way, and the CPU seconds for one trial.
TRIALS_MAX = 700
LOST_MAX = 8
TRIAL_SECONDS_MAX = 1.0
# How many trials are sent together.
BATCH = 20
COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.Gt, ast.LtE, ast.GtE, ast.Eq, ast.NotEq)
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
Edit: TypeAlias = tuple[Callable[[], None], Callable[[], None]]  # make a change, and undo it
TWINS = {"max": "min", "min": "max", "any": "all", "all": "any"}
MARKS_EXCHANGED = str.maketrans("XO", "OX")
PAIRS = (("alpha", "beta"), ("beta", "alpha"), ("max", "min"), ("min", "max"), ("high", "low"), ("low", "high"))
MINUS_ZERO = re.compile(r"-0(?![.\d])")
CONSTANTS = (0, 1, -1, 2, 3)


@dataclass(frozen=True)
class Change:
    """One change: its line, the line's text before and after, and the changed source.

    It is plain if a person might have meant it; a change that only puts some other variable in is not.
    """

    line: int
    before: str
    after: str
    source: str
    is_plain: bool = True


def changes(tree: ast.Module, source: str, lines: Sequence[int]) -> Iterator[Change]:
    """Yield the changes of the statements on some lines, in the order of the lines; the likeliest changes first."""
    functions = functions_in(tree)
    constants = [name for name in names_in(tree) if name.isupper()]
    texts = source.splitlines()
    for offered in (small_edits, name_edits):
        for line in lines:
            for top in tree.body:
                if top.lineno <= line <= (top.end_lineno or top.lineno):
                    values = [name for name in [*names_in(top), *constants] if name not in functions]
                    edits = partial(offered, values, functions)
                    yield from changes_on(line, top, texts, edits, functions, offered is small_edits)


def changes_on(
    line: int,
    top: ast.stmt,
    texts: Sequence[str],
    offered: Callable[[ast.AST], Iterator[Edit]],
    functions: Sequence[str],
    is_small: bool,
) -> Iterator[Change]:
    """Yield the changes on one line of a statement of the top level."""
    first = min([top.lineno, *(each.lineno for each in getattr(top, "decorator_list", []))])
    for node in [each for each in ast.walk(top) if getattr(each, "lineno", 0) == line]:
        for apply, undo in offered(node):
            apply()
            try:
                body = ast.unparse(ast.fix_missing_locations(top))
                statement = header(statement_at(top, node))
            finally:
                undo()
            text = "\n".join([*texts[: first - 1], body, *texts[top.end_lineno or first :], ""])
            is_plain = is_small or (isinstance(node, ast.Name) and node.id in functions)
            yield Change(line, texts[line - 1].strip(), MINUS_ZERO.sub("0", statement), text, is_plain)


def names_in(tree: ast.AST) -> list[str]:
    """Return the names that are used in a part of the source, in their order."""
    return [*dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))]


def put(target: object, field: str, new: object) -> Edit:
    """Return functions that put a new value into a field and take it out again."""
    old = getattr(target, field)
    return (lambda: setattr(target, field, new)), (lambda: setattr(target, field, old))


def small_edits(values: Sequence[str], functions: Sequence[str], node: ast.AST) -> Iterator[Edit]:
    """Yield changes of operators, constants and arguments, and of names that come in pairs."""
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                options = [OPPOSITE[type(operator)]] if type(operator) in OPPOSITE else COMPARISONS
                options = options[::-1] if isinstance(operator, ast.Eq | ast.NotEq) else options
                for option in options:
                    if option is not type(operator):
                        yield put(node, "ops", [*ops[:index], option(), *ops[index + 1 :]])
        case ast.BoolOp(op=operator):
            yield put(node, "op", ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.BinOp(op=old) | ast.AugAssign(op=old):
            for new in (ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.FloorDiv):
                if new is not type(old):
                    yield put(node, "op", new())
        case ast.UnaryOp(op=ast.USub()):
            yield put(node, "op", ast.UAdd())
        case ast.UnaryOp(op=ast.UAdd()):
            yield put(node, "op", ast.USub())
            yield put(node, "op", ast.Not())
        case ast.Constant(value=bool() as value):
            yield put(node, "value", not value)
        case ast.Constant(value=int() as value):
            for number in dict.fromkeys((value - 1, value + 1, -value, *CONSTANTS)):
                if number != value:
                    yield put(node, "value", number)
        case ast.Name(ctx=ast.Load(), id=name):
            for other in dict.fromkeys([*functions, *values]):
                if TWINS.get(name) == other or is_pair(name, other):
                    yield put(node, "id", other)
        case ast.Call(args=[first, second, *_]) if not isinstance(first, ast.Starred | ast.GeneratorExp):
            arguments = node.args
            yield put(node, "args", [second, first, *arguments[2:]])
            for index in range(1, len(arguments) - 1):
                swapped = list(arguments)
                swapped[index], swapped[index + 1] = swapped[index + 1], swapped[index]
                yield put(node, "args", swapped)
        case ast.If(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            yield put(node, "test", ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr() as value):
            yield put(node, "value", ast.UnaryOp(ast.USub(), value))


def is_pair(name: str, other: str) -> bool:
    """Return whether two names look like a pair: X and O, alpha and beta, i and j, max_value and min_value."""
    exchanged = name.translate(MARKS_EXCHANGED) if name.isupper() else name
    for one, two in PAIRS:
        exchanged = exchanged.replace(one, two) if one in exchanged else exchanged
    return other != name and (other == exchanged or {name, other} == {"i", "j"} or {name, other} == {"row", "col"})


def name_edits(values: Sequence[str], functions: Sequence[str], node: ast.AST) -> Iterator[Edit]:
    """Yield changes of a name, or of None, into any other name of its kind: a function's, or another."""
    is_function = isinstance(node, ast.Name) and node.id in functions
    for other in dict.fromkeys(functions if is_function else values):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id != other:
            yield put(node, "id", other)
        elif isinstance(node, ast.Constant) and node.value is None:
            yield put(node, "value", NameText(other))


def functions_in(tree: ast.Module) -> list[str]:
    """Return the names of all functions of a file, and of those of Python's that choose or test."""
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)] + list(TWINS)


class NameText:
    """Stands for a name in place of None; ast.unparse writes it as it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def statement_at(top: ast.stmt, node: ast.AST) -> ast.AST:
    """Return the innermost statement that contains a node."""
    found: ast.AST = top
    for statement in ast.walk(top):
        if isinstance(statement, ast.stmt) and any(each is node for each in ast.walk(statement)):
            found = statement
    return found


def header(statement: ast.AST) -> str:
    """Return the first line of a statement."""
    return ast.unparse(statement).splitlines()[0]


def probes(position: Position) -> list[Position]:
    """Return the positions on which a change must make minimax right: the traced one first, then others."""
    small = sorted(each for each in solver_values() if each.count(FREE) <= 4)
    middle = sorted(each for each in solver_values() if each.count(FREE) in (5, 6))
    return list(dict.fromkeys([position, *small[::40], *middle[::60]]))


class Repairer:
    """Tries changes of a file in the sandbox."""

    def __init__(self, runner: Runner) -> None:
        limits = Limits(answer_cpu_seconds_max=TRIAL_SECONDS_MAX * 12)
        self.runner = Runner(runner.source, replace(runner.options, limits=limits), runner.budget)
        self.lost = 0

    def works(self, offered: Sequence[Change], function: str, positions: Sequence[Position]) -> list[bool]:
        """Return for each change whether the function is right on all these positions with it."""
        questions = [question for position in positions for question in ask(function, position)]
        row = "row " + " ".join(f"{question.position} {question.word}" for question in questions)
        verdicts: list[bool] = []
        waiting = list(offered)
        while waiting and self.lost <= LOST_MAX:
            asker = self.runner.asker()
            try:
                while waiting:
                    batch = waiting[:BATCH]
                    lines = asker.lines([f"try {change.source.encode().hex()} {row}" for change in batch])
                    for line in lines:
                        texts = line.split(";")
                        is_right = len(texts) == len(questions) and all(
                            rule(question, text).is_right for question, text in zip(questions, texts, strict=True)
                        )
                        verdicts.append(is_right)
                    waiting = waiting[len(lines) :]
                    if len(lines) < len(batch):
                        self.lost += 1
                        verdicts.append(False)
                        waiting = waiting[1:]
                        break
            except (WorkerLost, NotTraceable):
                self.lost += 1
            finally:
                asker.close()
        return [*verdicts, *(False for _ in waiting)]

    def find(
        self, lines: Sequence[int], asked: Sequence[tuple[str, Sequence[Position]]], enough: int = 5
    ) -> list[Change]:
        """Return the changes on these lines that make every question right; each stage asks those that are left."""
        offered: list[Change] = []
        for change in changes(self.runner.tree, self.runner.source, lines):
            if len(offered) >= TRIALS_MAX:
                break
            offered.append(change)
        for function, positions in asked:
            if offered:
                works = self.works(offered, function, positions)
                offered = [change for change, is_right in zip(offered, works, strict=True) if is_right]
        return offered[:enough]
