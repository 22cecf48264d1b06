"""Where everything lies in the window, at any size, and what is written on it.

target      something a person can point at, e.g. ("cell", (1, 1)) or ("side", "X")
unit        a hundredth of the window's shorter side; every length is some units
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import pygame

from noughts.evening import Settings
from noughts.notation import Pair
from noughts.play import PERFECT
from noughts.rules import CLASSIC, Game
from noughts.window.flow import Flow
from noughts.window.menu import board_words

Target: TypeAlias = tuple[str, object]

LEGENDS = {
    "choose": "Arrows and Enter, or X and O: choose    M: more    Esc: quit",
    "more": "X, O: choose    L: against    B: board    P: people    S: sides    M: less    Esc: quit",
    "play": "Arrows and Enter{digits}: move    U: undo    R: redo    I: hint    H: values    N: new game    Esc: quit",
    "over": "Enter or N: play again    U: undo    M: mistakes    H: values    Esc: quit",
    "lesson": "Enter: try again from here    M: next mistake    N: play again    Esc: quit",
}

# The row under the board.
SLOTS: list[Target] = [(name, None) for name in ("undo", "redo", "hint", "values", "new")]


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
    status: pygame.Rect
    legend: pygame.Rect
    targets: dict[Target, pygame.Rect]

    def target_at(self, point: tuple[int, int]) -> Target | None:
        """What lies under a point of the window."""
        return next((target for target, rect in self.targets.items() if rect.collidepoint(point)), None)


def stage(flow: Flow) -> str:
    """Which of the screens is on: "choose", "play", "over", or "lesson" where a mistake is looked at."""
    if flow.you is None:
        return "choose"
    return "lesson" if flow.guide.lesson else "over" if flow.is_over else "play"


def legend(flow: Flow) -> str:
    """The keys of the screen that is on."""
    name = "more" if stage(flow) == "choose" and flow.menu.is_open else stage(flow)
    return LEGENDS[name].replace("{digits}", ", or 1 to 9" if len(flow.settings.game.cells) == 9 else "")


def labels(flow: Flow) -> dict[Target, str]:
    """The buttons of the screen that is on, with what is written on them."""
    on = stage(flow)
    if on == "choose":
        found: dict[Target, str] = {("side", "X"): "Play as X", ("side", "O"): "Play as O"}
        if len(flow.menu.files) == 2:
            found["watch", None] = "Watch"
        found["more", None] = "Less" if flow.menu.is_open else "More"
        return found | ({(name, None): text for name, text in flow.menu.labels.items()} if flow.menu.is_open else {})
    if on == "lesson":
        return {("retry", None): "Try Again", ("mistakes", None): "Next", ("new", None): "Play Again"}
    found = {("undo", None): "Undo"} if flow.can_undo else {}
    if flow.can_redo:
        found["redo", None] = "Redo"
    if on == "play" and not flow.is_watching:
        found["hint", None] = "Hint"
    if on == "over" and flow.guide.lessons:
        found["mistakes", None] = "Mistakes"
    if on == "play":
        found["values", None] = "Hide Values" if flow.guide.values_on else "Values"
    return found | {("new", None): "Play Again" if on == "over" else "New Game"}


def panel_text(flow: Flow) -> str | None:
    """What is said under the board: trouble first, then what the guide has to say."""
    return flow.trouble or (flow.guide.text if flow.you else None)


def status(flow: Flow) -> str:
    """The small line at the bottom: what is not as in the classic game, and the score."""
    parts = []
    if flow.you is not None:
        parts += [] if flow.menu.is_through_file or flow.is_watching else of_engine(flow.settings, flow)
        if flow.guide.values_on and flow.menu.is_through_file:
            parts.append(f"values by Noughts, moves by {flow.menu.name}")
    score = flow.score_now
    if score.games:
        names = ("Player 1", "Player 2") if flow.settings.two_people else ("You", "computer")
        if flow.is_watching:
            names = (flow.menu.files[0].name, flow.menu.files[1].name)
        parts.append(score.words(*names))
    return "    ".join(parts)


def of_engine(settings: Settings, flow: Flow) -> list[str]:
    """What is to be said of our own engine's play."""
    parts = [] if settings.game == CLASSIC else [board_words(settings.game)]
    if settings.two_people:
        return parts
    if settings.level != PERFECT:
        return [*parts, f"{settings.level.name} level"]
    free = len(flow.scene.free) if flow.scene else 0
    return [*parts, "plays the best it finds: too large to be sure"] if free > settings.exact_free_cells else parts


