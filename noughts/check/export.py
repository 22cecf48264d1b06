"""A report in the shapes other programs read: one HTML page, JUnit's XML, Gradescope's results."""

from __future__ import annotations

import json
from html import escape
from xml.sax.saxutils import quoteattr

from noughts import draw
from noughts.check import questions
from noughts.check.report import FAILED, NOT_REACHED, PASSED, Counterexample, Function, Report

# Clauses that belong to no single function.
RULES = ("E16", "G2", "G3", "G4", "G5")

STYLE = """
body { font-family: sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2230; background: #fff }
table { border-collapse: collapse } td, th { padding: .3rem .8rem; border-bottom: 1px solid #ccd; text-align: left }
.passed { color: #14662a } .failed { color: #9c1c12; font-weight: bold } .not { color: #7a5a00 }
.example { display: flex; gap: 1.5rem; align-items: center; margin: 1rem 0; break-inside: avoid }
.example svg { width: 9rem; height: 9rem; flex: none } code, pre { white-space: pre-wrap; overflow-wrap: anywhere }
.map { display: flex; flex-wrap: wrap; gap: 2px } .map span { width: 1.1rem; height: 1.1rem; font-size: .7rem;
  text-align: center; line-height: 1.1rem; background: #d5efd8 }
.map .bad { background: #f0a49c } .map .left { background: #f3e2a0 }
"""


def html(report: Report) -> str:
    """One static page without scripts, fit for mail, a learning platform and print."""
    box = f"{report.seconds:.1f} s, box: {report.box.kind}" if report.box else ""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(report.file)}: {report.verdict}</title>'
        f"<style>{STYLE}</style><h1>{escape(report.file)}: {report.verdict}</h1>{body(report)}"
        f"<p><small>{box}; sha256 {report.sha256}</small></p></html>\n"
    )


def body(report: Report) -> str:
    """What there is to say, without the page around it."""
    rows = "".join(function_row(name, function) for name, function in report.functions.items())
    examples = "".join(
        example(name, function.counterexample) for name, function in report.functions.items() if function.counterexample
    )
    reason = f"<p>{escape(report.reason)}</p>" if report.reason else ""
    return (
        f"{reason}<table><tr><th>function<th>status<th>asked<th>wrong<th>not reached</tr>{rows}</table>"
        f"{listed('What may lie behind it', report.diagnoses)}"
        f"{'<h2>What goes wrong</h2>' if examples else ''}{examples}"
        f"{listed('Remarks', report.remarks)}{listed('For a person to look at', report.flags)}{class_map(report)}"
    )


def listed(title: str, lines: list[str]) -> str:
    """Lines under their title; nothing where there are none."""
    return f"<h2>{title}</h2><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def function_row(name: str, function: Function) -> str:
    """A function's line of the table."""
    css = function.status.partition(" ")[0]
    return (
        f'<tr><td><code>{name}</code><td class="{css}">{function.status}<td>{function.asked:,}'
        f"<td>{function.wrong:,}<td>{function.left:,}</tr>"
    )


def example(name: str, found: Counterexample) -> str:
    """A counterexample with its board."""
    picture = draw.board(3, found.position) if found.position else ""
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
