"""Help for whoever is playing: a hint in steps, and after a game what went wrong and how.

hint        first the line that matters, then the cell, then the proof
lesson      a mistake: the move, what would have been right, and the line that punishes it
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from noughts import deep, explain, notation, play, search
from noughts.record import Judgement, Record, judge
from noughts.rules import FREE, Cell, Game, Line, Mark, Position, other, put


@dataclass(frozen=True)
class Hint:
    """What to look at, what to do, and why; each step tells more than the one before."""

    line: Line
    cell: Cell
    steps: tuple[str, str, str]


def hint(game: Game, position: Position, seconds: float = play.WAIT_SECONDS) -> Hint:
    """A hint for the side to move, exact where the position can be solved in that time."""
    mover = game.to_move(position)
    if len(game.free(position)) > play.exact_free_cells(seconds):
        found = deep.best_found(game, position, round(seconds * deep.POSITIONS_A_SECOND))
        cell = found.cell
        does = f"{notation.cell_text(game, cell)} is the best found, looking {found.plies} plies ahead"
        proof = "There is no proof: the board is still too large to be sure"
        if found.verdict is not None:
            proof = f"Looking {found.plies} plies ahead is enough: it {found.verdict.words}"
    else:
        cell = play.candidates(game, play.PERFECT, position, play.TO_THE_END)[0]
        ideas = "; ".join(explain.ideas(game, position, cell)) or "keeps the balance"
        does = f"{notation.cell_text(game, cell)} {ideas}"
        proof = explain.why(game, position, cell).sentence.removesuffix(".")
    line, words = line_that_matters(game, position, mover, cell)
    return Hint(line, cell, (f"{words}.", f"{does}.", f"{proof}."))


def line_that_matters(game: Game, position: Position, mover: Mark, cell: Cell) -> tuple[Line, str]:
    """The line through a good move that says most about it, and why it does."""
    rival = other(mover)

    def rank(line: Line) -> tuple[int, int]:
        own, theirs = (sum(position[each] == mark for each in line) for mark in (mover, rival))
        nearly = len(line) - 1
        if theirs == 0:
            return (3 if own == nearly else 1, own)
        return (2 if theirs == nearly and own == 0 else 0 if own else 1, theirs)

    through = [line for line in game.lines if cell in line]
    if not through:
        return (cell,), "No line runs through the cell that is best"
    line = max(through, key=rank)
    name = " ".join(notation.cell_text(game, each) for each in line)
    marks = {position[each] for each in line} - {FREE}
    if marks == {mover, rival}:
        return line, f"Look at {name}: nobody can complete it any more"
    if not marks:
        return line, f"Look at {name}: it is still free"
    lacks = sum(position[each] == FREE for each in line)
    needs = "you need" if marks == {mover} else f"{rival} needs"
    price = ", and would lose by it" if game.misere else ""
    return line, f"Look at {name}: {needs} {lacks} more cell{'s' if lacks > 1 else ''} to complete it{price}"


def advice(record: Record, seconds: float) -> dict[str, Any]:
    """All that can be told of a game as it stands, as plain data: values, a hint, what the last move did, lessons."""
    game, position, free = record.game, record.position, play.exact_free_cells(seconds)
    is_exact = len(game.free(position)) <= free
    found: dict[str, Any] = {"is_exact": is_exact, "values": [], "hint": None, "judgement": None}
    if not record.is_over:
        moves = search.verdicts(game, position, record.turn) if is_exact else {}
        found["values"] = [[*notation.to_pair(game, cell), *verdict] for cell, verdict in moves.items()]
        told = hint(game, position, seconds)
        line = [notation.to_pair(game, cell) for cell in told.line]
        found["hint"] = {"line": line, "cell": notation.to_pair(game, told.cell), "steps": told.steps}
    judged = judge(record, free)
    if judged and judged[-1].number == len(record.moves) - 1:
        found["judgement"] = judged[-1].words
    found["lessons"] = [
        {
            "number": each.judgement.number,
            "cell": notation.to_pair(game, each.judgement.cell),
            "right": [notation.to_pair(game, cell) for cell in each.right],
            "sentence": each.sentence,
        }
        for each in (lessons(record, free) if record.is_over else [])
    ]
    return found


@dataclass(frozen=True)
class Lesson:
    """A mistake of a game."""

    judgement: Judgement
    right: tuple[Cell, ...]
    line: tuple[Cell, ...]
    sentence: str


def lessons(record: Record, free_cells_max: int, side: Mark | None = None) -> list[Lesson]:
    """The mistakes of a game, of one side where one is named."""
    judgements = [each for each in judge(record, free_cells_max) if each.is_mistake]
    return [lesson(record.game, each) for each in judgements if side in (None, record.game.to_move(each.position))]


def lesson(game: Game, mistake: Judgement) -> Lesson:
    """What is to be learnt from a mistake."""
    position, cell = mistake.position, mistake.cell
    mover = game.to_move(position)
    right = search.best_moves(game, position, mover)
    line = search.best_line(game, position, cell)
    end = position
    for step in line:
        end = put(end, step, game.to_move(end))
    sentence = (
        f"Move {mistake.number + 1}, {mover} {notation.cell_text(game, cell)}, {mistake.words}: "
        f"{' or '.join(notation.cell_text(game, each) for each in right)} {mistake.best.words}. "
        f"It is punished by {notation.moves_text(game, other(mover), line[1:])}, and {explain.ending(game, end)}."
    )
    return Lesson(mistake, tuple(right), line, sentence)
