"""Sets of positions as whole numbers, against counting one by one."""

from __future__ import annotations

from conftest import FINISHED, OPEN
from hypothesis import given
from hypothesis import strategies as st

from noughts.game import retrograde
from noughts.game.rules import CLASSIC

DIGITS = 5
NUMBERS = range(3**DIGITS)


def digits_of(number):
    return [number // 3**digit % 3 for digit in range(DIGITS)]


def members(some):
    return [number for number in NUMBERS if some >> number & 1]


@given(st.integers(0, DIGITS - 1), st.sampled_from([1, 2]))
def test_a_digit_of_a_value(digit, value):
    assert members(retrograde.with_digit(digit, DIGITS) << (value - 1) * 3**digit) == [
        n for n in NUMBERS if digits_of(n)[digit] == value
    ]


def test_as_many_of_one_as_of_the_other():
    even, odd = retrograde.balanced(DIGITS)
    more = {number: digits_of(number).count(1) - digits_of(number).count(2) for number in NUMBERS}
    assert members(even) == [number for number in NUMBERS if more[number] == 0]
    assert members(odd) == [number for number in NUMBERS if more[number] == 1]


def test_the_rounds_hold_every_reachable_position_of_the_classic_game_once():
    solution = retrograde.Retrograde(CLASSIC, CLASSIC.start, "X")
    assert solution.open.bit_count() == len(OPEN) + sum(CLASSIC.winner(position) is None for position in FINISHED)
    assert solution.finished.bit_count() == sum(CLASSIC.winner(position) is not None for position in FINISHED)
    decided = list(solution.solve())
    assert [found.bit_count() for found in decided][:3] == [942, 2358, 508]
    union = 0
    for found in decided:
        assert not union & found
        union |= found


def test_progress_is_told_round_by_round():
    told = []
    list(retrograde.Retrograde(CLASSIC, CLASSIC.start, "X").solve(lambda done, of: told.append((done, of))))
    assert told[0] == (1, 9)
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
