"""The tree as a graph, and the strategies, verified by a program that shares nothing with ours."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from conftest import ROOT

from noughts.errors import TooLarge
from noughts.explain import strategy, tree
from noughts.explain.check_proof import check
from noughts.game import notation
from noughts.game.proof import Reason
from noughts.game.prover import prover_for
from noughts.game.rules import CLASSIC

pytestmark = pytest.mark.exhaustive


def test_the_tree_of_the_empty_board_has_three_first_moves_and_twelve_second_ones():
    text = tree.dot(CLASSIC, CLASSIC.start, 2)
    assert text.count("n0 -> ") == 3
    assert text.count(" -> ") == 3 + 12
    assert '[label="0,0 (x4)"' in text
    assert re.findall(r"^digraph tree \{$|^\}$", text, re.M) == ["digraph tree {", "}"]


def test_a_finished_position_is_a_tree_of_one():
    assert " -> " not in tree.dot(CLASSIC, "XXXOO....", 5)
    assert "X wins" in tree.dot(CLASSIC, "XXXOO....", 5)


def test_a_tree_too_large_to_look_at_is_refused():
    with pytest.raises(TooLarge, match="choose a smaller --depth"):
        tree.dot(CLASSIC, CLASSIC.start, 9)


CLAIMS = {
    "3,3,3": ["O never loses", "X never loses"], "3,3,3,misere": ["O never loses", "X never loses"], "4,3,3": ["X wins"],
    "3,4,3": ["X wins"], "2,2,2": ["X wins"], "4,3,4": ["O never loses", "X never loses"], "2,2,2,misere": ["O wins"],
}  # fmt: skip


def text_of(*strategies, game=CLASSIC, pairs=()):
    return strategy.proof_text(game, strategies, pairs)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_strategy_is_verified_by_an_independent_program(name):
    game = notation.read_game(name)
    found = [each for side in "XO" if (each := strategy.solved_strategy(game, side)) is not None]
    assert check(text_of(*found, game=game)) == dict.fromkeys(CLAIMS[name], True)


@pytest.mark.parametrize("name", ["4,4,3", "5,4,3", "6,5,4"])
def test_a_proved_win_is_verified_and_a_damaged_one_is_refused(name):
    game = notation.read_game(name)
    won = strategy.proved_strategy(game, 20_000)
    assert check(text_of(won, game=game)) == {"X wins": True}
    for position in list(won.replies)[:: max(1, len(won.replies) // 3)]:
        without = {**won.replies}
        del without[position]
        for damaged in (without, {**won.replies, position: len(game.cells)}):
            assert check(text_of(won._replace(replies=damaged), game=game)) == {"X wins": False}


def test_a_strategy_that_is_too_large_or_not_found_is_refused(monkeypatch):
    with pytest.raises(TooLarge, match="1 positions for each"):
        strategy.proved_strategy(notation.read_game("6,5,4"), 1)
    monkeypatch.setattr(strategy, "REPLIES_MAX", 10)
    with pytest.raises(TooLarge, match="within 10 replies"):
        strategy.proved_strategy(notation.read_game("4,4,3"), 1000)


@pytest.mark.parametrize("name", ["5,5,5", "5,5,5,misere", "7,7,6", "4,3,4,misere"])
def test_a_pairing_is_verified_and_a_damaged_one_is_refused(name):
    game = notation.read_game(name)
    proof = prover_for(game).prove(game.start, "X")
    assert (proof.reason, proof.pairs_for_both) == (Reason.PAIRING, True)
    assert check(text_of(game=game, pairs=proof.pairs)) == {"neither side loses": True}
    (first, second), (third, fourth), *rest = proof.pairs
    for damaged in ([(third, fourth), *rest], [(first, third), (second, fourth), *rest], [(first, first), (third, fourth), *rest],
                    [(first, second), (first, fourth), *rest]):  # fmt: skip
        assert check(text_of(game=game, pairs=damaged)) == {"neither side loses": False}
    cell = notation.cell_text(game, first)
    assert check(text_of(game=game, pairs=proof.pairs).replace(f"pair {cell} ", "pair 0,99 ")) == {
        "neither side loses": False
    }


def test_who_can_be_made_to_lose_has_no_strategy():
    game = notation.read_game("4,3,3")
    assert strategy.solved_strategy(game, "O") is None
    assert strategy.solved_strategy(game, "X").wins


def test_the_verifier_sees_a_wrong_a_missing_and_an_impossible_reply():
    never_loses = strategy.solved_strategy(CLASSIC, "O")
    replies = never_loses.replies

    def checked(changed):
        return check(text_of(never_loses._replace(replies=changed)))

    for position, cell in list(replies.items())[::7]:
        assert position[cell] == "."
        broken = {**replies, position: position.index("X")}
        assert checked(broken) == {"O never loses": False}
        del broken[position]
        assert checked(broken) == {"O never loses": False}
    first = CLASSIC.representative("X........")
    assert first in replies
    losing = {**replies, first: next(c for c in CLASSIC.free(first) if c not in (4, replies[first]))}
    assert checked(losing) == {"O never loses": False}
    assert check(text_of(never_loses._replace(wins=True))) == {"O wins": False}


def test_the_verifier_is_short_and_stands_alone(tmp_path):
    source = (ROOT / "noughts" / "explain" / "check_proof.py").read_text()
    assert len(source.splitlines()) <= 83
    assert re.findall(r"^\s*(?:import|from) (\w+)", source, re.M) == ["sys"]
    path = tmp_path / "never.txt"
    path.write_text(text_of(strategy.solved_strategy(CLASSIC, "X")))
    done = subprocess.run(
        [sys.executable, "-I", "-S", ROOT / "noughts" / "explain" / "check_proof.py", path],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "X never loses\n"
