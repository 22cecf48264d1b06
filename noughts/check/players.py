"""Players with a known misconception, each a minimax that is wrong in one way.

    tie         what a tie scores, for X and for O to move first: right is 0 (and a line of X 1, of O -1)
    chooser     who takes the largest and who the smallest of the values below: right is X max, O min
    root        the same for the first move alone

What a player may answer in a position are all the moves that its wrong values make equally good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from noughts.check.texts import pair_text
from noughts.game.rules import CLASSIC, FREE, Game, Line, Mark, O, Position, X

Chooser = dict[Mark, Callable[[Iterable[int]], int]]

RIGHT: Chooser = {X: max, O: min}
SWAPPED: Chooser = {X: min, O: max}
MAX: Chooser = {X: max, O: max}
MIN: Chooser = {X: min, O: min}

# A diagnosis must explain that share of wrong moves: with fewer, a chance fault could look like it.
WRONG_SHARE_MIN = 0.02


@dataclass(frozen=True)
class Player:
    """A minimax with its own idea of ties, of who maximises, or of the lines."""

    sentence: str
    tie: tuple[int, int] = (0, 0)
    root: Chooser | None = None
    below: Chooser | None = None
    below_o: Chooser | None = None  # where it is O who begins, if that is something else
    game: Game = CLASSIC

    def fits(self, answers: dict[Position, str], right: Callable[[Position], frozenset[str]]) -> list[Mark]:
        """Are all the answers its moves, and enough of them wrong? If so, the sides that go wrong."""
        values: dict[Mark, dict[Position, int]] = {X: {}, O: {}}
        wrong = {X: 0, O: 0}
        # The fewest free cells first: there a player is told from another without a search.
        for position in sorted(answers, key=lambda position: position.count(FREE)):
            answer = answers[position]
            if answer not in self.moves(position, values[CLASSIC.to_move(position)]):
                return []
            wrong[CLASSIC.to_move(position)] += answer not in right(position)
        return [side for side in wrong if wrong[side]] if sum(wrong.values()) >= WRONG_SHARE_MIN * len(answers) else []

    def moves(self, position: Position, values: dict[Position, int]) -> set[str]:
        """The moves that it may make, as answers; `values` are its own, of positions below one side's turns."""
        game, mover = self.game, self.game.to_move(position)
        tie, choosers = self.tie[mover == O], (self.below_o if mover == O else None) or self.below or RIGHT
        below = {cell: self._value(game.after(position, cell), tie, choosers, values) for cell in game.free(position)}
        chosen = (self.root or RIGHT)[mover](below.values())
        return {pair_text(cell) for cell, value in below.items() if value == chosen}

    def _value(self, position: Position, tie: int, choosers: Chooser, values: dict[Position, int]) -> int:
        if position not in values:
            game = self.game
            if game.is_over(position):
                values[position] = {X: 1, O: -1, None: tie}[game.winner(position)]
            else:
                after = [game.after(position, cell) for cell in game.free(position)]
                below = [self._value(each, tie, choosers, values) for each in after]
                values[position] = choosers[game.to_move(position)](below)
        return values[position]


# The plainest explanation comes first: the first that fits is said.
PLAYERS = (
    Player("minimax makes the worst move everywhere: the first move is chosen by the wrong one of maximum and minimum",
           root=SWAPPED),
    Player("minimax plays as if maximum and minimum were exchanged: both sides play to lose",
           root=SWAPPED, below=SWAPPED),
    Player("minimax chooses the highest value for O too: O wins with -1 and should choose the lowest", root=MAX),
    Player("minimax chooses the lowest value for X too: X wins with 1 and should choose the highest", root=MIN),
    Player("minimax plays as if both sides chose the highest value, whoever's turn it is", root=MAX, below=MAX),
    Player("minimax plays as if both sides chose the lowest value, whoever's turn it is", root=MIN, below=MIN),
    Player("minimax plays as if after its own move both sides chose the highest value", below=MAX),
    Player("minimax plays as if after its own move both sides chose the lowest value", below=MIN),
    Player("minimax plays as if after its own move maximum and minimum were exchanged: it counts on the other's help",
           below=SWAPPED),
    Player("minimax takes itself for X, whoever's turn it is: for O too it chooses the highest value at its own moves",
           root=MAX, below_o=SWAPPED),
    Player("minimax takes itself for O, whoever's turn it is: for X too it chooses the lowest value at its own moves",
           root=MIN, below=SWAPPED, below_o=RIGHT),
    Player("minimax rates a tie below a loss", tie=(-2, 2)),
    Player("minimax rates a tie above a win", tie=(2, -2)),
    Player("minimax rates a tie below a win of O", tie=(-2, -2)),
    Player("minimax rates a tie above a win of X", tie=(2, 2)),
    Player("minimax makes no difference between a tie and a loss", tie=(-1, 1)),
    Player("minimax makes no difference between a tie and a win", tie=(1, -1)),
    Player("minimax makes no difference between a tie and a win of O", tie=(-1, -1)),
    Player("minimax makes no difference between a tie and a win of X", tie=(1, 1)),
)  # fmt: skip


def sees_fewer_lines(missing: Iterable[Line]) -> Player:
    """One that plays perfectly by the lines it knows."""
    unseen = set(missing)
    lines = tuple(line for line in CLASSIC.lines if line not in unseen)
    game = Game("fewer lines", CLASSIC.columns, CLASSIC.rows, lines)
    return Player("minimax plays perfectly by the lines that winner knows: mend winner, and look again", game=game)
