"""Explain the moves of a wrong minimax by a known misconception or by a habit.

A misconception is a search that is wrong in one way:

    draw        the value of a draw if X is to move at the root, and if O is; the right values are 0 and 0
                (a win for X is 1, a win for O is -1)
    root        how each side chooses among the values of the moves at the root; right is max for X, min for O
    below       the same for the moves below the root

Such a search may make any move that its values and choices allow. A habit is a simple rule that chooses the move, such
as: take the first free cell.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from noughts.check.codec import encode_action
from noughts.check.findings import Finding, finding
from noughts.check.questions import ask, is_over, winner, winning_moves
from noughts.check.rulings import NUMBERS
from noughts.game import solver
from noughts.game.rules import CLASSIC, FREE, Cell, Mark, O, Position, X, other, winning_cells

# How each side chooses among the values of the moves.
Chooser = dict[Mark, Callable[[Iterable[int]], int]]
# The answers of minimax by position, as the worker writes them.
Answers = dict[Position, str]

RIGHT: Chooser = {X: max, O: min}
SWAPPED: Chooser = {X: min, O: max}
MAX: Chooser = {X: max, O: max}
MIN: Chooser = {X: min, O: min}

# At least this share of the moves must be wrong; a few random faults could fit a misconception by chance.
WRONG_SHARE_MIN = 0.02
# Some habits are reported only if they show in more positions than this.
HABIT_POSITIONS_MIN = 50
# A number and a move, in either order, as the worker writes a pair.
VALUE_AND_MOVE = re.compile(r"\((?:[if]-?[\d.]+,\(i\d,i\d\)|\(i\d,i\d\),[if]-?[\d.]+)\)")


@dataclass(frozen=True)
class Misconception:
    """A minimax that gives a draw a wrong value, or chooses wrongly among the values of moves.

    A chooser that is None chooses as RIGHT does.
    """

    id: str
    draw: tuple[int, int] = (0, 0)
    root: Chooser | None = None
    below: Chooser | None = None
    below_o: Chooser | None = None  # `below` if O is to move at the root; None if it is the same

    def fits(self, answers: Answers) -> list[Mark]:
        """Return the sides that make wrong moves; [] if any move does not fit, or if too few moves are wrong."""
        values: dict[Mark, dict[Position, int]] = {X: {}, O: {}}
        wrong = {X: 0, O: 0}
        # Positions with few free cells come first: they rule out most misconceptions without a long search.
        for position in sorted(answers, key=lambda position: position.count(FREE)):
            answer = answers[position]
            if answer not in self.moves(position, values[CLASSIC.to_move(position)]):
                return []
            wrong[CLASSIC.to_move(position)] += answer not in right_moves(position)
        return [side for side in wrong if wrong[side]] if sum(wrong.values()) >= WRONG_SHARE_MIN * len(answers) else []

    def moves(self, position: Position, values: dict[Position, int]) -> set[str]:
        """Return the moves that this minimax may make in a position, as the worker writes them.

        `values` is a cache of the values of positions. Use one cache where X is to move, and another where O is.
        """
        mover = CLASSIC.to_move(position)
        draw, choosers = self.draw[mover == O], (self.below_o if mover == O else None) or self.below or RIGHT
        below = values_below(position, draw, choosers, values)
        chosen = (self.root or RIGHT)[mover](below.values())
        return {encode_action(cell) for cell, value in below.items() if value == chosen}


def values_below(position: Position, draw: int, choosers: Chooser, values: dict[Position, int]) -> dict[Cell, int]:
    """Return the value of each move in a position.

    `draw` is the value of a draw, `choosers` say how each side chooses later moves, and `values` is a cache to fill in.
    """
    below = {}
    for cell in CLASSIC.free(position):
        after = CLASSIC.after(position, cell)
        if after not in values and is_over(after):
            values[after] = {X: 1, O: -1, None: draw}[winner(after)]
        elif after not in values:
            values[after] = choosers[CLASSIC.to_move(after)](values_below(after, draw, choosers, values).values())
        below[cell] = values[after]
    return below


# If several misconceptions about draws fit all answers, the first one is reported: simple ones come first. The words
# are in findings.py.
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


def diagnose_moves(answers: Answers) -> list[Finding]:
    """Return a misconception or habit that explains all moves; else a habit for each side that has one."""
    fitting = [(each, sides) for each in MISCONCEPTIONS if (sides := each.fits(answers))]
    # Some answers may be missing, so that several misconceptions fit. None of them is then certain, unless all of them
    # are about draws: the first of these is then reported.
    is_certain = len({each.id for each, _ in fitting}) == 1 or all(each.draw != (0, 0) for each, _ in fitting)
    if fitting and is_certain:
        misconception, sides = fitting[0]
        is_one_sided = misconception.draw != (0, 0) or misconception.id.endswith("_one")
        one_side = {"mark": sides[0]} if is_one_sided and len(sides) == 1 else {}
        return [finding(misconception.id, function="minimax", **one_side)]
    if habit := next((name for name, fits in HABITS.items() if fits(answers)), None):
        return [finding(habit, function="minimax")]
    for cell in CLASSIC.cells:
        free = [answer for position, answer in answers.items() if position[cell] == FREE]
        if len(free) > HABIT_POSITIONS_MIN and set(free) == {encode_action(cell)}:
            return [finding("one_cell_first", function="minimax", cell=str(divmod(cell, 3)))]
    wrong_sides = {CLASSIC.to_move(position) for position, move in answers.items() if move not in right_moves(position)}
    habits = []
    for side in (X, O):
        own = answers_of(side, answers) if side in wrong_sides else {}
        if own and (habit := next((name for name, fits in HABITS.items() if fits(own)), None)):
            habits.append(finding(habit, function="minimax", mark=side))
    return habits


def answers_of(side: Mark, answers: Answers) -> Answers:
    """Return the answers in the positions where it is that side's turn."""
    return {position: answer for position, answer in answers.items() if CLASSIC.to_move(position) == side}


