"""What the package says about a game in the window: values, hints, what a move did, mistakes. It knows no pygame.

It is worked out in a process of its own, so that nothing waits for it, and never by the file that is played through.
Where a file sees a board otherwise than the rules do, the guide steps aside with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from noughts import notation
from noughts.evening import Settings
from noughts.partner import Advice, Answer, Lesson, Partner, Scene, Trouble
from noughts.record import Record
from noughts.rules import FREE, Game, Mark, O, X

HINT_STEPS = 3


class Guide:
    """Help for one window."""

    def __init__(self, settings: Settings, deliver: Callable[[Partner, Answer], None]) -> None:
        self._settings, self._deliver = settings, deliver
        self._partner: Partner | None = None
        self._record: Record | None = None
        self._side: Mark | None = None
        self._asked: Record | None = None  # what the process is working at
        self.values_on = False
        self.hint_step = 0
        self.lesson_number: int | None = None  # which mistake is looked at
        self.advice: Advice | None = None
        self.refusal: str | None = None  # why there is none

    def change(self, settings: Settings) -> None:
        """Other settings: another board, which the process must know of."""
        self._settings = settings
        self.close()

    def follow(self, scenes: Sequence[Scene], name: str, side: Mark | None) -> None:
        """The game has moved on, or back; where a side is named only its mistakes are of interest."""
        self._side = side
        record = record_of(self._settings.game, scenes, name) if scenes else None
        self.refusal = record if isinstance(record, str) else None
        self._record = record if isinstance(record, Record) else None
        self.hint_step, self.lesson_number, self.advice = 0, None, None
        self._ask()

    def toggle_values(self) -> None:
        """Show what every move is worth, or no longer."""
        self.values_on = not self.values_on
        self._ask()

    def hint(self) -> None:
        """One step more of a hint."""
        self.hint_step = min(HINT_STEPS, self.hint_step + 1)
        self._ask()

    def next_lesson(self) -> None:
        """The next mistake; after the last the first."""
        if self.lessons:
            self.lesson_number = 0 if self.lesson_number is None else (self.lesson_number + 1) % len(self.lessons)

    @property
    def record(self) -> Record | None:
        """The game by the rules, where the file has kept to them."""
        return self._record

    @property
    def lessons(self) -> list[Lesson]:
        """The mistakes of a finished game."""
        found = self.advice.lessons if self.advice else []
        return [each for each in found if self._side in (None, X if each.number % 2 == 0 else O)]

    @property
    def lesson(self) -> Lesson | None:
        """The mistake that is looked at."""
        return None if self.lesson_number is None else self.lessons[self.lesson_number]

    @property
    def text(self) -> str | None:
        """What is to be said under the board."""
        if self.refusal and (self.values_on or self.hint_step):
            return self.refusal
        if self.lesson:
            return self.lesson.sentence
        if self.advice is None:
            return "One moment..." if self.hint_step and self._asked else None
        if self.hint_step and self.advice.hint:
            return self.advice.hint.steps[self.hint_step - 1]
        if self.values_on and not self.advice.is_exact:
            return self._settings.unsure(self._record.position) if self._record else None
        return f"The last move {self.advice.judgement}." if self.values_on and self.advice.judgement else None

    def receive(self, partner: Partner, answer: Answer) -> bool:
        """Take an answer of the guide's own process; False where it is somebody else's."""
        if partner is not self._partner:
            return False
        asked, self._asked = self._asked, None
        if isinstance(answer, Advice) and asked == self._record:
            self.advice = answer
        elif isinstance(answer, Trouble):
            self.refusal = answer.sentence
        self._ask()
        return True

    def close(self) -> None:
        """End the process."""
        if self._partner is not None:
            self._partner.dismiss()
        self._partner, self._asked = None, None

    @property
    def is_waiting(self) -> bool:
        """Is advice on its way?"""
        return self._asked is not None

    def _ask(self) -> None:
        """Ask for what is wanted and not known, one thing at a time."""
        if self._record is None or self.refusal or self.advice is not None or self._asked is not None:
            return
        if not (self.values_on or self.hint_step or self._record.is_over):
            return
        if self._partner is None or self._partner.has_ended:
            engine = {"game": self._settings.game.name}
            self._partner = Partner(None, self._deliver, engine)
        self._asked = self._record
        moves = [notation.to_pair(self._record.game, cell) for cell in self._record.moves]
        self._partner.advise(moves, self._settings.seconds)


def record_of(game: Game, scenes: Sequence[Scene], name: str) -> Record | str:
    """The game that the scenes tell; where they contradict the rules, a sentence that says so."""
    record = Record(game)
    for number, scene in enumerate(scenes):
        position = notation.from_board(scene.board)
        if number:
            changed = [cell for cell in game.cells if position[cell] != record.position[cell]]
            if len(changed) != 1 or record.position[changed[0]] != FREE or record.is_over:
                return f"No values or hints: the move to {position} is none by the rules."
            record = record.play(changed[0])
        if position != record.position or not agrees(game, scene, position):
            return f"No values or hints: {name} sees {position} otherwise than the rules do."
    return record


def agrees(game: Game, scene: Scene, position: str) -> bool:
    """Does a scene say what the rules say?"""
    if scene.over != game.is_over(position):
        return False
    if scene.over:
        return scene.winner == game.winner(position)
    free = [notation.to_pair(game, cell) for cell in game.free(position)]
    return scene.turn == game.to_move(position) and sorted(scene.free) == free
