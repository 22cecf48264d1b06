"""Trace a file on a position: record its search, find the first wrong call, and the line that decided it."""

import ast
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from noughts.check.limits import SLOW_FREE_CELLS
from noughts.check.questions import ask, positions
from noughts.check.rows import single_row
from noughts.check.rulings import rule
from noughts.check.sandbox.clock import Loss, WorkerLost
from noughts.errors import NotTraceable
from noughts.game.rules import CLASSIC, FREE, Position
from noughts.trace import repair
from noughts.trace.finder import SearchWalk, Suspect, bad_action_suspects, fixes_for, rule_suspects
from noughts.trace.lines import SHOWN_MAX, function_node, lines_to_change, rank_lines, statement_lines
from noughts.trace.node import Window
from noughts.trace.recording import Recording, Runner, Step
from noughts.trace.roles import Roles, find_roles
from noughts.trace.truth import RULES, is_legal, is_wrong_answer, solver_values

# Larger searches with many finished boards, to see from whose view the scores are; by the side to move.
REFERENCE = {"X": ".X..O....", "O": "XOX......"}
# A recording with this many finished boards says enough about the view.
FINISHED_MIN = 30
# On about how many positions a changed rule function must be right; result is asked about nine actions on each.
RULE_PROBES = 150
RESULT_PROBES = 12


@dataclass(frozen=True)
class Finding:
    """The first call that went wrong, and the lines that may have decided it."""

    function: str
    lines: tuple[int, ...]  # the most likely first
    suspect: Suspect
    certain: bool
    change: repair.Change | None = None  # one that makes every question right that was tried
    tried: int = 0  # on how many positions
    steps: tuple[Step, ...] = ()  # the lines that ran in the call

    @property
    def is_exact(self) -> bool:
        """Whether one line decided the wrong result, as far as can be told."""
        return bool(self.lines and (self.change or self.suspect.line or self.suspect.record.error))

    @property
    def lines_to_read(self) -> tuple[int, ...]:
        """The line that decided the wrong result, or in the order of the file all lines that may have."""
        return self.lines[:1] if self.is_exact else tuple(sorted(self.lines))


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

    def trace(self, position: Position, call: str = "minimax") -> Trace:
        """Record a call on a position and look for the first wrong call inside it."""
        recording = self.runner.record(position, call)
        if call != "minimax":
            wrong = next(rule_suspects(recording), None)
            finding = Location(self.runner, recording, wrong, True).finding if wrong else None
            is_right = not is_wrong_answer(recording, recording.root)
            return Trace(self.runner.source, recording, find_roles([recording]), is_right, finding)
        others = self.larger_search(recording)
        roles = find_roles([recording, *others])
        walk = SearchWalk(recording, roles, others)
        is_right = bool(walk.judge.is_right(recording.root, Window())) and not recording.root.has_changed
        return Trace(self.runner.source, recording, roles, is_right, None if is_right else self.find(walk))

    def wrong_position(self, free_cells_max: int = 9) -> Position | None:
        """Return a position with the fewest free cells on which minimax is wrong, or None if it is right on all."""
        order = sorted(positions(), key=lambda position: position.count(FREE))
        order = [position for position in order if position.count(FREE) <= free_cells_max]
        asker = self.runner.asker(records=False)
        try:
            for row, answer in asker.answers(
                [single_row(ask("minimax", position)[0]) for position in order], careful=True
            ):
                question = next(iter(row.questions))
                is_own_loss = isinstance(answer, Loss) and question.position.count(FREE) < SLOW_FREE_CELLS
                if is_own_loss or (isinstance(answer, str) and not rule(question, answer).is_right):
                    return question.position
        except WorkerLost:
            pass
        finally:
            asker.close()
        return None

    def larger_search(self, recording: Recording) -> list[Recording]:
        """Return a recording of a larger search for the same side, if there are few finished boards in this one."""
        boards = {record.board for record in recording.records if record.board and is_legal(record.board)}
        if sum(map(CLASSIC.is_over, boards)) >= FINISHED_MIN or CLASSIC.is_over(recording.position):
            return []
        with contextlib.suppress(NotTraceable):
            return [self.runner.record(REFERENCE[CLASSIC.to_move(recording.position)])]
        return []

    def find(self, walk: SearchWalk) -> Finding | None:
        """Return the first wrong call of a search, or None if none can be told."""
        recording = walk.recording
        rules = list(rule_suspects(recording))
        names = list(dict.fromkeys(recording.functions[suspect.function].name for suspect in rules))
        if rules and self.is_right_with(recording.position, names):
            needed = next((name for name in names if self.is_right_with(recording.position, [name])), names[0])
            suspect = next(each for each in rules if recording.functions[each.function].name == needed)
            return Location(self.runner, recording, suspect, True).finding
        suspects = [*bad_action_suspects(recording), *walk.run()] or rules
        if not suspects:
            return None
        return Location(self.runner, recording, suspects[0], self.is_confirmed(walk, suspects)).finding

    def is_right_with(self, position: Position, names: Sequence[str]) -> bool:
        """Return whether minimax is right on a position with right versions of these functions."""
        asker = self.runner.asker()
        try:
            lines = asker.lines([f"repair {' '.join(names)}", f"row {position} minimax"])
            return len(lines) == 2 and rule(ask("minimax", position)[0], lines[1]).is_right
        finally:
            asker.close()

    def is_confirmed(self, walk: SearchWalk, suspects: Sequence[Suspect]) -> bool:
        """Return whether the root's answer is right once the wrong answers are replaced by the true ones."""
        root = walk.recording.root
        if suspects[0].record is root and suspects[0].kind not in ("raises", "not_a_successor", "wrong_side_called"):
            return True  # all that it asked for came back right
        fixes = fixes_for(walk.roles, suspects)
        if not fixes:
            return False
        with contextlib.suppress(NotTraceable):
            again = self.runner.record(walk.recording.position, fixes=fixes)
            return bool(SearchWalk(again, walk.roles).judge.is_right(again.root, Window()))
        return False


