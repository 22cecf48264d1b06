"""Check one submission: ask it every question in a sandbox, in several orders, and fill in the report."""

import hashlib
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from noughts.check import conclusion, preflight, source
from noughts.check.asking import Asker, Options, installed
from noughts.check.clauses import CLAUSES, OF_BOARDS
from noughts.check.findings import Finding, finding, first_findings
from noughts.check.orders import Pass, passes
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

PROGRESS_SECONDS = 0.1
FILE_NAME_CHARACTERS_MAX = 200
# How often initial_state is called, to see whether it hands out a board twice.
FRESH_BOARDS = 300
FIRST_MOVE = f"row {CLASSIC.start} minimax"


def check(path: Path, options: Options = Options(), progress: Progress | None = None) -> Report:  # noqa: B008  frozen
    """Return the report on a file."""
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
    """Return the report on the bytes of a file called `name`."""
    report = Report(name, hashlib.sha256(data).hexdigest(), is_quick=options.quick)
    began = time.monotonic()
    Examination(report, data, options, progress).run()
    report.seconds = time.monotonic() - began
    return report


class Examination:
    """One check from start to end."""

    def __init__(self, report: Report, data: bytes, options: Options, progress: Progress | None) -> None:
        self.report, self.data, self.options = report, data, options
        self.text, self.unreadable = source.decode(data)
        self.budget = Budget(options.seconds_max)
        self.meter = Meter(progress)
        report.functions = {name: FunctionResult() for name in FUNCTION_NAMES}
        report.clauses = {clause.id: Status.NOT_REACHED for clause in CLAUSES}

    def run(self) -> None:
        """Run the whole check; every worker is ended."""
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
            outcomes = Outcomes(self._passes(inspection))
            histories = self._run_passes(outcomes)
            conclusion.conclude(self.report, outcomes, inspection, histories, self.new_asker)
        finally:
            self.report.cpu_seconds = self.budget.cpu_seconds

    def new_asker(self) -> Asker:
        """Return an asker that has no worker yet."""
        return Asker(self.text, self.options, self.budget)

    def _rule_source(self, inspection: Inspection) -> None:
        """Rule on the clauses that the source alone decides."""
        report, allow = self.report, self.options.allow
        report.imports, report.flags = list(inspection.imports), first_findings(list(inspection.flags), LISTED_MAX)
        report.clauses |= dict.fromkeys(("G3", "G4", "G7"), Status.PASSED)
        if allow is not None and not inspection.problem:
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
        """Fail all eight functions, because none can be asked."""
        self.report.reason = reason
        self.report.clauses |= dict.fromkeys(("G5", *OF_BOARDS), Status.FAILED)
        for function in self.report.functions.values():
            function.is_broken = True

    def _ask_first(self, inspection: Inspection) -> bool:
        """Load the file, ask for signatures and new boards, and try malformed actions; return whether it answers."""
        asker = self.new_asker()
        try:
            if not self._load(asker):
                return False
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
        """Load the file; return whether it succeeded."""
        try:
            how, *counts = asker.open().split("\t")
        except WorkerLost as lost:
            if lost.loss.kind == LossKind.OUT_OF_TIME:
                self.report.reason = finding("no_time_to_load")
            else:
                self._fail_all(finding("not_loaded_lost", loss=lost.loss.words))
            return False
        printed, asked, errors, warned = [*counts, "", "", "", ""][:4]
        self._rule_import(printed not in ("0", ""), asked not in ("0", ""))
        if errors not in ("0", ""):
            self.report.remarks.append(finding("import_writes_errors"))
        if warned:
            self.report.remarks.append(finding("warned_lines", lines=printable(warned)[:100]))
        if how != "loaded":
            self._fail_all(load_problem(how.removeprefix("failed ")))
            return False
        self.report.clauses["G5"] = Status.PASSED
        return True

    def _rule_import(self, printed: bool, asked: bool) -> None:
        """Rule on what the file did when it was imported."""
        self.report.clauses["E16"] = Status.FAILED if printed or asked else Status.PASSED
        if printed or asked:
            name = "import_prints_and_asks" if printed and asked else "import_prints" if printed else "import_asks"
            self.report.diagnoses.append(finding(name))

    def _passes(self, inspection: Inspection) -> list[Pass]:
        """Return the passes over the functions that can be called."""
        every = passes(self.options.quick, self.options.seed, inspection.is_stateless)
        broken = {name for name, function in self.report.functions.items() if function.is_broken}
        return [each for each in every if each.function not in broken]

    def _run_passes(self, outcomes: Outcomes) -> list[list[Row]]:
        """Run all passes, several at a time; return the rows of each that were asked."""
        self.meter.total = sum(each.weight for each in outcomes.passes)
        broken = {name for name, function in self.report.functions.items() if function.is_broken}
        outcomes.stopped |= dict.fromkeys(broken, 0)
        histories: list[list[Row]] = [[] for _ in outcomes.passes]
        with ThreadPoolExecutor(self.options.workers) as pool:
            tasks = []
            for number, each in enumerate(outcomes.passes):
                run = PassRun(self, outcomes, number, histories[number])
                parts = self.options.workers if each.is_divisible else 1
                tasks += [pool.submit(run.ask) for _ in range(parts)]
            for task in tasks:
                task.result()
        return histories


