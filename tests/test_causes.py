"""Causes that are told by habits of minimax, by lines that winner invents, and by changes that were tried."""

from __future__ import annotations

import pytest
from conftest import OPEN, POSITIONS
from submission_cases import BASE

from noughts.check.asking import Options
from noughts.check.codec import encode_action
from noughts.check.diagnosis import diagnose
from noughts.check.examination import check_source
from noughts.check.misconceptions import diagnose_moves
from noughts.check.winner_faults import winner_faults
from noughts.game import solver
from noughts.game.rules import CLASSIC, FREE, other, winning_cells
from noughts.trace.diagnose import add_lines


def best(position):
    verdicts = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))
    return max(verdicts, key=lambda cell: verdicts[cell].value)


def test_who_blocks_before_winning_is_told_so():
    def move(position):
        threats = winning_cells(CLASSIC, position, other(CLASSIC.to_move(position)))
        return threats[0] if threats else best(position)

    assert [each.id for each in diagnose_moves({p: encode_action(move(p)) for p in OPEN})] == ["blocks_first"]


def test_each_side_has_its_own_habit():
    moves = {p: encode_action(p.rindex(FREE) if CLASSIC.to_move(p) == "X" else p.index(FREE)) for p in OPEN}
    assert [(each.id, dict(each.fields)["mark"]) for each in diagnose_moves(moves)] == [
        ("last_free_cell", "X"), ("first_free_cell", "O")]  # fmt: skip


@pytest.mark.parametrize(("cells", "kind"), [
    ([(0, 5, 7)], "extra_lines"), ([(2, 4)], "extra_lines"), ([(1, 2, 3), (2, 3, 4), (4, 5, 6), (5, 6, 7)], "wraps_rows"),
])  # fmt: skip
def test_lines_that_winner_invents_are_named(cells, kind):
    wrong = {p: f'"{p[line[0]]}"' for p in POSITIONS if CLASSIC.winner(p) is None for line in cells
             if {p[cell] for cell in line} in ({"X"}, {"O"})}  # fmt: skip
    assert kind in [each.id for each in winner_faults(wrong, POSITIONS)]


def test_a_mixed_line_that_counts_is_named():
    wrong = {p: '"X"' for p in POSITIONS if CLASSIC.winner(p) is None
             and any(sorted(p[cell] for cell in line) == [".", "O", "X"] for line in CLASSIC.lines)}  # fmt: skip
    assert ("mixed_line_wins", 1, 1) in [
        (f.id, dict(f.fields).get("x"), dict(f.fields).get("o")) for f in winner_faults(wrong, POSITIONS)
    ]


def test_nothing_wrong_has_no_cause():
    assert diagnose({name: {} for name in ("minimax", "winner")}, {}, POSITIONS, None, []) == []


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "words", "change"), [
    ("    key = str(board)", "    key = frozenset(actions(board))", "the key is the same for calls with different results", "repr((board,))"),
    ("        if terminal(board):\n            seen", "        if not actions(board):\n            seen", "went on searching", ""),
])  # fmt: skip
def test_a_trace_names_the_key_and_the_missing_end(old, new, words, change):
    assert BASE.count(old) == 1
    data = BASE.replace(old, new).encode()
    report = check_source("tictactoe.py", data, Options(quick=True))
    add_lines(report, data, Options())
    traced = [each for each in report.diagnoses if each.id == "traced"]
    assert [each for each in traced if words in each.words and change in dict(each.fields)["tried"]], report.diagnoses


@pytest.mark.slow
def test_minimax_is_traced_with_right_rules_if_another_function_is_wrong_too():
    data = BASE.replace(", (2, 4, 6)]", "]").replace("else min(values)", "else max(values)").encode()
    report = check_source("tictactoe.py", data, Options(quick=True))
    add_lines(report, data, Options())
    own = [each for each in report.diagnoses if each.function == "minimax"]
    line = (
        data.decode().splitlines().index("            seen[key] = max(values) if player(board) == X else max(values)")
        + 1
    )
    assert own[0].id == "own_fault_explained"
    assert line in [dict(each.fields).get("line") for each in own]
