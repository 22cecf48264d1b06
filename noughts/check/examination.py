"""Check one submission: ask it every question in a sandbox, in several orders, and fill in the report."""

import hashlib
import re
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from noughts.check import conclusion, preflight, source
from noughts.check.asking import SLOW_WEIGHT, Asker, Options, Spares, installed
from noughts.check.clauses import CLAUSES, OF_BOARDS
from noughts.check.findings import Finding, finding, first_findings
from noughts.check.orders import passes
from noughts.check.outcomes import Outcomes
from noughts.check.report import FunctionResult, Report, Status
from noughts.check.rows import Row
from noughts.check.rulings import Ruling, RulingKind, parse_error
from noughts.check.sandbox.clock import Budget, LossKind, WorkerLost
from noughts.check.source import LISTED_MAX, Inspection, join_names
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.rules import CLASSIC
from noughts.support.progress import Progress
from noughts.support.text import printable, shorten

# The shortest time between two reports of progress.
PROGRESS_SECONDS = 0.1
FILE_NAME_CHARACTERS_MAX = 200
# How many times initial_state is called, to see whether it returns the same board again.
FRESH_BOARDS = 300
# The line that asks for the first move of a game; a slow first move gets a remark.
FIRST_MOVE = f"row {CLASSIC.start} minimax"
# After so many fast rows, the worker's CPU time is read.
FAST_ROWS = 200


def check(path: Path, options: Options = Options(), progress: Progress | None = None) -> Report:  # noqa: B008  frozen
    """Check the file at `path` and return the report, which also says if the file cannot be read.

    Raise SandboxUnavailable if the options require a complete sandbox and this machine has none.
    """
    name = shorten(printable(str(path)), FILE_NAME_CHARACTERS_MAX)
    try:
        data = source.read(path)
    except OSError as error:
        return Report(name, "", finding("cannot_read", error=error.strerror or str(error)), is_checked=False)
    report = check_source(name, data, options, progress)
    if path.name != "tictactoe.py":
        report.remarks.append(finding("file_name", name=shorten(printable(path.name), FILE_NAME_CHARACTERS_MAX)))
    return report


def check_source(name: str, data: bytes, options: Options, progress: Progress | None = None) -> Report:
    """Check `data`, the contents of a file called `name`, and return the report.

    Raise SandboxUnavailable as `check` does.
    """
    report = Report(name, hashlib.sha256(data).hexdigest(), is_quick=options.quick)
    began = time.monotonic()
    Examination(report, data, options, progress).run()
    report.seconds = time.monotonic() - began
    return report


