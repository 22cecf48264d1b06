"""Naming the misconception, not only the symptom; and only where it fits everything that was answered."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.check import players
from noughts.check.questions import Question, ask, is_over, pair_text, winner, winning_moves
from noughts.explain import winning_cells
from noughts.rules import CLASSIC, FREE, Line, Position, other

LINE_NAMES: dict[Line, str] = {
    (0, 1, 2): "top row", (3, 4, 5): "middle row", (6, 7, 8): "bottom row", (0, 3, 6): "left column",
    (1, 4, 7): "middle column", (2, 5, 8): "right column", (0, 4, 8): "main diagonal", (2, 4, 6): "anti-diagonal",
}  # fmt: skip
Wrong = dict[str, dict[Question, str]]


def diagnoses(wrong: Wrong, minimax: dict[str, str], asked: Sequence[Position]) -> list[str]:
    """All that fit, given the positions that were asked about."""
    missing = missing_lines(wrong["winner"], asked)
    found = [f"the {LINE_NAMES[line]} never wins" for line in missing] + result_faults(wrong["result"])
    ties = {position for position in asked if is_over(position) and winner(position) is None}
    if ties and {question.position for question in wrong["utility"]} == ties:
        found.append(f"utility does not give 0 for a tie but {next(iter(wrong['utility'].values()))}")
    return found + minimax_faults(wrong["minimax"], minimax, missing)


def missing_lines(wrong: dict[Question, str], asked: Sequence[Position]) -> list[Line]:
    """Lines on which nobody ever wins."""
    unseen = {question.position for question, got in wrong.items() if got == "None"}
    found = []
    for line in LINE_NAMES:
        alone = {
            position
            for position in asked
            if (mark := winner(position)) and CLASSIC.complete_lines(position, mark) == [line]
        }
        if unseen and alone and alone <= unseen:
            found.append(line)
    return found


def result_faults(wrong: dict[Question, str]) -> list[str]:
    """What result lets through or does to its board."""
    found = []
    refused = [question for question in wrong if not question.right and question.action]
    negative = [q for q in refused if q.action and min(q.action) < 0 and max(q.action) <= 2]
    taken = [q for q in refused if q.action and min(q.action) >= 0 and max(q.action) <= 2]
    places = not any(q.right and "the board was changed" not in got for q, got in wrong.items())
    if negative and places:
        found.append("result lets negative indices through: Python counts them from the end")
    if taken and places:
        found.append("result lets a taken cell be taken again")
    if any("the board was changed" in got for got in wrong.values()):
        found.append("result writes into the board that it is given: copy the rows first")
    return found


def minimax_faults(wrong: dict[Question, str], answers: dict[str, str], missing: list[Line]) -> list[str]:
    """What minimax seems to do instead."""
    opened = {position: value for position, value in answers.items() if not is_over(position)}
    finished = {position for position in answers if is_over(position)}
    amiss = {question.position for question in wrong}
    found = []
    if finished and finished <= amiss:
        found.append("minimax forgets to give None where the game is over")
    if not opened or not amiss & set(opened):
        return found
    if all(value[:1] in "if" for value in opened.values()):
        found.append("minimax gives the value instead of the move")
    elif all(value.startswith("(") for value in opened.values()):
        found += likeness(opened, missing)
    return found


def likeness(answers: dict[str, str], missing: list[Line]) -> list[str]:
    """The known-wrong player whose moves these are, if there is one."""
    known = (players.sees_fewer_lines(missing), *players.PLAYERS) if missing else players.PLAYERS
    for player in known:
        if player.fits(answers, right_moves):
            return [player.sentence]
    return next(([text] for fits, text in HABITS if fits(answers)), [])


def right_moves(position: Position) -> frozenset[str]:
    """The moves that are right, as answers."""
    return ask("minimax", position)[0].right


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
        urgent = winning_cells(CLASSIC, position, mover) or winning_cells(CLASSIC, position, other(mover))
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
    """In how many positions a win in one was there and another move was made."""
    return sum(
        value.startswith("(") and bool(wins := winning_moves(position)) and value not in wins
        for position, value in answers.items()
    )
