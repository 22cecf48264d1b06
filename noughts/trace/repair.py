"""Find the wrong line by trial: change one thing in the source, and see whether the answers become right.

Most changes affect an operator, a constant, a name or the order of two arguments, add a negation, or leave out a simple
statement; edits.py has them all. If one change makes all answers right, its line is likely to be the wrong one.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress, islice, product

from noughts.check.asking import Asker
from noughts.check.limits import SHORT_ANSWER_SHARE, Limits
from noughts.check.questions import Question, ask
from noughts.check.rulings import rule
from noughts.check.source import all_functions, source_lines
from noughts.check.source_faults import calls_in
from noughts.game.rules import CLASSIC, FREE, Position
from noughts.trace.edits import (
    STRICT,
    TWINS,
    Edit,
    context_edits,
    is_far_fetched,
    is_minus,
    is_new_minus,
    name_edits,
    ordered_names,
    small_edits,
)  # fmt: skip
from noughts.trace.recording import Runner

# The most changes that are tried, the most workers that may be lost, and the limit of one trial in CPU seconds.
TRIALS_MAX = 700
LOST_MAX = 8
TRIAL_SECONDS_MAX = 1.0
# The limit of all trials that look for one line, in CPU seconds. A file that computes a table when it is imported
# computes it again in each trial.
TRIALS_SECONDS_MAX = 15.0
# The number of trials that are sent together, and the most changes that are returned.
BATCH = 20
CHANGES_MAX = 12
# The number of parts into which the positions for minimax are divided.
PROBE_PARTS = 12
MINUS_ZERO = re.compile(r"-0(?![.\d])")
UNARY_PLUS = re.compile(r"((?:^|[=(,\[]|return) ?)\+(?=[\w.])")


@dataclass(frozen=True)
class Change:
    """One change: its line, the line's old and new text ("" if the new text is not known), and the changed source.

    A change is plain if the student may have meant the new text. Replacing a variable with an unrelated one is not
    plain. `edited` is the line with only the changed expression rewritten, which may lack parentheses; None if that is
    not known. A change is usual if it adds a minus sign that a negamax search needs. The same change was made on the
    lines in `also`.
    """

    line: int
    before: str
    after: str
    source: str
    is_plain: bool = True
    edited: str | None = None
    is_usual: bool = False
    also: tuple[int, ...] = ()
    is_key: bool = False  # whether it makes the key of a stored result from all parameters of the function

    @property
    def is_removal(self) -> bool:
        """Whether the change leaves out a statement."""
        return self.after == "pass"


def changes(tree: ast.Module, source: str, lines: Sequence[int]) -> Iterator[Change]:
    """Yield the changes on the given lines.

    The changes of several comparisons at once come first, then the small changes on each line, then the changes of
    names on each line.
    """
    functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)] + list(TWINS)
    constants = [name for name in ordered_names(tree) if name.isupper()]
    texts = source_lines(source)
    # A minus before a score is usual only in a search that calls itself for both sides.
    negamax = {name for name, function in all_functions(tree).items() if name in calls_in(function)} | {*TWINS}
    tops = [top for top in tree.body if can_be_written(top)]
    statements = {id(top): statements_of(top) for top in tops}
    yield from strictness_changes(tops, texts, lines)
    for edits, line, top in product((small_edits, name_edits), lines, tops):
        if not top.lineno <= line <= (top.end_lineno or top.lineno):
            continue
        variables = [name for name in [*ordered_names(top), *constants] if name not in functions]
        around = function_around(top, line) if edits is small_edits else None
        for node in [part for part in ast.walk(top) if getattr(part, "lineno", 0) == line]:
            is_plain = edits is small_edits or (isinstance(node, ast.Name) and node.id in functions)
            for edit in chain(edits(node, variables, functions), context_edits(node, around) if around else ()):
                negates = negated_calls(node, edit) & {*functions} - negamax
                if not negates:
                    yield changed(texts, top, statements[id(top)][id(node)], node, edit, is_plain)


def negated_calls(node: ast.AST, edit: Edit) -> set[str]:
    """Return the names of the functions whose arguments or results an edit negates."""
    _, value = edit
    values = value if isinstance(value, list) else [value]
    minuses = [each for each in values if isinstance(each, ast.UnaryOp) and is_minus(each)]
    calls = [node, *(each.operand for each in minuses)] if minuses else []
    return {call.func.id for call in calls if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}


def function_around(top: ast.stmt, line: int) -> ast.FunctionDef | None:
    """Return the innermost function in a top-level statement that contains a line; None if there is none."""
    around = [node for node in ast.walk(top) if isinstance(node, ast.FunctionDef)
              and node.lineno <= line <= (node.end_lineno or line)]  # fmt: skip
    return max(around, key=lambda node: node.lineno, default=None)


def can_be_written(top: ast.stmt) -> bool:
    """Return whether ast.unparse can write a statement; it cannot if an expression is nested very deeply."""
    try:
        return bool(ast.unparse(top))
    except RecursionError:
        return False


def statements_of(top: ast.stmt) -> dict[int, ast.stmt]:
    """Return the innermost statement around each node of a top-level statement, by id(node)."""
    return {id(part): each for each in ast.walk(top) if isinstance(each, ast.stmt) for part in ast.walk(each)}


def strictness_changes(tops: Sequence[ast.stmt], texts: Sequence[str], lines: Sequence[int]) -> Iterator[Change]:
    """Yield changes that make all comparisons in a top-level statement strict (> for >=, < for <=), or none of them.

    Statements that contain none of the lines are skipped. So are statements with such comparisons on only one line.
    """
    for top in tops:
        inside = [line for line in lines if top.lineno <= line <= (top.end_lineno or top.lineno)]
        for strictness in (STRICT, {new: old for old, new in STRICT.items()}) if inside else ():
            nodes = [node for node in ast.walk(top) if isinstance(node, ast.Compare) and type(node.ops[0]) in strictness
                     and len(node.ops) == 1]  # fmt: skip
            old = [node.ops for node in nodes]
            if len({node.lineno for node in nodes}) < 2:
                continue
            for node in nodes[1:]:
                node.ops = [strictness[type(node.ops[0])]()]
            first = nodes[0]
            edit = ("ops", [strictness[type(first.ops[0])]()])
            change = changed(texts, top, statements_of(top)[id(first)], first, edit, True)
            for node, ops in zip(nodes, old, strict=True):
                node.ops = ops
            others = tuple(sorted({node.lineno for node in nodes} - {first.lineno}))
            yield replace(change, edited=None, is_plain=True, also=others)


def changed(
    texts: Sequence[str], top: ast.stmt, statement: ast.stmt, node: ast.AST, edit: Edit, is_plain: bool
) -> Change:
    """Return the change that an edit of a node makes; the tree stays as it was.

    `top` is the top-level statement that contains the node, and `statement` the innermost one.
    """
    line: int = getattr(node, "lineno", 0)
    first = min([top.lineno, *(decorator.lineno for decorator in getattr(top, "decorator_list", []))])
    field, value = edit
    old = getattr(node, field)
    setattr(node, field, value)
    try:
        body = ast.unparse(ast.fix_missing_locations(top))
        after = ast.unparse(statement).splitlines()[0] if statement.lineno == line else ""
        edited = edited_line(texts[line - 1], node)
    finally:
        setattr(node, field, old)
    source = "\n".join([*texts[: first - 1], body, *texts[top.end_lineno or first :], ""])
    is_own_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in TWINS
    is_usual = is_own_call and isinstance(value, list) and any(is_new_minus(each, old) for each in value)
    is_step = isinstance(node, ast.Constant) and not isinstance(statement, ast.If)
    is_far = (is_step and "depth" in ordered_names(statement)) or value is ast.Pass or is_far_fetched(node, edit)
    is_plain = is_usual or (is_plain and not is_far)
    is_key = isinstance(node, ast.Assign) and isinstance(value, ast.Call) and ast.unparse(value.func) == "repr"
    return Change(line, texts[line - 1].strip(), tidy(after), source, is_plain, edited, is_usual, is_key=is_key)


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
    """Return the change with the edited line as its new text, if that text makes the same change.

    Else return the change as it is, or None if its new text is not known.
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


