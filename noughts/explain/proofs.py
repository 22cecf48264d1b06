"""Proofs in words and pictures: why the side to move wins, draws or loses, on boards of any size.

A pairing is shown by letters: two cells with the same letter are a pair.
"""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

from noughts.explain.names import Naming, coordinates
from noughts.game import notation
from noughts.game.proof import Proof, Reason
from noughts.game.rules import FREE, Cell, Game, Mark, O, Position, X, other
from noughts.support.text import plural

OUTCOMES = {1: "{mover} wins", 0: "a draw", -1: "{rival} wins", None: "not known"}
REASONS = {
    Reason.FORCING: "{mover} makes one threat after the other, and the last one cannot be stopped: {moves}.",
    Reason.NO_LINES: "each line has marks of both sides, so nobody can complete one any more.",
    Reason.SEARCH: "every continuation was searched until threats, pairings or too few open lines decided it.",
    Reason.UNKNOWN: "the search was stopped before it could decide.",
}
PAIRING = (
    "a pairing. Whenever one side takes a cell with a letter, the other side takes the other cell with that letter. "
    "Each line that can still be completed has some letter twice, so neither side completes one."
)
PAIRING_FOR_ONE = (
    "a pairing. Whenever {mover} takes a cell with a letter, {rival} takes the other cell with that letter. Each line "
    "that {mover} could complete has some letter twice, so {mover} never completes one. A search showed that {rival} "
    "cannot win either."
)
MISERE_PAIRING = (
    "a pairing. Either side can answer each move on the other cell with the same letter, and so never has to take "
    "both. Each line that can still be completed has some letter twice, so nobody has to complete one."
)
MISERE_PAIRING_FOR_ONE = (
    "a pairing. {mover} can answer each move on the other cell with the same letter, and so never has to take both. "
    "Each line that {mover} could complete has some letter twice. A search or other pairs showed that {rival} does not "
    "have to complete a line either."
)


def outcome_words(mover: Mark, proof: Proof) -> str:
    """Return who wins, e.g. "X wins", "a draw" or "not known"."""
    return OUTCOMES[proof.value].format(mover=mover, rival=other(mover))


def reason_words(game: Game, mover: Mark, proof: Proof, naming: Naming = coordinates) -> str:
    """Return why the value is certain, as one or more sentences."""
    fields = {"mover": mover, "rival": other(mover), "moves": naming(game).moves(mover, proof.line)}
    if proof.reason != Reason.PAIRING:
        return REASONS[proof.reason].format(**fields)
    both, one = (MISERE_PAIRING, MISERE_PAIRING_FOR_ONE) if game.misere else (PAIRING, PAIRING_FOR_ONE)
    return (both if proof.pairs_for_both else one).format(**fields)


def pair_letters(proof: Proof) -> dict[Cell, str]:
    """Return a letter for each cell of a pairing: a to z, then aa, bb and so on."""
    pairs = sorted(tuple(sorted(pair)) for pair in proof.pairs)
    return {cell: ascii_lowercase[n % 26] * (1 + n // 26) for n, pair in enumerate(pairs) for cell in pair}


def proof_labels(proof: Proof) -> dict[Cell, str]:
    """Return the letters of a pairing, or the numbers of the moves of a forcing line; an empty dict without either."""
    return pair_letters(proof) or {cell: str(number) for number, cell in enumerate(proof.line, 1)}


def board_text(game: Game, position: Position, letters: Mapping[Cell, str]) -> str:
    """Return the board as text, with marks, and letters on free cells."""
    width = max(map(len, letters.values()), default=1)
    cells = [(letters.get(cell, FREE) if mark == FREE else mark).rjust(width) for cell, mark in enumerate(position)]
    return "\n".join("  " + " ".join(cells[first : first + game.columns]) for first in game.cells[:: game.columns])


def proof_text(game: Game, position: Position, proof: Proof, moves: Sequence[Cell] = ()) -> str:
    """Return the outcome, the reason, the pairing if there is one, and the number of positions searched.

    `moves` are the moves that keep the value, as far as they are known.
    """
    mover = game.to_move(position)
    parts = [f"With best play: {outcome_words(mover, proof)}.", f"Reason: {reason_words(game, mover, proof)}"]
    if proof.pairs:
        parts.append(board_text(game, position, pair_letters(proof)))
    if moves and not proof.line:
        kind = "A move that wins" if proof.value else "Moves that were proved to draw"
        is_every = len(moves) == len(game.free(position)) > 1
        parts.append("Every move draws." if is_every else f"{kind}: {coordinates(game).join(sorted(moves), '  ')}")
    parts.append(f"Searched: {plural(proof.positions, 'position')}.")
    return "\n".join(parts)


def proof_svg(game: Game, position: Position, proof: Proof) -> str:
    """Return the board as SVG: with the letters and tints of a pairing, or the numbers of a forcing line of play."""
    from noughts.explain import svg  # not needed for text

    mover = game.to_move(position)
    tints = {
        cell: svg.PAIR_TINTS[number % len(svg.PAIR_TINTS)] for number, pair in enumerate(proof.pairs) for cell in pair
    }
    marks = position
    for number, cell in enumerate(proof.line):
        marks = marks[:cell] + (mover if number % 2 == 0 else other(mover)) + marks[cell + 1 :]
    struck = [line for mark in (X, O) for line in game.complete_lines(marks, mark)]
    return svg.board(game.columns, position, proof_labels(proof), None, (), struck, tints=tints)


def proof_json(game: Game, position: Position, proof: Proof, moves: Sequence[Cell] = ()) -> dict[str, object]:
    """Return the proof as data for JSON, with the moves that keep the value as `best`; cells are [row, column]."""

    def cells(some: Sequence[Cell]) -> list[list[int]]:
        return [list(notation.row_column(game, cell)) for cell in some]

    return {
        "game": game.name,
        "position": position,
        "to_move": game.to_move(position),
        "value": proof.value,
        "reason": proof.reason.value,
        "positions": proof.positions,
        "line": cells(proof.line),
        "best": cells(sorted(moves)),
        "pairs": [cells(pair) for pair in proof.pairs],
        "pairs_for_both": proof.pairs_for_both,
    }
