"""Draw what can scroll: the panel beside or under the board, and the menu."""

from dataclasses import dataclass, field

from pygame import Rect

from noughts.game import notation
from noughts.game.rules import FREE, Position
from noughts.window.controller import Controller
from noughts.window.menu import Option, options
from noughts.window.painter import Painter
from noughts.window.shapes import blend
from noughts.window.texts import Block, Keys, Paragraph, SmallBoard, Target, blocks
from noughts.window.theme import Colour

# The width and height of a small board, as multiples of the size of text.
SMALL_BOARD = 6


@dataclass
class Scroll:
    """How far the panel or the menu is scrolled, in pixels, and how far it can be."""

    offset: int = 0
    offset_max: int = 0

    def move(self, pixels: int) -> None:
        """Scroll down by `pixels`, or up if it is negative, but not past the ends."""
        self.offset = max(0, min(self.offset_max, self.offset + pixels))

    def fit(self, content: int, room: int) -> None:
        """Compute `offset_max` from the heights of the content and of the room; scroll back if necessary."""
        self.offset_max = max(0, content - room)
        self.move(0)


@dataclass
class Panel:
    """The panel or the menu to draw.

    `mouse` and `focus` are the targets that the mouse and the keyboard point at, if any. `option_rects` says where the
    options of the menu have been drawn, if they can be chosen.
    """

    painter: Painter
    controller: Controller
    mouse: Target | None
    focus: Target | None
    scroll: Scroll
    theme_name: str
    option_rects: dict[Target, Rect] = field(default_factory=dict)

    def draw(self) -> None:
        """Draw the panel: its blocks, as far as they fit, and a scroll bar if not all of them fit."""
        painter, content = self.painter, blocks(self.controller, self.focus or self.mouse)
        panel, pad = painter.layout.panel, max(4, painter.layout.text // 2)
        if not content:
            self.scroll.fit(0, 0)
            return
        is_fault = self.controller.fault is not None and self.controller.overlay is None
        inner = panel.inflate(-2 * pad, -2 * pad)
        if is_fault:  # room for the red bar
            inner = Rect(inner.left + pad // 2, inner.top, inner.width - pad // 2, inner.height)
        if sum(self._block_height(block, inner.width) for block in content) > inner.height:
            inner.width -= pad  # room for the scroll bar
        heights = [self._block_height(block, inner.width) for block in content]
        self.scroll.fit(sum(heights), inner.height)
        card = Rect(panel.topleft, (panel.width, min(panel.height, sum(heights) + 2 * pad)))
        painter.box(card, pad, painter.theme.card)
        if is_fault:
            painter.box(Rect(card.left, card.top, 2 * painter.thin, card.height), painter.thin, painter.theme.mistake)
        painter.surface.set_clip(inner)
        top = inner.top - self.scroll.offset
        for block, height in zip(content, heights, strict=True):
            self._draw_block(block, Rect(inner.left, top, inner.width, height))
            top += height
        painter.surface.set_clip(None)
        self._draw_bar(sum(heights), inner.height)

    def _block_height(self, block: Block, width: int) -> int:
        painter, gap = self.painter, self.painter.layout.text // 3
        match block:
            case SmallBoard():
                return SMALL_BOARD * painter.layout.text + gap
            case Keys(text=text):
                return len(painter.wrap(text, width - self._keys_width)) * painter.line_height + gap
            case Paragraph(text=text, is_code=is_code):
                return len(painter.wrap(text, width, is_code)) * painter.line_height + gap

    @property
    def _keys_width(self) -> int:
        return 7 * self.painter.layout.text

    def _draw_block(self, block: Block, rect: Rect) -> None:
        theme = self.painter.theme
        match block:
            case SmallBoard(position=position):
                self._draw_small_board(position, rect)
            case Keys(keys=keys, text=text):
                self._write_lines([keys], rect, theme.faint)
                right = Rect(rect.left + self._keys_width, rect.top, rect.width - self._keys_width, rect.height)
                self._write_lines(self.painter.wrap(text, right.width), right, theme.text)
            case Paragraph(text=text, is_code=is_code):
                colour = theme.mistake if block.is_alert else theme.faint if block.is_faint else theme.text
                self._write_lines(self.painter.wrap(text, rect.width, is_code), rect, colour, is_code)

    def _write_lines(self, lines: list[str], rect: Rect, colour: Colour, is_code: bool = False) -> None:
        """Write lines one under the other; leave out those that would be cut off."""
        painter = self.painter
        for number, line in enumerate(lines):
            place = Rect(rect.left, rect.top + number * painter.line_height, rect.width, painter.line_height)
            if painter.surface.get_clip().contains(place):
                painter.write_at_left(line, place, colour, is_code)

    def _draw_small_board(self, position: Position, rect: Rect) -> None:
        game, theme = self.controller.settings.game, self.painter.theme
        side = SMALL_BOARD * self.painter.layout.text // max(game.columns, game.rows)
        for cell, mark in enumerate(position[: len(game.cells)]):
            i, j = notation.row_column(game, cell)
            place = Rect(rect.left + j * side, rect.top + i * side, side - 1, side - 1)
            self.painter.box(place, 2, blend(theme.grid, theme.ground, 0.4))
            if mark != FREE and mark in theme.marks:
                self.painter.mark(place, mark, theme.marks[mark])

    def _draw_bar(self, content: int, room: int) -> None:
        """Draw the scroll bar, if not everything fits; `content` and `room` are heights."""
        if content <= room:
            return
        panel, width = self.painter.layout.panel, max(3, self.painter.layout.text // 4)
        track = Rect(panel.right - width - 2, panel.top + 4, width, panel.height - 8)
        self.painter.box(track, width // 2, blend(self.painter.theme.grid, self.painter.theme.ground, 0.6))
        length = max(12, track.height * room // content)
        top = track.top + (track.height - length) * self.scroll.offset // max(1, self.scroll.offset_max)
        self.painter.box(Rect(track.left, top, width, length), width // 2, self.painter.theme.faint)

    def draw_menu(self) -> None:
        """Draw the options of the menu, group by group, as far as they fit; scroll to the one that has the focus."""
        painter, panel = self.painter, self.painter.layout.panel
        inner = panel.inflate(-painter.layout.text, 0)
        rows, height = self._menu_rows(inner.width)
        self.scroll.fit(height, panel.height)
        for option, row in rows:
            if self.focus == ("option", (option.group, option.key)):
                self.scroll.offset = min(self.scroll.offset, max(0, row.top - 2 * painter.layout.line))
                self.scroll.offset = max(self.scroll.offset, row.bottom - panel.height)
        shown_group = ""
        for option, row in rows:
            place = row.move(inner.left, panel.top - self.scroll.offset)
            heading = Rect(place.left, place.top - painter.layout.line, place.width, painter.layout.line)
            if option.group != shown_group and panel.contains(heading):
                painter.write_at_left(option.group, heading, painter.theme.focus)
            shown_group = option.group
            if panel.contains(place):
                self._draw_option(option, place)
        self._draw_bar(height, panel.height)

    def _menu_rows(self, width: int) -> tuple[list[tuple[Option, Rect]], int]:
        """Return the options with their rectangles in a list that is not scrolled, and the height of the list."""
        text, top, rows, group = self.painter.layout.text, 0, [], ""
        for option in options(self.controller.session, self.theme_name):
            if option.group != group:
                top += self.painter.layout.line + text // 2  # room for the name of the group
            group = option.group
            rows.append((option, Rect(0, top, width, self._option_height(option, width))))
            top = rows[-1][1].bottom
        return rows, top

    def _option_parts(self, option: Option, width: int) -> tuple[list[str], int, int]:
        """Return the lines of an option's sentence, and their x and y distance from the option's top left corner."""
        painter, text = self.painter, self.painter.layout.text
        column = 15 * text
        if width >= 40 * text:  # beside the label
            return painter.wrap(option.sentence, width - column - 4 * text), column, 0
        return painter.wrap(option.sentence, width - 4 * text), 0, painter.line_height

    def _option_height(self, option: Option, width: int) -> int:
        lines, _, down = self._option_parts(option, width)
        return down + len(lines) * self.painter.line_height + self.painter.layout.text // 2

    def _draw_option(self, option: Option, rect: Rect) -> None:
        """Draw an option: its letter, a dot that is filled if it is chosen, its name and its sentence."""
        painter, text, theme, thin = self.painter, self.painter.layout.text, self.painter.theme, self.painter.thin
        target: Target = ("option", (option.group, option.key))
        if option.is_possible:
            self.option_rects[target] = rect
        if target in (self.mouse, self.focus):
            painter.box(rect, text // 3, theme.card)
        if target == self.focus:
            painter.box(rect, text // 3, theme.focus, thin)
        line = Rect(rect.left + text // 3, rect.top + text // 4, rect.width, painter.line_height)
        painter.write_at_left(option.letter.upper(), line, theme.faint)
        side = text * 3 // 4
        dot = Rect(rect.left + 2 * text, line.centery - side // 2, side, side)
        painter.box(dot, side // 2, theme.focus if option.is_chosen else theme.faint, 0 if option.is_chosen else thin)
        label = line.move(19 * text // 6, 0)
        fainter = blend(theme.faint, theme.ground, 0.4)
        painter.write_at_left(option.label, label, theme.text if option.is_possible else fainter)
        lines, right, down = self._option_parts(option, rect.width)
        for number, words in enumerate(lines):
            place = label.move(right, down + number * painter.line_height)
            painter.write_at_left(words, place, theme.faint if option.is_possible else fainter)
