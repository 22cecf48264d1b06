"""A trace as data: for JSON, for the page, and as a diagnosis in a report."""

from typing import Any

from noughts.check.findings import Finding as Diagnosis
from noughts.game.rules import CLASSIC
from noughts.trace.recording import Recording, board_of
from noughts.trace.tracing import Trace
from noughts.trace.words import call_text, expected_text, fault_sentence, result_text, value_text

SCHEMA = 1


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
    words = fault_sentence(trace.recording, trace.roles, finding.suspect)
    if finding.change and not finding.change.is_plain:
        return f"look at line {finding.change.line} of {finding.function}: {words}"
    if finding.change:
        there = f"with {finding.change.after!r} there, it is right on all {finding.tried} boards tried"
        return f"look at line {finding.change.line} of {finding.function}: {words}; {there}"
    if not finding.lines:
        return words
    has_place = finding.suspect.line or finding.suspect.record.error
    listed = finding.lines[:1] if has_place else sorted(finding.lines)
    numbers = f"line {listed[0]}" if len(listed) == 1 else f"lines {', '.join(map(str, listed))}"
    return f"look at {numbers} of {finding.function}: {words}"


def diagnosis(trace: Trace, function: str) -> Diagnosis | None:
    """Return the finding as a diagnosis for the report on a function."""
    finding = trace.finding
    if finding is None:
        return None
    texts = trace.source.splitlines()
    fields = {
        "function": function,
        "blamed": finding.function,
        "kind": finding.suspect.kind,
        "line": finding.lines[0] if finding.lines else 0,
        "lines": list(finding.lines),
        "source": [texts[line - 1].strip()[:120] if 0 < line <= len(texts) else "" for line in finding.lines],
        "board": finding.suspect.record.board,
        "certain": finding.certain,
    }
    return Diagnosis("traced", tuple(sorted(fields.items())), sentence(trace))


def board_rows(position: str) -> list[str]:
    """Return the rows of a position."""
    return [position[start : start + CLASSIC.columns] for start in range(0, len(position), CLASSIC.columns)]
