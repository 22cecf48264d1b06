"""What was found out about a submission: the record, and it as text and as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from noughts.check.box import Containment
from noughts.game.notation import rows_of
from noughts.game.rules import CLASSIC, Position

PASSED, FAILED, NOT_REACHED = "passed", "failed", "not reached"
SIGNS = {PASSED: "ok", FAILED: "FAILED", NOT_REACHED: "not reached"}
COLOURS = {PASSED: "\x1b[32m", FAILED: "\x1b[31m", NOT_REACHED: "\x1b[33m"}


@dataclass(frozen=True)
class Counterexample:
    """A call that goes wrong, as small a position as was found."""

    position: Position | None
    call: str
    due: str
    got: str
    line: str | None = None


@dataclass
class Function:
    """How one of the eight did."""

    asked: int = 0
    wrong: int = 0
    left: int = 0
    is_broken: bool = False  # it cannot be asked at all
    counterexample: Counterexample | None = None

    @property
    def status(self) -> str:
        """Passed, failed, or not reached."""
        return FAILED if self.wrong or self.is_broken else NOT_REACHED if self.left or not self.asked else PASSED


@dataclass
class Report:
    """One submission."""

    file: str
    sha256: str
    reason: str | None = None
    is_checked: bool = True
    functions: dict[str, Function] = field(default_factory=dict)
    clauses: dict[str, str] = field(default_factory=dict)
    diagnoses: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    seconds: float = 0.0
    box: Containment | None = None
    # For the map of classes of positions: which functions went wrong there, and where not all questions were reached.
    classes: dict[str, list[str]] = field(default_factory=dict)
    unreached: set[str] = field(default_factory=set)

    @property
    def verdict(self) -> str:
        """passed; failed; incomplete: nothing wrong, something not reached; not checked: the checker's own failure."""
        if not self.is_checked:
            return "not checked"
        statuses = [*(function.status for function in self.functions.values()), *self.clauses.values()]
        return "failed" if FAILED in statuses else "incomplete" if NOT_REACHED in statuses else "passed"

    @property
    def was_asked(self) -> bool:
        """Was anything asked at all? A file that cannot be compiled or loaded has nobody to answer."""
        return any(function.asked or function.left for function in self.functions.values())

    @property
    def exit_code(self) -> int:
        """0 passed, 1 a fault was found, 2 could not tell."""
        return {"passed": 0, "failed": 1}.get(self.verdict, 2)

    def to_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "schema": 1,
            "file": self.file,
            "sha256": self.sha256,
            "verdict": self.verdict,
            "reason": self.reason,
            "functions": {
                name: {
                    "status": function.status,
                    "asked": function.asked,
                    "wrong": function.wrong,
                    "not_reached": function.left,
                    "counterexample": vars(function.counterexample) if function.counterexample else None,
                }
                for name, function in self.functions.items()
            },
            "clauses": [{"id": name, "status": status} for name, status in self.clauses.items()],
            "diagnoses": self.diagnoses,
            "remarks": self.remarks,
            "flags": self.flags,
            "imports": self.imports,
            "seconds": round(self.seconds, 3),
            "box": {"kind": self.box.kind, "locked": self.box.locked, "open": self.box.open} if self.box else None,
            "classes": self.classes,
            "unreached": sorted(self.unreached),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Report:
        """A report again, from its data; how long it took and in what box are not needed to show it."""
        report = cls(data["file"], data["sha256"], data["reason"], data["verdict"] != "not checked")
        for name, each in data["functions"].items():
            found = each["counterexample"]
            is_broken = each["status"] == FAILED and not each["wrong"]
            example = Counterexample(**found) if found else None
            report.functions[name] = Function(each["asked"], each["wrong"], each["not_reached"], is_broken, example)
        report.clauses = {clause["id"]: clause["status"] for clause in data["clauses"]}
        report.diagnoses, report.remarks, report.flags = data["diagnoses"], data["remarks"], data["flags"]
        report.classes, report.unreached = data["classes"], set(data["unreached"])
        return report

    def text(self, colour: bool = False) -> str:
        """The report for a person at a terminal."""
        parts = [f"{self.file}: {self.verdict}" + (f": {self.reason}" if self.reason else "")]
        if self.was_asked:
            parts.append("\n".join(self._row(name, colour) for name in self.functions))
        examples = [f.counterexample for f in self.functions.values() if f.counterexample]
        parts += listed("What may lie behind it", self.diagnoses)
        parts += [counterexample_text(example) for example in examples]
        parts += listed("Remarks", self.remarks) + listed("For a person to look at", self.flags)
        if self.box:
            holes = f", which does not keep it from {', '.join(self.box.open)}" if self.box.open else ""
            locked = ", locked in" if self.box.kind == "hardened" else ""
            parts.append(f"{self.seconds:.1f} s{locked} (box {self.box.kind!r}{holes})")
        return "\n\n".join(parts)

    def _row(self, name: str, colour: bool) -> str:
        function = self.functions[name]
        sign = SIGNS[function.status]
        shown = f"{COLOURS[function.status]}{sign:<12}\x1b[0m" if colour else f"{sign:<12}"
        left = f", {function.left:,} not reached" if function.left else ""
        return f"  {name:<14}{shown}{function.asked:>7,} asked, {function.wrong:,} wrong{left}"


def listed(title: str, lines: list[str]) -> list[str]:
    """Lines under their title; nothing where there are none."""
    return ["\n".join([f"{title}:", *(f"  - {line}" for line in lines)])] if lines else []


def counterexample_text(example: Counterexample) -> str:
    """A counterexample: the board, the call, what was due and what came."""
    lines = [f"  {' '.join(row)}" for row in rows_of(CLASSIC, example.position)] if example.position else []
    lines += [example.call, f"  due: {example.due}", f"  got: {example.got}"]
    if example.line:
        lines.append(f"  punished by: {example.line}")
    return "\n".join(lines)
