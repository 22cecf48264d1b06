"""Find the wrong line by trial: change one thing in the source, and see whether the answers become right.

A change affects an operator, a constant, a name or the order of two arguments, adds a negation, or leaves out a simple
statement. If one change makes all answers right, its line is likely to be the wrong one.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import compress, islice, pairwise, product
from typing import TypeAlias

from noughts.check.limits import SHORT_ANSWER_SHARE, Limits
from noughts.check.questions import Question, ask
from noughts.check.rulings import rule
from noughts.check.source import source_lines
from noughts.game.rules import CLASSIC, FREE, Position
from noughts.trace.recording import Runner

# The most changes that are tried, the most workers that may be lost, and the CPU time limit for one trial.
TRIALS_MAX = 700
LOST_MAX = 8
TRIAL_SECONDS_MAX = 1.0
# The number of trials that are sent together, and the most changes that are returned.
BATCH = 20
CHANGES_MAX = 5
# The number of parts into which the positions for minimax are divided.
PROBE_PARTS = 12
COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.Gt, ast.LtE, ast.GtE, ast.Eq, ast.NotEq)
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
# A field of a syntax node, and the new value for it.
Edit: TypeAlias = tuple[str, object]
# What students often mix up: functions of Python, marks, and parts of names.
TWINS = {"max": "min", "min": "max", "any": "all", "all": "any"}
MARKS_EXCHANGED = str.maketrans("XO", "OX")
PAIRS = (("alpha", "beta"), ("beta", "alpha"), ("max", "min"), ("min", "max"), ("high", "low"), ("low", "high"))
MINUS_ZERO = re.compile(r"-0(?![.\d])")
UNARY_PLUS = re.compile(r"((?:^|[=(,\[]|return) ?)\+(?=[\w.])")
CONSTANTS = (0, 1, -1, 2, 3)


@dataclass(frozen=True)
class Change:
    """One change: its line, the line's old text, its new text, and the whole changed source.

    A change is plain if the student may have meant it. Replacing a variable with an unrelated one is not plain.
    `edited` is the line with only the changed expression rewritten; it may lack parentheses. A change is usual if it
    adds the minus signs that a negamax search needs.
    """

    line: int
    before: str
    after: str
    source: str
    is_plain: bool = True
    edited: str | None = None
    is_usual: bool = False

    @property
    def is_removal(self) -> bool:
        """Whether the change leaves out a statement."""
        return self.after == "pass"


def changes(tree: ast.Module, source: str, lines: Sequence[int]) -> Iterator[Change]:
    """Yield the changes on the given lines: first the small changes on every line, then the changes of names."""
    functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)] + list(TWINS)
    constants = [name for name in names_in(tree) if name.isupper()]
    texts = source_lines(source)
    for edits, line, top in product((small_edits, name_edits), lines, tree.body):
        if not top.lineno <= line <= (top.end_lineno or top.lineno):
            continue
        variables = [name for name in [*names_in(top), *constants] if name not in functions]
        for node in [part for part in ast.walk(top) if getattr(part, "lineno", 0) == line]:
            is_plain = edits is small_edits or (isinstance(node, ast.Name) and node.id in functions)
            for edit in edits(node, variables, functions):
                yield changed(texts, line, top, node, edit, is_plain)


def changed(texts: Sequence[str], line: int, top: ast.stmt, node: ast.AST, edit: Edit, is_plain: bool) -> Change:
    """Return the change that an edit of a node in a top-level statement makes; the tree stays as it was."""
    first = min([top.lineno, *(decorator.lineno for decorator in getattr(top, "decorator_list", []))])
    field, value = edit
    old = getattr(node, field)
    setattr(node, field, value)
    try:
        body = ast.unparse(ast.fix_missing_locations(top))
        around = [part for part in ast.walk(top) if isinstance(part, ast.stmt) and node in ast.walk(part)]
        after = ast.unparse(around[-1]).splitlines()[0] if around[-1].lineno == line else ""  # the innermost statement
        edited = edited_line(texts[line - 1], node)
    finally:
        setattr(node, field, old)
    source = "\n".join([*texts[: first - 1], body, *texts[top.end_lineno or first :], ""])
    is_own_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in TWINS
    is_usual = is_own_call and isinstance(value, list) and any(is_minus(each) and each not in old for each in value)
    return Change(line, texts[line - 1].strip(), tidy(after), source, is_plain or is_usual, edited, is_usual)


def edited_line(text: str, node: ast.AST) -> str | None:
    """Return a line with an expression rewritten; None if the node is not an expression within the line."""
    if not isinstance(node, ast.expr) or node.end_lineno != node.lineno:
        return None
    line = text.encode()  # Python counts columns in bytes
    new = ast.unparse(node).encode()
    return (line[: node.col_offset] + new + line[node.end_col_offset :]).decode()


def tidy(text: str) -> str:
    """Return a line as a person would write it: without a minus before 0, and without a plus sign before a value."""
    return UNARY_PLUS.sub(r"\1", MINUS_ZERO.sub("0", text))


def as_written(change: Change, source: str) -> Change | None:
    """Return the change with `after` as the student would write it, if that line makes the same change.

    Else return the change as it is; None if its new line is not known.
    """
    texts = source_lines(source)
    if change.edited is not None:
        texts[change.line - 1] = change.edited
        try:
            is_same = ast.dump(ast.parse("\n".join(texts))) == ast.dump(ast.parse(change.source))
        except (SyntaxError, ValueError, RecursionError):
            is_same = False
        if is_same:
            return replace(change, after=tidy(change.edited.strip()))
    return change if change.after else None


def names_in(tree: ast.AST) -> list[str]:
    """Return the names that are used in a part of the source, each once, in the order of ast.walk."""
    return [*dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))]


def small_edits(node: ast.AST, variables: Sequence[str], functions: Sequence[str]) -> Iterator[Edit]:
    """Yield edits of operators, constants, paired names and argument order, and negations of conditions and results."""
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
                    yield "values", [ast.BoolOp(ast.And(), [*some, either])]  # as if brackets were missing
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


def exchanged_arguments(arguments: Sequence[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield the arguments with two neighbours exchanged; for a pair such as alpha and beta, also negated."""
    for index, (one, two) in enumerate(pairwise(arguments)):
        yield [*arguments[:index], two, one, *arguments[index + 2 :]]
        if isinstance(one, ast.Name) and isinstance(two, ast.Name) and is_pair(one.id, two.id):
            yield [*arguments[:index], minus(two), minus(one), *arguments[index + 2 :]]


