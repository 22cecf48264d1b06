"""Find the earlier calls that make an answer wrong: the shortest sequence that still shows it, in new processes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from noughts.check.asking import Asker
from noughts.check.questions import Question
from noughts.check.rows import Row, questions_row, single_row
from noughts.check.rulings import Ruling, rule
from noughts.check.sandbox.clock import WorkerLost

# How many sequences are tried for one question, in how many CPU seconds, and how many earlier calls are shown.
TRIALS_MAX = 30
CPU_SECONDS_MAX = 4.0
SHOWN_MAX = 6
# How many calls a trial sends in one line.
LINE_CALLS = 15


@dataclass(frozen=True)
class Dependence:
    """Two answers to one question: the wrong one after the earlier calls, and the one without them."""

    question: Question
    ruling: Ruling
    earlier: tuple[Question, ...]
    on_same_board: bool = False
    other: Ruling | None = None
    was_seen_again: bool = True


class Search:
    """The search for the earlier calls behind one wrong answer; every trial runs in a new process."""

    def __init__(self, new_asker: Callable[[], Asker], question: Question, same_board: bool) -> None:
        self.new_asker, self.question, self.same_board = new_asker, question, same_board
        self.trials = 0
        self.started = new_asker().budget.cpu_seconds
        self.wrong: Ruling | None = None

    def answer(self, earlier: Sequence[Question]) -> Ruling | None:
        """Return the ruling on the question after the earlier calls; None if there is no answer."""
        self.trials += 1
        asker = self.new_asker()
        try:
            if not asker.open().startswith("loaded"):
                return None
            if self.same_board:
                words = " ".join([self.question.position, *(each.word for each in earlier), self.question.word])
                lines = asker.lines([f"kept {words}"])
                text = lines[0].split(";")[-1] if lines else None
            else:
                lines_before = (earlier[at : at + LINE_CALLS] for at in range(0, len(earlier), LINE_CALLS))
                rows = [*map(questions_row, lines_before), single_row(self.question)]
                text = None
                for row, line in asker.answers(rows, careful=False):
                    text = line if row is rows[-1] and isinstance(line, str) else None
            return None if text is None else rule(self.question, text)
        except WorkerLost:
            return None
        finally:
            asker.close()

    @property
    def is_over(self) -> bool:
        """Whether there were enough trials."""
        used = self.new_asker().budget.cpu_seconds - self.started
        return self.trials >= TRIALS_MAX or used > CPU_SECONDS_MAX

    def is_wrong(self, earlier: Sequence[Question]) -> bool:
        """Return whether the question is answered wrongly after the earlier calls; False if the search has to end."""
        if self.is_over:
            return False
        ruling = self.answer(earlier)
        if ruling is None or ruling.is_right:
            return False
        self.wrong = ruling
        return True


def shortest(search: Search, earlier: Sequence[Question]) -> list[Question] | None:
    """Return a short part of the earlier calls that still makes the answer wrong; None if not even all of them do."""
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
    return kept


def find_dependence(
    new_asker: Callable[[], Asker], question: Question, ruling: Ruling, rows: Sequence[Row], row_number: int
) -> Dependence:
    """Return the earlier calls that make the answer wrong, as few as can be found."""
    row = rows[row_number]
    within = list(row.questions)
    within = within[: within.index(question)] if question in within else []
    if row.line.startswith(("walk", "kept")) and within:
        search = Search(new_asker, question, row.line.startswith("kept"))
        is_on_own_boards = row.line.startswith("walk")
        earlier = None if is_on_own_boards else shortest(search, within)
        if is_on_own_boards or earlier:
            calls = tuple(within) if earlier is None else tuple(earlier)
            return Dependence(question, search.wrong or ruling, calls, on_same_board=True)
    before = [each for early in rows[:row_number] for each in early.questions] + within
    search = Search(new_asker, question, same_board=False)
    earlier = shortest(search, before)
    if earlier is None:
        return Dependence(question, ruling, (), was_seen_again=False)
    return Dependence(question, search.wrong or ruling, tuple(earlier), other=search.answer([]) if earlier else None)