class Location:
    """The search for the line of a wrong call: by what ran in it, and by changes that make the file right."""

    def __init__(self, runner: Runner, recording: Recording, suspect: Suspect, certain: bool) -> None:
        self.runner, self.recording, self.suspect, self.certain = runner, recording, suspect, certain
        self.name = recording.functions[suspect.function].name

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The lines that ran in the wrong call."""
        with contextlib.suppress(NotTraceable):
            number = self.suspect.record.number
            return self.runner.record(self.recording.position, self.recording.call, number).steps
        return ()

    @property
    def finding(self) -> Finding:
        """The finding with its lines: those of a change that makes the file right first."""
        ranked = rank_lines(self.runner.tree, self.recording, self.suspect, self.steps)
        asked = self.questions()
        repairer = repair.Repairer(self.runner)
        first = lines_to_change(self.runner.tree, self.recording, self.suspect, self.steps)
        found = repairer.find(first, asked) or repairer.find(self.lines_around(), asked)
        if not found:
            return Finding(self.name, tuple(ranked[:SHOWN_MAX]), self.suspect, self.certain, steps=self.steps)
        owner = self.function_at(found[0].line) or self.name
        lines = dict.fromkeys([*(change.line for change in found), *(ranked if owner == self.name else ())])
        tried = len({position for _, positions in asked for position in positions})
        return Finding(owner, tuple(lines)[:SHOWN_MAX], self.suspect, self.certain, found[0], tried, self.steps)

    def questions(self) -> list[tuple[str, Sequence[Position]]]:
        """Return what is asked of a changed file, function by function; the questions that decide most come first."""
        search: list[tuple[str, Sequence[Position]]] = []
        if self.recording.call == "minimax":
            search = [("minimax", [self.recording.position])]
        if self.name not in RULES:
            return [*search, ("minimax", repair.probes(self.recording.position))]
        board = self.suspect.record.board
        assert board is not None, "a rule function is judged only on a board"
        everywhere = sorted(solver_values())[:: len(solver_values()) // RULE_PROBES]
        usable = [
            position
            for position in everywhere
            if self.name in ("winner", "terminal") or CLASSIC.is_over(position) == (self.name == "utility")
        ]
        if self.name == "result":
            return [(self.name, [board, *usable[:: RULE_PROBES // RESULT_PROBES]]), *search]
        return [(self.name, [board]), (self.name, usable), *search]

    def lines_around(self) -> list[int]:
        """Return the lines of functions near the blamed one, and of tables.

        They are its helpers; for a function of the search also its callers. Rule functions are judged by themselves.
        """
        near: dict[int, None] = {}
        for record in self.recording.records:
            inside = {self.recording.records[child].function for child in record.children}
            if record.function == self.suspect.function:
                near.update(dict.fromkeys(inside))
            elif self.suspect.function in inside and self.name not in RULES:
                near[record.function] = None
        functions = [self.recording.functions[index] for index in near if index != self.suspect.function]
        nodes = [function_node(self.runner.tree, each) for each in functions if each.name not in RULES]
        tables = [node.lineno for node in self.runner.tree.body if isinstance(node, ast.Assign)]
        return [*(line for node in nodes if node for line in statement_lines(node)), *tables]

    def function_at(self, line: int) -> str | None:
        """Return the name of the innermost function that contains a line."""
        around = [each for each in self.recording.functions if each.line <= line <= each.last_line]
        return max(around, key=lambda each: each.line).name if around else None
