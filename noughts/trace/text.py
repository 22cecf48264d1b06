"""A trace as text: the first wrong call with its board, its lines and the scores of its moves, and a summary."""

from noughts.check.words import excerpt_lines
from noughts.game.notation import rows_of
from noughts.game.rules import CLASSIC
from noughts.support.text import plural, sentence
from noughts.trace import export
from noughts.trace.recording import Recording
from noughts.trace.tracing import Trace
from noughts.trace.words import call_text, expected_text, outcome_text

VIEW_WORDS = {"X": "from X's view", "O": "from O's view", "mover": "from the view of the side to move",
              "opponent": "from the view of the side that has just moved"}  # fmt: skip


def trace_text(trace: Trace, file: str) -> str:
    """Return the finding and a summary."""
    recording, root = trace.recording, trace.recording.root
    right = expected_text(recording, trace.roles, root)
    told = "right" if trace.is_right else f"wrong; right is {right}" if right else "wrong"
    parts = [f"{file}: {outcome_text(recording, root)}: {told}.", drawn(recording.position)]
    if trace.finding:
        parts += finding_parts(trace)
    elif not trace.is_right:
        parts.append("No call can be named that went wrong by itself. Look at the calls one by one.")
    return "\n\n".join([*parts, summary(trace)])


def finding_parts(trace: Trace) -> list[str]:
    """Return the first wrong call: a sentence, the call on its board, its moves and its lines."""
    finding, recording = trace.finding, trace.recording
    assert finding is not None
    record = finding.suspect.record
    data = export.finding_json(trace)
    parts = [sentence(data["sentence"])]
    if record is not recording.root:
        where = f", called on line {record.line}" if record.line else ""
        parts.append(f"The first call that went wrong: {data['call']}{where}, on this board:")
        parts += [drawn(record.board)] if record.board else []
    moves = [f"  {each['call']} on {each['board']}: {each['got']}" for each in data["children"]]
    parts += ["\n".join(["It asked for:", *moves])] if moves else []
    parts += ["\n".join(excerpt_lines(export.excerpt(trace)))] if finding.lines else []
    tried = export.change_words(finding)
    return [*parts, sentence(tried)] if tried else parts


def summary(trace: Trace) -> str:
    """Return how large the search was and what it was taken for."""
    recording = trace.recording
    names = [recording.functions[index].name for index in sorted(trace.roles.recursion)]
    calls = export.search_calls(trace)
    search = f"The search is {' and '.join(names)}: {plural(calls, 'call')}" if names else "No search was seen"
    view = f", scores {VIEW_WORDS[trace.roles.view]}" if trace.roles.view and names else ""
    cut = (
        "" if recording.is_whole and not recording.is_cut else " Some calls were left out, because there were too many."
    )
    return f"{search}, stored as {plural(len(recording.records), 'record')}{view}.{cut}"


def drawn(position: str) -> str:
    """Return a board as text."""
    return "\n".join(f"  {' '.join(row)}" for row in rows_of(CLASSIC, position))


def stack_text(boards: list[str | None]) -> str:
    """Return small boards side by side."""
    shown = [rows_of(CLASSIC, board) if board else ["   "] * 3 for board in boards]
    return "\n".join("  " + "  ".join(rows[line] for rows in shown) for line in range(3)) if shown else ""


def name_of(recording: Recording, number: int) -> str:
    """Return the call of a record as text."""
    return call_text(recording, recording.records[number])
