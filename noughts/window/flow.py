"""The flow of the window's game: choosing a side, playing, the end. It knows no pygame and no rules.

Everything it knows of a board, the file said (a Scene). Every question goes to the file's own process (a Partner)
and the answer comes back as a call of `receive`, so nothing here ever waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from noughts.notation import Pair
from noughts.partner import Answer, Partner, Scene, Trouble, name_of
from noughts.rules import Mark

# The computer answers no sooner, so that a person sees that it is its turn.
THINK_SECONDS_MIN = 0.5
# A person whose move the file has not answered by then is told what is waited for.
PATIENCE_SECONDS = 0.5


class Flow:
    """One window's evening: games one after the other, through one file."""

    def __init__(
        self,
        source: Path | None,
        deliver: Callable[[Partner, Answer], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source = source
        self._deliver = deliver
        self._clock = clock
        self._partner: Partner | None = None
        self._reply: Scene | None = None  # the computer's move, until its half second is over
        self._asked_at = 0.0
        self.is_waiting = False  # has the file been asked and not answered?
        self.new_game()

    def new_game(self) -> None:
        """Back to the choice of a side. The file is read again, so that a mended one is what is played."""
        self.you: Mark | None = None
        self.scenes: list[Scene] = []
        self.trouble: str | None = None
        self._begin_anew()
        self._asked_partner().start()

    def choose(self, side: Mark) -> None:
        """Play as X or as O."""
        if self.you is None:
            self.you = side
            self._go_on()

    def take(self, cell: Pair) -> None:
        """The person's move, if it is their turn and the file offers that cell."""
        if self.is_your_turn and self.scene is not None:
            if cell in self.scene.free:
                self.trouble = None
                self._asked_partner().move(self.scene.board, cell)
            elif self.scene.board[cell[0]][cell[1]] not in ("X", "O"):
                offered = ", ".join(map(str, self.scene.free))
                self.trouble = f"actions(board) does not offer {cell}; it offers {offered}."

    def undo(self) -> None:
        """Back to the person's previous turn; a search that is under way is ended."""
        if self.can_undo:
            if self.is_waiting:
                self._begin_anew()
            self._reply = None
            del self.scenes[self._earlier_turns()[-1] + 1 :]
            self.trouble = None

    def receive(self, partner: Partner, answer: Answer) -> None:
        """An answer of the file. One that a dismissed process left behind is dropped."""
        if partner is not self._partner:
            return
        self.is_waiting = False
        if isinstance(answer, Trouble):
            self.trouble = answer.sentence
        elif self.is_computers_turn:
            self._reply = answer
            self.tick()
        else:
            self.scenes.append(answer)
            self._go_on()

    def tick(self) -> None:
        """Show the computer's move once its half second is over."""
        if self._reply is not None and self._clock() >= self._asked_at + THINK_SECONDS_MIN:
            self.scenes.append(self._reply)
            self._reply = None
            self._go_on()

    def seconds_to_tick(self) -> float | None:
        """How long until something changes by itself; None where only an event can change it."""
        due = [self._asked_at + THINK_SECONDS_MIN] if self._reply is not None else []
        if self.is_waiting and not self._is_late:
            due.append(self._asked_at + PATIENCE_SECONDS)
        return max(0.0, min(due) - self._clock()) if due else None

    def close(self) -> None:
        """End the file's process."""
        if self._partner is not None:
            self._partner.dismiss()
            self._partner = None

    @property
    def scene(self) -> Scene | None:
        """The board as it stands; None until the file has given its first."""
        return self.scenes[-1] if self.scenes else None

    @property
    def message(self) -> str:
        """The line above the board."""
        if self.you is None:
            return "Play Tic-Tac-Toe"
        if self.scene is None:
            return f"Waiting for {self.file_name}..." if self._is_late else f"Play as {self.you}"
        if self.scene.over:
            return f"Game Over: {self.scene.winner} wins." if self.scene.winner else "Game Over: Tie."
        if self.is_computers_turn:
            return "Computer thinking..." if self.trouble is None else "The computer has no move."
        return f"Waiting for {self.file_name}..." if self._is_late else f"Play as {self.you}"

    @property
    def file_name(self) -> str:
        """What is played through, as a person calls it."""
        return name_of(self._source)

    @property
    def is_over(self) -> bool:
        """Does the file say that the game is over?"""
        return self.you is not None and self.scene is not None and self.scene.over

    @property
    def is_your_turn(self) -> bool:
        """May the person move now?"""
        return self.you is not None and self.scene is not None and self.scene.turn == self.you and not self.is_waiting

    @property
    def is_computers_turn(self) -> bool:
        """Is it the computer's turn?"""
        return self.you is not None and self.scene is not None and not self.scene.over and self.scene.turn != self.you

    @property
    def can_undo(self) -> bool:
        """Is there an earlier turn of the person's?"""
        return bool(self._earlier_turns())

    @property
    def _is_late(self) -> bool:
        return self.is_waiting and self._clock() >= self._asked_at + PATIENCE_SECONDS

    def _earlier_turns(self) -> list[int]:
        return [index for index, scene in enumerate(self.scenes[:-1]) if scene.turn == self.you]

    def _go_on(self) -> None:
        """Ask for the computer's move if it is its turn."""
        if self.is_computers_turn and self.scene is not None and self.trouble is None:
            self._asked_partner().think(self.scene.board)

    def _begin_anew(self) -> None:
        """A fresh process for the file, with nothing asked yet."""
        self.close()
        self._reply = None
        self.is_waiting = False
        self._partner = Partner(self._source, self._deliver)

    def _asked_partner(self) -> Partner:
        """The file's process, to be asked something; a new one where the last has ended."""
        if self._partner is None or self._partner.has_ended:
            self._begin_anew()
        assert self._partner is not None, "just made"
        self.is_waiting = True
        self._asked_at = self._clock()
        return self._partner
