"""The rungs agree with each other and with the search, and count what the books count."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import OPEN, POSITIONS, ROOT

from noughts.explain.analysis import analyse
from noughts.explain.ladder import CountedSearch
from noughts.game import solver
from noughts.game.rules import CLASSIC, in_a_row

pytestmark = pytest.mark.exhaustive


def climb(rung, game, position):
    return getattr(CountedSearch(game), rung)(position, game.to_move(position))


def value_for_x(game, position):
    """What the search says."""
    found = analyse(game, position)
    if found.value is None:
        return {"X": 1, "O": -1, None: 0}[found.winner]
    return found.value if found.to_move == "X" else -found.value


@pytest.mark.parametrize(
    ("rung", "calls"), [("plain", 549_946), ("alpha_beta", 18_297), ("memory", 5_478), ("symmetry", 765)]
)
def test_from_the_empty_board_each_idea_saves_what_it_is_known_to_save(rung, calls):
    climbed = CountedSearch(CLASSIC)
    assert getattr(climbed, rung)(CLASSIC.start, "X") == 0
    assert climbed.calls == calls


@pytest.mark.parametrize("rung", ["plain", "alpha_beta", "memory", "symmetry"])
def test_all_four_agree_with_the_search_on_every_position(rung):
    for position in POSITIONS:
        assert climb(rung, CLASSIC, position) == value_for_x(CLASSIC, position)


@pytest.mark.parametrize("rung", ["plain", "alpha_beta", "memory", "symmetry"])
def test_they_agree_where_who_completes_a_line_loses(rung):
    game = in_a_row(3, 3, 3, misere=True)
    for position in OPEN:
        if position.count(".") <= 6:
            assert climb(rung, game, position) == value_for_x(game, position)


def test_on_four_by_three_memory_and_symmetry_know_every_position_as_the_search_does():
    game = in_a_row(4, 3, 3)
    by_memory, by_symmetry = CountedSearch(game), CountedSearch(game)
    assert by_memory.memory(game.start, "X") == 1
    assert by_symmetry.symmetry(game.start, "X") == 1
    assert len(by_memory.known) == 111_973
    table = solver.table_for(game, game.start, "X")
    for position, value in by_memory.known.items():
        assert by_symmetry.known[game.representative(position)] == value
        if not game.is_over(position):
            assert table.verdict(position).value == (value if game.to_move(position) == "X" else -value)


def test_on_four_by_three_alpha_beta_and_plain_agree_on_a_third_of_the_classes():
    """A position of every third class, for plain with at most 7 free cells. `climb_everything.py 0 1` tries them all."""
    script = str(Path(__file__).with_name("climb_everything.py"))
    parts = [subprocess.Popen([sys.executable, script, part, "6"], cwd=ROOT) for part in "01"]
    assert [part.wait(timeout=900) for part in parts] == [0, 0]


def test_somebody_can_watch_and_stop_a_climb():
    def stop(calls, of):
        assert (calls, of) == (20_000, 0)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CountedSearch(CLASSIC, stop).plain(CLASSIC.start, "X")
