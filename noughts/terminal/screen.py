"""What the terminal game prints: the board, wrapped text, and how long a search has taken."""

import sys
import textwrap
import threading
import time
from collections.abc import Callable, Collection
from queue import Empty, SimpleQueue
from typing import TypeVar

from noughts.game import notation
from noughts.game.rules import FREE, Cell, Game, Position
from noughts.support.text import paint, terminal_columns

Result = TypeVar("Result")

# The colours of the marks, and the characters around a mark: for the last move, for a complete line, and otherwise.
MARK_COLOURS = {"X": "yellow", "O": "blue"}
LAST_MOVE, COMPLETE_LINE, PLAIN = ("[", "]"), ("*", "*"), (" ", " ")
# After QUIET_SECONDS, print how long a search has taken; after PATIENT_SECONDS, also how to stop it.
QUIET_SECONDS, PATIENT_SECONDS = 2, 10


def say(text: str) -> None:
    """Print the text; on a terminal, wrap its lines to the width of the terminal."""
    if sys.stdout is not None and sys.stdout.isatty():
        width = max(20, terminal_columns())
        lines = (textwrap.wrap(line, width, subsequent_indent=indent_of(line)) or [""] for line in text.split("\n"))
        text = "\n".join("\n".join(wrapped) for wrapped in lines)
    print(text)


def indent_of(line: str) -> str:
    """Return the indent for the rest of a wrapped line: up to the text after the last gap of three spaces in the line.

    The indent is empty if there is no such gap, or if that text begins far to the right.
    """
    start = line.rstrip().rfind("   ") + 3
    return " " * (start if 3 <= start <= 24 else 0)


def board_text(game: Game, position: Position, last: Cell | None, complete: Collection[Cell], colour: bool) -> str:
    """Return the board with numbered rows and columns; the last move and the cells of a complete line are marked.

    >>> from noughts.game.rules import CLASSIC
    >>> print(board_text(CLASSIC, "XX.O....O", 3, (), False))
        0   1   2
    0   X | X |
       ---+---+---
    1  [O]|   |
       ---+---+---
    2     |   | O
    """

    def cell_text(cell: Cell) -> str:
        mark = position[cell]
        left, right = COMPLETE_LINE if cell in complete else LAST_MOVE if cell == last else PLAIN
        text = f"{left}{mark if mark != FREE else ' '}{right}"
        return (
            paint(text, MARK_COLOURS[mark], bold=cell in complete or cell == last) if colour and mark != FREE else text
        )

    edge = " " * len(str(game.rows - 1))
    lines = [f"{edge}  " + " ".join(str(column).center(3) for column in range(game.columns))]
    for row in range(game.rows):
        cells = [cell_text(notation.to_cell(game, (row, column))) for column in range(game.columns)]
        lines.append(f"{row:>{len(edge)}}  " + "|".join(cells))
        lines.append(f"{edge}  " + "+".join(["---"] * game.columns))
    return "\n".join(line.rstrip() for line in lines[:-1])


def wait_for(call: Callable[[], Result], name: str, advice: str) -> Result:
    """Run `call` in another thread; return its result or raise its exception. Meanwhile, print how long it has taken.

    `name` says who is thinking, and `advice` how to stop the call. Ctrl-C raises KeyboardInterrupt at once; the other
    thread then goes on.
    """
    results: SimpleQueue[tuple[Result | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            results.put((call(), None))
        except BaseException as error:
            results.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    began, is_shown = time.monotonic(), False
    while True:
        try:
            result, error = results.get(timeout=1)
            break
        except Empty:
            is_shown = show_seconds(name, round(time.monotonic() - began), advice) or is_shown
    if is_shown and sys.stdout.isatty():
        print("\r\x1b[K", end="", flush=True)
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # the call has returned it


def show_seconds(name: str, seconds: int, advice: str) -> bool:
    """Print how long a search has taken, after QUIET_SECONDS; after PATIENT_SECONDS, print the advice too.

    If the output is not a terminal, do so only if `seconds` is a multiple of PATIENT_SECONDS. Return whether this has
    left a line on a terminal that must be erased.
    """
    if sys.stdout is None or seconds < QUIET_SECONDS:
        return False
    text = f"{name} has been thinking for {seconds} s." + (f" {advice}" if seconds >= PATIENT_SECONDS else "")
    if sys.stdout.isatty():
        print(f"\r{text}", end="", flush=True)
        return True
    if seconds % PATIENT_SECONDS == 0:
        print(text, flush=True)
    return False
