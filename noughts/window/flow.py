"""The flow of the window's games: choosing, playing, the end. It knows no pygame and no rules.

Everything it knows of a board, a file or our own engine said (a Scene). Every question goes to a process (a Partner)
and the answer comes back as a call of `receive`, so nothing here ever waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from noughts.evening import Score, Settings, keep
from noughts.notation import Pair
from noughts.partner import Advice, Answer, Partner, Scene, Trouble, name_of
from noughts.rules import Mark, X, other
from noughts.window.guide import Guide
from noughts.window.menu import Menu

# The computer answers no sooner, so that a person sees that it is its turn.
THINK_SECONDS_MIN = 0.5
# A person whose move has not been answered by then is told what is waited for.
PATIENCE_SECONDS = 0.5


class Flow:
    """One window's evening: games one after the other, against a file, a level, a person; or two files' games."""

    def __init__(
        self,
        files: tuple[Path, ...],
        settings: Settings,
        deliver: Callable[[Partner, Answer], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.menu = Menu(files, settings)
        self._deliver, self._clock = deliver, clock
        self._partners: dict[int, Partner] = {}  # by the file's number; our own engine is number 0
        self._asked: Partner | None = None
        self._asked_at = 0.0
        self._reply: Scene | None = None  # the computer's move, until its half second is over
        self._games = 0
        self._side: Mark | None = None  # of the last game
        self._undone: list[Scene] = []
        self._early: Pair | None = None
        self.you: Mark | None = None
        self.scenes: list[Scene] = []
        self.trouble: str | None = None
        self.score = Score()
        self.is_watching = False
        self.guide = Guide(settings, deliver)
        self.new_game()

    def new_game(self) -> None:
        """Back to the choice of a side, or on with the other one where sides go by turns. Files are read again."""
        again = self._side if self.settings.by_turns and self.is_over else None
        self._count()
        self.you, self.scenes, self._undone, self._early = None, [], [], None
        self._games += 1
        self._begin_anew()
        self._follow()
        if again:
            self.choose(other(again), self.is_watching)

    def choose(self, side: Mark, watching: bool = False) -> None:
        """Play as X or as O; or watch two files, the first of them on that side."""
        if self.you is None:
            self.you = self._side = side
            self.is_watching = watching and len(self.menu.files) == 2
            self._follow()
            self._go_on()

    def take(self, cell: Pair) -> None:
        """The person's move, if it is their turn and the cell is offered; before there is a board, it waits for one."""
        if self.scene is None and self.you:
            self._early = cell
        elif self.is_your_turn and self.scene is not None and self.guide.lesson is None:
            if cell in self.scene.free:
                self.trouble = None
                self._undone.clear()
                self._ask_partner(0).move(self.scene.board, cell)
            elif self.scene.board[cell[0]][cell[1]] not in ("X", "O"):
                offered = ", ".join(map(str, self.scene.free))
                self.trouble = f"actions(board) does not offer {cell}; it offers {offered}."

    def undo(self) -> None:
        """Back to the person's previous turn; a search that is under way is ended."""
        if self.can_undo:
            self._go_back(self._earlier_turns()[-1])

    def redo(self) -> None:
        """Forth to the person's next turn, or to the end."""
        if self.can_redo:
            self.scenes.append(self._undone.pop(0))
            while self._undone and not self._is_persons(self.scenes[-1].turn):
                self.scenes.append(self._undone.pop(0))
            self._follow()
            self._go_on()

    def retry(self) -> None:
        """Back to where the mistake that is looked at was made."""
        if self.guide.lesson:
            self._go_back(self.guide.lesson.number)
            self._go_on()

    def hint(self) -> None:
        """One step more of a hint."""
        if self.is_your_turn:
            self.guide.hint()

    def change(self, choice: Callable[[], None]) -> None:
        """Another choice of the menu's, for the game that is about to be chosen."""
        if self.you is None:
            people = self.settings.two_people
            choice()
            if self.settings.two_people != people:
                self.score = Score()
            self.guide.change(self.settings)
            self.scenes = []
            self._begin_anew()

    def receive(self, partner: Partner, answer: Answer) -> None:
        """An answer. One that a dismissed process left behind is dropped."""
        if self.guide.receive(partner, answer) or partner is not self._asked or isinstance(answer, Advice):
            return
        self._asked = None
        if isinstance(answer, Trouble):
            self.trouble = answer.sentence
        elif self.is_computers_turn:
            self._reply = answer
            self.tick()
        else:
            self._show(answer)
            early, self._early = self._early, None
            if early:
                self.take(early)

    def tick(self) -> None:
        """Show the computer's move once its half second is over."""
        if self._reply is not None and self._clock() >= self._asked_at + THINK_SECONDS_MIN:
            reply, self._reply = self._reply, None
            self._undone.clear()
            self._show(reply)

    def seconds_to_tick(self) -> float | None:
        """How long until something changes by itself; None where only an event can change it."""
        due = [self._asked_at + THINK_SECONDS_MIN] if self._reply is not None else []
        if self.is_waiting and not self.is_late:
            due.append(self._asked_at + PATIENCE_SECONDS)
        return max(0.0, min(due) - self._clock()) if due else None

    def close(self) -> None:
        """End all processes, and keep a finished game."""
        self._count()
        self._dismiss()
        self.guide.close()

    @property
    def scene(self) -> Scene | None:
        """The board as it stands; None until the first was given."""
        return self.scenes[-1] if self.scenes else None

    @property
    def shown(self) -> Scene | None:
        """The board that is shown: where a mistake is looked at, the one before it."""
        return self.scenes[self.guide.lesson.number] if self.guide.lesson else self.scene

    @property
    def settings(self) -> Settings:
        """How it is played."""
        return self.menu.settings

    @property
    def message(self) -> str:
        """The line above the board."""
        if self.you is None:
            return "Play Tic-Tac-Toe"
        if self.scene is not None and self.scene.over:
            return f"Game Over: {self.scene.winner} wins." if self.scene.winner else "Game Over: Tie."
        if self.is_computers_turn:
            who = name_of(self.menu.files[self._seat]) if self.is_watching else "Computer"
            if self.trouble is None:
                return f"{who} thinking..."
            return f"{who} has no move." if self.is_watching else "The computer has no move."
        turn = self.scene.turn if self.settings.two_people and self.scene else self.you
        return f"Waiting for {self.menu.name}..." if self.is_late else f"Play as {turn}"

    @property
    def is_waiting(self) -> bool:
        """Has a process been asked and not answered?"""
        return self._asked is not None

    @property
    def is_late(self) -> bool:
        """Has a person waited long enough to be told for what?"""
        return self.is_waiting and self._clock() >= self._asked_at + PATIENCE_SECONDS

    @property
    def is_over(self) -> bool:
        """Is the game over, by the word of who is played through?"""
        return self.you is not None and self.scene is not None and self.scene.over

    @property
    def is_your_turn(self) -> bool:
        """May a person move now?"""
        return self.scene is not None and not self.is_waiting and self._is_persons(self.scene.turn)

    @property
    def is_computers_turn(self) -> bool:
        """Is it the computer's turn?"""
        scene = self.scene
        return self.you is not None and scene is not None and not scene.over and not self._is_persons(scene.turn)

    @property
    def can_undo(self) -> bool:
        """Is there an earlier turn of the person's?"""
        return bool(self._earlier_turns())

    @property
    def can_redo(self) -> bool:
        """Is there an undone move?"""
        return bool(self._undone) and not self.is_waiting and self._reply is None

    def _is_persons(self, mark: Mark | None) -> bool:
        if self.you is None or mark is None or self.is_watching:
            return False
        return self.settings.two_people or mark == self.you

    def _earlier_turns(self) -> list[int]:
        return [index for index, scene in enumerate(self.scenes[:-1]) if self._is_persons(scene.turn)]

    def _show(self, scene: Scene) -> None:
        self.scenes.append(scene)
        self._follow()
        self._go_on()

    def _go_back(self, index: int) -> None:
        if self.is_waiting:
            self._begin_anew()
        self._reply = None
        self._undone = self.scenes[index + 1 :] + self._undone
        del self.scenes[index + 1 :]
        self.trouble = None
        self._follow()

    def _follow(self) -> None:
        side = None if self.settings.two_people or self.is_watching else self.you
        self.guide.follow(self.scenes if self.you else [], self.menu.name, side)

    def _go_on(self) -> None:
        """Ask for the computer's move if it is its turn."""
        if self.is_computers_turn and self.scene is not None and self.trouble is None:
            self._ask_partner(self._seat).think(self.scene.board)

    @property
    def _seat(self) -> int:
        """Which file's turn it is."""
        return int(self.is_watching and self.scene is not None and self.scene.turn != self.you)

    def _count(self) -> None:
        """Leave a finished game behind: it counts from now on, and is kept where that is wanted."""
        if self.is_over and self.scene is not None and self.you is not None:
            self.score = self.score_now
            if self.guide.record is not None:
                keep(self.settings, self.guide.record)

    @property
    def score_now(self) -> Score:
        """The score with this game, if it is over."""
        if not self.is_over or self.scene is None:
            return self.score
        return self.score.after(self.scene.winner, self.you or X)

    def _dismiss(self) -> None:
        for partner in self._partners.values():
            partner.dismiss()
        self._partners = {}
        self._asked = self._reply = None

    def _begin_anew(self) -> None:
        """Fresh processes; the first is asked for the empty board where there is no other yet."""
        self._dismiss()
        self.trouble = None
        if not self.scenes:
            self._ask_partner(0).start()

    def _partner_of(self, number: int) -> Partner:
        if self.menu.is_through_file or self.is_watching:
            return Partner(self.menu.files[number], self._deliver)
        return Partner(None, self._deliver, self.menu.engine(self._games))

    def _ask_partner(self, number: int) -> Partner:
        """A process, to be asked something; a new one where the last has ended."""
        partner = self._partners.get(number)
        if partner is None or partner.has_ended:
            if partner is not None:
                partner.dismiss()
            partner = self._partners[number] = self._partner_of(number)
        self._asked, self._asked_at = partner, self._clock()
        return partner
