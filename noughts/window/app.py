"""The window itself: it sleeps until an event arrives, handles it, and draws the result."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pygame

from noughts.game.notation import RowColumn
from noughts.game.rules import Mark
from noughts.play.file_process import Answer, FileProcess
from noughts.play.session import Settings
from noughts.window.controller import Controller
from noughts.window.layout import Target, labels, lay_out, screen_of
from noughts.window.view import View

SIZE = (640, 640)
ANSWERED = pygame.event.custom_type()
# A sleep is never longer than this, because Python notices Ctrl-C only when the sleep ends.
SLEEP_SECONDS_MAX = 0.25

ARROWS = {pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0), pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1)}
# The keys that press buttons: before a game, and during or after it.
CHOOSE_KEYS = {"m": "more", "l": "level", "b": "board", "p": "two", "s": "turns", "w": "watch"}
PLAY_KEYS = {"u": "undo", "r": "redo", "i": "hint", "h": "values", "m": "mistakes", "n": "new"}
# The buttons that change a setting, and what the other buttons do.
SETTING_BUTTONS = ("level", "board", "two", "turns")
BUTTONS: dict[str, Callable[[Controller], None]] = {
    "undo": Controller.undo, "redo": Controller.redo, "retry": Controller.retry, "new": Controller.new_game,
    "hint": Controller.hint, "values": Controller.toggle_values, "mistakes": Controller.next_mistake,
    "more": Controller.toggle_menu,
}  # fmt: skip
# The button that Enter presses, on screens where the arrow keys choose nothing.
ENTER_TARGETS: dict[str, Target] = {"over": ("new", None), "mistake": ("retry", None)}
CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
DIGITS = {getattr(pygame, f"K_{keypad}{digit}"): digit for keypad in ("", "KP") for digit in range(1, 10)}


class App:
    """The window: a controller, a view, and the targets that the mouse and the keyboard point at."""

    def __init__(
        self, files: tuple[Path, ...], settings: Settings, font: Path | None = None, side: Mark | None = None
    ) -> None:
        self.surface = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        self.view = View(font)
        self.controller = Controller(files, settings, post_answer)
        self.running = True
        self._pressed: Target | None = None
        self._mouse: Target | None = None
        self._keyboard: Target | None = None
        if side:
            self.controller.choose(side)

    def run(self) -> None:
        """Draw the window and handle events until it is closed; then close the controller."""
        try:
            self.draw()
            while self.running:
                self.step()
        finally:
            self.controller.close()

    def step(self) -> None:
        """Sleep until something happens, handle it, and draw the result."""
        tick_seconds = self.controller.seconds_to_tick()
        sleep_seconds = SLEEP_SECONDS_MAX if tick_seconds is None else min(SLEEP_SECONDS_MAX, tick_seconds)
        event = pygame.event.wait(max(1, round(1000 * sleep_seconds)))
        if event.type == pygame.NOEVENT and tick_seconds is None:
            return
        # All waiting events are handled before the redraw: a moving mouse can send one for every pixel.
        for waiting in [event, *pygame.event.get()]:
            self.handle(waiting)
        self.controller.tick()
        self.draw()

    def draw(self) -> None:
        """Draw the current state."""
        # The title repeats the message, because screen readers and task bars can read only the title.
        pygame.display.set_caption(f"Tic-Tac-Toe: {self.controller.trouble or self.controller.message}")
        self.surface = pygame.display.get_surface() or self.surface
        self.view.draw(self.surface, self.controller, self._mouse, self._focus())
        pygame.display.flip()

    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event."""
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == ANSWERED:
            self.controller.receive(event.process, event.answer)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEMOTION:
            self._mouse, self._keyboard = self._target_at(event.pos), None
        elif event.type == pygame.WINDOWLEAVE:
            self._mouse = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._pressed = self._target_at(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            # A click is a press and a release on the same target, however long it takes. A target that appears while
            # the mouse button is down is not clicked.
            pressed, self._pressed = self._pressed, None
            if pressed is not None and pressed == self._target_at(event.pos):
                self._activate(pressed)
            self._mouse = self._target_at(event.pos)

    def _target_at(self, point: tuple[int, int]) -> Target | None:
        return lay_out(self.surface.get_size(), self.controller).target_at(point)

    def _activate(self, target: Target) -> None:
        """Do what a click on a target does: choose a side, take a cell or press a button."""
        controller = self.controller
        match target:
            case ("side", str(side)):
                controller.choose(side)
            case ("cell", (int(i), int(j))):
                controller.take((i, j))
            case ("watch", None):
                controller.choose("X", watching=True)
            case (str(name), None) if name in SETTING_BUTTONS:
                controller.change(name)
            case (str(name), None):
                BUTTONS[name](controller)
                if name in ("new", "retry"):
                    self._keyboard = None

    def _key(self, event: pygame.event.Event) -> None:
        """Do what a pressed key does on the current screen."""
        screen = screen_of(self.controller)
        button = (CHOOSE_KEYS if screen == "choose" else PLAY_KEYS).get(pygame.key.name(event.key), "")
        if event.key == pygame.K_ESCAPE:
            self.running = False
        elif screen == "choose" and event.key in (pygame.K_x, pygame.K_o):
            self._activate(("side", "X" if event.key == pygame.K_x else "O"))
        elif button in ("values", *SETTING_BUTTONS) or (button, None) in labels(self.controller):
            self._activate((button, None))  # the keys of settings and values work even while their buttons are hidden
        elif screen == "play" and digit_of(event) and len(self.controller.settings.game.cells) == 9:
            self._activate(("cell", divmod(digit_of(event) - 1, 3)))
        elif event.key in ARROWS or event.key == pygame.K_TAB:
            self._move_focus(ARROWS.get(event.key, (0, 1)))
        elif event.key in CONFIRM and (target := ENTER_TARGETS.get(screen) or self._focus()):
            self._activate(target)
        elif event.key in CONFIRM:
            self._move_focus((0, 0))

    def _focus(self) -> Target | None:
        """Return the target that the keyboard points at, or None if the current screen does not have that target."""
        screen = screen_of(self.controller)
        if screen in ENTER_TARGETS:
            return ENTER_TARGETS[screen] if self._keyboard else None
        return self._keyboard if self._keyboard in lay_out(self.surface.get_size(), self.controller).targets else None

    def _move_focus(self, step: RowColumn) -> None:
        screen, game = screen_of(self.controller), self.controller.settings.game
        self._mouse = None
        if screen == "choose":
            buttons, focus = list(labels(self.controller)), self._focus()
            back_or_forward = -1 if min(step) < 0 else 1
            self._keyboard = buttons[(buttons.index(focus) + back_or_forward) % len(buttons) if focus else 0]
        elif screen == "play":
            match self._focus():
                case ("cell", (int(i), int(j))):
                    self._keyboard = ("cell", ((i + step[0]) % game.rows, (j + step[1]) % game.columns))
                case _:
                    self._keyboard = ("cell", (game.rows // 2, game.columns // 2))


def digit_of(event: pygame.event.Event) -> int:
    """Return the digit 1 to 9 of a pressed key, or 0 if the key has none."""
    typed = getattr(event, "unicode", "")  # on some keyboards a digit needs Shift
    return int(typed) if typed in tuple("123456789") else DIGITS.get(event.key, 0)


def post_answer(process: FileProcess, answer: Answer) -> None:
    """Post an answer as an event, which wakes the window. Another thread calls this."""
    with suppress(pygame.error):  # the window may have been closed
        pygame.event.post(pygame.event.Event(ANSWERED, process=process, answer=answer))
