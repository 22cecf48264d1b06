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
    assert "X has won" in tree.dot(CLASSIC, "XXXOO....", 5)


def test_a_tree_too_large_to_look_at_is_refused():
    with pytest.raises(TooLarge, match="choose a smaller --depth"):
        tree.dot(CLASSIC, CLASSIC.start, 9)


@pytest.mark.parametrize("name", ["3,3,3", "3,3,3,misere", "4,3,3", "3,4,3", "2,2,2", "4,3,4"])
def test_a_strategy_is_verified_by_an_independent_program(name):
    game = notation.read_game(name)
    strategies = {side: replies for side in "XO" if (replies := strategy.strategy(game, side)) is not None}
    assert check(strategy.proof_text(game, strategies)) == dict.fromkeys(sorted(strategies), True)


def test_who_can_be_made_to_lose_has_no_strategy():
    game = notation.read_game("4,3,3")
    assert strategy.strategy(game, "O") is None
    assert strategy.strategy(game, "X") is not None


def test_the_verifier_sees_a_wrong_a_missing_and_an_impossible_reply():
    replies = strategy.strategy(CLASSIC, "O")
    for position, cell in list(replies.items())[::7]:
        assert position[cell] == "."
        broken = {**replies, position: position.index("X")}
        text = strategy.proof_text(CLASSIC, {"O": broken})
        assert check(text) == {"O": False}
        del broken[position]
        assert check(strategy.proof_text(CLASSIC, {"O": broken})) == {"O": False}
    first = CLASSIC.representative("X........")
    assert first in replies
    losing = {**replies, first: next(c for c in CLASSIC.free(first) if c not in (4, replies[first]))}
    assert check(strategy.proof_text(CLASSIC, {"O": losing})) == {"O": False}


def test_the_verifier_is_short_and_stands_alone(tmp_path):
    source = (ROOT / "noughts" / "explain" / "check_proof.py").read_text()
    assert len(source.splitlines()) <= 40
    assert re.findall(r"^\s*(?:import|from) (\w+)", source, re.M) == ["sys"]
    path = tmp_path / "never.txt"
    path.write_text(strategy.proof_text(CLASSIC, {"X": strategy.strategy(CLASSIC, "X")}))
    done = subprocess.run(
        [sys.executable, "-I", "-S", ROOT / "noughts" / "explain" / "check_proof.py", path],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "X never loses\n"
