"""A report in the shapes other programs read: one HTML page, JUnit's XML, Gradescope's results."""

from __future__ import annotations

import json
from html import escape
from xml.sax.saxutils import quoteattr

from noughts.check import questions
from noughts.check.report import FAILED, NOT_REACHED, PASSED, Counterexample, Function, Report
from noughts.explain import svg

# Clauses that belong to no single function.
RULES = ("E16", "G2", "G3", "G4", "G5")

STYLE = """
:root { --ground: #fff; --ink: #1c2230; --line: #ccd; --link: #14609f; --good: #14662a; --bad: #9c1c12; --open: #7a5a00;
  --good-ground: #d5efd8; --bad-ground: #f0a49c; --open-ground: #f3e2a0; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --ground: #16181e; --ink: #eceef2; --line: #4b5160; --link: #78bcf5;
  --good: #7ddc92; --bad: #f59086; --open: #e6cf78;
  --good-ground: #1f4129; --bad-ground: #7b2b22; --open-ground: #5c4d12 } }
body { font: 1rem/1.4 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; color: var(--ink);
  background: var(--ground); overflow-wrap: anywhere }
a { color: var(--link) } h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .25rem .6rem .25rem 0; text-align: left;
  border-bottom: 1px solid var(--line); overflow-wrap: normal } .number { text-align: right }
.scroll { overflow-x: auto }
.passed { color: var(--good) } .failed { color: var(--bad); font-weight: bold } .not { color: var(--open) }
.example { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; margin: 1rem 0; break-inside: avoid }
.example svg { width: 9rem; height: 9rem; flex: none } .example div { flex: 1 1 15rem }
code, pre { white-space: pre-wrap; overflow-wrap: anywhere } td code { white-space: nowrap }
.map { display: flex; flex-wrap: wrap; gap: 2px } .map span { width: 1.1rem; height: 1.1rem; font-size: .7rem;
  text-align: center; line-height: 1.1rem; background: var(--good-ground) }
.map .bad { background: var(--bad-ground) } .map .left { background: var(--open-ground) }
"""


def page(title: str, body: str, style: str = "", css: str = "") -> str:
    """A whole page: static, without scripts, fit for mail, a learning platform and print."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style>"
        f'<body class="{css}"><main><h1>{escape(title)}</h1>{body}</main></html>\n'
    )


def scrolling(table: str, name: str) -> str:
    """A table that may be wider than the screen: then it moves by itself, also by keyboard."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}">{table}</div>'


def html(report: Report) -> str:
    """The report as one page."""
    box = f"{report.seconds:.1f} s, box: {report.box.kind}; " if report.box else ""
    foot = f"<p><small>{box}sha256 {report.sha256}</small></p>"
    return page(f"{report.file}: {report.verdict}", body(report) + foot)


def body(report: Report) -> str:
    """What there is to say, without the page around it."""
    examples = "".join(
        example(name, function.counterexample) for name, function in report.functions.items() if function.counterexample
    )
    reason = f"<p>{escape(report.reason)}</p>" if report.reason else ""
    return (
        f"{reason}{function_table(report)}"
        f"{listed('What may lie behind it', report.diagnoses)}"
        f"{'<h2>What goes wrong</h2>' if examples else ''}{examples}"
        f"{listed('Remarks', report.remarks)}{listed('For a person to look at', report.flags)}{class_map(report)}"
    )


def listed(title: str, lines: list[str]) -> str:
    """Lines under their title; nothing where there are none."""
    return f"<h2>{title}</h2><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def function_table(report: Report) -> str:
    """How each function did; nothing where none could be asked, as the reason says."""
    if not report.was_asked:
        return ""
    head = (
        '<tr><th>function<th>status<th class="number">asked<th class="number">wrong<th class="number">not reached</tr>'
    )
    rows = "".join(function_row(name, function) for name, function in report.functions.items())
    return scrolling(f"<table>{head}{rows}</table>", "the eight functions")


