"""Verdicts, ideas and comparisons of moves in words: the phrases of noughts/explain/phrases.py, filled in."""

from collections.abc import Sequence

from noughts.explain.ideas import Idea, IdeaKind, WhyNot, line_ideas
from noughts.explain.names import Naming, coordinates
from noughts.explain.phrases import PHRASES
from noughts.game.rules import Cell, Game, Mark, Position, other
from noughts.game.solver import Verdict
from noughts.support.text import plural

# What a value is called in the names of phrases and in svg.TINTS.
VALUES = {1: "win", 0: "draw", -1: "loss"}
# The separator between the cells of an idea, if it is not "and".
BETWEEN = {IdeaKind.STOPS_FORK: " or "}


def phrase(name: str, **values: object) -> str:
    """Return the phrase of that name with the values filled in."""
    return PHRASES[name].format_map(values)


def moves_to_end(verdict: Verdict) -> int:
    """Return how many moves are left for the side that makes the last move."""
    return (verdict.distance + 1) // 2


def verdict_words(verdict: Verdict) -> str:
    """Return the verdict in words.

    >>> verdict_words(Verdict(1, 3)), verdict_words(Verdict(0, 9)), verdict_words(Verdict(-1, 2))
    ('wins in 2 moves', 'draws', 'loses in 1 move')
    """
    return phrase(f"verdict.{VALUES[verdict.value]}", moves=plural(moves_to_end(verdict), "move"))


def short_verdict(verdict: Verdict) -> str:
    """Return the verdict in few words, e.g. "wins in 2"."""
    return phrase(f"verdict.{VALUES[verdict.value]}", moves=moves_to_end(verdict))


def outcome(mover: Mark, verdict: Verdict) -> str:
    """Return who wins an unfinished game and how soon, or that it is a draw, as a sentence."""
    words = verdict_words(Verdict(abs(verdict.value), verdict.distance))
    return phrase(f"outcome.{VALUES[verdict.value]}", mover=mover, rival=other(mover), verdict=words)


def over(winner: Mark | None) -> str:
    """Return how a finished game ended, as a sentence."""
    return phrase("over.won" if winner else "over.draw", winner=winner)


def ending(winner: Mark | None) -> str:
    """Return how a game ended, as part of a sentence."""
    return phrase("ending.won" if winner else "ending.draw", winner=winner)


def capital(text: str) -> str:
    """Return the text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def line_words(
    game: Game, position: Position, cells: Sequence[Cell], name: str = "line", naming: Naming = coordinates
) -> str:
    """Return moves that end the game, and how it ends, in words; `name` is the phrase to use."""
    moves = naming(game).moves(game.to_move(position), cells)
    return phrase(name, moves=moves, ending=ending(game.winner(game.follow(position, cells))))


def idea_words(game: Game, position: Position, idea: Idea, naming: Naming = coordinates) -> str:
    """Return an idea in words, as part of a sentence; `position` is the position before the move."""
    names, (count, total) = naming(game), idea.replies
    return phrase(
        f"idea.{idea.kind}",
        rival=other(game.to_move(position)),
        cells=names.join(idea.cells, BETWEEN.get(idea.kind, " and ")),
        line=names.line(idea.cells),
        count=count,
        total=total,
        lose="loses" if count == 1 else "lose",
        win="wins" if count == 1 else "win",
    )


def ideas_words(game: Game, position: Position, ideas: Sequence[Idea], naming: Naming = coordinates) -> str:
    """Return the ideas of a move in words, as part of a sentence.

    If there are no ideas, say that the move is one of the best; the caller must make sure that this is true.
    """
    return "; ".join(idea_words(game, position, idea, naming) for idea in ideas) or phrase("idea.none")


def why_words(game: Game, position: Position, why: WhyNot, naming: Naming = coordinates) -> str:
    """Return how a move compares with a best move, in words, and the line of play that shows it."""
    cell, better = naming(game).cell(why.cell), naming(game).cell(why.best_cell)
    verdict, best = verdict_words(why.verdict), verdict_words(why.best)
    line = line_words(game, position, why.line, naming=naming) + fork_words(game, position, why.line, naming)
    return capital(phrase(f"why.{why.standing}", cell=cell, verdict=verdict, better=better, best=best, line=line))


def fork_words(game: Game, position: Position, cells: Sequence[Cell], naming: Naming = coordinates) -> str:
    """Return a space and a sentence about the first fork in this line that the opponent of the side to move makes.

    Return an empty string if there is no such fork, or if the game is misère.
    """
    for number, cell in enumerate(cells):
        before = game.follow(position, cells[:number])
        if number % 2 and not game.misere:
            for idea in line_ideas(game, before, cell):
                if idea.kind == IdeaKind.FORKS:
                    words = idea_words(game, before, idea, naming)
                    return " " + phrase(
                        "why.fork", mover=game.to_move(before), cell=naming(game).cell(cell), idea=words
                    )
    return ""


def judgement_words(best: Verdict, made: Verdict) -> str:
    """Return what a move with the verdict `made` did to the outcome, e.g. "throws away the draw"."""
    name = f"judgement.{best.value},{made.value}"
    if best.value == made.value != 0:
        name += ",same" if made.distance == best.distance else ",other"
    return phrase(name)
