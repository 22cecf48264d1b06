"""A trace as data: as JSON, as a diagnosis in a report, and as the parts that the text and the HTML page show."""

from typing import Any

from noughts.check.findings import Finding as Diagnosis
from noughts.check.source import source_lines
from noughts.support.text import plural, printable
from noughts.trace.recording import Record, Recording, board_of
from noughts.trace.tracing import Finding, Trace
from noughts.trace.words import call_text, expected_text, fault_sentence, outcome_text, result_text, value_text

SCHEMA = 1
# How much of the source is shown: lines before and after a single line to read, the most lines in all, the most
# characters of a line.
CONTEXT_LINES = 2
EXCERPT_LINES_MAX = 15
LINE_CHARACTERS_MAX = 120


def to_json(trace: Trace, file: str) -> dict[str, Any]:
    """Return a trace as plain data; docs/tracing.md describes the keys."""
    recording = trace.recording
    counts = recording.counts
    return {
        "schema": SCHEMA,
        "file": file,
        "call": recording.call,
        "position": recording.position,
        "right": trace.is_right,
        "recursion": [recording.functions[index].name for index in sorted(trace.roles.recursion)],
        "view": trace.roles.view,
        "calls": search_calls(trace),
        "all_calls": sum(counts),
        "complete": recording.is_whole and not recording.is_cut,
        "functions": [{"name": each.name, "line": each.line, "parameters": list(each.parameters)}
                      for each in recording.functions],
        "records": [record_json(recording, number, counts[number]) for number in range(len(recording.records))],
        "source": source_lines(trace.source),
        "finding": finding_json(trace) if trace.finding else None,
    }  # fmt: skip


def search_calls(trace: Trace) -> int:
    """Return the number of calls of search functions, including the traced call."""
    recording = trace.recording
    return sum(
        count
        for record, count in zip(recording.records, recording.counts, strict=True)
        if record.function in trace.roles.recursion or record is recording.root
    )


def searches_in(trace: Trace, record: Record) -> list[Record]:
    """Return the calls of search functions that a call makes directly."""
    children = [trace.recording.records[child] for child in record.children]
    return [child for child in children if child.function in trace.roles.recursion]


def record_json(recording: Recording, number: int, count: int) -> dict[str, Any]:
    """Return one record as plain data; boards are written as positions, other values as text."""
    record = recording.records[number]
    names = recording.functions[record.function].parameters
    shown = [board_of(argument) or value_text(argument) for argument in record.arguments]
    error = {"type": record.error.type, "line": record.error.line, "text": record.error.text} if record.error else None
    return {
        "function": record.function,
        "line": record.line,
        "arguments": dict(zip([*names, *map(str, range(len(names), len(shown)))], shown, strict=False)),
        "board": record.board,
        "value": None if record.error else board_of(record.value) or value_text(record.value),
        "exception": error,
        "changed": record.has_changed,
        "children": list(record.children),
        "count": count,
    }


def finding_json(trace: Trace) -> dict[str, Any]:
    """Return the finding of a trace as plain data; the trace must have one."""
    finding, recording = trace.finding, trace.recording
    assert finding is not None
    record, change = finding.suspect.record, finding.change
    return {
        "function": finding.function,
        "lines": list(finding.lines),
        "record": recording.records.index(record),
        "board": record.board,
        "call": call_text(recording, record),
        "expected": expected_text(recording, trace.roles, record),
        "got": result_text(record),
        "children": [
            {"call": call_text(recording, child), "line": child.line, "board": child.board, "got": result_text(child)}
            for child in searches_in(trace, record)
        ],
        "kind": finding.suspect.kind,
        "certain": finding.certain,
        "change": change and {"line": change.line, "before": change.before, "after": change.after,
                              "tried": finding.tried},
        "sentence": sentence(trace),
    }  # fmt: skip


# What is wrong if another key makes all answers right.
SAME_KEY = "the key is the same for calls with different results, so it leaves something out"


def sentence(trace: Trace) -> str:
    """Return what is wrong and which lines to look at, if known: a sentence without an initial capital or full stop."""
    finding = trace.finding
    assert finding is not None
    words = fault_sentence(trace.recording, trace.roles, finding.suspect, finding.function)
    if finding.change and finding.change.is_key:
        words = SAME_KEY
    lines = finding.lines_to_read
    if not lines:
        return words
    numbers = ", ".join(map(str, lines))
    return f"look at line{'s' if len(lines) > 1 else ''} {numbers} of {finding.function}: {words}"


def change_words(finding: Finding) -> str:
    """Return the change that makes all answers right, in words; "" if there is none or it is not plain (see Change)."""
    change = finding.change
    if change is None or not change.is_plain:
        return ""
    boards = plural(finding.tried, "board")
    new = f"with {change.after!r} on line {change.line}"
    if change.also:
        new += f", and the same change on line{'s' if len(change.also) > 1 else ''} {', '.join(map(str, change.also))}"
    if change.is_removal:
        new = f"with pass in place of line {change.line}"
    return f"{new}, every answer of {finding.tried_function} on the {boards} tried is right"


def excerpt(trace: Trace) -> list[tuple[int, str, bool]]:
    """Return the lines to read and those near them: each line's number, its text, and whether it is to be read."""
    assert trace.finding is not None
    texts = source_lines(trace.source)
    to_read = trace.finding.lines_to_read
    first, last = min(to_read, default=1), max(to_read, default=0)
    if len(to_read) == 1:
        first, last = first - CONTEXT_LINES, last + CONTEXT_LINES
    numbers = range(max(first, 1), min(last, len(texts)) + 1)[:EXCERPT_LINES_MAX]
    lines = {number: printable(texts[number - 1].expandtabs())[:LINE_CHARACTERS_MAX].rstrip() for number in numbers}
    return [(number, line, number in to_read) for number, line in lines.items()]


def diagnosis(trace: Trace, function: str) -> Diagnosis | None:
    """Return the finding of a trace as a diagnosis of a function, for a report; None if the trace has no finding."""
    finding = trace.finding
    if finding is None:
        return None
    suspect = finding.suspect
    record = suspect.child if suspect.kind == "wrong_side_called" and suspect.child else suspect.record
    fields = {
        "function": function,
        "blamed": finding.function,
        "kind": finding.suspect.kind,
        "line": finding.lines[0] if finding.lines else 0,
        "lines": list(finding.lines),
        "excerpt": [list(line) for line in excerpt(trace)],
        "board": record.board,
        "call": outcome_text(trace.recording, record),
        "tried": change_words(finding),
        "certain": finding.certain,
        "exact": finding.is_exact,
    }
    return Diagnosis("traced", tuple(sorted(fields.items())), sentence(trace))
