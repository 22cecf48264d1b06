"""Trace a file on a position: record its search, find the first wrong call, and the line that decided it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from noughts.check.questions import ask
from noughts.check.rulings import rule
from noughts.errors import NotTraceable
from noughts.game.rules import CLASSIC, FREE, Position, X
from noughts.trace import repair
from noughts.trace.finder import SearchWalk, Suspect, bad_action_suspects, fixes_for, rule_suspects
from noughts.trace.lines import SHOWN_MAX, function_node, rank_lines, statement_lines
from noughts.trace.node import Window
from noughts.trace.recording import Recording, Runner, Step
from noughts.trace.roles import Roles, find_roles
from noughts.trace.truth import RULES, expected_answer, is_legal, solver_values

# Larger searches with many finished boards, to see from whose view the scores are; by the side to move.
REFERENCE = {"X": ".X..O....", "O": "XOX......"}
# A recording with this many finished boards says enough about the view.
FINISHED_MIN = 30
RULE_PROBES = 150


@dataclass(frozen=True)
class Finding:
    """The first call that went wrong, and the lines that may have decided it."""

    function: str
    lines: tuple[int, ...]  # the most likely first
    suspect: Suspect
    kind: str
    certain: bool
    change: repair.Change | None = None  # one that makes every question right that was tried
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Trace:
    """A file's search on one position."""

    source: str
    recording: Recording
    roles: Roles
    is_right: bool
    finding: Finding | None


class Tracer:
    """Traces one file."""

    def __init__(self, source: str, runner: Runner | None = None) -> None:
        self.runner = runner or Runner(source)
        self.repairer = repair.Repairer(self.runner)

    def trace(self, position: Position) -> Trace:
        """Record the search on a position and look for the first wrong call."""
        recording = self.runner.record(position)
        self.others = self.larger_search(recording)
        roles = find_roles([recording, *self.others])
        root = recording.root
        judge = SearchWalk(recording, roles).judge
        is_right = bool(judge.is_right(root, Window())) and not root.has_changed
        finding = None if is_right else self.find(recording, roles)
        return Trace(self.runner.source, recording, roles, is_right, finding)

    def larger_search(self, recording: Recording) -> list[Recording]:
        """Return a recording of a larger search for the same side, if there are few finished boards in this one."""
        boards = {record.board for record in recording.records if record.board and is_legal(record.board)}
        if sum(map(CLASSIC.is_over, boards)) >= FINISHED_MIN or CLASSIC.is_over(recording.position):
            return []
        try:
            return [self.runner.record(REFERENCE[CLASSIC.to_move(recording.position)])]
        except NotTraceable:
            return []

    def find(self, recording: Recording, roles: Roles) -> Finding | None:
        """Return the first wrong call, or None if none can be told."""
        rules = list(rule_suspects(recording))
        names = list(dict.fromkeys(recording.functions[suspect.function].name for suspect in rules))
        if rules and self.is_right_with(recording.position, names):
            needed = next((name for name in names if self.is_right_with(recording.position, [name])), names[0])
            suspect = next(each for each in rules if recording.functions[each.function].name == needed)
            return self.located(recording, suspect, certain=True)
        walk = SearchWalk(recording, roles, self.others)
        suspects = [*bad_action_suspects(recording), *walk.run()]
        if not suspects:
            return self.located(recording, rules[0], certain=False) if rules else None
        return self.located(recording, suspects[0], self.is_confirmed(recording, roles, suspects))

    def is_right_with(self, position: Position, names: Sequence[str]) -> bool:
        """Return whether minimax is right on a position with right versions of these functions."""
        asker = self.runner.asker()
        try:
            question = ask("minimax", position)[0]
            lines = asker.lines([f"repair {' '.join(names)}", f"row {position} minimax"])
            return len(lines) == 2 and rule(question, lines[1]).is_right
        finally:
            asker.close()

    def is_confirmed(self, recording: Recording, roles: Roles, suspects: Sequence[Suspect]) -> bool:
        """Return whether the root's answer is right once the wrong answers are replaced by the true ones."""
        if suspects[0].record is recording.root and suspects[0].kind not in ("raises", "not_a_successor"):
            return True
        fixes = fixes_for(recording, roles, list(suspects))
        if not fixes:
            return False
        try:
            again = self.runner.record(recording.position, fixes=fixes)
        except NotTraceable:
            return False
        return bool(SearchWalk(again, roles).judge.is_right(again.root, Window()))

    def located(self, recording: Recording, suspect: Suspect, certain: bool) -> Finding:
        """Return the finding with its lines: those of a change that makes the file right first."""
        try:
            steps = self.runner.record(recording.position, watched=suspect.record.number).steps
        except NotTraceable:
            steps = ()
        ranked = rank_lines(self.runner.tree, recording, suspect, steps)
        name = recording.functions[suspect.function].name
        found = self.repairs(recording, suspect, ranked)
        if found:
            line = found[0].line
            owner = self.function_at(recording, line) or name
            lines = dict.fromkeys([*(change.line for change in found), *(ranked if owner == name else ())])
            return Finding(owner, tuple(lines)[:SHOWN_MAX], suspect, suspect.kind, certain, found[0], steps)
        return Finding(name, tuple(ranked[:SHOWN_MAX]), suspect, suspect.kind, certain, None, steps)

    def repairs(self, recording: Recording, suspect: Suspect, ranked: Sequence[int]) -> list[repair.Change]:
        """Return changes that make the file right, first in the blamed function, then in those around it."""
        name = recording.functions[suspect.function].name
        board = suspect.record.board
        asked: list[tuple[str, Sequence[Position]]]
        if name in RULES:
            everywhere = sorted(solver_values())[:: len(solver_values()) // RULE_PROBES]
            usable = [each for each in everywhere if name in ("winner", "terminal") or CLASSIC.is_over(each) == (name == "utility")]
            asked = [(name, [board]), (name, usable), ("minimax", [recording.position])] if board else []
            if name == "result":
                asked = [(name, [board, *usable[::12]]), ("minimax", [recording.position])] if board else []
        else:
            probes = repair.probes(recording.position, ())
            asked = [("minimax", [recording.position]), ("minimax", probes)]
        found = self.repairer.find(ranked, asked)
        if not found:
            found = self.repairer.find(self.lines_around(recording, suspect), asked)
        return found

    def lines_around(self, recording: Recording, suspect: Suspect) -> list[int]:
        """Return the lines of the functions that call the blamed one or are called by it, but not the rules'."""
        near: dict[int, None] = {}
        for record in recording.records:
            inside = {recording.records[child].function for child in record.children}
            if record.function == suspect.function:
                near.update(dict.fromkeys(inside))
            elif suspect.function in inside:
                near[record.function] = None
        is_rule = recording.functions[suspect.function].name in RULES
        if is_rule:  # only its own helpers
            near = {index: None for record in recording.records if record.function == suspect.function
                    for index in (recording.records[child].function for child in record.children)}  # fmt: skip
        wanted = [index for index in near if index != suspect.function and recording.functions[index].name not in RULES]
        nodes = [function_node(self.runner.tree, recording.functions[index]) for index in wanted]
        lines = [line for node in nodes if node for line in statement_lines(node)]
        tables = [node.lineno for node in self.runner.tree.body if isinstance(node, ast.Assign)]
        return [*lines, *tables]

    def function_at(self, recording: Recording, line: int) -> str | None:
        """Return the name of the innermost function that contains a line."""
        around = [each for each in recording.functions if each.line <= line <= each.last_line]
        return max(around, key=lambda each: each.line).name if around else None
