"""What is asked of a submission, and which answers are right. Pure: it knows no processes.

question    a line for the inmate: "winner X.O.X....", "result X.O.X.... 0 1"
answer      a line back: a value as text of exact types, a tab, what became of the board (noughts/check/inmate.py)
ruling      right, right with a remark, or wrong with what was due
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from noughts.check.texts import encoded, pair_text, printable, readable
from noughts.game import solver
from noughts.game.notation import RowColumn, row_column, to_board
from noughts.game.rules import CLASSIC, FREE, Position, put
from noughts.game.threats import winning_cells

NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
PARAMETERS = {"initial_state": (), "result": ("board", "action")}
# Indices that are on no board; Python's negative ones among them.
OUTSIDE: tuple[RowColumn, ...] = ((3, 1), (1, 3), (-1, 2), (2, -1), (-2, 0), (0, -3))
BULK_ACTIONS = " ".join(f"{i},{j}" for i, j in (*(divmod(cell, 3) for cell in range(9)), *OUTSIDE))
# What is kept of a wrong answer.
GOT_CHARACTERS_MAX = 400
# Begins what stands in the place of an answer that never came; the inmate's answers begin otherwise.
NO_ANSWER = "#"
NO_ANSWER_WORDS = "no answer:"
# Malformed actions, by the inmate's words for them.
ODD = {"none": "None", "short": "(0,)", "long": "(0, 0, 0)", "text": "'ab'"}


class Question(NamedTuple):
    """One call, with what is due: `right` holds the texts of all right answers; none where an exception is due."""

    function: str
    position: Position
    action: RowColumn | None
    right: frozenset[str]
    clause: str

    @property
    def line(self) -> str:
        """The question as it is sent."""
        words = "" if self.action is None else f" {self.action[0]} {self.action[1]}"
        return f"{self.function} {self.position}{words}"

    @property
    def call(self) -> str:
        """The call as it can be pasted into Python."""
        board = to_board(CLASSIC, self.position)
        return f"{self.function}({board}{f', {self.action}' if self.action else ''})"


@dataclass(frozen=True)
class Ruling:
    """Was the answer right, and what is to be said of it?"""

    right: bool
    got: str
    remark: str | None = None
    mutated: bool = False


def is_right(question: Question, answer: str) -> bool:
    """Is it plainly right? That most answers are, and this is quick; `rule` has more to say of the others."""
    value, tab, changed = answer.partition("\t")
    if changed or not tab:
        return False
    return value in question.right if question.right else value[:1] == "!"


class Bulk(NamedTuple):
    """All quick questions about a position as one line, and the one line that is right."""

    position: Position
    line: str
    right: str
    asked: dict[str, int]  # how many of them are about which function


OF_FINISHED = {"winner": 1, "terminal": 1, "utility": 1}
OF_OPEN = {"player": 1, "actions": 1, "winner": 1, "terminal": 1, "result": 9 + len(OUTSIDE)}


@cache
def bulk(position: Position) -> Bulk:
    """The position's quick questions taken together: a file that is right answers them several times as fast."""
    if is_over(position):
        right = ";".join(due(name, position)[0] for name in OF_FINISHED)
        return Bulk(position, f"bulk {position} finished", right, OF_FINISHED)
    mover = CLASSIC.to_move(position)
    after = [encoded(put(position, cell, mover)) if position[cell] == FREE else "!" for cell in CLASSIC.cells]
    quick = [due(name, position)[0] for name in OF_OPEN if name != "result"]
    return Bulk(
        position, f"bulk {position} open {BULK_ACTIONS}", ";".join([*quick, *after, *["!"] * len(OUTSIDE)]), OF_OPEN
    )


def doubts(asked: Bulk, answer: str) -> dict[str, str]:
    """Of a bulk's answer that is not right: the lines of the questions that were not, and what was answered."""
    got, right = answer.split(";"), asked.right.split(";")
    if len(got) != len(right):
        return {}
    asking = [f"{name} {asked.position}" for name in asked.asked if name != "result"]
    asking += [f"result {asked.position} {word.replace(',', ' ')}" for word in asked.line.split()[3:]]
    return {line: found for line, found, due in zip(asking, got, right, strict=True) if found != due}


def inconstant(question: Question, first: str) -> Ruling | None:
    """The ruling on an answer that is right only the second time; None where the first was right but for a remark."""
    if first.endswith("*"):
        return Ruling(False, f"{readable(first[:-1])}, and the board was changed; asked again, it was not", None, True)
    again = compared(question, f"{first}\t")
    if again.right:
        return None
    return Ruling(False, printable(f"{again.got}, and the right answer when asked again")[:GOT_CHARACTERS_MAX])


def rule(question: Question, answer: str) -> Ruling:
    """Compare an answer with what is due, as text of exact types; what is kept of it is short and printable."""
    ruling = compared(question, answer)
    return replace(ruling, got=printable(ruling.got)[:GOT_CHARACTERS_MAX])


