"""A game solved backwards from its end, whole sets of positions at a time.

    root        the position that is asked about, with somebody to move
    number      a position below the root, as a number in base 3 with a digit for each cell that is free at the
                root: 0 still free, 1 taken by who moves first, 2 taken by the other
    set         a whole number whose bit n is 1 where the position with number n belongs to it

A mark of the first mover on the cell of digit i adds 3**i to the number, so it shifts a set's bits by 3**i: one
shift moves every position of a set. The end is known; from there it goes backwards, a ply a round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from noughts.rules import FREE, Cell, Game, Mark, Position, other

Set: TypeAlias = int
# Told after each round: how many are done, and of how many.
Progress: TypeAlias = Callable[[int, int], None]


class Rounds:
    """The search behind a table. `odd` and `even` tell positions apart by whose turn it is."""

    def __init__(self, game: Game, root: Position, mover: Mark) -> None:
        free = game.free(root)
        digits = {cell: digit for digit, cell in enumerate(free)}
        held = {mark: [with_digit(digit, value, len(free)) for digit in digits.values()] for mark, value in
                ((mover, 1), (other(mover), 2))}  # fmt: skip
        even, odd = balanced(len(free))
        first, second = (lined(game, root, mark, digits, held[mark]) for mark in (mover, other(mover)))
        self.misere = game.misere
        self.ended: Set = even & second & ~first | odd & first & ~second
        self.open: Set = (even | odd) & ~(first | second)
        # What a move led to: its mark, and whose turn it was, are known from the position after it.
        self._moves = [
            (3**digit, odd & held[mover][digit], even & held[other(mover)][digit]) for digit in digits.values()
        ]

    def before(self, after: Set) -> Set:
        """Every position from which some move leads into the set."""
        found = 0
        for step, of_first, of_second in self._moves:
            found |= (after & of_first) >> step | (after & of_second) >> 2 * step
        return found

    def play(self, progress: Progress | None = None) -> list[Set]:
        """The positions decided in 0, 1, 2, ... plies; what is left in the end is tied."""
        playable = self.open & self.before(self.open | self.ended)
        rounds = len(self._moves)
        decided = [self.ended]
        won = self.ended if self.misere else 0
        for distance in range(1, rounds + 1):
            if (distance % 2 == 1) != self.misere:
                new = playable & self.before(decided[-1])  # some move leads to a loss of the other side
                won |= new
            else:
                new = playable & ~self.before((self.open | self.ended) & ~won)  # every move leads to a win of it
            playable &= ~new
            decided.append(new)
            if progress:
                progress(distance, rounds)
            if not new and not decided[-2]:
                break  # nothing can come of nothing
        return decided


def with_digit(digit: int, value: int, digits: int) -> Set:
    """The numbers of so many digits in which that digit has that value."""
    block: int = 3**digit
    pattern, size = ((1 << block) - 1) << value * block, 3 * block
    while size < 3**digits:
        pattern, size = pattern | pattern << size | pattern << 2 * size, 3 * size
    return pattern


def balanced(digits: int) -> tuple[Set, Set]:
    """The numbers with as many digits 1 as 2, and those with one more 1."""
    sets = {0: 1}  # by how many more digits are 1 than 2
    for digit in range(digits):
        step, to_come = 3**digit, digits - digit - 1
        sets = {
            more: sets.get(more, 0) | sets.get(more - 1, 0) << step | sets.get(more + 1, 0) << 2 * step
            for more in range(-to_come, to_come + 2)
        }
    return sets[0], sets[1]


def lined(game: Game, root: Position, mark: Mark, digits: dict[Cell, int], held: list[Set]) -> Set:
    """The positions in which some line is full of that mark."""
    found = 0
    for line in game.lines:
        if all(root[cell] in (mark, FREE) for cell in line):
            full = -1
            for cell in line:
                if root[cell] == FREE:
                    full &= held[digits[cell]]
            found |= full
    return found
