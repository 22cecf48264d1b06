"""Find the first wrong call: a call whose result is wrong although all calls that it made returned right results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from noughts.game.rules import CLASSIC, FREE, O, X, other
from noughts.trace.node import Judge, Window, move_of
from noughts.trace.recording import Record, Recording
from noughts.trace.roles import Roles, factor, is_finished, turn_of
from noughts.trace.truth import ANYTHING, RULES, expected_result, is_reachable, is_wrong_result, successors, value_for_x

# The kind of a call: its function, and the arguments that may say whose turn it is.
CallKind: TypeAlias = tuple[int, tuple[object, ...]]
# Which of the scores, from X's point of view, each side must take.
WANTED = {X: {"max"}, O: {"min"}}
# Calls nested deeper than this are not followed; a search of tic-tac-toe needs ten levels.
DEPTH_MAX = 80


@dataclass(frozen=True)
class Suspect:
    """A call that may be the first wrong one."""

    function: int  # the index of the function to blame
    record: Record
    kind: str  # what is wrong: a key of FAULTS in words.py
    line: int = 0  # the line to blame, 0 if it is not known
    child: Record | None = None  # a call that `record` should not have made


def rule_suspects(recording: Recording) -> Iterator[Suspect]:
    """Yield the wrong calls of rule functions that contain no other wrong call of a rule function."""
    has_wrong: list[bool] = []  # for each record, whether it or a call inside it is a wrong call of a rule function
    for record in recording.records:
        # Python may reach its limit of nested calls in any call: a rule function that is called then is not to blame.
        is_too_deep = record.error is not None and record.error.type == "RecursionError"
        is_wrong = is_wrong_result(recording, record) and not (is_too_deep and record is not recording.root)
        is_wrong_inside = any(has_wrong[child] for child in record.children)
        has_wrong.append(is_wrong or is_wrong_inside)
        if is_wrong and not is_wrong_inside:
            kind = "raises" if record.error else "changes_board" if record.has_changed else "wrong_rule"
            yield Suspect(record.function, record, kind)


def impossible_move_suspects(recording: Recording) -> Iterator[Suspect]:
    """Yield the calls that raised an exception because result rejected an impossible action; skip rule functions."""
    for record in recording.records:
        for child in (recording.records[number] for number in record.children):
            is_refused = record.error and child.error and recording.name(child) == "result"
            if is_refused and expected_result(recording, child) is ANYTHING and recording.name(record) not in RULES:
                yield Suspect(record.function, record, "impossible_move", child.line, child)


class SearchWalk:
    """A walk through the calls of a search; it collects the wrong calls that contain no other wrong call.

    `others` are more recordings of the same file; they show which score each function takes for each side.
    """

    def __init__(self, recording: Recording, roles: Roles, others: Sequence[Recording] = ()) -> None:
        self.recording, self.roles, self.others = recording, roles, others
        self.judge = Judge(recording, roles)
        self.judge.prunes = self.judge.prunes or any(Judge(other, roles).prunes for other in others)
        self.suspects: list[Suspect] = []
        self.odd: list[Suspect] = []  # calls that search a board that is not one move away (see is_odd)
        self.past_end: list[Suspect] = []  # calls that search on although the game is over on their board
        self.changed: list[Suspect] = []  # calls that leave the board changed
        self._seen: set[tuple[int, Window]] = set()

    def run(self) -> list[Suspect]:
        """Return the suspects, those with the fewest free cells first.

        Return those of one kind only, the first of these that was found: boards left changed, searches of finished
        boards, searches of boards that are not one move away, wrong results, exceptions. Such faults may have caused
        the others.
        """
        self._visit(self.recording.root, None, Window(), 0)
        wrong_results = [suspect for suspect in self.suspects if suspect.kind != "raises"]
        suspects = (
            self.changed
            or self.past_end
            or self.odd
            or wrong_results
            or error_suspects(self.recording)
            or self.suspects
        )
        return sorted(suspects, key=lambda suspect: (suspect.record.board or "").count(FREE))

    def _visit(self, record: Record, caller: Record | None, window: Window, depth: int) -> bool:
        """Collect the suspects in a call and in the searches inside it; return whether the call's result is wrong."""
        key = (id(record), window)
        if key in self._seen or depth > DEPTH_MAX:
            return self.judge.is_right(record, window) is False
        self._seen.add(key)
        children = self.judge.children(record, window)
        if record.has_changed and not record.error and not any(child.record.has_changed for child in children):
            self.changed.append(Suspect(record.function, record, "leaves_changes"))
        if self._goes_past_end(record):
            self.past_end.append(Suspect(record.function, record, "no_terminal_check"))
        odd = next((child.record for child in children if is_odd(record, child.record)), None)
        if odd is not None and not self.roles.is_guess:
            self.odd.append(Suspect(record.function, record, "not_a_successor", odd.line, odd))
        wrong = [self._visit(child.record, record, child.window, depth + 1) for child in children]
        if self.judge.is_right(record, window) is not False:
            return False
        if not any(wrong):
            self.suspects.append(self._blame(record, caller, window))
        return True

    def _goes_past_end(self, record: Record) -> bool:
        """Return whether a call on a finished board searches other boards.

        The result is False if a call of a rule function inside it is wrong, because that may be the reason.
        """
        inside = [self.recording.records[number] for number in record.children]
        searches = any(child.board != record.board for child in self.judge.searches(record))
        return is_finished(record) and searches and not any(is_wrong_result(self.recording, each) for each in inside)

    def _blame(self, record: Record, caller: Record | None, window: Window) -> Suspect:
        """Return the suspect for a wrong call: that call, a call inside it, its caller, or the root."""
        kind = self.judge.fault(record, window)
        if kind == "no_move":
            return without_move(self.judge, record)
        if kind == "other_choice":
            return with_that_move(self.judge, record)
        if kind == "worst_taken" and caller is not None:
            habits = self._habits()
            if is_all_wrong(habits):
                root = self.recording.root
                first = next(self.judge.searches(root))
                return Suspect(root.function, root, "wrong_side_called", first.line, first)
            opponent = other(CLASSIC.to_move(record.board or ""))
            if (
                tells_sides_apart(habits, record.function)
                and habits.get(call_kind(record), {}).get(opponent) == WANTED[opponent]
            ):
                return Suspect(caller.function, caller, "wrong_side_called", record.line, record)
        return Suspect(record.function, record, kind)

    def _habits(self) -> dict[CallKind, dict[str, set[str]]]:
        """Return which score of their moves the searches returned: "max" (the highest), "min" (the lowest) or both.

        The keys are the kind of the call, then the side to move. The calls that the recordings begin with are left out,
        and so are searches for which `taken_score` is None.
        """
        habits: dict[CallKind, dict[str, set[str]]] = {}
        for recording in (self.recording, *self.others):
            judge = self.judge if recording is self.recording else Judge(recording, self.roles)
            for record in recording.records:
                taken = None if record is recording.root else taken_score(judge, record)
                if taken:
                    sides = habits.setdefault(call_kind(record), {})
                    sides.setdefault(CLASSIC.to_move(record.board or ""), set()).add(taken)
        return habits


