"""A trace as one static page without scripts: the finding, the student's lines, and the calls around the wrong one."""

from html import escape

from noughts.check import html
from noughts.explain import svg
from noughts.support.text import sentence
from noughts.trace import export
from noughts.trace.recording import Record, Recording
from noughts.trace.text import summary
from noughts.trace.tracing import Trace
from noughts.trace.words import call_text, expected_text, result_text

STYLE = """
.path, .moves { display: flex; flex-wrap: wrap; gap: .8rem; margin: .6rem 0 }
figure { margin: 0; width: 9rem } figure svg { width: 7rem; height: 7rem } figcaption { font-size: .85rem }
"""


def trace_page(trace: Trace, file: str) -> str:
    """Return the trace as one page."""
    recording, root = trace.recording, trace.recording.root
    right = expected_text(recording, trace.roles, root)
    told = "right" if trace.is_right else f"wrong; right is {right}" if right else "wrong"
    body = f"<p><code>{escape(call_text(recording, root))}</code>: {escape(result_text(root))}, {escape(told)}.</p>"
    body += figures([root], recording, "path")
    if trace.finding:
        body += finding_section(trace)
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
    way = path_to(recording, record)
    return (
        f"<h2>The first call that went wrong</h2><p><b>{escape(sentence(export.sentence(trace)))}</b></p>"
        f"{figures(way, recording, 'path') if len(way) > 1 else ''}"
        f"{asked}<h2>The lines</h2>{html.excerpt_block(export.excerpt(trace))}"
    )


def figures(records: list[Record], recording: Recording, css: str) -> str:
    """Return the boards of some calls, each with its call and its result."""
    shown = "".join(
        f"<figure>{svg.board(3, record.board) if record.board else ''}<figcaption>"
        f"<code>{escape(call_text(recording, record))}</code><br>{escape(result_text(record))}</figcaption></figure>"
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
