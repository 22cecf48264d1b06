"""The outcomes of all passes: the wrong answers, where they were given, and the questions that were not reached."""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from noughts.check.findings import Finding
from noughts.check.limits import ALIKE_MAX, LOST_MAX
from noughts.check.orders import MIXED_FREE_CELLS, Pass
from noughts.check.questions import Question
from noughts.check.rows import Row, questions_row
from noughts.check.rulings import Ruling, RulingKind, is_plainly_right, rule
from noughts.check.sandbox.clock import Loss, LossKind
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.rules import FREE

# Answers of minimax that are longer than this are cut before they are kept for the diagnoses; "(i-1,(i0,i1))" must fit.
ANSWER_KEPT_CHARACTERS = 20


class Outcomes:
    """What the answers of all passes show. Several threads may call its methods."""

    def __init__(self, passes: list[Pass]) -> None:
        self.passes = passes
        self.asked = dict.fromkeys(FUNCTION_NAMES, 0)
        self.wrong: dict[str, dict[Question, Ruling]] = {name: {} for name in FUNCTION_NAMES}
        # For each wrongly answered question: by pass, the number of the row and the ruling.
        self.places: dict[Question, dict[int, tuple[int, Ruling]]] = {}
        self.not_reached: dict[str, set[Question]] = {name: set() for name in FUNCTION_NAMES}
        self.counted_in: dict[str, int] = {}  # the pass whose questions about each function are counted
        self.unanswered: dict[str, set[Question]] = {name: set() for name in FUNCTION_NAMES}  # in that pass
        self.unexplained: list[Loss] = []  # losses on loading again, or that no single question explains
        self.remarks: list[Finding] = []
        # The functions that are no longer called, and after how many wrong or missing answers (0: never called).
        self.stopped: dict[str, int] = {}
        self.minimax_answers: dict[Question, str] = {}  # in complete passes, the first to each question
        self.game_answers: dict[Question, str] = {}  # of minimax in the interactive pass, the latest to each question
        self.failed_load: Finding | None = None  # why the file, once loaded, could not be loaded again
        self.first_board_is_wrong = False  # then wrong answers in walks, which begin with that board, are ignored
        self.first_move_seconds = 0.0
        self.has_printed = False
        self._lost = Counter[str]()
        self._alike = Counter[tuple[int, str, str, str]]()
        self._lock = threading.Lock()

    def take(self, number: int, row_number: int, row: Row, answer: str | Loss | None) -> None:
        """Note the answer to a row of pass `number`; `row_number` is the place of the row in the pass.

        The answer is a line of text, the loss of the worker, or None if the row was not reached.
        """
        with self._lock:
            if isinstance(answer, str):
                self._count(number, row)
                if answer != row.right or not row.right:
                    self._rule(number, row_number, row, answer)
            elif answer is None:
                if self._counts(number, row):
                    self.unanswered[row.counts_for].update(row.questions)
                only = self.passes[number].function
                for question in row.questions:
                    if only in (None, question.function):
                        self.not_reached[question.function].add(question)
            else:
                self._take_loss(number, row_number, row, answer)

    def _count(self, number: int, row: Row) -> None:
        if self._counts(number, row):
            self.asked[row.counts_for] += row.size

    def _counts(self, number: int, row: Row) -> bool:
        """Return whether the questions of a row are counted: for each function, only one pass counts its questions."""
        return bool(row.counts_for) and self.counted_in.setdefault(row.counts_for, number) == number

    def _take_loss(self, number: int, row_number: int, row: Row, loss: Loss) -> None:
        functions = {question.function for question in row.questions}
        if len(functions) > 1:
            self.unexplained.append(loss)
            return
        self._count(number, row)
        self._note(number, row_number, row.questions[0], rule(row.questions[0], loss))
        function = row.questions[0].function
        self._lost[function] += 1
        if self._lost[function] >= LOST_MAX:
            self.stopped.setdefault(function, self._lost[function])

    def _rule(self, number: int, row_number: int, row: Row, answer: str) -> None:
        """Rule on each answer of a row, and on a wrong number of answers.

        In a walk, ignore the answers after the first wrong one.
        """
        texts, is_walk = answer.split(";"), row.line.startswith("walk")
        ruling: Ruling | None = None
        for question, text in zip(row.questions, texts, strict=False):
            if question.function == "minimax":
                self._keep(number, question, text)
            if is_plainly_right(question, text):
                continue
            ruling = rule(question, text)
            if ruling.remark and ruling.remark not in self.remarks:
                self.remarks.append(ruling.remark)
            if not ruling.is_right:
                is_consequence = is_walk and self.first_board_is_wrong and question.function != "initial_state"
                if not is_consequence:
                    self._note(number, row_number, question, ruling)
                if is_walk:
                    return
        if len(texts) > row.size or (len(texts) < row.size and (ruling is None or ruling.is_right)):
            question = row.questions[min(len(texts), row.size - 1)]
            self._note(number, row_number, question, rule(question, Loss(LossKind.GARBAGE)))
            if self._counts(number, row):  # it is not known which answer belongs to which question
                self.unanswered[row.counts_for].update(row.questions)

    def _keep(self, number: int, question: Question, text: str) -> None:
        if self.passes[number].is_interactive:
            self.game_answers[question] = text
        if self.passes[number].is_complete:
            self.minimax_answers.setdefault(question, text.partition("\t")[0][:ANSWER_KEPT_CHARACTERS])

    def _note(self, number: int, row_number: int, question: Question, ruling: Ruling) -> None:
        """Note a wrong answer.

        Stop calling minimax after ALIKE_MAX wrong answers of one kind in a pass, and any other function after ALIKE_MAX
        exceptions of one type.
        """
        function = question.function
        self.wrong[function].setdefault(question, ruling)
        self.places.setdefault(question, {}).setdefault(number, (row_number, ruling))
        kind = (number, function, question.clause, f"{ruling.kind} {ruling.error}")
        self._alike[kind] += 1
        if self._alike[kind] >= ALIKE_MAX and (function == "minimax" or ruling.kind == RulingKind.RAISED):
            self.stopped.setdefault(function, self._alike[kind])

    def is_stopped(self, row: Row) -> bool:
        """Return whether all questions in a row are about stopped functions, which are no longer called."""
        return bool(self.stopped) and all(question.function in self.stopped for question in row.questions)

    def continued(self, number: int, rows: Iterator[Row]) -> Iterator[Row]:
        """Yield the rows of pass `number` without the questions about stopped functions.

        Note these questions as not reached. A walk with such a question is left out altogether.
        """
        for row in rows:
            stopped = [q for q in row.questions if q.function in self.stopped] if self.stopped else []
            if not stopped:
                yield row
                continue
            self.take(number, 0, questions_row(stopped)._replace(counts_for=row.counts_for), None)
            left = [question for question in row.questions if question.function not in self.stopped]
            if left and not row.line.startswith("walk"):
                yield questions_row(left)

    def mark_inconsistent(self) -> None:
        """Mark the rulings on questions that were answered wrongly in one pass and correctly in another."""
        for wrong in self.wrong.values():
            wrong |= {
                question: replace(ruling, is_inconsistent=True)
                for question, ruling in wrong.items()
                if self._is_right_elsewhere(question)
            }

    def _is_right_elsewhere(self, question: Question) -> bool:
        wrong_in = self.places[question]
        return question not in self.not_reached[question.function] and any(
            number not in wrong_in and self._asks(each, question) for number, each in enumerate(self.passes)
        )

    def _asks(self, each: Pass, question: Question) -> bool:
        """Return whether a pass is certain to ask a question."""
        if question.function == "minimax":  # in a quick check, the games also have positions outside the sample
            is_small = question.position.count(FREE) <= MIXED_FREE_CELLS
            asks_all = each.is_complete or (each.name == "mixed minimax" and is_small)
            return asks_all and each.function == "minimax" and question in self.minimax_answers
        if each.name == "mixed" and question.function in ("initial_state", "result"):
            return False
        return each.is_complete and each.function in (None, question.function)
