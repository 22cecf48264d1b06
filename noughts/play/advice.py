"""Advice about the current game: values, a hint, judgements of moves, and mistakes.

    values      what every move is worth: its verdict (see noughts/game/solver.py)
    judgement   the verdict of a move that was made, and the verdict of the best move
    mistake     a move that gave away a better outcome
    review      what a move did, in words
    hint        three steps: the line to look at, then the move, then the proof

The window computes advice in a separate process, so advice can be converted to JSON and back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from noughts.explain import proofs
from noughts.explain.ideas import IdeaKind, ideas, line_ideas, why_not
from noughts.explain.names import Naming, coordinates
from noughts.explain.words import (
    capital,
    ending,
    fork_words,
    ideas_words,
    judgement_words,
    phrase,
    verdict_words,
    why_words,
)
from noughts.game import solver
from noughts.game.prover import proved_moves
from noughts.game.rules import FREE, Cell, Game, Line, Mark, Position, other
from noughts.game.solver import Verdict
from noughts.play import levels
from noughts.play.record import Record
from noughts.support.text import plural

HINT_STEPS = 3


@dataclass(frozen=True)
class Judgement:
    """A move that was made, its verdict, and the verdict of the best move."""

    number: int  # of the move, from 0
    position: Position  # before the move
    cell: Cell
    verdict: Verdict
    best: Verdict

    @property
    def words(self) -> str:
        """What the move did to the outcome, e.g. "throws away the draw"."""
        return judgement_words(self.best, self.verdict)

    @property
    def is_mistake(self) -> bool:
        """Whether the move gave away a better outcome."""
        return self.verdict.value < self.best.value


@dataclass(frozen=True)
class Review:
    """A move and what it did: its number from 0, its cell, the better moves, a line of play, and a sentence.

    `better` is empty unless the move is a mistake. `line` begins with the move and continues with best play.
    """

    number: int
    cell: Cell
    better: tuple[Cell, ...]
    line: tuple[Cell, ...]
    words: str

    @property
    def is_mistake(self) -> bool:
        """Whether the move gave away a better outcome."""
        return bool(self.better)


@dataclass(frozen=True)
class Hint:
    """A hint: the line to look at, the cell to move to, and the text of each step.

    If no line passes through the cell, `line` is that cell alone.
    """

    line: Line
    cell: Cell
    steps: tuple[str, ...]


@dataclass(frozen=True)
class ShownProof:
    """A proof of the outcome with best play, for a position too large to solve: sentences, and labels of cells.

    The labels are the letters of a pairing or the move numbers of a forcing line; empty if the proof has neither.
    """

    words: str
    labels: dict[Cell, str]


@dataclass(frozen=True)
class Advice:
    """Advice about the current position of a game.

    `is_exact` says whether the position is solved. `values` has the verdict of every move, and `whys` a sentence that
    compares each move with a best move; both are empty if the position is not solved or the game is over. `hint` is
    None if the game is over. `reviews` has a review of the last move, or of every move if the game is over; moves that
    `judge` leaves out have no review. `proof` is None if the position is solved, the game is over, or nothing
    was proved.
    """

    is_exact: bool
    values: dict[Cell, Verdict]
    whys: dict[Cell, str]
    hint: Hint | None
    reviews: tuple[Review, ...]
    proof: ShownProof | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the advice that `data` describes: the result of `asdict`, converted to JSON and back."""
        return cls(
            data["is_exact"],
            {cell: Verdict(*verdict) for cell, verdict in with_cells(data["values"]).items()},
            with_cells(data["whys"]),
            data["hint"] and Hint(**with_tuples(data["hint"])),
            tuple(Review(**with_tuples(review)) for review in data["reviews"]),
            data["proof"] and ShownProof(data["proof"]["words"], with_cells(data["proof"]["labels"])),
        )


def with_cells(data: Mapping[str, Any]) -> dict[Cell, Any]:
    """Return the mapping with its keys converted to cells, because in JSON all keys are strings."""
    return {int(cell): value for cell, value in data.items()}


