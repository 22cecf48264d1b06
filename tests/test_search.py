"""The search against a plain textbook minimax on every position."""

from __future__ import annotations

from functools import cache

from conftest import FINISHED, OPEN

from noughts import search
from noughts.rules import CLASSIC


@cache
def textbook(position):
    """(value for X, distance): written without bits, scores or negation, to be wrong in other ways."""
    if CLASSIC.is_over(position):
        return {"X": 1, "O": -1, None: 0}[CLASSIC.winner(position)], 0
    ends = [textbook(CLASSIC.after(position, cell)) for cell in CLASSIC.free(position)]
    good = 1 if CLASSIC.to_move(position) == "X" else -1
    for wanted in (good, 0, -good):
        distances = [distance for value, distance in ends if value == wanted]
        if distances:
            return wanted, 1 + (max(distances) if wanted == -good else min(distances))
    raise AssertionError("an open position has a move")


def test_every_verdict_is_the_textbooks():
    for position in OPEN:
        mover = CLASSIC.to_move(position)
        sign = 1 if mover == "X" else -1
        for cell, verdict in search.verdicts(CLASSIC, position, mover).items():
            value, distance = textbook(CLASSIC.after(position, cell))
            assert verdict == (sign * value, distance + 1)


def test_the_empty_board_is_a_draw_in_nine_plies():
    assert set(search.verdicts(CLASSIC, CLASSIC.start, "X").values()) == {(0, 9)}


def test_a_finished_position_has_no_verdicts_and_no_best_move():
    for position in FINISHED:
        for mover in "XO":
            assert search.verdicts(CLASSIC, position, mover) == {}
            assert search.best_moves(CLASSIC, position, mover) == []


def test_whose_turn_it_is_can_be_said_against_the_count():
    assert search.best_moves(CLASSIC, "XX.......", "X") == [2]
    assert search.verdicts(CLASSIC, "XX.......", "O")[2].value == search.verdicts(CLASSIC, "OO.......", "X")[2].value