def other_numbers(value: int) -> list[int]:
    """Return the numbers to try instead of a value, negative ones last: 2 rather than -1 for the last index."""
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

    Also yield edits that negate an argument of a call, or multiply a returned call by a variable, because the factor
    that says which side a score is for may be missing.
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


def probes() -> list[list[Position]]:
    """Return the positions on which a change must make minimax right, in parts that a worker can answer in time.

    They are one position of each symmetry class in which the game is not over and at most six cells are free. Each part
    is a sample of them.
    """
    classes = [each for each in CLASSIC.symmetry_classes() if not CLASSIC.is_over(each) and each.count(FREE) <= 6]
    return [classes[part::PROBE_PARTS] for part in range(PROBE_PARTS)]


class Repairer:
    """Tries changes of a file in the sandbox; `lost` is the number of workers lost so far."""

    def __init__(self, runner: Runner) -> None:
        limits = Limits(answer_cpu_seconds_max=TRIAL_SECONDS_MAX / SHORT_ANSWER_SHARE)
        self.runner = Runner(runner.source, replace(runner.options, limits=limits), runner.budget)
        self.lost = 0

    def works(self, offered: Sequence[Change], function: str, positions: Sequence[Position]) -> list[bool]:
        """Return for each change whether it makes the function right on all the given positions.

        A change whose worker is lost does not count as right. If more than LOST_MAX workers are lost, neither do the
        changes that have not been tried.
        """
        questions = [question for position in positions for question in ask(function, position)]
        row = "row " + " ".join(f"{question.position} {question.word}" for question in questions)
        verdicts: list[bool] = []
        while len(verdicts) < len(offered) and self.lost <= LOST_MAX:
            with closing(self.runner.asker()) as asker:
                is_lost = False
                while len(verdicts) < len(offered) and not is_lost:
                    batch = offered[len(verdicts) :][:BATCH]
                    lines = asker.lines([f"try {change.source.encode().hex()} {row}" for change in batch])
                    is_lost = len(lines) < len(batch)
                    verdicts += [are_right(questions, line) for line in lines] + [False] * is_lost
                self.lost += is_lost
        return verdicts + [False] * (len(offered) - len(verdicts))

    def find(self, lines: Sequence[int], asked: Sequence[tuple[str, Sequence[Position]]]) -> list[Change]:
        """Return at most CHANGES_MAX changes on the given lines that make all answers right, usual changes first.

        `asked` lists the stages, each a function and positions. A change that fails a stage is not tried in later ones.
        """
        offered = list(islice(changes(self.runner.tree, self.runner.source, lines), TRIALS_MAX))
        for function, positions in asked:
            offered = [*compress(offered, self.works(offered, function, positions))]
        offered.sort(key=lambda change: (not change.is_usual, change.is_removal))
        written = (as_written(change, self.runner.source) for change in offered)
        return [*islice(filter(None, written), CHANGES_MAX)]


def are_right(questions: Sequence[Question], line: str) -> bool:
    """Return whether a line of answers, separated by ";", has a right answer to every question."""
    texts = line.split(";")
    return len(texts) == len(questions) and all(rule(*pair).is_right for pair in zip(questions, texts, strict=True))
