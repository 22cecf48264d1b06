"""Draw the window: the board, its marks, values and hints, buttons and texts."""

from __future__ import annotations

from pathlib import Path

import pygame

from noughts.explain.words import short_verdict
from noughts.game import notation
from noughts.game.notation import RowColumn
from noughts.game.rules import Mark
from noughts.window.controller import Controller
from noughts.window.layout import Layout, Pointing, Target, labels, lay_out, legend, panel_text, screen_of, status
from noughts.window.shapes import Colour, blend, is_font, shape, strike, wrap

GROUND: Colour = (22, 24, 30)
TROUBLE: Colour = (74, 30, 34)
ADVICE: Colour = (30, 48, 66)
BUTTON: Colour = (226, 228, 234)
BUTTON_POINTED: Colour = (255, 255, 255)
QUIET: Colour = (58, 62, 74)
QUIET_POINTED: Colour = (78, 84, 100)
INK: Colour = (22, 24, 30)
TEXT: Colour = (240, 241, 244)
FAINT: Colour = (150, 155, 168)
GRID: Colour = (92, 98, 114)
FOCUS: Colour = (255, 214, 92)
WON: Colour = (255, 214, 92)
HINT: Colour = (126, 214, 223)
MARKS: dict[Mark, Colour] = {"X": (244, 150, 92), "O": (104, 180, 240)}
# The colours of a win, a draw and a loss; also of right and wrong moves.
VALUES: dict[int, Colour] = {1: (126, 214, 140), 0: (226, 206, 120), -1: (240, 130, 120)}

# The number of pictures of marks that are cached. One size needs four; resizing the window makes new ones.
SHAPES_MAX = 64
# The main buttons of a screen; the others are less prominent.
LOUD = ("side", "new", "retry")


