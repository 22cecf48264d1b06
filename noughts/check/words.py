"""The parts of a report that have the same words in the text and in the HTML page."""

from collections.abc import Iterable
from typing import Any

from noughts.check.report import Counterexample, Fault, Report, ReportVerdict, Status
from noughts.check.sandbox.clock import LOSS_WORDS, LossKind
from noughts.support.text import plural, sentence

POSITIONS = 5_478
FAULT_WORDS = {
    "taken_cell": "no exception for a taken cell",
    "negative_index": "no exception for an index below 0",
    "large_index": "no exception for an index above 2",
    "not_none": "an answer other than None for a finished board",
    "wrong_value": "a wrong value",
    "raised": "an exception",
    "changed_board": "the board is changed",
    "no_answer": "no answer",
    "inconsistent": "the answer depends on earlier calls, or on chance",
}


def headline(report: Report) -> str:
    """Return the outcome in one or two sentences: what is wrong, and where to begin."""
    match report.verdict:
        case ReportVerdict.PASSED if report.is_quick:
            return "No fault found. This was a quick check: minimax was tested on a sample of positions only."
        case ReportVerdict.PASSED:
            return f"Passed: all eight functions are right on all {POSITIONS:,} positions, in every order tried."
        case ReportVerdict.INCOMPLETE:
            return f"No fault found, but not everything was checked: {why_incomplete(report)}."
        case ReportVerdict.NOT_CHECKED:
            return f"Not checked: {report.reason.words if report.reason else 'the checker failed'}."
    wrong = report.mending_order
    if report.reason or not wrong or not report.was_asked:
        diagnosis = report.diagnoses[0].words if report.diagnoses else "see the clauses that failed"
        return sentence(f"failed: {report.reason.words if report.reason else diagnosis}")
    first = next((each.words for each in report.diagnoses if each.function == wrong[0]), "see the example below")
    if len(wrong) == 1:
        return f"Failed: {wrong[0]} is wrong: {first}."
    return f"Failed: {len(wrong)} functions are wrong ({', '.join(wrong)}). Begin with {wrong[0]}: {first}."


def why_incomplete(report: Report) -> str:
    """Return why some questions were not reached."""
    if report.reason:
        return report.reason.words
    names = [name for name, function in report.functions.items() if function.status == Status.NOT_REACHED]
    cause = f"{LOSS_WORDS[LossKind.OUT_OF_TIME]}, or its process was killed,"
    return f"{cause} before all questions about {', '.join(names)} were asked"


def section_title(report: Report, name: str) -> str:
    """Return the title of a function's section: the name and, if any answers are wrong, how many."""
    function = report.functions[name]
    return f"{name}: {function.wrong:,} of {plural(function.asked, 'answer')} wrong" if function.wrong else name


def fault_title(fault: Fault) -> str:
    """Return the kind of a fault in words, and how often it occurred."""
    raised = f"{fault.example.error} raised" if fault.kind == "raised" else ""
    return f"{raised or FAULT_WORDS.get(fault.kind, fault.kind)}: {fault.count:,}"


def json_with_words(report: Report) -> dict[str, Any]:
    """Return the report as data for JSON, with the headline and a title for each kind of fault."""
    data = report.to_json()
    for name, function in report.functions.items():
        for each, fault in zip(data["functions"][name]["faults"], function.faults, strict=True):
            each["words"] = fault_title(fault)
    return {**data, "headline": headline(report)}


def excerpt_lines(excerpt: Iterable[tuple[int, str, bool]]) -> list[str]:
    """Return lines of a student's file with their numbers; marked lines begin with ">"."""
    return [f"{'>' if is_marked else ' '}{number:>4}  {text}" for number, text, is_marked in excerpt]


def answer_lines(example: Counterexample) -> list[str]:
    """Return the lines below a call: the expected answer and the actual one.

    If known, more lines follow: the answer without the earlier calls, or that it was right in another order, and the
    best play after a bad move.
    """
    lines = [f"expected: {example.expected}", f"got:      {example.got}"]
    if example.kind == "inconsistent" and example.other_got:
        lines.append(f"without these calls: {example.other_got}")
    elif example.kind == "inconsistent" and not example.earlier:
        lines.append("in another order, the answer was right")
    if example.punished_by:
        lines.append(f"punished by: {example.punished_by}")
    return lines
