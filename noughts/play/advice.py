"""Advice about the current game: values, a hint, what the last move did, and mistakes.

A front end computes it in a separate process, so it can be converted to JSON and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from noughts.explain.words import cells_text, ending, phrase, verdict_words
from noughts.game import notation, solver
from noughts.game.rules import Cell, Game, Mark, other
from noughts.game.solver import Verdict
from noughts.play import hints
from noughts.play.hints import Hint
from noughts.play.levels import exact_free_cells
from noughts.play.record import Judgement, Record, judge


@dataclass(frozen=True)
class Mistake:
    """A move that gave away a better outcome: its number from 0, the right move, what punishes it, and a sentence."""

    number: int
    cell: Cell
    right: tuple[Cell, ...]
    line: tuple[Cell, ...]
    words: str


@dataclass(frozen=True)
class Advice:
    """Everything that is known about the current game."""

    is_exact: bool
    values: dict[Cell, Verdict]
    hint: Hint | None
    judgement: str | None
    mistakes: tuple[Mistake, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the advice as plain data."""
        return {
            "is_exact": self.is_exact,
            "values": [[cell, *verdict] for cell, verdict in self.values.items()],
            "hint": self.hint and vars(self.hint),
            "judgement": self.judgement,
            "mistakes": [vars(mistake) for mistake in self.mistakes],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Advice:
        """Return the advice that plain data describes."""
        hint = data["hint"]
        return cls(
            data["is_exact"],
            {cell: Verdict(value, distance) for cell, value, distance in data["values"]},
            hint and Hint(tuple(hint["line"]), hint["cell"], tuple(hint["steps"])),
            data["judgement"],
            tuple(
                Mistake(each["number"], each["cell"], tuple(each["right"]), tuple(each["line"]), each["words"])
                for each in data["mistakes"]
            ),
        )


def advise(record: Record, seconds: float) -> Advice:
    """Return advice about a game; values and hint are exact if the position can be solved within `seconds`."""
    game, position, free_max = record.game, record.position, exact_free_cells(seconds)
    is_exact = len(game.free(position)) <= free_max
    judgements = judge(record, free_max)
    last = judgements[-1] if judgements and judgements[-1].number == len(record.moves) - 1 else None
    return Advice(
        is_exact,
        solver.verdicts(game, position, record.turn) if is_exact else {},
        None if record.is_over else hints.hint(game, position, seconds),
        last.words if last else None,
        tuple(mistakes(record, free_max)) if record.is_over else (),
    )


def mistakes(record: Record, free_cells_max: int, side: Mark | None = None) -> list[Mistake]:
    """Return the mistakes in a game, of both sides or of one side."""
    judgements = [each for each in judge(record, free_cells_max) if each.is_mistake]
    return [mistake(record.game, each) for each in judgements if side in (None, record.game.to_move(each.position))]


def mistake(game: Game, judgement: Judgement) -> Mistake:
    """Return the mistake, with the right move and the line that punishes it."""
    position, cell = judgement.position, judgement.cell
    mover = game.to_move(position)
    right = solver.best_moves(game, position, mover)
    line = solver.best_line(game, position, cell)
    words = phrase(
        "mistake",
        number=judgement.number + 1,
        mover=mover,
        cell=notation.cell_text(game, cell),
        judgement=judgement.words,
        right=cells_text(game, right, " or "),
        verdict=verdict_words(judgement.best),
        moves=notation.moves_text(game, other(mover), line[1:]),
        ending=ending(game.winner(game.follow(position, line))),
    )
    return Mistake(judgement.number, cell, tuple(right), line, words)
