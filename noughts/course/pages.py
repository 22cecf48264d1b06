"""The pages: one for each student with the checker's feedback, one for the teacher, one for each pair alike.

They are static and without scripts, and whatever comes from a student is text, never markup.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import Any

from noughts.check import export
from noughts.check.report import Counterexample, Function, Report
from noughts.course import alike, tables
from noughts.course.course import Course, Entry
from noughts.course.rubric import shown

PAIRS_SHOWN_MAX = 200
FAULTS_SHOWN_MAX = 30
STYLE = (
    export.STYLE
    + """
table { margin: 1rem 0 } .sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } .wide { max-width: none }
.sides pre { margin: 0; font-size: .8rem; overflow-x: auto; white-space: pre }
mark { background: #ffe08a; display: block }
"""
)


def page(title: str, body: str, css: str = "") -> str:
    """A whole page."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{escape(title)}</title><style>{STYLE}</style><body class="{css}"><h1>{escape(title)}</h1>{body}'
        "</html>\n"
    )


def student(entry: Entry) -> str:
    """A student's page: the grade, part by part, and what the checker says."""
    assert entry.grade is not None
    name = ", ".join(student.name for student in entry.members) or entry.key
    rows = "".join(
        f"<tr><td>{escape(what)}<td>{shown(points)}<td>{shown(of) if points >= 0 else ''}</tr>"
        for what, points, of in entry.grade.parts
    )
    problems = "".join(f"<li>{escape(problem)}</li>" for problem in entry.submission.problems)
    head = (
        f"<p><b>{entry.grade.text} of {shown(entry.grade.total)} points</b>; {escape(entry.grade.late)}</p>"
        f"{f'<ul>{problems}</ul>' if problems else ''}"
        f"<table><tr><th>for<th>points<th>of</tr>{rows}</table>"
    )
    return page(name, head + (export.body(report_of(report)) if (report := entry.report) else ""))


def report_of(data: dict[str, Any]) -> Report:
    """A report again, from its data."""
    report = Report("tictactoe.py", data["sha256"], data["reason"], data["verdict"] != "not checked")
    for name, each in data["functions"].items():
        example = Counterexample(**each["counterexample"]) if each["counterexample"] else None
        report.functions[name] = Function(
            each["asked"], each["wrong"], 0, each["status"] == "failed" and not each["wrong"], example
        )
    report.clauses = {clause["id"]: clause["status"] for clause in data["clauses"]}
    report.diagnoses, report.remarks, report.flags = data["diagnoses"], data["remarks"], data["flags"]
    report.classes, report.unreached = data["classes"], set(data["unreached"])
    return report


def index(course: Course, names: dict[str, str]) -> str:
    """The teacher's page."""
    told = "".join(f"<p><b>{escape(warning)}</b></p>" for warning in course.warnings)
    parts = [
        told,
        f"<p>{len(course.entries):,} submissions, {len(course.roster.missing):,} missing, "
        f"{len(course.pairs):,} pairs alike",
        section("Grades", table(course, names)),
        section("How many got how much", histogram(course)),
        section("The commonest faults", faults(course)),
        section("Alike", pairs(course, names)),
        section("To look at", concerns(course, names)),
        section("Missing", "".join(f"<li>{escape(student.name)}</li>" for student in course.roster.missing)),
    ]
    return page("The course", "".join(parts))


def section(title: str, content: str) -> str:
    """A part of the page, if there is anything in it."""
    inner = f"<ul>{content}</ul>" if content.startswith("<li>") else content
    return f"<h2>{title}</h2>{inner}" if content else ""


def link(name: str, names: dict[str, str]) -> str:
    """A student's name as a link to the page."""
    return f'<a href="students/{names[name]}">{escape(name)}</a>' if name in names else escape(name)


def table(course: Course, names: dict[str, str]) -> str:
    """All grades."""
    rows = "".join(
        f"<tr><td>{link(e.key, names)}<td>{escape(', '.join(student.name for student in e.members))}"
        f"<td>{e.grade.text if e.grade else ''}<td>{escape(tables.verdict_of(e))}"
        f"<td>{escape(e.grade.late if e.grade else '')}<td>{escape(e.grade.costs if e.grade else '')}</tr>"
        for e in course.entries
    )
    return f"<table><tr><th>who<th>members<th>points<th>verdict<th>late<th>costs</tr>{rows}</table>"


