"""A report as one HTML page without scripts. All text is escaped."""

import base64
import hashlib
from collections.abc import Sequence
from html import escape

from noughts.check.findings import Finding
from noughts.check.questions import classes
from noughts.check.report import Counterexample, Fault, Report, Status
from noughts.check.words import answer_lines, excerpt_lines, fault_title, headline, section_title
from noughts.explain import svg
from noughts.game.rules import FREE
from noughts.support.text import sentence

STYLE = """
:root { --ground: #fff; --ink: #1c2230; --line: #ccd; --link: #14609f; --good: #14662a; --bad: #9c1c12; --open: #7a5a00;
  --good-ground: #d5efd8; --bad-ground: #f0a49c; --open-ground: #f3e2a0; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --ground: #16181e; --ink: #eceef2; --line: #4b5160; --link: #78bcf5;
  --good: #7ddc92; --bad: #f59086; --open: #e6cf78;
  --good-ground: #1f4129; --bad-ground: #7b2b22; --open-ground: #5c4d12 } }
body { font: 1rem/1.4 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; color: var(--ink);
  background: var(--ground); overflow-wrap: anywhere }
a { color: var(--link) } h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem }
h3 { font-size: 1rem; margin: 1rem 0 0 }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .25rem .6rem .25rem 0; text-align: left;
  border-bottom: 1px solid var(--line); overflow-wrap: normal } .number { text-align: right }
.scroll { overflow-x: auto }
.passed { color: var(--good) } .failed { color: var(--bad); font-weight: bold } .not { color: var(--open) }
.example { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; margin: 1rem 0; break-inside: avoid }
.example svg { width: 9rem; height: 9rem; flex: none } .example div { flex: 1 1 15rem; min-width: 0 }
code, pre { white-space: pre-wrap; overflow-wrap: anywhere } td code { white-space: nowrap }
.source { border: 1px solid var(--line); padding: .5rem; overflow-x: auto; white-space: pre; margin: .4rem 0 }
.source mark { background: var(--open-ground); color: var(--ink) }
.map { display: flex; flex-wrap: wrap; gap: 2px } .map span { width: 1.1rem; height: 1.1rem; font-size: .7rem;
  text-align: center; line-height: 1.1rem; background: var(--good-ground) }
.map .bad { background: var(--bad-ground) } .map .left { background: var(--open-ground) }
"""
CSS_CLASSES = {Status.PASSED: "passed", Status.FAILED: "failed", Status.NOT_REACHED: "not"}


def page(title: str, body: str, style: str = "", css: str = "", script: str = "") -> str:
    """Return a complete HTML page, for mail, a learning platform or print.

    The body is HTML; the title is escaped. `style` is added to STYLE, and `css` is the CSS class of the body. The page
    cannot load other files, and only `script` can run in it.
    """
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    scripts = f"; script-src 'sha256-{digest}'" if script else ""
    policy = f"default-src 'none'; style-src 'unsafe-inline'{scripts}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style>"
        f'<body class="{css}"><main><h1>{escape(title)}</h1>{body}</main>'
        f"{f'<script>{script}</script>' if script else ''}</html>\n"
    )


def scrolling(table: str, name: str) -> str:
    """Return the table in a region called `name`, which scrolls, by keyboard too, if the table is too wide."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}">{table}</div>'


def report_page(report: Report) -> str:
    """Return the report as a complete HTML page."""
    sandbox = f"{report.seconds:.1f} s, sandbox: {report.sandbox.kind}; " if report.sandbox else ""
    foot = f"<p><small>{sandbox}sha256 {report.sha256}</small></p>"
    return page(f"{report.file}: {report.verdict}", report_body(report) + foot)


def report_body(report: Report) -> str:
    """Return the body of the report's page."""
    general = [diagnosis for diagnosis in report.diagnoses if diagnosis.function is None]
    sections = "".join(function_section(report, name, faults) for name, faults in report.shown_faults.items())
    return (
        f"<p><b>{escape(headline(report))}</b></p>{function_table(report)}"
        f"{findings_list('Likely cause', general)}{sections}"
        f"{findings_list('Remarks (not faults)', report.remarks)}{findings_list('Needs review', report.flags)}"
        f"{class_map(report)}"
    )


