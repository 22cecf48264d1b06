"""Trace a file on a position: record the search, find the first wrong call, and find the lines that may be wrong."""

import ast
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from noughts.check.limits import SLOW_FREE_CELLS
from noughts.check.questions import ask, positions
from noughts.check.rows import single_row
from noughts.check.rulings import rule
from noughts.check.sandbox.clock import Loss
from noughts.check.source import with_helpers
from noughts.errors import NotTraceable
from noughts.game.rules import CLASSIC, FREE, Position
from noughts.trace import repair
from noughts.trace.finder import SearchWalk, Suspect, fixes_for, impossible_move_suspects, rule_suspects
from noughts.trace.lines import LEFT_OUT, SHOWN_MAX, function_node, lines_to_change, rank_lines, statement_lines
from noughts.trace.node import Judge, Window
from noughts.trace.recording import Record, Recording, Runner, Step
from noughts.trace.roles import Roles, find_roles, is_finished
from noughts.trace.truth import RULES, is_wrong_result, values_for_x

# For each side to move, a position whose search reaches many finished boards. Their scores show the view.
REFERENCE = {"X": ".X..O....", "O": "XOX......"}
# A recording with this many finished boards is enough to find the view.
FINISHED_MIN = 30
# A changed rule function is tried on a sample of about RULE_PROBES positions, and then on all of them. result is tried
# only on a sample of about RESULT_PROBES positions, because it gets many actions on each position.
RULE_PROBES = 150
RESULT_PROBES = 12
# Kinds of faults that do not come from the bounds of alpha-beta.
NO_BOUNDS = {"leaves_changes", "other_choice"}


@dataclass(frozen=True)
class Finding:
    """The first wrong call, and the lines that may have made its result wrong."""

    function: str  # the function that contains the lines
    lines: tuple[int, ...]  # the most likely first
    suspect: Suspect
    certain: bool  # whether the final answer is right once the wrong results are replaced by the true ones
    change: repair.Change | None = None  # a change that makes all answers right on the positions tried
    tried: int = 0  # the number of positions on which the change was tried
    tried_function: str = "minimax"  # the function that was called on them

    @property
    def is_exact(self) -> bool:
        """Whether one line can be blamed: a change, a call or an exception points to it."""
        return bool(self.lines and (self.change or self.suspect.line or self.suspect.record.error))

    @property
    def lines_to_read(self) -> tuple[int, ...]:
        """The one line to blame if the finding is exact, else all lines that may be wrong, in the order of the file."""
        return self.lines[:1] if self.is_exact else tuple(sorted(self.lines))


@dataclass(frozen=True)
class Trace:
    """A recorded call on one position, and what was found.

    `finding` is None if no call can be blamed. A right answer of minimax has no finding either.
    """

    source: str
    recording: Recording
    roles: Roles
    is_right: bool
    finding: Finding | None


