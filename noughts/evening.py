"""What stays from one game of an evening to the next: how it is played, by whom, and the score.

first       whose score is counted first: the person, or the first of two people or of two files
second      the computer, or the second of two
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from noughts import notation, play, record
from noughts.notation import BadInput
from noughts.play import LEVELS, PERFECT, Level
from noughts.record import Record
from noughts.rules import CLASSIC, Cell, Game, Mark, O, Position, X, other

# The boards that are offered; others can be typed.
BOARDS = ("3,3,3", "3,3,3,misere", "4,3,3", "4,4,3", "4,4,4", "5,5,4")
# Two plies are searched in any case: on a board of 100 cells that is a tenth of a second.
CELLS_MAX = 100


@dataclass(frozen=True)
class Settings:
    """How games are played."""

    game: Game = CLASSIC
    level: Level = PERFECT
    two_people: bool = False
    by_turns: bool = False  # are sides swapped after each game?
    seed: int = 0
    seconds: float = play.WAIT_SECONDS
    log: Path | None = None  # finished games are added to this file, a line each

    @property
    def exact_free_cells(self) -> int:
        """With so many free cells or fewer everything that is said is certain."""
        return play.exact_free_cells(self.seconds)

    def is_exact(self, position: str) -> bool:
        """Can a position be solved while somebody waits?"""
        return len(self.game.free(position)) <= self.exact_free_cells

    def unsure(self, position: str) -> str:
        """Why nothing certain is said of a position."""
        free = len(self.game.free(position))
        return f"{free} cells are free: what follows is certain only with {self.exact_free_cells} or fewer."


@dataclass(frozen=True)
class Score:
    """Games won by the first, by the second, and ties."""

    first: int = 0
    second: int = 0
    ties: int = 0

    def after(self, winner: Mark | None, side_of_first: Mark) -> Score:
        """The score after another game."""
        if winner is None:
            return replace(self, ties=self.ties + 1)
        if winner == side_of_first:
            return replace(self, first=self.first + 1)
        return replace(self, second=self.second + 1)

    def words(self, first: str, second: str) -> str:
        """The score as it is said."""
        return f"{first} {self.first}, {second} {self.second}, ties {self.ties}"

    @property
    def games(self) -> int:
        """How many games that is."""
        return self.first + self.second + self.ties


def keep(settings: Settings, finished: Record) -> None:
    """Add a finished game to the file of games, where there is one."""
    if settings.log is not None:
        with settings.log.open("a", encoding="utf-8") as file:
            file.write(record.to_text(finished) + "\n")


def read_level(text: str) -> Level:
    """The level of that name."""
    found = next((level for level in LEVELS if level.name == text.strip().lower()), None)
    if found is None:
        names = ", ".join(level.name for level in LEVELS)
        raise BadInput(f"{text!r} is no level: choose one of {names}")
    return found


def read_board(text: str) -> Game:
    """The game of that name, if a person would play it."""
    game = notation.read_game(text)
    if len(game.cells) > CELLS_MAX:
        raise BadInput(f"{text!r} has {len(game.cells)} cells: boards of up to {CELLS_MAX} can be played")
    return game


# What makes a move in the place of the levels: a file, given the position.
Mover: TypeAlias = Callable[[Position], Cell]


class Evening:
    """Games one after the other: the one in progress, whose turn it is in it, and the score."""

    def __init__(self, settings: Settings, side: Mark = X, movers: tuple[Mover, ...] = ()) -> None:
        self.settings = settings
        self.side = side  # of the first
        self.movers = movers  # none: the levels play; one plays against the person, two against each other
        self.record = Record(settings.game)
        self.number = 1  # of the game
        self._left = Score()  # of the games that were left behind
        self._counts = True  # a game that was loaded does not

    @property
    def is_watched(self) -> bool:
        """Do two files play each other?"""
        return len(self.movers) == 2

    def is_persons(self, mark: Mark) -> bool:
        """Is that side played by a person?"""
        return not self.is_watched and (self.settings.two_people or mark == self.side)

    @property
    def is_persons_turn(self) -> bool:
        """Must a person move now?"""
        return not self.record.is_over and self.is_persons(self.record.turn)

    @property
    def score(self) -> Score:
        """The score with this game, if it is over."""
        if not (self.record.is_over and self._counts):
            return self._left
        return self._left.after(self.record.game.winner(self.record.position), self.side)

    def put(self, cell: Cell) -> None:
        """A move of whoever's turn it is."""
        self.record = self.record.play(cell)

    def answer(self) -> play.Choice:
        """The computer's move."""
        position, mark = self.record.position, self.record.turn
        if self.movers:
            choice = play.Choice(self.movers[self.is_watched and mark != self.side](position), True)
        else:
            seed = f"{self.settings.seed} {self.number}"
            choice = play.choose(self.record.game, self.settings.level, position, seed, self.settings.seconds)
        self.put(choice.cell)
        return choice

    def undo(self) -> None:
        """Back to the person's previous turn."""
        turns = [length for length in range(len(self.record.moves)) if self.is_persons(X if length % 2 == 0 else O)]
        if not turns:
            raise BadInput("there is nothing to undo")
        self.record = self.record.back_to(turns[-1])

    def redo(self) -> None:
        """Forth to the person's next turn, or to the end."""
        if not self.record.undone:
            raise BadInput("there is nothing to redo")
        self.record = self.record.redo()
        while self.record.undone and not self.is_persons(self.record.turn):
            self.record = self.record.redo()

    def back_before(self, number: int) -> None:
        """Back to the position before a move, counted from 1."""
        while self.record.undone:
            self.record = self.record.redo()
        self.record = self.record.back_to(number - 1)

    def leave(self) -> None:
        """Leave this game behind: if it is over it counts from now on."""
        if self.record.is_over and self._counts:
            self._left = self.score
            keep(self.settings, self.record)

    def begin(self, side: Mark | None = None, loaded: Record | None = None) -> None:
        """Another game; sides are swapped where that is wanted and no side is named."""
        self.leave()
        self.number += 1
        self.side = side or (other(self.side) if self.settings.by_turns and loaded is None else self.side)
        self.record = loaded or Record(self.settings.game)
        self._counts = loaded is None

    def change_people(self) -> None:
        """Two people instead of one, or the other way round; the score begins anew."""
        self.leave()
        self._left = Score()
        self.settings = replace(self.settings, two_people=not self.settings.two_people)
        self.movers, self.record, self._counts = (), Record(self.settings.game), True