def without_move(judge: Judge, record: Record) -> Suspect:
    """Return a suspect for the innermost call that got the same board as `record` and returned no move.

    A call that returned one value, not a container such as (score, None), is skipped: it need not return a move.
    """
    on_same_board = [child for child in judge.searches(record) if child.board == record.board]
    if on_same_board and isinstance(on_same_board[-1].value, list) and move_of(on_same_board[-1].value) is None:
        return without_move(judge, on_same_board[-1])
    return Suspect(record.function, record, "no_move")


def with_that_move(judge: Judge, record: Record) -> Suspect:
    """Return a suspect for the innermost call that got the same board as `record` and returned the same move."""
    for child in judge.searches(record):
        if child.board == record.board and not child.error and move_of(child.value) == move_of(record.value):
            return with_that_move(judge, child)
    return Suspect(record.function, record, "other_choice")


def call_kind(record: Record) -> CallKind:
    """Return the kind of a call: its function, and the arguments that may say whose turn it is."""
    return record.function, turn_of(record)


def taken_score(judge: Judge, record: Record) -> str | None:
    """Return "max" or "min" if a search returned the highest or the lowest score of its moves, else None.

    The result is also None if all moves have the same score, or if the call is not a search on a reachable board.
    """
    if record.function not in judge.roles.recursion or record.board is None or not is_reachable(record.board):
        return None
    scores = [score for child in judge.searches(record) if (score := judge.roles.score(child)) is not None]
    score = judge.roles.score(record)
    if len(set(scores)) < 2 or score is None:
        return None
    return "max" if score == max(scores) else "min" if score == min(scores) else None


def tells_sides_apart(habits: Mapping[CallKind, Mapping[str, set[str]]], function: int) -> bool:
    """Return whether callers say which side a search is for: by an argument, or by calling different functions."""
    arguments = [turn for index, turn in habits if index == function]
    return len({index for index, _ in habits}) > 1 or (len(arguments) > 1 and len({*map(len, arguments)}) == 1)


def is_all_wrong(habits: Mapping[CallKind, Mapping[str, set[str]]]) -> bool:
    """Return whether there are several kinds of calls, and all take only the score that is best for the opponent."""
    wrong = [taken == WANTED[other(side)] for sides in habits.values() for side, taken in sides.items()]
    return len(habits) > 1 and all(wrong)


def error_suspects(recording: Recording) -> list[Suspect]:
    """Return a suspect for each call that raised an exception although no call inside it did.

    Calls of rule functions are left out. The list is empty if the root raised no exception.
    """
    if recording.root.error is None:
        return []
    return [
        Suspect(record.function, record, "raises")
        for record in recording.records
        if record.error
        and not any(recording.records[child].error for child in record.children)
        and recording.name(record) not in RULES
    ]


def is_odd(record: Record, child: Record) -> bool:
    """Return whether no single move leads from the board of a call to the board of a call that it made.

    Symmetric boards count as equal. The result is False if either call has no board, if the board of the outer call is
    unreachable or finished, or if one function only passes its board on to another.
    """
    board, after = record.board, child.board
    if board is None or after is None or not is_reachable(board) or CLASSIC.is_over(board):
        return False
    if child.function != record.function and after == board:
        return False  # one function passes the board on to another
    return CLASSIC.representative(after) not in set(map(CLASSIC.representative, successors(board)))


def fixes_for(roles: Roles, suspects: Sequence[Suspect]) -> list[str]:
    """Return the commands that make the worker replace the wrong scores of the suspects with the true scores."""
    commands = []
    for suspect in suspects:
        record = suspect.child if suspect.kind == "wrong_side_called" and suspect.child else suspect.record
        if record.board is None or not is_reachable(record.board) or record.function not in roles.parts:
            continue
        score = value_for_x(record.board) * factor(roles.view or X, record.board)
        commands.append(f"fix {record.function} {roles.parts[record.function]} {score} {record.board}")
    return list(dict.fromkeys(commands))