@dataclass
class Tracer:
    """Traces calls of the file that `runner` runs."""

    runner: Runner

    def trace(self, position: Position, call: str = "minimax") -> Trace:
        """Return the trace of a call on a position; `call` is the name of a function, or "result:0,1" with an action.

        Raise NotTraceable if the call cannot be recorded, and SandboxUnavailable if the required sandbox is missing.
        """
        recording = self.runner.record(position, call)
        if call != "minimax":
            wrong = next(rule_suspects(recording), None)
            finding = find_lines(self.runner, recording, wrong, True) if wrong else None
            is_right = not is_wrong_result(recording, recording.root)
            return Trace(self.runner.source, recording, find_roles([recording]), is_right, finding)
        others = self.reference(recording)
        roles = find_roles([recording, *others])
        walk = SearchWalk(recording, roles, others)
        is_right = bool(walk.judge.is_right(recording.root, Window())) and not recording.root.has_changed
        return Trace(self.runner.source, recording, roles, is_right, None if is_right else self.find(walk))

    def wrong_position(self, free_cells_max: int = 9) -> Position | None:
        """Return a position on which minimax is wrong, one with the fewest free cells; None if none is found.

        Only positions with at most `free_cells_max` free cells are tried. A missing answer counts as wrong only if
        fewer than SLOW_FREE_CELLS cells are free. Raise NotTraceable if the file cannot be loaded, and
        SandboxUnavailable if the required sandbox is missing.
        """
        tried = [position for position in positions() if position.count(FREE) <= free_cells_max]
        tried.sort(key=lambda position: position.count(FREE))
        rows = [single_row(question) for position in tried for question in ask("minimax", position)]
        with closing(self.runner.asker(records=False)) as asker:
            for row, answer in asker.answers(rows, careful=True):
                question = next(iter(row.questions))
                is_own_loss = isinstance(answer, Loss) and question.position.count(FREE) < SLOW_FREE_CELLS
                if is_own_loss or (isinstance(answer, str) and not rule(question, answer).is_right):
                    return question.position
        return None

    def reference(self, recording: Recording) -> list[Recording]:
        """Return a list with the recording of a larger search in which the same side is to move.

        The list is empty if the given recording has FINISHED_MIN finished boards or is of a finished game, or if the
        larger search cannot be recorded.
        """
        finished = {record.board for record in recording.records if is_finished(record)}
        if len(finished) >= FINISHED_MIN or CLASSIC.is_over(recording.position):
            return []
        with suppress(NotTraceable):
            return [self.runner.record(REFERENCE[CLASSIC.to_move(recording.position)])]
        return []

    def find(self, walk: SearchWalk) -> Finding | None:
        """Return the finding on the first wrong call of a search; None if no call can be blamed."""
        recording = walk.recording
        rules: dict[str, Suspect] = {}  # the first suspect of each rule function
        for suspect in rule_suspects(recording):
            rules.setdefault(recording.name(suspect.record), suspect)
        if rules and self.is_right_with(recording.position, list(rules)):
            enough = (name for name in rules if self.is_right_with(recording.position, [name]))
            return find_lines(self.runner, recording, rules[next(enough, next(iter(rules)))], True)
        suspects = [*impossible_move_suspects(recording), *walk.run()] or list(rules.values())
        if not suspects:
            return None
        first = suspects[0]
        if first.kind == "not_searched" and computes_when_imported(self.runner.tree):
            return find_lines(self.runner, recording, replace(first, kind="looked_up"), True)
        return find_lines(self.runner, recording, first, self.is_confirmed(walk, suspects))

    def is_right_with(self, position: Position, names: Sequence[str]) -> bool:
        """Return whether minimax is right on a position with right versions of the named functions."""
        with closing(self.runner.asker()) as asker:
            lines = asker.lines([f"repair {' '.join(names)}", f"row {position} minimax"])
            return len(lines) == 2 and rule(ask("minimax", position)[0], lines[1]).is_right

    def is_confirmed(self, walk: SearchWalk, suspects: Sequence[Suspect]) -> bool:
        """Return whether the answer of minimax is right once the wrong scores are replaced with the true ones.

        If the root itself is the first wrong call, no score inside it has to be replaced: return True without a test,
        except for the kinds of faults that a call inside the root may have caused.
        Return False if no score can be replaced, or if the search cannot be recorded again.
        """
        root = walk.recording.root
        if suspects[0].record is root and suspects[0].kind not in ("raises", "not_a_successor", "wrong_side_called"):
            return True
        fixes = fixes_for(walk.roles, suspects)
        if not fixes:
            return False
        with suppress(NotTraceable):
            again = self.runner.record(walk.recording.position, fixes=fixes)
            return bool(Judge(again, walk.roles).is_right(again.root, Window()))
        return False


def find_lines(runner: Runner, recording: Recording, suspect: Suspect, certain: bool) -> Finding:
    """Return the finding on a wrong call; lines on which a change makes all answers right come first."""
    name, steps = recording.functions[suspect.function].name, steps_of(runner, recording, suspect.record)
    ranked = rank_lines(runner.tree, recording, suspect, steps)
    asked = questions(recording, suspect)
    repairer = repair.Repairer(runner)
    changes = repairer.find(lines_to_change(ranked, suspect, steps), asked)
    changes = changes or repairer.find(lines_around(runner.tree, recording, suspect), asked)
    if suspect.kind in LEFT_OUT:
        position = max(
            recording.position, REFERENCE[CLASSIC.to_move(recording.position)], key=lambda each: each.count(FREE)
        )
        changes.sort(key=lambda change: (not change.is_usual, calls_after(runner, change, position)))
    elif suspect.kind in NO_BOUNDS:  # a change that only ends the pruning hides the fault
        changes.sort(key=only_ends_pruning)
    if not changes:
        checks_nothing = suspect.kind == "no_terminal_check"  # the check belongs at the beginning of the function
        first = (recording.functions[suspect.function].line,) if checks_nothing else ()
        return Finding(name, first or tuple(ranked[:SHOWN_MAX]), suspect, certain)
    owner = function_at(runner.tree, changes[0].line) or name
    lines = dict.fromkeys([*(change.line for change in changes), *(ranked if owner == name else ())])
    tried = len({position for _, positions in asked for position in positions})
    # A change that makes a function search after all is seldom what was meant, unless it changes the key of a memory.
    makes_search = suspect.kind == "not_searched" and not changes[0].is_key
    if makes_search or (suspect.kind in NO_BOUNDS and only_ends_pruning(changes[0])):
        changes[0] = replace(changes[0], is_plain=False)
    return Finding(owner, tuple(lines)[:SHOWN_MAX], suspect, certain, changes[0], tried, asked[0][0])