def with_tuples(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields with every list converted to a tuple, because JSON has no tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}


def advise(record: Record, seconds: float, naming: Naming = coordinates) -> Advice:
    """Return advice about a game. It has values and an exact hint if the position can be solved within `seconds`."""
    game, position, free_max = record.game, record.position, levels.exact_free_cells(seconds)
    is_exact = len(game.free(position)) <= free_max
    values = solver.verdicts(game, position, game.to_move(position)) if is_exact else {}
    proof = None if is_exact or record.is_over else shown_proof(game, position, seconds, naming)
    last = 0 if record.is_over else len(record.moves) - 1
    return Advice(
        is_exact,
        values,
        {cell: why_words(game, position, why_not(game, position, cell), naming) for cell in values},
        None if record.is_over else hint(game, position, seconds, naming, proof),
        tuple(review(game, each, naming) for each in judge(record, free_max) if each.number >= last),
        proof,
    )


def shown_proof(
    game: Game, position: Position, seconds: float = levels.WAIT_SECONDS, naming: Naming = coordinates
) -> ShownProof | None:
    """Return a proof of who wins from an unfinished position; None if none is found in half of `seconds`."""
    mover = game.to_move(position)
    proof, _ = proved_moves(game, position, mover, levels.proof_budget(game, seconds))
    if proof.value is None:
        return None
    outcome, reason = proofs.outcome_words(mover, proof), proofs.reason_words(game, mover, proof, naming)
    return ShownProof(f"With best play: {outcome}. Reason: {reason}", proofs.proof_labels(proof))


def judge(record: Record, free_cells_max: int) -> list[Judgement]:
    """Return a judgement of every move before which at most `free_cells_max` cells were free."""
    judgements = []
    for number, (position, cell) in enumerate(zip(record.positions, record.moves, strict=False)):
        if len(record.game.free(position)) <= free_cells_max:
            verdicts = solver.verdicts(record.game, position, record.game.to_move(position))
            best = max(verdicts.values(), key=solver.rank)
            judgements.append(Judgement(number, position, cell, verdicts[cell], best))
    return judgements


def mistakes(
    record: Record, free_cells_max: int, side: Mark | None = None, naming: Naming = coordinates
) -> list[Review]:
    """Return a review of each mistake of `side`, or of both sides if it is None; see `judge` for the moves judged."""
    game, judgements = record.game, judge(record, free_cells_max)
    return [
        review(game, judgement, naming)
        for judgement in judgements
        if judgement.is_mistake and side in (None, game.to_move(judgement.position))
    ]


def review(game: Game, judgement: Judgement, naming: Naming = coordinates) -> Review:
    """Return the review of a judged move.

    The sentence for a mistake gives the better moves and how the opponent can answer.
    """
    position, cell, names = judgement.position, judgement.cell, naming(game)
    mover = game.to_move(position)
    line = solver.best_line(game, position, cell)
    words = {"number": judgement.number + 1, "mover": mover, "cell": names.cell(cell), "judgement": judgement.words}
    if not judgement.is_mistake:
        does = ideas(game, position, cell)
        also = phrase("review.ideas", ideas=ideas_words(game, position, does, naming)) if does else ""
        return Review(judgement.number, cell, (), line, phrase("review", **words) + also)
    better = solver.best_moves(game, position, mover)
    right, verdict = names.join(better, " or "), verdict_words(judgement.best)
    completed = [] if game.misere else game.complete_lines(game.follow(position, line[:2]), other(mover))
    if completed:
        open_line = {"rival": other(mover), "line": names.line(completed[0]), "goal": names.cell(line[1])}
        sentence = phrase("mistake.open", **words, **open_line, right=capital(right), verdict=verdict)
    else:
        moves, end = names.moves(other(mover), line[1:]), ending(game.winner(game.follow(position, line)))
        sentence = phrase("mistake", **words, right=right, verdict=verdict, moves=moves, ending=end)
        sentence += fork_words(game, position, line, naming)
    return Review(judgement.number, cell, tuple(better), line, sentence)


