"""Scenes: a board, and what the rules or a student's file say about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from noughts.game import notation
from noughts.game.notation import ListBoard, RowColumn
from noughts.game.rules import FREE, Cell, Game, Mark, Position
from noughts.play.record import Record


@dataclass(frozen=True)
class Scene:
    """A board, whose turn it is, the free cells, and the winner. A file's scene may contradict the rules."""

    board: ListBoard
    over: bool
    turn: Mark | None
    free: list[RowColumn]
    winner: Mark | None

    @cached_property
    def position(self) -> Position:
        """The board as a position."""
        return notation.from_board(self.board)


def scene_of(game: Game, position: Position) -> Scene:
    """Return what the rules say about a position."""
    board = notation.to_board(game, position)
    if game.is_over(position):
        return Scene(board, True, None, [], game.winner(position))
    free = [notation.row_column(game, cell) for cell in game.free(position)]
    return Scene(board, False, game.to_move(position), free, None)


def agrees(game: Game, scene: Scene) -> bool:
    """Return whether a scene agrees with the rules."""
    rules = scene_of(game, scene.position)
    return (scene.over, scene.turn, sorted(scene.free), scene.winner) == (
        rules.over,
        rules.turn,
        rules.free,
        rules.winner,
    )


@dataclass(frozen=True)
class Disagreement:
    """The first position where a file contradicts the rules, and whether the move that led to it was the cause."""

    position: Position
    is_illegal_move: bool


def record_of(game: Game, scenes: Sequence[Scene]) -> Record | Disagreement:
    """Return the record of the scenes, or the position where they first contradict the rules."""
    moves: list[Cell] = []
    before = game.start
    for number, scene in enumerate(scenes):
        expected = before
        if number:
            changed = [cell for cell in game.cells if scene.position[cell] != before[cell]]
            if len(changed) != 1 or before[changed[0]] != FREE or game.is_over(before):
                return Disagreement(scene.position, is_illegal_move=True)
            moves.append(changed[0])
            expected = game.after(before, changed[0])
        if scene.position != expected or not agrees(game, scene):
            return Disagreement(scene.position, is_illegal_move=False)
        before = expected
    return Record(game, tuple(moves))
