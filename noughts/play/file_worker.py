"""The process that runs a student's file, or our own engine, for a game. noughts/play/file_process.py starts it.

Whatever the file's functions return or raise, the answer to a request is a scene or a fault; our own engine may also
answer with advice. If the process ends before it answers, file_process.py makes the fault.
"""

import importlib.util
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.game import notation
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.notation import ListBoard, RowColumn
from noughts.game.rules import CLASSIC, O, X
from noughts.play.faults import Fault, FaultFound, FaultKind, error_place, error_text, short_traceback
from noughts.support.text import shorten

# A file may keep None, an int, or a string of at most this length in a cell.
CELL_CHARACTERS_MAX = 10
# At most this many actions are read, in case an iterator never ends. A file plays only on the classic board.
ACTIONS_MAX = 100
VALUE_CHARACTERS_MAX = 100


def serve() -> None:
    """Answer requests until the input ends; then kill this process, even in the middle of a search."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game, which then ends this process
    sys.dont_write_bytecode = True  # create no __pycache__ in the file's folder
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nothing, 1)  # standard error is closed
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=read, args=(requests, waiting), daemon=True).start()
    source, engine = sys.argv[1:]
    answer = FileWorker(source).answer if source else engine_answerer(engine)
    while True:
        request = json.loads(waiting.get())
        answers.write(json.dumps({**answer(request), "id": request["id"]}) + "\n")
        answers.flush()


def read(requests: Iterable[str], waiting: queue.SimpleQueue[str]) -> None:
    """Queue the requests. When the input ends, the game has ended, so kill this process and all of its group."""
    for line in requests:
        waiting.put(line)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)  # including every process that the file started
    os._exit(0)


def engine_answerer(engine: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return a function that answers requests with our own engine.

    `engine` is JSON with the settings that differ from the defaults, or an empty string.
    """
    from noughts.explain.names import player_names  # here, because a file's process starts faster without these
    from noughts.play import levels
    from noughts.play.advice import advise
    from noughts.play.record import Record, scene_of

    default = {"game": "3,3,3", "level": "perfect", "seed": 0, "seconds": levels.WAIT_SECONDS}
    chosen: dict[str, Any] = {**default, **json.loads(engine or "{}")}
    game, level = notation.read_game(chosen["game"]), levels.read_level(chosen["level"])

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        if request["ask"] == "advise":
            return {"advice": asdict(advise(Record(game, tuple(request["moves"])), request["seconds"], player_names))}
        position = notation.from_board(request["board"]) if "board" in request else game.start
        if request["ask"] == "move":
            position = game.after(position, notation.to_cell(game, request["action"]))
        elif request["ask"] == "think":
            choice = levels.choose(game, level, position, chosen["seed"], chosen["seconds"])
            position = game.after(position, choice.cell)
        return {"scene": asdict(scene_of(game, position))}

    return answer


def load(path: Path) -> ModuleType:
    """Import a file and return the module; raise FaultFound if it cannot be imported or lacks a function.

    If the file raised an exception, that exception is the cause of FaultFound.
    """
    if not os.path.isfile(path):
        raise FaultFound(Fault(FaultKind.NO_FILE, file=str(path)))
    spec = importlib.util.spec_from_file_location("tictactoe", path)
    if spec is None or spec.loader is None:
        raise FaultFound(Fault(FaultKind.NOT_PYTHON, file=str(path)))
    module = importlib.util.module_from_spec(spec)
    # As in an ordinary import, the module is in sys.modules, and it can import files from its folder.
    sys.modules["tictactoe"] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        fault = Fault(FaultKind.NOT_LOADED, file=path.name, error=error_text(error), **error_place(error, path))
        raise FaultFound(fault) from error
    missing = [name for name in FUNCTION_NAMES if not callable(getattr(module, name, None))]
    if missing:
        raise FaultFound(Fault(FaultKind.LACKS_FUNCTIONS, file=path.name, value=", ".join(missing)))
    return module