class Meter:
    """How far a check is, by the weight of the rows that were answered."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress = progress
        self.total = self._done = 0
        self._reported_at = 0.0

    def step(self, weight: int) -> None:
        """Note that a row of that weight was answered."""
        self._done += weight
        now = time.monotonic()
        if self.progress and now >= self._reported_at + PROGRESS_SECONDS:
            self._reported_at = now
            self.progress(min(100 * self._done // max(self.total, 1), 100), 100)


class PassRun:
    """One pass while it runs. Several threads may ask a part of its rows each."""

    def __init__(self, examination: Examination, outcomes: Outcomes, number: int, history: list[Row]) -> None:
        self.examination, self.outcomes, self.number, self.history = examination, outcomes, number, history
        self.order = outcomes.passes[number]
        self._numbers: dict[int, int] = {}  # the place of each row in the history
        self._lock = threading.Lock()
        self._rows: Iterator[Row] | None = None

    def ask(self) -> None:
        """Ask rows in a new worker until there are no more."""
        asker = self.examination.new_asker()
        try:
            loaded = asker.open()
            if not loaded.startswith("loaded"):
                self.outcomes.failed_load = load_problem(loaded.partition("\t")[0].removeprefix("failed "))
                return self._take_all_as_unreached()
            self._ask(asker)
        except WorkerLost as lost:
            if lost.loss.is_own_doing:
                self.outcomes.unexplained.append(lost.loss)
            self._take_all_as_unreached()
        finally:
            asker.close()

    def coming(self) -> Row | None:
        """Return the next row, or None."""
        with self._lock:
            if self._rows is None:
                self._rows = iter(self.order.rows(self.outcomes.game_answers))
            row = next(self._rows, None)
            if row is not None:
                self._numbers[id(row)] = len(self.history)
                self.history.append(row)
            return row

    def _take_all_as_unreached(self) -> None:
        for row in iter(self.coming, None):
            self.outcomes.take(self.number, 0, row, None)

    def _ask(self, asker: Asker) -> None:
        asker.is_stopped = self.outcomes.is_stopped
        rows = self.outcomes.continued(self.number, iter(self.coming, None))
        is_minimax = self.order.function == "minimax"
        last = time.monotonic()
        for row, answer in asker.answers(rows, is_minimax, 1 if self.order.is_interactive else 2):
            self.outcomes.take(self.number, self._numbers.get(id(row), 0), row, answer)
            self.examination.meter.step(row.weight)
            if row.line == FIRST_MOVE:
                self.outcomes.first_move_seconds = self.outcomes.first_move_seconds or time.monotonic() - last
            last = time.monotonic()
        if asker.sandbox and asker.loss is None and asker.lines(["printed"]) not in (["0"], []):
            self.outcomes.has_printed = True


def load_problem(text: str) -> Finding:
    """Return the finding that says why a file cannot be loaded; `text` is the worker's text of an exception."""
    raised = parse_error(f"!{text}") or Ruling(RulingKind.RAISED)
    error = f"{raised.error}: {raised.message}" if raised.message else raised.error
    match = re.search(r"No module named '([A-Za-z_]\w*)", raised.message)  # as Python itself writes it
    if match:
        kind = "not_loaded_missing_module" if installed(match[1]) else "not_loaded_sibling"
        return finding(kind, error=error, line=raised.line, module=match[1])
    return finding("not_loaded", error=error, line=raised.line)
