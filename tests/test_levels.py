"""The levels: exact figures, checked by another computation and by playing; the perfect one never loses."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from random import Random

import pytest
from test_cli import noughts

import tictactoe
from noughts.game import notation, solver
from noughts.game.rules import CLASSIC, O, X
from noughts.play import levels, odds
from noughts.play.levels import LEVELS, PERFECT, RANDOM

pytestmark = pytest.mark.exhaustive

EVERYBODY = (RANDOM, *LEVELS)
MOVERS = {level: odds.contestant(level) for level in EVERYBODY}


@pytest.fixture(scope="module")
def outcomes():
    return {(x, o): odds.match(CLASSIC, MOVERS[x], MOVERS[o]) for x in EVERYBODY for o in EVERYBODY}


def chooser(game, level, seed):
    return lambda position: levels.choose(game, level, position, seed).cell


def score(outcomes, level, opponent):
    return (outcomes[level, opponent].score(X) + outcomes[opponent, level].score(O)) / 2


def most_wins_without_a_loss(board, side, memory):
    """The largest chance to beat a random mover of anybody who never loses, by the root's own eight functions."""
    key = tuple(map(tuple, board))
    if key not in memory:
        if tictactoe.terminal(board):
            memory[key] = Fraction(tictactoe.winner(board) == side)
        else:
            after = [tictactoe.result(board, action) for action in tictactoe.actions(board)]
            if tictactoe.player(board) == side:
                safe = [each for each in after if worth(each, side) >= 0]
                memory[key] = max(most_wins_without_a_loss(each, side, memory) for each in safe)
            else:
                memory[key] = sum(most_wins_without_a_loss(each, side, memory) for each in after) / Fraction(len(after))
    return memory[key]


def worth(board, side):
    """What a board is worth to a side when its file's own minimax plays it to the end for both."""
    while not tictactoe.terminal(board):
        board = tictactoe.result(board, tictactoe.minimax(board))
    return tictactoe.utility(board) * (1 if side == X else -1)


@pytest.mark.parametrize("side", [X, O])
def test_of_all_who_never_lose_the_perfect_level_beats_a_random_mover_most_often(outcomes, side):
    found = outcomes[PERFECT, RANDOM].x if side == X else outcomes[RANDOM, PERFECT].o
    assert found == most_wins_without_a_loss(tictactoe.initial_state(), side, {})
    lost = outcomes[PERFECT, RANDOM].o if side == X else outcomes[RANDOM, PERFECT].x
    assert lost == 0


def test_the_chances_add_up_to_one(outcomes):
    assert all(sum(outcome) == 1 for outcome in outcomes.values())


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS)), ids=lambda level: level.name)
def test_each_level_scores_better_than_the_one_below_against_everybody(outcomes, weaker, stronger):
    for opponent in EVERYBODY:
        assert score(outcomes, stronger, opponent) > score(outcomes, weaker, opponent), opponent.name


def test_a_random_mover_against_a_random_mover_is_as_everybody_else_has_counted_it(outcomes):
    # The known figures of 3,3,3 with random moves: 737/1260, 121/420 and 8/63.
    assert outcomes[RANDOM, RANDOM] == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))


GAMES = 10_000


@pytest.mark.parametrize(("x", "o"), [(RANDOM, LEVELS[1]), (LEVELS[0], LEVELS[2]), (LEVELS[3], LEVELS[0]), (PERFECT, RANDOM),
                                      (LEVELS[2], PERFECT)], ids=lambda level: level.name)  # fmt: skip
def test_ten_thousand_games_agree_with_the_exact_chances(outcomes, x, o):
    ends = {X: 0, O: 0, None: 0}
    for seed in range(GAMES):
        players = {X: chooser(CLASSIC, x, seed), O: chooser(CLASSIC, o, seed)}
        position = CLASSIC.start
        while not CLASSIC.is_over(position):
            position = CLASSIC.after(position, players[CLASSIC.to_move(position)](position))
        ends[CLASSIC.winner(position)] += 1
    for winner, chance in zip((X, None, O), map(float, outcomes[x, o]), strict=True):
        error = sqrt(chance * (1 - chance) / GAMES)
        assert abs(ends[winner] / GAMES - chance) <= 4 * error, (winner, ends)