class FileWorker:
    """Answers requests by calling the functions of a file."""

    def __init__(self, source: str) -> None:
        self._source = Path(source)
        self._functions: ModuleType | None = None
        self._call_text = ""  # the last call, for example "minimax(board)"
        self._position: str | None = None  # the board of that call, if it had one

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request: {"scene": ...} or {"fault": ...}.

        If the file raised an exception, also print its traceback to standard error.
        """
        try:
            if self._functions is None:
                self._functions = load(self._source)
            return {"scene": self._reply(request)}
        except FaultFound as error:
            if error.__cause__:
                self._print_traceback(error.__cause__)
            return {"fault": asdict(error.fault)}
        except BaseException as error:  # even reading a returned value may raise an exception
            self._print_traceback(error)
            return {"fault": asdict(self._fault(FaultKind.UNREADABLE_VALUE, error=error_text(error)).fault)}

    def _fault(self, kind: FaultKind, **fields: Any) -> FaultFound:
        return FaultFound(Fault(kind, call=self._call_text, position=self._position, **fields))

    def _wrong(self, value: object, expected: str) -> FaultFound:
        return self._fault(FaultKind.WRONG_VALUE, value=brief(value), expected=expected)

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["ask"] == "start":
            return self._scene(self._checked_board(self._call("initial_state")))
        board = request["board"]
        action = self._own_move(board) if request["ask"] == "think" else tuple(request["action"])
        after = self._checked_board(self._call("result", board, action))
        if after == board:
            raise self._fault(FaultKind.SAME_BOARD)
        return self._scene(after)

    def _own_move(self, board: ListBoard) -> Any:
        """Return the move that minimax returns; raise FaultFound if it is not one of the file's actions."""
        action = self._call("minimax", board)
        call_text = self._call_text
        actions = self._actions(board)
        try:
            is_possible = tuple(islice(action, 3)) in actions
        except TypeError:
            is_possible = False
        if not is_possible:
            self._call_text = call_text
            raise self._wrong(action, f"expected one of actions(board): {', '.join(map(str, actions)) or 'none'}")
        return action

    def _scene(self, board: ListBoard) -> dict[str, Any]:
        """Return a board and what the file says about it; raise FaultFound if a call fails or its result is wrong.

        On a finished board, player and actions are not called.
        """
        if self._call("terminal", board):
            winner = self._call("winner", board)
            if winner not in (X, O, None):
                raise self._wrong(winner, "expected 'X', 'O' or None")
            return {"board": board, "over": True, "turn": None, "free": [], "winner": winner and str(winner)}
        turn = self._call("player", board)
        if turn not in (X, O):
            raise self._wrong(turn, "expected 'X' or 'O'")
        free = self._actions(board)
        if not free:
            raise self._fault(FaultKind.NO_ACTIONS)
        return {"board": board, "over": False, "turn": str(turn), "free": free, "winner": None}

    def _actions(self, board: ListBoard) -> list[RowColumn]:
        """Return up to ACTIONS_MAX of the file's actions, sorted; raise FaultFound if they are not pairs of numbers."""
        actions = self._call("actions", board)
        try:
            return sorted((int(i), int(j)) for i, j in islice(actions, ACTIONS_MAX))
        except (TypeError, ValueError):
            raise self._wrong(actions, "expected a set of pairs (row, column)") from None

    def _call(self, name: str, board: ListBoard | None = None, *rest: Any) -> Any:
        """Call a function with a copy of the board, if any, and return the result; raise FaultFound if it raises."""
        arguments = [] if board is None else [[row[:] for row in board], *rest]
        words = [] if board is None else ["board", *map(brief, rest)]
        self._call_text = f"{name}({', '.join(words)})"
        self._position = None if board is None else notation.from_board(board)
        try:
            return getattr(self._functions, name)(*arguments)
        except BaseException as error:
            place = error_place(error, self._source)
            raise self._fault(FaultKind.RAISED, error=error_text(error), **place) from error

    def _checked_board(self, board: Any) -> ListBoard:
        """Return the board as plain lists; raise FaultFound if its size is wrong or is_plain rejects a cell."""
        try:
            rows = [list(islice(row, CLASSIC.columns + 1)) for row in islice(board, CLASSIC.rows + 1)]
        except TypeError:
            rows = []
        if [*map(len, rows)] != [CLASSIC.columns] * CLASSIC.rows or not all(
            is_plain(cell) for row in rows for cell in row
        ):
            size = f"{CLASSIC.rows} rows of {CLASSIC.columns} cells"
            raise self._wrong(board, f"expected a board of {size}, each X, O or EMPTY")
        return rows

    def _print_traceback(self, error: BaseException) -> None:
        """Print an exception to standard error, with its traceback from the file's first frame on."""
        with suppress(Exception):  # the file may have closed or replaced standard error
            print(short_traceback(error, self._source), end="", file=sys.stderr)


def is_plain(cell: object) -> bool:
    """Return whether a cell's value is None, an int or a short string: a value that JSON does not change."""
    return cell is None or type(cell) is int or (type(cell) is str and len(cell) <= CELL_CHARACTERS_MAX)


def brief(value: object) -> str:
    """Return repr(value), or the type if repr() raises an exception, cut to at most VALUE_CHARACTERS_MAX characters."""
    try:
        text = repr(value)
    except Exception:
        text = f"an object of type {type(value).__name__}, whose repr() raises an exception"
    return shorten(text, VALUE_CHARACTERS_MAX)
