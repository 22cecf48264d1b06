"""Retrograde analysis: solve a game backwards from its end, a whole set of positions at a time.

    root        the position to solve; every position that can follow it is solved with it
    number      a position below the root, as a number in base 3 with a digit for each cell that is free at the
                root: 0 still free, 1 taken by the side that moves first, 2 taken by the other side
    set         a whole number whose bit n is 1 if the position with number n is a member

A mark of the side that moves first, on the cell of digit i, adds 3**i to the number of a position; a mark of the other
side adds 2 * 3**i. If the cell is free in all positions of a set, shifting the set left by that many bits therefore
makes the move in all of them at once, and shifting it right takes the move back. The outcome of finished positions is
known, and each step goes back one ply from there.
"""

from collections.abc import Iterator
from typing import TypeAlias

from noughts.game.rules import FREE, Cell, Game, Mark, Position, other
from noughts.support.progress import Progress

PositionSet: TypeAlias = int


class Retrograde:
    """Solves the root and all positions below it.

    `finished` is the set of positions in which the last move completed a line, and `open` is the set of positions in
    which neither side has a line. Sets are large, so each is dropped as soon as it is no longer needed.
    """

    def __init__(self, game: Game, root: Position, mover: Mark) -> None:
        free = game.free(root)
        even, self._odd = balanced(len(free))
        # For each free cell: 3**digit, and the numbers in which that digit is 1. Shifted by 3**digit, the digit is 2.
        self._digits = [(3**digit, with_digit(digit, len(free))) for digit in range(len(free))]
        of_cell = dict(zip(free, self._digits, strict=True))
        first = with_line(game, root, mover, of_cell, 0)
        second = with_line(game, root, other(mover), of_cell, 1)
        self.misere = game.misere
        self.finished: PositionSet = even & second & ~first | self._odd & first & ~second
        self.open: PositionSet = (even | self._odd) & ~(first | second)

    def before(self, after: PositionSet) -> PositionSet:
        """Return the set of the positions from which at least one move leads into the set `after`."""
        by_first = after & self._odd
        by_second = after ^ by_first
        positions = 0
        for step, ones in self._digits:
            positions |= ((by_first | by_second >> step) & ones) >> step
        return positions

    def solve(self, progress: Progress | None = None) -> Iterator[PositionSet]:
        """Yield the sets of positions decided in 0, 1, 2, ... plies; an open position in none of them is a draw.

        This can be done only once, because it drops `finished` and `open`.
        """
        plies, last = len(self._digits), self.finished
        yield last
        not_won = self.open | self.finished  # positions that the side to move has not won, as far as is known
        undecided = self.open & self.before(not_won)
        if self.misere:
            not_won = self.open
        del self.finished, self.open
        was_empty = False
        for distance in range(1, plies + 1):
            if (distance % 2 == 1) != self.misere:
                # Some move leaves the opponent in a lost position.
                last = undecided & self.before(last)
                not_won &= ~last
            else:
                # Every move leaves the opponent in a won position.
                last = undecided & ~self.before(not_won)
            undecided ^= last
            yield last
            if progress:
                progress(distance, plies)
            if not last and was_empty:
                break  # two empty steps: no more positions can be decided
            was_empty = not last


def with_digit(digit: int, digits: int) -> PositionSet:
    """Return the set of the numbers with `digits` digits in which digit `digit`, counted from the right, is 1."""
    block: int = 3**digit
    pattern, size = ((1 << block) - 1) << block, 3 * block
    while size < 3**digits:
        pattern, size = pattern | pattern << size | pattern << 2 * size, 3 * size
    return pattern


def balanced(digits: int) -> tuple[PositionSet, PositionSet]:
    """Return two sets of numbers: those whose digits have as many 1s as 2s, and those with one more 1 than 2s."""
    sets = {0: 1}  # by the surplus of 1s over 2s
    for digit in range(digits):
        step, remaining = 3**digit, digits - digit - 1
        sets = {
            surplus: sets.get(surplus, 0) | sets.get(surplus - 1, 0) << step | sets.get(surplus + 1, 0) << 2 * step
            for surplus in range(-remaining, remaining + 2)
        }
    return sets[0], sets[1]


def with_line(
    game: Game, root: Position, mark: Mark, of_cell: dict[Cell, tuple[int, PositionSet]], shifted: int
) -> PositionSet:
    """Return the set of positions in which `mark` has a complete line; the digit of `mark` is 1 + `shifted`.

    For each free cell, `of_cell` has 3**digit and the set of numbers in which that digit is 1.
    """
    positions = 0
    for line in game.lines:
        if all(root[cell] in (mark, FREE) for cell in line):
            complete = -1
            for cell in of_cell.keys() & line:
                step, ones = of_cell[cell]
                complete &= ones << step * shifted
            positions |= complete
    return positions
