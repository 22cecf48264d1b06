"""Draw the window: the message, the board, the panel or the menu, and the buttons."""

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
from noughts.window.texts import Target, disabled_labels, labels, opponent_text, screen_of, status
from noughts.window.theme import THEMES, find_code_font

TITLES = {"menu": "More", "help": "Help"}
LEGENDS = {"menu": "Letters or arrows: choose    Esc: done", "help": "Esc: close"}
# The buttons that always stand out from the others. _is_main says when the button "new" stands out.
MAIN_BUTTONS = ("side", "retry", "done")


class View:
    """Draws the state of a controller. Fonts are cached by size."""

    # What is drawn, and what the mouse and the keyboard point at. draw() sets all of these.
    _painter: Painter
    _controller: Controller
    _mouse: Target | None  # the target under the mouse
    _focus: Target | None  # the target that the keyboard points at

    def __init__(self, font_file: str | None, theme: str = "dark") -> None:
        self.theme_name = theme
        self.scroll = Scroll()
        self.texts: list[tuple[str, Rect, Rect, int]] = []  # what was written last, for tests: see Painter
        self.option_rects: dict[Target, Rect] = {}  # where the visible options of the menu are
        self._font = cache(partial(pygame.font.Font, font_file))
        self._code_font = cache(partial(pygame.font.Font, find_code_font()))

    def draw(
        self,
        surface: pygame.Surface,
        controller: Controller,
        mouse: Target | None = None,
        focus: Target | None = None,
        growth: dict[Cell, float] | None = None,
    ) -> None:
        """Draw the window, and highlight the targets that the mouse and the keyboard point at, if any.

        `growth` says how much of each new mark is shown, from 0 to 1.
        """
        layout, theme, screen = lay_out(surface.get_size(), controller), THEMES[self.theme_name], screen_of(controller)
        painter = self._painter = Painter(surface, layout, theme, self._font, self._code_font)
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
            self._draw_button(disabled_labels(controller)[target], target, rect, is_disabled=True)
        if screen == "choose" and not controller.fault:
            line = Rect(layout.panel.left, layout.panel.top, layout.panel.width, layout.line)
            painter.write(opponent_text(controller), line, layout.text, theme.faint)
        self._write_last_lines(screen)
        self.texts = painter.texts

    def _write_last_lines(self, screen: str) -> None:
        """Write the score and the legend; only the score if there is room for only one of them."""
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
        painter, theme, text = self._painter, self._painter.theme, self._painter.layout.text
        radius, is_main, thin = max(4, rect.height // 4), self._is_main(target), self._painter.thin
        ground, lit = (theme.main_button, theme.main_button_lit) if is_main else (theme.button, theme.button_lit)
        colour, ink = lit if target == self._mouse else ground, theme.main_text if is_main else theme.text
        if is_disabled:
            colour, ink = blend(theme.button, theme.ground, 0.6), blend(theme.faint, theme.ground, 0.35)
        elif target[0] == "values" and self._controller.session.values_on:
            colour = blend(theme.focus, theme.button, 0.65)
        painter.box(rect, radius, colour)
        if target == self._focus:
            painter.box(rect.inflate(3 * thin, 3 * thin), radius + thin, theme.focus, thin)
        size = text if rect.height < 3 * text else round(1.2 * text)
        width = painter.font(size).size(label)[0]
        is_side = target[0] == "side" and not self._controller.settings.two_people
        if is_side and rect.width > width + 4 * size:  # the mark and the label as one group
            other = THEMES["light" if self.theme_name == "dark" else "dark"]  # its marks stand out on a main button
            left, mark = rect.centerx - (width + 2 * size) // 2, str(target[1])
            painter.mark(Rect(left, rect.centery - size, 2 * size, 2 * size), mark, other.marks[mark])
            rect = Rect(left + 2 * size, rect.top, width + size // 2, rect.height)
        painter.write(label, rect.inflate(-text // 4, 0), size, ink)

    def _is_main(self, target: Target) -> bool:
        """Return whether a button stands out from the others of its screen."""
        if target[0] != "new":
            return target[0] in MAIN_BUTTONS
        return screen_of(self._controller) == "over" or self._controller.fault is not None
