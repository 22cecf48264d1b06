"""The window itself: it sleeps until an event arrives, handles it, and draws the result."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pygame

from noughts.game.notation import RowColumn
from noughts.game.rules import Mark
from noughts.play.file_process import Answer, FileProcess
from noughts.play.session import Settings
from noughts.window.controller import Controller
from noughts.window.keys import ARROWS, CHOOSE_KEYS, CONFIRM, CONTROL_KEYS, PLAY_KEYS, digit_of
from noughts.window.layout import lay_out
from noughts.window.menu import options
from noughts.window.motion import FRAME_SECONDS, Motion
from noughts.window.preferences import load_preferences, save_preferences
from noughts.window.shapes import icon
from noughts.window.sleeper import Sleeper
from noughts.window.texts import Target, labels, screen_of
from noughts.window.theme import find_font
from noughts.window.view import View

# The size of a new window. On a large display, its height is at least this share of the height of the display.
SIZE = (960, 640)
DISPLAY_SHARE = 0.59
ANSWERED = pygame.event.custom_type()

# What each button does. App._activate handles all other targets.
BUTTONS: dict[str, Callable[[Controller], None]] = {
    "undo": Controller.undo, "redo": Controller.redo, "retry": Controller.retry, "new": Controller.new_game,
    "hint": Controller.hint, "values": Controller.toggle_values, "mistakes": Controller.next_mistake,
    "back": lambda controller: controller.step_review(-1), "forth": lambda controller: controller.step_review(1),
}  # fmt: skip
# The button that Enter and Space press on each screen if no target has the focus.
ENTER_TARGETS: dict[str, Target] = {
    "over": ("new", None), "review": ("forth", None), "menu": ("done", None), "help": ("done", None)
}  # fmt: skip


class App:
    """The window: a controller, a view, and the targets that the mouse and the keyboard point at."""

    def __init__(
        self, files: tuple[Path, ...], settings: Settings, font: Path | None = None, side: Mark | None = None
    ) -> None:
        self.preferences = load_preferences()
        self.surface = pygame.display.set_mode(self.preferences.size or first_size(), pygame.RESIZABLE)
        pygame.display.set_icon(icon())
        self.view = View(find_font(font), self.preferences.theme)
        self._sleeper = Sleeper()
        self.controller = Controller(files, settings, self._post_answer)
        self.running = True
        self.motion = Motion()
        self._is_full_screen = False
        self._pressed: Target | None = None
        self._mouse: Target | None = None
        self._keyboard: Target | None = None
        if side:
            self.controller.choose(side)

    def run(self) -> None:
        """Draw the window and handle events until it is closed; then end all processes and save the preferences."""
        try:
            self.draw()
            while self.running:
                self.step()
        finally:
            self.controller.close()
            self._sleeper.close()
            save_preferences(replace(self.preferences, theme=self.view.theme_name))

    def step(self) -> None:
        """Sleep until something happens, handle it, and draw the result."""
        # All waiting events are handled before the redraw: a moving mouse can send one for every pixel.
        events = pygame.event.get()
        if not events:
            self._sleeper.sleep(self._seconds_to_draw())
            events = pygame.event.get()
        if events:
            self._sleeper.note_events()
        elif self._seconds_to_draw() is None:
            return
        for event in events:
            self.handle(event)
        self.controller.tick()
        self.draw()

    def _seconds_to_draw(self) -> float | None:
        """Return the seconds until the picture changes even if no event arrives; None if it will not change."""
        if self.motion.is_going_on:
            return FRAME_SECONDS
        return self.controller.seconds_to_tick()

    def draw(self) -> None:
        """Draw the window, and repeat its message in the title."""
        # The title repeats the message, because screen readers and task bars can read only the title.
        pygame.display.set_caption(f"Noughts: {self.controller.trouble or self.controller.message}")
        self.surface = pygame.display.get_surface() or self.surface
        scene = self.controller.visible_scene
        growth = self.motion.growth(scene.position if scene else "")
        self.view.draw(self.surface, self.controller, self._mouse, self._focus(), growth)
        pygame.display.flip()

    def _post_answer(self, process: FileProcess, answer: Answer) -> None:
        """Post an answer as an event and wake the window. Another thread calls this."""
        with suppress(pygame.error):  # the window may have been closed
            pygame.event.post(pygame.event.Event(ANSWERED, process=process, answer=answer))
        self._sleeper.wake()

    # ---- events ----

    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event."""
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == ANSWERED:
            self.controller.receive(event.process, event.answer)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.VIDEORESIZE and not self._is_full_screen:
            self.preferences = replace(self.preferences, size=(event.w, event.h))
        elif event.type == pygame.MOUSEWHEEL:
            self.view.scroll.move(-3 * event.y * lay_out(self.surface.get_size(), self.controller).line)
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
        option = next((target for target, rect in self.view.option_rects.items() if rect.collidepoint(point)), None)
        return option or lay_out(self.surface.get_size(), self.controller).target_at(point)

    def _activate(self, target: Target) -> None:
        """Do what a click on a target does: choose a side or an option, take a cell, or press a button."""
        controller = self.controller
        if controller.overlay == "quit":
            controller.overlay = None
        match target:
            case ("side", str(side)):
                controller.choose(side)
            case ("cell", (int(i), int(j))):
                controller.take((i, j))
            case ("watch", None):
                controller.choose("X", watching=True)
            case ("option", (str(group), str(key))):
                self._pick(group, key)
            case ("more", None):
                self._open("menu")
            case ("done", None):
                self._open(None)
            case (str(name), None):
                BUTTONS[name](controller)
                self.view.scroll.offset = 0
                if name in ("new", "retry"):
                    self._keyboard = None

    def _pick(self, group: str, key: str) -> None:
        if group == "Look":
            self.view.theme_name = key
        else:
            self.controller.pick(group, key)

    def _open(self, overlay: str | None) -> None:
        self.controller.overlay = overlay
        self.view.scroll.offset = 0
        self._mouse = self._keyboard = None

    # ---- keys ----

    def _key(self, event: pygame.event.Event) -> None:
        """Do what a pressed key does on the current screen."""
        name, screen = pygame.key.name(event.key), screen_of(self.controller)
        has_control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        if event.key == pygame.K_ESCAPE:
            self._leave(screen)
        elif self.controller.overlay == "quit":
            self.controller.overlay = None
        elif has_control and name == "q":
            self.running = False
        elif has_control:
            self._press(CONTROL_KEYS.get(name, ""))
        elif event.key == pygame.K_F1:
            self._open(None if screen == "help" else "help")
        elif event.key == pygame.K_F11:
            self._toggle_full_screen()
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            page = lay_out(self.surface.get_size(), self.controller).panel.height
            self.view.scroll.move(page if event.key == pygame.K_PAGEDOWN else -page)
        elif event.key == pygame.K_TAB:
            self._move_to_next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in CONFIRM:
            self._confirm(screen)
        elif event.key in ARROWS:
            self._move_focus(screen, ARROWS[event.key])
        else:
            self._letter(event, name, screen)

    def _leave(self, screen: str) -> None:
        """Do what Esc does: close the menu or the help, leave a review, or quit; once a game has begun, ask first."""
        controller = self.controller
        if controller.overlay == "quit" or screen == "choose":
            self.running = False
        elif controller.overlay:
            self._open(None)
        elif screen == "review":
            controller.session.review_step = None
        else:
            controller.overlay = "quit"

    def _letter(self, event: pygame.event.Event, name: str, screen: str) -> None:
        """Do what a letter or digit key does on the current screen."""
        if screen == "menu":
            chosen = [each for each in options(self.controller.session, self.view.theme_name) if each.letter == name]
            for option in chosen:
                if option.is_possible:
                    self._activate(("option", (option.group, option.key)))
        elif screen == "choose" and name in ("x", "o"):
            if ("side", name.upper()) in labels(self.controller):
                self._activate(("side", name.upper()))
        elif screen == "play" and digit_of(event) and len(self.controller.settings.game.cells) == 9:
            self._activate(("cell", divmod(digit_of(event) - 1, 3)))
        else:
            self._press((CHOOSE_KEYS if screen == "choose" else PLAY_KEYS).get(name, ""))

    def _press(self, button: str) -> None:
        """Press a button, if the current screen has it."""
        if (button, None) in labels(self.controller):
            self._activate((button, None))

    def _confirm(self, screen: str) -> None:
        target = self._focus() or ENTER_TARGETS.get(screen)
        if target:
            self._activate(target)
        else:
            self._move_to_next(1)

    def _targets(self) -> list[Target]:
        """Return the targets that can have the focus, in the order in which Tab visits them."""
        if screen_of(self.controller) == "menu":
            listed = options(self.controller.session, self.view.theme_name)
            menu: list[Target] = [("option", (each.group, each.key)) for each in listed if each.is_possible]
            return [*menu, ("done", None)]
        return list(lay_out(self.surface.get_size(), self.controller).targets)

    def _focus(self) -> Target | None:
        """Return the target that has the focus; None if there is none or the current screen does not have it."""
        return self._keyboard if self._keyboard in self._targets() else None

    def _move_to_next(self, step: int) -> None:
        """Move the focus `step` targets forward, or backward if `step` is negative."""
        targets, focus = self._targets(), self._focus()
        self._mouse = None
        game = self.controller.settings.game
        # If nothing has the focus, it goes to the middle cell during a game, else to the first target.
        middle: Target = ("cell", (game.rows // 2, game.columns // 2))
        first = middle if middle in targets and screen_of(self.controller) == "play" else targets[0]
        self._keyboard = targets[(targets.index(focus) + step) % len(targets)] if focus else first

    def _move_focus(self, screen: str, step: RowColumn) -> None:
        """Do what an arrow key does: move the focus, step through a finished game, or scroll the help."""
        game = self.controller.settings.game
        focus = self._focus()
        match focus:
            case ("cell", (int(i), int(j))) if screen == "play":
                self._mouse = None
                self._keyboard = ("cell", ((i + step[0]) % game.rows, (j + step[1]) % game.columns))
            case _ if screen in ("over", "review") and step[1]:
                self.controller.step_review(step[1])
                self.view.scroll.offset = 0
            case _ if screen == "help":
                self.view.scroll.move(step[0] * lay_out(self.surface.get_size(), self.controller).line)
            case _:
                self._move_to_next(-1 if focus and min(step) < 0 else 1)

    def _toggle_full_screen(self) -> None:
        self._is_full_screen = not self._is_full_screen
        if self._is_full_screen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self.preferences.size or first_size(), pygame.RESIZABLE)


def first_size() -> tuple[int, int]:
    """Return the size of a window that was never resized: SIZE, more on a large display, less on a very small one."""
    width, height = pygame.display.get_desktop_sizes()[0]
    scale = max(1.0, DISPLAY_SHARE * height / SIZE[1])
    return min(width, round(SIZE[0] * scale)), min(height, round(SIZE[1] * scale))
