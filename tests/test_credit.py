"""Partial credit is for what a function tells apart: constants and stubs earn nothing."""

from pathlib import Path

import pytest

from noughts.check.asking import Options
from noughts.check.examination import check_source
from noughts.check.kinds import Tally, kinds_of
from noughts.check.questions import ask, positions
from noughts.check.report import Counterexample, Fault, FunctionResult, Report
from noughts.course.grading.credit import PARTIAL_SHARE_MAX, earned_share, share_of_points
from noughts.course.grading.grade import unanswered
from noughts.game.exercise import FUNCTION_NAMES

BASE = (Path(__file__).parents[1] / "tictactoe.py").read_text()
RAISES = "raise NotImplementedError"
# Constant answers and stubs, for every function that a student writes. Several are in one file: none calls another.
STUBS = [
    {"player": "return X", "actions": "return {(i, j) for i in range(3) for j in range(3)}", "result": "return board",
     "winner": "return None", "terminal": "return True", "utility": "return 0", "minimax": "return None"},
    {"player": "return O", "actions": "return {(1, 1)}", "result": "raise Exception", "winner": "return X",
     "terminal": "return False", "utility": "return 1", "minimax": "return (1, 1)"},
    {"actions": "return set()"},
    {"minimax": "return None if terminal(board) else min(actions(board))"},
    dict.fromkeys(FUNCTION_NAMES[1:], RAISES),
]  # fmt: skip
# Functions that are wrong in part, and between which shares of the points they earn.
PARTS = [
    (
        "winner",
        "return next((r[0] for r in board + list(zip(*board)) if r[0] and r[0] == r[1] == r[2]), None)",
        0.7,
        0.8,
    ),
    ("terminal", "return winner(board) is not None", 0.6, 0.7),
    ("utility", "return 1 if winner(board) == X else 0", 0.45, 0.55),
    ("result", "b = [r[:] for r in board]; b[action[0]][action[1]] = player(board); return b", 0.6, 0.75),
]


def shares(bodies):
    """Return the share of its points that each of the functions earns in an otherwise right file."""
    source = BASE
    for name, body in bodies.items():
        source += f"\n\ndef {name}({'board, action' if name == 'result' else 'board'}):\n    {body}\n"
    report = check_source("tictactoe.py", source.encode(), Options(quick=True))
    return {name: share_of_points(report.functions[name], True) for name in bodies}


@pytest.mark.parametrize("bodies", STUBS)
@pytest.mark.slow
def test_a_constant_answer_or_a_stub_earns_less_than_a_tenth(bodies):
    assert all(share < 0.1 for share in shares(bodies).values())


def test_every_function_that_a_student_writes_is_stubbed():
    assert {name for bodies in STUBS for name in bodies} == {*FUNCTION_NAMES[1:]}


@pytest.mark.parametrize(("name", "body", "low", "high"), PARTS)
def test_a_function_that_is_right_in_part_earns_a_part(name, body, low, high):
    assert low < shares({name: body})[name] < high


def test_a_function_that_is_wrong_only_a_little_never_gets_all_points():
    function = FunctionResult(asked=100_000, wrong=1, kinds=[Tally("a", "a", 99_999, 100_000)])
    assert share_of_points(function, True) == PARTIAL_SHARE_MAX
    assert share_of_points(function, False) == 0


def test_what_was_not_answered_earns_nothing():
    assert earned_share([]) == 0
    assert earned_share([Tally("a win", "moves", 10, 100, 0.5)]) == 0


def test_every_question_has_a_kind_unless_all_answers_are_equally_good():
    without = [q for p in positions() for name in FUNCTION_NAMES[1:] for q in ask(name, p) if not kinds_of(q)]
    assert {question.function for question in without} == {"minimax"}
    assert all(len(question.right) == question.position.count(".") for question in without)


def test_kinds_travel_with_the_report():
    source = f"{BASE}\n\ndef winner(board):\n    return None\n"
    report = check_source("tictactoe.py", source.encode(), Options(quick=True))
    again = Report.from_json(report.to_json())
    assert again.functions["winner"].kinds == report.functions["winner"].kinds != []
    assert again.functions["player"].kinds == []


def test_a_function_that_did_not_always_answer_needs_review_whatever_else_is_wrong_with_it():
    example = Counterexample(None, "minimax(board)", "", "")
    faults = [Fault(kind, 1, example) for kind in ("wrong_value", "no_answer")]
    report = Report("tictactoe.py", "", functions={"minimax": FunctionResult(asked=9, wrong=2, faults=faults)})
    assert [*unanswered(report)] == ["minimax did not always answer"]
