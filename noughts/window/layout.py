"""The layout of the window at any size: where everything is. It does not depend on the wording.

Wide windows have the board on the left, and the message, the panel and the buttons on the right; in other windows
everything is in one column. All lengths are in pixels.
"""

import itertools
from dataclasses import dataclass, field

from pygame import Rect

from noughts.game.rules import CLASSIC, Game
from noughts.window.controller import Controller
from noughts.window.texts import Target, disabled_labels, labels, screen_of, side_labels

TEXT_MIN, TEXT_MAX = 12, 44
# A window is wide if its width is at least this multiple of its height.
WIDE_RATIO = 1.25
# The rows of buttons beside or under the board, and the buttons that appear in the place of another one.
ROWS = (("undo", "redo"), ("hint", "values"), ("new",))
SAME_PLACE = {"forth": "redo", "mistakes": "hint", "retry": "values"}
LINE_HEIGHT = 1.45  # of a line of text, as a multiple of the size of the text


@dataclass(frozen=True)
class Layout:
    """The size of ordinary text, and the rectangles of everything in the window."""

    text: int
    message: Rect
    board: Rect
    panel: Rect
    status: Rect  # the score
    legend: Rect  # a line about the keys
    targets: dict[Target, Rect]  # without the options of the menu, which scroll
    disabled: dict[Target, Rect] = field(default_factory=dict)  # buttons that are shown but can do nothing now

    @property
    def line(self) -> int:
        """The height of a line of text."""
        return round(self.text * LINE_HEIGHT)

    def target_at(self, point: tuple[int, int]) -> Target | None:
        """Return the cell or button at a point of the window, or None; options of the menu are not included."""
        return next((target for target, rect in self.targets.items() if rect.collidepoint(point)), None)


