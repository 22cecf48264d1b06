"""Misconceptions: each is recognised by its moves, and nothing else is taken for one."""

from __future__ import annotations

from random import Random

import pytest

from noughts.check import questions
from noughts.check.codec import encode_action
from noughts.check.misconceptions import MISCONCEPTIONS, diagnose_moves, right_moves
from noughts.game.rules import CLASSIC

pytestmark = pytest.mark.exhaustive

OPEN = [position for position in questions.classes() if not CLASSIC.is_over(position)]


def answers_of(player, random=None):
    """What a player would answer, its first move or any of them."""
    values = {"X": {}, "O": {}}
    moves = {position: sorted(player.moves(position, values[CLASSIC.to_move(position)])) for position in OPEN}
    return {position: random.choice(some) if random else some[0] for position, some in moves.items()}


@pytest.mark.parametrize("player", MISCONCEPTIONS, ids=lambda player: player.id)
def test_each_is_told_from_all_others_by_its_moves(player):
    answers = answers_of(player, Random(1))
    # One who rates a draw above a win may also seem to make no difference; the sharper word comes first.
    fitting = [other.id for other in MISCONCEPTIONS if other.fits(answers)]
    assert fitting[0] == player.id
    assert len(fitting) == 1 or player.draw != (0, 0)
    assert diagnose_moves(answers)[0].id == player.id


@pytest.mark.parametrize("seed", range(3))
def test_a_player_with_a_few_chance_faults_is_taken_for_none(seed):
    random = Random(seed)
    answers = {position: random.choice(sorted(right_moves(position))) for position in OPEN}
    for position in random.sample(OPEN, 8):
        answers[position] = encode_action(random.choice(CLASSIC.free(position)))
    assert not any(player.fits(answers) for player in MISCONCEPTIONS)


def test_who_takes_the_first_free_cell_is_told_so():
    answers = {position: encode_action(CLASSIC.free(position)[0]) for position in OPEN}
    assert diagnose_moves(answers)[0].id == "first_free_cell"
