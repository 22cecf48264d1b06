"""What the window shows: where everything lies at any size, and how it is drawn.

target      something a person can point at, e.g. ("cell", (1, 1)) or ("side", "X")
unit        a hundredth of the window's shorter side; every length is some units
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pygame

from noughts import notation
from noughts.notation import Pair
from noughts.rules import CLASSIC, Mark, X
from noughts.window.flow import Flow

Target: TypeAlias = tuple[str, object]
Colour: TypeAlias = tuple[int, int, int]

GROUND: Colour = (22, 24, 30)
PANEL: Colour = (74, 30, 34)
BUTTON: Colour = (226, 228, 234)
BUTTON_POINTED: Colour = (255, 255, 255)
INK: Colour = (22, 24, 30)
TEXT: Colour = (240, 241, 244)
FAINT: Colour = (150, 155, 168)
GRID: Colour = (92, 98, 114)
FOCUS: Colour = (255, 214, 92)
WON: Colour = (255, 214, 92)
MARKS: dict[Mark, Colour] = {"X": (244, 150, 92), "O": (104, 180, 240)}

# Marks kept as pictures. One size needs four; a window that is dragged larger makes new ones all the time.
SHAPES_MAX = 64

LEGENDS = {
    "choose": "Arrows and Enter, or X and O: choose    Esc: quit",
    "play": "Arrows and Enter, or 1 to 9: move    U: undo    N: new game    Esc: quit",
    "over": "Enter or N: play again    U: undo    Esc: quit",
}


@dataclass(frozen=True)
class Pointing:
    """What the mouse and the keyboard point at, if anything."""

    mouse: Target | None = None
    keyboard: Target | None = None


@dataclass(frozen=True)
class Layout:
    """Where everything lies."""

    unit: float
    message: pygame.Rect
    board: pygame.Rect
    panel: pygame.Rect
    legend: pygame.Rect
    targets: dict[Target, pygame.Rect]

    def target_at(self, point: tuple[int, int]) -> Target | None:
        """What lies under a point of the window."""
        return next((target for target, rect in self.targets.items() if rect.collidepoint(point)), None)


def stage(flow: Flow) -> str:
    """Which of the three screens is on: "choose", "play" or "over"."""
    return "choose" if flow.you is None else "over" if flow.is_over else "play"


def labels(flow: Flow) -> dict[Target, str]:
    """The buttons of the screen that is on, with what is written on them."""
    if stage(flow) == "choose":
        return {("side", "X"): "Play as X", ("side", "O"): "Play as O"}
    buttons: dict[Target, str] = {("undo", None): "Undo"} if flow.can_undo else {}
    return buttons | {("new", None): "Play Again" if flow.is_over else "New Game"}


def lay_out(size: tuple[int, int], flow: Flow) -> Layout:
    """Where everything lies in a window of that size: message, board, buttons, the panel for trouble, legend."""
    width, height = size
    unit = min(size) / 100
    is_choice = stage(flow) == "choose"
    message_top = height * 0.2 if is_choice else 2 * unit
    message = pygame.Rect(0, round(message_top), width, round(9 * unit))
    legend = pygame.Rect(0, height - round(6 * unit), width, round(6 * unit))
    panel_height = round(22 * unit) if flow.trouble else 0
    panel = pygame.Rect(round(3 * unit), legend.top - panel_height, width - round(6 * unit), panel_height)
    buttons_top = height * 0.45 if is_choice else panel.top - 12 * unit
    button_size = (round(30 * unit), round(14 * unit)) if is_choice else (round(26 * unit), round(10 * unit))
    targets = button_rects(list(labels(flow)), width, round(buttons_top), button_size)
    side = max(3, min(width - round(8 * unit), round(buttons_top - 3 * unit) - message.bottom - round(2 * unit)))
    board = pygame.Rect((width - side) // 2, message.bottom + round(2 * unit), side, side)
    if not is_choice:
        targets |= {("cell", (i, j)): cell_rect(board, (i, j)) for i in range(3) for j in range(3)}
    return Layout(unit, message, board, panel, legend, targets)


def button_rects(
    buttons: list[Target], width: int, top: int, button_size: tuple[int, int]
) -> dict[Target, pygame.Rect]:
    """Where the buttons lie: side by side in the middle of a row."""
    step = round(button_size[0] * 1.17)
    left = (width - (len(buttons) - 1) * step - button_size[0]) // 2
    return {target: pygame.Rect((left + index * step, top), button_size) for index, target in enumerate(buttons)}


def cell_rect(board: pygame.Rect, cell: Pair) -> pygame.Rect:
    """Where a cell lies; the nine cover the board without a gap."""
    (i, j), side = cell, board.width
    left, top = board.left + j * side // 3, board.top + i * side // 3
    return pygame.Rect(left, top, board.left + (j + 1) * side // 3 - left, board.top + (i + 1) * side // 3 - top)


class View:
    """Draws a flow. Fonts and marks are made once for every size that is asked for."""

    def __init__(self, font: Path | None) -> None:
        self._font_file = str(font) if font and is_font(font) else None
        self._fonts: dict[int, pygame.font.Font] = {}
        self._shapes: dict[tuple[Mark, int, Colour], pygame.Surface] = {}

    def draw(self, surface: pygame.Surface, flow: Flow, pointing: Pointing) -> None:
        """Draw everything."""
        layout = lay_out(surface.get_size(), flow)
        surface.fill(GROUND)
        self._write(surface, flow.message, layout.message, (9 if stage(flow) == "choose" else 6.5) * layout.unit, TEXT)
        if stage(flow) != "choose":
            self._draw_board(surface, flow, layout, pointing)
        for target, label in labels(flow).items():
            self._draw_button(surface, label, target, layout, pointing)
        if flow.trouble:
            pygame.draw.rect(surface, PANEL, layout.panel, border_radius=round(2 * layout.unit))
            inside = layout.panel.inflate(-4 * layout.unit, -2 * layout.unit)
            self._write_wrapped(surface, flow.trouble, inside, layout.unit)
        self._write(surface, LEGENDS[stage(flow)], layout.legend, 3 * layout.unit, FAINT)

    def _draw_board(self, surface: pygame.Surface, flow: Flow, layout: Layout, pointing: Pointing) -> None:
        board, width = layout.board, max(1, round(0.7 * layout.unit))
        for step in (1, 2):
            offset = step * board.width // 3
            line = pygame.Rect(board.left + offset - width // 2, board.top, width, board.height)
            pygame.draw.rect(surface, GRID, line, border_radius=width)
            line = pygame.Rect(board.left, board.top + offset - width // 2, board.width, width)
            pygame.draw.rect(surface, GRID, line, border_radius=width)
        for i in range(3):
            for j in range(3):
                self._draw_cell(surface, flow, layout, (i, j), pointing)
        if flow.scene and flow.scene.winner:
            self._draw_winning_lines(surface, flow, layout)

    def _draw_cell(self, surface: pygame.Surface, flow: Flow, layout: Layout, cell: Pair, pointing: Pointing) -> None:
        target: Target = ("cell", cell)
        rect = layout.targets[target]
        mark = flow.scene.board[cell[0]][cell[1]] if flow.scene else None
        if mark in MARKS:
            self._draw_mark(surface, rect, mark, MARKS[mark])
        elif flow.you and flow.is_your_turn and target in (pointing.mouse, pointing.keyboard):
            self._draw_mark(surface, rect, flow.you, blend(MARKS[flow.you], GROUND, 0.65))
        if target == pointing.keyboard:
            inner = rect.inflate(-2 * layout.unit, -2 * layout.unit)
            width = max(1, round(0.5 * layout.unit))
            pygame.draw.rect(surface, FOCUS, inner, width, border_radius=round(1.5 * layout.unit))

    def _draw_mark(self, surface: pygame.Surface, rect: pygame.Rect, mark: Mark, colour: Colour) -> None:
        key = mark, max(1, round(min(rect.size) * 0.62)), colour
        if key not in self._shapes:
            if len(self._shapes) >= SHAPES_MAX:
                self._shapes.clear()
            self._shapes[key] = shape(*key)
        surface.blit(self._shapes[key], self._shapes[key].get_rect(center=rect.center))

    def _draw_winning_lines(self, surface: pygame.Surface, flow: Flow, layout: Layout) -> None:
        """Strike through the lines of the player whom the file calls the winner, where the board has any."""
        assert flow.scene is not None
        assert flow.scene.winner is not None
        for line in CLASSIC.complete_lines(notation.from_board(flow.scene.board), flow.scene.winner):
            ends = [layout.targets["cell", notation.to_pair(CLASSIC, cell)] for cell in (line[0], line[-1])]
            first, last = (pygame.Vector2(rect.center) for rect in ends)
            beyond = (last - first) * 0.17
            strike(surface, first - beyond, last + beyond, max(2.0, 1.8 * layout.unit), WON)

    def _draw_button(
        self, surface: pygame.Surface, label: str, target: Target, layout: Layout, pointing: Pointing
    ) -> None:
        rect, unit = layout.targets[target], layout.unit
        radius = round(2 * unit)
        pygame.draw.rect(surface, BUTTON_POINTED if target == pointing.mouse else BUTTON, rect, border_radius=radius)
        if target == pointing.keyboard:
            around = rect.inflate(2 * unit, 2 * unit)
            pygame.draw.rect(surface, FOCUS, around, max(1, round(0.6 * unit)), border_radius=radius)
        self._write(surface, label, rect, min(4.2 * unit, rect.height * 0.45), INK)

    def _font(self, size: float) -> pygame.font.Font:
        pixels = max(6, round(size))
        if pixels not in self._fonts:
            self._fonts[pixels] = pygame.font.Font(self._font_file, pixels)
        return self._fonts[pixels]

    def _write(self, surface: pygame.Surface, text: str, rect: pygame.Rect, size: float, colour: Colour) -> None:
        """Write a line in the middle of a rectangle, smaller where it would not fit."""
        width = self._font(size).size(text)[0]
        if width > rect.width * 0.96:
            size = size * rect.width * 0.96 / width
        written = self._font(size).render(text, True, colour)
        surface.blit(written, written.get_rect(center=rect.center))

    def _write_wrapped(self, surface: pygame.Surface, text: str, rect: pygame.Rect, unit: float) -> None:
        """Write a text in lines, in the largest size in which it fits; at the smallest, what fits of it."""
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


def is_font(path: Path) -> bool:
    """Is there a file that can be written with? Where not, pygame's own font will do."""
    try:
        return path.is_file() and pygame.font.Font(str(path), 12).size("X")[0] > 0
    except (pygame.error, OSError):
        return False