class Examination:
    """One check of a submission."""

    def __init__(self, report: Report, data: bytes, options: Options, progress: Progress | None) -> None:
        self.report, self.data, self.options = report, data, options
        self.text, self.unreadable = source.decode(data)
        self.budget = Budget(options.seconds_max)
        self.meter = Meter(progress)
        self.spares: Spares = deque()
        report.functions = {name: FunctionResult() for name in FUNCTION_NAMES}
        report.clauses = {clause.id: Status.NOT_REACHED for clause in CLAUSES}

    def run(self) -> None:
        """Run the whole check and fill in the report."""
        if len(self.data) > source.BYTES_MAX:
            return self._fail_all(finding("too_large", bytes=source.BYTES_MAX))
        if self.unreadable:
            return self._fail_all(self.unreadable)
        inspection = source.inspect(self.text)
        self._rule_source(inspection)
        if inspection.problem:
            return self._fail_all(inspection.problem)
        try:
            if not self._ask_first(inspection):
                return
            outcomes, histories = self._run_passes(inspection)
            self._close_spares()  # a spare ends with the thread that started it, and the pool's threads have ended
            conclusion.conclude(self.report, outcomes, inspection, histories, self.new_asker)
        finally:
            self._close_spares()
            self.report.cpu_seconds = self.budget.cpu_seconds

    def _close_spares(self) -> None:
        while self.spares:
            self.spares.pop().close()

    def new_asker(self) -> Asker:
        """Return an asker that has no worker yet."""
        return Asker(self.text, self.options, self.budget, spares=self.spares)

    def _rule_source(self, inspection: Inspection) -> None:
        """Rule on the clauses that depend only on the source, and add its flags and remarks."""
        report, allow = self.report, self.options.allow
        report.imports, report.flags = list(inspection.imports), first_findings(list(inspection.flags), LISTED_MAX)
        if inspection.problem:
            return
        report.clauses |= dict.fromkeys(("G3", "G7"), Status.PASSED)
        if allow is not None:
            foreign = [name for name in inspection.imports if name not in allow]
            if foreign:
                report.clauses["G3"] = Status.FAILED
                allowed = ", ".join(allow) or "nothing"
                report.reason = finding("import_not_allowed", modules=join_names(foreign), allowed=allowed)
        elif inspection.imports:
            report.remarks.append(finding("imports", modules=join_names(inspection.imports)))
        twice = [finding("defined_twice", name=name) for name in inspection.defined_twice]
        report.remarks += first_findings(twice, LISTED_MAX)
        if inspection.uncommented:
            report.remarks.append(finding("no_comment", functions=", ".join(inspection.uncommented)))

    def _fail_all(self, reason: Finding) -> None:
        """Fail all eight functions for `reason`, because none of them can be called."""
        self.report.reason = reason
        self.report.clauses |= dict.fromkeys(("G5", *OF_BOARDS), Status.FAILED)
        for function in self.report.functions.values():
            function.is_broken = True

    def _ask_first(self, inspection: Inspection) -> bool:
        """Load the file, rule on signatures and initial_state, try malformed actions.

        Return whether the file was loaded and answered.
        """
        asker = self.new_asker()
        try:
            if not self._load(asker):
                return False
            asker.prepare()  # for the first pass
            lines = asker.lines(["names", f"fresh {FRESH_BOARDS}", "malformed"])
            if not lines and asker.loss and asker.loss.kind != LossKind.OUT_OF_TIME:
                self._fail_all(finding("does_not_answer", loss=asker.loss.words))
            if not lines:
                return False
            preflight.rule_signatures(self.report, lines[0], inspection.functions)
            if not self.report.functions["initial_state"].wrong:
                preflight.rule_initial_state(self.report, lines[1] if len(lines) > 1 else "", asker.loss)
            if len(lines) > 2:
                preflight.remark_on_actions(self.report, lines[2].split(";"))
            elif len(lines) == 2 and asker.loss and asker.loss.is_own_doing:
                self.report.remarks.append(finding("malformed_lost", function="result", loss=asker.loss.words))
            return True
        finally:
            self.report.sandbox = asker.containment
            asker.close()

    def _load(self, asker: Asker) -> bool:
        """Load the file and rule on what it does when it is imported; return whether it was loaded."""
        try:
            how, *counts = asker.open().split("\t")
        except WorkerLost as lost:
            if lost.loss.kind == LossKind.OUT_OF_TIME:
                self.report.reason = finding("no_time_to_load")
            else:
                self._fail_all(finding("not_loaded_lost", loss=lost.loss.words))
            return False
        printed, asked, errors, warned = [*counts, "", "", "", ""][:4]
        does = [verb for verb, times in (("prints", printed), ("asks", asked)) if times not in ("0", "")]
        self.report.clauses["E16"] = Status.FAILED if does else Status.PASSED
        if does:
            self.report.diagnoses.append(finding("import_" + "_and_".join(does)))
        if errors not in ("0", ""):
            self.report.remarks.append(finding("import_writes_errors"))
        if warned:
            self.report.remarks.append(finding("warned_lines", lines=printable(warned)[:100]))
        if how != "loaded":
            self._fail_all(load_problem(how.removeprefix("failed ")))
            return False
        self.report.clauses["G5"] = Status.PASSED
        return True

    def _run_passes(self, inspection: Inspection) -> tuple[Outcomes, list[list[Row]]]:
        """Run all passes, several at a time; return the outcomes, and the rows of each pass as workers took them."""
        broken = [name for name, function in self.report.functions.items() if function.is_broken]
        orders = passes(self.options.quick, self.options.seed, inspection.is_stateless)
        outcomes = Outcomes([order for order in orders if order.function not in broken])
        outcomes.first_board_is_wrong = bool(self.report.functions["initial_state"].wrong)
        outcomes.stopped = dict.fromkeys(broken, 0)
        self.meter.total = sum(order.weight for order in outcomes.passes)
        runs = [PassRun(self, outcomes, number) for number in range(len(outcomes.passes))]
        workers = self.options.workers
        parts = [run for run in runs for _ in range(workers if run.order.is_divisible else 1)]
        with ThreadPoolExecutor(workers) as pool:
            # A list, so that exceptions are raised here. A part prepares a worker if `workers` or more parts follow.
            list(pool.map(PassRun.ask, parts, [number + workers < len(parts) for number in range(len(parts))]))
        return outcomes, [run.history for run in runs]


