"""Draw the board: its marks, the values of moves, the hint, and the move that is reviewed."""

from dataclasses import dataclass

from pygame import Rect, Vector2

from noughts.explain.names import column_label
from noughts.explain.words import short_verdict
from noughts.game import notation
from noughts.game.rules import Cell
from noughts.window.controller import Controller
from noughts.window.layout import TEXT_MIN, edge_of
from noughts.window.painter import Painter, tile_of
from noughts.window.shapes import blend, stroke
from noughts.window.texts import Target, screen_of
from noughts.window.theme import Colour, pair_tint

SIGNS = {1: "+", 0: "=", -1: "\N{MINUS SIGN}"}


@dataclass
class BoardPicture:
    """A board to draw.

    `mouse` and `focus` are the targets that the mouse and the keyboard point at, if any. `growth` says how much of each
    new mark is shown, from 0 to 1.
    """

    painter: Painter
    controller: Controller
    mouse: Target | None
    focus: Target | None
    growth: dict[Cell, float]

    def draw(self) -> None:
        """Draw, from back to front, the last move, the grid, complete lines, row and column labels, and the cells."""
        board, game, text = self.painter.layout.board, self.controller.settings.game, self.painter.layout.text
        width = max(2, round(board.width / game.columns * 0.025))
        side = board.width // game.columns
        self._draw_last_move()
        xs, ys = range(board.left + side, board.right, side), range(board.top + side, board.bottom, side)
        lines = [Rect(x - width // 2, board.top, width, board.height) for x in xs]
        lines += [Rect(board.left, y - width // 2, board.width, width) for y in ys]
        for line in lines:
            self.painter.box(line, width // 2, self.painter.theme.grid)
        self._draw_complete_lines()
        if edge := edge_of(game, text):
            for column in range(game.columns):
                place = Rect(board.left + column * side, board.top - edge, side, edge)
                self.painter.write(column_label(column), place, text, self.painter.theme.faint)
            for row in range(game.rows):
                place = Rect(board.left - edge, board.top + row * side, edge, side)
                self.painter.write(str(row + 1), place, text, self.painter.theme.faint)
        for cell in game.cells:
            self._draw_cell(cell)

    def _rect(self, cell: Cell) -> Rect:
        return self.painter.layout.targets["cell", notation.row_column(self.controller.settings.game, cell)]

    def _draw_last_move(self) -> None:
        """Draw a card under the last move, unless there are complete lines."""
        cell = self.controller.last_cell
        if cell is not None and not self._complete_cells():
            rect = self._rect(cell)
            self.painter.box(tile_of(rect), rect.width // 10, self.painter.theme.card)

    def _draw_cell(self, cell: Cell) -> None:
        """Draw a cell: its mark, its advice, and a ring if it has the focus.

        On a person's turn, draw a faint mark in a free cell that the mouse or the keyboard points at.
        """
        controller, scene = self.controller, self.controller.visible_scene
        i, j = notation.row_column(controller.settings.game, cell)
        target: Target = ("cell", (i, j))
        rect, mark = self._rect(cell), scene.board[i][j] if scene else None
        complete = self._complete_cells()
        is_pointed_at = target in (self.mouse, self.focus) and screen_of(controller) == "play"
        is_ghost = is_pointed_at and controller.is_persons_turn and mark not in self.painter.theme.marks
        self._draw_label(cell, rect, is_ghost)
        if mark in self.painter.theme.marks:
            colour = self.painter.theme.marks[mark]
            if complete and cell not in complete:
                colour = blend(colour, self.painter.theme.ground, 0.45)
            self.painter.mark(self._mark_room(cell), mark, colour, self.growth.get(cell, 1.0))
        elif is_ghost:
            turn = scene.turn if scene and scene.turn else "X"
            ghost = blend(self.painter.theme.marks[turn], self.painter.theme.ground, 0.6)
            self.painter.mark(self._mark_room(cell), turn, ghost)
        self._draw_advice(cell, rect)
        if target == self.focus:
            self.painter.ring(rect, self.painter.theme.focus)

    def _draw_advice(self, cell: Cell, rect: Rect) -> None:
        """Draw the advice about a cell: its value and the hint or, in a review, "mistake" or "better"."""
        controller, advisor = self.controller, self.controller.advisor
        review, advice = advisor.review, advisor.advice
        if controller.session.review_step is not None:
            if review and review.is_mistake and cell == review.cell:
                self.painter.ring(rect, self.painter.theme.mistake)
                self._write_value("mistake", "", rect, self.painter.theme.mistake)
            elif review and cell in review.better:
                self.painter.ring(rect, self.painter.theme.values[1])
                self._write_value("better", "+", rect, self.painter.theme.values[1])
        elif advice and not controller.session.is_over:
            if words := self._value_words(cell):
                value = advice.values[cell].value
                self._write_value(words, SIGNS[value], rect, self.painter.theme.values[value])
            if advisor.is_hinted(cell):
                self.painter.ring(rect, self.painter.theme.hint)

    def _draw_label(self, cell: Cell, rect: Rect, is_covered: bool) -> None:
        """Draw a cell's label in the shown proof, unless `is_covered`; the two cells of a pair get the same tint."""
        controller, proof, theme = self.controller, self.controller.advisor.shown_proof, self.painter.theme
        labels = proof.labels if proof and not controller.is_waiting and screen_of(controller) == "play" else {}
        if cell not in labels or rect.width < 2 * TEXT_MIN:
            return
        if labels[cell].isalpha():
            names = sorted(set(labels.values()), key=lambda name: (len(name), name))
            self.painter.box(tile_of(rect), rect.width // 10, pair_tint(theme, names.index(labels[cell])))
        if not is_covered:
            self.painter.write(labels[cell], rect, max(TEXT_MIN, round(rect.height * 0.3)), theme.text)

    def _mark_room(self, cell: Cell) -> Rect:
        """Return the part of a cell for its mark: all of it, or the part above its words if the two would overlap."""
        rect, review = self._rect(cell), self.controller.advisor.review
        is_mistake = self.controller.session.review_step is not None and review is not None and review.is_mistake
        has_words = bool(self._value_words(cell)) or (is_mistake and review is not None and cell == review.cell)
        words = self._words_place(rect)
        if not has_words or words.top >= rect.centery + round(0.29 * rect.height):
            return rect
        return Rect(rect.left, rect.top, rect.width, words.top - rect.top)

    def _words_place(self, rect: Rect) -> Rect:
        """Return the place of the words at the bottom of a cell."""
        size = max(TEXT_MIN, min(round(rect.height * 0.1), self.painter.layout.text))
        height = round(size * 1.25)
        return Rect(rect.left + 2, rect.bottom - height - max(4, rect.height // 12), rect.width - 4, height)

    def _value_words(self, cell: Cell) -> str:
        """Return the value of a move in words; "" if it is not shown."""
        controller, advice = self.controller, self.controller.advisor.advice
        is_shown = controller.session.values_on and not controller.is_waiting and screen_of(controller) == "play"
        return short_verdict(advice.values[cell]) if is_shown and advice and cell in advice.values else ""

    def _write_value(self, words: str, sign: str, rect: Rect, colour: Colour) -> None:
        """Write words at the bottom of a cell, or `sign` if they do not fit; write nothing if the cell is too small."""
        place = self._words_place(rect)
        if place.top < rect.centery:
            return
        size = round(place.height / 1.25)
        fits = self.painter.font(size).size(words)[0] <= place.width
        self.painter.write(words if fits else sign, place, size, colour)

    def _complete_lines(self) -> list[tuple[Cell, ...]]:
        """Return the complete lines on the board: the winner's, or in misère the loser's; [] if nobody has won."""
        game, scene = self.controller.settings.game, self.controller.visible_scene
        if scene is None or not scene.winner:
            return []
        marks = self.painter.theme.marks if game.misere else [scene.winner]
        return [line for mark in marks for line in game.complete_lines(scene.position, mark)]

    def _complete_cells(self) -> set[Cell]:
        return {cell for line in self._complete_lines() for cell in line}

    def _draw_complete_lines(self) -> None:
        """Draw a broad stroke under each complete line, so that its marks stay readable."""
        for line in self._complete_lines():
            first, last = (Vector2(self._rect(cell).center) for cell in (line[0], line[-1]))
            beyond = (last - first).normalize() * self._rect(line[0]).width * 0.36 if last != first else Vector2()
            width, colour = self._rect(line[0]).width * 0.12, self.painter.theme.won
            stroke(self.painter.surface, first - beyond, last + beyond, width, colour)
