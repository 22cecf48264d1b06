"""The search against a plain textbook minimax on every position."""

from __future__ import annotations

from functools import cache

import pytest
from conftest import FINISHED, OPEN
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.errors import TooLarge
from noughts.explain.analysis import analyse
from noughts.game import solver
from noughts.game.rules import CLASSIC, in_a_row, put, with_lines


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
        for cell, verdict in solver.verdicts(CLASSIC, position, mover).items():
            value, distance = textbook(CLASSIC.after(position, cell))
            assert verdict == (sign * value, distance + 1)


def test_the_empty_board_is_a_draw_in_nine_plies():
    assert set(solver.verdicts(CLASSIC, CLASSIC.start, "X").values()) == {(0, 9)}


def test_a_finished_position_has_no_verdicts_and_no_best_move():
    for position in FINISHED:
        for mover in "XO":
            assert solver.verdicts(CLASSIC, position, mover) == {}
            assert solver.best_moves(CLASSIC, position, mover) == []


def test_whose_turn_it_is_can_be_said_against_the_count():
    assert solver.best_moves(CLASSIC, "XX.......", "X") == [2]
    assert solver.verdicts(CLASSIC, "XX.......", "O")[2].value == solver.verdicts(CLASSIC, "OO.......", "X")[2].value


@cache
def slowly(game, position):
    """(value for the side to move, distance) for any game, by plain recursion."""
    if game.is_over(position):
        winner = game.winner(position)
        return (0 if winner is None else 1 if winner == game.to_move(position) else -1), 0
    ends = [slowly(game, game.after(position, cell)) for cell in game.free(position)]
    return max(((-value, distance + 1) for value, distance in ends), key=lambda end: (end[0], -end[0] * end[1]))


GAMES = [in_a_row(3, 3, 3, misere=True), in_a_row(4, 2, 2), in_a_row(2, 4, 3, misere=True), in_a_row(3, 3, 2),
         with_lines("corners", 3, 3, [(0, 2, 6), (0, 8), (1, 4, 7)])]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_other_games_are_solved_as_plain_recursion_solves_them(game):
    waiting, seen = [game.start], set()
    while waiting:
        position = waiting.pop()
        if position in seen or game.is_over(position):
            continue
        seen.add(position)
        mover = game.to_move(position)
        for cell, verdict in solver.verdicts(game, position, mover).items():
            after = game.after(position, cell)
            value, distance = slowly(game, after)
            assert verdict == (-value, distance + 1)
            waiting.append(after)


@pytest.mark.parametrize(
    ("size", "verdict"), [((3, 3, 3), (0, 9)), ((4, 3, 3), (1, 7)), ((4, 4, 3), (1, 5)), ((4, 4, 4), (0, 16))]
)
def test_the_empty_board_has_its_published_value(size, verdict):
    game = in_a_row(*size)
    found = analyse(game, game.start)
    assert (found.value, found.distance) == verdict


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 4), st.booleans(), st.data())
def test_turning_the_board_turns_the_verdicts(columns, rows, length, misere, data):
    game = in_a_row(columns, rows, length, misere)
    position = game.start
    for _ in range(data.draw(st.integers(0, columns * rows))):
        if game.is_over(position):
            break
        position = game.after(position, data.draw(st.sampled_from(game.free(position))))
    symmetry = data.draw(st.sampled_from(game.symmetries))
    turned = "".join(position[cell] for cell in symmetry)
    if not game.is_over(position):
        mover = game.to_move(position)
        before, after = solver.verdicts(game, position, mover), solver.verdicts(game, turned, mover)
        assert {cell: before[symmetry[cell]] for cell in after} == after


def test_a_table_rooted_anywhere_says_the_same():
    for position in OPEN[::11]:
        mover = CLASSIC.to_move(position)
        table = solver.Table(CLASSIC, position, mover)
        for cell, verdict in solver.verdicts(CLASSIC, position, mover).items():
            after = table.verdict(put(position, cell, mover))
            assert verdict == (-after.value, after.distance + 1)


def test_what_is_too_large_is_refused_before_it_starts():
    game = in_a_row(5, 4, 4)
    with pytest.raises(TooLarge, match=r"5,4,4 with 20 free cells has up to 3,486,784,401 positions"):
        analyse(game, game.start)


def test_tables_are_remembered_up_to_a_limit():
    for size in ((2, 2, 2), (3, 2, 2), (2, 3, 2), (3, 1, 2), (1, 3, 2), (4, 1, 2)):
        game = in_a_row(*size)
        analyse(game, game.start)
    assert len(solver._tables) <= solver.TABLES_MAX
