"""Games as lines of text and as something to go back and forth in; damaged lines are refused with a sentence."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import BadInput
from noughts.game import notation
from noughts.game.rules import CLASSIC
from noughts.play.advice import judge
from noughts.play.record import Record, read_record, to_text

GAMES = ["3,3,3", "4,3,3", "3,3,3,misere", "5,5,4", "2,2,2"]


def played(name, seed, moves=100):
    """A game of random moves."""
    random, record = Random(seed), Record(notation.read_game(name))
    while not record.is_over and len(record.moves) < moves:
        record = record.play(random.choice(record.game.free(record.position)))
    return record


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(20))
def test_a_game_is_the_same_after_it_was_written_and_read(name, seed):
    record = played(name, seed, 3 if seed % 4 == 0 else 100)
    assert read_record(to_text(record)) == record
    assert read_record(f"  {to_text(record)}\n") == record


@given(st.text(max_size=60) | st.text("3,:012 XOwinste-", max_size=60))
def test_whatever_is_no_game_is_refused_with_a_sentence(text):
    try:
        record = read_record(text)
    except BadInput:
        return
    assert read_record(to_text(record)) == record


@pytest.mark.parametrize("text", [
    "", "3,3,3", "3,3,3:", "3,3,3: 1,1", "3,3,3: 1,1 1,1 unfinished", "3,3,3: 1,1 3,0 unfinished",
    "3,3,3: 1,1 0,0 draw", "3,3,3: 1,1 0,0 tie", "3,3,3: 0,0 1,0 0,1 1,1 0,2 O wins", "3,3,3: 0,0 1,0 0,1 1,1 0,2 1,2 X wins",
    "9: 1,1 draw", "3,3,3 1,1 unfinished", "3,3,3: 5 unfinished", "3,3,3: 1,1 X wins X wins", "4,4,9: unfinished",
])  # fmt: skip
def test_a_damaged_game_is_refused(text):
    with pytest.raises(BadInput) as refusal:
        read_record(text)
    assert len(str(refusal.value)) > 20


def test_an_impossible_move_is_refused():
    with pytest.raises(ValueError, match="not free"):
        Record(CLASSIC).play(4).play(4)


def test_each_move_is_judged_by_what_it_made_of_the_outcome():
    words = [each.words for each in judge(read_record("3,3,3: 0,0 0,1 2,2 2,0 1,1 X wins"), 9)]
    assert words == [
        "keeps the draw",
        "throws away the draw",
        "misses the win",
        "throws away the draw",
        "keeps the win",
    ]


@pytest.mark.parametrize("seed", range(40))
def test_judgements_follow_from_one_move_to_the_next(seed):
    """What is left after a move is what the next one starts from."""
    found = judge(played("3,3,3", seed), 9)
    for first, second in pairwise(found):
        assert second.best.value == -first.verdict.value


def test_positions_too_large_to_be_sure_of_are_not_judged():
    record = played("4,4,4", 3, 9)
    assert [each.number for each in judge(record, 12)] == [4, 5, 6, 7, 8]


def test_a_game_saved_by_an_older_version_is_read():
    line = "3,3,3: 1,1 0,0 2,2 0,2 0,1 2,1 2,0 1,0 1,2"
    assert read_record(f"{line} tie") == read_record(f"{line} draw")
    assert to_text(read_record(f"{line} tie")) == f"{line} draw"
