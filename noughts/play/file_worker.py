"""The process that runs a student's file, or our own engine, for a game. noughts/play/file_process.py talks to it.

Whatever the file's functions do or return, the answer is a scene, a fault, or advice.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import traceback
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from noughts.game import notation
from noughts.game.exercise import EightFunctions, EngineFunctions
from noughts.game.notation import ListBoard, RowColumn
from noughts.game.rules import CLASSIC, O, X
from noughts.play.faults import Fault, FaultFound, FaultKind, error_line, error_text, own_traceback
from noughts.play.file_loader import load
from noughts.support.text import shorten

# A file may keep None, a number, or a text no longer than this in a cell.
CELL_CHARACTERS_MAX = 10
# No board has more cells (session.CELLS_MAX). Reading stops here, in case an iterator of actions never ends.
ACTIONS_MAX = 100
VALUE_CHARACTERS_MAX = 100


def serve() -> None:
    """Answer requests until the input ends; then exit, even in the middle of a search."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game, which ends this process itself
    sys.dont_write_bytecode = True  # leave nothing in the file's folder
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2 if is_open(2) else nothing, 1)
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=read, args=(requests, waiting), daemon=True).start()
    worker = FileWorker(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
    while True:
        request = json.loads(waiting.get())
        answer = worker.answer(request)
        answers.write(json.dumps({**answer, "id": request["id"]}) + "\n")
        answers.flush()


def read(requests: Any, waiting: queue.SimpleQueue[str]) -> None:
    """Queue the requests. When the input ends, the game has ended, so kill this process and its group."""
    for line in requests:
        waiting.put(line)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)  # including every process that the file started
    os._exit(0)


def is_open(descriptor: int) -> bool:
    """Return whether a file descriptor is open."""
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


