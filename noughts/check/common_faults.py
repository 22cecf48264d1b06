"""Faults that any function may have: the same answer everywhere, a wrong type, None on some path, a changed board."""

from collections.abc import Iterator, Sequence

from noughts.check.codec import readable
from noughts.check.findings import Finding, finding
from noughts.check.questions import Question, ask, is_over, winner
from noughts.check.rulings import Ruling, RulingKind
from noughts.game.rules import FREE, Position

# The types that each function returns, as a text begins.
TYPES = {"actions": ("{", "a set"), "terminal": ("b", "True or False"), "utility": ("i", "a number")}


def find_common_faults(name: str, wrong: dict[Question, Ruling], asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the common faults of one function; all its wrong answers are given."""
    values = {question: ruling.plain_value for question, ruling in wrong.items() if ruling.plain_value is not None}
    if name not in ("result", "minimax", "initial_state"):
        yield from constant_answer(name, values, asked)
    if name in TYPES and len(values) == len(wrong):
        yield from wrong_type(name, set(values.values()))
    nones = [question for question in values if values[question] == "n" and question.right]
    if nones and name in ("player", "actions", "result"):
        yield finding("returns_none", function=name, count=len(nones))
    if name != "result" and any(ruling.kind == RulingKind.CHANGED_BOARD for ruling in wrong.values()):
        yield finding("changes_its_board", function=name)


def constant_answer(name: str, values: dict[Question, str], asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield a finding if a function returns the same value everywhere."""
    questions = [question for position in asked for question in ask(name, position)]
    answers = {values.get(question, question.text) for question in questions}
    if len(answers) == 1 and values and name != "player" and not next(iter(answers)).startswith("?"):
        yield finding("constant", function=name, value=readable(answers.pop()))


def wrong_type(name: str, answers: set[str]) -> Iterator[Finding]:
    """Yield a finding if every wrong answer has a type that the function must not return."""
    start, expected = TYPES[name]
    if answers and not any(answer.startswith(start) or answer == "n" for answer in answers):
        examples = sorted(readable(answer) for answer in answers)[:2]
        if name == "terminal" and all(answer in ('"X"', '"O"') for answer in answers):
            return  # terminal_faults names the winner
        if not (name == "actions" and all(answer.startswith("[") for answer in answers)):
            yield finding("wrong_type", function=name, got=" and ".join(examples)[:120], expected=expected)


def terminal_patterns(wrong: dict[Position, str | None], asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield what the positions have in common that terminal wrongly takes for finished."""
    early = {position for position, value in wrong.items() if value == "b1"}
    unfinished = [position for position in asked if not is_over(position)]
    for free in range(1, 4):
        if early and early == {position for position in unfinished if position.count(FREE) <= free}:
            yield finding("terminal_too_early", function="terminal", free=free)
    rows = {p for p in unfinished if any(FREE not in p[first : first + 3] for first in (0, 3, 6))}
    if early and early == rows:
        yield finding("terminal_any_row", function="terminal")


def utility_patterns(wrong: dict[Position, str | None], asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield a finding if utility takes full boards for draws, although they are won."""
    full = {position for position in asked if FREE not in position and winner(position)}
    if wrong.keys() == full and set(wrong.values()) == {"i0"}:
        yield finding("utility_full_is_draw", function="utility")
