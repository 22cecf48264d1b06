"""Explain how a wrong minimax plays: by a known misconception, or by a habit.

A misconception is a minimax that is wrong in one way:

    draw        the values of a draw, first if X is to move at the root, then if O is: right is 0 for both
                (a win of X is 1, a win of O is -1)
    below       which side takes the largest and which the smallest value below the root: right is X max, O min
    root        the same for the move at the root

It may make any move that is best by its own wrong values.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from noughts.check.codec import encode_action
from noughts.check.findings import Finding, finding
from noughts.check.questions import ask, is_over, winning_moves
from noughts.game import solver
from noughts.game.rules import CLASSIC, FREE, Game, Mark, O, Position, X, other, winning_cells

Chooser = dict[Mark, Callable[[Iterable[int]], int]]
# The answers of minimax, by position, as the worker's texts.
Answers = dict[Position, str]

RIGHT: Chooser = {X: max, O: min}
SWAPPED: Chooser = {X: min, O: max}
MAX: Chooser = {X: max, O: max}
MIN: Chooser = {X: min, O: min}

# At least this share of the moves must be wrong; with fewer, a random fault could look like a misconception.
WRONG_SHARE_MIN = 0.02
# A minimax that always takes the same free cell must have done so more often than this.
CELL_FIRST_MIN = 50
# The worker's texts for numbers that can be the value of a position.
NUMBERS = {"i1": 1, "i0": 0, "i-1": -1, "f1.0": 1, "f0.0": 0, "f-0.0": 0, "f-1.0": -1, "b1": 1, "b0": 0}
# A number and a move, in either order, as the worker writes a pair.
VALUE_AND_MOVE = re.compile(r"\((?:[if]-?[\d.]+,\(i\d,i\d\)|\(i\d,i\d\),[if]-?[\d.]+)\)")


@dataclass(frozen=True)
class Misconception:
    """A minimax that is wrong about draws, about max and min, or about the lines."""

    id: str
    draw: tuple[int, int] = (0, 0)
    root: Chooser | None = None
    below: Chooser | None = None
    below_o: Chooser | None = None  # `below` when O is to move at the root, if different
    game: Game = CLASSIC

    def fits(self, answers: Answers) -> list[Mark]:
        """Return the sides with wrong moves; an empty list if an answer does not fit, or too few are wrong."""
        values: dict[Mark, dict[Position, int]] = {X: {}, O: {}}
        wrong = {X: 0, O: 0}
        # Positions with few free cells come first: most misconceptions are ruled out there without a search.
        for position in sorted(answers, key=lambda position: position.count(FREE)):
            answer = answers[position]
            if answer not in self.moves(position, values[CLASSIC.to_move(position)]):
                return []
            wrong[CLASSIC.to_move(position)] += answer not in right_moves(position)
        return [side for side in wrong if wrong[side]] if sum(wrong.values()) >= WRONG_SHARE_MIN * len(answers) else []

    def moves(self, position: Position, values: dict[Position, int]) -> set[str]:
        """Return the moves it may make, as the worker's texts; `values` caches its values for one side at the root."""
        game, mover = self.game, self.game.to_move(position)
        draw, choosers = self.draw[mover == O], (self.below_o if mover == O else None) or self.below or RIGHT
        below = {cell: self._value(game.after(position, cell), draw, choosers, values) for cell in game.free(position)}
        chosen = (self.root or RIGHT)[mover](below.values())
        return {encode_action(cell) for cell, value in below.items() if value == chosen}

    def _value(self, position: Position, draw: int, choosers: Chooser, values: dict[Position, int]) -> int:
        game = self.game
        if position in values:
            return values[position]
        if game.is_over(position):
            value = {X: 1, O: -1, None: draw}[game.winner(position)]
        else:
            below = [self._value(game.after(position, cell), draw, choosers, values) for cell in game.free(position)]
            value = choosers[game.to_move(position)](below)
        return values.setdefault(position, value)