def text_size(size: tuple[int, int]) -> int:
    """Return the size of ordinary text in a window of that size."""
    return max(TEXT_MIN, min(TEXT_MAX, min(size) // 34))


def lay_out(size: tuple[int, int], controller: Controller) -> Layout:
    """Return the layout of a window of that size."""
    screen = screen_of(controller)
    if screen in ("menu", "help"):
        return lay_out_list(size)
    if screen == "choose":
        return lay_out_choice(size, controller)
    is_wide = size[0] >= WIDE_RATIO * size[1]
    return (lay_out_wide if is_wide else lay_out_tall)(size, controller)


def lay_out_wide(size: tuple[int, int], controller: Controller) -> Layout:
    """Return the layout with the board on the left and everything else on its right."""
    width, height = size
    text = text_size(size)
    line, margin = round(text * LINE_HEIGHT), max(6, text * 9 // 10)
    side_min = max(11 * text, min(round(0.35 * width), 20 * text))
    room = Rect(margin, margin, width - side_min - 3 * margin, height - 2 * margin)
    board = board_rect(room, controller.settings.game, text)
    whole = room_of(board, controller.settings.game, text)
    side = Rect(0, margin, min(34 * text, width - whole.width - 3 * margin), height - 2 * margin)
    unused = width - whole.width - side.width - 3 * margin
    board.left += margin + unused // 2 - whole.left
    board.top += (room.bottom - board.bottom) // 2
    side.left = board.right + margin
    message = Rect(side.left, side.top, side.width, 2 * line)
    status_height = line if side.width >= 20 * text else 2 * line
    is_low = height < 24 * text  # then the score takes the place of the legend
    legend = Rect(side.left, side.bottom - line, side.width, line)
    status = Rect(side.left, (side.bottom if is_low else legend.top) - status_height, side.width, status_height)
    places = grid_rects(ROWS, Rect(side.left, 0, side.width, 2 * text), status.top - margin // 2)
    top = min(rect.top for rect in places.values())
    panel = Rect(side.left, message.bottom + margin // 2, side.width, max(line, top - message.bottom - margin))
    targets, disabled = placed(controller, places, board), placed_disabled(controller, places)
    return Layout(text, message, board, panel, status, legend, targets, disabled)


def lay_out_tall(size: tuple[int, int], controller: Controller) -> Layout:
    """Return the layout with everything in one column."""
    width, height = size
    text, game = text_size(size), controller.settings.game
    line, margin = round(text * LINE_HEIGHT), max(6, text * 9 // 10)
    inner = Rect(margin, 0, width - 2 * margin, 0)
    message = Rect(inner.left, margin // 2, inner.width, round(1.6 * line))
    legend = Rect(inner.left, height - line - margin // 2, inner.width, line)
    status = legend  # the score takes the place of the legend
    is_one_row = inner.width >= 33 * text
    rows = (tuple(itertools.chain(*ROWS)),) if is_one_row else (tuple(itertools.chain(*ROWS[:2])), ROWS[2])
    buttons_height = len(rows) * (2 * text + margin // 2)
    rest = status.top - message.bottom - buttons_height - 2 * margin
    room = Rect(inner.left, message.bottom + margin // 2, inner.width, max(3, rest - max(4 * line, round(0.26 * rest))))
    board = board_rect(room, game, text)
    top = room_of(board, game, text).bottom + margin
    places = grid_rects(rows, Rect(inner.left, 0, inner.width, 2 * text), top + buttons_height)
    panel_top = top + buttons_height + margin // 2
    panel = Rect(inner.left, panel_top, inner.width, max(line, status.top - panel_top - margin // 2))
    targets, disabled = placed(controller, places, board), placed_disabled(controller, places)
    return Layout(text, message, board, panel, status, legend, targets, disabled)


def lay_out_choice(size: tuple[int, int], controller: Controller) -> Layout:
    """Return the layout before a game: the title, the buttons, and a panel for what is wrong with a file."""
    width, height = size
    text = text_size(size)
    line, margin = round(text * LINE_HEIGHT), max(6, text * 9 // 10)
    top = round(height * (0.14 if height > 26 * text else 0.03))
    message = Rect(margin, top, width - 2 * margin, max(2 * line, round(height * 0.18)))
    legend = Rect(margin, height - line - margin // 2, width - 2 * margin, line)
    status = Rect(margin, legend.top - line, width - 2 * margin, line)
    side_height, more_height = max(2 * text, min(4 * text, height // 7)), 2 * text
    side_size = (min(13 * text, width * 2 // 5), side_height)
    sides = row_rects(list(side_labels(controller)), width, message.bottom, side_size)
    more_top = message.bottom + side_height + margin
    more = row_rects([("more", None)], width, more_top, (8 * text, more_height))
    panel_width, panel_top = min(width - 2 * margin, 48 * text), more_top + more_height + margin
    panel = Rect((width - panel_width) // 2, panel_top, panel_width, max(line, status.top - panel_top - margin // 2))
    first, *others = sides.values()
    places = sides | more | {("new", None): first.unionall(others)}  # after a fault, instead of the sides
    targets = {target: places[target] for target in labels(controller)}
    return Layout(text, message, Rect(0, 0, 0, 0), panel, status, legend, targets)


def lay_out_list(size: tuple[int, int]) -> Layout:
    """Return the layout of the menu and of the help: a title, a list that scrolls, and a button."""
    width, height = size
    text = text_size(size)
    line, margin = round(text * LINE_HEIGHT), max(6, text * 9 // 10)
    list_width = min(width - 2 * margin, 46 * text)
    left = (width - list_width) // 2
    message = Rect(left, margin // 2, list_width, round(1.6 * line))
    legend = Rect(left, height - line - margin // 2, list_width, line)
    done = Rect(left + list_width - 6 * text, message.top, 6 * text, 2 * text)
    panel = Rect(left, message.bottom + margin // 2, list_width, max(line, legend.top - message.bottom - margin))
    return Layout(text, message, Rect(0, 0, 0, 0), panel, Rect(left, legend.top, 0, 0), legend, {("done", None): done})


def has_labels(game: Game) -> bool:
    """Return whether the board has letters and numbers at its edges. 3 x 3 has none, because its cells have names."""
    return (game.columns, game.rows) != (CLASSIC.columns, CLASSIC.rows)


def edge_of(game: Game, text: int) -> int:
    """Return the width of the edge with the labels; 0 if the board has no labels."""
    return round(1.4 * text) if has_labels(game) else 0


def board_rect(room: Rect, game: Game, text: int) -> Rect:
    """Return the largest board of square cells that fits with its labels into `room`, centred at its top."""
    edge = edge_of(game, text)
    side = max(1, min((room.width - edge) // game.columns, (room.height - edge) // game.rows))
    board = Rect(0, room.top + edge, side * game.columns, side * game.rows)
    board.left = room.left + edge + (room.width - edge - board.width) // 2
    return board


def room_of(board: Rect, game: Game, text: int) -> Rect:
    """Return the rectangle of the board with its labels."""
    edge = edge_of(game, text)
    return Rect(board.left - edge, board.top - edge, board.width + edge, board.height + edge)


def placed(controller: Controller, places: dict[str, Rect], board: Rect) -> dict[Target, Rect]:
    """Return the rectangles of the buttons that are offered now, and of the cells."""
    shared = {**SAME_PLACE, "back": "undo" if screen_of(controller) == "review" else "redo"}
    buttons = {target: places[shared.get(target[0], target[0])] for target in labels(controller)}
    pair = [target for target in buttons if target[0] in ("mistakes", "retry")]
    if len(pair) == 1:  # a lone button takes the whole row
        buttons[pair[0]] = places["hint"].union(places["values"])
    return cell_rects(board, controller.settings.game) | buttons


def placed_disabled(controller: Controller, places: dict[str, Rect]) -> dict[Target, Rect]:
    """Return the rectangles of the buttons that are shown but can do nothing now."""
    return {target: places[target[0]] for target in disabled_labels(controller)}


def grid_rects(rows: tuple[tuple[str, ...], ...], row: Rect, bottom: int) -> dict[str, Rect]:
    """Return the rectangles of buttons in rows; each row has the size of `row`, and the last one ends at `bottom`."""
    gap = max(4, row.height // 6)
    places = {}
    for number, names in enumerate(reversed(rows)):
        top = bottom - (number + 1) * row.height - number * gap
        edges = [row.left + index * (row.width + gap) // len(names) for index in range(len(names) + 1)]
        for name, left, right in zip(names, edges, edges[1:], strict=False):
            places[name] = Rect(left, top, right - gap - left, row.height)
    return places


def row_rects(buttons: list[Target], width: int, top: int, size: tuple[int, int]) -> dict[Target, Rect]:
    """Return the rectangles of buttons of that size in a centred row; they are narrower if they would not fit."""
    gap = max(6, size[1] // 4)
    button_width = max(3, min(size[0], (width - gap) // len(buttons) - gap))
    step = button_width + gap
    left = (width - len(buttons) * step + gap) // 2
    return {button: Rect(left + i * step, top, button_width, size[1]) for i, button in enumerate(buttons)}


def cell_rects(board: Rect, game: Game) -> dict[Target, Rect]:
    """Return the rectangles of the cells, which cover the board without gaps."""
    side = board.width // game.columns
    cells = itertools.product(range(game.rows), range(game.columns))
    return {("cell", (i, j)): Rect(board.left + j * side, board.top + i * side, side, side) for i, j in cells}
