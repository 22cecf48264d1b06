"""Rulings: whether an answer is right, and if not, what is wrong with it."""

import itertools
from dataclasses import dataclass, replace
from enum import StrEnum

from noughts.check.codec import encode_action, readable, without_signs
from noughts.check.findings import Finding, finding
from noughts.check.questions import RAISES, Question
from noughts.check.sandbox.clock import Loss
from noughts.game import solver
from noughts.game.rules import CLASSIC, other
from noughts.support.text import printable

# Descriptions of a wrong answer that are longer than this are cut.
GOT_CHARACTERS_MAX = 400
# Values that utility may return instead of an int, with the int; they get a remark.
NUMBERS = {"b1": "i1", "b0": "i0", "f1.0": "i1", "f-1.0": "i-1", "f0.0": "i0", "f-0.0": "i0"}


class RulingKind(StrEnum):
    """Whether an answer is right, or what is wrong with it."""

    RIGHT = "right"
    WRONG_VALUE = "wrong_value"
    RAISED = "raised"
    CHANGED_BOARD = "changed_board"
    NO_ANSWER = "no_answer"


@dataclass(frozen=True)
class Ruling:
    """The ruling on one answer. `value` and `board` are as the worker wrote them; the file raised `error` on `line`."""

    kind: RulingKind
    value: str = ""
    error: str = ""
    message: str = ""
    line: int = 0
    board: str = ""
    loss: Loss | None = None
    is_inconsistent: bool = False  # whether the answer was right after other earlier calls, or after none
    remark: Finding | None = None

    @property
    def is_right(self) -> bool:
        """Whether the answer is right, perhaps with a remark."""
        return self.kind == RulingKind.RIGHT

    @property
    def plain_value(self) -> str | None:
        """The wrong value as text; None if the value is not wrong, or if the answer depends on earlier calls."""
        return self.value if self.kind == RulingKind.WRONG_VALUE and not self.is_inconsistent else None

    @property
    def got(self) -> str:
        """What the call returned or did, in words."""
        text = f"no answer: {self.loss.words}" if self.loss else readable(self.value)
        if self.error:
            message = f": {self.message}" if self.message else ""
            text = f"raised {self.error}{message}" + (f" (line {self.line})" if self.line else "")
        if self.kind == RulingKind.CHANGED_BOARD:
            text += ", and changed the board" + (f" to {readable(self.board)}" if self.board else "")
        return printable(text)[:GOT_CHARACTERS_MAX]


def is_plainly_right(question: Question, text: str) -> bool:
    """Return whether an answer is right and needs no remark. This test is faster than `rule`, and most answers pass."""
    return text in question.right if question.right else text[:1] == RAISES and "\t" not in text


def rule(question: Question, answer: str | Loss) -> Ruling:
    """Return the ruling on a worker's answer, or on the loss of the worker."""
    if isinstance(answer, Loss):
        return Ruling(RulingKind.NO_ANSWER, loss=answer)
    value, tab, board = answer.partition("\t")
    raised = parse_error(value)
    if tab:
        return replace(raised or Ruling(RulingKind.CHANGED_BOARD, value), kind=RulingKind.CHANGED_BOARD, board=board)
    if raised:
        return raised if question.right else replace(raised, kind=RulingKind.RIGHT)
    if not question.right:
        return Ruling(RulingKind.WRONG_VALUE, value)
    if value in question.right:
        return Ruling(RulingKind.RIGHT, value)
    plain, remark = without_deviations(question, value)
    return Ruling(RulingKind.RIGHT if plain in question.right else RulingKind.WRONG_VALUE, value, remark=remark)


def parse_error(value: str) -> Ruling | None:
    """Return the ruling on an answer like "!IndexError|41|list index out of range"; None without the "!"."""
    if not value.startswith("!"):
        return None
    error, line, message = [*value[1:].split("|", 2), "", ""][:3]
    number = int(line) if line.isascii() and line.isdigit() and len(line) < 8 else 0
    return Ruling(RulingKind.RAISED, error=error or "an exception", line=number, message=message)


def without_deviations(question: Question, value: str) -> tuple[str, Finding | None]:
    """Return the value converted to the expected type, and a remark if it had another type, else None.

    A value of a subclass counts as one of the type itself; it gets a remark only if it is right. A bool or a float such
    as 1.0 counts as an int if utility returned it.
    """
    if "~" in value:
        plain = without_signs(value)
        return plain, finding("subclass", function=question.function) if plain in question.right else None
    if question.function == "utility" and value in NUMBERS:
        return NUMBERS[value], finding("number_type", function="utility", value=readable(value))
    return value, None


def broken_clause(question: Question, ruling: Ruling) -> str:
    """Return the clause that a wrong answer breaks, which may differ from the question's clause."""
    if ruling.kind == RulingKind.CHANGED_BOARD:
        return "E6" if question.function == "result" else "E13"
    if question.function == "minimax" and CLASSIC.is_over(question.position):
        return "E12"
    return question.clause


def expected_text(question: Question) -> str:
    """Return the right answer, or all right answers, as Python writes them; "an exception" if one is expected."""
    if not question.right:
        return "an exception"
    values = sorted(map(readable, question.right))
    return values[0] if len(values) == 1 else "one of " + ", ".join(values)


def punishment(question: Question, ruling: Ruling) -> str | None:
    """Return the best play after a wrong move of minimax, as text; None if the wrong answer is not a possible move."""
    if question.function != "minimax" or CLASSIC.is_over(question.position):
        return None
    moves = {encode_action(cell): cell for cell in CLASSIC.free(question.position)}
    if ruling.plain_value not in moves:
        return None
    line = solver.best_line(CLASSIC, question.position, moves[ruling.plain_value])
    mover = CLASSIC.to_move(question.position)
    marks = itertools.cycle((other(mover), mover))
    replies = ", ".join(f"{mark} {divmod(cell, 3)}" for mark, cell in zip(marks, line[1:], strict=False))
    won = CLASSIC.winner(CLASSIC.follow(question.position, line))
    ending = f"{won} wins" if won else f"a draw, although {mover} could have won"
    return f"{replies}: {ending}" if replies else ending
