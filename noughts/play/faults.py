"""Faults: what a student's file did wrong so that a game cannot go on, as data and in words."""

import linecache
import os
import traceback
from collections import Counter
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
# If an exception passed through more calls than this, a traceback shows only the first one and the last two.
FRAMES_MAX = 6
SENTENCE_CHARACTERS_MAX = 400


class FaultKind(StrEnum):
    """The kinds of fault; the value of each is the template for `Fault.sentence`."""

    NO_FILE = "There is no file {file}: give the path of a Python file that has the eight functions."
    NOT_PYTHON = "{file} is not a Python file: its name must end in .py."
    NOT_LOADED = "{file} cannot be loaded: it raised {error}{at_line}."
    LACKS_FUNCTIONS = "{file} lacks {value}: all eight functions are needed."
    RAISED = "{on_board}{call} raised {error}{at_line}."
    WRONG_VALUE = "{on_board}{call} returned {value}; {expected}."
    UNREADABLE_VALUE = "{on_board}{call} returned a value that cannot be read: {error}."
    SAME_BOARD = "{on_board}{call} returned the board unchanged."
    NO_ACTIONS = "{on_board}actions(board) returned no actions, but the game is not over according to terminal(board)."
    ENDED = "{on_board}{file} {value} during {call}."
    ENGINE_ENDED = "{on_board}The process of the computer player {value}."
    NOT_AN_ACTION = "{value} is free, but actions(board) returned only {expected}."


# What a fault means for a beginner: by the kind of fault, or by the name of the exception. For an exception that was
# raised while the file was loaded, LOADING_MEANINGS comes before RAISED_MEANINGS.
KIND_MEANINGS = {
    FaultKind.LACKS_FUNCTIONS: "Each function must be defined at the left margin of this file: is a name misspelled?",
    FaultKind.SAME_BOARD: "result must return a copy of the board with the player's mark added.",
    FaultKind.NO_ACTIONS: "terminal must return True if all cells are taken, and actions must return every free cell.",
    FaultKind.ENDED: "The file's process stopped answering: does the file use too much memory, or call os._exit()?",
    FaultKind.NOT_AN_ACTION: "actions must return the (row, column) of every free cell: is its return inside a loop?",
}
LOADING_MEANINGS = {
    "EOFError": "Your file asks for input when it is imported. Delete that line and the lines that need it, or move "
    'them, indented, under  if __name__ == "__main__":',
    "SystemExit": "Your file ends the program when it is imported. Delete that line, or move it, indented, "
    'under  if __name__ == "__main__":',
    "SyntaxError": "Python cannot read this line: is a bracket, quote or colon missing here or in the line before?",
    "IndentationError": "The spaces at the beginning of this line do not match the lines around it.",
    "TabError": "The lines are indented with both tabs and spaces: use four spaces everywhere.",
    "ModuleNotFoundError": "The file imports a module that is not installed: is its name misspelled, and is it needed?",
    "ImportError": "The import failed: is the name misspelled, or is it not in the module?",
}
RAISED_MEANINGS = {
    "NotImplementedError": "This function is not written yet.",
    "RecursionError": "The function calls itself without end, perhaps through another function: does it return when "
    "terminal(board) is true, and does each call get the board after a move?",
    "NameError": "The name is not defined at this line: is it misspelled, or is an import missing?",
    "UnboundLocalError": "The variable is used before it has a value in this function.",
    "IndexError": "There is no element with this index: rows and columns go from 0 to 2, and a list may be empty.",
    "KeyError": "The dictionary does not have this key, or the set does not contain this element: was it added before?",
    "TypeError": "A value has the wrong type for this line, or a call has the wrong number of arguments.",
    "AttributeError": "The value does not have this attribute or method: is the name misspelled, or has the value "
    "another type than you expect?",
    "ValueError": "A value is not acceptable here. For example, max() and min() need at least one value, "
    "and  i, j = action  needs exactly two.",
    "ZeroDivisionError": "The line divides by zero.",
    "EOFError": "Your file asks for input during the game: remove input(), because the game itself takes the moves.",
}
NONE_MEANING = "A value is None where this line needs something else: did a function return nothing?"


