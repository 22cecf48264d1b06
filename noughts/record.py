"""A game from its first move to where it stands: gone back and forth in, written as a line of text, and judged.

line        "3,3,3: 1,1 0,0 2,2 0,2 0,1 2,1 2,0 1,0 1,2 tie": the game, its moves, how it ended
judgement   what a move made of the position: which outcome was to be had before it, and which after
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from noughts import notation, search
from noughts.notation import BadInput
from noughts.rules import Cell, Game, Mark, Position
from noughts.search import Verdict

UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Record:
    """A game, the moves made, and those that were undone, the latest first."""

    game: Game
    moves: tuple[Cell, ...] = ()
    undone: tuple[Cell, ...] = ()

    @property
    def positions(self) -> list[Position]:
        """Every position from the start on, the present one last."""
        found = [self.game.start]
        for cell in self.moves:
            found.append(self.game.after(found[-1], cell))
        return found

    @property
    def position(self) -> Position:
        """How it stands."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Is the game finished?"""
        return self.game.is_over(self.position)

    @property
    def turn(self) -> Mark:
        """Whose turn it is, or would be."""
        return self.game.to_move(self.position)

    def play(self, cell: Cell) -> Record:
        """The game with another move; what was undone is forgotten, unless the move is the next of it."""
        self.game.after(self.position, cell)  # refuses what is not possible
        undone = self.undone[1:] if self.undone[:1] == (cell,) else ()
        return Record(self.game, (*self.moves, cell), undone)

    def back_to(self, length: int) -> Record:
        """The game as it stood after so many moves; the others can be redone."""
        return Record(self.game, self.moves[:length], self.moves[length:] + self.undone)

    def redo(self) -> Record:
        """One undone move made again."""
        return self.play(self.undone[0])


def ending(game: Game, position: Position) -> str:
    """How a line ends."""
    if not game.is_over(position):
        return UNFINISHED
    winner = game.winner(position)
    return f"{winner} wins" if winner else "tie"


def to_text(record: Record) -> str:
    """The game as a line of text.

    >>> from noughts.rules import CLASSIC
    >>> to_text(Record(CLASSIC, (4, 0, 2, 1, 6)))
    '3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins'
    """
    cells = [notation.cell_text(record.game, cell) for cell in record.moves]
    return " ".join([f"{record.game.name}:", *cells, ending(record.game, record.position)])


def read_record(text: str) -> Record:
    """The game that a line tells; BadInput where it is damaged.

    >>> read_record("3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins").moves
    (4, 0, 2, 1, 6)
    """
    name, colon, rest = text.strip().partition(":")
    found = re.fullmatch(r"((?:\s+\d+,\d+)*)\s+(X wins|O wins|tie|unfinished)", f" {rest.strip()}", re.ASCII)
    if not colon or not found:
        raise BadInput(
            f"{shortened(text)!r} is no game: write it like 3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins "
            f"(or tie, O wins, unfinished at the end)"
        )
    record = Record(notation.read_game(name))
    for number, word in enumerate(found[1].split(), 1):
        if record.is_over:
            raise BadInput(f"{shortened(text)!r} goes on after its end: it is over after {number - 1} moves")
        try:
            cell = notation.read_free_cell(record.game, record.position, word)
        except BadInput as error:
            raise BadInput(f"move {number} of {shortened(text)!r}: {error}") from None
        record = record.play(cell)
    due = ending(record.game, record.position)
    if found[2] != due:
        raise BadInput(f"{shortened(text)!r} ends in {found[2]!r}, but by its moves it is {due!r}")
    return record


def shortened(text: str) -> str:
    """The text, cut where it would fill a screen."""
    return text if len(text) <= 100 else text[:99] + "…"


@dataclass(frozen=True)
class Judgement:
    """A move that was made: what it was worth, and what the best was."""

    number: int  # of the move, from 0
    position: Position
    cell: Cell
    verdict: Verdict
    best: Verdict

    @property
    def is_mistake(self) -> bool:
        """Did it give a better outcome away?"""
        return self.verdict.value < self.best.value

    @property
    def words(self) -> str:
        """What it did to the outcome."""
        as_soon = self.verdict.distance == self.best.distance
        return {
            (1, 1): "keeps the win" if as_soon else "wins, but later than it could",
            (1, 0): "lets the win go",
            (1, -1): "turns a win into a loss",
            (0, 0): "keeps the draw",
            (0, -1): "throws away the draw",
            (-1, -1): "could not be helped" if as_soon else "loses sooner than it must",
        }[self.best.value, self.verdict.value]


def judge(record: Record, free_cells_max: int) -> list[Judgement]:
    """What each move made of it, as far as the positions are small enough to be sure."""
    found = []
    for number, (position, cell) in enumerate(zip(record.positions, record.moves, strict=False)):
        if len(record.game.free(position)) <= free_cells_max:
            verdicts = search.verdicts(record.game, position, record.game.to_move(position))
            best = max(verdicts.values(), key=search.rank)
            found.append(Judgement(number, position, cell, verdicts[cell], best))
    return found
