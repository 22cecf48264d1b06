"""Find out how a file's search works: the recursion, the score in its results, and whose view the score is from."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from noughts.game.rules import CLASSIC, O, X
from noughts.trace.recording import Record, Recording
from noughts.trace.truth import RULES, is_legal, value_for_x

# Whose view a score can be from, the most frequent first.
VIEWS = ("X", "O", "mover", "opponent")
# A view is believed if it fits at least this part of the finished boards.
FIT_MIN = 0.6
TURNS: tuple[Any, ...] = (True, False, ["str", X], ["str", O], 1, -1)


@dataclass(frozen=True)
class Roles:
    """The functions of the recursion by index, where each keeps its score, and the view of the scores."""

    recursion: frozenset[int]
    parts: dict[int, str]  # "-": the result itself; "0": its first item
    view: str | None
    largest: float = 0.0  # the largest score of a finished board, without its sign

    def score(self, record: Record) -> int | None:
        """Return the sign of the score for X, or None if there is none."""
        if self.view is None or record.board is None or record.function not in self.parts:
            return None
        number = number_in(record.value, self.parts[record.function])
        return None if number is None else sign(number) * factor(self.view, record.board)


def exceeds(roles: Roles, record: Record) -> bool:
    """Return whether a score is larger than that of any finished board, such as a start value like inf."""
    number = number_in(record.value, roles.parts.get(record.function, "-"))
    return number is not None and 0 < roles.largest < abs(number)


def factor(view: str, board: str) -> int:
    """Return 1 if a score from that view is from X's, -1 if it is from O's."""
    if view in (X, O):
        return 1 if view == X else -1
    return 1 if (CLASSIC.to_move(board) == X) == (view == "mover") else -1


def number_in(value: Any, part: str) -> float | None:
    """Return the number in a part of an encoded result, or None."""
    if part != "-":
        if not isinstance(value, list) or value[0] not in ("tuple", "list", "dict") or len(value) <= int(part) + 1:
            return None
        value = value[int(part) + 1]
        if isinstance(value, list) and value[0] == "tuple" and len(value) == 3:  # an item of a dict
            value = value[2]
    if isinstance(value, list) and len(value) == 2 and value[0] == "float":
        return float(value[1])
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def sign(number: float) -> int:
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


def find_roles(recordings: Sequence[Recording]) -> Roles:
    """Return the roles that fit the recordings best; they must be of the same file and with the same mover."""
    recursion = frozenset().union(*map(recursive_functions, recordings))
    recursion = recursion or frozenset().union(*map(functions_with_boards, recordings))
    records = [record for recording in recordings for record in recording.records if record.function in recursion]
    best: tuple[tuple[float, float, int], dict[int, str], str] | None = None
    own = {index: [record for record in records if record.function == index] for index in recursion}
    candidates = {index: list(parts_of(own[index])) for index in recursion}
    for rank, view in enumerate(VIEWS):
        parts = {index: best_part(own[index], options, view) for index, options in candidates.items() if options}
        chosen = [(record, parts[record.function]) for record in records if record.function in parts]
        over = [share([pair for pair in chosen if is_finished(pair[0])], view), share(chosen, view)]
        if parts and (best is None or (*over, -rank) > best[0]):
            best = ((over[0], over[1], -rank), parts, view)
    if best is None or (best[0][0] < FIT_MIN and any(map(is_finished, records))):
        return Roles(recursion, best[1] if best else {}, None)
    finished = [number_in(record.value, best[1].get(record.function, "-")) for record in records if is_finished(record)]
    largest = max((abs(number) for number in finished if number is not None), default=0.0)
    return Roles(recursion, best[1], best[2], largest)


def recursive_functions(recording: Recording) -> frozenset[int]:
    """Return the functions that call themselves, directly or through others, and those with a board that call them.

    The root and the functions of the rules do not belong to them.
    """
    edges: dict[int, set[int]] = {}
    for record in recording.records:
        edges.setdefault(record.function, set()).update(recording.records[child].function for child in record.children)

    def reachable(start: int) -> set[int]:
        seen: set[int] = set()
        waiting = list(edges.get(start, ()))
        while waiting:
            index = waiting.pop()
            if index not in seen:
                seen.add(index)
                waiting += edges.get(index, ())
        return seen

    own = {index for index in edges if recording.functions[index].name not in RULES}
    cycle = {index for index in own if index in reachable(index)}
    with_board = {record.function for record in recording.records if record.board and record is not recording.root}
    return frozenset(cycle | {index for index in own & with_board if cycle & reachable(index)})


def functions_with_boards(recording: Recording) -> frozenset[int]:
    """Return the functions that were called with a board, without minimax and the functions of the rules."""
    return frozenset(
        record.function
        for record in recording.records
        if record.board and recording.name(record) not in (*RULES, "minimax", "initial_state")
    )


def is_finished(record: Record) -> bool:
    """Return whether a call was made on a finished board."""
    return record.board is not None and is_legal(record.board) and CLASSIC.is_over(record.board)


def parts_of(records: Iterable[Record]) -> Counter[str]:
    """Return the parts of results that are numbers, with how often."""
    parts: Counter[str] = Counter()
    for record in records:
        size = len(record.value) - 1 if isinstance(record.value, list) else 0
        for part in ("-", *map(str, range(min(size, 4)))):
            parts[part] += number_in(record.value, part) is not None
    return Counter({part: count for part, count in parts.items() if count})


def best_part(records: Sequence[Record], options: Sequence[str], view: str) -> str:
    """Return the part of the results that fits a view best."""
    return max(options, key=lambda part: fit(records, part, view))


def fit(records: Sequence[Record], part: str, view: str) -> tuple[float, float]:
    """Return which share of the finished boards, and of all boards, a part of the results is right about."""
    pairs = [(record, part) for record in records]
    return share([pair for pair in pairs if is_finished(pair[0])], view), share(pairs, view)


def share(pairs: Sequence[tuple[Record, str]], view: str) -> float:
    """Return which share of the results has the right sign, seen from that view."""
    judged = [(record, part) for record, part in pairs if record.board and is_legal(record.board)]
    right = 0
    for record, part in judged:
        number = number_in(record.value, part)
        board = record.board or ""
        right += number is not None and sign(number) * factor(view, board) == value_for_x(board)
    return right / len(judged) if judged else 0.0


def turn_of(record: Record) -> tuple[Any, ...]:
    """Return the arguments that may say whose turn it is: truth values, marks, 1 and -1."""
    found = []
    for argument in record.arguments:
        is_named = isinstance(argument, list) and argument[:1] == ["named"]
        plain = argument[2] if is_named else argument
        found += [str(plain)] if plain in TURNS else []
    return tuple(found)
