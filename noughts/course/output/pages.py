"""The page of a student, the page of two similar files, and an entry of results.json.

Pages are static and have no scripts. All text from students is escaped.
"""

import ast
import re
from html import escape
from itertools import chain
from pathlib import Path

from noughts.check import html
from noughts.check.report import Report
from noughts.check.words import headline
from noughts.course.grading import similarity
from noughts.course.grading.grade import Grade, LatenessKind, points_text
from noughts.course.grading.rubric import PARTS
from noughts.course.grading.similarity import Fingerprints, SimilarPair
from noughts.course.intake.roster import Student
from noughts.course.records import Course, Entry
from noughts.support.text import sentence

NOT_REPRODUCIBLE = ("seconds", "cpu_seconds", "sandbox")  # parts of a report that differ between runs
STYLE = Path(__file__).with_name("course.css").read_text("utf-8")


def student_page(entry: Entry, report: Report | None, course_name: str, student: Student | None = None) -> str:
    """Return the page of a submission: the course, the parts of the grade, the checker's report, and the code.

    For a `student` in `member_grades`, the page has the name of this student alone and the student's own grade.
    """
    members = [student] if student else entry.members
    name = "; ".join(member.name for member in members) or entry.key
    grade = entry.member_grades[student] if student else entry.grade
    table = grade_table(entry, grade, bool(report and report.was_asked))
    body = kinds_section(report) + html.report_body(report) + code_section(entry, report) if report else ""
    course = f"<p>{escape(course_name)}</p>" if course_name else ""
    return html.page(name, course + table + body)


def summary(entry: Entry, report: Report | None) -> str:
    """Return a few sentences on a submission for a table: what the check found, and where points were lost."""
    words = [headline(report)] if report else []
    words += [problem.words for problem in entry.submission.problems]
    if report and entry.documented[0] < entry.documented[1]:
        words.append(comments_text(entry))
    return " ".join(sentence(text) for text in [*words, *(entry.grade.deductions if entry.grade else ())])


def comments_text(entry: Entry) -> str:
    """Return how many functions have a comment, in words."""
    return f"{entry.documented[0]} of {entry.documented[1]} functions have a docstring or comment"


def code_section(entry: Entry, report: Report) -> str:
    """Return the student's code with line numbers; "" without a program. The lines that the report names are marked."""
    if entry.submission.data is None:
        return ""
    marked = named_lines(report)
    lines = lines_of(entry.submission.data.read())
    width = len(str(len(lines)))
    texts = [f"{number:>{width}}  {escape(line)}" for number, line in enumerate(lines, 1)]
    code = "\n".join(f"<mark>{text}</mark>" if number in marked else text for number, text in enumerate(texts, 1))
    return f'<h2>Your file</h2><pre class="source" tabindex="0">{code}</pre>'


def named_lines(report: Report) -> set[int]:
    """Return the lines of the file that the report names: where an error was raised, and those of likely causes."""
    examples = [fault.example.source_line for function in report.functions.values() for fault in function.faults]
    excerpts = [dict(diagnosis.fields).get("excerpt") or () for diagnosis in report.diagnoses]
    return {*examples, *(number for excerpt in excerpts for number, _, is_marked in excerpt if is_marked)} - {0}


def lines_of(data: bytes) -> list[str]:
    """Return the lines of a program as Python counts them."""
    return re.split(r"\r\n|\r|\n", data.decode("utf-8", "replace"))


def kinds_section(report: Report) -> str:
    """Return a list of the kinds of questions that each wrong function answered right, in part or wrong.

    Return "" if there are none, e.g. because all functions have passed. With partial credit, these kinds decide how
    many points a function earns.
    """
    items = ""
    for name, function in report.functions.items():
        if function.kinds:
            parts = [
                ("wrong", [tally.kind for tally in function.kinds if not tally.right]),
                ("in part", [f"{t.kind} ({t.right:,} of {t.of:,})" for t in function.kinds if 0 < t.right < t.of]),
                ("right", [tally.kind for tally in function.kinds if tally.right == tally.of]),
            ]
            words = "; ".join(f"{title}: {', '.join(kinds)}" for title, kinds in parts if kinds)
            items += f"<li><code>{name}</code>: {escape(words)}</li>"
    return items and f"<h2>Right and wrong answers by kind</h2><ul>{items}</ul>"


def grade_table(entry: Entry, grade: Grade | None, has_functions: bool) -> str:
    """Return HTML with the grade, its parts and the hand-in problems, or a sentence if there is no grade.

    If `has_functions`, also say how many functions have a comment.
    """
    if grade is None:
        return "<p><b>The file could not be checked for a reason outside the file, so there is no grade yet.</b></p>"
    rows = "".join(
        f'<tr><td>{escape(what)}<td class="number">{"+" * (what not in PARTS and points > 0)}{points_text(points)}'
        f'<td class="number">{points_text(of) if what in PARTS else ""}</tr>'
        for what, points, of in grade.parts
    )
    sums = "".join(f'<th class="number">{points_text(points)}' for points in (grade.points, grade.total))
    total = f"<tr><th>total{sums}</tr>"
    problems = "".join(f"<li>{escape(sentence(problem.words))}</li>" for problem in entry.submission.problems)
    late = "" if grade.late.kind == LatenessKind.NO_DEADLINE else f"; {escape(grade.late.words)}"
    comments = f"<p>Comments: {comments_text(entry)}.</p>"
    return (
        f"<p><b>{points_text(grade.points)} of {points_text(grade.total)} points</b>{late}</p>{attempt_line(entry)}"
        f"{f'<ul>{problems}</ul>' if problems else ''}"
        f'<table><tr><th>item<th class="number">points<th class="number">out of</tr>{rows}{total}</table>'
        f"{comments if has_functions else ''}"
    )