def histogram(course: Course) -> str:
    """How many got how much, in tenths."""
    total = course.plan.rubric.total
    counts = Counter(min(9, int(10 * e.grade.points / total)) if e.grade and total else 0 for e in course.entries)
    most = max(counts.values(), default=1)
    rows = "".join(
        f"<tr><td>{shown(total * tenth / 10)} to {shown(total * (tenth + 1) / 10)}<td>{counts[tenth]}"
        f'<td><svg width="{round(300 * counts[tenth] / most)}" height="12"><rect width="100%" height="12" '
        'fill="#5b8def"/></svg></tr>'
        for tenth in range(9, -1, -1)
    )
    return f"<table><tr><th>points<th>students<th></tr>{rows}</table>"


def faults(course: Course) -> str:
    """The diagnoses and failed functions, with how many have each."""
    causes: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    for entry in course.entries:
        report = entry.report
        if report:
            causes.update(set(report["diagnoses"]))
            failed = [name for name, each in report["functions"].items() if each["status"] == "failed"]
            functions.update(f"{name} is not right" for name in failed)
    ranked = [sorted(some.items(), key=lambda item: (-item[1], item[0])) for some in (causes, functions)]
    return "".join(
        f"<li>{count:,} of {len(course.entries):,}: {escape(what)}</li>"
        for what, count in [*ranked[0][:FAULTS_SHOWN_MAX], *ranked[1]]
    )


def pairs(course: Course, names: dict[str, str]) -> str:
    """Pairs above the threshold, and what hangs together."""
    groups = "".join(f"<li>{', '.join(escape(name) for name in group)}</li>" for group in alike.clusters(course.pairs))
    rows = "".join(
        f"<tr><td>{link(pair.first, names)}<td>{pair.of_first} %<td>{link(pair.second, names)}<td>{pair.of_second} %"
        f"<td>{f'<a href=pairs/{number}.html>side by side</a>' if number < PAIRS_SHOWN_MAX else ''}</tr>"
        for number, pair in enumerate(course.pairs)
    )
    if not rows:
        return ""
    head = "<tr><th>file<th>of it<th>and<th>of it<th></tr>"
    told = "<p>What the starter and many files share is not counted. A person decides.</p>"
    return f"{told}<ul>{groups}</ul><table>{head}{rows}</table>"


def concerns(course: Course, names: dict[str, str]) -> str:
    """What a person should look at, student by student."""
    return "".join(
        f"<li>{link(entry.key, names)}: {escape('; '.join(tables.concerns(entry)))}</li>"
        for entry in course.entries
        if tables.concerns(entry)
    )


def side_by_side(pair: alike.Pair, course: Course) -> str:
    """Two files next to each other, with what they share marked, unless it is common."""
    files = {name: course.file(name) for name in (pair.first, pair.second)}
    prints = {name: alike.fingerprints(data) for name, data in files.items()}
    first, second = (prints[name] for name in (pair.first, pair.second))
    both = set(first.lines if first else ()) & set(second.lines if second else ())
    both = both if pair.of_first == pair.of_second == 100 else both - course.common
    sides = []
    for name, percent in ((pair.first, pair.of_first), (pair.second, pair.of_second)):
        own = prints[name]
        marked = {line for value in both if own for line in range(own.lines[value][0], own.lines[value][1] + 1)}
        lines = files[name].decode("utf-8", "replace").splitlines()
        text = "".join(
            f"<mark>{escape(line)}\n</mark>" if number in marked else f"{escape(line)}\n"
            for number, line in enumerate(lines, 1)
        )
        sides.append(f"<div><h2>{escape(name)}: {percent} %</h2><pre>{text}</pre></div>")
    return page(f"{pair.first} and {pair.second}", f'<div class="sides">{"".join(sides)}</div>', "wide")


def results(course: Course) -> Iterator[str]:
    """results.json, a piece at a time: all of it as data, the same whenever it is run again."""
    yield '{"schema": 1, "submissions": ['
    for number, entry in enumerate(course.entries):
        yield ("," if number else "") + "\n" + json.dumps(result(entry))
    yield "\n], " + json.dumps({"missing": [student.name for student in course.roster.missing]})[1:] + "\n"


def result(entry: Entry) -> dict[str, object]:
    """One student's results."""
    grade = entry.grade
    return {
        "who": entry.key,
        "id": entry.submission.id,
        "members": [student.name for student in entry.members],
        "time": entry.submission.time.isoformat() if entry.submission.time else None,
        "attempts": entry.submission.attempts,
        "problems": entry.submission.problems,
        "grade": grade and {"points": grade.points, "of": grade.total, "parts": grade.parts, "late": grade.late},
        "alike": [[pair.first, pair.of_first, pair.second, pair.of_second] for pair in entry.alike],
        "report": entry.report,
    }
