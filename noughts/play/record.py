"""A game in three forms: the record of its moves, the scenes while it is played, and a line of text.

scene       a board, and what the rules or a student's file say about it
text        "3,3,3: 1,1 0,0 2,2 0,2 0,1 2,1 2,0 1,0 1,2 draw": the game, its moves, how it ended
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Self

from noughts.errors import BadInput
from noughts.game import notation
from noughts.game.notation import ListBoard, RowColumn
from noughts.game.rules import FREE, Cell, Game, Mark, Position
from noughts.support.text import shorten

# How much of a wrong text an error message quotes.
QUOTED_CHARACTERS_MAX = 100


@dataclass(frozen=True)
class Record:
    """A game and the moves made in it. If a move is not possible, the properties raise ValueError."""

    game: Game
    moves: tuple[Cell, ...] = ()

    @property
    def positions(self) -> list[Position]:
        """Every position from the start to the current one."""
        return list(accumulate(self.moves, self.game.after, initial=self.game.start))

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game is finished."""
        return self.game.is_over(self.position)

    @property
    def ending(self) -> str:
        """The result of the game: "X wins", "O wins", "draw" or "unfinished"."""
        if not self.is_over:
            return "unfinished"
        winner = self.game.winner(self.position)
        return f"{winner} wins" if winner else "draw"

    def play(self, cell: Cell) -> Self:
        """Return the record with another move; raise ValueError if the move is not possible."""
        self.game.after(self.position, cell)
        return replace(self, moves=(*self.moves, cell))


def to_text(record: Record) -> str:
    """Return the game as a line of text.

    >>> from noughts.game.rules import CLASSIC
    >>> to_text(Record(CLASSIC, (4, 0, 2, 1, 6)))
    '3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins'
    """
    cells = [notation.cell_text(record.game, cell) for cell in record.moves]
    return " ".join([f"{record.game.name}:", *cells, record.ending])


def read_record(text: str) -> Record:
    """Return the game that a line of text describes.

    Raise BadInput if the text does not describe a game, or if one of the moves or the result is wrong.

    >>> read_record("3,3,3: 1,1 0,0 0,2 0,1 2,0 X wins").moves
    (4, 0, 2, 1, 6)
    """
    quoted = repr(shorten(text, QUOTED_CHARACTERS_MAX))
    name, colon, rest = text.strip().partition(":")
    # Games saved by version 0.1 say "tie" for a draw.
    match = re.fullmatch(r"((?:\s+\d+,\d+)*)\s+(X wins|O wins|draw|tie|unfinished)", f" {rest.strip()}", re.ASCII)
    if not colon or not match:
        example = "'3,3,3: 1,1 0,0 unfinished' (or 'X wins', 'O wins', 'draw')"
        raise BadInput(f"{quoted} is not a game: write it like {example}")
    record = Record(notation.read_game(name))
    for number, word in enumerate(match[1].split(), 1):
        if record.is_over:
            raise BadInput(f"{quoted} has too many moves: the game is over after move {number - 1}")
        try:
            record = record.play(notation.read_free_cell(record.game, record.position, word))
        except BadInput as error:
            raise BadInput(f"move {number} of {quoted}: {error}") from None
    written = "draw" if match[2] == "tie" else match[2]
    if written != record.ending:
        raise BadInput(f"{quoted} ends in {written!r}, but the result of its moves is {record.ending!r}")
    return record


@dataclass(frozen=True)
class Scene:
    """A board, and what the rules or a file say about it. What a file says may contradict the rules."""

    board: ListBoard
    over: bool
    turn: Mark | None  # None if the game is over
    free: list[RowColumn]  # empty if the game is over
    winner: Mark | None

    @cached_property
    def position(self) -> Position:
        """The board as a position."""
        return notation.from_board(self.board)


def scene_of(game: Game, position: Position) -> Scene:
    """Return the scene of a position according to the rules."""
    board = notation.to_board(game, position)
    if game.is_over(position):
        return Scene(board, True, None, [], game.winner(position))
    free = [notation.row_column(game, cell) for cell in game.free(position)]
    return Scene(board, False, game.to_move(position), free, None)


@dataclass(frozen=True)
class Disagreement:
    """The first position about which a file contradicts the rules.

    `is_illegal_move` is true if, by the rules, no move leads to it from the position before.
    """

    position: Position
    is_illegal_move: bool

    def refusal(self, file: str) -> str:
        """Return why there is neither advice nor a record, in words; `file` is the name of the file."""
        disagree = f"{file} and the rules disagree about"
        reason = "by the rules, no move from the previous board leads to" if self.is_illegal_move else disagree
        return f"Noughts can neither judge nor record this game: {reason} {self.position}"


def record_of(game: Game, scenes: Sequence[Scene]) -> Record | Disagreement:
    """Return the record of a game from its scenes, or their first disagreement with the rules."""
    moves: list[Cell] = []
    position = game.start
    for number, scene in enumerate(scenes):
        if number:
            changed = [cell for cell in game.cells if scene.position[cell] != position[cell]]
            is_one = len(changed) == 1 and position[changed[0]] == FREE and not game.is_over(position)
            if not is_one or scene.position != game.after(position, changed[0]):
                return Disagreement(scene.position, is_illegal_move=True)
            moves.append(changed[0])
            position = scene.position
        expected = scene_of(game, position)
        if scene.position != position or replace(scene, board=expected.board, free=sorted(scene.free)) != expected:
            return Disagreement(scene.position, is_illegal_move=False)
    return Record(game, tuple(moves))
