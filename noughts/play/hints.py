"""A hint in three steps: the line to look at, then the move, then the proof."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.explain.ideas import ideas, why_not
from noughts.explain.words import cells_text, ideas_words, phrase, verdict_words, why_words
from noughts.game import heuristic, notation
from noughts.game.heuristic import SearchResult
from noughts.game.rules import FREE, Cell, Game, Line, Mark, Position, other
from noughts.play import levels
from noughts.support.text import plural

STEPS = 3


@dataclass(frozen=True)
class Hint:
    """The line to look at, the move, and a sentence for each step."""

    line: Line
    cell: Cell
    steps: tuple[str, ...]


def hint(game: Game, position: Position, seconds: float = levels.WAIT_SECONDS) -> Hint:
    """Return a hint for the side to move, exact if the position can be solved in that time."""
    if len(game.free(position)) > levels.exact_free_cells(seconds):
        found = heuristic.best_move(game, position, round(seconds * heuristic.POSITIONS_PER_SECOND))
        cell, steps = found.cell, unsolved_steps(game, found)
    else:
        cell = levels.candidates(game, levels.PERFECT, position, levels.TO_THE_END)[0]
        name = notation.cell_text(game, cell)
        does = ideas_words(game, position, ideas(game, position, cell))
        steps = (
            phrase("hint.move", cell=name, ideas=does),
            why_words(game, position, why_not(game, position, cell)),
        )
    line = line_to_look_at(game, position, cell)
    return Hint(line or (cell,), cell, (look_words(game, position, line), *steps))


def unsolved_steps(game: Game, found: SearchResult) -> tuple[str, str]:
    """Return the second and third step on a board that is too large to solve."""
    name, plies = notation.cell_text(game, found.cell), levels.sight_words(found.plies)
    move = phrase("hint.best_found", cell=name, plies=plies)
    if found.verdict is None:
        return move, phrase("hint.no_proof")
    return move, phrase("hint.certain", plies=plies, verdict=verdict_words(found.verdict))


def line_to_look_at(game: Game, position: Position, cell: Cell) -> Line | None:
    """Return the line through a move that best explains it: a win, else a block, else the fullest line."""
    mover = game.to_move(position)

    def rank(line: Line) -> tuple[int, int]:
        own, theirs = (sum(position[each] == mark for each in line) for mark in (mover, other(mover)))
        one_short = len(line) - 1
        if theirs == 0:
            return (3 if own == one_short else 1, own)
        return (2 if theirs == one_short and own == 0 else 0 if own else 1, theirs)

    return max((line for line in game.lines if cell in line), key=rank, default=None)


def look_words(game: Game, position: Position, line: Line | None) -> str:
    """Return the first step: which line to look at, and who could complete it."""
    if line is None:
        return phrase("hint.no_line")
    mover = game.to_move(position)
    name = line_state(position, line, mover)
    if game.misere and name in ("yours", "theirs"):
        name += ".misere"
    missing = sum(position[cell] == FREE for cell in line)
    return phrase(f"hint.{name}", cells=cells_text(game, line), rival=other(mover), more=plural(missing, "more cell"))


def line_state(position: Position, line: Line, mover: Mark) -> str:
    """Return whose line it is: "yours", "theirs", "free" or "dead"."""
    marks = {position[cell] for cell in line} - {FREE}
    if len(marks) == 2:
        return "dead"
    return "free" if not marks else "yours" if mover in marks else "theirs"
