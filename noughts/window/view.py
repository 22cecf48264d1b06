"""The drawing of the window: the message, the board, the panel or the menu, and the buttons."""

from functools import cache, partial

import pygame
from pygame import Rect

from noughts.game.rules import Cell
from noughts.window.board import BoardPicture
from noughts.window.controller import Controller
from noughts.window.layout import lay_out
from noughts.window.painter import Painter
from noughts.window.panel import Panel, Scroll
from noughts.window.shapes import blend
from noughts.window.texts import Target, labels, screen_of, side_labels, status
from noughts.window.theme import THEMES

TITLES = {"menu": "More", "help": "Help"}
LEGENDS = {"menu": "Letters or arrows: choose    Esc: done", "help": "Esc: close"}
# The names of the main buttons, which stand out from the others.
MAIN_BUTTONS = ("side", "new", "retry", "done")


class View:
    """Draws the state of a controller. Fonts are cached by size."""

    # What is drawn and what it is pointed at with: draw() sets all of these.
    _painter: Painter
    _controller: Controller
    _mouse: Target | None  # the target under the mouse
    _focus: Target | None  # the target that the keyboard points at

    def __init__(self, font_file: str | None, theme: str = "dark") -> None:
        self.theme_name = theme
        self.scroll = Scroll()
        self.texts: list[tuple[str, Rect, Rect, int]] = []  # what was written last, for tests: see Painter
        self.option_rects: dict[Target, Rect] = {}  # where the options of the menu are, scrolled
        self._font = cache(partial(pygame.font.Font, font_file))

    def draw(
        self,
        surface: pygame.Surface,
        controller: Controller,
        mouse: Target | None = None,
        focus: Target | None = None,
        growth: dict[Cell, float] | None = None,
    ) -> None:
        """Draw the window; highlight the targets that the mouse and the keyboard point at, if any."""
        layout, theme, screen = lay_out(surface.get_size(), controller), THEMES[self.theme_name], screen_of(controller)
        painter = self._painter = Painter(surface, layout, theme, self._font)
        self._controller, self._mouse, self._focus = controller, mouse, focus
        surface.fill(theme.ground)
        size = (2.2 if screen == "choose" else 1.5) * layout.text
        painter.write(TITLES.get(screen) or self._message(), layout.message, size, theme.text, lines_max=2)
        if screen in ("play", "over", "review"):
            BoardPicture(painter, controller, mouse, focus, growth or {}).draw()
        panel = Panel(painter, controller, mouse, focus, self.scroll, self.theme_name)
        (panel.draw_menu if screen == "menu" else panel.draw)()
        self.option_rects = panel.option_rects
        for target, label in labels(controller).items():
            self._draw_button(label, target, layout.targets[target])
        for target, rect in layout.disabled.items():
            self._draw_button(side_labels(controller)[target], target, rect, is_disabled=True)
        self._write_last_lines(screen)
        self.texts = painter.texts

    def _write_last_lines(self, screen: str) -> None:
        """Write the score and the legend; only the score if there is room for one of them."""
        painter, layout = self._painter, self._painter.layout
        score = "" if screen in TITLES else status(self._controller)
        painter.write(score, layout.status, layout.text, painter.theme.text, lines_max=2)
        if not (score and layout.status.colliderect(layout.legend)):
            painter.write(LEGENDS.get(screen, "F1: help and keys"), layout.legend, layout.text, painter.theme.faint)

    def _message(self) -> str:
        step = self._controller.session.review_step
        if step is None:
            return self._controller.message
        return f"Move {step} of {len(self._controller.session.scenes) - 1}" if step else "Before the first move"

    def _draw_button(self, label: str, target: Target, rect: Rect, is_disabled: bool = False) -> None:
        painter = self._painter
        theme, text = painter.theme, painter.layout.text
        is_main = target[0] in MAIN_BUTTONS and (target[0] != "new" or screen_of(self._controller) != "play")
        radius = max(4, rect.height // 4)
        is_pressed = target[0] == "values" and self._controller.session.values_on
        ground, lit = (theme.main_button, theme.main_button_lit) if is_main else (theme.button, theme.button_lit)
        colour = lit if target == self._mouse else ground
        ink = theme.main_text if is_main else theme.text
        if is_disabled:
            colour, ink = blend(theme.button, theme.ground, 0.5), theme.faint
        painter.box(rect, radius, colour)
        if is_pressed:
            painter.box(rect, radius, theme.focus, 2)
        if target == self._focus:
            painter.box(rect.inflate(6, 6), radius + 3, theme.focus, 2)
        size = text if rect.height < 3 * text else round(1.2 * text)
        painter.write(label, rect.inflate(-text // 2, 0), size, ink)
