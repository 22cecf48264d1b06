"""Every folder of tests/submissions: none that is wrong passes, none that is right fails, none does any harm.

The first line of a file says what is expected: the verdict, and functions that must have failed.
"""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from noughts.check import questions
from noughts.check.asking import Options
from noughts.check.box import Limits
from noughts.check.checker import check

FOLDER = Path(__file__).with_name("submissions")
NAMES = sorted(path.name for path in FOLDER.iterdir())
# Short, so that what hangs does not hold up the tests.
LIMITS = Limits(answer_seconds_max=1.5, load_seconds_max=2.0)
# These are asked everything; of the others one position of each class tells enough.
FULL = {
    "minimax_tires_after_3000_calls",
    "minimax_wrong_on_one_board",
    "hostile_ends_once",
    *(name for name in NAMES if name.startswith("right_")),
}
VICTIM = Path("/tmp/noughts-victim")
CANARIES = [
    Path("/tmp/noughts-canary"),
    Path("noughts-canary"),
    Path("/noughts-canary"),
    Path.home() / "noughts-canary",
]


@pytest.fixture(scope="module")
def reports():
    """All of them checked, two at a time."""
    VICTIM.write_text("alive")
    for position in questions.positions():
        questions.prepare(position)
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(NAMES, pool.map(examine, NAMES), strict=True))
    yield found
    VICTIM.unlink(missing_ok=True)


def examine(name):
    return check(FOLDER / name / "tictactoe.py", Options(quick=name not in FULL, limits=LIMITS))


def expected(name):
    line = (FOLDER / name / "tictactoe.py").read_bytes().split(b"\n")[0].lstrip(b"\xef\xbb\xbf")
    found = re.fullmatch(r"# expected: (\w+)([\w ]*?)\r?", line.decode("utf-8", "replace"))
    return (found[1], found[2].split()) if found else ("failed", [])


def test_there_are_many_of_each_kind():
    hostile = [name for name in NAMES if name.startswith("hostile_")]
    right = [name for name in NAMES if name.startswith("right_")]
    assert len(hostile) >= 40
    assert len(NAMES) - len(hostile) - len(right) >= 40
    assert len(right) >= 15


@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_is_the_expected_one(reports, name):
    verdict, functions = expected(name)
    report = reports[name]
    assert report.verdict == verdict, report.text()
    for function in functions:
        assert report.functions[function].status == "failed", report.text()
    if verdict == "passed":
        assert not report.diagnoses
        assert {function.status for function in report.functions.values()} == {"passed"}
    json.dumps(report.to_json())
    assert report.text()


def test_no_attack_left_anything_behind(reports):
    assert VICTIM.read_text() == "alive"
    assert not [path for path in CANARIES if path.exists() or path.is_symlink()]
    assert not [words for words in command_lines() if "987654" in words]
    assert not [words for words in command_lines(of_ours=True) if "inmate.py" in words]


def command_lines(of_ours=False):
    """What runs on this machine; of ours: what we started, or what nobody is the parent of."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            words = (entry / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if not of_ours or parent in (1, os.getpid()):
            yield words


DIAGNOSES = {
    "no_anti_diagonal": "the anti-diagonal never wins",
    "no_diagonals": "the main diagonal never wins",
    "two_columns_never_win": "the right column never wins",
    "ties_are_losses": "utility gives -1 for a tie, where 0 is due",
    "initial_state_shares_rows": "the three rows of initial_state are one list: [row] * 3 does not copy it",
    "player_exchanged": "player has X and O exchanged: X moves first",
    "always_x": "player always gives X",
    "actions_as_a_list": "actions gives a list where a set is asked",
    "actions_column_first": "actions gives (column, row): rows come first",
    "terminal_asks_only_whether_full": "terminal only asks whether the board is full: it overlooks wins",
    "winner_stops_at_a_free_line": "winner overlooks a win where another line is free: three free cells are equal too, and give None",
    "result_catches_its_own_exception": "result gives None where it must raise an exception: it may catch its own",
    "minimax_not_written": "minimax is not written yet: NotImplementedError",
    "minimax_highest_for_o_too": "minimax chooses the highest value for O too: O wins with -1 and should choose the lowest",
    "minimax_value_for_o": "minimax gives the value instead of the move where it is O's turn",
    "result_writes_into_the_rows": "result writes into the board that it is given: copy the rows first",
    "result_lets_taken_cells_through": "result lets a taken cell be taken again",
    "result_lets_negative_indices_through": "result lets negative indices through: Python counts them from the end",
    "minimax_gives_the_value": "minimax gives the value instead of the move",
    "minimax_max_and_min_exchanged": "minimax makes the worst move everywhere: the first move is chosen by the wrong one of maximum and minimum",
    "minimax_one_ply": "minimax takes every win in one, but leaves most of the other side's wins in one open",
    "minimax_win_or_block": "minimax takes or blocks every win in one, and errs beyond that: it does not look far enough",
    "minimax_forgets_none": "minimax forgets to give None where the game is over",
    "plays_when_imported": "the file prints and asks for input when it is imported: keep what plays out of the top level",
}


@pytest.mark.parametrize("name", DIAGNOSES)
def test_the_misconception_is_named(reports, name):
    assert DIAGNOSES[name] in reports[name].diagnoses


REMARKS = {
    "right_other_parameter_names": "player calls its parameters state",
    "right_malformed_actions_let_through": "result lets malformed actions through: None, (0,), (0, 0, 0), 'ab'",
    "right_shares_rows": "result shares rows with the board it was given",
    "right_utility_true": "utility gives True where an int is asked",
    "right_str_subclass": "player gives a subclass of str",
    "right_defined_twice": "terminal is defined twice",
    "right_deepcopy": "imports copy",
}


@pytest.mark.parametrize("name", REMARKS)
def test_what_is_no_fault_is_remarked_on(reports, name):
    assert REMARKS[name] in reports[name].remarks


def test_the_smallest_counterexample_is_shown(reports):
    example = reports["minimax_wrong_on_one_board"].functions["minimax"].counterexample
    assert example.position == "X...O...X"
    assert reports["minimax_wrong_on_one_board"].functions["minimax"].wrong == 1
    assert example.got == "(0, 2)"


def test_what_needs_a_look_is_flagged(reports):
    assert any("_getframe" in flag for flag in reports["hostile_reads_the_callers_frame"].flags)
    assert any("imports ctypes" in flag for flag in reports["hostile_crashes_the_interpreter"].flags)
    assert any("catches every exception" in flag for flag in reports["hostile_catches_everything_in_a_loop"].flags)
    assert not reports["right_plain"].flags