def probes() -> list[list[Position]]:
    """Return the positions on which a change must make minimax right, in parts that a worker can answer in time.

    They are one position of each symmetry class in which the game is not over and at most five cells are free, and of
    every third class with six free cells, because searching these takes most of the time. Each part is a sample.
    """
    unfinished = [each for each in CLASSIC.symmetry_classes() if not CLASSIC.is_over(each)]
    classes = [each for each in unfinished if each.count(FREE) <= 5]
    classes += [each for each in unfinished if each.count(FREE) == 6][::3]
    return [classes[part::PROBE_PARTS] for part in range(PROBE_PARTS)]


class Repairer:
    """Tries changes of a file in the sandbox, with one worker until it is lost; `lost` counts the lost workers."""

    def __init__(self, runner: Runner) -> None:
        limits = Limits(answer_cpu_seconds_max=TRIAL_SECONDS_MAX / SHORT_ANSWER_SHARE)
        self.runner = Runner(runner.source, replace(runner.options, limits=limits), runner.budget)
        self.lost = 0
        self._asker: Asker | None = None  # its worker has loaded the file
        self._cpu_seconds_max = runner.budget.cpu_seconds + TRIALS_SECONDS_MAX

    def works(self, offered: Sequence[Change], function: str, positions: Sequence[Position]) -> list[bool]:
        """Return, for each change, whether it makes the function right on all the given positions.

        A change whose worker is lost does not count as right. After more than LOST_MAX lost workers, or
        TRIALS_SECONDS_MAX for all trials, no more changes are tried, and the rest do not count as right either.
        """
        questions = [question for position in positions for question in ask(function, position)]
        row = "row " + " ".join(f"{question.position} {question.word}" for question in questions)
        verdicts: list[bool] = []
        while len(verdicts) < len(offered) and self._may_go_on():
            batch = offered[len(verdicts) :][:BATCH]
            self._asker = self._asker or self.runner.asker()
            lines = self._asker.lines([f"try {change.source.encode().hex()} {row}" for change in batch])
            verdicts += [are_right(questions, line) for line in lines]
            if len(lines) < len(batch):
                verdicts.append(False)
                self.lost += 1
                self._close()
        return verdicts + [False] * (len(offered) - len(verdicts))

    def _may_go_on(self) -> bool:
        return self.lost <= LOST_MAX and self.runner.budget.cpu_seconds < self._cpu_seconds_max

    def _close(self) -> None:
        if self._asker:
            self._asker.close()
        self._asker = None

    def find(self, lines: Sequence[int], asked: Sequence[tuple[str, Sequence[Position]]]) -> list[Change]:
        """Return at most CHANGES_MAX changes on the given lines that make all answers right, the likeliest first.

        `asked` lists the stages, each a function and positions. A change that fails a stage is not tried in later ones.
        """
        offered = list(islice(changes(self.runner.tree, self.runner.source, lines), TRIALS_MAX))
        try:
            for function, positions in asked:
                offered = [*compress(offered, self.works(offered, function, positions))]
        finally:
            self._close()
        offered.sort(
            key=lambda each: (not each.is_usual, not each.is_key, not each.is_plain, each.is_removal, each.also)
        )
        written = (as_written(change, self.runner.source) for change in offered)
        return [*islice(filter(None, written), CHANGES_MAX)]


def are_right(questions: Sequence[Question], line: str) -> bool:
    """Return whether a line of answers, separated by ";", has a right answer to every question."""
    texts = line.split(";")
    return len(texts) == len(questions) and all(rule(*pair).is_right for pair in zip(questions, texts, strict=True))
