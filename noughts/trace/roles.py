"""Find out how a file's search works: its functions, the score in their results, and the score's point of view."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.rules import CLASSIC, FREE, O, X
from noughts.trace.recording import Record, Recording, board_of
from noughts.trace.truth import RULES, cell_of, is_reachable, value_for_x

# The points of view that scores can have, the most frequent first. "mover" is the side to move, "opponent" the other.
VIEWS = ("X", "O", "mover", "opponent")
# A view is accepted if at least this share of the scores of finished boards have the right sign from it.
FIT_MIN = 0.8
# The parts of a result that can be the score: "-" is the result itself, "0" its first item.
PARTS = ("-", "0", "1", "2", "3")
# Arguments that may say whose turn it is, encoded.
TURNS: tuple[Any, ...] = (True, False, ["str", X], ["str", O], 1, -1)


@dataclass(frozen=True)
class Roles:
    """The indexes of the search functions, the part of each result that is the score, and the scores' point of view.

    The `choosers` among the search functions return a move alone, as minimax does, and no score.
    """

    recursion: frozenset[int]
    parts: dict[int, str]  # for each search function that returns a score, where the score is: one of PARTS
    view: str | None  # one of VIEWS; None if it is not known
    largest: float = 0.0  # the largest absolute value of a score of a finished board
    is_sure: bool = False  # whether all scores of finished boards have the right sign from that view
    choosers: frozenset[int] = frozenset()
    is_guess: bool = False  # no function calls itself: helpers that got a board count as search functions

    def score(self, record: Record) -> int | None:
        """Return the sign of a call's score from X's point of view; None without a board, a score or a known view."""
        if self.view is None or record.board is None or record.function not in self.parts:
            return None
        number = number_in(record.value, self.parts[record.function])
        return None if number is None else sign(number) * factor(self.view, record.board)


def exceeds(roles: Roles, record: Record) -> bool:
    """Return whether a call's score is further from 0 than any score of a finished board; False if those are all 0."""
    number = number_in(record.value, roles.parts.get(record.function, "-"))
    return number is not None and 0 < roles.largest < abs(number)


def factor(view: str, board: str) -> int:
    """Return the factor, 1 or -1, that converts a score from X's point of view to the given view, and back."""
    if view in (X, O):
        return 1 if view == X else -1
    return 1 if (CLASSIC.to_move(board) == X) == (view == "mover") else -1


def part_of(value: Any, part: str) -> Any:
    """Return a part of an encoded result: one of its items, for a dict the value of the item; None if it is missing."""
    if part == "-":
        return value
    if not isinstance(value, list) or len(value) <= int(part) + 1 or value[0] not in ("tuple", "list", "dict"):
        return None
    item = value[int(part) + 1]
    is_pair = value[0] == "dict" and isinstance(item, list) and item[0] == "tuple" and len(item) == 3
    return item[2] if is_pair else item


def number_in(value: Any, part: str) -> float | None:
    """Return the number in a part of an encoded result; None if that part is missing or not a number."""
    value = part_of(value, part)
    if isinstance(value, list) and len(value) == 2 and value[0] == "float":
        return float(value[1])
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def sign(number: float) -> int:
    """Return 1 for a positive number, -1 for a negative one, and 0 for 0."""
    return (number > 0) - (number < 0)


def find_roles(recordings: Sequence[Recording]) -> Roles:
    """Return the roles that fit recordings of one file best; all recordings must begin with the same side to move."""
    recursion = frozenset().union(*map(recursive_functions, recordings))
    is_guess = not recursion
    recursion = recursion or frozenset().union(*map(functions_with_boards, recordings))
    recursion -= {record.function for each in recordings for record in each.records if board_of(record.value)}
    records = [record for recording in recordings for record in recording.records if record.function in recursion]
    own = {index: [record for record in records if record.function == index] for index in recursion}
    starts = {recording.position for recording in recordings}
    choosers = frozenset(index for index in recursion if chooses(own[index], starts))
    if is_guess:  # helpers that pick a cell, for example to block, are no searches
        recursion, choosers = recursion - choosers, frozenset()
    options = {index: [] if index in choosers else score_parts(own[index]) for index in recursion}
    best_fit, parts, view = (-1.0, -1.0), dict[int, str](), None
    for candidate in VIEWS:
        chosen = {
            index: max(options[index], key=lambda part: fit(own[index], {index: part}, candidate))
            for index in recursion
            if options[index]
        }
        view_fit = fit([record for record in records if record.function in chosen], chosen, candidate)
        if chosen and view_fit > best_fit:
            best_fit, parts, view = view_fit, chosen, candidate
    finished = [record for record in records if is_finished(record)]
    if best_fit[0] < FIT_MIN and finished:
        return Roles(recursion, parts, None, choosers=choosers, is_guess=is_guess)
    numbers = [number_in(record.value, parts.get(record.function, "-")) for record in finished]
    largest = max((abs(number) for number in numbers if number is not None), default=0.0)
    return Roles(recursion, parts, view, largest, best_fit[0] == 1, choosers, is_guess)