def function_row(name: str, function: Function) -> str:
    """A function's line of the table."""
    css = function.status.partition(" ")[0]
    return (
        f'<tr><td><code>{name}</code><td class="{css}">{function.status}<td class="number">{function.asked:,}'
        f'<td class="number">{function.wrong:,}<td class="number">{function.left:,}</tr>'
    )


def example(name: str, found: Counterexample) -> str:
    """A counterexample with its board."""
    picture = svg.board(3, found.position) if found.position else ""
    line = f"<br>punished by: {escape(found.line)}" if found.line else ""
    return (
        f'<div class="example">{picture}<div><b>{name}</b><br><code>{escape(found.call)}</code>'
        f"<br>due: {escape(found.due)}<br>got: {escape(found.got)}{line}</div></div>"
    )


def class_map(report: Report) -> str:
    """All 765 classes of positions, by the number of marks: which went wrong, in which function."""
    if not any(function.asked > 1 for function in report.functions.values()):
        return ""
    squares = []
    for position in sorted(questions.positions(quick=True), key=lambda p: (9 - p.count("."), p)):
        wrong = report.classes.get(position)
        left = position in report.unreached
        css, sign = ("bad", wrong[0]) if wrong else ("left", "?") if left else ("", "")
        title = f"{position}: {', '.join(wrong) if wrong else 'not reached' if left else 'right'}"
        squares.append(f'<span class="{css}" title="{title}">{sign[:1]}</span>')
    legend = (
        "Green: nothing wrong was found. Red: something went wrong; the letter begins the function's name. "
        "Yellow with ?: not all of it was reached."
    )
    return f'<h2>All 765 classes of positions</h2><p>{legend}</p><div class="map">{"".join(squares)}</div>'


def junit(report: Report) -> str:
    """A test case for each function and each clause."""
    cases = [(f"function {name}", f.status, f.counterexample) for name, f in report.functions.items()]
    cases += [(f"clause {name}", status, None) for name, status in report.clauses.items()]
    error = (
        []
        if report.is_checked
        else [f'<testcase name="check"><error message={attribute(report.reason or "")}/></testcase>']
    )
    failed = sum(status == FAILED for _, status, _ in cases)
    skipped = sum(status == NOT_REACHED for _, status, _ in cases)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="noughts" tests="{len(cases) + len(error)}" failures="{failed}" errors="{len(error)}" '
        f'skipped="{skipped}" time="{report.seconds:.3f}">',
    ]
    for name, status, found in cases:
        text = f"{found.call}: due {found.due}, got {found.got}" if found else status
        inside = {PASSED: "", FAILED: f"<failure message={attribute(text)}/>", NOT_REACHED: "<skipped/>"}[status]
        lines.append(f"<testcase classname={attribute(report.file)} name={attribute(name)}>{inside}</testcase>")
    return "\n".join([*lines, *error, "</testsuite>", ""])


def attribute(text: str) -> str:
    """A text as an attribute, without what XML forbids."""
    return quoteattr("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text))


def gradescope(report: Report) -> str:
    """Their results.json: a point for each function, and one for the course's other rules.

    Without tests and score, as for a file that was not checked, Gradescope says that the autograder failed.
    """
    if not report.is_checked:
        return json.dumps({"output": report.text()}, indent=1) + "\n"
    tests = []
    for name, function in report.functions.items():
        found = function.counterexample
        text = f"{found.call}\ndue: {found.due}\ngot: {found.got}" if found else function.status
        passed = function.status == PASSED
        status = "passed" if passed else "failed"
        tests.append({"name": name, "score": int(passed), "max_score": 1, "status": status, "output": text})
    broken = [name for name, status in report.clauses.items() if status == FAILED and name in RULES]
    text = f"{', '.join(broken)}: {report.reason or 'see the report'}" if broken else PASSED
    tests.append({"name": "the course's rules", "score": int(not broken), "max_score": 1,
                  "status": FAILED if broken else PASSED, "output": text})  # fmt: skip
    return (
        json.dumps({"output": report.text(), "tests": tests, "execution_time": round(report.seconds)}, indent=1) + "\n"
    )