def function_at(tree: ast.Module, line: int) -> str:
    """Return the name of the innermost function that contains a line; "" if there is none."""
    around = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
              and node.lineno <= line <= (node.end_lineno or line)]  # fmt: skip
    return max(around, key=lambda node: node.lineno).name if around else ""


def only_ends_pruning(change: repair.Change) -> bool:
    """Return whether a change is on a line that narrows the bounds of alpha-beta, or that leaves a loop."""
    line = change.before
    return line == "break" or line.startswith(("alpha =", "beta =")) or ("alpha" in line and "beta" in line)


def calls_after(runner: Runner, change: repair.Change, position: Position) -> int:
    """Return how many different calls the changed file makes on a position; sys.maxsize if that cannot be recorded.

    A change that makes the file search too many moves leads to more calls.
    """
    with suppress(NotTraceable):
        return len(Runner(change.source, runner.options, runner.budget).record(position).records)
    return sys.maxsize


def computes_when_imported(tree: ast.Module) -> bool:
    """Return whether the file, while it is imported, calls one of its own functions other than the rule functions."""
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} - {*RULES}
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    calls = [part for node in outside for part in ast.walk(node) if isinstance(part, ast.Call)]
    return any(isinstance(call.func, ast.Name) and call.func.id in names for call in calls)


def steps_of(runner: Runner, recording: Recording, record: Record) -> tuple[Step, ...]:
    """Record the traced call again; return the lines that run in the call that `record` describes, () if that fails."""
    with suppress(NotTraceable):
        return runner.record(recording.position, recording.call, record.number).steps
    return ()


def questions(recording: Recording, suspect: Suspect) -> list[tuple[str, Sequence[Position]]]:
    """Return the stages of testing a changed file: for each, a function and the positions on which to call it.

    The first stage calls the function to blame on the board of its wrong call if it is a rule function; else it
    repeats the traced call of minimax.
    """
    name, board = recording.functions[suspect.function].name, suspect.record.board
    search: list[tuple[str, Sequence[Position]]] = []
    if recording.call == "minimax":
        search = [("minimax", [recording.position])]
        if CLASSIC.is_over(recording.position):
            search.append(("minimax", [each for each in CLASSIC.symmetry_classes() if CLASSIC.is_over(each)]))
    if name not in RULES:
        return [*search, *(("minimax", part) for part in repair.probes())]
    assert board is not None, "a rule function is judged only on a board"
    every = sorted(values_for_x())
    if name not in ("winner", "terminal"):  # utility is defined on finished boards, the others on open ones
        every = [position for position in every if CLASSIC.is_over(position) == (name == "utility")]
    sample = every[:: max(1, len(every) // (RESULT_PROBES if name == "result" else RULE_PROBES))]
    if name == "result":
        return [(name, [board, *sample]), *search]
    return [(name, [board]), (name, sample), *search, (name, every)]


def lines_around(tree: ast.Module, recording: Recording, suspect: Suspect) -> list[int]:
    """Return the lines to change if no change to the suspect's function helps.

    These are the lines of the functions that the suspect's function calls and, unless it is a rule function, of its
    callers; then the assignments outside functions. If the suspect's kind is "looked_up", the lines of all other
    functions are included, because any of them may have run when the file was imported. Rule functions are left out,
    because each of them is judged by itself.
    """
    near: dict[int, None] = dict.fromkeys(range(len(recording.functions)) if suspect.kind == "looked_up" else ())
    for record in recording.records:
        inside = {recording.records[child].function for child in record.children}
        if record.function == suspect.function:
            near.update(dict.fromkeys(inside))
        elif suspect.function in inside and recording.functions[suspect.function].name not in RULES:
            near[record.function] = None
    functions = [recording.functions[index] for index in near if index != suspect.function]
    nodes = [function_node(tree, function) for function in functions if function.name not in RULES]
    nodes += with_helpers(tree, recording.functions[suspect.function].name)[1:]  # also helpers that are generators
    tables = [node.lineno for node in tree.body if isinstance(node, ast.Assign)]
    lines = [*(line for node in nodes if node for line in statement_lines(node)), *tables]
    return list(dict.fromkeys(lines))
