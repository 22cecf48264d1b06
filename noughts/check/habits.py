"""How a wrong minimax plays: like somebody with a known misconception, by a habit, or by giving values for moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noughts.check import players
from noughts.check.questions import ask, is_over, winning_moves
from noughts.check.texts import pair_text
from noughts.game import solver
from noughts.game.rules import CLASSIC, FREE, Line, O, Position, X, other
from noughts.game.threats import winning_cells

# The numbers that a value can be written as.
NUMBERS = {"i1": 1, "i0": 0, "i-1": -1, "f1.0": 1, "f0.0": 0, "f-0.0": 0, "f-1.0": -1, "b1": 1, "b0": 0}

# A number and a move, in either order, as the inmate writes a pair.
VALUE_AND_MOVE = re.compile(r"\((?:[if]-?[\d.]+,\(i\d,i\d\)|\(i\d,i\d\),[if]-?[\d.]+)\)")


def likeness(answers: dict[str, str], missing: list[Line]) -> list[str]:
    """The known-wrong player whose moves these are, if there is one."""
    known = (players.sees_fewer_lines(missing), *players.PLAYERS) if missing else players.PLAYERS
    for player in known:
        if sides := player.fits(answers, right_moves):
            whose = f", where it is {sides[0]}'s turn" if player.tie != (0, 0) and len(sides) == 1 else ""
            return [player.sentence + whose]
    return next(([text] for fits, text in HABITS if fits(answers)), [])


def right_moves(position: Position) -> frozenset[str]:
    """The moves that are right, as answers."""
    return ask("minimax", position)[0].right


def value_for_move(answers: dict[str, str]) -> Iterator[str]:
    """Does it give what the position is worth, everywhere or for one side?"""
    sides = {side: {p: value for p, value in answers.items() if CLASSIC.to_move(p) == side} for side in (X, O)}
    if len(set(answers.values())) == 1 and len(answers) > 1:
        return  # the same everywhere is nobody's value
    fitting = [side for side, some in sides.items() if some and all(is_worth(p, value) for p, value in some.items())]
    if fitting == [X, O]:
        yield "minimax gives the value instead of the move"
    elif fitting and all(value.startswith("(") for value in sides[other(fitting[0])].values()):
        yield f"minimax gives the value instead of the move where it is {fitting[0]}'s turn"


def nones_where_lost(answers: dict[str, str]) -> bool:
    """Does it give None just where whoever moves loses?"""
    lost = {position for position in answers if worth_of(position) < 0}
    return bool(lost) and {position for position, value in answers.items() if value == "n"} == lost


def worth_of(position: Position) -> int:
    """What the position is worth to the side to move."""
    return max(verdict.value for verdict in solver.verdicts(CLASSIC, position, CLASSIC.to_move(position)).values())


def is_worth(position: Position, value: str) -> bool:
    """Is that what the position is worth, to X or to the side to move?"""
    worth = worth_of(position)
    return NUMBERS.get(value) in (worth, worth if CLASSIC.to_move(position) == X else -worth)


def takes_first_free_cell(answers: dict[str, str]) -> bool:
    """Row by row, whatever the marks say."""
    return all(value == pair_text(position.index(FREE)) for position, value in answers.items())


def looks_one_ply_ahead(answers: dict[str, str]) -> bool:
    """It takes every win in one, and leaves most of the other side's wins in one open."""
    left = threatened = 0
    for position, value in answers.items():
        mover = CLASSIC.to_move(position)
        wins = winning_cells(CLASSIC, position, mover)
        if wins and value not in map(pair_text, wins):
            return False
        threats = winning_cells(CLASSIC, position, other(mover))
        if not wins and len(threats) == 1:
            threatened += 1
            left += value != pair_text(threats[0])
    return threatened > 50 and left > threatened / 2


def wins_or_blocks_only(answers: dict[str, str]) -> bool:
    """It takes every win in one and blocks every single threat, and sees no further."""
    for position, value in answers.items():
        mover = CLASSIC.to_move(position)
        threats = winning_cells(CLASSIC, position, other(mover))
        urgent = winning_cells(CLASSIC, position, mover) or (threats if len(threats) == 1 else [])
        if urgent and value not in map(pair_text, urgent):
            return False
    return True


# Less exact than a player, and true as it is said.
HABITS = (
    (takes_first_free_cell, "minimax takes the first free cell, whatever stands on the board"),
    (looks_one_ply_ahead, "minimax takes every win in one, but leaves most of the other side's wins in one open"),
    (
        wins_or_blocks_only,
        "minimax takes or blocks every win in one, and errs beyond that: it does not look far enough",
    ),
)


def wins_passed_by(answers: dict[str, str]) -> int:
    """In how many positions a win in one was there and another move was made that is right too."""
    return sum(
        bool(wins := winning_moves(position)) and value not in wins and value in right_moves(position)
        for position, value in answers.items()
        if FREE in position and not is_over(position)
    )
