"""A verdict that the order of calls, hidden state and a busy machine cannot change."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from conftest import ROOT
from submission_cases import CASES
from test_cli import noughts

from noughts.check.asking import Options
from noughts.check.examination import check, check_source
from noughts.check.export import report_text
from noughts.check.limits import Limits
from noughts.check.words import headline

pytestmark = pytest.mark.slow

SOLUTION = (ROOT / "tests" / "solutions" / "memory.py").read_text()
PLAIN = (ROOT / "bench" / "textbook" / "plain.py").read_text()


def report_on(source: str | bytes, **options):
    data = source if isinstance(source, bytes) else source.encode()
    return check_source("tictactoe.py", data, Options(quick=True, **options))


def fault_of(report, function, kind):
    return next(fault for fault in report.functions[function].faults if fault.kind == kind)


def test_the_shortest_sequence_of_calls_is_shown():
    data = CASES["state_utility_relies_on_the_last_winner"].data
    report = check_source("tictactoe.py", data, Options(workers=2))
    assert [name for name, function in report.functions.items() if function.status == "failed"] == ["utility"]
    fault = fault_of(report, "utility", "inconsistent")
    assert fault.example.earlier in ((), []) or all("winner(" in call for call in fault.example.earlier)
    assert "depend on earlier calls" in report_text(report)


def test_the_call_that_leaves_something_behind_is_named():
    source = CASES["right_plain"].data.decode() + (
        "\nasked_before = False\n_winner, _player = winner, player\n"
        "def winner(board):\n    return None if asked_before else _winner(board)\n"
        "def player(board):\n    global asked_before\n    asked_before = True\n    return _player(board)\n"
    )
    report = report_on(source)
    example = fault_of(report, "winner", "inconsistent").example
    assert len(example.earlier) == 1
    assert example.earlier[0].startswith(("player(", "result("))  # result calls player
    assert (example.got, example.other_got) == ("None", example.expected)
    text = report_text(report)
    assert "after these calls:" in text
    assert "without these calls: " in text


def test_two_right_moves_are_no_fault():
    report = report_on(CASES["right_any_optimal_move"].data)
    assert report.verdict == "passed", report_text(report)


def test_faults_of_different_kinds_are_counted_apart():
    source = SOLUTION.replace(
        '    if action not in actions(board):\n        raise ValueError(f"{action} is not possible")\n', ""
    )
    report = report_on(source)
    counts = {fault.kind: fault.count for fault in report.functions["result"].faults}
    assert set(counts) == {"taken_cell", "negative_index"}
    assert sum(counts.values()) == report.functions["result"].wrong <= report.functions["result"].asked
    assert f"a taken cell: {counts['taken_cell']:,}" in report_text(report)


@pytest.mark.parametrize("quick", [True, False])
def test_a_file_whose_answers_are_always_the_same_is_not_said_to_depend_on_earlier_calls(quick):
    source = SOLUTION.replace(
        '    if action not in actions(board):\n        raise ValueError(f"{action} is not possible")\n', ""
    )
    source = source.replace(", (2, 4, 6)]", "]")
    report = check_source("tictactoe.py", source.encode(), Options(quick=quick))
    assert {"result", "winner", "minimax"} <= set(report.mending_order)
    assert not [each for each in report.diagnoses if each.id == "inconsistent"]


def test_a_function_that_changes_its_board_is_not_said_to_depend_on_earlier_calls():
    source = CASES["right_plain"].data.decode() + (
        "\n_winner = winner\ndef winner(board):\n    board.append([row[0] for row in board[:3]])\n    return _winner(board[:3])\n"
    )
    report = check_source("tictactoe.py", source.encode(), Options(quick=True))
    ids = {each.id for each in report.diagnoses if each.function == "winner"}
    assert "changes_its_board" in ids
    assert "inconsistent" not in ids
    assert {fault.kind for fault in report.functions["winner"].faults} == {"changed_board"}
    assert report.functions["winner"].faults[0].example.got.startswith(("None, and changed", "'X', and changed"))


def test_a_wrong_constant_is_the_only_cause_that_is_named():
    report = report_on(SOLUTION.replace('O = "O"', 'O = "0"'))
    assert headline(report).endswith("O must be 'O', but is '0'.")
    assert report.functions["player"].status == "failed"
    assert report.diagnoses == []


def test_what_follows_from_another_function_is_found_by_experiment():
    report = report_on(SOLUTION.replace(", (2, 4, 6)]", "]"))
    follows = {each.function: dict(each.fields)["causes"] for each in report.diagnoses if each.id == "follows"}
    assert follows == {"terminal": "winner", "utility": "winner", "minimax": "winner"}
    assert report.mending_order == ["winner", "terminal", "utility", "minimax"]
    assert headline(report).endswith("Begin with winner: the anti-diagonal never wins a game.")


def test_a_function_with_a_fault_of_its_own_does_not_follow():
    source = SOLUTION.replace(", (2, 4, 6)]", "]").replace("return min(choices", "return max(choices")
    report = report_on(source)
    about_minimax = [each.id for each in report.diagnoses if each.function == "minimax"]
    assert about_minimax == ["own_fault_explained", "max_for_o_too"]


def test_a_quick_check_that_finds_nothing_says_so():
    report = report_on(SOLUTION)
    assert (report.verdict, report.to_json()["quick"]) == ("passed", True)
    assert headline(report).startswith("No fault found. This was a quick check")


def test_a_fault_in_one_orientation_is_found_quickly():
    source = SOLUTION.replace("def winner(board):\n", "def winner(board):\n    if board[0] == [X, X, X]: return None\n")
    assert source != SOLUTION
    assert report_on(source).functions["winner"].status == "failed"


def test_a_file_that_loops_everywhere_is_told_so_soon():
    report = report_on("X, O, EMPTY = 'X', 'O', None\n" + "".join(
        f"def {name}:\n    while True: pass\n" for name in
        ("initial_state()", "player(board)", "actions(board)", "result(board, action)", "winner(board)",
         "terminal(board)", "utility(board)", "minimax(board)")), limits=Limits(answer_cpu_seconds_max=1))  # fmt: skip
    assert report.verdict == "failed"
    assert all(function.status == "failed" for function in report.functions.values())
    assert report.cpu_seconds < 20
    assert "the checker stopped calling" in report_text(report)


def test_a_file_that_sleeps_gives_no_answer():
    source = SOLUTION.replace("def player(board):\n", "import time\ndef player(board):\n    time.sleep(1000)\n")
    report = report_on(source, limits=Limits(idle_seconds_max=0.5))
    assert report.functions["player"].counterexample.kind == "no_answer"
    assert "computed nothing" in report.functions["player"].counterexample.got


def test_a_right_file_passes_on_a_busy_machine():
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        report = check_source("tictactoe.py", CASES["right_alpha_beta"].data, Options(workers=2))
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert report.verdict == "passed", report_text(report)


def test_too_many_free_cells_for_the_limit_fail_and_what_is_left_is_not_reached():
    report = report_on(PLAIN, limits=Limits(answer_cpu_seconds_max=0.5), seconds_max=30)
    assert report.functions["minimax"].status == "failed"
    assert report.functions["minimax"].counterexample.kind == "no_answer"
    assert report.functions["winner"].status == "passed"


@pytest.mark.parametrize("wrong", [["--workers", "0"], ["--answer-seconds", "0"], ["--answer-seconds", "nan"]])
def test_limits_that_make_no_sense_are_refused(wrong):
    done = noughts("check", *wrong, "tictactoe.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert wrong[0] in done.stderr
    assert "use a finite number above 0" in done.stderr or "use 1 or more" in done.stderr


def test_python_warnings_are_remarks_with_the_line():
    source = SOLUTION + "\n\ndef unused(x):\n    return x is 0\n"
    report = report_on(source)
    assert report.verdict == "passed"
    line = source.splitlines().index("    return x is 0") + 1
    assert [dict(each.fields)["lines"] for each in report.remarks if each.id == "warned_lines"] == [str(line)]


def test_a_missing_helper_module_says_that_one_file_is_handed_in():
    report = report_on("from util import helper\n" + SOLUTION)
    assert report.reason.id == "not_loaded_sibling"
    assert "move its code into the file that you hand in" in headline(report)


def test_extra_parameters_fail_and_the_function_is_still_asked():
    report = report_on(SOLUTION.replace("def utility(board):", "def utility(board, depth=0):"))
    assert report.clauses["G2"] == "failed"
    assert (report.functions["utility"].asked, report.functions["utility"].wrong) == (958, 0)
    assert report.functions["utility"].status == "failed"


def test_reports_keep_everything_as_json():
    report = report_on(CASES["state_utility_relies_on_the_last_winner"].data)
    data = json.loads(json.dumps(report.to_json()))
    assert type(report).from_json(data).to_json() == report.to_json()


def test_rows_that_initial_state_shares_are_not_a_fault_of_result(student):
    report = check(student("def initial_state():\n    return [[EMPTY] * 3] * 3"), Options())
    assert [name for name, function in report.functions.items() if function.status == "failed"] == ["initial_state"]


NO_UNDO = """
def minimax(board):
    if terminal(board):
        return None
    me, best, best_value = player(board), None, -10
    for i, j in actions(board):
        board[i][j] = me
        value = tree_value(board, me)
        if value > best_value:
            best, best_value = (i, j), value
    return best

