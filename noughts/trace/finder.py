"""Find the first call that went wrong: its result is wrong although everything that it asked for came back right."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from noughts.game.rules import CLASSIC, FREE, O, X
from noughts.trace.node import Judge, Window
from noughts.trace.recording import Record, Recording
from noughts.trace.roles import Roles, turn_of
from noughts.trace.truth import NOTHING, RULES, expected_answer, is_legal, is_wrong_answer, value_for_x

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
        tainted.append((wrong or inside) and recording.name(record) in RULES or inside)
        if wrong and not inside:
            kind = "raises" if record.error else "changes_board" if record.has_changed else "wrong_rule"
            yield Suspect(record.function, record, kind)


def bad_action_suspects(recording: Recording) -> Iterator[Suspect]:
    """Yield the calls that asked for the result of an impossible move, which raised an exception."""
    for record in recording.records:
        for number in record.children:
            child = recording.records[number]
            if record.error and child.error and recording.name(child) == "result":
                if expected_answer(recording, child) is NOTHING and recording.name(record) not in RULES:
                    yield Suspect(record.function, record, "impossible_move", child.line, child)


class SearchWalk:
    """A walk through the search in the order of the calls, which collects the calls that are wrong by themselves."""

    def __init__(self, recording: Recording, roles: Roles) -> None:
        self.recording, self.roles = recording, roles
        self.judge = Judge(recording, roles)
        self.suspects: list[Suspect] = []
        self._seen: set[tuple[int, Window]] = set()

    def run(self) -> list[Suspect]:
        """Return the suspects, those with the fewest free cells first."""
        self._visit(self.recording.root, None, Window(), 0)
        return sorted(self.suspects, key=lambda suspect: (suspect.record.board or "").count(FREE))

    def _visit(self, record: Record, caller: Record | None, window: Window, depth: int) -> bool:
        """Return whether anything inside a call, or the call itself, is wrong."""
        key = (id(record), window)
        if key in self._seen or depth > DEPTH_MAX:
            return self.judge.is_right(record, window) is False
        self._seen.add(key)
        children = self.judge.children(record, window)
        wrong = [self._visit(child.record, record, child.window, depth + 1) for child in children]
        if self.judge.is_right(record, window) is not False:
            return False
        if not any(wrong):
            self.suspects.append(self._blame(record, caller, window))
        return True

    def _blame(self, record: Record, caller: Record | None, window: Window) -> Suspect:
        """Return the call itself, or its caller if that called the wrong function or passed the wrong turn."""
        kind = self.judge.fault(record, window)
        if kind == "not_a_successor":
            board = record.board or ""
            odd = next(child for child in self.judge.searches(record) if not follows(board, child.board))
            return Suspect(record.function, record, kind, odd.line, odd)
        if kind == "worst_taken" and caller is not None and self._is_for_other_side(record):
            return Suspect(caller.function, caller, "wrong_side_called", record.line, record)
        return Suspect(record.function, record, kind)

    def _is_for_other_side(self, record: Record) -> bool:
        """Return whether this kind of call takes the highest (or lowest) score for either side to move.

        A kind is a function with the arguments that say whose turn it is. If it is also called for the side that it is
        made for, or if every other kind is called for the wrong side too, the caller is to blame.
        """
        habits: dict[tuple[int, tuple[object, ...]], dict[str, set[str]]] = {}
        for each in self.recording.records:
            taken = self._taken(each)
            if taken and each is not self.recording.root:
                kind = (each.function, turn_of(each))
                habits.setdefault(kind, {}).setdefault(CLASSIC.to_move(each.board or ""), set()).add(taken)
        own = habits.get((record.function, turn_of(record)), {})
        if len(habits) < 2 and not (len(own) == 1 and len(self.roles.recursion) > 1):
            return False
        mover = CLASSIC.to_move(record.board or "")
        wanted = {X: {"max"}, O: {"min"}}
        other = O if mover == X else X
        if own.get(other) == wanted[other]:
            return True
        return len(habits) > 1 and all(
            taken != wanted[side] for sides in habits.values() for side, taken in sides.items()
        )

    def _taken(self, record: Record) -> str | None:
        """Return "max" or "min" if a call returned the highest or the lowest of different scores."""
        if record.function not in self.roles.recursion or record.board is None or not is_legal(record.board):
            return None
        scores = [score for child in self.judge.searches(record) if (score := self.roles.score(child)) is not None]
        score = self.roles.score(record)
        if len(set(scores)) < 2 or score is None:
            return None
        return "max" if score == max(scores) else "min" if score == min(scores) else None


def follows(board: str, after: str | None) -> bool:
    """Return whether one move leads from a board to another."""
    if after is None or CLASSIC.is_over(board):
        return False
    return any(CLASSIC.after(board, cell) == after for cell in CLASSIC.free(board))


def fixes_for(recording: Recording, roles: Roles, suspects: list[Suspect]) -> list[str]:
    """Return commands for the worker that put the true scores in place of the wrong ones."""
    commands = []
    for suspect in suspects:
        record = suspect.child if suspect.kind == "wrong_side_called" and suspect.child else suspect.record
        if record.board is None or not is_legal(record.board) or record.function not in roles.parts:
            continue
        from noughts.trace.roles import factor

        score = value_for_x(record.board) * factor(roles.view or X, record.board)
        commands.append(f"fix {record.function} {roles.parts[record.function]} {score} {record.board}")
    return list(dict.fromkeys(commands))
