"""A trace as one static page without scripts: the finding, the student's lines, and the calls around the wrong one."""

from html import escape

from noughts.check import html
from noughts.explain import svg
from noughts.support.text import sentence
from noughts.trace import export
from noughts.trace.recording import Record, Recording
from noughts.trace.text import summary
from noughts.trace.tracing import Trace
from noughts.trace.words import call_text, expected_text, outcome_text, result_text

STYLE = """
.path, .moves { display: flex; flex-wrap: wrap; gap: .8rem; margin: .6rem 0 }
figure { margin: 0; width: 9rem } figure svg { width: 7rem; height: 7rem } figcaption { font-size: .85rem }
"""


def trace_page(trace: Trace, file: str) -> str:
    """Return the trace as one page."""
    recording, root = trace.recording, trace.recording.root
    right = expected_text(recording, trace.roles, root)
    told = "right" if trace.is_right else f"wrong; right is {right}" if right else "wrong"
    body = f"<p>{escape(outcome_text(recording, root))}: {escape(told)}.</p>"
    body += finding_section(trace) if trace.finding else figures([root], recording, "path")
    body += f"<p><small>{escape(summary(trace))}</small></p>"
    return html.page(f"{file}: a trace of its search", body, STYLE)


def finding_section(trace: Trace) -> str:
    """Return the first wrong call: the sentence, the way to it, its moves, and the lines."""
    finding, recording = trace.finding, trace.recording
    assert finding is not None
    record = finding.suspect.record
    searched = [recording.records[child] for child in record.children]
    searched = [child for child in searched if child.function in trace.roles.recursion]
    asked = f"<h2>It asked for</h2>{figures(searched, recording, 'moves')}" if searched else ""
    tried = export.change_words(finding)
    return (
        f"<p><b>{escape(sentence(export.sentence(trace)))}</b></p>{html.excerpt_block(export.excerpt(trace))}"
        f"{f'<p>{escape(sentence(tried))}</p>' if tried else ''}"
        f"<h2>The calls down to the one that went wrong</h2>{figures(path_to(recording, record), recording, 'path')}"
        f"{asked}"
    )


def figures(records: list[Record], recording: Recording, css: str) -> str:
    """Return the boards of some calls, each with its call and its result."""
    shown = "".join(
        f"<figure>{svg.board(3, record.board) if record.board else ''}<figcaption>"
        f"<code>{escape(call_text(recording, record))}</code><br>{'raised' if record.error else 'returned'} "
        f"<code>{escape(result_text(record))}</code></figcaption></figure>"
        for record in records
    )
    return f'<div class="{css}">{shown}</div>'


def path_to(recording: Recording, wanted: Record) -> list[Record]:
    """Return the calls from the root down to a call."""
    parents: dict[int, int] = {}
    for number, record in enumerate(recording.records):
        for child in record.children:
            parents.setdefault(child, number)
    number = recording.records.index(wanted)
    path = [number]
    while number in parents:
        number = parents[number]
        path.append(number)
    return [recording.records[each] for each in reversed(path)]
