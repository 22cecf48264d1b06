"""Help in the window: values, hints, judgements of moves, and mistakes. No pygame here.

Advice is computed in a separate process, so that the window never waits for it. All advice comes from our engine, never
from a student's file. If a file contradicts the rules, there is no advice, and a sentence says why.
"""

from noughts.game.rules import Cell, O, X
from noughts.play.advice import HINT_STEPS, Advice, Review, ShownProof
from noughts.play.faults import Fault
from noughts.play.file_process import Answer, Deliver, FileProcess, name_of
from noughts.play.levels import unsure_words
from noughts.play.record import Record
from noughts.play.session import Session
from noughts.support.text import sentence


class Advisor:
    """Requests and keeps the advice about a session's current position. Call `follow` whenever the position changes."""

    def __init__(self, session: Session, deliver: Deliver) -> None:
        self._session, self._deliver = session, deliver
        self._process: FileProcess | None = None
        self._record: Record | None = None
        self.asked: Record | None = None  # the game that the process is working on
        self.advice: Advice | None = None
        self.refusal: str | None = None  # why there is no advice

    def follow(self) -> None:
        """Forget the advice about the previous position; request advice about the current position if it is needed."""
        self.advice = self._record = self.refusal = None
        record = self._session.record if self._session.side and self._session.scenes else None
        if isinstance(record, Record):
            self._record = record
        elif record is not None:
            self.refusal = sentence(record.refusal(self._session.file_name))
        self.ask()

    @property
    def mistakes(self) -> list[Review]:
        """The mistakes that can be shown after a game: the person's, or both sides' if two people or two files play."""
        reviews, session = self.advice.reviews if self.advice else (), self._session
        sides = {session.mistakes_of} if session.mistakes_of else {X, O}
        return [each for each in reviews if each.is_mistake and session.scenes[each.number].turn in sides]

    @property
    def review(self) -> Review | None:
        """The review of the move that led to the position on the board; None if there is none."""
        reviews, session = self.advice.reviews if self.advice else (), self._session
        moves = len(session.scenes) - 1 if session.review_step is None else session.review_step
        return next((review for review in reviews if review.number == moves - 1), None)

    @property
    def shown_proof(self) -> ShownProof | None:
        """The proof to show while values are shown, or at the last step of a hint; None if there is none."""
        is_shown = self._session.values_on or self._session.hint_step == HINT_STEPS
        return self.advice.proof if self.advice and is_shown else None

    def is_hinted(self, cell: Cell) -> bool:
        """Return whether the hint highlights a cell: at step 1 each cell of its line, later the cell of its move."""
        hint, step = self.advice.hint if self.advice else None, self._session.hint_step
        return hint is not None and step > 0 and cell in (hint.line if step == 1 else (hint.cell,))

    def text(self, pointed: Cell | None = None) -> str | None:
        """Return the advice to show, in words; None if there is none.

        During a game, it is the current step of the hint. Without a hint, while values are shown, it is how the move to
        `pointed` compares with a best move or, if that cell is None or taken, what the last move did. If the position
        is not solved, it is then the proof or why there are no exact values. After a game, it is what the reviewed move
        did, or the last mistake. If a file contradicts the rules, it says so instead.
        """
        session, advice = self._session, self.advice
        if self.refusal and (session.values_on or session.hint_step or session.is_over):
            return self.refusal
        if advice is None:
            return "One moment..." if session.hint_step and self.asked else None
        if session.is_over:
            return self._text_at_the_end()
        if session.hint_step and advice.hint:
            return advice.hint.steps[session.hint_step - 1]
        if not session.values_on:
            return None
        if advice.proof:
            return advice.proof.words
        if not advice.is_exact and self._record:
            return unsure_words(self._record.position.count("."), session.settings.wait_seconds)
        if pointed in advice.whys:
            return advice.whys[pointed]
        return self.review.words if self.review else None

    def _text_at_the_end(self) -> str | None:
        """Return the text after a game: about the position under review, or else about the mistakes.

        In a review, it is what the last move did, that this move could not be judged, or that the game begins here.
        Without a review, it is the last mistake, or "No mistakes."; None if no move was judged.
        """
        if self._session.review_step == 0:
            return "The game begins here."
        if self._session.review_step is not None:
            return self.review.words if self.review else "There were too many free cells to judge this move."
        if self.mistakes:
            return self.mistakes[-1].words
        return "No mistakes." if self.advice and self.advice.reviews else None

    def receive(self, process: FileProcess, answer: Answer) -> bool:
        """Handle an answer, and return True; return False if it does not come from the advisor's own process."""
        if process is not self._process:
            return False
        asked, self.asked = self.asked, None
        if isinstance(answer, Advice) and asked == self._record:
            self.advice = answer
        elif isinstance(answer, Fault):
            self.refusal = sentence(answer.sentence)
        self.ask()
        return True

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.close()
        self._process = self.asked = None

    def ask(self) -> None:
        """Request advice if it is needed, but neither known nor requested yet."""
        record, session = self._record, self._session
        if record is None or self.refusal or self.advice is not None or self.asked is not None:
            return
        if not (session.values_on or session.hint_step or record.is_over):
            return
        if self._process is None or self._process.has_ended:
            self._process = FileProcess(None, self._deliver, {"game": record.game.name})
        self.asked = record
        self._process.request("advise", moves=record.moves, seconds=session.settings.wait_seconds)


def computer_name(session: Session) -> str:
    """Return what to call the opponent of a person: the first file, or our own engine if no file plays."""
    return name_of(session.files[0] if session.plays_through_file else None)
