"""The drawing of the window: the board, its marks, values and hints, buttons and texts."""

from functools import cache, lru_cache, partial
from pathlib import Path

import pygame

from noughts.explain.words import short_verdict
from noughts.game import notation
from noughts.game.rules import Cell, Mark
from noughts.window.controller import Controller
from noughts.window.layout import Layout, Target, labels, lay_out, legend, panel_text, screen_of, status
from noughts.window.shapes import Colour, blend, is_font, shape, strike, wrap

GROUND: Colour = (22, 24, 30)
TROUBLE: Colour = (74, 30, 34)
ADVICE: Colour = (30, 48, 66)
# The colour of a button, and its colour under the mouse.
MAIN_BUTTON: tuple[Colour, Colour] = ((226, 228, 234), (255, 255, 255))
BUTTON: tuple[Colour, Colour] = ((58, 62, 74), (78, 84, 100))
TEXT: Colour = (240, 241, 244)
FAINT: Colour = (150, 155, 168)
GRID: Colour = (92, 98, 114)
FOCUS: Colour = (255, 214, 92)
WON: Colour = (255, 214, 92)
HINT: Colour = (126, 214, 223)
MARKS: dict[Mark, Colour] = {"X": (244, 150, 92), "O": (104, 180, 240)}
# The colours of a win, a draw and a loss; right moves have the colour of a win, mistakes the colour of a loss.
VALUES: dict[int, Colour] = {1: (126, 214, 140), 0: (226, 206, 120), -1: (240, 130, 120)}

# How many pictures of marks are cached. A window size needs four: X and O, each bright and faint.
SHAPES_MAX = 64
# The names of the main buttons, which are brighter than the others.
MAIN_BUTTONS = ("side", "new", "retry")


