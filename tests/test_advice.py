"""Hints and lessons are true of every position."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random

import pytest
from conftest import OPEN
from test_record import played

from noughts.game import notation, solver
from noughts.game.rules import CLASSIC, other, winning_cells
from noughts.play import advice
from noughts.play.record import read_record


def test_the_hint_of_every_position_leads_to_a_best_move_on_the_line_it_names():
    for position in OPEN:
        hint = advice.hint(CLASSIC, position)
        mover = CLASSIC.to_move(position)
        assert hint.cell in solver.best_moves(CLASSIC, position, mover)
        assert hint.cell in hint.line
        assert hint.line in CLASSIC.lines
        marks = [position[cell] for cell in hint.line if cell != hint.cell]
        if winning_cells(CLASSIC, position, mover):
            assert marks == [mover, mover]
            assert "you need 1 more cell" in hint.steps[0]
        elif winning_cells(CLASSIC, position, other(mover)) == [hint.cell]:
            assert f"{other(mover)} needs 1 more cell" in hint.steps[0]
        assert notation.cell_text(CLASSIC, hint.cell) in hint.steps[1]


@pytest.mark.parametrize("name", ["3,3,3,misere", "4,3,3", "5,5,4", "2,2,2"])
def test_a_hint_is_there_on_every_board(name):
    game, random = notation.read_game(name), Random(1)
    for seed in range(5):
        record = played(name, seed, random.randrange(len(game.cells)))
        if not record.is_over:
            hint = advice.hint(game, record.position, 0.02)
            assert record.position[hint.cell] == "."
            assert all(step.endswith(".") for step in hint.steps)


def test_on_a_board_too_large_a_hint_says_best_found_and_that_there_is_no_proof():
    game = notation.read_game("5,5,4")
    hint = advice.hint(game, game.start, 0.02)
    assert "best move found" in hint.steps[1]
    assert "no proof" in hint.steps[2]


def test_a_lesson_names_the_mistake_what_was_right_and_the_punishment():
    record = read_record("3,3,3: 0,0 0,1 2,2 2,0 1,1 X wins")
    found = advice.mistakes(record, 9, "O")
    assert [mistake.number for mistake in found] == [1, 3]
    assert found[0].words.startswith(
        "Move 2, O 0,1, throws away the draw: better was 1,1, which draws. With best play after it: X "
    )
    assert "and X wins. X 1,1 forks: it threatens to win at" in found[0].words
    assert [mistake.number for mistake in advice.mistakes(record, 9)] == [1, 2, 3]


@pytest.mark.parametrize("seed", range(30))
def test_every_lesson_is_true(seed):
    record = played("3,3,3", seed)
    found = {mistake.number: mistake for mistake in advice.mistakes(record, 9)}
    for number, (position, cell) in enumerate(zip(record.positions, record.moves, strict=False)):
        mover = CLASSIC.to_move(position)
        verdicts = solver.verdicts(CLASSIC, position, mover)
        best = max(verdict.value for verdict in verdicts.values())
        assert (verdicts[cell].value < best) == (number in found)
        if number in found:
            mistake = found[number]
            assert all(verdicts[right].value == best for right in mistake.better)
            assert mistake.line[0] == cell
            end = position
            for step in mistake.line:
                end = CLASSIC.after(end, step)
            value = {mover: 1, None: 0}.get(CLASSIC.winner(end), -1)
            assert value == verdicts[cell].value


def test_on_a_board_where_the_mover_wins_in_two_the_hint_names_the_movers_line():
    record = read_record("4,4,3: 1,1 2,2 unfinished")
    hint = advice.hint(record.game, record.position, 5)
    assert 5 in hint.line  # X 1,1
    assert 10 not in hint.line  # O 2,2
    assert "you need 2 more cells" in hint.steps[0]


def test_a_game_that_is_over_has_a_review_of_every_move_and_before_only_of_the_last():
    record = read_record("3,3,3: 0,0 0,1 2,2 2,0 1,1 X wins")
    told = advice.advise(record, 1)
    assert [review.number for review in told.reviews] == [0, 1, 2, 3, 4]
    assert [review.number for review in told.reviews if review.is_mistake] == [1, 2, 3]
    assert told.reviews[0].words == "Move 1, X 0,0, keeps the draw. It sets a trap: 7 of O's 8 replies lose."
    going_on = advice.advise(read_record("3,3,3: 0,0 0,1 unfinished"), 1)
    assert [review.number for review in going_on.reviews] == [1]
    assert set(going_on.whys) == set(going_on.values)
    assert all(words.endswith(".") for words in going_on.whys.values())


def test_advice_survives_the_way_through_json():
    for line in ("3,3,3: 0,0 0,1 2,2 2,0 1,1 X wins", "3,3,3: 0,0 0,1 unfinished", "5,5,4: 2,2 unfinished"):
        told = advice.advise(read_record(line), 0.02)
        assert advice.Advice.from_json(json.loads(json.dumps(asdict(told)))) == told
