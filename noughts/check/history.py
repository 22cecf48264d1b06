"""Find a short sequence of earlier calls that makes an answer wrong, by trying sequences in new processes."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from noughts.check.asking import Asker, NewAsker
from noughts.check.questions import Question
from noughts.check.rows import Row, single_row
from noughts.check.rulings import Ruling, rule
from noughts.check.sandbox.clock import WorkerLost

# The limits on one search: the number of sequences that are tried, and the CPU seconds.
TRIALS_MAX = 50
CPU_SECONDS_MAX = 4.0
# How many calls a trial sends in one line.
LINE_CALLS = 15


@dataclass(frozen=True)
class Dependence:
    """A wrong answer, the earlier calls that it depends on, and the answer without them, if it is known."""

    question: Question
    ruling: Ruling
    earlier: tuple[Question, ...]
    other: Ruling | None = None


class Call(NamedTuple):
    """An earlier call: the question, and its text in a row, which many trials repeat."""

    question: Question
    text: str


class Search:
    """The search for the earlier calls that make an answer wrong; every trial runs in a new process.

    `same_board` says whether all calls of a trial get the same board, or each call a new one.
    """

    def __init__(self, new_asker: NewAsker, question: Question, same_board: bool) -> None:
        self.new_asker, self.question, self.same_board = new_asker, question, same_board
        self.trials = 0
        self.budget = new_asker().budget
        self.cpu_seconds_before = self.budget.cpu_seconds
        self.wrong: Ruling | None = None  # the latest wrong answer

    def answer(self, earlier: Sequence[Call]) -> Ruling | None:
        """Make the earlier calls, ask the question, and return the ruling on its answer; None if there is no answer."""
        self.trials += 1
        with closing(self.new_asker()) as asker:
            try:
                text = self._answer(asker, earlier) if asker.open().startswith("loaded") else None
            except WorkerLost:
                text = None
        return None if text is None else rule(self.question, text)

    def _answer(self, asker: Asker, earlier: Sequence[Call]) -> str | None:
        if self.same_board:
            words = " ".join([self.question.position, *(call.question.word for call in earlier), self.question.word])
            lines = asker.lines([f"kept {words}"])
            return lines[0].split(";")[-1] if lines else None
        parts = (earlier[first : first + LINE_CALLS] for first in range(0, len(earlier), LINE_CALLS))
        rows = [*map(calls_row, parts), single_row(self.question)]
        *_, (row, answer) = asker.answers(rows, careful=False)
        return answer if row is rows[-1] and isinstance(answer, str) else None

    def is_wrong_in(self, row: Row) -> bool:
        """Return whether the answer is wrong in a new process with only this row; if so, keep the ruling in `wrong`."""
        self.trials += 1
        with closing(self.new_asker()) as asker:
            try:
                lines = asker.lines([row.line]) if asker.open().startswith("loaded") else []
            except WorkerLost:
                lines = []
        texts = lines[0].split(";") if lines else []
        rulings = [rule(*pair) for pair in zip(row.questions, texts, strict=False) if pair[0] == self.question]
        self.wrong = next((ruling for ruling in rulings if not ruling.is_right), None)
        return self.wrong is not None

    @property
    def is_over(self) -> bool:
        """Whether a limit on the search has been reached."""
        return self.trials >= TRIALS_MAX or self.budget.cpu_seconds - self.cpu_seconds_before > CPU_SECONDS_MAX

    def is_wrong(self, earlier: Sequence[Call]) -> bool:
        """Return whether the answer is wrong after the earlier calls; if so, keep the ruling in `wrong`.

        Return False if there is no answer or the search is over.
        """
        if self.is_over:
            return False
        ruling = self.answer(earlier)
        if ruling is None or ruling.is_right:
            return False
        self.wrong = ruling
        return True


def calls_row(calls: Sequence[Call]) -> Row:
    """Return a row of earlier calls, each on a new board. Their right answers do not matter."""
    return Row(
        " ".join(["row", *(call.text for call in calls)]), "", len(calls), lambda: [each.question for each in calls]
    )


def calls_of(questions: Iterable[Question]) -> list[Call]:
    """Return the questions as earlier calls."""
    return [Call(question, f"{question.position} {question.word}") for question in questions]


def shortest(search: Search, earlier: Sequence[Call]) -> list[Question] | None:
    """Return a short list of earlier calls after which the answer is still wrong; None if no list is found.

    The list is empty if the answer is wrong without earlier calls too.
    """
    if search.is_wrong([]):
        return []
    length = 1
    while not search.is_wrong(earlier[-length:]):
        if length >= len(earlier) or search.is_over:
            return None
        length *= 8
    kept = list(earlier[-length:])
    size = len(kept)
    while size > 1 and not search.is_over:
        size = -(-size // 2)
        start = 0
        while start < len(kept) and not search.is_over:
            shorter = kept[:start] + kept[start + size :]
            if shorter and search.is_wrong(shorter):
                kept = shorter
            else:
                start += size
    return [call.question for call in kept]


def find_dependence(
    new_asker: NewAsker, question: Question, ruling: Ruling, rows: Sequence[Row], row_number: int
) -> Dependence:
    """Return the wrong answer with a few earlier calls that make it wrong, or with none if none were found.

    `row_number` is the number of the question's row in the pass. In a walk, where each call gets the board that an
    earlier one returned, all earlier calls of the row are returned if they are enough to make the answer wrong.
    """
    row = rows[row_number]
    within = list(row.questions)
    within = within[: within.index(question)] if question in within else []
    if row.line.startswith("walk") and within:
        search = Search(new_asker, question, same_board=False)
        if search.is_wrong_in(row):  # else the answer depends on calls before the walk
            return Dependence(question, search.wrong or ruling, tuple(within))
    if row.line.startswith("kept") and within:
        search = Search(new_asker, question, same_board=True)
        if earlier := shortest(search, calls_of(within)):
            return Dependence(question, search.wrong or ruling, tuple(earlier))
    search = Search(new_asker, question, same_board=False)
    asked = [question for row in rows[:row_number] for question in row.questions] + within
    earlier = shortest(search, calls_of(asked))
    if earlier is None:
        return Dependence(question, ruling, ())
    return Dependence(question, search.wrong or ruling, tuple(earlier), other=search.answer([]) if earlier else None)
