"""The search for boards that cannot be solved: exact where it can be, and never blind to the next two plies."""

from __future__ import annotations

from random import Random

import pytest

from noughts.game import heuristic, notation, solver
from noughts.game.rules import other, winning_cells
from noughts.play import levels

ALL = 10**9


def played(game, random, plies):
    """A position after so many random moves, reached by play; None where a game ended before."""
    position = game.start
    for _ in range(plies):
        if game.is_over(position):
            return None
        position = game.after(position, random.choice(game.free(position)))
    return None if game.is_over(position) else position


@pytest.mark.parametrize("name", ["3,3,3", "4,3,3", "3,3,3,misere", "4,3,3,misere"])
def test_with_budget_enough_it_finds_what_the_exact_search_knows(name):
    game, random = notation.read_game(name), Random(name)
    tried = 0
    while tried < 60:
        position = played(game, random, random.randrange(len(game.cells) - 8, len(game.cells)))
        if position is None:
            continue
        tried += 1
        found = heuristic.best_move(game, position, ALL)
        verdicts = solver.verdicts(game, position, game.to_move(position))
        assert found.verdict is not None
        assert (
            solver.rank(found.verdict) == solver.rank(verdicts[found.cell]) == max(map(solver.rank, verdicts.values()))
        )


@pytest.mark.parametrize("name", ["5,5,4", "4,4,4", "6,6,4", "7,7,5"])
@pytest.mark.parametrize("budget", [0, 500])
def test_it_never_misses_a_win_in_one_or_an_only_defence(name, budget):
    game, random = notation.read_game(name), Random(name)
    wins = defences = 0
    while wins < 15 or defences < 15:
        position = played(game, random, random.randrange(4, len(game.cells) - 2))
        if position is None:
            continue
        mover = game.to_move(position)
        own, theirs = (winning_cells(game, position, mark) for mark in (mover, other(mover)))
        if own:
            wins += 1
            assert heuristic.best_move(game, position, budget).cell in own
        elif len(theirs) == 1:
            defences += 1
            assert heuristic.best_move(game, position, budget).cell == theirs[0]


def test_the_same_budget_gives_the_same_move():
    game = notation.read_game("5,5,4")
    assert heuristic.best_move(game, game.start, 5_000) == heuristic.best_move(game, game.start, 5_000)


def test_moves_that_seem_equal_are_taken_in_the_order_that_is_asked_for():
    game = notation.read_game("6,6,6")
    cells = {levels.choose(game, levels.PERFECT, game.start, seed, 0.01).cell for seed in range(30)}
    assert len(cells) > 1


def test_a_board_with_cells_on_no_line_is_no_trouble():
    game = notation.read_game("5,1,5")
    assert heuristic.best_move(game, game.start, ALL).verdict == (0, 5)
    sparse = notation.read_game("2,2,2")
    assert heuristic.best_move(sparse, sparse.start, ALL).verdict == (1, 3)


def test_it_says_best_found_only_where_it_is_not_sure():
    large, small = notation.read_game("5,5,4"), notation.read_game("3,3,3")
    assert not levels.choose(large, levels.PERFECT, large.start, 1, 0.05).is_exact
    assert levels.choose(small, levels.PERFECT, small.start, 1, 0.05).is_exact
    winning = "XXX..OOO................."
    assert levels.choose(large, levels.PERFECT, winning[:5] + "OO..." + "O" + "." * 14, 1, 0.05).is_exact