@pytest.mark.parametrize(("name", "sides"), [("3,3,3", (X, O)), ("4,3,3", (O,)), ("3,3,3,misere", (X, O))])
def test_the_perfect_level_never_gives_a_draw_or_a_win_away(name, sides):
    """Every position that it can come to, whatever the other side plays: so it never loses from where it need not."""
    game = notation.read_game(name)
    seen, waiting = set(), [game.start]
    while waiting:
        position = game.representative(waiting.pop())
        if position in seen or game.is_over(position):
            continue
        seen.add(position)
        cells = game.free(position)
        verdicts = solver.verdicts(game, position, game.to_move(position))
        best = max(verdict.value for verdict in verdicts.values())
        if game.to_move(position) in sides and best >= 0:
            choice = levels.choose(game, PERFECT, position, 1)
            assert choice.is_exact
            assert verdicts[choice.cell].value == best
        waiting += [game.after(position, cell) for cell in cells]
    assert len(seen) > 600


@pytest.mark.parametrize("side", [X, O])
def test_the_perfect_level_wins_or_ties_every_line_of_play(side):
    ends, seen = set(), 0

    def follow(position):
        nonlocal seen
        if CLASSIC.is_over(position):
            ends.add(CLASSIC.winner(position))
            seen += 1
        elif CLASSIC.to_move(position) == side:
            follow(CLASSIC.after(position, levels.choose(CLASSIC, PERFECT, position, 7).cell))
        else:
            for cell in CLASSIC.free(position):
                follow(CLASSIC.after(position, cell))

    follow(CLASSIC.start)
    assert ends == {side, None}
    assert seen > 60


def test_the_same_seed_gives_the_same_moves_and_another_one_others():
    def moves(seed):
        chosen = chooser(CLASSIC, LEVELS[0], seed)
        return [chosen(position) for position in (CLASSIC.start, "X........", "XO.......", "XOX......")]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(20)}) > 10


def test_a_glimpse_sees_so_far_and_no_further():
    position = "XX.OO...."
    assert levels.candidates(CLASSIC, RANDOM, position, 0) == CLASSIC.free(position)
    assert levels.candidates(CLASSIC, RANDOM, position, 1) == [2]
    threatened = "X...O...X"[:6] + "..X"
    assert set(levels.candidates(CLASSIC, RANDOM, "XX..O....", 1)) == set(CLASSIC.free("XX..O...."))
    assert levels.candidates(CLASSIC, RANDOM, "XX..O....", 2) == [2]
    assert set(levels.candidates(CLASSIC, RANDOM, threatened, 2)) == set(CLASSIC.free(threatened))


@pytest.mark.parametrize("plies", [3, 4, 6, 9])
def test_a_glimpse_to_the_end_is_the_exact_verdict(plies):
    random = Random(plies)
    for _ in range(40):
        position = CLASSIC.start
        while position.count(".") > plies:
            position = CLASSIC.after(position, random.choice(CLASSIC.free(position)))
            if CLASSIC.is_over(position):
                position = CLASSIC.start
        if plies == 9:
            position = "X...O...."
        seen = levels.shallow_verdicts(CLASSIC, position, plies)
        exact = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))
        assert {cell: solver.rank(verdict) for cell, verdict in seen.items()} == {
            cell: solver.rank(verdict) for cell, verdict in exact.items()
        }


def test_solve_levels_prints_the_exact_table():
    done = noughts("solve", "--levels")
    assert done.returncode == 0
    assert "perfect       0.9778    0.9778    0.8905    0.6772    0.5591    0.5000" in done.stdout
    assert (
        "as X wins  99.48%, draws  0.52%, loses  0.00%;  as O wins  91.64%, draws  8.36%, loses  0.00%" in done.stdout
    )
    assert noughts("solve", "--levels", "--game", "4,4,4").returncode == 2