def wrap(font: pygame.font.Font, text: str, width: int) -> list[str]:
    """The text in lines no wider than that; a word that alone is wider is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.size(longer)[0] <= width:
            lines[-1] = longer
            continue
        lines.append(word)
        while len(lines[-1]) > 1 and font.size(lines[-1])[0] > width:
            wide = lines[-1]
            fitting = bisect_right(range(len(wide) + 1), width, lo=1, key=lambda end: font.size(wide[:end])[0]) - 1
            lines[-1:] = [wide[: max(1, fitting)], wide[max(1, fitting) :]]
    return [line for line in lines if line]


def blend(colour: Colour, ground: Colour, share: float) -> Colour:
    """The colour with that share of another mixed in."""
    mixed = [round(part * (1 - share) + other * share) for part, other in zip(colour, ground, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def shape(mark: Mark, side: int, colour: Colour) -> pygame.Surface:
    """A mark as a picture: drawn larger and scaled down, so that its edges are smooth."""
    factor = 4 if side < 300 else 2
    large = side * factor
    canvas = pygame.Surface((large, large), pygame.SRCALPHA)
    canvas.fill((*colour, 0))
    width = max(1, round(large * 0.15))
    if mark == X:
        near, far = pygame.Vector2(width / 2, width / 2), pygame.Vector2(large - width / 2, large - width / 2)
        thick_line(canvas, near, far, width, colour)
        thick_line(canvas, pygame.Vector2(near.x, far.y), pygame.Vector2(far.x, near.y), width, colour)
    else:
        pygame.draw.circle(canvas, colour, (large // 2, large // 2), large // 2, width)
    return pygame.transform.smoothscale(canvas, (side, side))


def strike(surface: pygame.Surface, first: pygame.Vector2, last: pygame.Vector2, width: float, colour: Colour) -> None:
    """A smooth thick line from one point of the surface to another."""
    margin = round(width) + 1
    left, top = min(first.x, last.x) - margin, min(first.y, last.y) - margin
    size = (round(abs(last.x - first.x)) + 2 * margin, round(abs(last.y - first.y)) + 2 * margin)
    canvas = pygame.Surface((2 * size[0], 2 * size[1]), pygame.SRCALPHA)
    canvas.fill((*colour, 0))
    corner = pygame.Vector2(left, top)
    thick_line(canvas, (first - corner) * 2, (last - corner) * 2, width * 2, colour)
    surface.blit(pygame.transform.smoothscale(canvas, size), (round(left), round(top)))


def thick_line(
    canvas: pygame.Surface, first: pygame.Vector2, last: pygame.Vector2, width: float, colour: Colour
) -> None:
    """A line of some width with round ends; pygame's own has slanted ones."""
    along = last - first
    if along.length() > 0:
        across = pygame.Vector2(-along.y, along.x).normalize() * width / 2
        pygame.draw.polygon(canvas, colour, [first + across, last + across, last - across, first - across])
    for end in (first, last):
        pygame.draw.circle(canvas, colour, end, width / 2 - 0.5)  # a circle covers the pixels it touches
