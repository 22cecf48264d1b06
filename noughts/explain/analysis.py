"""Analysis: a position, a verdict for every move, the best moves, and a line of best play."""

from dataclasses import dataclass

from noughts.explain import svg
from noughts.explain.words import short_verdict, verdict_words
from noughts.game import notation, solver
from noughts.game.rules import Cell, Game, Mark, O, Position, X
from noughts.game.solver import Verdict
from noughts.support.progress import Progress

SHADES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Analysis:
    """Everything that is known about a position. If the game is over, `to_move` and `value` are None."""

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
        """Return the board as SVG, every free cell labelled and shaded by its verdict."""
        return svg.board(
            self.game.columns,
            self.position,
            labels={cell: short_verdict(verdict).replace(" in ", "\nin ") for cell, verdict in self.moves.items()},
            shades={cell: SHADES[verdict.value] for cell, verdict in self.moves.items()},
            strong=self.best,
            struck=[line for mark in (X, O) for line in self.game.complete_lines(self.position, mark)],
        )

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()

    def to_json(self) -> dict[str, object]:
        """Return the analysis as plain data, cells as [row, column]."""

        def pairs(cells: tuple[Cell, ...]) -> list[list[int]]:
            return [list(notation.row_column(self.game, cell)) for cell in cells]

        return {
            "game": self.game.name,
            "position": self.position,
            "to_move": self.to_move,
            "winner": self.winner,
            "value": self.value,
            "distance": self.distance,
            "moves": [
                {
                    "cell": pairs((cell,))[0],
                    "value": move.value,
                    "distance": move.distance,
                    "words": verdict_words(move),
                }
                for cell, move in self.moves.items()
            ],
            "best": pairs(self.best),
            "line": pairs(self.line),
        }


def analyse(game: Game, position: Position, progress: Progress | None = None) -> Analysis:
    """Return the analysis of a position that play can reach.

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
    value, distance = moves[best[0]]
    line = solver.best_line(game, position, best[0])
    return Analysis(game, position, mover, None, value, distance, moves, tuple(best), line)
