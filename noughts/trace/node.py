"""Judge one call of the search: whether its result is right, and if not, what went wrong in the call itself."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from noughts.game.rules import CLASSIC, Cell, O, X
from noughts.trace.recording import Record, Recording
from noughts.trace.roles import Roles, exceeds, number_in, part_of
from noughts.trace.truth import RULES, best_cells, cell_of, is_reachable, successors, value_for_x

# The ends of a full window. Scores are 1, 0 and -1, so all of them are inside.
LOWEST, HIGHEST = -2, 2


@dataclass(frozen=True)
class Window:
    """The scores for X that still matter, as in alpha-beta: above alpha and below beta."""

    alpha: int = LOWEST
    beta: int = HIGHEST

    def accepts(self, score: int, truth: int) -> bool:
        """Return whether a score is right.

        A right score equals the true score, or both are at or beyond the same end of the window.
        """
        if truth <= self.alpha:
            return score <= self.alpha
        if truth >= self.beta:
            return score >= self.beta
        return score == truth


@dataclass(frozen=True)
class Child:
    """A call of the search inside another call: its record, its score for X (None: no score), and its window."""

    record: Record
    score: int | None
    window: Window


class Judge:
    """Judges the calls of one recording; `prunes` says whether the search skips moves, as alpha-beta does."""

    def __init__(self, recording: Recording, roles: Roles) -> None:
        self.recording, self.roles = recording, roles
        self.prunes = any(self._is_pruned(record) for record in recording.records)

    def _is_pruned(self, record: Record) -> bool:
        """Return whether a call has the right score although it searched only some of the moves."""
        board = record.board
        if record.function not in self.roles.recursion or board is None or not is_reachable(board):
            return False
        searched = {child.board for child in self.searches(record)}
        left_out = set(successors(board)) - searched
        return bool(searched and left_out) and self.roles.score(record) == value_for_x(board)

    def searches(self, record: Record) -> Iterator[Record]:
        """Yield the calls of search functions that a call makes, directly or through helpers but not rule functions."""
        for number in record.children:
            child = self.recording.records[number]
            if child.function in self.roles.recursion:
                yield child
            elif self.recording.name(child) not in RULES:
                yield from self.searches(child)

    def children(self, record: Record, window: Window) -> list[Child]:
        """Return the searches inside a call, each with its window.

        If the search prunes, earlier searches narrow the given window for later ones; else every window is full.
        """
        children, alpha, beta = [], window.alpha, window.beta
        is_max = record.board is not None and CLASSIC.to_move(record.board) == X
        for child in self.searches(record):
            score = self.roles.score(child)
            children.append(Child(child, score, Window(alpha, beta) if self.prunes else Window()))
            if score is not None and is_max:
                alpha = max(alpha, score)
            elif score is not None:
                beta = min(beta, score)
        return children

    def is_right(self, record: Record, window: Window) -> bool | None:
        """Return whether the result of a search is right; None if that is not known.

        A call that raised an exception counts as wrong.
        """
        board = record.board
        if record.error is not None:
            return False
        if board is None or not is_reachable(board):
            return None
        if self._chooses(record):
            if CLASSIC.is_over(board):
                return record.value is None
            return move_of(record.value) in best_cells(board)
        score = self.roles.score(record)
        if score is None:
            is_missing = record.value is None and self.recording.name(record) != "minimax"
            return False if is_missing or self.roles.view is not None else None
        return window.accepts(score, value_for_x(board)) and not exceeds(self.roles, record)

    def _chooses(self, record: Record) -> bool:
        """Return whether a call must return a move alone, as minimax does."""
        return record is self.recording.root or record.function in self.roles.choosers

    def fault(self, record: Record, window: Window) -> str:
        """Return what is wrong with a call that contains no other wrong call: a key of FAULTS in words.py."""
        board, children = record.board or "", self.children(record, window)
        if record.error is not None:
            return "raises"
        if CLASSIC.is_over(board):
            return "no_terminal_check" if any(each.record.board != board for each in children) else "finished_value"
        if not children:
            return "not_searched"
        if self._chooses(record):
            return self._choice_fault(record, children)
        return self._combination_fault(record, children, window)

    def _combination_fault(self, record: Record, children: list[Child], window: Window) -> str:
        """Return what is wrong with the score of a call, given the scores of its moves: a key of FAULTS."""
        board = record.board or ""
        is_max = CLASSIC.to_move(board) == X
        scores = [child.score for child in children if child.score is not None]
        if not scores:
            return "no_scores"
        best, worst = (max(scores), min(scores)) if is_max else (min(scores), max(scores))
        score = self.roles.score(record)
        if exceeds(self.roles, record):
            return "start_value"
        is_complete = {child.record.board for child in children} == set(successors(board))
        if score == best and not is_complete:
            return "moves_left_out"
        if score is None:
            return "no_score"
        if self._is_average(record, children) or not is_whole(
            number_in(record.value, self.roles.parts.get(record.function, "-"))
        ):
            return "other_score"  # perhaps an average
        if score == worst and best != worst:
            return "worst_taken"
        if score == scores[0]:
            return "first_taken"
        if score == scores[-1]:
            return "last_taken"
        # The call may have found the score of a move, but with the wrong sign: then it is not clear what is wrong.
        is_clear = self.roles.view in (X, O) and -score not in scores
        return "other_score" if is_clear else "unclear_score"

    def _is_average(self, record: Record, children: list[Child]) -> bool:
        """Return whether a call returned a float although no score of its moves is a float; then it divided."""
        part = self.roles.parts.get(record.function, "-")
        return is_float(record.value, part) and not any(
            is_float(child.record.value, self.roles.parts.get(child.record.function, "-")) for child in children
        )

    def _choice_fault(self, record: Record, children: list[Child]) -> str:
        """Return what is wrong with the move that a call chose, given the scores of the moves: a key of FAULTS."""
        board = record.board or ""
        cell = move_of(record.value)
        if cell is None:
            return "no_move" if record.value is None else "not_a_move"
        cells = successors(board)
        searched = {cells[child.record.board]: child.score for child in children if child.record.board in cells}
        if not searched:
            return "other_choice"  # another function, which got the same board, searched the moves
        if cell not in searched:
            return "move_not_searched"
        if not best_cells(board) & searched.keys():
            return "moves_left_out"
        scores = {score for score in searched.values() if score is not None}
        worst = min if CLASSIC.to_move(board) == X else max
        return "worst_taken" if len(scores) > 1 and searched[cell] == worst(scores) else "other_choice"


def is_float(value: Any, part: str) -> bool:
    """Return whether the part of an encoded result is a finite float; other floats are encoded as lists."""
    return isinstance(part_of(value, part), float)


def is_whole(number: float | None) -> bool:
    """Return whether a number is whole or infinite; True for None, False for NaN."""
    return number is None or math.isinf(number) or number % 1 == 0


def move_of(value: Any) -> Cell | None:
    """Return the move in an encoded result: the result itself, or the first of its items that is a move; else None."""
    cell = cell_of(value)
    if cell is None and isinstance(value, list) and value and value[0] in ("tuple", "list", "dict"):
        return next((cell for part in value[1:] if (cell := cell_of(part)) is not None), None)
    return cell
