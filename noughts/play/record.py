"""The record of a game: its moves so far, as a line of text, with a judgement of each move.

line        "3,3,3: 1,1 0,0 2,2 0,2 0,1 2,1 2,0 1,0 1,2 draw": the game, its moves, how it ended
judgement   what a move did to the outcome: the best possible value before it, and the value after it
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from noughts.errors import BadInput
from noughts.explain.words import judgement_words
from noughts.game import notation, solver
from noughts.game.rules import Cell, Game, Mark, Position
from noughts.game.solver import Verdict
from noughts.support.text import shorten

QUOTED_CHARACTERS_MAX = 100


@dataclass(frozen=True)
class Record:
    """A game and the moves made in it."""

    game: Game
    moves: tuple[Cell, ...] = ()

    @property
    def positions(self) -> list[Position]:
        """Every position from the start to the current one."""
        positions = [self.game.start]
        for cell in self.moves:
            positions.append(self.game.after(positions[-1], cell))
        return positions

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game is finished."""
        return self.game.is_over(self.position)

    @property
    def turn(self) -> Mark:
        """Whose turn it is, or would be."""
        return self.game.to_move(self.position)

    def play(self, cell: Cell) -> Record:
        """Return the record with another move."""
        self.game.after(self.position, cell)  # raises ValueError if the move is not possible
        return Record(self.game, (*self.moves, cell))


def ending(game: Game, position: Position) -> str:
    """Return how the game ended, as the end of a line."""
    if not game.is_over(position):
        return "unfinished"
    winner = game.winner(position)
    return f"{winner} wins" if winner else "draw"


def to_text(record: Record) -> str:
    """Return the game as a line of text.

    >>> from noughts.game.rules import CLASSIC
    >>> to_text(Record(CLASSIC, (4, 0, 2, 1, 6)))
    '3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins'
    """
    cells = [notation.cell_text(record.game, cell) for cell in record.moves]
    return " ".join([f"{record.game.name}:", *cells, ending(record.game, record.position)])


def read_record(text: str) -> Record:
    """Return the game that a line of text describes.

    >>> read_record("3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins").moves
    (4, 0, 2, 1, 6)
    """
    quoted = repr(shorten(text, QUOTED_CHARACTERS_MAX))
    name, colon, rest = text.strip().partition(":")
    # Games saved by version 0.1 say "tie" for a draw.
    match = re.fullmatch(r"((?:\s+\d+,\d+)*)\s+(X wins|O wins|draw|tie|unfinished)", f" {rest.strip()}", re.ASCII)
    if not colon or not match:
        raise BadInput(
            f"{quoted} is not a game: write it like 3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins "
            f"(or draw, O wins, unfinished at the end)"
        )
    record = Record(notation.read_game(name))
    for number, word in enumerate(match[1].split(), 1):
        if record.is_over:
            raise BadInput(f"{quoted} has too many moves: the game is over after {number - 1}")
        try:
            cell = notation.read_free_cell(record.game, record.position, word)
        except BadInput as error:
            raise BadInput(f"move {number} of {quoted}: {error}") from None
        record = record.play(cell)
    said = "draw" if match[2] == "tie" else match[2]
    expected = ending(record.game, record.position)
    if said != expected:
        raise BadInput(f"{quoted} ends in {said!r}, but after its moves it is {expected!r}")
    return record


@dataclass(frozen=True)
class Judgement:
    """A move that was made: what it was worth, and what the best move was worth."""

    number: int  # of the move, from 0
    position: Position
    cell: Cell
    verdict: Verdict
    best: Verdict

    @property
    def is_mistake(self) -> bool:
        """Whether the move gave away a better outcome."""
        return self.verdict.value < self.best.value

    @property
    def words(self) -> str:
        """What the move did to the outcome, in words."""
        return judgement_words(self.best, self.verdict)


def judge(record: Record, free_cells_max: int) -> list[Judgement]:
    """Return a judgement of each move made with at most `free_cells_max` free cells."""
    judgements = []
    for number, (position, cell) in enumerate(zip(record.positions, record.moves, strict=False)):
        if len(record.game.free(position)) <= free_cells_max:
            verdicts = solver.verdicts(record.game, position, record.game.to_move(position))
            best = max(verdicts.values(), key=solver.rank)
            judgements.append(Judgement(number, position, cell, verdicts[cell], best))
    return judgements