def attempt_line(entry: Entry) -> str:
    """Return a line that says which attempt counts, its time, and an extension; "" if there is nothing to say."""
    submission = entry.submission
    words = [f"Attempt {submission.attempt} of {submission.attempts} counts"] if submission.attempts > 1 else []
    words += [f"handed in {submission.time:%Y-%m-%d %H:%M %z}".rstrip()] if submission.time else []
    because = f" ({entry.extended_because})" if entry.extended_because else ""
    words += [f"your deadline was extended to {entry.extended_to:%Y-%m-%d %H:%M}{because}"] if entry.extended_to else []
    return f"<p>{sentence('; '.join(words))}</p>" if words else ""


def pair_page(pair: SimilarPair, course: Course) -> str:
    """Return a page that shows two files side by side, function by function, and marks the code that they share."""
    names = (pair.first, pair.second)
    files = [course.files[name].read() for name in names]
    prints = [similarity.fingerprints(data) or Fingerprints({}, b"") for data in files]
    shared = set(prints[0].lines) & set(prints[1].lines)
    code = [marked_lines(data, own, shared, course.common) for data, own in zip(files, prints, strict=True)]
    heads = "".join(f"<h2>{escape(name)}: {pair.of(name):.0f} %</h2>" for name in names)
    rows = ""
    sections = [sections_of(data) for data in files]
    for title in dict.fromkeys(chain(*sections)):  # those of the first file in order, then those only the second has
        for name, lines, own in zip(names, code, sections, strict=True):
            part = own.get(title, range(1, 1))
            text = "".join(lines[part.start - 1 : part.stop - 1])
            rows += html.scrolling(f"<pre>{text}</pre>", f"{title or 'the rest'} of {name}") if text else "<div></div>"
    legend = (
        "<p><mark>Marked</mark>: code in both files that few other files have. Each percentage is the share of the "
        "file's code that is also in the other file. Code in the starter does not count, and code in many files "
        "counts only if the two files are mostly the same. "
        '<mark class="common">Marked in green</mark>: code in both files that is also in many files or in the starter. '
        "Functions with the same name are side by side. "
        '<a href="../index.html">The whole course</a></p>'
    )
    reason = course.decisions.reason_cleared(pair)
    cleared = f'<p class="mind">Cleared: {escape(reason)}</p>' if reason is not None else ""
    body = f'{cleared}{legend}<div class="sides">{heads}{rows}</div>'
    return html.page(f"{pair.first} and {pair.second}", body, STYLE, "wide")


def sections_of(data: bytes) -> dict[str, range]:
    """Return the line range of each section, by the name of its function.

    A section is a top-level function and the lines between it and the section above. The key "" has the lines below the
    last section: all lines if the file cannot be parsed. A second function of the same name has no section of its own.
    """
    tree, end = similarity.parsed(data), len(lines_of(data)) + 1
    sections, first = dict[str, range](), 1
    for node in tree.body if tree else []:
        if isinstance(node, ast.FunctionDef) and node.name not in sections:
            last = (node.end_lineno or node.lineno) + 1
            sections[node.name], first = range(first, last), last
    return sections | {"": range(first, end)}


def marked_lines(data: bytes, prints: Fingerprints, shared: set[int], common: set[int]) -> list[str]:
    """Return the lines of a file as HTML; the lines of `shared` fingerprints are marked.

    A line is marked in green if all its shared fingerprints are `common`.
    """
    marks: dict[int, str] = {}
    for value in sorted(shared, key=lambda value: value not in common):  # common ones first: others replace them
        first, last = prints.lines[value]
        marks |= dict.fromkeys(range(first, last + 1), '<mark class="common">' if value in common else "<mark>")
    return [
        f"{marks[number]}{escape(line)}\n</mark>" if number in marks else f"{escape(line)}\n"
        for number, line in enumerate(lines_of(data), 1)
    ]


def grade_data(grade: Grade | None) -> dict[str, object] | None:
    """Return a grade as data for JSON; None if there is no grade."""
    if grade is None:
        return None
    return {"points": grade.points, "of": grade.total, "parts": grade.parts, "late": grade.late.words}


def results_entry(entry: Entry, report: Report | None) -> dict[str, object]:
    """Return the entry for a submission in results.json."""
    return {
        "who": entry.key,
        "id": entry.submission.id,
        "members": [student.name for student in entry.members],
        "time": entry.submission.time.isoformat() if entry.submission.time else None,
        "attempt": entry.submission.attempt,
        "attempts": entry.submission.attempts,
        "problems": [{"kind": problem.kind, "words": problem.words} for problem in entry.submission.problems],
        "documented": entry.documented,
        "grade": grade_data(entry.grade),
        "member_grades": {student.name: grade_data(own) for student, own in entry.member_grades.items()},
        "similar": [[pair.first, pair.of_first, pair.second, pair.of_second, pair.rare] for pair in entry.similar],
        "report": report and {key: value for key, value in report.to_json().items() if key not in NOT_REPRODUCIBLE},
    }
