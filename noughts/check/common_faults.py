"""Faults that several functions may have: a constant answer, a wrong type, None as an answer, a changed board."""

from collections.abc import Iterator, Sequence

from noughts.check.codec import readable
from noughts.check.findings import Finding, finding
from noughts.check.questions import Question, ask
from noughts.check.rulings import Ruling, RulingKind
from noughts.game.rules import Position

# By function: how a value of the right type begins, as the worker writes it, and the type in words.
TYPES = {"actions": ("{", "a set"), "terminal": ("b", "True or False"), "utility": ("i", "a number")}


def find_common_faults(name: str, wrong: dict[Question, Ruling], asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the common faults that the wrong answers of a function show."""
    values = {question: ruling.plain_value for question, ruling in wrong.items() if ruling.plain_value is not None}
    if values and len(values) == len(wrong):  # no wrong answer is an exception or the like
        if name in ("actions", "winner", "terminal", "utility"):
            yield from constant_answer(name, values, asked)
        if name in TYPES:
            yield from wrong_type(name, set(values.values()))
    boards = [value for question, value in values.items() if name == "result" and question.right and value != "n"]
    if boards and all("(" in board for board in boards):
        yield finding("wrong_type", function=name, got="a board made of tuples", expected="a list of three lists")
    nones = [question for question in values if values[question] == "n" and question.right]
    if nones and name in ("player", "actions", "result"):
        yield finding("returns_none", function=name, count=len(nones))
    if name != "result" and any(ruling.kind == RulingKind.CHANGED_BOARD for ruling in wrong.values()):
        yield finding("changes_its_board", function=name)


def constant_answer(name: str, values: dict[Question, str], asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield a finding if a function returned the same value on every position in `asked`.

    `values` has the wrong values, by question; all other answers were right. Values that the worker does not write out,
    such as objects of other types, may differ, so they get no finding.
    """
    answers = {values.get(question, question.text) for position in asked for question in ask(name, position)}
    if len(answers) == 1 and not next(iter(answers)).startswith("?"):
        yield finding("constant", function=name, value=readable(answers.pop()))


def wrong_type(name: str, answers: set[str]) -> Iterator[Finding]:
    """Yield a finding if every wrong answer has a wrong type that no other finding names."""
    start, expected = TYPES[name]
    is_winner = name == "terminal" and answers <= {'"X"', '"O"'}
    is_list = name == "actions" and all(answer.startswith("[") for answer in answers)
    if not is_winner and not is_list and not any(answer.startswith(start) or answer == "n" for answer in answers):
        examples = " and ".join(sorted(map(readable, answers))[:2])
        yield finding("wrong_type", function=name, got=examples[:120], expected=expected)