def hint(
    game: Game,
    position: Position,
    seconds: float = levels.WAIT_SECONDS,
    naming: Naming = coordinates,
    shown: ShownProof | None = None,
) -> Hint:
    """Return a hint for the side to move; the game must not be over.

    It suggests a best move if the position can be solved within `seconds`, else the best move found in that time. In
    the second case, its last step says whether a proof was found that no move is better; `shown` is that proof, if the
    caller has it.
    """
    if len(game.free(position)) > levels.exact_free_cells(seconds):
        choice = levels.best_found(game, position, seconds)
        cell, (move, proof) = choice.cell, found_words(choice, naming(game).cell(choice.cell), shown)
    else:
        cell = levels.candidates(game, levels.PERFECT, position, levels.TO_THE_END)[0]
        does = ideas_words(game, position, ideas(game, position, cell), naming)
        move = capital(phrase("hint.move", cell=naming(game).cell(cell), ideas=does))
        proof = why_words(game, position, why_not(game, position, cell), naming)
    line = line_to_look_at(game, position, cell)
    return Hint(line or (cell,), cell, (look_words(game, position, line, naming), move, proof))


def found_words(choice: levels.Choice, name: str, shown: ShownProof | None) -> tuple[str, str]:
    """Return the last two steps of a hint, in words, for the best move found in a position too large to solve.

    `name` is the name of the cell; see `hint` for `shown`.
    """
    plies = levels.sight_words(choice.plies)
    move = phrase("hint.best_found" if choice.plies else "hint.proved", cell=name, plies=plies)
    if choice.verdict is not None:
        proof = phrase("hint.certain", plies=plies, verdict=verdict_words(choice.verdict))
    elif not choice.is_exact:
        proof = phrase("hint.no_proof")
    else:
        proof = phrase("hint.proof", proof=shown.words) if shown else phrase("hint.proof.unknown")
    return capital(move), proof


def line_to_look_at(game: Game, position: Position, cell: Cell) -> Line | None:
    """Return the line that best explains a move; None if no line passes through the cell.

    The first choice is a line that the move completes, then a line that it blocks, then the fullest line with marks of
    the mover only, then the fullest with marks of the opponent only, then an empty line, and last a line with marks
    of both. If the move stops a fork and makes neither a fork nor a threat, the opponent's fullest line comes before
    the mover's. In misère, the third choice is the fullest line with marks of only one side, whichever side that is.
    """
    mover = game.to_move(position)
    kinds = set() if game.misere else {idea.kind for idea in line_ideas(game, position, cell)}
    only_defends = IdeaKind.STOPS_FORK in kinds and not kinds & {IdeaKind.FORKS, IdeaKind.THREATENS}

    def rank(line: Line) -> tuple[int, int]:
        own, theirs = (sum(position[cell] == mark for cell in line) for mark in (mover, other(mover)))
        if own and theirs:
            return (0, theirs)
        if own + theirs == len(line) - 1:
            return (4 if theirs else 5, own + theirs)
        if game.misere or not own + theirs:
            return (1, own + theirs)
        return (3 if bool(theirs) == only_defends else 2, own + theirs)

    return max((line for line in game.lines if cell in line), key=rank, default=None)


def look_words(game: Game, position: Position, line: Line | None, naming: Naming = coordinates) -> str:
    """Return the first step of a hint: the line to look at and who can still complete it, or that there is no line."""
    if line is None:
        return phrase("hint.no_line")
    mover = game.to_move(position)
    rival = other(mover)
    marks = frozenset(position[cell] for cell in line) - {FREE}
    names = {frozenset(): "free", frozenset({mover}): "yours", frozenset({rival}): "theirs"}
    name = names.get(marks, "dead")
    if game.misere and len(marks) == 1:
        name += ".misere"
    missing = sum(position[cell] == FREE for cell in line)
    return phrase(f"hint.{name}", line=naming(game).line(line), rival=rival, more=plural(missing, "more cell"))
