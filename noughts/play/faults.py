"""Faults: what a student's file did that stops a game, as data and in words."""

import os
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Self

from noughts.errors import NoughtsError
from noughts.game.rules import Position
from noughts.support.text import printable, shorten

ERROR_CHARACTERS_MAX = 200
SENTENCE_CHARACTERS_MAX = 400


class FaultKind(StrEnum):
    """The kinds of fault; the value of each is the template for `Fault.sentence`."""

    NO_FILE = "There is no file {file}: name a Python file that has the eight functions."
    NOT_PYTHON = "{file} is not a Python file: its name must end in .py."
    NOT_LOADED = "{file} cannot be loaded: it raised {error}{at_line}."
    LACKS_FUNCTIONS = "{file} lacks {value}: all eight functions are needed."
    RAISED = "{on_board}{call} raised {error}{at_line}."
    WRONG_VALUE = "{on_board}{call} returned {value}; {expected}."
    UNREADABLE_VALUE = "{on_board}{call} returned a value that cannot be read: {error}."
    SAME_BOARD = "{on_board}{call} returned the board unchanged."
    NO_ACTIONS = "{on_board}the game is not over according to terminal(board), but actions(board) returned no actions."
    ENDED = "{on_board}{file} {value} during {call}."


@dataclass(frozen=True)
class Fault:
    """A fault. `line` is a line number in the student's file, or 0 if none is known."""

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
        """The fault as a sentence of at most SENTENCE_CHARACTERS_MAX printable characters."""
        words = asdict(self) | {
            "at_line": f" (line {self.line})" if self.line else "",
            "on_board": f"On {self.position}: " if self.position else "",
        }
        return shorten(printable(self.kind.format_map(words)), SENTENCE_CHARACTERS_MAX)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the fault that `data` describes; raise KeyError, TypeError or ValueError if `data` describes none."""
        texts = {name: data[name] for name in ("file", "call", "error", "value", "expected")}
        if not all(isinstance(text, str) for text in texts.values()) or not isinstance(data["line"], int):
            raise TypeError(f"{data!r} is not a fault: it needs texts and a line number")
        position = None if data["position"] is None else str(data["position"])
        return cls(FaultKind(data["kind"]), position=position, line=data["line"], **texts)


class FaultFound(NoughtsError):
    """Raised when a student's file has a fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


def error_text(error: BaseException) -> str:
    """Return the name of an exception's type, and the beginning of its message if it has one."""
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)  # the line number is reported separately
        text = shorten(" ".join(text[: 2 * ERROR_CHARACTERS_MAX].split()), ERROR_CHARACTERS_MAX)
    except BaseException:
        text = ""  # str(error) itself raised an exception
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def error_line(error: BaseException, path: Path) -> int:
    """Return the line number where an exception arose in a file or last passed through it; 0 if there is none."""
    if isinstance(error, SyntaxError) and error.filename and os.path.abspath(error.filename) == os.path.abspath(path):
        return error.lineno or 0
    lines = [line for frame, line in traceback.walk_tb(own_traceback(error, path)) if is_in(frame, path)]
    return lines[-1] if lines else 0


def own_traceback(error: BaseException, path: Path) -> TracebackType | None:
    """Return an exception's traceback from the first frame in that file on; None if there is no such frame."""
    # Not error.__traceback__, which the exception's class can override.
    trace: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    while trace is not None and not is_in(trace.tb_frame, path):
        trace = trace.tb_next
    return trace


def is_in(frame: FrameType, path: Path) -> bool:
    """Return whether a frame runs code from that file."""
    return os.path.abspath(frame.f_code.co_filename) == os.path.abspath(path)