def function_section(report: Report, name: str, faults: list[Fault]) -> str:
    """Return the section on a function: the likely causes, and an example of each fault."""
    causes = [diagnosis for diagnosis in report.diagnoses if diagnosis.function == name]
    shown = "".join(f"<p>Likely cause: {escape(cause.words)}</p>{evidence_block(cause)}" for cause in causes)
    titles = [f"<h3>{escape(fault_title(fault))}</h3>" if len(faults) > 1 else "" for fault in faults]
    examples = "".join(title + example_block(fault.example) for title, fault in zip(titles, faults, strict=True))
    return f"<h2>{escape(section_title(report, name))}</h2>{shown}{examples}"


def evidence_block(finding: Finding) -> str:
    """Return the evidence that noughts/trace added: board, call, lines of the file, what was tried; "" if none."""
    fields = dict(finding.fields)
    if not fields.get("excerpt"):
        return ""
    picture = svg.board(3, fields["board"]) if fields.get("board") else ""
    call = f"<code>{escape(fields.get('call', ''))}</code>"
    tried = escape(sentence(fields["tried"])) if fields.get("tried") else ""
    return f'<div class="example">{picture}<div>{call}{excerpt_block(fields["excerpt"])}{tried}</div></div>'


def excerpt_block(excerpt: Sequence[tuple[int, str, bool]]) -> str:
    """Return lines of a student's file as an HTML block, with the marked ones highlighted; "" if there are none."""
    lines = [
        f"<mark>{escape(line)}</mark>" if is_marked else escape(line)
        for line, (_, _, is_marked) in zip(excerpt_lines(excerpt), excerpt, strict=True)
    ]
    return f'<pre class="source" tabindex="0">{chr(10).join(lines)}</pre>' if lines else ""


def findings_list(title: str, findings: list[Finding]) -> str:
    """Return the findings as a list below a title; "" if there are none."""
    items = "".join(f"<li>{escape(finding.words)}</li>" for finding in findings)
    return f"<h2>{title}</h2><ul>{items}</ul>" if findings else ""


def function_table(report: Report) -> str:
    """Return a table of the eight functions; "" if no questions were asked."""
    if not report.was_asked:
        return ""
    numbers = "".join(f'<th class="number">{title}' for title in ("asked", "wrong", "not reached"))
    rows = "".join(
        f'<tr><td><code>{name}</code><td class="{CSS_CLASSES[f.status]}">{f.status}<td class="number">{f.asked:,}'
        f'<td class="number">{f.wrong:,}<td class="number">{f.not_reached:,}</tr>'
        for name, f in report.functions.items()
    )
    return scrolling(f"<table><tr><th>function<th>status{numbers}</tr>{rows}</table>", "the eight functions")


def example_block(example: Counterexample) -> str:
    """Return a counterexample with its board."""
    picture = svg.board(3, example.position) if example.position else ""
    earlier = "".join(f"<br><code>{escape(call)}</code>" for call in example.earlier)
    before = f"after these calls:{earlier}<br>" if earlier else ""
    answers = "".join(f"<br>{escape(line)}" for line in answer_lines(example))
    return f'<div class="example">{picture}<div>{before}<code>{escape(example.call)}</code>{answers}</div></div>'


def class_map(report: Report) -> str:
    """Return a map of the 765 symmetry classes that shows where answers are wrong or missing; "" if none are."""
    if not report.classes and not report.unreached:
        return ""
    squares = []
    for position in sorted(classes(), key=lambda position: (-position.count(FREE), position)):
        css, sign, words = ("left", "?", "not reached") if position in report.unreached else ("", "", "right")
        if wrong := report.classes.get(position):
            css, sign, words = "bad", wrong[0][0], ", ".join(wrong)
        squares.append(f'<span class="{css}" title="{position}: {words}">{sign}</span>')
    legend = (
        "Each square is a position with its rotations and reflections; positions with the fewest marks come first. "
        "Green: no fault was found. Red: at least one function is wrong; the letter is the initial of the first one. "
        "Yellow with ?: not all calls on these positions were made."
    )
    return f'<h2>All 765 classes of positions</h2><p>{legend}</p><div class="map">{"".join(squares)}</div>'
