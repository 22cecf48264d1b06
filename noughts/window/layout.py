"""The layout of the window at any size: which buttons and texts there are, and where.

target      a cell or button that a person can point at, e.g. ("cell", (1, 1)) or ("side", "X")
unit        a hundredth of the window's shorter side; lengths are multiples of it
"""

import itertools
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from noughts.game.rules import CLASSIC, Game
from noughts.play.levels import PERFECT
from noughts.play.session import Score, Session
from noughts.window.advisor import computer_name
from noughts.window.controller import Controller

Target: TypeAlias = tuple[str, object]

LEGENDS = {
    "choose": "Arrows and Enter, or X and O: choose    M: more    Esc: quit",
    "more": "X, O: choose    L: against    B: board    P: people    S: sides    M: less    Esc: quit",
    "play": "Arrows and Enter{digits}: move    U: undo    R: redo    I: hint    H: values    N: new game    Esc: quit",
    "over": "Enter or N: play again    U: undo    M: mistakes    H: values    Esc: quit",
    "mistake": "Enter: try again from here    M: next mistake    N: play again    Esc: quit",
}

# The buttons in the row under the board, and the buttons that take the place of one of these.
ROW = ("undo", "redo", "hint", "values", "new")
REPLACED = {"mistakes": "hint", "retry": "values"}


@dataclass(frozen=True)
class Layout:
    """The unit, and the rectangles of everything in the window."""

    unit: float
    message: pygame.Rect
    board: pygame.Rect
    panel: pygame.Rect
    status: pygame.Rect
    legend: pygame.Rect
    targets: dict[Target, pygame.Rect]

    def target_at(self, point: tuple[int, int]) -> Target | None:
        """Return the target at a point of the window, or None."""
        return next((target for target, rect in self.targets.items() if rect.collidepoint(point)), None)


def screen_of(controller: Controller) -> str:
    """Return the name of the current screen: "choose" (a side), "play", "over", or "mistake" while one is shown."""
    if controller.session.side is None:
        return "choose"
    if controller.advisor.mistake:
        return "mistake"
    return "over" if controller.session.is_over else "play"


def legend(controller: Controller) -> str:
    """Return the line that explains the keys of the current screen."""
    name = "more" if screen_of(controller) == "choose" and controller.menu_is_open else screen_of(controller)
    return LEGENDS[name].replace("{digits}", ", or 1 to 9" if len(controller.settings.game.cells) == 9 else "")


def labels(controller: Controller) -> dict[Target, str]:
    """Return the buttons of the current screen with their labels."""
    session, screen = controller.session, screen_of(controller)
    if screen == "choose":
        buttons: dict[Target, str] = {("side", "X"): "Play as X", ("side", "O"): "Play as O"}
        if session.can_watch:
            buttons["watch", None] = "Watch"
        buttons["more", None] = "Less" if controller.menu_is_open else "More"
        return buttons | (menu_labels(session) if controller.menu_is_open else {})
    if screen == "mistake":
        return {("retry", None): "Try Again", ("mistakes", None): "Next", ("new", None): "Play Again"}
    offers = [
        ("undo", "Undo", session.can_undo),
        ("redo", "Redo", controller.can_redo),
        ("hint", "Hint", screen == "play" and not session.is_watching),
        ("mistakes", "Mistakes", screen == "over" and bool(controller.advisor.mistakes)),
        ("values", "Hide Values" if session.values_on else "Values", screen == "play"),
        ("new", "Play Again" if screen == "over" else "New Game", True),
    ]
    return {(name, None): label for name, label, is_offered in offers if is_offered}


def menu_labels(session: Session) -> dict[Target, str]:
    """Return the buttons of the settings with their labels, which show the current values."""
    settings = session.settings
    against = computer_name(session) if session.plays_through_file else f"{settings.level.name} level"
    return {
        ("level", None): f"Against: {'another person' if settings.two_people else against}",
        ("board", None): f"Board: {board_words(settings.game)}",
        ("two", None): f"People: {2 if settings.two_people else 1}",
        ("turns", None): f"Sides: {'swapped' if settings.swap_sides else 'chosen'}",
    }


def board_words(game: Game) -> str:
    """Return columns, rows and the length of a line, e.g. "4 x 3, 3 in a row", and whether a line loses."""
    loses = ", a line loses" if game.misere else ""
    return f"{game.columns} x {game.rows}, {max(map(len, game.lines), default=0)} in a row{loses}"


def panel_text(controller: Controller) -> str | None:
    """Return the text of the panel: a problem with a file, or the advice; None if there is neither."""
    return controller.trouble or (controller.advisor.text if controller.session.side else None)