# The simplest explanation comes first, because the first that fits is reported. findings.py has the words.
MISCONCEPTIONS = (
    Misconception("worst_move", root=SWAPPED),
    Misconception("both_play_to_lose", root=SWAPPED, below=SWAPPED),
    Misconception("max_for_o_too", root=MAX),
    Misconception("min_for_x_too", root=MIN),
    Misconception("everyone_max", root=MAX, below=MAX),
    Misconception("everyone_min", root=MIN, below=MIN),
    Misconception("max_below", below=MAX),
    Misconception("min_below", below=MIN),
    Misconception("swapped_below", below=SWAPPED),
    Misconception("swapped_below_one", below=SWAPPED, below_o=RIGHT),
    Misconception("swapped_below_one", below=RIGHT, below_o=SWAPPED),
    Misconception("always_as_x", root=MAX, below_o=SWAPPED),
    Misconception("always_as_o", root=MIN, below=SWAPPED, below_o=RIGHT),
    Misconception("draw_below_loss", draw=(-2, 2)),
    Misconception("draw_above_win", draw=(2, -2)),
    Misconception("draw_below_o_win", draw=(-2, -2)),
    Misconception("draw_above_x_win", draw=(2, 2)),
    Misconception("draw_like_loss", draw=(-1, 1)),
    Misconception("draw_like_win", draw=(1, -1)),
    Misconception("draw_like_o_win", draw=(-1, -1)),
    Misconception("draw_like_x_win", draw=(1, 1)),
    Misconception("sum_of_outcomes", below={X: sum, O: sum}),
)


def diagnose_moves(answers: Answers) -> Finding | None:
    """Return the misconception or habit that explains the moves, of both sides or of the one that is wrong; or None."""
    for misconception in MISCONCEPTIONS:
        if sides := misconception.fits(answers):
            is_one_sided = misconception.draw != (0, 0) or misconception.id.endswith("_one")
            one_side = {"mark": sides[0]} if is_one_sided and len(sides) == 1 else {}
            return finding(misconception.id, function="minimax", **one_side)
    for name, fits in HABITS.items():
        if fits(answers):
            return finding(name, function="minimax")
    for cell in CLASSIC.cells:
        free = [answer for position, answer in answers.items() if position[cell] == FREE]
        if len(free) > CELL_FIRST_MIN and set(free) == {encode_action(cell)}:
            return finding("one_cell_first", function="minimax", cell=str(divmod(cell, 3)))
    sides_wrong = [
        side for side in (X, O) if any(is_wrong_move(answers, p) for p in answers if CLASSIC.to_move(p) == side)
    ]
    if len(sides_wrong) == 1:
        own = {position: answer for position, answer in answers.items() if CLASSIC.to_move(position) == sides_wrong[0]}
        for name, fits in HABITS.items():
            if fits(own):
                return finding(name, function="minimax", mark=sides_wrong[0])
    return None


def is_wrong_move(answers: Answers, position: Position) -> bool:
    """Return whether the answer is not one of the right moves."""
    return answers[position] not in right_moves(position)


def right_moves(position: Position) -> frozenset[str]:
    """Return the right answers of minimax, as the worker's texts."""
    return ask("minimax", position)[0].right


def diagnose_values(answers: Answers) -> Iterator[Finding]:
    """Yield a finding if the answers are values of the positions, for both sides or for one."""
    sides = {side: {p: value for p, value in answers.items() if CLASSIC.to_move(p) == side} for side in (X, O)}
    if len(set(answers.values())) == 1 and len(answers) > 1:
        return  # the same answer everywhere is not a value
    fitting = [side for side, own in sides.items() if own and all(is_value(p, value) for p, value in own.items())]
    if fitting == [X, O]:
        yield finding("minimax_value", function="minimax")
    elif fitting and all(value.startswith("(") for value in sides[other(fitting[0])].values()):
        yield finding("minimax_value_of_side", function="minimax", mark=fitting[0])


