"""An analysis as text for the terminal."""

from noughts.explain import words
from noughts.explain.analysis import Analysis
from noughts.explain.ideas import ideas
from noughts.game import notation, solver
from noughts.game.rules import FREE, Cell
from noughts.game.solver import Verdict
from noughts.support.text import paint

COLOURS = {1: "green", 0: "yellow", -1: "red"}
CELL_CHARACTERS = 13


def describe(analysis: Analysis, colour: bool = False) -> str:
    """Return the whole analysis: the board, the outcome, the best moves, all moves, and best play."""
    parts = [board(analysis, colour), outcome(analysis)]
    if analysis.moves:
        best_play = words.line_words(analysis.game, analysis.position, analysis.line, "best_play")
        parts += [best_moves(analysis), move_groups(analysis, colour), best_play]
    return "\n\n".join(parts)


def outcome(analysis: Analysis) -> str:
    """Return who wins, and how soon."""
    if analysis.to_move is None or analysis.value is None:
        return words.over(analysis.winner)
    return words.outcome(analysis.to_move, Verdict(analysis.value, analysis.distance))


def board(analysis: Analysis, colour: bool = False) -> str:
    """Return the board with row and column numbers, and every free cell with its verdict."""
    game, width = analysis.game, CELL_CHARACTERS
    lines = ["  " + " ".join(str(column).center(width) for column in range(game.columns)).rstrip()]
    for row in range(game.rows):
        cells = [cell_text(analysis, notation.to_cell(game, (row, column)), colour) for column in range(game.columns)]
        lines += [f"{row} " + "|".join(cells).rstrip(), "  " + "+".join(["-" * width] * game.columns)]
    return "\n".join(lines[:-1])


def cell_text(analysis: Analysis, cell: Cell, colour: bool) -> str:
    """Return one cell of the board: its mark or its verdict, in brackets if it is a best move."""
    verdict = analysis.moves.get(cell)
    text = words.short_verdict(verdict) if verdict else analysis.position[cell]
    text = "" if text == FREE else f"[{text}]" if cell in analysis.best else text
    return painted(text.center(CELL_CHARACTERS), verdict, colour)


def painted(text: str, verdict: Verdict | None, colour: bool) -> str:
    """Return the text in the colour of the verdict."""
    return paint(text, COLOURS[verdict.value]) if colour and verdict else text


def move_groups(analysis: Analysis, colour: bool = False) -> str:
    """Return the moves grouped by what they are worth, best first."""
    groups: dict[Verdict, list[Cell]] = {}
    for cell, verdict in analysis.moves.items():
        groups.setdefault(verdict, []).append(cell)
    lines = []
    for verdict in sorted(groups, key=solver.rank, reverse=True):
        cells = words.cells_text(analysis.game, groups[verdict], "  ")
        lines.append(f"{painted(words.verdict_words(verdict).ljust(16), verdict, colour)}  {cells}")
    return "\n".join(lines)


def best_moves(analysis: Analysis) -> str:
    """Return each best move with what it does; moves that are equal by symmetry share a line."""
    game, position = analysis.game, analysis.position
    lines = []
    for first, *rest in game.symmetric_moves(position, analysis.best):
        likewise = f" (likewise {words.cells_text(game, rest, ', ')})" if rest else ""
        does = words.ideas_words(game, position, ideas(game, position, first))
        lines.append(f"Best: {notation.cell_text(game, first)}{likewise} {does}.")
    return "\n".join(lines)
