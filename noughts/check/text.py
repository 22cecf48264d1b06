"""A report as text for the terminal."""

from __future__ import annotations

from noughts.check.findings import Finding
from noughts.check.report import Counterexample, Report, Status
from noughts.game.notation import rows_of
from noughts.game.rules import CLASSIC
from noughts.support.text import paint

SIGNS = {Status.PASSED: "ok", Status.FAILED: "FAILED", Status.NOT_REACHED: "not reached"}
COLOURS = {Status.PASSED: "green", Status.FAILED: "red", Status.NOT_REACHED: "yellow"}


def report_text(report: Report, colour: bool = False) -> str:
    """Return the whole report as text."""
    parts = [f"{report.file}: {report.verdict}" + (f": {report.reason.words}" if report.reason else "")]
    if report.was_asked:
        parts.append("\n".join(function_row(report, name, colour) for name in report.functions))
    parts += bullet_list("Likely cause", report.diagnoses)
    parts += [counterexample_text(example) for example in report.counterexamples.values()]
    parts += bullet_list("Remarks", report.remarks) + bullet_list("Needs review", report.flags)
    if report.sandbox:
        open_to = f"; not protected: {', '.join(report.sandbox.open)}" if report.sandbox.open else ""
        parts.append(f"{report.seconds:.1f} s, sandbox: {report.sandbox.kind}{open_to}")
    return "\n\n".join(parts)


def function_row(report: Report, name: str, colour: bool) -> str:
    """Return the report's line about a function."""
    function = report.functions[name]
    sign = f"{SIGNS[function.status]:<12}"
    sign = paint(sign, COLOURS[function.status]) if colour else sign
    not_reached = f", {function.not_reached:,} not reached" if function.not_reached else ""
    return f"  {name:<14}{sign}{function.asked:>7,} asked, {function.wrong:,} wrong{not_reached}"


def bullet_list(title: str, findings: list[Finding]) -> list[str]:
    """Return the findings under a title; an empty list if there are none."""
    return ["\n".join([f"{title}:", *(f"  - {each.words}" for each in findings)])] if findings else []


def counterexample_text(example: Counterexample) -> str:
    """Return a counterexample: the board, the call, the expected answer and the actual one."""
    lines = [f"  {' '.join(row)}" for row in rows_of(CLASSIC, example.position)] if example.position else []
    lines += [example.call, f"  expected: {example.expected}", f"  got:      {example.got}"]
    if example.punished_by:
        lines.append(f"  punished by: {example.punished_by}")
    return "\n".join(lines)
