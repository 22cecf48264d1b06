"""The prover against the solver, which counts every position, and its reasons against the rules."""

from __future__ import annotations

import random

import pytest
from conftest import OPEN
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.game import notation, pairing, solver
from noughts.game.needs import needs_of
from noughts.game.proof import Reason
from noughts.game.prover import Prover, proved_moves, prover_for
from noughts.game.rules import CLASSIC, in_a_row, other, winning_cells

# Who wins from the empty board, as published, and as our own solver finds for those that it can solve.
PUBLISHED = {
    "4,3,3": 1, "4,4,3": 1, "5,3,3": 1, "4,4,4": 0, "5,4,4": 0, "5,5,4": 0, "6,5,4": 1, "5,5,5": 0, "6,5,5": 0, "6,6,5": 0,
    "7,7,6": 0, "8,8,6": 0, "2,2,2": 1, "3,3,1": 1, "3,3,2": 1, "3,2,3": 0,
}  # fmt: skip


def game_called(name):
    return in_a_row(*map(int, name.split(",")))


def sampled(game, count, seed=1):
    """Open positions that random play reaches, with the same share of every depth."""
    rng, found = random.Random(seed), set()
    while len(found) < count:
        position = game.start
        for _ in range(rng.randrange(len(game.cells))):
            after = game.after(position, rng.choice(game.free(position)))
            if game.is_over(after):
                break
            position = after
        found.add(position)
    return sorted(found)


def assert_is_right(game, prover, position):
    mover = game.to_move(position)
    verdicts = solver.verdicts(game, position, mover)
    best = max(verdicts.values(), key=solver.rank).value
    proof = prover.prove(position, mover)
    assert proof.value == best, position
    if proof.line:  # every answer in it is forced, and it ends with a win
        assert proof.value == 1
        assert game.winner(game.follow(position, proof.line)) == mover
        for number in range(1, len(proof.line), 2):
            before = game.follow(position, proof.line[:number])
            assert proof.line[number] in winning_cells(game, before, mover), "the answer is forced"
    if proof.reason == Reason.PAIRING:
        assert proof.value == 0
        bits = [(1 << first, 1 << second) for first, second in proof.pairs]
        assert pairing.holds(bits, needs_of(game, position, mover))
    return verdicts


def test_every_position_of_3_3_3_and_every_move_that_keeps_its_value():
    prover = Prover(CLASSIC)
    for position in OPEN:
        verdicts = assert_is_right(CLASSIC, prover, position)
        mover, best = CLASSIC.to_move(position), max(verdict.value for verdict in verdicts.values())
        for cell, verdict in verdicts.items():
            assert prover.keeps(position, mover, cell, best) == (verdict.value == best)


@pytest.mark.exhaustive
def test_every_position_of_4_3_3():
    game = game_called("4,3,3")
    prover, waiting, seen = Prover(game), [game.start], {game.start}
    while waiting:
        position = waiting.pop()
        assert_is_right(game, prover, position)
        afters = {game.after(position, cell) for cell in game.free(position)} - seen
        seen |= afters
        waiting += [after for after in afters if not game.is_over(after)]
    assert len(seen) > 80_000


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "count"), [("4,4,3", 5000), ("4,4,4", 5000), ("5,3,3", 5000), ("4,3,4", 2000), ("3,2,3", 40)]
)
def test_sampled_positions_of_larger_boards(name, count):
    game = game_called(name)
    prover = Prover(game)
    for position in sampled(game, count):
        assert_is_right(game, prover, position)
    for position in sampled(game, 10, seed=2):  # what it remembers changes no answer
        assert_is_right(game, Prover(game), position)


@pytest.mark.parametrize("name", PUBLISHED)
def test_who_wins_is_as_published(name):
    game = game_called(name)
    assert Prover(game).prove(game.start, "X").value == PUBLISHED[name]


