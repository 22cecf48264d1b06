"""A file's eight functions, asked in a process of their own.

The games must go on whatever a file does, so none of the file runs in their process.

    question    what is wanted of the file, e.g. {"ask": "think", "board": [...], "id": 3}
    answer      a Scene (a board and what the file says of it) or a Trouble (a sentence)

One line of JSON each way; an answer bears its question's id. What the file prints goes to standard error; what it
reads is empty. noughts/witness.py is the other side.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from noughts import notation
from noughts.eight import NotEight
from noughts.notation import ListBoard, Pair
from noughts.rules import CLASSIC, FREE, Cell, Mark, Position
from noughts.search import Verdict
from noughts.witness import shown

Question: TypeAlias = dict[str, Any]

# A sentence for people; what is beyond it is cut.
SENTENCE_CHARACTERS_MAX = 400


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


@dataclass(frozen=True)
class Hint:
    """A hint in three steps: a line to look at, a cell, the proof."""

    line: list[Pair]
    cell: Pair
    steps: list[str]


@dataclass(frozen=True)
class Lesson:
    """A mistake: which move it was, what would have been right, and a sentence."""

    number: int
    cell: Pair
    right: list[Pair]
    sentence: str


@dataclass(frozen=True)
class Advice:
    """What the package knows of a game as it stands (noughts/coach.py); a file is not asked."""

    is_exact: bool
    values: dict[Pair, Verdict]
    hint: Hint | None
    judgement: str | None
    lessons: list[Lesson]


Answer: TypeAlias = Scene | Trouble | Advice


class Partner:
    """The asking side. At most one question at a time; each answer is handed to `deliver`, from another thread."""

    def __init__(
        self,
        source: Path | None,
        deliver: Callable[[Partner, Answer], None],
        engine: Mapping[str, object] | None = None,
    ) -> None:
        self.name = name_of(source)
        self._deliver = deliver
        self._question: Question | None = None
        self._asked = 0
        self._is_silent = False
        self._is_dismissed = False
        home = str(Path(__file__).resolve().parent.parent)
        code = f"import sys; sys.path[0] = {home!r}; from noughts.witness import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, str(source or ""), json.dumps(engine) if engine else ""],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
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

    def advise(self, moves: list[Pair], seconds: float) -> None:
        """Ask what the package knows of a game of these moves."""
        self._ask({"ask": "advise", "moves": moves, "seconds": seconds})

    @property
    def has_ended(self) -> bool:
        """Is the process gone or deaf, so that asking it would be in vain?"""
        return self._is_silent or self._process.poll() is not None

    def dismiss(self) -> None:
        """End the process, whatever it is doing, and all of its group. Nothing is delivered any more."""
        self._is_dismissed = True
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):
            pass  # it ended by itself
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        # The other pipe is the listener's to close: something the file started may hold it open.

    def _ask(self, question: Question) -> None:
        assert self._question is None, "one question at a time"
        assert self._process.stdin is not None
        self._asked += 1
        self._question = {**question, "id": self._asked}
        try:
            self._process.stdin.write(json.dumps(self._question).encode() + b"\n")
        except OSError:
            pass  # it has ended: the listener says so

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                answer = parse_answer(line, self._asked)
                if answer is not None:
                    self._hand_over(answer)
        self._is_silent = True
        if self._question is not None:
            self._hand_over(Trouble(self._last_words(self._question)))

    def _hand_over(self, answer: Answer) -> None:
        self._question = None
        if not self._is_dismissed:
            self._deliver(self, answer)

    def _last_words(self, question: Question) -> str:
        """What to say of a process that ended, or closed its pipe, instead of answering."""
        doing = {
            "advise": "it gave advice",
            "start": "it was loaded",
            "move": "result(board, action) ran",
            "think": "minimax(board) ran",
        }
        where = shown(question["board"]) if "board" in question else ""
        try:
            code = f"with exit code {self._process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            code = "its answers"
        return tidy(f"{where}{self.name} ended {code} while {doing[question['ask']]}.")


def ask(source: Path | None, question: Callable[[Partner], None]) -> Answer:
    """One answer, waited for."""
    answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
    partner = Partner(source, lambda _, answer: answers.put(answer))
    try:
        question(partner)
        return answers.get()
    finally:
        partner.dismiss()


def mover(path: Path) -> Callable[[Position], Cell]:
    """A file as a mover: its minimax, in a process of its own. NotEight where it cannot be played with."""
    blank = scene(path, lambda asked: asked.start()).board[0][0]  # most files keep None in a free cell, some a blank

    def move(position: Position) -> Cell:
        board = [[blank if mark == FREE else mark for mark in row] for row in notation.rows_of(CLASSIC, position)]
        after = notation.from_board(scene(path, lambda asked: asked.think(board)).board)
        changed = [cell for cell in CLASSIC.cells if after[cell] != position[cell]]
        if len(changed) != 1 or position[changed[0]] != FREE:
            raise NotEight(f"result of {path.name} changed {len(changed)} cells of {position}.")
        return changed[0]

    return move


def scene(path: Path, question: Callable[[Partner], None]) -> Scene:
    """A file's answer, waited for; NotEight where there is none."""
    answer = ask(path, question)
    if isinstance(answer, Scene):
        return answer
    raise NotEight(answer.sentence if isinstance(answer, Trouble) else "it gave no board")


def parse_answer(line: bytes, number: int) -> Answer | None:
    """The answer to that question in a line of JSON; None where the line is none of ours."""
    try:
        fields = json.loads(line)
        if fields.pop("id") != number:
            return None
        if "sentence" in fields:
            return Trouble(tidy(fields["sentence"]))
        if "advice" in fields:
            return parse_advice(fields["advice"])
        return Scene(**{**fields, "free": [(i, j) for i, j in fields["free"]]})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def parse_advice(fields: dict[str, Any]) -> Advice:
    """Advice from plain data."""
    told = fields["hint"]
    return Advice(
        fields["is_exact"],
        {(i, j): Verdict(value, distance) for i, j, value, distance in fields["values"]},
        told and Hint([(i, j) for i, j in told["line"]], tuple(told["cell"]), told["steps"]),
        fields["judgement"],
        [Lesson(each["number"], tuple(each["cell"]), [(i, j) for i, j in each["right"]], each["sentence"])
         for each in fields["lessons"]],
    )  # fmt: skip


def name_of(source: Path | None) -> str:
    """What is played through, as a person calls it."""
    return tidy(source.name) if source else "the built-in engine"


def tidy(text: str) -> str:
    """The text as it can be shown anywhere: on one line, printable, of a length to read."""
    shown = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return shown if len(shown) <= SENTENCE_CHARACTERS_MAX else shown[: SENTENCE_CHARACTERS_MAX - 1] + "…"
