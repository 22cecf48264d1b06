"""What answers for a file, in a process of its own: the other side of noughts/partner.py.

Whatever the file's functions do or give, what goes out is a board and what the file says of it, or a sentence.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import traceback
from itertools import islice
from pathlib import Path
from typing import Any

from noughts import eight, notation
from noughts.notation import ListBoard, Pair
from noughts.rules import CLASSIC, Game, O, X

# A cell of a board as a file may keep it: None, a number, or a text no longer than this.
CELL_CHARACTERS_MAX = 10
# Nobody's actions are more (evening.CELLS_MAX); a set that never ends is read no further.
ACTIONS_MAX = 100
VALUE_CHARACTERS_MAX = 100


class Refused(Exception):
    """What a function did that cannot be played on with, as a sentence."""


def serve() -> None:
    """Answer questions until there are no more; then leave, even in the middle of a search."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of whoever asks
    sys.dont_write_bytecode = True  # a game leaves nothing in the file's folder
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2 if is_open(2) else nothing, 1)
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=read, args=(questions, waiting), daemon=True).start()
    witness = Witness(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
    while True:
        question = json.loads(waiting.get())
        answer = witness.answer(question)
        answers.write(json.dumps({**answer, "id": question["id"]}) + "\n")
        answers.flush()


def read(questions: Any, waiting: queue.SimpleQueue[str]) -> None:
    """Queue the questions. At their end whoever asks is gone, and nobody wants the answer."""
    for line in questions:
        waiting.put(line)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)  # with all that the file started
    os._exit(0)


def is_open(descriptor: int) -> bool:
    """Does the file descriptor lead anywhere?"""
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


class Witness:
    """A file's functions, or our own engine's, and which of them was called last."""

    def __init__(self, source: str, engine: str = "") -> None:
        self._source, self._engine = source, engine
        self._game = CLASSIC if source or not engine else notation.read_game(json.loads(engine)["game"])
        self._functions: eight.Eight | None = None
        self._called = "its loading"

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What goes out for a question: a scene's fields, or a sentence."""
        try:
            if question["ask"] == "advise":
                return {"advice": advised(self._game, question)}
            if self._functions is None:
                self._functions = load(self._source, self._engine)
            return self._reply(question)
        except Refused as refusal:
            return {"sentence": str(refusal)}
        except BaseException as error:  # what a function gave cannot even be looked at
            trace(error)
            return {"sentence": f"{self._called} gave something that cannot be read: {eight.said(error)}."}

    def _reply(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["ask"] == "start":
            return self._look(self._checked_board(self._call("initial_state")))
        board = question["board"]
        action = self._choice(board) if question["ask"] == "think" else tuple(question["action"])
        after = self._checked_board(self._call("result", board, action))
        if after == board:
            raise Refused(f"{self._called} gave the same board back.")
        return self._look(after)

    def _choice(self, board: ListBoard) -> Any:
        """The file's own move, if it is a possible one."""
        action = self._call("minimax", board)
        called = self._called
        free = self._possible(board)
        try:
            is_possible = tuple(islice(action, 3)) in free
        except TypeError:
            is_possible = False
        if not is_possible:
            offered = ", ".join(map(str, free)) or "nothing"
            raise Refused(f"{called} gave {brief(action)}; actions(board) offers {offered}.")
        return action

    def _look(self, board: ListBoard) -> dict[str, Any]:
        """The board as the file sees it. What need not be asked of a finished board is not asked."""
        if self._call("terminal", board):
            winner = self._call("winner", board)
            if winner not in (X, O, None):
                raise Refused(f"{self._called} gave {brief(winner)}; it must give 'X', 'O' or None.")
            return {"board": board, "over": True, "turn": None, "free": [], "winner": winner and str(winner)}
        turn = self._call("player", board)
        if turn not in (X, O):
            raise Refused(f"{self._called} gave {brief(turn)}; it must give 'X' or 'O'.")
        free = self._possible(board)
        if not free:
            raise Refused(f"{shown(board)}terminal(board) gave False, but actions(board) offers nothing.")
        return {"board": board, "over": False, "turn": str(turn), "free": free, "winner": None}

    def _possible(self, board: ListBoard) -> list[Pair]:
        """The file's actions as a sorted list of pairs."""
        actions = self._call("actions", board)
        try:
            return sorted((int(i), int(j)) for i, j in islice(actions, ACTIONS_MAX))
        except (TypeError, ValueError):
            raise Refused(f"{self._called} gave {brief(actions)}; it must give a set of pairs.") from None

    def _call(self, name: str, *arguments: Any) -> Any:
        """What the function returns, given a copy of the board; what it raises is traced and becomes a sentence."""
        board, *rest = arguments or (None,)
        words = ", ".join(["board", *map(brief, rest)] if arguments else [])
        self._called = f"{shown(board) if board else ''}{name}({words})"
        try:
            function = getattr(self._functions, name)
            return function([row[:] for row in board], *rest) if board else function()
        except BaseException as error:
            trace(error)
            raise Refused(f"{self._called} raised {eight.said(error)}.") from None

    def _checked_board(self, board: Any) -> ListBoard:
        """The board as plain lists, if it is one of the game's size that can be written down."""
        columns, lines = self._game.columns, self._game.rows
        try:
            rows = [list(islice(row, columns + 1)) for row in islice(board, lines + 1)]
        except TypeError:
            rows = []
        if [len(row) for row in rows] != [columns] * lines or not all(is_plain(cell) for row in rows for cell in row):
            raise Refused(f"{self._called} gave {brief(board)}, which is no board of three rows of three.")
        return rows


def advised(game: Game, question: dict[str, Any]) -> dict[str, Any]:
    """What the package knows of a game."""
    from noughts import coach, record  # a file's process starts faster without

    moves = tuple(notation.from_pair(game, (i, j)) for i, j in question["moves"])
    return coach.advice(record.Record(game, moves), question["seconds"])


def load(source: str, engine: str) -> eight.Eight:
    """The file's functions, or those of our own engine where no file is named."""
    if not source and engine:
        from noughts import play  # as above

        told = json.loads(engine)
        level = next(level for level in play.LEVELS if level.name == told["level"])
        return play.Engine(notation.read_game(told["game"]), level, told["seed"], told["seconds"])
    if not source:
        return eight.Face()
    try:
        return eight.load(Path(source))
    except eight.NotEight as error:
        if error.__cause__:
            trace(error.__cause__)
        raise Refused(str(error)) from None


def is_plain(cell: object) -> bool:
    """Can a cell be sent as it is?"""
    return cell is None or type(cell) is int or (type(cell) is str and len(cell) <= CELL_CHARACTERS_MAX)


def trace(error: BaseException) -> None:
    """Show where an error came from, to whoever looks at the terminal."""
    try:
        traceback.print_exception(error)
    except Exception:
        pass  # the file has closed or replaced what it would be printed to


def shown(board: ListBoard) -> str:
    """How a sentence about a board begins."""
    return f"On {notation.from_board(board)}: "


def brief(value: object) -> str:
    """The value as Python writes it, cut where it would fill a screen."""
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__} that cannot be written"
    return text if len(text) <= VALUE_CHARACTERS_MAX else text[: VALUE_CHARACTERS_MAX - 1] + "…"
