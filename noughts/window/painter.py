"""Paint shapes and text on the window's surface, in the colours of a theme."""

from collections.abc import Callable
from typing import TypeAlias

import pygame
from pygame import Rect

from noughts.window.layout import TEXT_MIN, Layout
from noughts.window.shapes import mark_picture, rounded, wrap
from noughts.window.theme import Colour, Theme

FontOfSize: TypeAlias = Callable[[int], pygame.font.Font]


def tile_of(cell: Rect) -> Rect:
    """Return the rectangle of a ring or a card inside a cell."""
    inset = max(2, cell.width // 18)
    return cell.inflate(-2 * inset, -2 * inset)


class Painter:
    """A surface with its layout, its theme and its fonts.

    `texts` has what was written: each line, its rectangle, the rectangle that it must fit in, and its font size.
    """

    def __init__(
        self, surface: pygame.Surface, layout: Layout, theme: Theme, font: FontOfSize, code_font: FontOfSize
    ) -> None:
        self.surface, self.layout, self.theme, self.font, self.code_font = surface, layout, theme, font, code_font
        self.texts: list[tuple[str, Rect, Rect, int]] = []

    @property
    def thin(self) -> int:
        """The width of a thin line."""
        return max(2, self.layout.text // 9)

    @property
    def line_height(self) -> int:
        """The height of a line of ordinary text."""
        return self.font(self.layout.text).get_linesize()

    def wrap(self, text: str, width: int, is_code: bool = False) -> list[str]:
        """Return the text as lines of at most `width` pixels, in the code font if `is_code`."""
        return wrap((self.code_font if is_code else self.font)(self.layout.text), text, width)

    def box(self, rect: Rect, radius: int, colour: Colour, width: int = 0) -> None:
        """Draw a rectangle with rounded corners, filled if `width` is 0, else an outline of that width."""
        rounded(self.surface, rect, radius, colour, width)

    def ring(self, rect: Rect, colour: Colour) -> None:
        """Draw a ring inside a cell."""
        self.box(tile_of(rect), rect.width // 10, colour, max(2, rect.width // 45))

    def mark(self, rect: Rect, mark: str, colour: Colour, growth: float = 1.0) -> None:
        """Draw a mark in the middle of a rectangle; if `growth` is below 1, draw it smaller."""
        picture = mark_picture(mark, max(1, round(min(rect.size) * 0.56 * (0.4 + 0.6 * growth))), colour)
        self.surface.blit(picture, picture.get_rect(center=rect.center))

    def write(self, text: str, rect: Rect, size: float, colour: Colour, lines_max: int = 1) -> None:
        """Write words in the middle of a rectangle.

        If they are too wide, use a smaller font. If they are still too wide, wrap them, and leave out what does not fit
        on `lines_max` lines. If `lines_max` is 1, do not wrap or cut them.
        """
        if not text:
            return
        whole = max(TEXT_MIN, round(size))
        while whole > TEXT_MIN and self.font(whole).size(text)[0] > rect.width:
            whole -= 1
        font = self.font(whole)
        lines = [text] if lines_max == 1 else wrap(font, text, rect.width)[:lines_max]
        top = rect.centery - len(lines) * font.get_linesize() // 2
        for number, line in enumerate(lines):
            picture = font.render(line, True, colour)
            place = picture.get_rect(midtop=(rect.centerx, top + number * font.get_linesize()))
            self.surface.blit(picture, place)
            self.texts.append((line, place, rect, whole))

    def write_at_left(self, text: str, rect: Rect, colour: Colour, is_code: bool = False) -> None:
        """Write a line of ordinary text, or of code, at the top left of a rectangle."""
        picture = (self.code_font if is_code else self.font)(self.layout.text).render(text, True, colour)
        place = picture.get_rect(topleft=rect.topleft)
        self.surface.blit(picture, place)
        self.texts.append((text, place, rect, self.layout.text))
