"""The eight functions: what they look like, how a file of them is loaded, and that face for our own engine."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Protocol, cast

from noughts import notation, search
from noughts.notation import ListBoard, Pair
from noughts.rules import CLASSIC, Game, Mark


class Eight(Protocol):
    """The shape of a `tictactoe.py`; docs/contract.md says what each function owes."""

    def initial_state(self) -> ListBoard: ...
    def player(self, board: ListBoard) -> Mark: ...
    def actions(self, board: ListBoard) -> set[Pair]: ...
    def result(self, board: ListBoard, action: Pair) -> ListBoard: ...
    def winner(self, board: ListBoard) -> Mark | None: ...
    def terminal(self, board: ListBoard) -> bool: ...
    def utility(self, board: ListBoard) -> int: ...
    def minimax(self, board: ListBoard) -> Pair | None: ...


NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")


# What is quoted of an error's own text.
SAID_CHARACTERS_MAX = 200


class NotEight(Exception):
    """A file that cannot be played through, with a sentence that says why."""


def load(path: Path) -> Eight:
    """Run a file as Python would and give its eight functions; NotEight where it has none to give.

    The file's own error, if it raises one, is the cause of the NotEight.
    """
    if not is_file(path):
        raise NotEight(f"There is no file {path}: name a Python file that has the eight functions.")
    spec = importlib.util.spec_from_file_location("tictactoe", path)
    if spec is None or spec.loader is None:
        raise NotEight(f"{path} is no Python file: its name must end in .py.")
    module = importlib.util.module_from_spec(spec)
    # As when Python starts it: under its name for whoever imports it, and with its neighbours in reach.
    sys.modules["tictactoe"] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise NotEight(f"{path.name} cannot be loaded: it raised {said(error)}.") from error
    missing = [name for name in NAMES if not callable(getattr(module, name, None))]
    if missing:
        raise NotEight(f"{path.name} lacks {', '.join(missing)}: all eight functions are needed.")
    return cast(Eight, module)


def said(error: BaseException) -> str:
    """An exception in half a sentence: its type and, where it has one, the beginning of its text."""
    try:
        text = " ".join(str(error)[: 2 * SAID_CHARACTERS_MAX].split())
    except Exception:
        text = ""  # an error whose text is an error
    text = text if len(text) <= SAID_CHARACTERS_MAX else text[: SAID_CHARACTERS_MAX - 1] + "…"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def is_file(path: Path) -> bool:
    """Is there such a file, as far as one may look?"""
    try:
        return path.is_file()
    except OSError:
        return False  # a name too long, or a folder one may not enter


class Face:
    """The eight functions of our own engine, for any game."""

    def __init__(self, game: Game = CLASSIC) -> None:
        self.game = game

    def initial_state(self) -> ListBoard:
        return notation.to_board(self.game, self.game.start)

    def player(self, board: ListBoard) -> Mark:
        return self.game.to_move(notation.from_board(board))

    def actions(self, board: ListBoard) -> set[Pair]:
        return {notation.to_pair(self.game, cell) for cell in self.game.free(notation.from_board(board))}

    def result(self, board: ListBoard, action: Pair) -> ListBoard:
        if action not in self.actions(board):
            raise ValueError(f"{action!r} is not possible: choose one of {sorted(self.actions(board))}")
        cell = notation.from_pair(self.game, action)
        return notation.to_board(self.game, self.game.after(notation.from_board(board), cell))

    def winner(self, board: ListBoard) -> Mark | None:
        return self.game.winner(notation.from_board(board))

    def terminal(self, board: ListBoard) -> bool:
        return self.game.is_over(notation.from_board(board))

    def utility(self, board: ListBoard) -> int:
        return {"X": 1, "O": -1, None: 0}[self.winner(board)]

    def minimax(self, board: ListBoard) -> Pair | None:
        position = notation.from_board(board)
        best = search.best_moves(self.game, position, self.game.to_move(position))
        return notation.to_pair(self.game, best[0]) if best else None
