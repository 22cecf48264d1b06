"""The pages for each student, with the checker's feedback, and for each pair of files that are alike.

They are static and without scripts, and whatever comes from a student is text, never markup.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from noughts.check import export
from noughts.check.report import Report
from noughts.course import alike
from noughts.course.course import Course, Entry
from noughts.course.rubric import NO_DEADLINE, shown

SIDES = """
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1rem }
body.wide { max-width: none } .sides > div { min-width: 0 } .sides pre { margin: 0; font-size: .8rem; white-space: pre }
mark { background: var(--open-ground); color: inherit; display: block }
"""


def student(entry: Entry) -> str:
    """A student's page: the grade, part by part, and what the checker says."""
    assert entry.grade is not None
    name = ", ".join(member.name for member in entry.members) or entry.key
    rows = "".join(
        f'<tr><td>{escape(what)}<td class="number">{shown(points)}'
        f'<td class="number">{shown(of) if points >= 0 else ""}</tr>'
        for what, points, of in entry.grade.parts
    )
    problems = "".join(f"<li>{escape(problem)}</li>" for problem in entry.submission.problems)
    late = "" if entry.grade.late == NO_DEADLINE else f"; {escape(entry.grade.late)}"
    head = (
        f"<p><b>{entry.grade.text} of {shown(entry.grade.total)} points</b>{late}</p>"
        f"{f'<ul>{problems}</ul>' if problems else ''}"
        f'<table><tr><th>for<th class="number">points<th class="number">of</tr>{rows}</table>'
    )
    report = entry.report
    return export.page(name, head + (export.body(Report.from_json(report)) if report else ""))


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
        box = export.scrolling(f"<pre>{text}</pre>", f"the file of {name}")
        sides.append(f"<div><h2>{escape(name)}: {percent:.0f} %</h2>{box}</div>")
    told = '<p>Marked is what both have, and not many others. <a href="../index.html">All of the course</a></p>'
    return export.page(
        f"{pair.first} and {pair.second}", f'{told}<div class="sides">{"".join(sides)}</div>', SIDES, "wide"
    )


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
