"""Check one submission: put every question to it in a box, rule on the answers, and write the report."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

from noughts.check import diagnose, entrance, habits, questions, source
from noughts.check.asking import Asker, Options, bulks, chunks
from noughts.check.box import Gone
from noughts.check.questions import NAMES, NO_ANSWER_WORDS, Question, Ruling, is_right, rule
from noughts.check.report import FAILED, NOT_REACHED, PASSED, Counterexample, Function, Report
from noughts.check.rulings import allow_hint, due_text, punishment, smallness, smallness_of
from noughts.check.source import Text, decoded, inspect, listed, shortened
from noughts.check.texts import printable
from noughts.game.rules import CLASSIC

# Told after each batch: steps done, and of how many.
Progress = Callable[[int, int], None]

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
    name = printable(str(path))
    try:
        data = source.read(path)
    except OSError as error:
        return Report(name, "", f"it cannot be read: {error.strerror}", is_checked=False)
    report = check_source(name, data, options, progress)
    if path.name != "tictactoe.py":
        report.remarks.append(f"the file is called {printable(path.name)}, not tictactoe.py")
    return report


def check_source(name: str, data: bytes, options: Options, progress: Progress | None = None) -> Report:
    """The report on a file's bytes, under any name."""
    report = Report(name, hashlib.sha256(data).hexdigest())
    began = time.monotonic()
    Examination(report, data, options, progress).run()
    report.seconds = time.monotonic() - began
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
        self.doubts: dict[str, str] = {}  # questions that were answered wrongly in bulk, and how
        self.answers: dict[str, dict[str, str]] = {"minimax": {}}
        report.functions = {name: Function() for name in NAMES}
        report.clauses = dict.fromkeys(CLAUSES, NOT_REACHED)

    def run(self) -> None:
        """Do all of it; whatever happens, no child is left."""
        if len(self.data) > source.BYTES_MAX:
            return self._unloadable(f"it is larger than {source.BYTES_MAX:,} bytes")
        if self.unreadable:
            return self._unloadable(self.unreadable)
        text = inspect(self.asker.source)
        self._rule_text(text)
        if text.error:
            return self._unloadable(f"it cannot be compiled: {text.error}")
        try:
            if self._open():
                if self._ask_names():
                    self._ask_all()
                self._conclude()
        finally:
            self.report.box = self.asker.containment
            self.asker.close()

    def _rule_text(self, text: Text) -> None:
        """What the source alone decides."""
        report, allow = self.report, self.options.allow
        report.imports, report.flags = list(text.imports), shortened(text.flags)
        if allow is not None and not text.error:
            foreign = [name for name in text.imports if name not in allow]
            report.clauses["G3"] = FAILED if foreign else PASSED
            if foreign:
                report.reason = f"it imports {listed(foreign)}, and only {', '.join(allow) or 'nothing'} is allowed"
        else:
            report.clauses["G3"] = PASSED
            if text.imports:
                report.remarks.append(f"imports {listed(text.imports)}")
        report.clauses["G4"] = PASSED
        report.clauses["G7"] = PASSED
        report.remarks += [f"{name} is defined twice" for name in shortened(text.twice)]
        if text.uncommented:
            report.remarks.append(f"no comment of its own: {', '.join(text.uncommented)}")

    def _unloadable(self, reason: str) -> None:
        """Nothing can be asked: all eight have failed."""
        self.report.reason = reason
        self.report.clauses |= dict.fromkeys(("G5", *entrance.OF_FUNCTIONS), FAILED)
        for function in self.report.functions.values():
            function.is_broken = True

    def _open(self) -> bool:
        """Load the file once; False where that fails."""
        try:
            how, *watched = self.asker.open().split("\t")
        except Gone as gone:
            if self.asker.is_late:
                self.report.reason = "the time was up before it was loaded"
            else:
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

    def _ask_names(self) -> bool:
        """Are all eight there, with their parameters? False where nobody answers."""
        odd = [f"result {CLASSIC.start} odd {kind}" for kind in questions.ODD]
        lines = self.asker.lines(["names", "initial_state", "chain", f"result {CLASSIC.start} 1 1", *odd])
        if not lines[0]:
            if not self.asker.is_late:
                self._unloadable(f"it does not answer: {self.asker.box.reason if self.asker.box else ''}")
            return False
        if "\tshared" in lines[3]:
            self.report.remarks.append("result shares rows with the board it was given")
        if any(line[:1] not in ("", "!") for line in lines[4:]):
            odd = [
                questions.ODD[kind]
                for kind, line in zip(questions.ODD, lines[4:], strict=True)
                if line[:1] not in ("", "!")
            ]
            self.report.remarks.append(f"result lets malformed actions through: {', '.join(odd)}")
        told = dict(word.split(":", 1) for word in lines[0].split(" ") if ":" in word)
        entrance.rule_heads(self.report, told)
        if not self.report.functions["initial_state"].wrong and (lines[1] or not self.asker.is_late):
            entrance.rule_initial_state(self.report, lines[1])
        entrance.rule_chain(self.report, lines[2])
        return True

    def _ask_all(self) -> None:
        """Put the questions: the quick ones in bulk, one by one where a bulk was not right, then minimax."""
        some = questions.shuffled(self.options.quick, self.options.seed)
        self.steps_total = 2 * len(some)
        doubtful = self._ask_in_bulk(some)
        died = self.asker.box.reason if self.asker.box else ""
        if self.asker.has_failed and not self.asker.is_late:
            self.asker.restart()
        for group in questions.quick_groups(doubtful):
            self._ask_group(group)
        if died and not any(NO_ANSWER_WORDS in got for wrong in self.wrong.values() for got in wrong.values()):
            self.asker.note_death(died)
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
                else:
                    self.doubts.update(questions.doubts(each, answer))
            self._step(len(batch))
        return [position for position in some if position not in right]

    def _ask_group(self, group: list[Question]) -> None:
        """Ask questions of one function one by one."""
        name, began = group[0].function, time.monotonic()
        if self.report.functions[name].is_broken:
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
        doubt = self.doubts.get(question.line)
        if is_right(question, answer) and doubt is None:
            return
        ruling = rule(question, answer)
        if ruling.right and doubt is not None:
            ruling = questions.inconstant(question, doubt) or ruling
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
        if ruling.got.startswith("raised"):
            self.report.clauses["G5"] = FAILED
        known = function.counterexample
        if known is None or smallness(question) < smallness_of(known.position):
            function.counterexample = Counterexample(
                question.position, question.call, due_text(question), ruling.got, punishment(question, ruling)
            )

    def _conclude(self) -> None:
        """Clauses that nothing spoke against, diagnoses, and remarks on how it plays."""
        report = self.report
        self._ask_again()
        owners = {"E3": "player", "E4": "actions", "E5": "result", "E6": "result", "E7": "result", "E8": "winner",
                  "E9": "terminal", "E10": "utility", "E11": "minimax", "E12": "minimax"}  # fmt: skip
        for clause, name in owners.items():
            function = report.functions[name]
            if report.clauses[clause] == NOT_REACHED and function.asked and not function.left:
                report.clauses[clause] = PASSED
        for clause, name in owners.items():
            if report.functions[name].is_broken:
                report.clauses[clause] = FAILED
        if report.clauses["E13"] == NOT_REACHED and not any(f.left for f in report.functions.values()):
            report.clauses["E13"] = PASSED
        report.diagnoses += diagnose.diagnoses(
            self.wrong, self.answers["minimax"], questions.positions(self.options.quick)
        )
        passed_by = habits.wins_passed_by(self.answers["minimax"])
        if passed_by:
            report.remarks.append(f"minimax walks past a win in one in {passed_by:,} positions, which is allowed")
        if self.asker.unexplained:
            report.clauses["G5"] = FAILED
            report.reason = f"{self.asker.unexplained[0]} once, and not when it was asked the same again"

    def _ask_again(self) -> None:
        """Ask what went wrong once more: who answers by chance is told so. And has it printed meanwhile?"""
        some = {name: min(wrong, key=smallness) for name, wrong in self.wrong.items() if wrong}
        if self.asker.has_failed or self.asker.is_late:
            return
        *answers, printed = self.asker.lines([*(question.line for question in some.values()), "printed"])
        for (name, question), answer in zip(some.items(), answers, strict=True):
            if answer and rule(question, answer).got != self.wrong[name][question]:
                self.report.remarks.append(f"{name} does not answer the same when it is asked the same again")
        if printed not in ("", "0"):
            self.report.remarks.append("it prints while it is asked")