class View:
    """Draws the state of a controller. Fonts and marks are cached by size."""

    def __init__(self, font: Path | None) -> None:
        self._font_file = str(font) if font and is_font(font) else None
        self._fonts: dict[int, pygame.font.Font] = {}
        self._shapes: dict[tuple[Mark, int, Colour], pygame.Surface] = {}

    def draw(self, surface: pygame.Surface, controller: Controller, pointing: Pointing) -> None:
        """Draw everything."""
        layout = lay_out(surface.get_size(), controller)
        surface.fill(GROUND)
        self._write(
            surface,
            controller.message,
            layout.message,
            (9 if screen_of(controller) == "choose" else 6.5) * layout.unit,
            TEXT,
        )
        if screen_of(controller) != "choose":
            self._draw_board(surface, controller, layout, pointing)
        for target, label in labels(controller).items():
            self._draw_button(surface, label, target, layout, pointing)
        text = panel_text(controller)
        if text:
            colour = TROUBLE if controller.trouble else ADVICE
            pygame.draw.rect(surface, colour, layout.panel, border_radius=round(2 * layout.unit))
            self._write_wrapped(surface, text, layout.panel.inflate(-4 * layout.unit, -2 * layout.unit), layout.unit)
        self._write(surface, status(controller), layout.status, 3 * layout.unit, TEXT)
        self._write(surface, legend(controller), layout.legend, 3 * layout.unit, FAINT)

    def _draw_board(self, surface: pygame.Surface, controller: Controller, layout: Layout, pointing: Pointing) -> None:
        board, game, width = layout.board, controller.settings.game, max(1, round(0.7 * layout.unit))
        side = board.width // game.columns
        for step in range(1, game.columns):
            line = pygame.Rect(board.left + step * side - width // 2, board.top, width, board.height)
            pygame.draw.rect(surface, GRID, line, border_radius=width)
        for step in range(1, game.rows):
            line = pygame.Rect(board.left, board.top + step * side - width // 2, board.width, width)
            pygame.draw.rect(surface, GRID, line, border_radius=width)
        for target in layout.targets:
            match target:
                case ("cell", (int(i), int(j))):
                    self._draw_cell(surface, controller, layout, (i, j), pointing)
        self._draw_lines(surface, controller, layout)

    def _draw_cell(
        self, surface: pygame.Surface, controller: Controller, layout: Layout, cell: RowColumn, pointing: Pointing
    ) -> None:
        target: Target = ("cell", cell)
        rect = layout.targets[target]
        scene = controller.visible_scene
        mark = scene.board[cell[0]][cell[1]] if scene else None
        if mark in MARKS:
            self._draw_mark(surface, rect, mark, MARKS[mark])
        elif (
            screen_of(controller) == "play"
            and controller.is_persons_turn
            and target in (pointing.mouse, pointing.keyboard)
        ):
            turn = scene.turn if scene and scene.turn else "X"
            self._draw_mark(surface, rect, turn, blend(MARKS[turn], GROUND, 0.65))
        self._draw_advice(surface, controller, layout, cell)
        if target == pointing.keyboard:
            self._ring(surface, rect, layout, FOCUS)

    def _draw_advice(
        self, surface: pygame.Surface, controller: Controller, layout: Layout, row_column: RowColumn
    ) -> None:
        """Draw the advice about a cell: its value, a hint, a mistake or the right move."""
        rect, advisor = layout.targets["cell", row_column], controller.advisor
        cell, mistake, advice = notation.to_cell(controller.settings.game, row_column), advisor.mistake, advisor.advice
        if mistake and (cell == mistake.cell or cell in mistake.right):
            label, colour = ("right", VALUES[1]) if cell in mistake.right else ("played", VALUES[-1])
            self._ring(surface, rect, layout, colour)
            self._write(surface, label, rect, rect.height * 0.2, colour)
        elif advice and not mistake:
            verdict = advice.values.get(cell)
            if controller.session.values_on and verdict and not controller.is_waiting:
                self._write(surface, short_verdict(verdict), rect, rect.height * 0.2, VALUES[verdict.value])
            if advisor.is_hinted(cell):
                self._ring(surface, rect, layout, HINT)

    def _ring(self, surface: pygame.Surface, rect: pygame.Rect, layout: Layout, colour: Colour) -> None:
        inner = rect.inflate(-2 * layout.unit, -2 * layout.unit)
        pygame.draw.rect(
            surface, colour, inner, max(1, round(0.5 * layout.unit)), border_radius=round(1.5 * layout.unit)
        )

    def _draw_mark(self, surface: pygame.Surface, rect: pygame.Rect, mark: Mark, colour: Colour) -> None:
        key = mark, max(1, round(min(rect.size) * 0.62)), colour
        if key not in self._shapes:
            if len(self._shapes) >= SHAPES_MAX:
                self._shapes.clear()
            self._shapes[key] = shape(*key)
        surface.blit(self._shapes[key], self._shapes[key].get_rect(center=rect.center))

    def _draw_lines(self, surface: pygame.Surface, controller: Controller, layout: Layout) -> None:
        """Strike through the complete lines: the winner's, or in a misère game the loser's."""
        game, scene = controller.settings.game, controller.visible_scene
        if scene is None or not scene.winner:
            return
        for mark in MARKS if game.misere else [scene.winner]:
            for line in game.complete_lines(scene.position, mark):
                ends = [layout.targets["cell", notation.row_column(game, cell)] for cell in (line[0], line[-1])]
                first, last = (pygame.Vector2(rect.center) for rect in ends)
                beyond = (last - first) * 0.17
                strike(surface, first - beyond, last + beyond, max(2.0, 1.8 * layout.unit), WON)

    def _draw_button(
        self, surface: pygame.Surface, label: str, target: Target, layout: Layout, pointing: Pointing
    ) -> None:
        rect, unit, is_loud = layout.targets[target], layout.unit, target[0] in LOUD
        colours = (BUTTON, BUTTON_POINTED) if is_loud else (QUIET, QUIET_POINTED)
        radius = round(2 * unit)
        pygame.draw.rect(surface, colours[target == pointing.mouse], rect, border_radius=radius)
        if target == pointing.keyboard:
            around = rect.inflate(2 * unit, 2 * unit)
            pygame.draw.rect(surface, FOCUS, around, max(1, round(0.6 * unit)), border_radius=radius)
        self._write(surface, label, rect, min(4.2 * unit, rect.height * 0.45), INK if is_loud else TEXT)

    def _font(self, size: float) -> pygame.font.Font:
        pixels = max(6, round(size))
        if pixels not in self._fonts:
            self._fonts[pixels] = pygame.font.Font(self._font_file, pixels)
        return self._fonts[pixels]

    def _write(self, surface: pygame.Surface, text: str, rect: pygame.Rect, size: float, colour: Colour) -> None:
        """Write a line in the middle of a rectangle, smaller if it would not fit."""
        width = self._font(size).size(text)[0]
        if width > rect.width * 0.96:
            size = size * rect.width * 0.96 / width
        written = self._font(size).render(text, True, colour)
        surface.blit(written, written.get_rect(center=rect.center))

    def _write_wrapped(self, surface: pygame.Surface, text: str, rect: pygame.Rect, unit: float) -> None:
        """Write a wrapped text in the largest size that fits; if none fits, use the smallest and cut the text."""
        for size in (4.0, 3.6, 3.2, 2.8, 2.4, 2.0):
            font = self._font(size * unit)
            lines = wrap(font, text, rect.width)
            if len(lines) * font.get_linesize() <= rect.height:
                break
        lines = lines[: max(1, rect.height // font.get_linesize())]
        top = rect.centery - len(lines) * font.get_linesize() // 2
        for line in lines:
            surface.blit(font.render(line, True, TEXT), (rect.left, top))
            top += font.get_linesize()
