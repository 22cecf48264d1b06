"""Proofs in words and pictures: why the side to move wins, draws or loses, on boards of any size.

A pairing is shown by letters: two cells with the same letter are a pair.
"""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

from noughts.explain.names import Naming, coordinates
from noughts.explain.words import phrase
from noughts.game import notation
from noughts.game.proof import Proof, Reason
from noughts.game.rules import FREE, Cell, Game, Mark, O, Position, X, other
from noughts.support.text import plural

OUTCOMES = {1: "win", 0: "draw", -1: "loss", None: "unknown"}


def outcome_words(mover: Mark, proof: Proof) -> str:
    """Return who wins, e.g. "X wins", "a draw" or "not known"."""
    return phrase(f"proof.value.{OUTCOMES[proof.value]}", mover=mover, rival=other(mover))


def reason_words(game: Game, mover: Mark, proof: Proof, naming: Naming = coordinates) -> str:
    """Return why the value is certain, or why it is not known, in words that follow "Reason: "."""
    name = f"proof.{proof.reason.value.replace(' ', '_')}"
    if proof.reason == Reason.PAIRING:
        name += f"{'.misere' * game.misere}.{'both' if proof.pairs_for_both else 'one'}"
    return phrase(name, mover=mover, rival=other(mover), moves=naming(game).moves(mover, proof.line))


def pair_letters(proof: Proof) -> dict[Cell, str]:
    """Return a letter for each cell of a pairing: a to z, then aa, bb and so on."""
    pairs = sorted(tuple(sorted(pair)) for pair in proof.pairs)
    return {cell: ascii_lowercase[n % 26] * (1 + n // 26) for n, pair in enumerate(pairs) for cell in pair}


def proof_labels(proof: Proof) -> dict[Cell, str]:
    """Return the letters of a pairing, or the move numbers of a forcing line; an empty dict if there is neither."""
    return pair_letters(proof) or {cell: str(number) for number, cell in enumerate(proof.line, 1)}


def board_text(game: Game, position: Position, labels: Mapping[Cell, str]) -> str:
    """Return the board as text, with the label of each free cell that has one."""
    width = max(map(len, labels.values()), default=1)
    cells = [(labels.get(cell, FREE) if mark == FREE else mark).rjust(width) for cell, mark in enumerate(position)]
    return "\n".join("  " + " ".join(cells[first : first + game.columns]) for first in game.cells[:: game.columns])


def proof_text(game: Game, position: Position, proof: Proof, moves: Sequence[Cell] = ()) -> str:
    """Return the outcome, the reason, the pairing if there is one, and the number of positions searched.

    `moves` are the known moves that keep the value; they are listed too, unless the proof has a forcing line.
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
    """Return the board as SVG, with the letters and tints of a pairing, or the move numbers of a forcing line.

    The lines that a forcing line completes at its end are struck through.
    """
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
    """Return the proof as data for JSON; "best" lists `moves`, the known moves that keep the value.

    Cells are [row, column].
    """

    def rows_columns(cells: Sequence[Cell]) -> list[list[int]]:
        return [list(notation.row_column(game, cell)) for cell in cells]

    return {
        "game": game.name,
        "position": position,
        "to_move": game.to_move(position),
        "value": proof.value,
        "reason": proof.reason.value,
        "positions": proof.positions,
        "line": rows_columns(proof.line),
        "best": rows_columns(sorted(moves)),
        "pairs": [rows_columns(pair) for pair in proof.pairs],
        "pairs_for_both": proof.pairs_for_both,
    }
