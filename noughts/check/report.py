"""The report on a submission: what passed, what failed, what was not reached, with counterexamples and findings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from operator import index
from typing import Any, Self

from noughts.check.findings import Finding, finding
from noughts.check.kinds import Tally
from noughts.check.sandbox.process import Containment
from noughts.game.rules import Position

SCHEMA = 2
# The kind of the counterexample for a function that the file does not have.
MISSING = "missing"
# Each function comes before those that usually call it.
MENDING_ORDER = ("initial_state", "player", "actions", "winner", "terminal", "utility", "result", "minimax")


class Status(StrEnum):
    """The three outcomes of a function or a clause."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_REACHED = "not reached"


class ReportVerdict(StrEnum):
    """The outcome for a whole submission."""

    PASSED = "passed"
    FAILED = "failed"
    INCOMPLETE = "incomplete"  # no fault was found, but some questions were not reached
    NOT_CHECKED = "not checked"  # the checker failed, not the file


@dataclass(frozen=True)
class Counterexample:
    """A call with a wrong answer; the position is None if the fault is not about one position."""

    position: Position | None
    call: str
    expected: str
    got: str
    punished_by: str | None = None  # the best play after a bad move, as text
    kind: str = "wrong_value"  # a RulingKind, MISSING or "inconsistent"
    error: str = ""  # the type of the exception
    source_line: int = 0  # the line where the student's file raised it
    # If the answer depends on earlier calls: these calls, and the answer without them.
    earlier: Sequence[str] = field(default_factory=list)
    other_got: str = ""
    word: str = ""  # the call as data: "winner", or "result:0,1" with an action


@dataclass(frozen=True)
class Fault:
    """One kind of wrong answer of a function: how many there are, and the example that is easiest to follow."""

    kind: str  # a RulingKind, MISSING, "taken_cell", "negative_index", "large_index", "not_none" or "inconsistent"
    count: int
    example: Counterexample


