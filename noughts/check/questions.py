"""The questions for a submission, and the right answers to them.

question    a line for the worker: "winner X.O.X....", "result X.O.X.... 0 1"
answer      the line in reply: a value as text with its exact type, a tab, and whether the board was changed
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from noughts.check.clauses import OF_FUNCTION
from noughts.check.codec import encode_action, encode_board
from noughts.game import solver
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.notation import RowColumn, row_column, to_board
from noughts.game.rules import CLASSIC, FREE, Position, put, winning_cells

# Indices outside the board, including negative ones.
OUTSIDE: tuple[RowColumn, ...] = ((3, 1), (1, 3), (-1, 2), (2, -1), (-2, 0), (0, -3))
BULK_ACTIONS = " ".join(f"{i},{j}" for i, j in (*(divmod(cell, 3) for cell in range(9)), *OUTSIDE))
# Malformed actions as Python writes them, each by the word that stands for it in a question.
MALFORMED = {"none": "None", "short": "(0,)", "long": "(0, 0, 0)", "text": "'ab'"}


class Question(NamedTuple):
    """One call. `right` has the texts of all right answers; it is empty if an exception is expected."""

    function: str
    position: Position
    action: RowColumn | None
    right: frozenset[str]
    clause: str

    @property
    def line(self) -> str:
        """The question as it is sent to the worker."""
        return " ".join([self.function, self.position, *map(str, self.action or ())])

    @property
    def call(self) -> str:
        """The call as Python code, ready to paste."""
        board = to_board(CLASSIC, self.position)
        return f"{self.function}({board}{f', {self.action}' if self.action else ''})"


def position_size(position: Position | None) -> tuple[int, str]:
    """Return a sort key for positions: None first, then fewer marks first."""
    return (-1, "") if position is None else (9 - position.count(FREE), position)


class Bulk(NamedTuple):
    """All quick questions about a position in one line, and the right answer to it."""

    position: Position
    line: str
    right: str
    asked: dict[str, int]  # the number of questions about each function


OF_FINISHED = {"winner": 1, "terminal": 1, "utility": 1}
OF_OPEN = {"player": 1, "actions": 1, "winner": 1, "terminal": 1, "result": 9 + len(OUTSIDE)}


@cache
def bulk(position: Position) -> Bulk:
    """Return all quick questions about a position; asking them in one line is several times faster."""
    if is_over(position):
        right = ";".join(expected(name, position)[0] for name in OF_FINISHED)
        return Bulk(position, f"bulk {position} finished", right, OF_FINISHED)
    mover = CLASSIC.to_move(position)
    after = [encode_board(put(position, cell, mover)) if position[cell] == FREE else "!" for cell in CLASSIC.cells]
    quick = [expected(name, position)[0] for name in OF_OPEN if name != "result"]
    right = ";".join([*quick, *after, *["!"] * len(OUTSIDE)])
    return Bulk(position, f"bulk {position} open {BULK_ACTIONS}", right, OF_OPEN)


def wrong_in_bulk(asked: Bulk, answer: str) -> dict[str, str]:
    """Return the wrong answers to a bulk, by the line of each question; an empty dict if answers are missing."""
    answers, right = answer.split(";"), asked.right.split(";")
    if len(answers) != len(right):
        return {}
    lines = [f"{name} {asked.position}" for name in asked.asked if name != "result"]
    lines += [f"result {asked.position} {word.replace(',', ' ')}" for word in asked.line.split()[3:]]
    return {line: got for line, got, wanted in zip(lines, answers, right, strict=True) if got != wanted}


@cache
def positions(quick: bool = False) -> tuple[Position, ...]:
    """Return every reachable position; with `quick`, one of each symmetry class."""
    seen = {CLASSIC.start: None}
    waiting = [CLASSIC.start]
    while waiting:
        position = waiting.pop()
        if not is_over(position):
            mover = CLASSIC.to_move(position)
            after = [put(position, cell, mover) for cell in CLASSIC.free(position)]
            waiting += [new for new in after if new not in seen]
            seen |= dict.fromkeys(after)
    return tuple(dict.fromkeys(map(CLASSIC.representative, seen)) if quick else seen)


def shuffled(quick: bool, seed: int) -> list[Position]:
    """Return the positions in the order in which they are asked about, which depends on the seed."""
    order = list(positions(quick))
    random.Random(seed).shuffle(order)
    return order


def quick_groups(order: list[Position]) -> Iterator[list[Question]]:
    """Yield the quick questions about these positions, a group for each function but initial_state and minimax."""
    groups = ([question for position in order for question in ask(name, position)] for name in FUNCTION_NAMES[1:-1])
    return filter(None, groups)


def minimax_groups(order: list[Position]) -> Iterator[list[Question]]:
    """Yield the questions about minimax, fewest free cells first: a search takes longer with more free cells."""
    for free in range(10):
        if group := [ask("minimax", position)[0] for position in order if position.count(FREE) == free]:
            yield group


# Cached, because it is called many times with the same positions.
is_over = cache(CLASSIC.is_over)
winner = cache(CLASSIC.winner)


@cache
def winning_moves(position: Position) -> frozenset[str]:
    """Return the moves that win immediately, as the worker's texts."""
    return frozenset(map(encode_action, winning_cells(CLASSIC, position, CLASSIC.to_move(position))))


def prepare(position: Position) -> None:
    """Compute and cache what the questions about minimax need, while the worker is busy."""
    ask("minimax", position)
    winning_moves(position)


def bulks(order: list[Position]) -> list[Bulk]:
    """Return the bulk question about each position; also prepare the later questions about it."""
    for position in order:
        prepare(position)
    return [bulk(position) for position in order]


@cache
def ask(name: str, position: Position) -> list[Question]:
    """Return the questions about one function on one position; none where the exercise allows any answer."""
    over = is_over(position)
    if (over and name in ("player", "actions", "result")) or (not over and name == "utility"):
        return []
    if name == "result":
        return ask_result(position)
    return [Question(name, position, None, frozenset(expected(name, position)), OF_FUNCTION[name])]


def expected(name: str, position: Position) -> list[str]:
    """Return the texts of all right answers of a function other than initial_state and result."""
    if name == "player":
        return [f'"{CLASSIC.to_move(position)}"']
    if name == "actions":
        return ["{" + ",".join(sorted(encode_action(cell) for cell in CLASSIC.free(position))) + "}"]
    if name == "winner":
        return [f'"{winner(position)}"' if winner(position) else "n"]
    if name == "terminal":
        return ["b1" if is_over(position) else "b0"]
    if name == "utility":
        return [{"X": "i1", "O": "i-1", None: "i0"}[winner(position)]]
    if is_over(position):
        return ["n"]
    verdicts = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))
    top = max(verdict.value for verdict in verdicts.values())
    return [encode_action(cell) for cell, verdict in verdicts.items() if verdict.value == top]


def ask_result(position: Position) -> list[Question]:
    """Return questions about every possible action, every taken cell, and indices outside the board."""
    mover, boards = CLASSIC.to_move(position), {}
    for cell in CLASSIC.cells:
        free = position[cell] == FREE
        boards[row_column(CLASSIC, cell)] = frozenset([encode_board(put(position, cell, mover))] if free else [])
    boards |= dict.fromkeys(OUTSIDE, frozenset())
    return [Question("result", position, action, right, "E5" if right else "E7") for action, right in boards.items()]