def status(controller: Controller) -> str:
    """Return the line above the legend: what differs from a classic game against the perfect level, and the score."""
    session, settings, is_perfect = controller.session, controller.settings, controller.settings.level == PERFECT
    is_file = session.side is not None and session.plays_through_file
    is_engine = session.side is not None and not session.plays_through_file
    is_opponent = is_engine and not settings.two_people
    is_too_large = session.scene is not None and len(session.scene.free) > settings.exact_free_cells
    parts = {
        board_words(settings.game): is_engine and settings.game != CLASSIC,
        f"{settings.level.name} level": is_opponent and not is_perfect,
        "too large to solve: the computer plays the best move found": is_opponent and is_perfect and is_too_large,
        f"values by Noughts, moves by {computer_name(session)}": is_file and session.values_on,
        session.score.words(*session.names("You", "computer")): session.score != Score(),
    }
    return "    ".join(text for text, is_shown in parts.items() if is_shown)


def lay_out(size: tuple[int, int], controller: Controller) -> Layout:
    """Return the layout of a window of that size, in pixels."""
    width, height = size
    unit = min(size) / 100
    game, is_choice, is_open = controller.settings.game, screen_of(controller) == "choose", controller.menu_is_open
    message_top = height * (0.12 if is_open else 0.2) if is_choice else 2 * unit
    message = pygame.Rect(0, round(message_top), width, round(9 * unit))
    legend_rect = pygame.Rect(0, height - round(6 * unit), width, round(6 * unit))
    status_height = round(4 * unit)  # reserved even when empty, so that nothing moves when it is filled
    status_rect = pygame.Rect(0, legend_rect.top - status_height, width, status_height)
    panel_height = 0 if not panel_text(controller) else round((22 if controller.trouble else 13) * unit)
    panel = pygame.Rect(round(3 * unit), status_rect.top - panel_height, width - round(6 * unit), panel_height)
    buttons = list(labels(controller))
    if is_choice:
        board, targets = pygame.Rect(0, 0, 3, 3), choice_rects(buttons, size, unit, is_open)
    else:
        row_top = panel.top - round(11 * unit)
        row = row_rects([(name, None) for name in ROW], width, row_top, (round(26 * unit), round(9 * unit)))
        room = pygame.Rect(round(4 * unit), message.bottom + round(2 * unit), width - round(8 * unit), 0)
        room.height = max(3, row_top - round(3 * unit) - room.top)
        board = board_rect(room, game)
        targets = {(name, None): row[REPLACED.get(name, name), None] for name, _ in buttons} | cell_rects(board, game)
    return Layout(unit, message, board, panel, status_rect, legend_rect, targets)


def choice_rects(buttons: list[Target], size: tuple[int, int], unit: float, is_open: bool) -> dict[Target, pygame.Rect]:
    """Return the places of the buttons before a game: sides and Watch, the settings if the menu is open, and More."""
    width, height = size
    large = [target for target in buttons if target[0] in ("side", "watch")]
    small = [target for target in buttons if target not in large and target[0] != "more"]
    top = round(height * (0.3 if is_open else 0.45))
    places = row_rects(large, width, top, (round(30 * unit), round(14 * unit)))
    top += round(20 * unit)
    for start in range(0, len(small), 2):
        places |= row_rects(small[start : start + 2], width, top, (round(44 * unit), round(8 * unit)))
        top += round(10 * unit)
    return places | row_rects([("more", None)], width, top + round(2 * unit), (round(16 * unit), round(7 * unit)))


def row_rects(buttons: list[Target], width: int, top: int, size: tuple[int, int]) -> dict[Target, pygame.Rect]:
    """Return the places of buttons in a centred row, of the given size, or narrower if the row would be too wide."""
    gap = round(size[0] * 0.12)
    button_width = max(3, min(size[0], (width - gap) // len(buttons) - gap))
    step = button_width + gap
    left = (width - len(buttons) * step + gap) // 2
    return {button: pygame.Rect(left + i * step, top, button_width, size[1]) for i, button in enumerate(buttons)}


def board_rect(room: pygame.Rect, game: Game) -> pygame.Rect:
    """Return the largest board of square cells that fits into `room`, at its top and centred."""
    side = max(1, min(room.width // game.columns, room.height // game.rows))
    board = pygame.Rect(0, room.top, side * game.columns, side * game.rows)
    board.centerx = room.centerx
    return board


def cell_rects(board: pygame.Rect, game: Game) -> dict[Target, pygame.Rect]:
    """Return the places of the cells, which cover the board without gaps."""
    side = board.width // game.columns
    cells = itertools.product(range(game.rows), range(game.columns))
    return {("cell", (i, j)): pygame.Rect(board.left + j * side, board.top + i * side, side, side) for i, j in cells}