class FileWorker:
    """The functions of a file, or of our engine if `source` is empty; `engine` describes it as JSON."""

    def __init__(self, source: str, engine: str = "") -> None:
        self._source, self._engine = source, engine
        self._game = CLASSIC if source or not engine else notation.read_game(json.loads(engine)["game"])
        self._functions: EightFunctions | None = None
        self._call_text = ""  # the call that is being made, and on which board
        self._position: str | None = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request: {"scene": ...}, {"fault": ...} or {"advice": ...}."""
        try:
            if request["ask"] == "advise":
                return {"advice": self._advise(request)}
            if self._functions is None:
                self._functions = load_functions(self._source, self._engine)
            return {"scene": self._reply(request)}
        except FaultFound as found:
            if found.__cause__:
                print_traceback(found.__cause__, self._source)
            return {"fault": asdict(found.fault)}
        except BaseException as error:  # even reading a returned value may raise
            print_traceback(error, self._source)
            return {"fault": asdict(self._fault(FaultKind.UNREADABLE_VALUE, error=error_text(error)))}

    def _fault(self, kind: FaultKind, **fields: Any) -> Fault:
        return Fault(kind, call=self._call_text, position=self._position, **fields)

    def _advise(self, request: dict[str, Any]) -> dict[str, Any]:
        from noughts.play.advice import advise  # a file's process starts faster without
        from noughts.play.record import Record

        return advise(Record(self._game, tuple(request["moves"])), request["seconds"]).to_json()

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["ask"] == "start":
            return self._scene(self._checked_board(self._call("initial_state")))
        board = request["board"]
        action = self._own_move(board) if request["ask"] == "think" else tuple(request["action"])
        after = self._checked_board(self._call("result", board, action))
        if after == board:
            raise FaultFound(self._fault(FaultKind.SAME_BOARD))
        return self._scene(after)

    def _own_move(self, board: ListBoard) -> Any:
        """Return the file's own move; raise FaultFound if it is not a possible one."""
        action = self._call("minimax", board)
        call = self._call_text
        possible = self._possible(board)
        try:
            is_possible = tuple(islice(action, 3)) in possible
        except TypeError:
            is_possible = False
        if not is_possible:
            self._call_text = call
            expected = f"actions(board) returned {', '.join(map(str, possible)) or 'nothing'}"
            raise FaultFound(self._fault(FaultKind.WRONG_VALUE, value=brief(action), expected=expected))
        return action

    def _scene(self, board: ListBoard) -> dict[str, Any]:
        """Return the scene as the file sees it; player and actions are not called on a finished board."""
        if self._call("terminal", board):
            winner = self._call("winner", board)
            if winner not in (X, O, None):
                raise self._wrong(winner, "expected 'X', 'O' or None")
            return {"board": board, "over": True, "turn": None, "free": [], "winner": winner and str(winner)}
        turn = self._call("player", board)
        if turn not in (X, O):
            raise self._wrong(turn, "expected 'X' or 'O'")
        free = self._possible(board)
        if not free:
            raise FaultFound(self._fault(FaultKind.NO_ACTIONS))
        return {"board": board, "over": False, "turn": str(turn), "free": free, "winner": None}

    def _wrong(self, value: object, expected: str) -> FaultFound:
        return FaultFound(self._fault(FaultKind.WRONG_VALUE, value=brief(value), expected=expected))

    def _possible(self, board: ListBoard) -> list[RowColumn]:
        """Return the file's actions as a sorted list."""
        actions = self._call("actions", board)
        try:
            return sorted((int(i), int(j)) for i, j in islice(actions, ACTIONS_MAX))
        except (TypeError, ValueError):
            raise self._wrong(actions, "expected a set of pairs") from None

    def _call(self, name: str, *arguments: Any) -> Any:
        """Call a function with a copy of the board; an exception becomes a fault."""
        board, *rest = arguments or (None,)
        words = ", ".join(["board", *map(brief, rest)] if arguments else [])
        self._call_text = f"{name}({words})"
        self._position = notation.from_board(board) if board else None
        try:
            function = getattr(self._functions, name)
            return function([row[:] for row in board], *rest) if board else function()
        except BaseException as error:
            line = error_line(error, Path(self._source))
            raise FaultFound(self._fault(FaultKind.RAISED, error=error_text(error), line=line)) from error

    def _checked_board(self, board: Any) -> ListBoard:
        """Return the board as plain lists; raise FaultFound if its size or a cell is wrong."""
        columns, lines = self._game.columns, self._game.rows
        try:
            rows = [list(islice(row, columns + 1)) for row in islice(board, lines + 1)]
        except TypeError:
            rows = []
        if [len(row) for row in rows] != [columns] * lines or not all(is_plain(cell) for row in rows for cell in row):
            raise self._wrong(board, f"expected a board of {lines} rows of {columns}")
        return rows


def load_functions(source: str, engine: str) -> EightFunctions:
    """Return the functions of a file, or of our own engine if no file is named."""
    if source:
        return load(Path(source))
    if not engine:
        return EngineFunctions()
    from noughts.play import levels  # a file's process starts faster without

    settings = json.loads(engine)
    game, level = notation.read_game(settings["game"]), levels.read_level(settings["level"])
    return levels.LevelFunctions(game, level, settings["seed"], settings["seconds"])


def is_plain(cell: object) -> bool:
    """Return whether a cell's value can be sent as JSON unchanged."""
    return cell is None or type(cell) is int or (type(cell) is str and len(cell) <= CELL_CHARACTERS_MAX)


def print_traceback(error: BaseException, source: str) -> None:
    """Print to standard error where in the student's file an error was raised."""
    try:
        traceback.print_exception(type(error), error, own_traceback(error, Path(source)), chain=False)
    except Exception:
        pass  # the file has closed or replaced standard error


def brief(value: object) -> str:
    """Return the repr of a value, shortened if it is long."""
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__} whose repr raises"
    return shorten(text, VALUE_CHARACTERS_MAX)