def lay_out(size: tuple[int, int], flow: Flow) -> Layout:
    """Where everything lies in a window of that size: message, board, buttons, panel, status, legend."""
    width, height = size
    unit = min(size) / 100
    is_choice = stage(flow) == "choose"
    message = pygame.Rect(
        0, round(height * (0.12 if flow.menu.is_open else 0.2) if is_choice else 2 * unit), width, round(9 * unit)
    )
    legend_rect = pygame.Rect(0, height - round(6 * unit), width, round(6 * unit))
    status_height = round(4 * unit)  # there even when it says nothing, so that nothing moves when it does
    status_rect = pygame.Rect(0, legend_rect.top - status_height, width, status_height)
    panel_height = 0 if not panel_text(flow) else round((22 if flow.trouble else 13) * unit)
    panel = pygame.Rect(round(3 * unit), status_rect.top - panel_height, width - round(6 * unit), panel_height)
    if is_choice:
        targets = choice_rects(list(labels(flow)), size, unit, flow.menu.is_open)
        return Layout(unit, message, pygame.Rect(0, 0, 3, 3), panel, status_rect, legend_rect, targets)
    row_top = panel.top - round(11 * unit)
    places = row_rects(SLOTS, width, row_top, (round(26 * unit), round(9 * unit)))
    targets = {target: places[slot_of(target)] for target in labels(flow)}
    room = pygame.Rect(round(4 * unit), message.bottom + round(2 * unit), width - round(8 * unit), 0)
    room.height = max(3, row_top - round(3 * unit) - room.top)
    board = board_rect(room, flow.settings.game)
    targets |= {
        ("cell", (i, j)): cell_rect(board, flow.settings.game, (i, j))
        for i in range(flow.settings.game.rows)
        for j in range(flow.settings.game.columns)
    }
    return Layout(unit, message, board, panel, status_rect, legend_rect, targets)


def slot_of(target: Target) -> Target:
    """The place of a button in its row: the same whatever else is there, so that nothing moves under the mouse."""
    return {"mistakes": ("hint", None), "retry": ("values", None)}.get(target[0], target)


def choice_rects(buttons: list[Target], size: tuple[int, int], unit: float, is_open: bool) -> dict[Target, pygame.Rect]:
    """The first screen: the sides in a row, more below, and what that opens in two rows between."""
    width, height = size
    large = [target for target in buttons if target[0] in ("side", "watch")]
    small = [target for target in buttons if target not in large and target[0] != "more"]
    top = round(height * (0.3 if is_open else 0.45))
    found = row_rects(large, width, top, (round(30 * unit), round(14 * unit)))
    top += round(20 * unit)
    for start in range(0, len(small), 2):
        found |= row_rects(small[start : start + 2], width, top, (round(44 * unit), round(8 * unit)))
        top += round(10 * unit)
    return found | row_rects([("more", None)], width, top + round(2 * unit), (round(16 * unit), round(7 * unit)))


def row_rects(buttons: list[Target], width: int, top: int, size: tuple[int, int]) -> dict[Target, pygame.Rect]:
    """Where buttons lie side by side in the middle of a row; narrower where they would not fit."""
    gap = round(size[0] * 0.12)
    room = (width - gap) // max(1, len(buttons)) - gap
    wide = max(3, min(size[0], room))
    left = (width - len(buttons) * (wide + gap) + gap) // 2
    return {
        target: pygame.Rect(left + index * (wide + gap), top, wide, size[1]) for index, target in enumerate(buttons)
    }


def board_rect(room: pygame.Rect, game: Game) -> pygame.Rect:
    """The largest board with square cells in the middle of some room."""
    side = max(1, min(room.width // game.columns, room.height // game.rows))
    board = pygame.Rect(0, room.top, side * game.columns, side * game.rows)
    board.centerx = room.centerx
    return board


def cell_rect(board: pygame.Rect, game: Game, cell: Pair) -> pygame.Rect:
    """Where a cell lies; together they cover the board without a gap."""
    side = board.width // game.columns
    return pygame.Rect(board.left + cell[1] * side, board.top + cell[0] * side, side, side)