@dataclass(frozen=True)
class Fault:
    """A fault. Fields that are not known, or do not apply to its kind, are empty, None or 0.

    `position` is the board of the `call`. `line` is the number of a line of the student's file, `code` is its text, and
    `inside` is the name of the function that contains it. The template of the kind shows what the other fields are.
    """

    kind: FaultKind
    file: str = ""
    call: str = ""
    position: Position | None = None
    error: str = ""
    line: int = 0
    code: str = ""
    inside: str = ""
    value: str = ""
    expected: str = ""

    @property
    def sentence(self) -> str:
        """The fault as a sentence of at most SENTENCE_CHARACTERS_MAX printable characters."""
        on_board = f"On {self.position}: " if self.position else ""
        return self._fill_in(on_board=on_board, at_line=f" (line {self.line})" if self.line else "")

    def _fill_in(self, **places: str) -> str:
        ends = {"error": self.error.removesuffix(".")}  # the templates end the sentence
        words = asdict(self) | ends | {"on_board": "", "at_line": ""} | places
        return shorten(printable(self.kind.format_map(words)), SENTENCE_CHARACTERS_MAX)

    @property
    def place(self) -> str:
        """The line of the file and the function that contains it, e.g. "Line 41 in winner:"; empty if not known."""
        return f"Line {self.line}{f' in {printable(self.inside)}' if self.inside else ''}:" if self.code else ""

    @property
    def paragraphs(self) -> list[str]:
        """What happened, the line of the file, and what the fault means for a beginner; what is not known is left out.

        The position is left out too, because it is shown as a board.
        """
        code = f"{self.place} {printable(self.code)}" if self.code else ""
        return [text for text in (self.happened, code, self.meaning) if text]

    @property
    def happened(self) -> str:
        """What happened, without the position and the line."""
        return self._fill_in()

    @property
    def meaning(self) -> str:
        """What the fault means for a beginner, in a sentence or two; empty if nothing is known."""
        function, error = self.call.partition("(")[0], self.error.partition(":")[0]
        if self.kind == FaultKind.WRONG_VALUE and self.value == "None":
            return f"{function} returned None: is a return missing, at its end or in one of its branches?"
        if self.kind == FaultKind.NOT_LOADED:
            return LOADING_MEANINGS.get(error) or RAISED_MEANINGS.get(error, "")
        if self.kind == FaultKind.RAISED:
            is_none = error in ("TypeError", "AttributeError") and "NoneType" in self.error
            return NONE_MEANING if is_none else RAISED_MEANINGS.get(error, "")
        return KIND_MEANINGS.get(self.kind, "")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the fault that `data` describes; raise KeyError, TypeError or ValueError if `data` describes none."""
        texts = {name: data[name] for name in ("file", "call", "error", "code", "inside", "value", "expected")}
        if not all(isinstance(text, str) for text in texts.values()) or not isinstance(data["line"], int):
            raise TypeError(f"{data!r} is not a fault: it needs strings and a line number")
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


def error_place(error: BaseException, path: Path) -> dict[str, Any]:
    """Return where in a file an exception was raised or last passed through, as fields of a fault; {} if nowhere.

    For a SyntaxError in the file, this is the line with the error. For a RecursionError, it is the line that is in the
    traceback most often, because any line can be the last one.
    """
    if isinstance(error, SyntaxError) and error.filename and os.path.abspath(error.filename) == os.path.abspath(path):
        return {"line": error.lineno or 0, "code": code_of(path, error.lineno or 0)}
    frames = traceback.walk_tb(own_traceback(error, path))
    places = [(line, frame.f_code.co_name) for frame, line in frames if is_in(frame, path)]
    if not places:
        return {}
    line, name = Counter(places).most_common(1)[0][0] if isinstance(error, RecursionError) else places[-1]
    return {"line": line, "code": code_of(path, line), "inside": "" if name.startswith("<") else name}


def code_of(path: Path, line: int) -> str:
    """Return a line of a file without its indentation, cut to ERROR_CHARACTERS_MAX characters; "" if there is none."""
    return shorten(linecache.getline(str(path), line).strip(), ERROR_CHARACTERS_MAX)


def short_traceback(error: BaseException, path: Path) -> str:
    """Return an exception and its traceback as text, from the first call in that file on.

    If there are more than FRAMES_MAX calls, all but the first one and the last two are left out.
    """
    frames = traceback.extract_tb(own_traceback(error, path))
    listed = traceback.format_list(frames)
    if len(frames) > FRAMES_MAX:
        left_out = f"  ... {len(frames) - 3:,} more calls ...\n"
        ends = [traceback.FrameSummary(each.filename, each.lineno, each.name) for each in (frames[0], *frames[-2:])]
        listed = traceback.format_list(ends)
        listed.insert(1, left_out)
    said = traceback.format_exception_only(type(error), error)
    return "".join(["Traceback (most recent call last):\n" if listed else "", *listed, *said])


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