def none_where(answers: Answers) -> Finding | None:
    """Return a finding if the answer is None exactly where the side to move loses, or cannot win."""
    nones = {position for position, value in answers.items() if value == "n"}
    for name, value_max in (("minimax_none_when_lost", -1), ("minimax_none_when_drawn", 0)):
        for sides in ((X, O), (X,), (O,)):
            reached = {p for p in answers if CLASSIC.to_move(p) in sides and value_of(p) <= value_max}
            if reached and nones == reached:
                return finding(name, function="minimax", **({"mark": sides[0]} if len(sides) == 1 else {}))
    return None


def value_of(position: Position) -> int:
    """Return the value of an unfinished position for the side to move: 1, 0 or -1."""
    return max(verdict.value for verdict in solver.verdicts(CLASSIC, position, CLASSIC.to_move(position)).values())


def is_value(position: Position, text: str) -> bool:
    """Return whether a text is the position's value, for X or for the side to move."""
    value = value_of(position)
    return NUMBERS.get(text) in (value, value if CLASSIC.to_move(position) == X else -value)


def takes_first_free_cell(answers: Answers) -> bool:
    """Return whether every move is the first free cell, row by row."""
    return all(value == encode_action(position.index(FREE)) for position, value in answers.items())


def urgent_moves(position: Position) -> frozenset[str]:
    """Return the moves that win immediately; if there are none, the move that blocks the opponent's only threat."""
    threats = winning_cells(CLASSIC, position, other(CLASSIC.to_move(position)))
    return winning_moves(position) or frozenset(map(encode_action, threats if len(threats) == 1 else []))


def takes_last_free_cell(answers: Answers) -> bool:
    """Return whether every move is the last free cell, row by row."""
    return all(value == encode_action(position.rindex(FREE)) for position, value in answers.items())


def actions_in_set_order(position: Position) -> list[str]:
    """Return the actions in the order in which a loop over a set of them usually sees them."""
    return [encode_action(3 * i + j) for i, j in {divmod(cell, 3) for cell in CLASSIC.free(position)}]


def takes_first_action(answers: Answers) -> bool:
    """Return whether every move is the first action of a set."""
    return all(value == actions_in_set_order(position)[0] for position, value in answers.items())


def takes_last_action(answers: Answers) -> bool:
    """Return whether every move is the last action of a set."""
    return all(value == actions_in_set_order(position)[-1] for position, value in answers.items())


def looks_one_ply_ahead(answers: Answers) -> bool:
    """Return whether the moves take every immediate win, but block fewer than half of the opponent's single threats."""
    if any(value not in wins for position, value in answers.items() if (wins := winning_moves(position))):
        return False
    blocks = {p: urgent for p in answers if (urgent := urgent_moves(p)) and not winning_moves(p)}
    left_open = sum(answers[position] not in block for position, block in blocks.items())
    return len(blocks) > 50 and left_open > len(blocks) / 2


def wins_or_blocks_only(answers: Answers) -> bool:
    """Return whether the moves take every immediate win, and otherwise block every single threat of the opponent."""
    return all(value in urgent for position, value in answers.items() if (urgent := urgent_moves(position)))


# Habits are tried last: they describe the moves, but do not explain all of them as a misconception does.
HABITS: dict[str, Callable[[Answers], bool]] = {
    "first_free_cell": takes_first_free_cell,
    "last_free_cell": takes_last_free_cell,
    "first_action": takes_first_action,
    "last_action": takes_last_action,
    "one_ply": looks_one_ply_ahead,
    "win_or_block": wins_or_blocks_only,
}


def delayed_wins(answers: Answers) -> int:
    """Return the number of positions where an immediate win was delayed by another right move."""
    return sum(
        bool(wins := winning_moves(position)) and value not in wins and value in right_moves(position)
        for position, value in answers.items()
        if FREE in position and not is_over(position)
    )