class View:
    """Draws the state of a controller. Fonts and marks are cached by size."""

    # What is drawn and where: draw() sets all of these.
    _surface: pygame.Surface
    _controller: Controller
    _layout: Layout
    _mouse: Target | None  # the target under the mouse
    _focus: Target | None  # the target that the keyboard points at

    def __init__(self, font: Path | None) -> None:
        self._font_file = str(font) if font and is_font(font) else None
        self._font_of_height = cache(partial(pygame.font.Font, self._font_file))
        self._shape = lru_cache(SHAPES_MAX)(shape)

    def draw(
        self, surface: pygame.Surface, controller: Controller, mouse: Target | None = None, focus: Target | None = None
    ) -> None:
        """Draw the window; highlight the targets that the mouse and the keyboard point at, if any."""
        self._surface, self._controller, self._mouse, self._focus = surface, controller, mouse, focus
        self._layout = layout = lay_out(surface.get_size(), controller)
        surface.fill(GROUND)
        is_choice = screen_of(controller) == "choose"
        self._write(controller.message, layout.message, (9 if is_choice else 6.5) * layout.unit, TEXT)
        if not is_choice:
            self._draw_board()
        for target, label in labels(controller).items():
            self._draw_button(label, target)
        if text := panel_text(controller):
            colour = TROUBLE if controller.trouble else ADVICE
            pygame.draw.rect(surface, colour, layout.panel, border_radius=round(2 * layout.unit))
            self._write_wrapped(text, layout.panel.inflate(-4 * layout.unit, -2 * layout.unit))
        self._write(status(controller), layout.status, 3 * layout.unit, TEXT)
        self._write(legend(controller), layout.legend, 3 * layout.unit, FAINT)

    def _draw_board(self) -> None:
        board, game, width = self._layout.board, self._controller.settings.game, max(1, round(0.7 * self._layout.unit))
        side = board.width // game.columns
        xs, ys = range(board.left + side, board.right, side), range(board.top + side, board.bottom, side)
        lines = [pygame.Rect(x - width // 2, board.top, width, board.height) for x in xs]
        lines += [pygame.Rect(board.left, y - width // 2, board.width, width) for y in ys]
        for line in lines:
            pygame.draw.rect(self._surface, GRID, line, border_radius=width)
        for cell in game.cells:
            self._draw_cell(cell)
        self._draw_complete_lines()

    def _draw_cell(self, cell: Cell) -> None:
        """Draw a cell: its mark, or faintly the mark that a move here would place; its advice; the keyboard's focus."""
        controller, scene = self._controller, self._controller.visible_scene
        i, j = notation.row_column(controller.settings.game, cell)
        target: Target = ("cell", (i, j))
        rect, mark = self._layout.targets[target], scene.board[i][j] if scene else None
        if mark in MARKS:
            self._draw_mark(rect, mark, MARKS[mark])
        elif target in (self._mouse, self._focus) and screen_of(controller) == "play" and controller.is_persons_turn:
            turn = scene.turn if scene and scene.turn else "X"
            self._draw_mark(rect, turn, blend(MARKS[turn], GROUND, 0.65))
        self._draw_advice(cell, rect)
        if target == self._focus:
            self._ring(rect, FOCUS)

    def _draw_advice(self, cell: Cell, rect: pygame.Rect) -> None:
        """Draw the advice about a cell: its value and the hint, or its part in the mistake that is shown."""
        controller, advisor = self._controller, self._controller.advisor
        mistake, advice = advisor.mistake, advisor.advice
        if mistake and (cell == mistake.cell or cell in mistake.right):
            label, colour = ("right", VALUES[1]) if cell in mistake.right else ("played", VALUES[-1])
            self._ring(rect, colour)
            self._write(label, rect, rect.height * 0.2, colour)
        elif advice and not mistake:
            verdict = advice.values.get(cell)
            if controller.session.values_on and verdict and not controller.is_waiting:
                self._write(short_verdict(verdict), rect, rect.height * 0.2, VALUES[verdict.value])
            if advisor.is_hinted(cell):
                self._ring(rect, HINT)

    def _ring(self, rect: pygame.Rect, colour: Colour) -> None:
        unit = self._layout.unit
        inner = rect.inflate(-2 * unit, -2 * unit)
        pygame.draw.rect(self._surface, colour, inner, max(1, round(0.5 * unit)), border_radius=round(1.5 * unit))

    def _draw_mark(self, rect: pygame.Rect, mark: Mark, colour: Colour) -> None:
        picture = self._shape(mark, max(1, round(min(rect.size) * 0.62)), colour)
        self._surface.blit(picture, picture.get_rect(center=rect.center))

    def _draw_complete_lines(self) -> None:
        """Strike through the complete lines: the winner's, or in a misère game the loser's."""
        game, scene = self._controller.settings.game, self._controller.visible_scene
        if scene is None or not scene.winner:
            return
        for mark in MARKS if game.misere else [scene.winner]:
            for line in game.complete_lines(scene.position, mark):
                ends = [self._layout.targets["cell", notation.row_column(game, cell)] for cell in (line[0], line[-1])]
                first, last = (pygame.Vector2(rect.center) for rect in ends)
                beyond = (last - first) * 0.17
                strike(self._surface, first - beyond, last + beyond, max(2.0, 1.8 * self._layout.unit), WON)

    def _draw_button(self, label: str, target: Target) -> None:
        rect, unit, is_main = self._layout.targets[target], self._layout.unit, target[0] in MAIN_BUTTONS
        colour, radius = (MAIN_BUTTON if is_main else BUTTON)[target == self._mouse], round(2 * unit)
        pygame.draw.rect(self._surface, colour, rect, border_radius=radius)
        if target == self._focus:
            around = rect.inflate(2 * unit, 2 * unit)
            pygame.draw.rect(self._surface, FOCUS, around, max(1, round(0.6 * unit)), border_radius=radius)
        self._write(label, rect, min(4.2 * unit, rect.height * 0.45), GROUND if is_main else TEXT)

    def _font(self, size: float) -> pygame.font.Font:
        return self._font_of_height(max(6, round(size)))

    def _write(self, text: str, rect: pygame.Rect, size: float, colour: Colour) -> None:
        """Write a line of text in the middle of a rectangle, in a smaller size if the text would be too wide."""
        size *= min(1, 0.96 * rect.width / max(1, self._font(size).size(text)[0]))
        picture = self._font(size).render(text, True, colour)
        self._surface.blit(picture, picture.get_rect(center=rect.center))

    def _write_wrapped(self, text: str, rect: pygame.Rect) -> None:
        """Write wrapped text in the largest size that fits in the rectangle; if none does, cut off the last lines."""
        for size in (4.0, 3.6, 3.2, 2.8, 2.4, 2.0):
            font = self._font(size * self._layout.unit)
            lines = wrap(font, text, rect.width)
            if len(lines) * font.get_linesize() <= rect.height:
                break
        lines = lines[: max(1, rect.height // font.get_linesize())]
        top = rect.centery - len(lines) * font.get_linesize() // 2
        for number, line in enumerate(lines):
            self._surface.blit(font.render(line, True, TEXT), (rect.left, top + number * font.get_linesize()))
