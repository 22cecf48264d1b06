"""The window itself: its events in, its picture out. It sleeps until something happens."""

from __future__ import annotations

from pathlib import Path

import pygame

from noughts.notation import Pair
from noughts.partner import Answer, Partner
from noughts.rules import Mark
from noughts.window.flow import Flow
from noughts.window.view import Pointing, Target, View, lay_out, stage

SIZE = (640, 640)
ANSWERED = pygame.event.custom_type()
LEFT_BUTTON = 1
# Python notices Ctrl-C only between two sleeps.
SLEEP_SECONDS_MAX = 0.25

STEPS: dict[int, Pair] = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}
CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
KEYPAD = {getattr(pygame, f"K_KP{digit}"): digit for digit in range(1, 10)}
DIGITS = {getattr(pygame, f"K_{digit}"): digit for digit in range(1, 10)} | KEYPAD


class App:
    """A flow, a view, and what mouse and keyboard point at."""

    def __init__(self, source: Path | None, font: Path | None, side: Mark | None = None) -> None:
        self.surface = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        self.view = View(font)
        self.flow = Flow(source, post_answer)
        self.running = True
        self._pressed: Target | None = None
        self._mouse: Target | None = None
        self._keyboard: Target | None = None
        if side:
            self.flow.choose(side)

    def run(self) -> None:
        """Show and obey until the window is closed; then end what was started."""
        try:
            self.draw()
            while self.running:
                self.step()
        finally:
            self.flow.close()

    def step(self) -> None:
        """Sleep until something happens, let it happen, show what came of it."""
        due_seconds = self.flow.seconds_to_tick()
        sleep_seconds = SLEEP_SECONDS_MAX if due_seconds is None else min(SLEEP_SECONDS_MAX, due_seconds)
        event = pygame.event.wait(max(1, round(1000 * sleep_seconds)))
        if event.type == pygame.NOEVENT and due_seconds is None:
            return
        # All that is waiting is taken at once: a mouse that moves must not cost a picture for every pixel.
        for happened in [event, *pygame.event.get()]:
            self.handle(happened)
        self.flow.tick()
        self.draw()

    def draw(self) -> None:
        """Show the flow as it is now."""
        # The title says what the message does: a screen reader and a task bar know nothing else of the window.
        pygame.display.set_caption(f"Tic-Tac-Toe: {self.flow.trouble or self.flow.message}")
        self.surface = pygame.display.get_surface() or self.surface
        self.view.draw(self.surface, self.flow, Pointing(self._mouse, self._focus()))
        pygame.display.flip()

    def handle(self, event: pygame.event.Event) -> None:
        """Do what one event asks for."""
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == ANSWERED:
            self.flow.receive(event.partner, event.answer)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEMOTION:
            self._mouse, self._keyboard = self._target_at(event.pos), None
        elif event.type == pygame.WINDOWLEAVE:
            self._mouse = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._pressed = self._target_at(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            # A click is a press and a release on the same thing, however long it takes: what
            # appears under a button that is still held is not clicked.
            pressed, self._pressed = self._pressed, None
            if pressed is not None and pressed == self._target_at(event.pos):
                self._activate(pressed)
            self._mouse = self._target_at(event.pos)

    def _target_at(self, point: tuple[int, int]) -> Target | None:
        return lay_out(self.surface.get_size(), self.flow).target_at(point)

    def _activate(self, target: Target) -> None:
        """Do what clicking a target means."""
        match target:
            case ("side", str(side)):
                self.flow.choose(side)
            case ("cell", (int(i), int(j))):
                self.flow.take((i, j))
            case ("undo", None):
                self.flow.undo()
            case ("new", None):
                self.flow.new_game()
                self._keyboard = None

    def _key(self, event: pygame.event.Event) -> None:
        """Do what a key means on the screen that is on."""
        screen = stage(self.flow)
        if event.key == pygame.K_ESCAPE:
            self.running = False
        elif event.key == pygame.K_n and screen != "choose":
            self._activate(("new", None))
        elif event.key == pygame.K_u:
            self._activate(("undo", None))
        elif screen == "choose" and event.key in (pygame.K_x, pygame.K_o):
            self._activate(("side", "X" if event.key == pygame.K_x else "O"))
        elif screen == "play" and digit_of(event):
            self._activate(("cell", divmod(digit_of(event) - 1, 3)))
        elif event.key in STEPS or event.key == pygame.K_TAB:
            self._move_focus(STEPS.get(event.key, (0, 1)))
        elif event.key in CONFIRM:
            self._confirm()

    def _focus(self) -> Target | None:
        """What the keyboard points at: what it was moved to, as long as the screen has it."""
        screen = stage(self.flow)
        if screen == "over":
            return ("new", None) if self._keyboard else None
        return self._keyboard if self._keyboard in lay_out(self.surface.get_size(), self.flow).targets else None

    def _move_focus(self, step: Pair) -> None:
        screen = stage(self.flow)
        self._mouse = None
        if screen == "choose":
            self._keyboard = ("side", "O") if self._focus() == ("side", "X") else ("side", "X")
        elif screen == "play":
            match self._focus():
                case ("cell", (int(i), int(j))):
                    self._keyboard = ("cell", ((i + step[0]) % 3, (j + step[1]) % 3))
                case _:
                    self._keyboard = ("cell", (1, 1))

    def _confirm(self) -> None:
        focus = self._focus()
        if stage(self.flow) == "over":
            self._activate(("new", None))
        elif focus is not None:
            self._activate(focus)
        else:
            self._move_focus((0, 0))


def digit_of(event: pygame.event.Event) -> int:
    """The digit 1 to 9 that a key types, else 0. Some keyboards type digits only with shift."""
    typed = getattr(event, "unicode", "")
    return int(typed) if typed in tuple("123456789") else DIGITS.get(event.key, 0)


def post_answer(partner: Partner, answer: Answer) -> None:
    """Let an answer wake the window; it comes from another thread."""
    try:
        pygame.event.post(pygame.event.Event(ANSWERED, partner=partner, answer=answer))
    except pygame.error:
        pass  # the window has closed meanwhile
