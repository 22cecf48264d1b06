"""Check one submission: ask it every question in a sandbox, rule on the answers, and fill in the report."""

import hashlib
import re
import time
from pathlib import Path

from noughts.check import misconceptions, preflight, questions, rulings, source
from noughts.check.asking import Asker, Options, chunks, installed
from noughts.check.clauses import CLAUSES, OF_BOARDS
from noughts.check.diagnosis import Wrong, diagnose
from noughts.check.findings import Finding, finding, first_findings
from noughts.check.questions import Question
from noughts.check.report import Counterexample, FunctionResult, Report, Status
from noughts.check.rulings import Ruling, RulingKind, is_plainly_right, rule
from noughts.check.sandbox.process import Loss, WorkerLost
from noughts.check.source import LISTED_MAX, Inspection, join_names
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.rules import CLASSIC
from noughts.support.progress import Progress
from noughts.support.text import printable

BATCH_BULKS = 100
# How much of each answer of minimax is kept for the diagnoses: enough for a number and an action, "(i-1,(i0,i1))".
ANSWER_KEPT_CHARACTERS = 20
SLOW_FIRST_MOVE_SECONDS = 1.0
PROGRESS_SECONDS = 0.1


def check(path: Path, options: Options = Options(), progress: Progress | None = None) -> Report:  # noqa: B008  frozen
    """Return the report on a file."""
    name = printable(str(path))
    try:
        data = source.read(path)
    except OSError as error:
        return Report(name, "", finding("cannot_read", error=error.strerror or str(error)), is_checked=False)
    report = check_source(name, data, options, progress)
    if path.name != "tictactoe.py":
        report.remarks.append(finding("file_name", name=printable(path.name)))
    return report


def check_source(name: str, data: bytes, options: Options, progress: Progress | None = None) -> Report:
    """Return the report on the bytes of a file called `name`."""
    report = Report(name, hashlib.sha256(data).hexdigest())
    began = time.monotonic()
    Examination(report, data, options, progress).run()
    report.seconds = time.monotonic() - began
    return report


