"""Every case of tests/submissions: none that is wrong passes, none that is right fails, none does any harm."""

from __future__ import annotations

import json
import os
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from submission_cases import CASES

from noughts.check.asking import Options
from noughts.check.examination import check
from noughts.check.export import report_text
from noughts.check.limits import Limits
from noughts.check.report import Report
from noughts.check.sandbox.process import WORKER

# The fixture checks all cases: minutes on an idle machine, far longer on a slow and busy one.
pytestmark = [pytest.mark.exhaustive, pytest.mark.timeout(5400)]

# Short, so that what hangs does not hold up the tests.
LIMITS = Limits(answer_cpu_seconds_max=1, load_cpu_seconds_max=1, idle_seconds_max=1)
# A right program may take longer on a slow machine.
LIMITS_OF_RIGHT = replace(LIMITS, answer_cpu_seconds_max=60)
# These are asked everything; for the others one position of each class is enough.
FULL = {
    "minimax_tires_after_3000_calls",
    "minimax_wrong_on_one_board",
    "hostile_ends_once",
    "state_minimax_empties_the_set_of_actions_it_cached",
    "state_minimax_wrong_when_asked_twice",
    "state_minimax_wrong_with_many_free_cells_after_winner",
    "right_plain",
    "right_alpha_beta",
}
TOKEN = uuid.uuid4().hex
CANARY = f"noughts-canary-{TOKEN}"
# Seconds to sleep, so that a process that was left behind can be told from all others.
MARK = 900_000_000 + int(TOKEN[:6], 16)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("submissions")
    folder.chmod(0o777)
    (folder / "victim").write_text("alive")
    (folder / "victim").chmod(0o666)
    return folder


@pytest.fixture(scope="module")
def reports(folder):
    """All of them checked, two at a time."""

    def examine(case):
        path = folder / case.name / "tictactoe.py"
        path.parent.mkdir()
        path.write_bytes(case.source(folder=folder, canary=CANARY, mark=MARK))
        limits = LIMITS_OF_RIGHT if case.verdict == "passed" else LIMITS
        return check(path, Options(quick=case.name not in FULL, limits=limits))

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(CASES, pool.map(examine, CASES.values()), strict=True))


def test_there_are_many_of_each_kind():
    hostile = [name for name in CASES if name.startswith("hostile_")]
    right = [name for name in CASES if name.startswith("right_")]
    assert (len(hostile), len(right), len(CASES)) >= (72, 40, 190)


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_is_the_expected_one(reports, name):
    case, report = CASES[name], reports[name]
    assert report.verdict == case.verdict, report_text(report)
    for function in case.failed:
        assert report.functions[function].status == "failed", report_text(report)
    if case.verdict == "passed":
        assert not report.diagnoses
        assert {function.status for function in report.functions.values()} == {"passed"}
    assert Report.from_json(json.loads(json.dumps(report.to_json()))).to_json() == report.to_json()


def test_no_attack_left_anything_behind(reports, folder):
    assert (folder / "victim").read_text() == "alive"
    places = [folder, Path(), Path("/"), Path.home(), Path("/tmp")]
    assert not [place for place in places if os.path.lexists(place / CANARY)]
    assert not [words for words in command_lines() if str(MARK) in words]
    assert not [words for words in command_lines(of_ours=True) if str(WORKER) in words]


def command_lines(of_ours=False):
    """What runs on this machine; of ours: what we started, or what nobody is the parent of."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            words = (entry / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if not of_ours or parent == os.getpid():
            yield words


# The likely cause of each case: its id, and fields that it must have.
DIAGNOSES = {
    "no_anti_diagonal": ("line_never_wins", {"line": "anti-diagonal"}),
    "no_diagonals": ("line_never_wins", {"line": "main diagonal"}),
    "two_columns_never_win": ("line_never_wins", {"line": "right column"}),
    "ties_are_losses": ("utility_constant", {"got": "-1", "ending": "a draw", "expected": 0}),
    "initial_state_shares_rows": ("one_row_list", {"function": "initial_state"}),
    "player_exchanged": ("player_exchanged", {}),
    "always_x": ("player_constant", {"mark": "X"}),
    "actions_as_a_list": ("actions_list", {}),
    "actions_column_first": ("actions_transposed", {}),
    "terminal_asks_only_whether_full": ("terminal_only_full", {}),
    "winner_stops_at_a_free_line": ("free_line_first", {}),
    "result_catches_its_own_exception": ("returns_none_for_bad_action", {}),
    "minimax_not_written": ("not_written", {"function": "minimax"}),
    "minimax_highest_for_o_too": ("max_for_o_too", {}),
    "minimax_value_for_o": ("minimax_value_of_side", {"mark": "O"}),
    "result_writes_into_the_rows": ("changes_board", {}),
    "result_lets_taken_cells_through": ("taken_cell", {}),
    "result_lets_negative_indices_through": ("negative_indices", {}),
    "minimax_gives_the_value": ("minimax_value", {}),
    "minimax_max_and_min_exchanged": ("worst_move", {}),
    "minimax_one_ply": ("one_ply", {}),
    "minimax_win_or_block": ("win_or_block", {}),
    "minimax_forgets_none": ("minimax_no_none", {}),
    "result_of_tuples": ("wrong_type", {"function": "result", "expected": "a list of three lists"}),
    "plays_when_imported": ("import_prints_and_asks", {}),
}


@pytest.mark.parametrize("name", DIAGNOSES)
def test_the_misconception_is_named(reports, name):
    cause, fields = DIAGNOSES[name]
    found = [each for each in reports[name].diagnoses if each.id == cause]
    assert any(fields.items() <= dict(each.fields).items() for each in found), reports[name].diagnoses
    assert all(each.words and "{" not in each.words for each in found)


REMARKS = {
    "right_other_parameter_names": "player(state) has different parameter names from player(board) in the exercise",
    "right_malformed_actions_let_through": "result accepts malformed actions: None, (0,), (0, 0, 0), 'ab'",
    "right_shares_rows": "the board that result returns shares rows with the board that result was given",
    "right_utility_true": "utility returns True instead of an int",
    "right_str_subclass": "player returns values of a subclass of the right type, such as a namedtuple instead of a tuple",
    "right_defined_twice": "terminal is defined more than once",
    "right_deepcopy": "the file imports copy",
}


@pytest.mark.parametrize("name", REMARKS)
def test_what_is_no_fault_is_remarked_on(reports, name):
    assert REMARKS[name] in [each.words for each in reports[name].remarks]


def test_the_smallest_counterexample_is_shown(reports):
    example = reports["minimax_wrong_on_one_board"].functions["minimax"].counterexample
    assert example.position == "X...O...X"
    assert reports["minimax_wrong_on_one_board"].functions["minimax"].wrong == 1
    assert example.got == "(0, 2)"


def test_what_needs_a_look_is_flagged(reports):
    assert any("_getframe" in flag.words for flag in reports["hostile_reads_the_callers_frame"].flags)
    assert any("imports ctypes" in flag.words for flag in reports["hostile_crashes_the_interpreter"].flags)
    assert any(
        "catches every exception" in flag.words for flag in reports["hostile_catches_everything_in_a_loop"].flags
    )
    assert not reports["right_plain"].flags
