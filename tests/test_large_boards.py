"""Play on boards that are too large to solve: proved moves where there is a proof, and sound ones elsewhere."""

from __future__ import annotations

import random

import pytest

from noughts.game import heuristic
from noughts.game.proof import Reason
from noughts.game.prover import Prover, safe_moves
from noughts.game.rules import in_a_row, winning_cells
from noughts.play import levels
from noughts.play.levels import PERFECT, RANDOM


def game_called(name):
    return in_a_row(*map(int, name.split(",")))


def played(game, side, opponent, seed):
    """The end of a game of the perfect level on that side against a function that chooses the other side's moves."""
    position = game.start
    while not game.is_over(position):
        is_ours = game.to_move(position) == side
        cell = levels.choose(game, PERFECT, position, seed).cell if is_ours else opponent(game, position)
        position = game.after(position, cell)
    return position


def at_random(seed):
    rng = random.Random(seed)
    return lambda game, position: rng.choice(game.free(position))


def by_search(seed):
    rng = random.Random(seed)

    def choose(game, position):
        return heuristic.best_move(game, position, 400, rng.sample(game.cells, len(game.cells))).cell

    return choose


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [at_random, by_search])
def test_x_wins_6_5_4_and_nobody_beats_o_on_5_5_4(opponent):
    for seed in range(2):
        assert (game := game_called("6,5,4")).winner(played(game, "X", opponent(seed), seed)) == "X"
        assert (game := game_called("5,5,4")).winner(played(game, "O", opponent(seed), seed)) != "X"


def test_the_same_seed_and_position_give_the_same_proved_move():
    game = game_called("6,5,4")
    first = levels.choose(game, PERFECT, game.start, 3)
    assert first == levels.choose(game, PERFECT, game.start, 3)
    assert first.is_exact
    assert Prover(game).keeps(game.start, "X", first.cell, 1)


@pytest.mark.parametrize("name", ["7,7,5", "15,15,5"])
def test_no_win_is_missed_and_no_four_is_left_open(name):
    game = game_called(name)
    middle, row = len(game.cells) // 2, game.columns
    far = [0, row - 1, len(game.cells) - 1, len(game.cells) - row]
    four_of_x = game.start
    for own, other_cell in zip((middle, middle + 1, middle + 2, middle - 1), far, strict=True):
        four_of_x = game.follow(four_of_x, [own, other_cell])
    assert levels.choose(game, PERFECT, four_of_x, 1).cell in winning_cells(game, four_of_x, "X")
    three_of_x = game.follow(game.start, [middle, far[0], middle + 1, far[1], middle + 2])
    answer = levels.choose(game, PERFECT, three_of_x, 1).cell
    row_of_x = range(middle - 2, middle + 5)
    assert answer in row_of_x, "an open three is answered on its row"


def test_levels_below_perfect_play_on_large_boards_too():
    game = game_called("15,15,5")
    for level in (*levels.LEVELS, RANDOM):
        assert levels.choose(game, level, game.start, 1).cell in game.cells


# Positions in which the heuristic search alone, two plies deep, allows a forcing line of the opponent.
THREATENED = (
    ".O.X....X.XXO..X...............X....X...OOO.....O",
    ".O...............X.O...XX..X.X.OO.......X......O.",
    "...XXX..O...O......O.OO.....XX.X.X.........O.....",
)


@pytest.mark.parametrize("position", THREATENED)
def test_a_forcing_line_of_the_opponent_is_stopped(position):
    game = game_called("7,7,5")
    mover = game.to_move(position)
    safe = safe_moves(game, position, mover)
    assert levels.choose(game, PERFECT, position, 1, seconds=0.001).cell in safe
    assert heuristic.best_move(game, position, 1).cell not in safe
    for cell in game.free(position):
        after = game.after(position, cell)
        loses = Prover(game).prove(after, game.to_move(after), budget=3_000).reason == Reason.FORCING
        assert loses == (cell not in safe), cell