def tree_value(board, me):
    if terminal(board):
        return utility(board) if me == X else -utility(board)
    values = [tree_value(result(board, action), me) for action in actions(board)]
    return max(values) if player(board) == me else min(values)
"""


def test_a_minimax_that_changes_its_board_gets_no_misconception(student):
    report = check(student(NO_UNDO), Options())
    told = [each.id for each in report.diagnoses if each.function == "minimax"]
    assert told == ["changes_its_board"]


def test_the_earlier_calls_that_are_shown_are_enough_to_make_the_answer_wrong(student):
    """Run the shown calls in a new process: the turn comes from a counter that only result changes."""
    path = student("moves = 0\ndef player(board):\n    return X if moves % 2 == 0 else O\n"
                   "def result(board, action):\n    global moves\n    if action not in actions(board):\n"
                   "        raise ValueError(action)\n    after = [row[:] for row in board]\n"
                   "    after[action[0]][action[1]] = player(board)\n    moves += 1\n    return after\n")  # fmt: skip
    report = check(path, Options(quick=True))
    shown = [fault.example for fault in report.functions["player"].faults
             if fault.kind == "inconsistent" and fault.example.earlier]  # fmt: skip
    assert shown
    for example in shown:
        assert not example.earlier[0].startswith("...")
        program = "\n".join(["from tictactoe import *", *example.earlier, f"print(repr({example.call}))"])
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=path.parent
        )
        assert done.stdout.strip() == example.got != example.expected


def test_the_first_move_is_timed_in_cpu_seconds(student):
    slept = student("import time\nfast = minimax\ndef minimax(board):\n    if board == initial_state():\n        time.sleep(1.5)\n"
                    "    return fast(board)\n")  # fmt: skip
    assert not [each for each in check(slept, Options(quick=True)).remarks if each.id == "first_move_seconds"]
    busy = student("import time\nfast = minimax\ndef minimax(board):\n    if board == initial_state():\n"
                   "        end = time.process_time() + 1.2\n        while time.process_time() < end:\n            pass\n"
                   "    return fast(board)\n")  # fmt: skip
    assert [each for each in check(busy, Options(quick=True)).remarks if each.id == "first_move_seconds"]
