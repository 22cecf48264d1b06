"""Faults: what a student's file did that stops a game, as data and in words."""

from __future__ import annotations

import os
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from noughts.errors import NoughtsError
from noughts.game.rules import Position
from noughts.support.text import printable, shorten

ERROR_CHARACTERS_MAX = 200
SENTENCE_CHARACTERS_MAX = 400


class FaultKind(StrEnum):
    """What went wrong."""

    NO_FILE = "no_file"
    NOT_PYTHON = "not_python"  # the name does not end in .py
    NOT_LOADED = "not_loaded"  # it raised an exception when it was imported
    LACKS_FUNCTIONS = "lacks_functions"
    RAISED = "raised"
    WRONG_VALUE = "wrong_value"
    UNREADABLE_VALUE = "unreadable_value"  # reading it raised an exception
    SAME_BOARD = "same_board"
    NO_ACTIONS = "no_actions"
    ENDED = "ended"  # its process ended


SENTENCES = {
    FaultKind.NO_FILE: "There is no file {file}: name a Python file that has the eight functions.",
    FaultKind.NOT_PYTHON: "{file} is not a Python file: its name must end in .py.",
    FaultKind.NOT_LOADED: "{file} cannot be loaded: it raised {error}{at_line}.",
    FaultKind.LACKS_FUNCTIONS: "{file} lacks {value}: all eight functions are needed.",
    FaultKind.RAISED: "{on_board}{call} raised {error}{at_line}.",
    FaultKind.WRONG_VALUE: "{on_board}{call} returned {value}; {expected}.",
    FaultKind.UNREADABLE_VALUE: "{on_board}{call} returned something that cannot be read: {error}.",
    FaultKind.SAME_BOARD: "{on_board}{call} returned the same board.",
    FaultKind.NO_ACTIONS: "{on_board}terminal(board) returned False, but actions(board) returned nothing.",
    FaultKind.ENDED: "{on_board}{file} {value} during {call}.",
}


@dataclass(frozen=True)
class Fault:
    """One fault. `line` is a line number in the student's file, or 0."""

    kind: FaultKind
    file: str = ""
    call: str = ""
    position: Position | None = None
    error: str = ""
    line: int = 0
    value: str = ""
    expected: str = ""

    @property
    def sentence(self) -> str:
        """The fault as a sentence of printable text."""
        words = asdict(self) | {
            "at_line": f" (line {self.line})" if self.line else "",
            "on_board": f"On {self.position}: " if self.position else "",
        }
        return shorten(printable(SENTENCES[self.kind].format_map(words)), SENTENCE_CHARACTERS_MAX)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fault:
        """Return the fault that plain data describes; raise TypeError or ValueError if the data is invalid."""
        texts = {name: data[name] for name in ("file", "call", "error", "value", "expected")}
        if not all(isinstance(text, str) for text in texts.values()) or not isinstance(data["line"], int):
            raise TypeError("a fault has texts and a line number")
        position = None if data["position"] is None else str(data["position"])
        return cls(FaultKind(data["kind"]), position=position, line=data["line"], **texts)


class FaultFound(NoughtsError):
    """Raised with a fault in a student's file."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


def error_text(error: BaseException) -> str:
    """Return an exception's type and the beginning of its text."""
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)  # the line number is reported separately
        text = shorten(" ".join(text[: 2 * ERROR_CHARACTERS_MAX].split()), ERROR_CHARACTERS_MAX)
    except BaseException:
        text = ""  # str(error) itself raised an exception
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def error_line(error: BaseException, path: Path) -> int:
    """Return the line of that file where an exception was raised, 0 if it was raised elsewhere."""
    file = os.path.abspath(path)
    if isinstance(error, SyntaxError) and error.filename and os.path.abspath(error.filename) == file:
        return error.lineno or 0
    frames = traceback.walk_tb(traceback_of(error))
    return next((line for frame, line in reversed(list(frames)) if is_in(frame, file)), 0)


def traceback_of(error: BaseException) -> TracebackType | None:
    """Return the traceback of an exception, even if its class hides it."""
    trace: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    return trace


def is_in(frame: FrameType, file: str) -> bool:
    """Return whether a frame belongs to that file."""
    return os.path.abspath(frame.f_code.co_filename) == file


def own_traceback(error: BaseException, path: Path) -> TracebackType | None:
    """Return the part of an exception's traceback that begins in that file."""
    trace = traceback_of(error)
    while trace is not None and not is_in(trace.tb_frame, os.path.abspath(path)):
        trace = trace.tb_next
    return trace
