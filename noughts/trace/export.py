"""A trace as data: for JSON, for the page, and as a diagnosis in a report."""

from typing import Any

from noughts.check.findings import Finding as Diagnosis
from noughts.trace.recording import Recording, board_of
from noughts.trace.tracing import Finding, Trace
from noughts.trace.words import call_text, expected_text, fault_sentence, outcome_text, result_text, value_text

SCHEMA = 1
# How much of the source is shown: lines around the one to read, lines in all, and characters of a line.
CONTEXT = 2
EXCERPT_MAX = 15
LINE_MAX = 120


def to_json(trace: Trace, file: str) -> dict[str, Any]:
    """Return a trace as plain data (docs/tracing.md describes it)."""
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
        "source": trace.source.splitlines(),
        "finding": finding_json(trace) if trace.finding else None,
    }  # fmt: skip


def search_calls(trace: Trace) -> int:
    """Return how many calls of the search were made: of the recursion and of the root."""
    recording = trace.recording
    return sum(
        count
        for record, count in zip(recording.records, recording.counts, strict=True)
        if record.function in trace.roles.recursion or record is recording.root
    )


def record_json(recording: Recording, number: int, count: int) -> dict[str, Any]:
    """Return one record as plain data; a board among the arguments is a position."""
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
    """Return the finding as plain data."""
    finding, recording = trace.finding, trace.recording
    assert finding is not None
    record = finding.suspect.record
    children = [recording.records[child] for child in record.children]
    change = finding.change
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
            for child in children
            if child.function in trace.roles.recursion
        ],
        "kind": finding.suspect.kind,
        "certain": finding.certain,
        "change": change and {"line": change.line, "before": change.before, "after": change.after,
                              "tried": finding.tried},
        "sentence": sentence(trace),
    }  # fmt: skip


def sentence(trace: Trace) -> str:
    """Return what is wrong and where, for a person."""
    finding = trace.finding
    assert finding is not None
    words = fault_sentence(trace.recording, trace.roles, finding.suspect, finding.function)
    lines = finding.lines_to_read
    if not lines:
        return words
    numbers = f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(map(str, lines))}"
    return f"look at {numbers} of {finding.function}: {words}"


def change_words(finding: Finding) -> str:
    """Return which change was tried and made the file right; an empty text if there is none worth showing."""
    change = finding.change
    if change is None or not change.is_plain:
        return ""
    return f"with {change.after!r} on line {change.line}, it is right on all {finding.tried} boards tried"


def excerpt(trace: Trace) -> list[tuple[int, str, bool]]:
    """Return the lines to read and some around them: the number of each, its text, and whether it is one to read."""
    assert trace.finding is not None
    texts = trace.source.splitlines()
    to_read = trace.finding.lines_to_read
    near = {number for line in to_read for number in range(line - CONTEXT, line + CONTEXT + 1)}
    near = near if len(to_read) == 1 else set(range(min(to_read, default=1), max(to_read, default=0) + 1))
    shown = [number for number in sorted(near) if 0 < number <= len(texts)]
    return [(number, texts[number - 1][:LINE_MAX].rstrip(), number in to_read) for number in shown[:EXCERPT_MAX]]


def diagnosis(trace: Trace, function: str) -> Diagnosis | None:
    """Return the finding as a diagnosis for the report on a function."""
    finding = trace.finding
    if finding is None:
        return None
    record = finding.suspect.record
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
