"""A trace as text: the result, the first wrong call with its board, searches and lines, and a summary."""

from noughts.check.words import excerpt_lines
from noughts.game.notation import rows_of
from noughts.game.rules import CLASSIC
from noughts.support.text import plural, sentence
from noughts.trace import export
from noughts.trace.tracing import Trace
from noughts.trace.words import call_text, expected_text, outcome_text, result_text

VIEW_WORDS = {
    "X": "from X's point of view",
    "O": "from O's point of view",
    "mover": "from the point of view of the side to move",
    "opponent": "from the point of view of the side that has just moved",
}


def trace_text(trace: Trace, file: str) -> str:
    """Return the result, the finding if there is one, and a summary."""
    parts = [f"{file}: {result_sentence(trace)}", drawn(trace.recording.position)]
    if trace.finding:
        parts += finding_parts(trace)
    elif not trace.is_right:
        parts.append("The first wrong call could not be found. On a terminal, you can go through the calls one by one.")
    return "\n\n".join([*parts, summary(trace)])


def result_sentence(trace: Trace) -> str:
    """Return the traced call, its result, and whether that is right; if not, also the expected one if it is known."""
    outcome = outcome_text(trace.recording, trace.recording.root)
    expected = expected_text(trace.recording, trace.roles, trace.recording.root)
    if trace.is_right:
        return f"{outcome}. This is right."
    return f"{outcome}. This is wrong; expected {expected}." if expected else f"{outcome}. This is wrong."


def finding_parts(trace: Trace) -> list[str]:
    """Return the finding in parts: a sentence, the call on its board, its searches, the lines, the change."""
    finding, recording = trace.finding, trace.recording
    assert finding is not None
    record = finding.suspect.record
    parts = [sentence(export.sentence(trace))]
    if record is not recording.root:
        line = f", called on line {record.line}" if record.line else ""
        board = f", on this board:\n\n{drawn(record.board)}" if record.board else ""
        parts.append(f"The first wrong call: {call_text(recording, record)}{line}{board}")
    searches = export.searches_in(trace, record)
    if searches:
        lines = [
            f"  {call_text(recording, each)}{f' on {each.board}' if each.board else ''}: {result_text(each)}"
            for each in searches
        ]
        parts.append("\n".join(["The wrong call made these searches:", *lines]))
    if finding.lines:
        parts.append("\n".join(excerpt_lines(export.excerpt(trace))))
    change = export.change_words(finding)
    return [*parts, sentence(change)] if change else parts


def summary(trace: Trace) -> str:
    """Return a summary: the calls and functions of the search, its scores' point of view, and the recorded calls."""
    recording, view = trace.recording, trace.roles.view
    names = [recording.functions[index].name for index in sorted(trace.roles.recursion)]
    parts = ["No search was recorded."]
    if names:
        parts = [f"The search made {plural(export.search_calls(trace), 'call')}. Its functions: {', '.join(names)}."]
        parts += [f"The scores are {VIEW_WORDS[view]}."] if view else []
    parts.append(f"Recorded calls of all functions, equal calls counted once: {len(recording.records):,}.")
    if recording.is_cut or not recording.is_whole:
        parts.append("Some calls were left out, because there were too many or the recording took too long.")
    return " ".join(parts)


def drawn(position: str) -> str:
    """Return a board as text, one line for each row."""
    return "\n".join(f"  {' '.join(row)}" for row in rows_of(CLASSIC, position))


def stack_text(boards: list[str | None]) -> str:
    """Return small boards side by side; for None, leave a gap."""
    rows = [rows_of(CLASSIC, board) if board else ["   "] * 3 for board in boards]
    return "\n".join("  " + "  ".join(line) for line in zip(*rows, strict=True))