class Meter:
    """Reports how much of a check is done, by the weight of the rows that were answered."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress = progress
        self.total = self._done = 0
        self._reported_at = 0.0

    def step(self, weight: int) -> None:
        """Add the weight of an answered row; report the progress at most once every PROGRESS_SECONDS."""
        self._done += weight
        now = time.monotonic()
        if self.progress and now >= self._reported_at + PROGRESS_SECONDS:
            self._reported_at = now
            self.progress(min(100 * self._done // max(self.total, 1), 100), 100)


class PassRun:
    """The run of one pass. If several threads call `ask`, they share the rows."""

    def __init__(self, examination: Examination, outcomes: Outcomes, number: int) -> None:
        self.examination, self.outcomes, self.number = examination, outcomes, number
        self.order = outcomes.passes[number]
        self.history: list[Row] = []  # the rows that were taken, in order
        self._numbers: dict[int, int] = {}  # the place of each row in the history, by id(row)
        self._lock = threading.Lock()
        self._rows: Iterator[Row] | None = None

    def ask(self, prepares: bool) -> None:
        """Send rows to a new worker until none are left; if it cannot load the file, note the rows as not reached."""
        with closing(self.examination.new_asker()) as asker:
            try:
                loaded = asker.open()
                if loaded.startswith("loaded"):
                    if prepares:
                        asker.prepare()
                    return self._ask(asker)
                self.outcomes.failed_load = load_problem(loaded.partition("\t")[0].removeprefix("failed "))
            except WorkerLost as lost:
                if lost.loss.is_own_doing:
                    self.outcomes.unexplained.append(lost.loss)
        for row in iter(self.next_row, None):
            self.outcomes.take(self.number, 0, row, None)

    def next_row(self) -> Row | None:
        """Return the next row of the pass; None if there are no more."""
        with self._lock:
            if self._rows is None:
                self._rows = iter(self.order.rows(self.outcomes.game_answers))
            row = next(self._rows, None)
            if row is not None:
                self._numbers[id(row)] = len(self.history)
                self.history.append(row)
            return row

    def _ask(self, asker: Asker) -> None:
        asker.is_stopped = self.outcomes.is_stopped
        rows = self.outcomes.continued(self.number, iter(self.next_row, None))
        is_minimax = self.order.function == "minimax"
        last = 0.0  # CPU seconds of the worker a moment ago; reading them after each fast row would take too long
        for number, (row, answer) in enumerate(asker.answers(rows, is_minimax, 1 if self.order.is_interactive else 2)):
            self.outcomes.take(self.number, self._numbers.get(id(row), 0), row, answer)
            self.examination.meter.step(row.weight)
            if row.line == FIRST_MOVE:
                used = max(0.0, asker.cpu_seconds - last)
                self.outcomes.first_move_seconds = self.outcomes.first_move_seconds or used
            if row.weight >= SLOW_WEIGHT or number % FAST_ROWS == 0:
                last = asker.cpu_seconds
        if asker.sandbox and asker.loss is None and asker.lines(["printed"]) not in (["0"], []):
            self.outcomes.has_printed = True


def load_problem(text: str) -> Finding:
    """Return the reason why a file cannot be loaded; `text` is an exception as the worker writes it, without "!"."""
    raised = parse_error(f"!{text}") or Ruling(RulingKind.RAISED)
    error = f"{raised.error}: {raised.message}" if raised.message else raised.error
    match = re.search(r"No module named '([A-Za-z_]\w*)", raised.message)  # as Python itself writes it
    if match:
        kind = "not_loaded_missing_module" if installed(match[1]) else "not_loaded_sibling"
        return finding(kind, error=error, line=raised.line, module=match[1])
    return finding("not_loaded", error=error, line=raised.line)
