"""Help in the window: values, hints, what a move did, mistakes. No pygame here.

The advice is computed in a process of its own, so that nothing waits for it, and never by the file that is played
through. Where a file contradicts the rules there is no advice, and a sentence says why.
"""

from __future__ import annotations

from noughts.game.rules import Cell
from noughts.play.advice import Advice, Mistake
from noughts.play.faults import Fault
from noughts.play.file_process import Answer, Deliver, FileProcess
from noughts.play.levels import unsure_words
from noughts.play.record import Record
from noughts.play.scene import Disagreement
from noughts.play.session import Session, mover_of


class Advisor:
    """Advice for the game of one window."""

    def __init__(self, session: Session, deliver: Deliver) -> None:
        self._session, self._deliver = session, deliver
        self._process: FileProcess | None = None
        self._record: Record | None = None
        self._asked: Record | None = None  # the game that the process is working on
        self.advice: Advice | None = None
        self.refusal: str | None = None  # why there is no advice

    def follow(self, name: str) -> None:
        """Take note that the position has changed; `name` is what is played through."""
        self.advice = self._record = self.refusal = None
        if self._session.side is not None and self._session.scenes:
            record = self._session.record
            if isinstance(record, Disagreement):
                self.refusal = disagreement_words(record, name)
            else:
                self._record = record
        self.ask()

    @property
    def mistakes(self) -> list[Mistake]:
        """The mistakes of a finished game that are of interest."""
        found = self.advice.mistakes if self.advice else ()
        return [each for each in found if self._session.mistakes_of in (None, mover_of(each.number))]

    @property
    def mistake(self) -> Mistake | None:
        """The mistake that is looked at."""
        index = self._session.mistake_index
        return None if index is None else self.mistakes[index]

    def is_hinted(self, cell: Cell) -> bool:
        """Return whether the hint points at that cell: first its line, then the move."""
        hint, step = self.advice.hint if self.advice else None, self._session.hint_step
        if hint is None or step == 0:
            return False
        return cell in hint.line if step == 1 else cell == hint.cell

    @property
    def text(self) -> str | None:
        """What to say under the board."""
        session, advice = self._session, self.advice
        if self.refusal and (session.values_on or session.hint_step):
            return self.refusal
        if self.mistake:
            return self.mistake.words
        if advice is None:
            return "One moment..." if session.hint_step and self._asked else None
        if session.hint_step and advice.hint:
            return advice.hint.steps[session.hint_step - 1]
        if session.values_on and not advice.is_exact and self._record:
            return unsure_words(self._record.position.count("."), session.settings.wait_seconds)
        return f"The last move {advice.judgement}." if session.values_on and advice.judgement else None

    def receive(self, process: FileProcess, answer: Answer) -> bool:
        """Take an answer of the advisor's own process; return False if it is another's."""
        if process is not self._process:
            return False
        asked, self._asked = self._asked, None
        if isinstance(answer, Advice) and asked == self._record:
            self.advice = answer
        elif isinstance(answer, Fault):
            self.refusal = answer.sentence
        self.ask()
        return True

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()
        self._process = self._asked = None

    @property
    def is_waiting(self) -> bool:
        """Whether advice is on its way."""
        return self._asked is not None

    def ask(self) -> None:
        """Ask for what is wanted and not known, one thing at a time."""
        record, session = self._record, self._session
        if record is None or self.refusal or self.advice is not None or self._asked is not None:
            return
        if not (session.values_on or session.hint_step or record.is_over):
            return
        if self._process is None or self._process.has_ended:
            self._process = FileProcess(None, self._deliver, {"game": record.game.name})
        self._asked = record
        self._process.advise(record.moves, session.settings.wait_seconds)


def disagreement_words(disagreement: Disagreement, name: str) -> str:
    """Return why there are no values or hints."""
    if disagreement.is_illegal_move:
        return f"No values or hints: by the rules no move leads to {disagreement.position}."
    return f"No values or hints: {name} and the rules disagree about {disagreement.position}."
