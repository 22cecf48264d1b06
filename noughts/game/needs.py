"""What each side still needs to complete its lines: all that a prover has to know about a position.

    need        what a side still needs to complete a line that the opponent has not touched: the free cells of that
                line, as bits (1 << cell)
    needs       all needs of one side

After a move, the mover's needs no longer contain the cell, and the opponent loses each need that contained it.
"""

from collections.abc import Iterable
from typing import TypeAlias

from noughts.game.pairing import WHOLE, Cells, Need
from noughts.game.rules import FREE, Cell, Game, Mark, Position, other

Needs: TypeAlias = frozenset[Need]

# How much more a need weighs in the order of moves if it is one cell smaller, as a power of 2.
ATTACK_SHIFT, DEFENCE_SHIFT = 2, 1


def needs_of(game: Game, position: Position, mark: Mark) -> Needs:
    """Return the needs of a side."""
    rival = other(mark)
    return frozenset(
        sum([1 << cell for cell in line if position[cell] == FREE])
        for line in game.lines
        if all(position[cell] != rival for cell in line)
    )


def after(own: Needs, theirs: Needs, cell: Cells) -> tuple[Needs, Needs]:
    """Return the needs of the side that moves to a cell and those of the other side, after the move."""
    rest = ~cell
    return frozenset([need & rest for need in own]), frozenset([need for need in theirs if not need & cell])


def last_cells(needs: Iterable[Need]) -> Cells:
    """Return the cells with which the side completes a line: its needs of one cell."""
    cells = 0
    for need in needs:
        if not need & (need - 1):
            cells |= need
    return cells


def threatening(needs: Needs) -> list[tuple[Cells, Cells]]:
    """Return each move that threatens to complete a line, with the cell that would complete it."""
    moves = []
    for need in needs:
        if need.bit_count() == 2:
            first = need & -need
            moves += [(first, need ^ first), (need ^ first, first)]
    return moves


def stopping_cells(line: tuple[Cells, ...], needs: Needs) -> Cells:
    """Return the cells where a move may stop `line`, a forcing line of the opponent; -1 (all bits) if it is empty.

    `needs` are the needs of the side that stops the line. The cells are those of the line, and those that can turn a
    forced answer into a threat.
    """
    if not line:
        return -1
    cells = played = sum(set(line))
    for need in needs:
        if (need & ~played).bit_count() <= 2:
            cells |= need
    return cells


def without_supersets(needs: Needs) -> Iterable[Need]:
    """Return the needs without the larger ones that include a need of two cells; no need may have only one cell."""
    small = [need for need in needs if need.bit_count() == 2]
    if not small:
        return needs
    return small + [need for need in needs if need.bit_count() > 2 and all(need & pair != pair for pair in small)]


def ordered(attack: Needs, defence: Needs, allowed: Cells, shift: int) -> list[Cells]:
    """Return the allowed cells of all needs, the most promising first: those in many needs, or in small ones.

    `shift` is ATTACK_SHIFT or DEFENCE_SHIFT; with ATTACK_SHIFT, the needs in `defence` count half.
    """
    weights: dict[Cells, int] = {}
    for needs, half in ((attack, 0), (defence, shift == ATTACK_SHIFT)):
        for need in needs:
            weight = WHOLE >> shift * need.bit_count() + half
            left = need & allowed
            while left:
                cell = left & -left
                left ^= cell
                weights[cell] = weights.get(cell, 0) + weight
    return sorted(weights, key=weights.__getitem__, reverse=True)


def turned(needs: Needs, bits: list[Cells]) -> tuple[Need, ...]:
    """Return the needs on a board turned by a symmetry, sorted; `bits` has the new bit of every cell."""
    result = []
    for need in needs:
        image, left = 0, need
        while left:
            cell = left & -left
            left ^= cell
            image |= bits[cell.bit_length() - 1]
        result.append(image)
    return tuple(sorted(result))


def cells_in(bits: Iterable[Cells]) -> tuple[Cell, ...]:
    """Return the cells that single bits stand for."""
    return tuple(bit.bit_length() - 1 for bit in bits)
