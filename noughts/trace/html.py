"""A trace as an HTML page without scripts: the finding, the lines to read, and the calls around the wrong call."""

from html import escape

from noughts.check import html
from noughts.explain import svg
from noughts.support.text import sentence
from noughts.trace import export
from noughts.trace.recording import Record, Recording
from noughts.trace.text import result_sentence, summary
from noughts.trace.tracing import Trace
from noughts.trace.words import call_text, result_text

STYLE = """
.path, .moves { display: flex; flex-wrap: wrap; gap: .8rem; margin: .6rem 0 }
figure { margin: 0; width: 9rem } figure svg { width: 7rem; height: 7rem } figcaption { font-size: .85rem }
"""


def trace_page(trace: Trace, file: str) -> str:
    """Return the trace as one complete HTML page."""
    body = f"<p>{escape(result_sentence(trace))}</p>"
    body += finding_section(trace) if trace.finding else figures([trace.recording.root], trace.recording, "path")
    body += f"<p><small>{escape(summary(trace))}</small></p>"
    return html.page(f"{file}: a trace of its search", body, STYLE)


def finding_section(trace: Trace) -> str:
    """Return the finding: a sentence, the lines, the change, the calls down to the wrong call, and its searches."""
    finding, recording = trace.finding, trace.recording
    assert finding is not None
    record = finding.suspect.record
    searches = export.searches_in(trace, record)
    called = f"<h2>Searches that the wrong call made</h2>{figures(searches, recording, 'moves')}" if searches else ""
    change = export.change_words(finding)
    return (
        f"<p><b>{escape(sentence(export.sentence(trace)))}</b></p>{html.excerpt_block(export.excerpt(trace))}"
        f"{f'<p>{escape(sentence(change))}</p>' if change else ''}"
        f"<h2>The calls that led to the wrong call</h2>{figures(path_to(recording, record), recording, 'path')}"
        f"{called}"
    )


def figures(records: list[Record], recording: Recording, css: str) -> str:
    """Return calls as figures side by side, each with the board, the call and the result."""
    shown = "".join(
        f"<figure>{svg.board(3, record.board) if record.board else ''}<figcaption>"
        f"<code>{escape(call_text(recording, record))}</code><br>{'raised' if record.error else 'returned'} "
        f"<code>{escape(result_text(record))}</code></figcaption></figure>"
        for record in records
    )
    return f'<div class="{css}">{shown}</div>'


def path_to(recording: Recording, wanted: Record) -> list[Record]:
    """Return the calls on a path from the root down to a call; both ends are included."""
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
