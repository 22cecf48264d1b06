"""Find the first call that went wrong: its result is wrong although everything that it asked for came back right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from noughts.game.rules import CLASSIC, FREE, O, X
from noughts.trace.node import Judge, Window, move_of
from noughts.trace.recording import Record, Recording
from noughts.trace.roles import Roles, factor, turn_of
from noughts.trace.truth import NOTHING, RULES, expected_answer, is_legal, is_wrong_answer, successors, value_for_x

Kind: TypeAlias = tuple[int, tuple[object, ...]]
# What a search takes for each side, when scores are from X's view.
WANTED = {X: {"max"}, O: {"min"}}
# How deep calls are followed; a search of tic-tac-toe needs ten levels.
DEPTH_MAX = 80


@dataclass(frozen=True)
class Suspect:
    """A wrong call: the function to blame, the record, what is wrong, and the line of the caller if it is to blame."""

    function: int
    record: Record
    kind: str
    line: int = 0
    child: Record | None = None  # the call that this one should not have made


def rule_suspects(recording: Recording) -> Iterator[Suspect]:
    """Yield the calls of rule functions that are wrong although the calls inside them are right."""
    is_wrong = [is_wrong_answer(recording, record) for record in recording.records]
    tainted: list[bool] = []
    for record, wrong in zip(recording.records, is_wrong, strict=True):
        inside = any(tainted[child] for child in record.children)
        tainted.append(((wrong or inside) and recording.name(record) in RULES) or inside)
        if wrong and not inside:
            kind = "raises" if record.error else "changes_board" if record.has_changed else "wrong_rule"
            yield Suspect(record.function, record, kind)


def bad_action_suspects(recording: Recording) -> Iterator[Suspect]:
    """Yield the calls that asked for the result of an impossible move, which raised an exception."""
    for record in recording.records:
        for number in record.children:
            child = recording.records[number]
            is_refused = record.error and child.error and recording.name(child) == "result"
            if is_refused and expected_answer(recording, child) is NOTHING and recording.name(record) not in RULES:
                yield Suspect(record.function, record, "impossible_move", child.line, child)


class SearchWalk:
    """A walk through the search in the order of the calls, which collects the calls that are wrong by themselves."""

    def __init__(self, recording: Recording, roles: Roles, others: Sequence[Recording] = ()) -> None:
        self.recording, self.roles, self.others = recording, roles, others
        self.judge = Judge(recording, roles)
        self.suspects: list[Suspect] = []
        self.odd: list[Suspect] = []  # calls that search a board which no move leads to
        self.changed: list[Suspect] = []  # calls that leave the board changed
        self._seen: set[tuple[int, Window]] = set()

    def run(self) -> list[Suspect]:
        """Return the suspects, those with the fewest free cells first."""
        self._visit(self.recording.root, None, Window(), 0)
        suspects = self.changed or self.odd or [suspect for suspect in self.suspects if suspect.kind != "raises"]
        suspects += [] if suspects else error_suspects(self.recording)
        return sorted(suspects or self.suspects, key=lambda suspect: (suspect.record.board or "").count(FREE))

    def _visit(self, record: Record, caller: Record | None, window: Window, depth: int) -> bool:
        """Return whether anything inside a call, or the call itself, is wrong."""
        key = (id(record), window)
        if key in self._seen or depth > DEPTH_MAX:
            return self.judge.is_right(record, window) is False
        self._seen.add(key)
        children = self.judge.children(record, window)
        if record.has_changed and not record.error and not any(child.record.has_changed for child in children):
            self.changed.append(Suspect(record.function, record, "leaves_changes"))
        odd = next((child.record for child in children if is_odd(record, child.record)), None)
        if odd is not None:
            self.odd.append(Suspect(record.function, record, "not_a_successor", odd.line, odd))
        wrong = [self._visit(child.record, record, child.window, depth + 1) for child in children]
        if self.judge.is_right(record, window) is not False:
            return False
        if not any(wrong):
            self.suspects.append(self._blame(record, caller, window))
        return True

    def _blame(self, record: Record, caller: Record | None, window: Window) -> Suspect:
        """Return the call itself, or its caller if that called the wrong function or passed the wrong turn."""
        kind = self.judge.fault(record, window)
        if kind == "no_move":
            return without_move(self.judge, record)
        if kind == "worst_taken" and caller is not None:
            habits = self._habits()
            if is_all_wrong(habits):
                root = self.recording.root
                first = next(self.judge.searches(root))
                return Suspect(root.function, root, "wrong_side_called", first.line, first)
            if is_for_other_side(habits.get(kind_of(record), {}), record):
                return Suspect(caller.function, caller, "wrong_side_called", record.line, record)
        return Suspect(record.function, record, kind)

    def _habits(self) -> dict[Kind, dict[str, set[str]]]:
        """Return for every kind of call and every side to move whether it takes the highest or the lowest score."""
        habits: dict[Kind, dict[str, set[str]]] = {}
        for recording in (self.recording, *self.others):
            judge = self.judge if recording is self.recording else Judge(recording, self.roles)
            for record in recording.records:
                taken = None if record is recording.root else taken_score(judge, record)
                if taken:
                    sides = habits.setdefault(kind_of(record), {})
                    sides.setdefault(CLASSIC.to_move(record.board or ""), set()).add(taken)
        return habits


def without_move(judge: Judge, record: Record) -> Suspect:
    """Return the innermost call on the same board that returned no move."""
    handed_on = [child for child in judge.searches(record) if child.board == record.board]
    if handed_on and isinstance(handed_on[-1].value, list) and move_of(handed_on[-1].value) is None:
        return without_move(judge, handed_on[-1])
    return Suspect(record.function, record, "no_move")


def kind_of(record: Record) -> Kind:
    """Return the function and the arguments that say whose turn it is."""
    return record.function, turn_of(record)


def taken_score(judge: Judge, record: Record) -> str | None:
    """Return "max" or "min" if a call returned the highest or the lowest of different scores."""
    if record.function not in judge.roles.recursion or record.board is None or not is_legal(record.board):
        return None
    scores = [score for child in judge.searches(record) if (score := judge.roles.score(child)) is not None]
    score = judge.roles.score(record)
    if len(set(scores)) < 2 or score is None:
        return None
    return "max" if score == max(scores) else "min" if score == min(scores) else None


def is_for_other_side(sides: Mapping[str, set[str]], record: Record) -> bool:
    """Return whether this kind of call is right for the other side, so that it was called for the wrong one."""
    other = O if CLASSIC.to_move(record.board or "") == X else X
    return sides.get(other) == WANTED[other]


def is_all_wrong(habits: Mapping[Kind, Mapping[str, set[str]]]) -> bool:
    """Return whether there are several kinds of calls and each is only made for the wrong side."""
    wrong = [taken == WANTED[O if side == X else X] for sides in habits.values() for side, taken in sides.items()]
    return len(habits) > 1 and all(wrong)


def error_suspects(recording: Recording) -> list[Suspect]:
    """Return the innermost calls that an exception left, if it left minimax too."""
    if recording.root.error is None:
        return []
    inner = [
        record
        for record in recording.records
        if record.error and not any(recording.records[child].error for child in record.children)
    ]
    return [Suspect(record.function, record, "raises") for record in inner if recording.name(record) not in RULES]


def is_odd(record: Record, child: Record) -> bool:
    """Return whether a search of a board asks for one to which no move leads, also if boards are turned."""
    board, after = record.board, child.board
    if board is None or after is None or not is_legal(board) or CLASSIC.is_over(board):
        return False
    if child.function != record.function and after == board:
        return False  # one function hands the board on to another
    return CLASSIC.representative(after) not in set(map(CLASSIC.representative, successors(board)))


def fixes_for(roles: Roles, suspects: Sequence[Suspect]) -> list[str]:
    """Return commands for the worker that put the true scores in place of the wrong ones."""
    commands = []
    for suspect in suspects:
        record = suspect.child if suspect.kind == "wrong_side_called" and suspect.child else suspect.record
        if record.board is None or not is_legal(record.board) or record.function not in roles.parts:
            continue
        score = value_for_x(record.board) * factor(roles.view or X, record.board)
        commands.append(f"fix {record.function} {roles.parts[record.function]} {score} {record.board}")
    return list(dict.fromkeys(commands))
