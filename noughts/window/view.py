"""The drawing of the window: the board, its marks, values and hints, the panel, the menu and the buttons."""

from dataclasses import dataclass, field
from functools import cache, partial

import pygame
from pygame import Rect, Vector2

from noughts.explain.names import column_label
from noughts.explain.words import short_verdict
from noughts.game import notation
from noughts.game.rules import FREE, Cell, Position
from noughts.window.controller import Controller
from noughts.window.layout import TEXT_MIN, Layout, has_labels, lay_out
from noughts.window.menu import Option, options
from noughts.window.shapes import blend, mark_picture, rounded, stroke, wrap
from noughts.window.texts import Block, SmallBoard, Target, blocks, labels, screen_of, side_labels, status
from noughts.window.theme import THEMES, Colour, Theme

TITLES = {"menu": "More", "help": "Help"}
LEGENDS = {"menu": "Letters or arrows: choose    Esc: done", "help": "Esc: close"}
SIGNS = {1: "+", 0: "=", -1: "\N{MINUS SIGN}"}
# The names of the main buttons, which stand out from the others.
MAIN_BUTTONS = ("side", "new", "retry", "done")


@dataclass
class Scroll:
    """How far the panel or the menu is scrolled, in pixels, and how far it can be."""

    offset: int = 0
    offset_max: int = 0

    def move(self, pixels: int) -> None:
        """Scroll down, or up if negative, as far as possible."""
        self.offset = max(0, min(self.offset_max, self.offset + pixels))

    def fit(self, content: int, room: int) -> None:
        """Set how far one can scroll, from the heights of the content and of the room for it."""
        self.offset_max = max(0, content - room)
        self.move(0)


@dataclass
class Drawn:
    """What was drawn last: every text with its rectangle and the rectangle that it must fit in, for tests."""

    texts: list[tuple[str, Rect, Rect, int]] = field(default_factory=list)  # the last item is the size of the text