class Examination:
    """One check from start to end; it fills in the report."""

    def __init__(self, report: Report, data: bytes, options: Options, progress: Progress | None) -> None:
        self.report, self.data, self.options, self.progress = report, data, options, progress
        text, self.unreadable = source.decode(data)
        self.asker = Asker(text, options)
        self.steps_done = self.steps_total = 0
        self._reported_at = 0.0
        self.wrong: Wrong = {name: {} for name in FUNCTION_NAMES}
        self.wrong_in_bulk: dict[str, str] = {}  # wrong answers in bulk, by the question's line
        self.minimax_answers: dict[str, str] = {}
        report.functions = {name: FunctionResult() for name in FUNCTION_NAMES}
        report.clauses = {clause.id: Status.NOT_REACHED for clause in CLAUSES}

    def run(self) -> None:
        """Run the whole check; end the worker whatever happens."""
        if len(self.data) > source.BYTES_MAX:
            return self._fail_all(finding("too_large", bytes=source.BYTES_MAX))
        if self.unreadable:
            return self._fail_all(self.unreadable)
        inspection = source.inspect(self.asker.source)
        self._rule_source(inspection)
        if inspection.problem:
            return self._fail_all(inspection.problem)
        try:
            if self._load():
                if self._ask_first():
                    self._ask_all()
                self._conclude()
        finally:
            self.report.sandbox = self.asker.containment
            self.asker.close()

    def _rule_source(self, inspection: Inspection) -> None:
        """Rule on the clauses that the source alone decides."""
        report, allow = self.report, self.options.allow
        report.imports, report.flags = list(inspection.imports), first_findings(list(inspection.flags), LISTED_MAX)
        report.clauses |= dict.fromkeys(("G3", "G4", "G7"), Status.PASSED)
        if allow is not None:
            if foreign := [name for name in inspection.imports if name not in allow]:
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

    def _load(self) -> bool:
        """Load the file in the worker; return whether it was loaded."""
        try:
            how, *counts = self.asker.open().split("\t")
        except WorkerLost as lost:
            if self.asker.is_late:
                self.report.reason = finding("no_time_to_load")
            else:
                self._fail_all(finding("not_loaded_lost", loss=lost.loss.words))
            return False
        printed, asked = (count not in ("0", "") for count in [*counts, "0", "0"][:2])
        self.report.clauses["E16"] = Status.FAILED if printed or asked else Status.PASSED
        if printed or asked:
            name = "import_prints_and_asks" if printed and asked else "import_prints" if printed else "import_asks"
            self.report.diagnoses.append(finding(name))
        if how != "loaded":
            self._fail_all(load_problem(how.removeprefix("failed ")))
            return False
        self.report.clauses["G5"] = Status.PASSED
        return True

    def _ask_first(self) -> bool:
        """Ask for signatures and new boards, and try malformed actions; return False if there is no answer."""
        malformed = [f"result {CLASSIC.start} odd {kind}" for kind in questions.MALFORMED]
        lines = self.asker.lines(["names", "initial_state", "chain", f"result {CLASSIC.start} 1 1", *malformed])
        if not lines[0]:
            if not self.asker.is_late:
                loss = self.asker.loss
                self._fail_all(finding("does_not_answer", loss=loss.words if loss else ""))
            return False
        if "\tshared" in lines[3]:
            self.report.remarks.append(finding("shares_rows", function="result"))
        accepted = [shown for shown, line in zip(questions.MALFORMED.values(), lines[4:], strict=True)
                    if line[:1] not in ("", "!")]  # fmt: skip
        if accepted:
            self.report.remarks.append(finding("malformed_actions", function="result", actions=", ".join(accepted)))
        described = dict(word.split(":", 1) for word in lines[0].split(" ") if ":" in word)
        preflight.rule_signatures(self.report, described)
        if not self.report.functions["initial_state"].wrong and (lines[1] or not self.asker.is_late):
            preflight.rule_initial_state(self.report, lines[1])
        preflight.rule_chain(self.report, lines[2])
        return True

    def _ask_all(self) -> None:
        """Ask the quick questions in bulk, then one by one where a bulk was not right, then minimax."""
        order = questions.shuffled(self.options.quick, self.options.seed)
        self.steps_total = 2 * len(order)
        doubtful = self._ask_in_bulk(order)
        loss = self.asker.loss
        if self.asker.has_failed and not self.asker.is_late:
            self.asker.restart()
        for group in questions.quick_groups(doubtful):
            self._ask_group(group)
        if loss and not any(ruling.loss for wrong in self.wrong.values() for ruling in wrong.values()):
            self.asker.note_loss(loss)
        self.steps_done = len(order)
        for group in questions.minimax_groups(order):
            self._ask_group(group)

    def _ask_in_bulk(self, order: list[str]) -> list[str]:
        """Ask all quick questions about each position in one line; return the positions without a right answer."""
        right: set[str] = set()
        for batch, answers in self.asker.stream(map(questions.bulks, chunks(order, BATCH_BULKS))):
            for bulk, answer in zip(batch, answers, strict=False):
                if answer == bulk.right:
                    right.add(bulk.position)
                    for name, count in bulk.asked.items():
                        self.report.functions[name].asked += count
                else:
                    self.wrong_in_bulk |= questions.wrong_in_bulk(bulk, answer)
            self._step(len(batch))
        return [position for position in order if position not in right]

    def _ask_group(self, group: list[Question]) -> None:
        """Ask questions about one function one by one."""
        name, began = group[0].function, time.monotonic()
        if self.report.functions[name].is_broken:
            return
        for question, answer in self.asker.answers(group):
            self._take(question, answer)
            if name == "minimax":
                self._step(1)
        seconds = time.monotonic() - began
        if group[0].line == f"minimax {CLASSIC.start}" and seconds > SLOW_FIRST_MOVE_SECONDS:
            self.report.remarks.append(finding("first_move_seconds", function="minimax", seconds=round(seconds, 1)))

    def _step(self, positions: int) -> None:
        self.steps_done += positions
        now = time.monotonic()
        if self.progress and (now >= self._reported_at + PROGRESS_SECONDS or self.steps_done == self.steps_total):
            self._reported_at = now
            self.progress(self.steps_done, self.steps_total)

    def _take(self, question: Question, answer: str | Loss | None) -> None:
        """Rule on one answer and count it; None means that the question was not reached."""
        function = self.report.functions[question.function]
        if answer is None:
            function.not_reached += 1
            self.report.unreached.add(CLASSIC.representative(question.position))
            return
        function.asked += 1
        if question.function == "minimax":
            text = "" if isinstance(answer, Loss) else answer.partition("\t")[0][:ANSWER_KEPT_CHARACTERS]
            self.minimax_answers[question.position] = text
        in_bulk = self.wrong_in_bulk.get(question.line)
        if isinstance(answer, str) and in_bulk is None and is_plainly_right(question, answer):
            return
        ruling = rule(question, answer)
        if ruling.is_right and in_bulk is not None:
            ruling = rulings.rule_first(question, in_bulk) or ruling
        if ruling.remark and ruling.remark not in self.report.remarks:
            self.report.remarks.append(ruling.remark)
        if not ruling.is_right:
            function.wrong += 1
            self._note_wrong(question, ruling)

    def _note_wrong(self, question: Question, ruling: Ruling) -> None:
        function = self.report.functions[question.function]
        self.wrong[question.function][question] = ruling
        wrong = self.report.classes.setdefault(CLASSIC.representative(question.position), [])
        if question.function not in wrong:
            wrong.append(question.function)
        self.report.clauses[rulings.broken_clause(question, ruling)] = Status.FAILED
        if ruling.error:
            self.report.clauses["G5"] = Status.FAILED
        known = function.counterexample
        if known is None or size(question) < size(known):
            expected, punished_by = rulings.expected_text(question), rulings.punishment(question, ruling)
            fault = ruling.kind, ruling.error, ruling.line
            function.counterexample = Counterexample(
                question.position, question.call, expected, ruling.got, punished_by, *fault
            )

    def _conclude(self) -> None:
        """Pass the clauses that were reached and not broken, and add diagnoses and remarks."""
        report = self.report
        self._ask_again()
        for clause in CLAUSES:
            if clause.function and clause.id != "E2":
                function = report.functions[clause.function]
                if function.is_broken:
                    report.clauses[clause.id] = Status.FAILED
                elif report.clauses[clause.id] == Status.NOT_REACHED and function.asked and not function.not_reached:
                    report.clauses[clause.id] = Status.PASSED
        if report.clauses["E13"] == Status.NOT_REACHED and not any(f.not_reached for f in report.functions.values()):
            report.clauses["E13"] = Status.PASSED
        report.diagnoses += diagnose(self.wrong, self.minimax_answers, questions.positions(self.options.quick))
        if delayed := misconceptions.delayed_wins(self.minimax_answers):
            report.remarks.append(finding("delays_win", function="minimax", count=delayed))
        if self.asker.unexplained:
            report.clauses["G5"] = Status.FAILED
            report.reason = finding("ended_once", loss=self.asker.unexplained[0].words)

    def _ask_again(self) -> None:
        """Repeat one wrongly answered question for each function, and ask whether anything was printed."""
        if self.asker.has_failed or self.asker.is_late:
            return
        smallest = {name: min(wrong, key=size) for name, wrong in self.wrong.items() if wrong}
        *answers, printed = self.asker.lines([*(question.line for question in smallest.values()), "printed"])
        for (name, question), answer in zip(smallest.items(), answers, strict=True):
            if answer and rule(question, answer) != self.wrong[name][question]:
                self.report.remarks.append(finding("not_constant", function=name))
        if printed not in ("0", ""):
            self.report.remarks.append(finding("prints"))


def size(example: Question | Counterexample) -> tuple[int, str]:
    """Return a sort key: an example without a position first, then fewer marks first."""
    return questions.position_size(example.position)


def load_problem(text: str) -> Finding:
    """Return the finding that says why a file cannot be loaded; `text` is the exception as the worker writes it."""
    raised = rulings.parse_error(f"!{text}") or Ruling(RulingKind.RAISED)
    error = f"{raised.error}: {raised.message}" if raised.message else raised.error
    match = re.search(r"No module named '([A-Za-z_]\w*)", raised.message)  # as Python itself writes it
    if match and installed(match[1]):
        return finding("not_loaded_missing_module", error=error, line=raised.line, module=match[1])
    return finding("not_loaded", error=error, line=raised.line)
