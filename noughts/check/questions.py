"""The questions for a submission, and the right answers.

question    one call: a function, a position, and for result an action
text        an answer as the worker writes it: a value with its exact type, or "!" and an exception
"""

from functools import cache
from itertools import product
from typing import NamedTuple

from noughts.check.clauses import OF_FUNCTION
from noughts.check.codec import encode_action, encode_board
from noughts.game import solver
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.notation import RowColumn, to_board
from noughts.game.rules import CLASSIC, FREE, Position, put, winning_cells

PARAMETERS = dict.fromkeys(FUNCTION_NAMES, ("board",)) | {"initial_state": (), "result": ("board", "action")}
# Actions outside the board, some with negative indices.
OUTSIDE: tuple[RowColumn, ...] = ((3, 1), (1, 3), (-1, 2), (2, -1), (-2, 0), (0, -3))
ACTIONS: tuple[RowColumn, ...] = (*(divmod(cell, 3) for cell in range(9)), *OUTSIDE)
# The functions besides minimax that are called on unfinished positions, and on finished ones.
QUICK_OPEN = ("player", "actions", "winner", "terminal", "result")
QUICK_FINISHED = ("winner", "terminal", "utility")
# All other pairs of indices from -4 to 5 outside the board; result gets each of them on a few positions.
FAR_OUTSIDE: tuple[RowColumn, ...] = tuple(sorted({*product(range(-4, 6), range(-4, 6))} - {*ACTIONS}))
# The right answer if an exception is expected.
RAISES = "!"
# The malformed actions that the worker tries (sandbox/calls.py), in its order, as Python writes them.
MALFORMED = ("None", "(0,)", "(0, 0, 0)", "'ab'")


class Question(NamedTuple):
    """One call. `right` holds all right answers as texts; it is empty if an exception is expected."""

    function: str
    position: Position
    action: RowColumn | None
    right: frozenset[str]
    clause: str

    @property
    def word(self) -> str:
        """The call as it is sent to the worker, without the position: "winner", or "result:0,1" with an action."""
        return f"{self.function}:{self.action[0]},{self.action[1]}" if self.action else self.function

    @property
    def text(self) -> str:
        """A right answer, or RAISES if an exception is expected; only minimax may have several right answers."""
        return next(iter(self.right), RAISES)

    @property
    def call(self) -> str:
        """The call as Python code."""
        if self.function == "initial_state":
            return "initial_state()"
        board = to_board(CLASSIC, self.position)
        return f"{self.function}({board}{f', {self.action}' if self.action else ''})"

    @property
    def size(self) -> tuple[int, str]:
        """A sort key: counterexamples that are easier to follow come first.

        For minimax, these have fewer free cells; for the other functions, fewer marks.
        """
        free = self.position.count(FREE)
        return (free if self.function == "minimax" else 9 - free), self.position


@cache
def positions() -> tuple[Position, ...]:
    """Return every position that play can reach."""
    reached, waiting = {CLASSIC.start: None}, [CLASSIC.start]
    while waiting:
        position = waiting.pop()
        if not is_over(position):
            mover = CLASSIC.to_move(position)
            afters = [put(position, cell, mover) for cell in CLASSIC.free(position)]
            waiting += [after for after in afters if after not in reached]
            reached |= dict.fromkeys(afters)
    return tuple(reached)


@cache
def classes() -> dict[Position, list[Position]]:
    """Return the positions of each symmetry class, by the position that represents it."""
    members: dict[Position, list[Position]] = {}
    for position in positions():
        members.setdefault(CLASSIC.representative(position), []).append(position)
    return members


# Cached, because these functions are called often with the same positions.
is_over = cache(CLASSIC.is_over)
winner = cache(CLASSIC.winner)


@cache
def winning_moves(position: Position) -> frozenset[str]:
    """Return the encoded moves that win immediately."""
    return frozenset(map(encode_action, winning_cells(CLASSIC, position, CLASSIC.to_move(position))))


INITIAL_STATE = Question("initial_state", CLASSIC.start, None, frozenset([encode_board(CLASSIC.start)]), "E2")


@cache
def ask(name: str, position: Position) -> list[Question]:
    """Return the questions about a function on a position; none if the exercise allows any answer there."""
    if name != "minimax" and name not in quick_functions(position):
        return []
    if name == "result":
        return [Question("result", position, action, frozenset([text]) - {RAISES}, "E7" if text == RAISES else "E5")
                for action, text in zip(ACTIONS, result_texts(position), strict=True)]  # fmt: skip
    return [Question(name, position, None, frozenset(expected(name, position)), OF_FUNCTION[name])]


def quick_functions(position: Position) -> tuple[str, ...]:
    """Return the functions besides minimax that are called on a position."""
    return QUICK_FINISHED if is_over(position) else QUICK_OPEN


def outside_question(position: Position, action: RowColumn) -> Question:
    """Return the question about result with an action outside the board."""
    return Question("result", position, action, frozenset(), "E7")


@cache
def quick_texts(position: Position) -> tuple[str, ...]:
    """Return the right answers to the questions that `quick_questions` returns, in the same order."""
    texts = [expected(name, position)[0] for name in quick_functions(position) if name != "result"]
    return (*texts, *(() if is_over(position) else result_texts(position)))


def quick_text(name: str, position: Position) -> str:
    """Return the right answer of a function other than result and minimax."""
    return quick_texts(position)[quick_functions(position).index(name)]


def quick_questions(position: Position) -> list[Question]:
    """Return the questions about all functions but minimax on a position; those about result come last."""
    return [question for name in quick_functions(position) for question in ask(name, position)]


@cache
def result_texts(position: Position) -> tuple[str, ...]:
    """Return the right answers of result on an unfinished position, one for each of ACTIONS."""
    mover = CLASSIC.to_move(position)
    boards = [encode_board(put(position, cell, mover)) if position[cell] == FREE else RAISES for cell in CLASSIC.cells]
    return (*boards, *[RAISES] * len(OUTSIDE))


def expected(name: str, position: Position) -> list[str]:
    """Return all right answers of a function other than initial_state and result, as the worker writes them."""
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