def chooses(records: Sequence[Record], starts: Collection[str]) -> bool:
    """Return whether all results of a function are moves: free cells, or None, and only None on a finished board.

    If it returned only None, it must also have been called only on the boards that the recordings start with. Calls
    that raised an exception, and calls without a reachable board, are ignored.
    """
    judged = [record for record in records if record.board and is_reachable(record.board) and not record.error]
    cells = [None if is_finished(record) else cell_of(record.value) for record in judged]
    are_moves = all(record.value is None if cell is None else record.board[cell] == FREE
                    for cell, record in zip(cells, judged, strict=True) if record.board)  # fmt: skip
    are_starts = bool(judged) and all(record.board in starts for record in judged)
    return are_moves and (are_starts or any(cell is not None for cell in cells))


def recursive_functions(recording: Recording) -> frozenset[int]:
    """Return the functions that call themselves, directly or indirectly, and those of their callers that get a board.

    Rule functions are not included, nor is the root unless it calls itself.
    """
    edges: dict[int, set[int]] = {}
    for record in recording.records:
        edges.setdefault(record.function, set()).update(recording.records[child].function for child in record.children)

    def reachable(start: int) -> set[int]:
        seen: set[int] = set()
        waiting = {start}
        while waiting:
            waiting = set().union(*(edges.get(index, ()) for index in waiting)) - seen
            seen |= waiting
        return seen

    own = {index for index in edges if recording.functions[index].name not in RULES}
    cycle = {index for index in own if index in reachable(index)}
    with_board = {record.function for record in recording.records if record.board and record is not recording.root}
    return frozenset(cycle | {index for index in own & with_board if cycle & reachable(index)})


def functions_with_boards(recording: Recording) -> frozenset[int]:
    """Return the functions that were called with a board, except the eight functions of the exercise."""
    return frozenset(
        record.function for record in recording.records if record.board and recording.name(record) not in FUNCTION_NAMES
    )


def is_finished(record: Record) -> bool:
    """Return whether a call was made on a reachable, finished board."""
    return record.board is not None and is_reachable(record.board) and CLASSIC.is_over(record.board)


def score_parts(records: Sequence[Record]) -> list[str]:
    """Return the parts that are a number in at least one of the results."""
    return [part for part in PARTS if any(number_in(record.value, part) is not None for record in records)]


def fit(records: Sequence[Record], parts: Mapping[int, str], view: str) -> tuple[float, float]:
    """Return the share of calls whose score has the right sign from a view: on finished boards, and on all boards.

    Calls without a reachable board are ignored.
    """
    is_right: dict[bool, list[bool]] = {True: [], False: []}  # by whether the board is finished
    for record in records:
        board, number = record.board, number_in(record.value, parts[record.function])
        if board and is_reachable(board):
            right = number is not None and sign(number) * factor(view, board) == value_for_x(board)
            is_right[CLASSIC.is_over(board)].append(right)
    return share(is_right[True]), share(is_right[True] + is_right[False])


def share(is_right: Sequence[bool]) -> float:
    """Return the share of true values; 0 for an empty sequence."""
    return sum(is_right) / len(is_right) if is_right else 0.0


def turn_of(record: Record) -> tuple[Any, ...]:
    """Return the arguments that may say whose turn it is, as strings: Booleans, marks, 1, -1 and 0 (equal to False)."""
    are_named = [isinstance(argument, list) and argument[:1] == ["named"] for argument in record.arguments]
    plain = [argument[2] if named else argument for argument, named in zip(record.arguments, are_named, strict=True)]
    return tuple(str(argument) for argument in plain if argument in TURNS)