def test_a_small_budget_leaves_the_value_open_and_a_larger_one_finds_it():
    game = game_called("5,5,4")
    prover = Prover(game)
    assert prover.prove(game.start, "X", budget=100)[:2] == (None, Reason.UNKNOWN)
    assert prover.prove(game.start, "X", budget=100_000).value == 0
    misere = in_a_row(5, 5, 4, misere=True)
    assert prover_for(misere).prove(misere.start, "X", budget=100)[:2] == (None, Reason.UNKNOWN)


def assert_misere_is_right(game, prover, position):
    mover = game.to_move(position)
    verdicts = solver.verdicts(game, position, mover)
    best = max(verdicts.values(), key=solver.rank).value
    proof = prover.prove(position, mover)
    assert proof.value == best, position
    for cell, verdict in verdicts.items():
        assert prover.keeps(position, mover, cell, best) == (verdict.value == best), (position, cell)
    if proof.pairs:
        bits = [(1 << first, 1 << second) for first, second in proof.pairs]
        assert pairing.holds(bits, needs_of(game, position, mover))
        assert proof.pairs_for_both == pairing.holds(bits, needs_of(game, position, other(mover)))


def test_every_position_of_3_3_3_misere_and_every_move_that_keeps_its_value():
    game = in_a_row(3, 3, 3, misere=True)
    prover = prover_for(game)
    for position in game.symmetry_classes():
        if not game.is_over(position):
            assert_misere_is_right(game, prover, position)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "count"), [("4,3,3", 300), ("4,4,3", 25), ("4,4,4", 200), ("5,3,3", 60), ("3,2,2", 20)]
)
def test_sampled_misere_positions_of_larger_boards(name, count):
    game = notation.read_game(f"{name},misere")
    prover = prover_for(game)
    for position in sampled(game, count):
        assert_misere_is_right(game, prover, position)


def test_a_draw_is_only_said_to_be_paired_for_both_sides_if_it_is():
    game, both, one = game_called("4,4,4"), 0, 0
    for position in sampled(game, 200):
        proof = Prover(game).prove(position, game.to_move(position))
        bits = [(1 << first, 1 << second) for first, second in proof.pairs]
        if bits:
            is_both = pairing.holds(bits, needs_of(game, position, other(game.to_move(position))))
            assert proof.pairs_for_both == is_both
            both, one = both + is_both, one + (not is_both)
        elif proof.reason == Reason.NO_LINES:
            assert not needs_of(game, position, "X") | needs_of(game, position, "O")
    assert both
    assert one


def test_a_pairing_is_found_at_the_start_and_a_damaged_one_is_refused():
    game = game_called("5,5,5")
    proof = Prover(game).prove(game.start, "X")
    needs = needs_of(game, game.start, "X")
    bits = [(1 << first, 1 << second) for first, second in proof.pairs]
    assert proof.reason == Reason.PAIRING
    assert pairing.holds(bits, needs)
    assert not pairing.holds(bits[1:], needs)
    assert not pairing.holds([(bits[0][0], bits[1][0]), *bits[1:]], needs)


@given(
    st.sets(
        st.sets(st.integers(0, 11), min_size=2, max_size=4).map(lambda cells: sum(1 << cell for cell in cells)),
        max_size=6,
    )
)
@settings(max_examples=300, deadline=None)
def test_every_pairing_that_is_found_holds(needs):
    pairs = pairing.pairing(needs)
    if pairs is not None:
        assert pairing.holds(pairs, needs)
    elif 2 * len(needs) <= 2:
        pytest.fail("one need of two cells can always be paired")


@pytest.mark.parametrize(
    ("name", "position"), [("5,5,4", "." * 25), ("6,5,4", "." * 30), ("5,5,4", "X" + "." * 11 + "O" + "." * 12)]
)
def test_the_moves_that_keep_the_value_are_returned_alike_every_time(name, position):
    game = game_called(name)
    mover = game.to_move(position)
    proof, cells = proved_moves(game, position, mover, 30_000)
    proved_moves.cache_clear()
    assert proved_moves(game, position, mover, 30_000) == (proof, cells)
    assert cells
    for cell in cells[:3]:
        after = Prover(game).prove(game.after(position, cell), other(mover))
        assert after.value == -proof.value
