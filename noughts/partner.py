"""A file's eight functions, asked in a process of their own.

The window must move, repaint and close whatever a file does, so none of the file runs in the window's process.

    question    what is wanted of the file, e.g. {"ask": "think", "board": [...]}
    answer      a Scene (a board and what the file says of it) or a Trouble (a sentence)

One line of JSON each way. What the file prints goes to standard error; what it reads is empty.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from noughts import eight, notation
from noughts.notation import ListBoard, Pair
from noughts.rules import Mark, O, X

Question: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Scene:
    """A board, and what the file says of it: whose turn it is, what is possible, who has won."""

    board: ListBoard
    over: bool
    turn: Mark | None
    free: list[Pair]
    winner: Mark | None


@dataclass(frozen=True)
class Trouble:
    """A sentence that names the function, the board and what went wrong."""

    sentence: str


Answer: TypeAlias = Scene | Trouble


class Partner:
    """The asking side. At most one question at a time; each answer is handed to `deliver`, from another thread."""

    def __init__(self, source: Path | None, deliver: Callable[[Partner, Answer], None]) -> None:
        self.name = source.name if source else "the built-in engine"
        self.question: Question | None = None
        self._deliver = deliver
        self._dismissed = False
        home = str(Path(__file__).resolve().parent.parent)
        code = f"import sys; sys.path[0] = {home!r}; from noughts.partner import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, str(source or "")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # so that it can be ended with all that it started
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def start(self) -> None:
        """Ask for the empty board."""
        self._ask({"ask": "start"})

    def move(self, board: ListBoard, action: Pair) -> None:
        """Ask for the board after an action."""
        self._ask({"ask": "move", "board": board, "action": action})

    def think(self, board: ListBoard) -> None:
        """Ask for the board after the file's own move."""
        self._ask({"ask": "think", "board": board})

    @property
    def has_ended(self) -> bool:
        """Is the process gone, so that asking it would be in vain?"""
        return self._process.poll() is not None

    def dismiss(self) -> None:
        """End the process, whatever it is doing, and all that it started. Nothing is delivered any more."""
        self._dismissed = True
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except ProcessLookupError:
            pass  # it ended by itself
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:
                pass  # a question that was never read

    def _ask(self, question: Question) -> None:
        assert self.question is None, "one question at a time"
        assert self._process.stdin is not None
        self.question = question
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended: the listener says so

    def _listen(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._hand_over(parse_answer(line))
        except ValueError:
            pass  # dismissed: the pipe was closed under the reader
        if self.question is not None and not self._dismissed:
            self._hand_over(Trouble(self._last_words(self.question)))

    def _hand_over(self, answer: Answer) -> None:
        self.question = None
        if not self._dismissed:
            self._deliver(self, answer)

    def _last_words(self, question: Question) -> str:
        """What to say of a process that ended instead of answering."""
        doing = {"start": "it was loaded", "move": "result(board, action) ran", "think": "minimax(board) ran"}
        where = shown(question["board"]) if "board" in question else ""
        return f"{where}{self.name} ended with exit code {self._process.wait()} while {doing[question['ask']]}."


def parse_answer(line: str) -> Answer:
    """The answer that a line of JSON holds."""
    try:
        fields = json.loads(line)
        if "sentence" in fields:
            return Trouble(fields["sentence"])
        return Scene(**{**fields, "free": [(i, j) for i, j in fields["free"]]})
    except (ValueError, TypeError, KeyError):
        return Trouble(f"The file's process said {line[:80]!r}, which is no answer: start a new game.")


# ---- The answering side: all that follows runs in the process of the file. ----


class Refused(Exception):
    """What a function did that cannot be played on with, as a sentence."""


def serve() -> None:
    """Answer questions until there are no more; then leave, even in the middle of a search."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the window's business
    sys.dont_write_bytecode = True  # a game leaves nothing in the file's folder
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(2, 1)
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in questions:
            waiting.put(line)
        os._exit(0)  # the window is gone: nobody wants the answer

    threading.Thread(target=read, daemon=True).start()
    functions: eight.Eight | None = None
    while True:
        question = json.loads(waiting.get())
        try:
            functions = functions or load(sys.argv[1])
            answer: Answer = reply(functions, question)
        except Refused as refusal:
            answer = Trouble(str(refusal))
        answers.write(json.dumps(asdict(answer)) + "\n")
        answers.flush()


def load(source: str) -> eight.Eight:
    """The file's functions, or those of our own engine where no file is named."""
    if not source:
        return eight.Face()
    try:
        return eight.load(Path(source))
    except eight.NotEight as error:
        if error.__cause__:
            traceback.print_exception(error.__cause__)
        raise Refused(str(error)) from None


def reply(functions: eight.Eight, question: Question) -> Scene:
    """What the file says to one question."""
    if question["ask"] == "start":
        return look(functions, checked_board(call(functions, "initial_state"), "initial_state()"))
    board = question["board"]
    action = chosen(functions, board) if question["ask"] == "think" else tuple(question["action"])
    called = f"{shown(board)}result(board, {brief(action)})"
    after = checked_board(call(functions, "result", board, action), called)
    if after == board:
        raise Refused(f"{called} gave the same board back.")
    return look(functions, after)


def chosen(functions: eight.Eight, board: ListBoard) -> Any:
    """The file's own move, if it is a possible one."""
    action = call(functions, "minimax", board)
    free = possible(functions, board)
    try:
        is_possible = tuple(action) in free
    except TypeError:
        is_possible = False
    if not is_possible:
        offered = ", ".join(map(str, free)) or "nothing"
        raise Refused(f"{shown(board)}minimax(board) gave {brief(action)}; actions(board) offers {offered}.")
    return action


def look(functions: eight.Eight, board: ListBoard) -> Scene:
    """The board as the file sees it. What need not be asked of a finished board is not asked."""
    if call(functions, "terminal", board):
        winner = call(functions, "winner", board)
        if winner not in (X, O, None):
            raise Refused(f"{shown(board)}winner(board) gave {brief(winner)}; it must give 'X', 'O' or None.")
        return Scene(board, True, None, [], winner)
    turn = call(functions, "player", board)
    if turn not in (X, O):
        raise Refused(f"{shown(board)}player(board) gave {brief(turn)}; it must give 'X' or 'O'.")
    free = possible(functions, board)
    if not free:
        raise Refused(f"{shown(board)}terminal(board) gave False, but actions(board) offers nothing.")
    return Scene(board, False, turn, free, None)


def possible(functions: eight.Eight, board: ListBoard) -> list[Pair]:
    """The file's actions as a sorted list of pairs."""
    actions = call(functions, "actions", board)
    try:
        return sorted((int(i), int(j)) for i, j in actions)
    except (TypeError, ValueError):
        raise Refused(f"{shown(board)}actions(board) gave {brief(actions)}; it must give a set of pairs.") from None


def call(functions: eight.Eight, name: str, *arguments: Any) -> Any:
    """What the function returns, given a copy of the board; what it raises is traced and becomes a sentence."""
    board, *rest = arguments or (None,)
    try:
        if not arguments:
            return getattr(functions, name)()
        return getattr(functions, name)([row[:] for row in board], *rest)
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        called = ", ".join(["board", *map(brief, rest)] if arguments else [])
        where = shown(board) if arguments else ""
        raise Refused(f"{where}{name}({called}) raised {eight.said(error)}.") from None


def checked_board(board: Any, called: str) -> ListBoard:
    """The board as plain lists, if it is three rows of three that can be written down."""
    try:
        rows = [list(row) for row in board]
        if [len(row) for row in rows] == [3, 3, 3] and json.loads(json.dumps(rows)) == rows:
            return rows
    except (TypeError, ValueError):
        pass
    raise Refused(f"{called} gave {brief(board)}, which is no board of three rows of three.")


def shown(board: ListBoard) -> str:
    """How a sentence about a board begins."""
    return f"On {notation.from_board(board)}: "


def brief(value: object) -> str:
    """The value as Python writes it, cut where it would fill the window."""
    text = repr(value)
    return text if len(text) <= 100 else text[:99] + "…"