class View:
    """Draws the state of a controller. Fonts are cached by size."""

    # What is drawn and where: draw() sets all of these.
    _surface: pygame.Surface
    _controller: Controller
    _layout: Layout
    _mouse: Target | None  # the target under the mouse
    _focus: Target | None  # the target that the keyboard points at
    _growth: dict[Cell, float]  # how much of a new mark is shown, from 0 to 1

    def __init__(self, font_file: str | None, theme: str = "dark") -> None:
        self.theme_name = theme
        self.scroll = Scroll()
        self.drawn = Drawn()
        self.option_rects: dict[Target, Rect] = {}  # where the options of the menu are, scrolled
        self._font = cache(partial(pygame.font.Font, font_file))

    @property
    def theme(self) -> Theme:
        """The colours."""
        return THEMES[self.theme_name]

    def draw(
        self,
        surface: pygame.Surface,
        controller: Controller,
        mouse: Target | None = None,
        focus: Target | None = None,
        growth: dict[Cell, float] | None = None,
    ) -> None:
        """Draw the window; highlight the targets that the mouse and the keyboard point at, if any."""
        self._surface, self._controller, self._mouse, self._focus = surface, controller, mouse, focus
        self._growth, self.drawn = growth or {}, Drawn()
        self._layout = layout = lay_out(surface.get_size(), controller)
        surface.fill(self.theme.ground)
        screen = screen_of(controller)
        large = {"choose": 2.2, "play": 1.5, "over": 1.5, "review": 1.5}.get(screen, 1.5)
        message = TITLES.get(screen) or self._message()
        self._write(message, layout.message, large * layout.text, self.theme.text, lines_max=2)
        self.option_rects = {}
        if screen == "menu":
            self._draw_menu()
        else:
            if screen in ("play", "over", "review"):
                self._draw_board()
            self._draw_panel()
        for target, label in labels(controller).items():
            self._draw_button(label, target, layout.targets[target])
        for target, rect in layout.disabled.items():
            self._draw_button(side_labels(controller)[target], target, rect, is_disabled=True)
        if screen not in TITLES:
            self._write(status(controller), layout.status, layout.text, self.theme.text, lines_max=2)
        if not (status(controller) and layout.status.colliderect(layout.legend)):
            self._write(LEGENDS.get(screen, "F1: help and keys"), layout.legend, layout.text, self.theme.faint)

    def _message(self) -> str:
        step = self._controller.session.review_step
        if step is None:
            return self._controller.message
        return f"Move {step} of {len(self._controller.session.scenes) - 1}" if step else "Before the first move"

    # ---- the board ----

    def _draw_board(self) -> None:
        board, game, text = self._layout.board, self._controller.settings.game, self._layout.text
        width = max(2, round(board.width / game.columns * 0.025))
        side = board.width // game.columns
        self._draw_complete_lines()
        self._draw_last_move()
        xs, ys = range(board.left + side, board.right, side), range(board.top + side, board.bottom, side)
        lines = [Rect(x - width // 2, board.top, width, board.height) for x in xs]
        lines += [Rect(board.left, y - width // 2, board.width, width) for y in ys]
        for line in lines:
            rounded(self._surface, line, width // 2, self.theme.grid)
        if has_labels(game):
            edge = round(1.4 * text)
            for column in range(game.columns):
                place = Rect(board.left + column * side, board.top - edge, side, edge)
                self._write(column_label(column), place, text, self.theme.faint)
            for row in range(game.rows):
                place = Rect(board.left - edge, board.top + row * side, edge, side)
                self._write(str(row + 1), place, text, self.theme.faint)
        for cell in game.cells:
            self._draw_cell(cell)

    def _rect(self, cell: Cell) -> Rect:
        return self._layout.targets["cell", notation.row_column(self._controller.settings.game, cell)]

    def _draw_last_move(self) -> None:
        """Lay a card under the last move."""
        cell = self._controller.last_cell
        if cell is not None and not self._complete_cells():
            rect = self._rect(cell)
            inset = max(2, rect.width // 14)
            rounded(self._surface, rect.inflate(-2 * inset, -2 * inset), rect.width // 10, self.theme.card)

    def _draw_cell(self, cell: Cell) -> None:
        """Draw a cell: its mark, or faintly the mark that a move here would place; its advice; the keyboard's focus."""
        controller, scene = self._controller, self._controller.visible_scene
        i, j = notation.row_column(controller.settings.game, cell)
        target: Target = ("cell", (i, j))
        rect, mark = self._rect(cell), scene.board[i][j] if scene else None
        complete = self._complete_cells()
        if mark in self.theme.marks:
            colour = self.theme.marks[mark]
            if complete and cell not in complete:
                colour = blend(colour, self.theme.ground, 0.6)
            self._draw_mark(rect, mark, colour, self._growth.get(cell, 1.0))
        elif target in (self._mouse, self._focus) and screen_of(controller) == "play" and controller.is_persons_turn:
            turn = scene.turn if scene and scene.turn else "X"
            room = rect if not self._value_words(cell) else Rect(rect.topleft, (rect.width, rect.height * 3 // 4))
            self._draw_mark(room, turn, blend(self.theme.marks[turn], self.theme.ground, 0.65))
        self._draw_advice(cell, rect)
        if target == self._focus:
            self._ring(rect, self.theme.focus)

    def _draw_advice(self, cell: Cell, rect: Rect) -> None:
        """Draw the advice about a cell: its value and the hint, or its part in the move that is reviewed."""
        controller, advisor = self._controller, self._controller.advisor
        review, advice = advisor.review, advisor.advice
        if controller.session.review_step is not None:
            if review and review.is_mistake and cell == review.cell:
                self._ring(rect, self.theme.values[-1])
            elif review and cell in review.better:
                self._ring(rect, self.theme.values[1])
                self._write_value("better", "+", rect, self.theme.values[1])
        elif advice and not controller.session.is_over:
            if words := self._value_words(cell):
                value = advice.values[cell].value
                self._write_value(words, SIGNS[value], rect, self.theme.values[value])
            if advisor.is_hinted(cell):
                self._ring(rect, self.theme.hint)

    def _value_words(self, cell: Cell) -> str:
        """Return the value of a move in words, if it is to be shown."""
        controller, advice = self._controller, self._controller.advisor.advice
        is_shown = controller.session.values_on and not controller.is_waiting and screen_of(controller) == "play"
        return short_verdict(advice.values[cell]) if is_shown and advice and cell in advice.values else ""

    def _write_value(self, words: str, sign: str, rect: Rect, colour: Colour) -> None:
        """Write the value of a move at the bottom of its cell, under the mark; a sign if the words do not fit."""
        size = max(TEXT_MIN, min(round(rect.height * 0.14), 2 * self._layout.text))
        height = round(size * 1.25)
        if rect.height < 2 * height:
            return
        place = Rect(rect.left + 2, rect.bottom - height - max(4, rect.height // 12), rect.width - 4, height)
        fits = self._font(size).size(words)[0] <= place.width
        self._write(words if fits else sign, place, size, colour)

    def _ring(self, rect: Rect, colour: Colour) -> None:
        inset, width = max(2, rect.width // 22), max(2, rect.width // 45)
        rounded(self._surface, rect.inflate(-2 * inset, -2 * inset), rect.width // 10, colour, width)

    def _draw_mark(self, rect: Rect, mark: str, colour: Colour, growth: float = 1.0) -> None:
        """Draw a mark in the upper part of its cell, so that there is room for a value under it."""
        picture = mark_picture(mark, max(1, round(min(rect.size) * 0.56 * (0.4 + 0.6 * growth))), colour)
        centre = (rect.centerx, rect.centery - round(rect.height * 0.04))
        self._surface.blit(picture, picture.get_rect(center=centre))

    def _complete_lines(self) -> list[tuple[Cell, ...]]:
        """Return the complete lines of the scene on the board: the winner's, or in a misère game the loser's."""
        game, scene = self._controller.settings.game, self._controller.visible_scene
        if scene is None or not scene.winner:
            return []
        marks = self.theme.marks if game.misere else [scene.winner]
        return [line for mark in marks for line in game.complete_lines(scene.position, mark)]

    def _complete_cells(self) -> set[Cell]:
        return {cell for line in self._complete_lines() for cell in line}

    def _draw_complete_lines(self) -> None:
        """Draw a broad stroke under each complete line, so that its marks stay readable."""
        for line in self._complete_lines():
            first, last = (Vector2(self._rect(cell).center) for cell in (line[0], line[-1]))
            beyond = (last - first) * 0.08
            stroke(self._surface, first - beyond, last + beyond, self._rect(line[0]).width * 0.3, self.theme.won)

    # ---- the panel ----

    def _draw_panel(self) -> None:
        """Draw the panel: its blocks, as far as they fit, and a bar if there is more to scroll to."""
        content = blocks(self._controller, self._focus or self._mouse)
        if not content:
            self.scroll.fit(0, 0)
            return
        layout, panel = self._layout, self._layout.panel
        is_fault = self._controller.fault is not None and self._controller.overlay is None
        rounded(self._surface, panel, max(4, layout.text // 2), self.theme.fault if is_fault else self.theme.card)
        pad = max(4, layout.text // 2)
        inner = panel.inflate(-2 * pad, -2 * pad)
        height = sum(self._block_height(block, inner.width) for block in content)
        if height > inner.height:
            inner.width -= pad  # room for the bar
            height = sum(self._block_height(block, inner.width) for block in content)
        self.scroll.fit(height, inner.height)
        self._surface.set_clip(inner)
        top = inner.top - self.scroll.offset
        for block in content:
            self._draw_block(block, Rect(inner.left, top, inner.width, self._block_height(block, inner.width)))
            top += self._block_height(block, inner.width)
        self._surface.set_clip(None)
        self._draw_bar(panel, height, inner.height)

    def _block_height(self, block: Block, width: int) -> int:
        gap = self._layout.text // 3
        if isinstance(block, SmallBoard):
            return 6 * self._layout.text + gap
        return len(wrap(self._font(self._layout.text), block.text, width)) * self._line_height + gap

    @property
    def _line_height(self) -> int:
        return self._font(self._layout.text).get_linesize()

    def _draw_block(self, block: Block, rect: Rect) -> None:
        if isinstance(block, SmallBoard):
            self._draw_small_board(
                block.position, Rect(rect.left, rect.top, 6 * self._layout.text, 6 * self._layout.text)
            )
            return
        colour = self.theme.faint if block.is_faint else self.theme.text
        for number, line in enumerate(wrap(self._font(self._layout.text), block.text, rect.width)):
            place = Rect(rect.left, rect.top + number * self._line_height, rect.width, self._line_height)
            if self._surface.get_clip().contains(place):  # no line is cut in half
                self._write_at_left(line, place, self._layout.text, colour)

    def _draw_small_board(self, position: Position, rect: Rect) -> None:
        game = self._controller.settings.game
        side = min(rect.width // game.columns, rect.height // game.rows)
        for cell, mark in enumerate(position[: len(game.cells)]):
            i, j = notation.row_column(game, cell)
            place = Rect(rect.left + j * side, rect.top + i * side, side - 1, side - 1)
            rounded(self._surface, place, 2, blend(self.theme.grid, self.theme.ground, 0.4))
            if mark != FREE and mark in self.theme.marks:
                self._draw_mark(place, mark, self.theme.marks[mark])

    def _draw_bar(self, panel: Rect, content: int, room: int) -> None:
        """Draw the scroll bar of the panel, if not everything fits."""
        if content <= room:
            return
        width = max(3, self._layout.text // 4)
        track = Rect(panel.right - width - 2, panel.top + 4, width, panel.height - 8)
        length = max(12, track.height * room // content)
        top = track.top + (track.height - length) * self.scroll.offset // max(1, self.scroll.offset_max)
        rounded(self._surface, Rect(track.left, top, width, length), width // 2, self.theme.faint)

    # ---- the menu ----

    def _draw_menu(self) -> None:
        """Draw the options of the menu, group by group, as far as they fit."""
        layout, panel = self._layout, self._layout.panel
        inner = panel.inflate(-layout.text, 0)
        rows = options(self._controller.session, self.theme_name)
        tops, top = {}, 0
        for number, option in enumerate(rows):
            if number == 0 or rows[number - 1].group != option.group:
                top += layout.line + layout.text // 2
            tops[option] = top
            top += self._option_height(option, inner.width)
        self.scroll.fit(top, panel.height)
        if self._focus and (focused := next((o for o in rows if ("option", (o.group, o.key)) == self._focus), None)):
            self.scroll.offset = min(self.scroll.offset, max(0, tops[focused] - 2 * layout.line))
            below = tops[focused] + self._option_height(focused, inner.width) - panel.height
            self.scroll.offset = max(self.scroll.offset, below)
        self._surface.set_clip(panel)
        for number, option in enumerate(rows):
            y = panel.top + tops[option] - self.scroll.offset
            if number == 0 or rows[number - 1].group != option.group:
                heading = Rect(inner.left, y - layout.line, inner.width, layout.line)
                if panel.contains(heading):
                    self._write_at_left(option.group, heading, layout.text, self.theme.faint)
            row = Rect(inner.left, y, inner.width, self._option_height(option, inner.width))
            if panel.contains(row):
                self._draw_option(option, row)
        self._surface.set_clip(None)
        self._draw_bar(panel, top, panel.height)

    def _option_lines(self, option: Option, width: int) -> list[str]:
        return wrap(self._font(self._layout.text), f"{option.label}: {option.sentence}", width - 4 * self._layout.text)

    def _option_height(self, option: Option, width: int) -> int:
        return len(self._option_lines(option, width)) * self._line_height + self._layout.text // 2

    def _draw_option(self, option: Option, rect: Rect) -> None:
        """Draw an option: its letter, a dot that is filled if it is chosen, its name and its sentence."""
        text, theme = self._layout.text, self.theme
        target: Target = ("option", (option.group, option.key))
        if option.is_possible:
            self.option_rects[target] = rect
        if target in (self._mouse, self._focus):
            rounded(self._surface, rect, text // 3, theme.card)
        if target == self._focus:
            rounded(self._surface, rect, text // 3, theme.focus, 2)
        colour = theme.text if option.is_possible else blend(theme.faint, theme.ground, 0.4)
        first = Rect(rect.left + text // 3, rect.top + text // 4, text, self._line_height)
        self._write_at_left(option.letter.upper(), first, text, theme.faint)
        dot = Rect(
            rect.left + 2 * text, first.top + (self._line_height - text * 3 // 4) // 2, text * 3 // 4, text * 3 // 4
        )
        rounded(
            self._surface,
            dot,
            dot.width // 2,
            theme.focus if option.is_chosen else theme.grid,
            0 if option.is_chosen else 2,
        )
        for number, line in enumerate(self._option_lines(option, rect.width)):
            place = Rect(
                rect.left + 7 * text // 2, first.top + number * self._line_height, rect.width, self._line_height
            )
            self._write_at_left(line, place, text, colour)

    # ---- buttons and texts ----

    def _draw_button(self, label: str, target: Target, rect: Rect, is_disabled: bool = False) -> None:
        theme, text = self.theme, self._layout.text
        is_main = target[0] in MAIN_BUTTONS and (target[0] != "new" or screen_of(self._controller) != "play")
        radius = max(4, rect.height // 4)
        is_pressed = target[0] == "values" and self._controller.session.values_on
        ground, lit = (theme.main_button, theme.main_button_lit) if is_main else (theme.button, theme.button_lit)
        colour = lit if target == self._mouse else ground
        ink = theme.main_text if is_main else theme.text
        if is_disabled:
            colour, ink = blend(theme.button, theme.ground, 0.5), theme.faint
        rounded(self._surface, rect, radius, colour)
        if is_pressed:
            rounded(self._surface, rect, radius, theme.focus, 2)
        if target == self._focus:
            rounded(self._surface, rect.inflate(6, 6), radius + 3, theme.focus, 2)
        size = text if rect.height < 3 * text else round(1.2 * text)
        self._write(label, rect.inflate(-text // 2, 0), size, ink)

    def _write(self, text: str, rect: Rect, size: float, colour: Colour, lines_max: int = 1) -> None:
        """Write a text in the middle of a rectangle; if it is too wide, make it smaller or use several lines."""
        if not text:
            return
        whole = max(TEXT_MIN, round(size))
        while whole > TEXT_MIN and self._font(whole).size(text)[0] > rect.width:
            whole -= 1
        font = self._font(whole)
        lines = [text] if lines_max == 1 else wrap(font, text, rect.width)[:lines_max]
        top = rect.centery - len(lines) * font.get_linesize() // 2
        for number, line in enumerate(lines):
            picture = font.render(line, True, colour)
            place = picture.get_rect(midtop=(rect.centerx, top + number * font.get_linesize()))
            self._surface.blit(picture, place)
            self.drawn.texts.append((line, place, rect, whole))

    def _write_at_left(self, text: str, rect: Rect, size: int, colour: Colour) -> None:
        picture = self._font(size).render(text, True, colour)
        place = picture.get_rect(topleft=rect.topleft)
        self._surface.blit(picture, place)
        self.drawn.texts.append((text, place, rect, size))
