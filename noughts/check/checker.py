"""Check one submission: put every question to it in a box, rule on the answers, and write the report."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

from noughts.check import diagnose, questions
from noughts.check.asking import Asker, Options, bulks, chunks
from noughts.check.box import Gone
from noughts.check.questions import NAMES, PARAMETERS, Question, Ruling, is_right, readable, rule
from noughts.check.report import FAILED, NOT_REACHED, PASSED, Counterexample, Function, Report
from noughts.check.rulings import (
    allow_hint,
    due_text,
    parameter_fault,
    punishment,
    signature,
    smallness,
    smallness_of,
)
from noughts.check.source import Text, decoded, inspect
from noughts.rules import CLASSIC

# Told after each batch: steps done, and of how many.
Progress = Callable[[int, int], None]

SOURCE_BYTES_MAX = 1_000_000
BATCH_BULKS = 100
# Of minimax's answers, for the diagnoses: an action is ten characters long.
ANSWER_KEPT_CHARACTERS = 20
SLOW_SECONDS = 1.0
# How often progress is told.
TELL_SECONDS = 0.1
CLAUSES = (
    "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12", "E13", "E16", "G2", "G3", "G4", "G5", "G7",
)  # fmt: skip


def check(path: Path, options: Options = Options(), progress: Progress | None = None) -> Report:  # noqa: B008  it is frozen
    """The report on a file."""
    try:
        with path.open("rb") as file:
            data = file.read(SOURCE_BYTES_MAX + 1)
    except OSError as error:
        return Report(str(path), "", f"it cannot be read: {error.strerror}", is_checked=False)
    report = Report(str(path), hashlib.sha256(data).hexdigest())
    began = time.monotonic()
    Examination(report, data, options, progress).run()
    report.seconds = time.monotonic() - began
    if path.name != "tictactoe.py":
        report.remarks.append(f"the file is called {path.name}, not tictactoe.py")
    return report


class Examination:
    """The course of one check."""

    def __init__(self, report: Report, data: bytes, options: Options, progress: Progress | None) -> None:
        self.report, self.data, self.options, self.progress = report, data, options, progress
        text, self.unreadable = decoded(data)
        self.asker = Asker(text, options)
        self.steps_done = self.steps_total = 0
        self._told_at = 0.0
        self.wrong: dict[str, dict[Question, str]] = {name: {} for name in NAMES}
        self.answers: dict[str, dict[str, str]] = {"minimax": {}}
        report.functions = {name: Function() for name in NAMES}
        report.clauses = dict.fromkeys(CLAUSES, NOT_REACHED)

    def run(self) -> None:
        """Do all of it; whatever happens, no child is left."""
        if len(self.data) > SOURCE_BYTES_MAX:
            return self._unloadable(f"it is larger than {SOURCE_BYTES_MAX:,} bytes")
        if self.unreadable:
            return self._unloadable(self.unreadable)
        text = inspect(self.asker.source)
        self._rule_text(text)
        if text.error:
            return self._unloadable(f"it cannot be compiled: {text.error}")
        try:
            if self._open():
                self._ask_names()
                self._ask_all()
                self._conclude()
        finally:
            self.report.box = self.asker.containment
            self.asker.close()

    def _rule_text(self, text: Text) -> None:
        """What the source alone decides."""
        report, allow = self.report, self.options.allow
        report.imports, report.flags = list(text.imports), list(text.flags)
        if allow is not None and not text.error:
            foreign = [name for name in text.imports if name not in allow]
            report.clauses["G3"] = FAILED if foreign else PASSED
            if foreign:
                report.reason = f"it imports {', '.join(foreign)}, and only {', '.join(allow) or 'nothing'} is allowed"
        else:
            report.clauses["G3"] = PASSED
            if text.imports:
                report.remarks.append(f"imports {', '.join(text.imports)}")
        report.clauses["G4"] = PASSED
        report.clauses["G7"] = PASSED
        report.remarks += [f"{name} is defined twice" for name in text.twice]
        if text.uncommented:
            report.remarks.append(f"no comment says how {', '.join(text.uncommented)} works")

    def _unloadable(self, reason: str) -> None:
        """Nothing can be asked: all eight have failed."""
        self.report.reason = reason
        self.report.clauses["G5"] = FAILED
        for name, function in self.report.functions.items():
            function.wrong = function.asked = 1
            function.counterexample = Counterexample(None, f"import tictactoe  # for {name}", "a module", reason)

    def _open(self) -> bool:
        """Load the file once; False where that fails."""
        try:
            how, *watched = self.asker.open().split("\t")
        except Gone as gone:
            self._unloadable(f"it cannot be loaded: {gone}")
            return False
        printed, asked = (word not in ("0", "") for word in [*watched, "0", "0"][:2])
        quiet = not printed and not asked
        self.report.clauses["E16"] = PASSED if quiet else FAILED
        if not quiet:
            doing = " and ".join(word for word, does in (("prints", printed), ("asks for input", asked)) if does)
            self.report.diagnoses.append(f"the file {doing} when it is imported: keep what plays out of the top level")
        if how != "loaded":
            self._unloadable(f"it cannot be loaded: it raised {how.removeprefix('failed ')}{allow_hint(how)}")
            return False
        self.report.clauses["G5"] = PASSED
        return True

    def _ask_names(self) -> None:
        """Are all eight there, with their parameters?"""
        odd = [f"result {CLASSIC.start} odd {kind}" for kind in questions.ODD]
        lines = self.asker.lines(["names", "initial_state", f"result {CLASSIC.start} 1 1", *odd])
        if "\tshared" in lines[2]:
            self.report.remarks.append("result shares rows with the board it was given")
        if any(line and not line.startswith("!") for line in lines[3:]):
            self.report.remarks.append("result lets malformed actions through, like None or (0, 0, 0)")
        told = dict(word.split(":", 1) for word in lines[0].split(" ") if ":" in word)
        for name in NAMES:
            fault = parameter_fault(name, told.get(name, "missing"))
            if fault:
                self._fail(name, Counterexample(None, name, signature(name), fault))
                self.report.clauses["G2"] = FAILED
            elif told.get(name, "").partition(":")[0] not in (",".join(PARAMETERS.get(name, ("board",))), "unknown"):
                self.report.remarks.append(f"{name} calls its parameters {told[name].partition(':')[0]}")
        for constant, due in (("X", '"X"'), ("O", '"O"'), ("EMPTY", "n")):
            if told.get(constant) != due:
                self.report.clauses["G2"] = FAILED
                self.report.reason = (
                    f"{constant} must be {readable(due)} and is {readable(told.get(constant, 'missing'))}"
                )
        if self.report.clauses["G2"] != FAILED:
            self.report.clauses["G2"] = PASSED
        if not self.report.functions["initial_state"].wrong:
            self._rule_initial_state(lines[1])

    def _rule_initial_state(self, line: str) -> None:
        function = self.report.functions["initial_state"]
        function.asked = 1
        empty, marked = questions.encoded("........."), questions.encoded("X........")
        got = [*line.split("\t"), "", ""][:3]
        for value, due, words in zip(
            got, (empty, marked, empty), ("", " after board[0][0] = 'X'", " called again after that"), strict=True
        ):
            if value != due:
                shown = f"raised {value[1:]}" if value.startswith("!") else readable(value) or "no answer"
                self._fail("initial_state", Counterexample(None, f"initial_state(){words}", readable(due), shown))
                self.report.clauses["E2"] = FAILED
                return
        self.report.clauses["E2"] = PASSED

    def _ask_all(self) -> None:
        """Put the questions: the quick ones in bulk, one by one where a bulk was not right, then minimax."""
        some = questions.shuffled(self.options.quick, self.options.seed)
        self.steps_total = 2 * len(some)
        doubtful = self._ask_in_bulk(some)
        if self.asker.has_failed:
            self.asker.restart()
        for group in questions.quick_groups(doubtful):
            self._ask_group(group)
        self.steps_done = len(some)
        for group in questions.minimax_groups(some):
            self._ask_group(group)

    def _ask_in_bulk(self, some: list[str]) -> list[str]:
        """Ask all quick questions of each position in one line; the positions whose line was not right."""
        right: set[str] = set()
        for batch, answers in self.asker.stream(map(bulks, chunks(some, BATCH_BULKS))):
            for each, answer in zip(batch, answers, strict=False):
                if answer == each.right:
                    right.add(each.position)
                    for name, count in each.asked.items():
                        self.report.functions[name].asked += count
            self._step(len(batch))
        return [position for position in some if position not in right]

    def _ask_group(self, group: list[Question]) -> None:
        """Ask questions of one function one by one."""
        name, began = group[0].function, time.monotonic()
        if self.report.functions[name].counterexample and not self.wrong[name]:
            return  # it is missing, or takes other parameters: asking is in vain
        for question, answer in self.asker.answers(group):
            self._take(question, answer)
            if name == "minimax":
                self._step(1)
        seconds = time.monotonic() - began
        if group[0].line == f"minimax {CLASSIC.start}" and seconds > SLOW_SECONDS:
            self.report.remarks.append(f"the first move takes {seconds:.1f} s")

    def _step(self, positions: int) -> None:
        self.steps_done += positions
        now = time.monotonic()
        if self.progress and (now >= self._told_at + TELL_SECONDS or self.steps_done == self.steps_total):
            self._told_at = now
            self.progress(self.steps_done, self.steps_total)

    def _take(self, question: Question, answer: str | None) -> None:
        """Rule on one answer and note what comes of it."""
        function = self.report.functions[question.function]
        if answer is None:
            function.left += 1
            self.report.unreached.add(CLASSIC.representative(question.position))
            return
        function.asked += 1
        if question.function == "minimax":
            self.answers["minimax"][question.position] = answer.partition("\t")[0][:ANSWER_KEPT_CHARACTERS]
        if is_right(question, answer):
            return
        ruling = rule(question, answer)
        if ruling.remark and ruling.remark not in self.report.remarks:
            self.report.remarks.append(ruling.remark)
        if not ruling.right:
            function.wrong += 1
            self._note_wrong(question, ruling)

    def _note_wrong(self, question: Question, ruling: Ruling) -> None:
        function = self.report.functions[question.function]
        self.wrong[question.function][question] = ruling.got
        wrong = self.report.classes.setdefault(CLASSIC.representative(question.position), [])
        if question.function not in wrong:
            wrong.append(question.function)
        clause = question.clause
        if question.function == "minimax" and CLASSIC.is_over(question.position):
            clause = "E12"
        if ruling.mutated:
            clause = "E6" if question.function == "result" else "E13"
        self.report.clauses[clause] = FAILED
        known = function.counterexample
        if known is None or smallness(question) < smallness_of(known.position):
            function.counterexample = Counterexample(
                question.position, question.call, due_text(question), ruling.got, punishment(question, ruling)
            )

    def _fail(self, name: str, example: Counterexample) -> None:
        function = self.report.functions[name]
        function.asked, function.wrong = max(1, function.asked), max(1, function.wrong)
        function.counterexample = function.counterexample or example

    def _conclude(self) -> None:
        """Clauses that nothing spoke against, diagnoses, and remarks on how it plays."""
        report = self.report
        owners = {"E3": "player", "E4": "actions", "E5": "result", "E6": "result", "E7": "result", "E8": "winner",
                  "E9": "terminal", "E10": "utility", "E11": "minimax", "E12": "minimax"}  # fmt: skip
        for clause, name in owners.items():
            function = report.functions[name]
            if report.clauses[clause] == NOT_REACHED and function.asked and not function.left:
                report.clauses[clause] = PASSED if not self._is_absent(name) else FAILED
        if report.clauses["E13"] == NOT_REACHED and not any(f.left for f in report.functions.values()):
            report.clauses["E13"] = PASSED
        report.diagnoses += diagnose.diagnoses(
            self.wrong, self.answers["minimax"], questions.positions(self.options.quick)
        )
        passed_by = diagnose.wins_passed_by(self.answers["minimax"])
        if passed_by:
            report.remarks.append(f"minimax walks past a win in one in {passed_by:,} positions")

    def _is_absent(self, name: str) -> bool:
        return bool(self.report.functions[name].counterexample) and not self.wrong[name]
