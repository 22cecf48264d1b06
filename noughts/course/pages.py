"""The pages for each student, with the checker's feedback, and for each pair of files that are alike.

They are static and without scripts, and whatever comes from a student is text, never markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape

from noughts.check import export
from noughts.check.report import Report
from noughts.course import alike
from noughts.course.course import Course, Entry
from noughts.course.rubric import NO_DEADLINE, shown

SIDES = """
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem }
body.wide { max-width: none } .sides > div { min-width: 0 } .sides pre { margin: 0; font-size: .8rem; white-space: pre }
mark { background: var(--open-ground); color: inherit } mark.common { background: var(--good-ground) }
pre mark { display: block }
"""


def student(entry: Entry) -> str:
    """A student's page: the grade, part by part, and what the checker says."""
    name = "; ".join(member.name for member in entry.members) or entry.key
    report = entry.report
    return export.page(name, points(entry) + (export.body(Report.from_json(report)) if report else ""))


def points(entry: Entry) -> str:
    """The grade, part by part."""
    if entry.grade is None:
        return "<p><b>It could not be checked, by no fault of the file, and has no grade yet.</b></p>"
    rows = "".join(
        f'<tr><td>{escape(what)}<td class="number">{shown(points)}'
        f'<td class="number">{shown(of) if points >= 0 else ""}</tr>'
        for what, points, of in entry.grade.parts
    )
    problems = "".join(f"<li>{escape(problem)}</li>" for problem in entry.submission.problems)
    late = "" if entry.grade.late == NO_DEADLINE else f"; {escape(entry.grade.late)}"
    with_comment, functions = entry.documented
    comments = f"Comments: {with_comment} of {functions} functions have a docstring or comment of their own."
    return (
        f"<p><b>{entry.grade.text} of {shown(entry.grade.total)} points</b>{late}</p>"
        f"{f'<ul>{problems}</ul>' if problems else ''}"
        f'<table><tr><th>for<th class="number">points<th class="number">of</tr>{rows}</table><p>{comments}</p>'
    )


def side_by_side(pair: alike.Pair, course: Course) -> str:
    """Two files next to each other, with what they share marked, unless it is common."""
    files = {name: course.file(name) for name in (pair.first, pair.second)}
    prints = {name: alike.fingerprints(data) or alike.Prints({}, b"") for name, data in files.items()}
    both = set(prints[pair.first].lines) & set(prints[pair.second].lines)
    sides = []
    for name, data in files.items():
        box = export.scrolling(f"<pre>{marked(data, prints[name], both, course.common)}</pre>", f"the file of {name}")
        sides.append(f"<div><h2>{escape(name)}: {pair.of(name):.0f} %</h2>{box}</div>")
    told = (
        "<p><mark>Marked</mark> is what both have and not many others, which the percentages count; "
        '<mark class="common">faintly</mark>, what many or the starter have too. '
        '<a href="../index.html">All of the course</a></p>'
    )
    return export.page(
        f"{pair.first} and {pair.second}", f'{told}<div class="sides">{"".join(sides)}</div>', SIDES, "wide"
    )


def marked(data: bytes, prints: alike.Prints, both: set[int], common: set[int]) -> str:
    """A file with the lines marked that another has too: faintly where many have them."""
    marks: dict[int, str] = {}
    for value in sorted(both, key=lambda value: value not in common):  # what is common first, so that the rest shows
        first, last = prints.lines[value]
        marks |= dict.fromkeys(range(first, last + 1), '<mark class="common">' if value in common else "<mark>")
    lines = re.split(r"\r\n|\r|\n", data.decode("utf-8", "replace"))  # as Python counts them
    return "".join(
        f"{marks[number]}{escape(line)}\n</mark>" if number in marks else f"{escape(line)}\n"
        for number, line in enumerate(lines, 1)
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