def right_moves(position: Position) -> frozenset[str]:
    """Return the right answers of minimax, as the worker writes them."""
    return ask("minimax", position)[0].right


def diagnose_values(answers: Answers) -> Iterator[Finding]:
    """Yield a finding if the answers are the values of the positions, for both sides or for one."""
    if len(set(answers.values())) == 1 and len(answers) > 1:
        return  # a constant, which is another fault
    sides = {side: answers_of(side, answers) for side in (X, O)}
    fitting = [side for side, own in sides.items() if own and all(is_value(p, value) for p, value in own.items())]
    if fitting == [X, O]:
        yield finding("minimax_value", function="minimax")
    elif fitting and all(value.startswith("(") for value in sides[other(fitting[0])].values()):
        yield finding("minimax_value_of_side", function="minimax", mark=fitting[0])


def none_where(answers: Answers) -> Finding | None:
    """Return a finding if minimax returns None exactly where the side to move loses, or exactly where it cannot win.

    This may hold for both sides, or for one side while the other never gets None. Return None if it does not hold.
    """
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
    """Return whether an answer is the position's value, for X or for the side to move."""
    value = value_of(position)
    return NUMBERS.get(text, text) in (f"i{value}", f"i{value if CLASSIC.to_move(position) == X else -value}")


def urgent_moves(position: Position) -> frozenset[str]:
    """Return the moves that win at once; if none, the move that blocks the only threat, or an empty set."""
    threats = winning_cells(CLASSIC, position, other(CLASSIC.to_move(position)))
    return winning_moves(position) or frozenset(map(encode_action, threats if len(threats) == 1 else []))


def actions_in_set_order(position: Position) -> list[str]:
    """Return the possible actions in the order of a loop over a set of them, as the worker writes them."""
    return [encode_action(3 * i + j) for i, j in {divmod(cell, 3) for cell in CLASSIC.free(position)}]


def always(move: Callable[[Position], str]) -> Callable[[Answers], bool]:
    """Return a function that says whether every answer is the one that `move` returns for the position."""
    return lambda answers: all(answer == move(position) for position, answer in answers.items())


def looks_one_ply_ahead(answers: Answers) -> bool:
    """Return whether the moves take every immediate win, but usually fail to block an opponent's single threat."""
    if any(value not in wins for position, value in answers.items() if (wins := winning_moves(position))):
        return False
    blocks = {p: urgent for p in answers if (urgent := urgent_moves(p)) and not winning_moves(p)}
    left_open = sum(answers[position] not in block for position, block in blocks.items())
    return len(blocks) > HABIT_POSITIONS_MIN and left_open > len(blocks) / 2


def blocks_before_winning(answers: Answers) -> bool:
    """Return whether the moves always block a threat where a win is possible too, and so miss many wins."""
    missed_wins = 0
    for position, answer in answers.items():
        threats = winning_cells(CLASSIC, position, other(CLASSIC.to_move(position)))
        if threats and winning_moves(position):
            if answer not in map(encode_action, threats):
                return False
            missed_wins += answer not in winning_moves(position)
    return missed_wins > HABIT_POSITIONS_MIN


def wins_or_blocks_only(answers: Answers) -> bool:
    """Return whether the moves take every immediate win, and otherwise block an opponent who has exactly one threat."""
    return all(value in urgent for position, value in answers.items() if (urgent := urgent_moves(position)))


# Habits are tried after misconceptions: they describe the moves, but not a search that leads to them.
HABITS: dict[str, Callable[[Answers], bool]] = {
    "first_free_cell": always(lambda position: encode_action(position.index(FREE))),
    "last_free_cell": always(lambda position: encode_action(position.rindex(FREE))),
    "first_action": always(lambda position: actions_in_set_order(position)[0]),
    "last_action": always(lambda position: actions_in_set_order(position)[-1]),
    "blocks_first": blocks_before_winning,
    "one_ply": looks_one_ply_ahead,
    "win_or_block": wins_or_blocks_only,
}


def delayed_wins(answers: Answers) -> int:
    """Return the number of positions where the move is right, but delays an immediate win."""
    return sum(
        bool(wins := winning_moves(position)) and value not in wins and value in right_moves(position)
        for position, value in answers.items()
        if not is_over(position)
    )