def compared(question: Question, answer: str) -> Ruling:
    """Is the answer one of the right ones?"""
    value, *notes = answer.split("\t")
    changed = notes[-1] if notes else "changed ?"
    remark = None
    if changed:
        got = f"raised {value[1:]}" if value.startswith("!") else readable(value)
        return Ruling(False, f"{got}, and the board was changed to {readable(changed[8:])}", None, True)
    if value.startswith(NO_ANSWER):
        return Ruling(False, f"{NO_ANSWER_WORDS} {value[1:]}")
    if value.startswith("!"):
        return Ruling(not question.right, f"raised {value[1:]}")
    if not question.right:
        return Ruling(False, readable(value))
    if value in question.right:
        return Ruling(True, readable(value), remark)
    plain, note = loosened(question, value)
    return Ruling(plain in question.right, readable(value), note)


def loosened(question: Question, value: str) -> tuple[str, str | None]:
    """The value with what is only remarked on put right: a subclass of str, True or 1.0 for a utility of 1."""
    if '~"' in value:
        return value.replace('~"', '"'), f"{question.function} gives a subclass of str"
    loose = {"b1": "i1", "b0": "i0", "f1.0": "i1", "f-1.0": "i-1", "f0.0": "i0", "f-0.0": "i0"}
    if question.function == "utility" and value in loose:
        return loose[value], f"utility gives {readable(value)} where an int is asked"
    return value, None


@cache
def positions(quick: bool = False) -> tuple[Position, ...]:
    """Every reachable position; quick: one of each symmetry class."""
    seen = {CLASSIC.start: None}
    waiting = [CLASSIC.start]
    while waiting:
        position = waiting.pop()
        if not is_over(position):
            mover = CLASSIC.to_move(position)
            for cell in CLASSIC.free(position):
                after = put(position, cell, mover)
                if after not in seen:
                    seen[after] = None
                    waiting.append(after)
    if quick:
        return tuple(dict.fromkeys(CLASSIC.representative(position) for position in seen))
    return tuple(seen)


def shuffled(quick: bool, seed: int) -> list[Position]:
    """The positions in the order in which they are asked about."""
    found = list(positions(quick))
    random.Random(seed).shuffle(found)
    return found


def quick_groups(some: list[Position]) -> Iterator[list[Question]]:
    """The quick questions about some positions, a group for each function."""
    for name in NAMES[1:-1]:
        group = [question for position in some for question in ask(name, position)]
        if group:
            yield group


def minimax_groups(some: list[Position]) -> Iterator[list[Question]]:
    """Those about minimax by rising number of free cells: the few with many cost most of the time."""
    for free in range(10):
        group = [question for position in some if position.count(FREE) == free for question in ask("minimax", position)]
        if group:
            yield group


# Asked many times of the same positions.
is_over = cache(CLASSIC.is_over)
winner = cache(CLASSIC.winner)


@cache
def winning_moves(position: Position) -> frozenset[str]:
    """The moves that win at once, as answers."""
    return frozenset(map(pair_text, winning_cells(CLASSIC, position, CLASSIC.to_move(position))))


def prepare(position: Position) -> None:
    """Work out what will be asked later, while there is time."""
    ask("minimax", position)
    winning_moves(position)


@cache
def ask(name: str, position: Position) -> list[Question]:
    """The questions about one function on one position."""
    over = is_over(position)
    if name in ("player", "actions", "result") and over:
        return []  # anything is right there
    if name == "utility" and not over:
        return []
    if name == "result":
        return ask_result(position)
    return [Question(name, position, None, frozenset(due(name, position)), CLAUSES[name])]


CLAUSES = {"player": "E3", "actions": "E4", "winner": "E8", "terminal": "E9", "utility": "E10", "minimax": "E11"}


def due(name: str, position: Position) -> list[str]:
    """The texts of all right answers."""
    if name == "player":
        return [f'"{CLASSIC.to_move(position)}"']
    if name == "actions":
        return ["{" + ",".join(sorted(pair_text(cell) for cell in CLASSIC.free(position))) + "}"]
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
    return [pair_text(cell) for cell, verdict in verdicts.items() if verdict.value == top]


def ask_result(position: Position) -> list[Question]:
    """Every possible action, every taken cell, and what is on no board."""
    found = []
    mover = CLASSIC.to_move(position)
    for cell in CLASSIC.cells:
        pair = row_column(CLASSIC, cell)
        if position[cell] == FREE:
            right = frozenset([encoded(put(position, cell, mover))])
            found.append(Question("result", position, pair, right, "E5"))
        else:
            found.append(Question("result", position, pair, frozenset(), "E7"))
    return found + [Question("result", position, pair, frozenset(), "E7") for pair in OUTSIDE]