@dataclass
class FunctionResult:
    """The result for one of the eight functions."""

    asked: int = 0
    wrong: int = 0
    not_reached: int = 0
    is_broken: bool = False  # whether the function cannot be called at all
    faults: list[Fault] = field(default_factory=list)
    kinds: list[Tally] = field(default_factory=list)  # the right answers by kind of question; empty if it passed

    @property
    def counterexample(self) -> Counterexample | None:
        """The example of the first fault; None if there are no faults."""
        return self.faults[0].example if self.faults else None

    @property
    def status(self) -> Status:
        """Failed if the function has a fault; else not reached if some questions were not asked; else passed."""
        if self.wrong or self.is_broken or self.counterexample:
            return Status.FAILED
        return Status.NOT_REACHED if self.not_reached or not self.asked else Status.PASSED

    def to_json(self) -> dict[str, Any]:
        """Return the result as data for JSON."""
        faults = [{"kind": f.kind, "count": f.count, "counterexample": asdict(f.example)} for f in self.faults]
        return {
            "status": self.status,
            "asked": self.asked,
            "wrong": self.wrong,
            "not_reached": self.not_reached,
            "counterexample": faults[0]["counterexample"] if faults else None,
            "faults": faults,
            "kinds": [asdict(tally) for tally in self.kinds],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the result whose `to_json` returned this data; `is_broken` is restored only if there are no faults."""
        faults = [
            Fault(fault["kind"], fault["count"], Counterexample(**fault["counterexample"])) for fault in data["faults"]
        ]
        is_broken = data["status"] == Status.FAILED and not data["wrong"] and not faults
        asked, wrong, not_reached = (index(data[key]) for key in ("asked", "wrong", "not_reached"))
        kinds = [Tally(**tally) for tally in data["kinds"]]
        return cls(asked, wrong, not_reached, is_broken, faults, kinds)


@dataclass
class Report:
    """The report on one submission."""

    file: str
    sha256: str
    reason: Finding | None = None  # why the submission as a whole failed or could not be checked
    is_checked: bool = True
    is_quick: bool = False
    functions: dict[str, FunctionResult] = field(default_factory=dict)
    clauses: dict[str, str] = field(default_factory=dict)
    diagnoses: list[Finding] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)
    flags: list[Finding] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    seconds: float = 0.0  # by the clock
    cpu_seconds: float = 0.0  # of all workers
    sandbox: Containment | None = None
    # For the map of symmetry classes: the functions with a wrong answer in each class, and the classes in which a
    # question was not reached.
    classes: dict[str, list[str]] = field(default_factory=dict)
    unreached: set[str] = field(default_factory=set)

    @property
    def verdict(self) -> ReportVerdict:
        """The outcome for the submission."""
        if not self.is_checked:
            return ReportVerdict.NOT_CHECKED
        statuses = [*(function.status for function in self.functions.values()), *self.clauses.values()]
        if Status.FAILED in statuses:
            return ReportVerdict.FAILED
        return ReportVerdict.INCOMPLETE if Status.NOT_REACHED in statuses else ReportVerdict.PASSED

    @property
    def was_asked(self) -> bool:
        """Whether the submission got questions; a file that cannot be loaded gets none."""
        return any(function.asked or function.not_reached for function in self.functions.values())

    @property
    def exit_code(self) -> int:
        """0 if the submission passed, 1 if it failed, 2 if the check failed or is incomplete."""
        return {ReportVerdict.PASSED: 0, ReportVerdict.FAILED: 1}.get(self.verdict, 2)

    @property
    def shown_faults(self) -> dict[str, list[Fault]]:
        """The faults to show, by function, in the order to fix them; missing functions are in `reason` instead."""
        faults = {name: [f for f in self.functions[name].faults if f.kind != MISSING] for name in self.mending_order}
        return {name: shown for name, shown in faults.items() if shown}

    @property
    def mending_order(self) -> list[str]:
        """The failed functions in the order to fix them; those that are wrong only because of others come last."""
        followers = [diagnosis.function for diagnosis in self.diagnoses if diagnosis.id == "follows"]
        functions = self.functions
        failed = [name for name in MENDING_ORDER if name in functions and functions[name].status == Status.FAILED]
        return sorted(failed, key=lambda name: name in followers)

    def fail(self, name: str, clause: str, example: Counterexample) -> None:
        """Mark a function and a clause as failed; add the example as a fault if the function has no faults yet."""
        function = self.functions[name]
        function.faults = function.faults or [Fault(example.kind, 1, example)]
        self.clauses[clause] = Status.FAILED

    def to_json(self) -> dict[str, Any]:
        """Return the report as data for JSON, as docs/checking.md describes it."""
        return {
            "schema": SCHEMA,
            "file": self.file,
            "sha256": self.sha256,
            "verdict": self.verdict,
            "quick": self.is_quick,
            "reason": self.reason.words if self.reason else None,
            "reason_id": self.reason.id if self.reason else None,
            "reason_fields": dict(self.reason.fields) if self.reason else {},
            "functions": {name: function.to_json() for name, function in self.functions.items()},
            "clauses": [{"id": name, "status": status} for name, status in self.clauses.items()],
            "diagnoses": [diagnosis.to_json() for diagnosis in self.diagnoses],
            "remarks": [remark.to_json() for remark in self.remarks],
            "flags": [flag.to_json() for flag in self.flags],
            "imports": self.imports,
            "seconds": round(self.seconds, 3),
            "cpu_seconds": round(self.cpu_seconds, 3),
            "sandbox": asdict(self.sandbox) if self.sandbox else None,
            "classes": self.classes,
            "unreached": sorted(self.unreached),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the report whose `to_json` returned this data; raise ValueError if its schema is not SCHEMA."""
        if data["schema"] != SCHEMA:
            raise ValueError(f"the report has schema {data['schema']!r}: check the file again to get schema {SCHEMA}")
        report = cls(data["file"], data["sha256"], is_checked=data["verdict"] != ReportVerdict.NOT_CHECKED)
        if data["reason_id"]:
            fields = tuple(sorted(data["reason_fields"].items()))
            report.reason = Finding(data["reason_id"], fields, data["reason"])
        report.functions = {name: FunctionResult.from_json(fields) for name, fields in data["functions"].items()}
        report.clauses = {clause["id"]: Status(clause["status"]) for clause in data["clauses"]}
        for name in ("diagnoses", "remarks", "flags"):
            setattr(report, name, [Finding.from_json(fields) for fields in data[name]])
        sandbox = data["sandbox"]
        report.sandbox = sandbox and Containment(sandbox["kind"], tuple(sandbox["locked"]), tuple(sandbox["open"]))
        report.imports, report.seconds, report.cpu_seconds = data["imports"], data["seconds"], data["cpu_seconds"]
        report.is_quick = data["quick"]
        report.classes, report.unreached = data["classes"], set(data["unreached"])
        return report


def not_checked(file: str, sha256: str, error: str) -> Report:
    """Return the report for a file that could not be checked; `error` says why."""
    return Report(file, sha256, finding("check_failed", error=error), is_checked=False)
