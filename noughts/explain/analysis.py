"""Analysis: a position, a verdict for every move, the best moves, and a line of best play."""

from typing import NamedTuple

from noughts.explain import words
from noughts.explain.ideas import ideas
from noughts.explain.names import coordinates
from noughts.game import notation, solver
from noughts.game.rules import FREE, Cell, Game, Mark, O, Position, X
from noughts.game.solver import Verdict
from noughts.support.progress import Progress
from noughts.support.text import paint

COLOURS = {1: "green", 0: "yellow", -1: "red"}
# The width of a cell when the board is shown as text.
CELL_CHARACTERS = 13


class Analysis(NamedTuple):
    """A position, its verdict (`value` and `distance`), the verdicts of its moves, and a line of best play.

    `winner` is None unless somebody has won. If the game is over, `to_move` and `value` are None, `distance` is 0, and
    `moves`, `best` and `line` are empty.
    """

    game: Game
    position: Position
    to_move: Mark | None
    winner: Mark | None
    value: int | None
    distance: int
    moves: dict[Cell, Verdict]
    best: tuple[Cell, ...]
    line: tuple[Cell, ...]

    def svg(self) -> str:
        """Return the board as SVG.

        Verdicts label and shade the free cells, best moves have a frame, and complete lines are struck through.
        """
        from noughts.explain import svg  # not needed for text

        labels = {cell: words.short_verdict(move).replace(" in ", "\nin ") for cell, move in self.moves.items()}
        shades = {cell: words.VALUES[move.value] for cell, move in self.moves.items()}
        struck = [line for mark in (X, O) for line in self.game.complete_lines(self.position, mark)]
        return svg.board(self.game.columns, self.position, labels, shades, self.best, struck)

    def _repr_svg_(self) -> str:
        """Return the board as SVG; Jupyter calls this method to show the analysis in a notebook."""
        return self.svg()

    def to_json(self) -> dict[str, object]:
        """Return the analysis as data for JSON; cells are [row, column]."""
        row_column = {cell: list(notation.row_column(self.game, cell)) for cell in self.game.cells}
        return {
            "game": self.game.name,
            "position": self.position,
            "to_move": self.to_move,
            "winner": self.winner,
            "value": self.value,
            "distance": self.distance,
            "moves": [
                {"cell": row_column[cell], **move._asdict(), "words": words.verdict_words(move)}
                for cell, move in self.moves.items()
            ],
            "best": [row_column[cell] for cell in self.best],
            "line": [row_column[cell] for cell in self.line],
        }

    def describe(self, colour: bool = False) -> str:
        """Return the analysis as text: the board, the outcome, the best moves, all moves, and best play.

        If the game is over, the text has only the board and the result.
        """
        if self.to_move is None or self.value is None:
            return f"{self.board_text()}\n\n{words.over(self.winner)}"
        outcome = words.outcome(self.to_move, Verdict(self.value, self.distance))
        best_play = words.line_words(self.game, self.position, self.line, "best_play")
        parts = [self.board_text(colour), outcome, self._best_moves_text(), self.moves_text(colour), best_play]
        return "\n\n".join(parts)

    def board_text(self, colour: bool = False) -> str:
        """Return the board as text, with row and column numbers; each free cell shows the verdict of taking it."""
        columns, rows = range(self.game.columns), range(self.game.rows)
        lines = ["  " + " ".join(str(column).center(CELL_CHARACTERS) for column in columns).rstrip()]
        for row in rows:
            cells = [self._cell_text(notation.to_cell(self.game, (row, column)), colour) for column in columns]
            lines += [f"{row} " + "|".join(cells).rstrip(), "  " + "+".join("-" * CELL_CHARACTERS for _ in columns)]
        return "\n".join(lines[:-1])

    def _cell_text(self, cell: Cell, colour: bool) -> str:
        """Return the text in a cell: the mark, or the verdict of taking the cell, in brackets if it is a best move."""
        verdict = self.moves.get(cell)
        text = words.short_verdict(verdict) if verdict else self.position[cell].replace(FREE, "")
        return painted((f"[{text}]" if cell in self.best else text).center(CELL_CHARACTERS), verdict, colour)

    def moves_text(self, colour: bool = False) -> str:
        """Return one line for each verdict, the best first, with the cells whose moves have that verdict."""
        groups: dict[Verdict, list[Cell]] = {}
        for cell, verdict in self.moves.items():
            groups.setdefault(verdict, []).append(cell)
        lines = []
        for verdict in sorted(groups, key=solver.rank, reverse=True):
            cells = coordinates(self.game).join(groups[verdict], "  ")
            lines.append(f"{painted(words.verdict_words(verdict).ljust(16), verdict, colour)}  {cells}")
        return "\n".join(lines)

    def _best_moves_text(self) -> str:
        """Return, for each best move, a line that says what the move does; symmetric moves share a line."""
        lines = []
        for first, *rest in self.game.symmetric_moves(self.position, self.best):
            likewise = f" (likewise {coordinates(self.game).join(rest, ', ')})" if rest else ""
            does = words.ideas_words(self.game, self.position, ideas(self.game, self.position, first))
            lines.append(f"Best: {notation.cell_text(self.game, first)}{likewise} {does}.")
        return "\n".join(lines)


def painted(text: str, verdict: Verdict | None, colour: bool) -> str:
    """Return the text in the colour of the verdict; unchanged if `verdict` is None or `colour` is False."""
    return paint(text, COLOURS[verdict.value]) if colour and verdict else text


def analyse(game: Game, position: Position, progress: Progress | None = None) -> Analysis:
    """Return the analysis of a reachable position; raise TooLarge if too many cells are free to solve it.

    >>> from noughts.game.rules import CLASSIC
    >>> analysis = analyse(CLASSIC, "XX.OO....")
    >>> analysis.value, analysis.distance, analysis.best, analysis.line
    (1, 1, (2,), (2,))
    """
    if game.is_over(position):
        return Analysis(game, position, None, game.winner(position), None, 0, {}, (), ())
    mover = game.to_move(position)
    moves = solver.verdicts(game, position, mover, progress)
    best = solver.best_of(moves)
    line = solver.best_line(game, position, best[0])
    return Analysis(game, position, mover, None, *moves[best[0]], moves, tuple(best), line)
