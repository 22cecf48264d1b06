"""Retrograde analysis: solve a game backwards from its end, a whole set of positions at a time.

    root        the position that is solved, together with every position that can follow it
    number      a position below the root, as a number in base 3 with a digit for each cell that is free at the
                root: 0 still free, 1 taken by the side that moves first, 2 taken by the other side
    set         a whole number whose bit n is 1 if the position with number n is a member

A mark of the side that moves first, on the cell of digit i, adds 3**i to the number of a position; a mark of the other
side adds 2 * 3**i. Shifting a set left by that many bits therefore makes the move in all positions of the set at once,
and shifting it right takes the move back. The outcome of finished positions is known, and each step goes back one ply
from there.
"""

from typing import TypeAlias

from noughts.game.rules import FREE, Cell, Game, Mark, Position, other
from noughts.support.progress import Progress

PositionSet: TypeAlias = int


class Retrograde:
    """Solves the root and all positions below it.

    `finished` is the set of positions in which the last move completed a line, and `open` is the set of positions in
    which neither side has a line.
    """

    def __init__(self, game: Game, root: Position, mover: Mark) -> None:
        free = game.free(root)
        by_first, by_second = (
            {cell: with_digit(digit, value, len(free)) for digit, cell in enumerate(free)} for value in (1, 2)
        )
        even, odd = balanced(len(free))
        first, second = with_line(game, root, mover, by_first), with_line(game, root, other(mover), by_second)
        self.misere = game.misere
        self.finished: PositionSet = even & second & ~first | odd & first & ~second
        self.open: PositionSet = (even | odd) & ~(first | second)
        # For each free cell: 3**digit, the positions after the first side's move there, and those after the second's.
        self._moves = [(3**digit, odd & by_first[cell], even & by_second[cell]) for digit, cell in enumerate(free)]

    def before(self, after: PositionSet) -> PositionSet:
        """Return the set of the positions from which at least one move leads into the set `after`."""
        positions = 0
        for step, by_first, by_second in self._moves:
            positions |= (after & by_first) >> step | (after & by_second) >> 2 * step
        return positions

    def solve(self, progress: Progress | None = None) -> list[PositionSet]:
        """Return the sets of positions decided in 0, 1, 2, ... plies; an open position in none of them is a draw."""
        undecided = self.open & self.before(self.open | self.finished)
        plies = len(self._moves)
        decided = [self.finished]
        won = self.finished if self.misere else 0
        for distance in range(1, plies + 1):
            if (distance % 2 == 1) != self.misere:
                # Some move leaves the opponent in a lost position.
                new = undecided & self.before(decided[-1])
                won |= new
            else:
                # Every move leaves the opponent in a won position.
                new = undecided & ~self.before((self.open | self.finished) & ~won)
            undecided &= ~new
            decided.append(new)
            if progress:
                progress(distance, plies)
            if not new and not decided[-2]:
                break  # two empty steps: no more positions can be decided
        return decided


def with_digit(digit: int, value: int, digits: int) -> PositionSet:
    """Return the set of the numbers with `digits` digits in which digit `digit`, counted from the right, is `value`."""
    block: int = 3**digit
    pattern, size = ((1 << block) - 1) << value * block, 3 * block
    while size < 3**digits:
        pattern, size = pattern | pattern << size | pattern << 2 * size, 3 * size
    return pattern


def balanced(digits: int) -> tuple[PositionSet, PositionSet]:
    """Return two sets of numbers: those with as many digits 1 as 2, and those with one digit 1 more than digits 2."""
    sets = {0: 1}  # by the surplus of 1s over 2s
    for digit in range(digits):
        step, remaining = 3**digit, digits - digit - 1
        sets = {
            surplus: sets.get(surplus, 0) | sets.get(surplus - 1, 0) << step | sets.get(surplus + 1, 0) << 2 * step
            for surplus in range(-remaining, remaining + 2)
        }
    return sets[0], sets[1]


def with_line(game: Game, root: Position, mark: Mark, taken: dict[Cell, PositionSet]) -> PositionSet:
    """Return the set of positions with a complete line of `mark`; `taken[cell]` is the set with `mark` on that cell."""
    positions = 0
    for line in game.lines:
        if all(root[cell] in (mark, FREE) for cell in line):
            complete = -1
            for cell in taken.keys() & line:
                complete &= taken[cell]
            positions |= complete
    return positions
