"""Two ways to prove that a side can draw: pairs of cells, and a sum that is small enough.

    need        what a side still needs to complete a line that the opponent has not touched: the free cells of that
                line, as bits (1 << cell). Whoever takes the last cell of a need completes the line
    attacker    the side that wants to complete a line; only its needs are considered here
    defender    the other side, which wants a cell in every need of the attacker

Pairing (Hales and Jewett, 1963): the defender draws if every need contains a pair of cells and no two pairs overlap.
Whenever the attacker takes a cell of a pair, the defender takes the other one, so that the attacker never gets both.

Sum (Erdős and Selfridge, 1973): a need of n cells is a threat of size 2**-n. The defender can always keep the sum of
all threats from growing, so the defender draws if the sum is less than 1/2 with the attacker to move, or less than 1
with the defender to move.
"""

from collections.abc import Iterable
from typing import TypeAlias

Cells: TypeAlias = int  # a set of cells, as bits
Need: TypeAlias = Cells
Pair: TypeAlias = tuple[Cells, Cells]

# Threats are whole numbers, so that sums are exact: THREATS[n] stands for 2**-n. No line has more than 50 cells.
WHOLE = 1 << 50
THREATS = [WHOLE >> size for size in range(51)]
# With more needs than this, it takes too long to look for needs that have cells in common.
MERGED_MAX = 80


def threat(needs: Iterable[Need]) -> int:
    """Return the sum of all threats, as a multiple of 1 / WHOLE."""
    total = 0
    for need in needs:
        total += THREATS[need.bit_count()]
    return total


def pairing(needs: Iterable[Need]) -> list[Pair] | None:
    """Return pairs of cells, one in every need and none overlapping another; None if no such pairs were found.

    If the needs cannot all have pairs of their own, needs with at least two cells in common may share a pair. This is
    not tried with more than MERGED_MAX needs.
    """
    needs = sorted(needs, key=int.bit_count)
    return matching(needs) or (matching(merged(needs)) if len(needs) <= MERGED_MAX else None)


def merged(needs: list[Need]) -> list[Need]:
    """Return the needs, where those with two or more cells in common are replaced with their common cells."""
    common: list[Need] = []
    for need in needs:
        most, size = -1, 1
        for index, cells in enumerate(common):
            shared = (cells & need).bit_count()
            if shared > size:
                most, size = index, shared
        if most < 0:
            common.append(need)
        else:
            common[most] &= need
    return common


def matching(needs: list[Need]) -> list[Pair] | None:
    """Return two cells of every need, no cell twice; None if that is impossible."""
    every = 0
    for need in needs:
        every |= need
    if every.bit_count() < 2 * len(needs):
        return None
    owner: dict[Cells, int] = {}  # the index of the need that has been given a cell
    for index in (*range(len(needs)), *range(len(needs))):
        if not give_cell(needs, index, owner, {}):
            return None
    cells: list[list[Cells]] = [[] for _ in needs]
    for cell, index in owner.items():
        cells[index].append(cell)
    return [(first, second) for first, second in cells]


def give_cell(needs: list[Need], index: int, owner: dict[Cells, int], tried: dict[Cells, bool]) -> bool:
    """Give one more cell to a need, if necessary by giving other cells to other needs; return whether it worked.

    `owner` is updated. `tried` has the taken cells that were already considered, and is updated, too.
    """
    left = needs[index]
    while left:
        cell = left & -left
        left ^= cell
        if cell not in owner:
            owner[cell] = index
            return True
    left = needs[index]
    while left:
        cell = left & -left
        left ^= cell
        if cell not in tried and owner[cell] != index:
            tried[cell] = True
            if give_cell(needs, owner[cell], owner, tried):
                owner[cell] = index
                return True
    return False


def holds(pairs: Iterable[Pair], needs: Iterable[Need]) -> bool:
    """Return whether no two pairs overlap and every need contains a pair."""
    masks = [first | second for first, second in pairs]
    every = 0
    for mask in masks:
        if mask & every or mask.bit_count() != 2:
            return False
        every |= mask
    return all(any(need & mask == mask for mask in masks) for need in needs)
