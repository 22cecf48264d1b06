"""The teacher's page: statistics of the course, the most common faults, what needs review, and every grade."""

from collections import Counter
from collections.abc import Iterable
from html import escape
from pathlib import Path
from statistics import mean, median

from noughts.check import html
from noughts.check.report import Report, ReportVerdict, Status
from noughts.course.grading import similarity
from noughts.course.grading.grade import points_text
from noughts.course.grading.similarity import SimilarPair
from noughts.course.intake.names import words_of
from noughts.course.output import pages
from noughts.course.output.tables import Person, people
from noughts.course.records import NO_PROGRAM, Course, Entry
from noughts.game.exercise import FUNCTION_NAMES
from noughts.support.text import plural

PAIRS_SHOWN_MAX = 200
CAUSES_SHOWN_MAX = 30
NOTHING_CHECKED = (NO_PROGRAM, ReportVerdict.NOT_CHECKED)
SCRIPT = Path(__file__).with_name("table.js").read_text("utf-8")
# Short words for why no function could be called; other reasons are shown in full.
REASONS = {
    "not_compiled": "the file cannot be compiled",
    "not_text": "the file cannot be decoded as text",
    "bad_encoding": "the encoding of the file is not accepted",
    "not_loaded": "the file cannot be loaded",
    "not_loaded_missing_module": "the file cannot be loaded",
    "not_loaded_sibling": "the file cannot be loaded",
    "not_loaded_lost": "the file cannot be loaded",
    "does_not_answer": "the file does not answer",
}


def faults_in(report: Report) -> set[str]:
    """Return the names of the wrong functions, and the likely causes without those from a trace.

    If no function was called, return only the reason, or an empty set if there is none.
    """
    if any(function.asked for function in report.functions.values()):
        wrong = {name for name, function in report.functions.items() if function.status == Status.FAILED}
        return wrong | {cause.words for cause in report.diagnoses if cause.id != "traced"}
    return {REASONS.get(report.reason.id, report.reason.words)} if report.reason else set()


def page(course: Course, faults: Counter[str], names: dict[str, str]) -> str:
    """Return the whole page, given how many submissions have each fault, and the file name of each entry's page."""
    review = [entry for entry in course.entries if entry.needs_review]
    parts = {
        "Distribution of points": histogram(course),
        "Most common faults": fault_table(faults, len(course.entries)),
        "Nothing checked": html_list(review_line(entry, names) for entry in review if entry.verdict in NOTHING_CHECKED),
        "Needs review": html_list(
            review_line(entry, names) for entry in review if entry.verdict not in NOTHING_CHECKED
        ),
        "Similar files": pair_table(course, names),
        "Missing": html_list(escape(student.name) for student in course.roster.missing),
        "All grades": grade_table(course, names),
    }
    links = sections = ""
    for number, (title, content) in enumerate(parts.items()):
        if content:
            links += f'<a href="#part{number}">{title}</a>'
            sections += f'<section id="part{number}"><h2>{title}</h2>{content}</section>'
    warnings = "".join(f'<p class="mind">{escape(warning)}</p>' for warning in course.warnings())
    head = f"{figures(course)}{warnings}<nav>{links}</nav>"
    title = course.plan.rubric.name or f"{course.plan.source.resolve().name}: grades"
    if course.plan.rubric.at:
        title += f", due {course.plan.rubric.at:%Y-%m-%d %H:%M %z}"
    return html.page(title, head + sections, pages.STYLE, script=SCRIPT)


def figures(course: Course) -> str:
    """Return the statistics of the course, and how its files were checked, as HTML."""
    points = [entry.grade.points for entry in course.entries if entry.grade] or [0.0]
    numbers = {
        "submissions": f"{len(course.entries):,}",
        "missing": f"{len(course.roster.missing):,}" if course.plan.roster else "",
        "passed everything": f"{sum(entry.verdict == ReportVerdict.PASSED for entry in course.entries):,}",
        "mean": points_text(mean(points)),
        "median": points_text(median(points)),
        "points possible": points_text(course.plan.rubric.total),
        "similar pairs": f"{len(course.open_pairs):,}",
    }
    cells = "".join(f"<div><dt>{name}<dd>{value}</div>" for name, value in numbers.items() if value)
    deadline = "" if course.plan.rubric.at else "No deadline. "
    sample = ", about minimax only a sample of them (--quick)" if course.plan.quick else ""
    asked = (
        f"Each file that could be loaded was asked about every position{sample}, until its time limit. If the order of "
        f"the questions can matter, they were asked in several orders (seed {course.plan.seed})."
    )
    return f"<dl>{cells}</dl><p>{deadline}{asked}</p>"


def html_list(lines: Iterable[str]) -> str:
    """Return lines of markup as an HTML list; an empty string if there are none."""
    items = "".join(f"<li>{line}</li>" for line in lines)
    return items and f"<ul>{items}</ul>"


def link(name: str, names: dict[str, str]) -> str:
    """Return a link to the page of a submission, or only the name of a file of another year, which has no page."""
    return f'<a href="students/{names[name]}">{escape(name)}</a>' if name in names else escape(name)


def review_line(entry: Entry, names: dict[str, str]) -> str:
    """Return a line that says which submission needs review, and why."""
    return f"{link(entry.key, names)}: {escape('; '.join(entry.needs_review))}"


def grade_row(entry: Entry, course: Course, names: dict[str, str]) -> str:
    """Return a row of the grade table, with names if there is a roster and lateness if there is a deadline."""
    grade = entry.grade
    own = entry.member_grades
    people = "; ".join(
        member.name + (f" ({points_text(own[member].points)})" if member in own else "") for member in entry.members
    )
    who = f"<td>{escape(people)}" if course.plan.roster else ""
    late = f'<td class="whole">{escape(grade.late.words if grade else "")}' if course.plan.rubric.at else ""
    cells = f'<td class="number">{points_text(grade.points) if grade else ""}<td class="whole">{entry.verdict}{late}'
    deductions = escape("; ".join(grade.deductions)) if grade else ""
    return f"<tr>{who}<td>{link(entry.key, names)}{cells}<td>{deductions}</tr>"


def missing_row(person: Person, course: Course) -> str:
    """Return a row of the grade table for a student who handed in nothing."""
    points, reasons = (points_text(person.grade.points), person.grade.deductions) if person.grade else ("", [])
    late = "<td>" * bool(course.plan.rubric.at)
    cells = f'<td><td class="number">{points}<td class="whole">missing{late}<td>{escape("; ".join(reasons))}'
    return f"<tr><td>{escape(person.name)}{cells}</tr>"


def grade_table(course: Course, names: dict[str, str]) -> str:
    """Return the table of all grades."""
    who, late = "<th>who" * bool(course.plan.roster), "<th>late" * bool(course.plan.rubric.at)
    head = f'<tr>{who}<th>submission<th class="number">points<th>verdict{late}<th>deductions</tr>'
    legend = "<p>Passed: no fault was found. Failed: at least one fault was found, whatever the points.</p>"
    entries = sorted(
        course.entries, key=lambda entry: [words_of(member.name) for member in entry.members] or [[entry.key]]
    )
    body = "".join(grade_row(entry, course, names) for entry in entries)
    body += "".join(missing_row(person, course) for person in people(course) if person.entry is None)
    return legend + html.scrolling(f'<table class="sortable">{head}{body}</table>', "all grades")


def histogram(course: Course) -> str:
    """Return a histogram of the points as a table with ten rows."""
    total = course.plan.rubric.total
    graded = [entry.grade for entry in course.entries if entry.grade]
    counts = Counter(min(9, int(10 * grade.points / total)) if total else 0 for grade in graded) or Counter({0: 1})
    rows = ""
    for tenth in range(9, -1, -1):
        low, high = points_text(total * tenth / 10), points_text(total * (tenth + 1) / 10)
        words = f"{low} to {high}" if tenth == 9 else f"{low} to below {high}"
        count = counts[tenth]
        rows += f'<tr><td class="whole">{words}<td class="number">{count:,}<td>{bar(count, max(counts.values()))}</tr>'
    head = '<tr><th>points<th class="number">submissions<td></tr>'
    return html.scrolling(f"<table>{head}{rows}</table>", "distribution of points")


def bar(count: int, whole: int) -> str:
    """Return an SVG bar for a count. A bar for the whole is 100 pixels long."""
    width = round(100 * count / whole)
    return f'<svg width="{width}" height="12" aria-hidden="true"><rect width="{width}" height="12"/></svg>'


def fault_table(faults: Counter[str], total: int) -> str:
    """Return a table of the wrong functions and the most common causes of faults; "" if there are no faults."""
    if not faults:
        return ""
    ranking = sorted(faults.items(), key=lambda item: (-item[1], item[0]))
    lines = [(count, f"<code>{name}</code> is wrong") for name, count in ranking if name in FUNCTION_NAMES]
    causes = [(count, escape(cause)) for cause, count in ranking if cause not in FUNCTION_NAMES]
    lines += causes[:CAUSES_SHOWN_MAX]
    rows = "".join(f'<tr><td class="number">{count:,}<td>{bar(count, total)}<td>{what}</tr>' for count, what in lines)
    head = f'<tr><th class="number">of {total:,}<td><th>what</tr>'
    return html.scrolling(f"<table>{head}{rows}</table>", "most common faults")


def pair_row(
    number: int, pair: SimilarPair, cleared: str | None, members: dict[str, str], names: dict[str, str]
) -> str:
    """Return a table row with two files, what they share, and a link to the page of the pair.

    What they share is the percentage of each file that is in the other, and the number of passages in no third file.
    `cleared` is the reason why the pair was cleared (None if it was not); `members` names the students of submissions.
    """
    cells = ""
    for name in (pair.first, pair.second):
        people = members.get(name, "")
        group = f"<br><small>{escape(people)}</small>" if people not in ("", name) else ""
        cells += f'<td>{link(name, names)}{group}<td class="number whole">{pair.of(name):.0f} %'
    reason = f"cleared: {escape(cleared)}" if cleared is not None else ""
    cells += f'<td class="number">{pair.rare}'
    return f'<tr>{cells}<td class="whole"><a href="pairs/{number}.html">side by side</a><td>{reason}</tr>'


def pair_table(course: Course, names: dict[str, str]) -> str:
    """Return a table of at most PAIRS_SHOWN_MAX pairs and a list of groups of three or more files; "" without pairs."""
    if not course.pairs:
        return ""
    shown = course.pairs[:PAIRS_SHOWN_MAX]
    members = {entry.key: "; ".join(member.name for member in entry.members) for entry in course.entries}
    cleared = [course.decisions.reason_cleared(pair) for pair in shown]
    rows = "".join(pair_row(number, pair, cleared[number], members, names) for number, pair in enumerate(shown))
    head = (
        '<tr><th>file<th class="number">shared<th>file<th class="number">shared<th class="number">passages in no '
        "other file<td><td></tr>"
    )
    more = len(course.pairs) - PAIRS_SHOWN_MAX
    rest = f"<p>The file results.json lists {plural(more, 'more pair')}.</p>" if more > 0 else ""
    groups = [group for group in similarity.clusters(course.open_pairs) if len(group) > 2]
    lines = html_list(escape(", ".join(group)) for group in groups)
    connected = f"<p>Groups in which each file is similar to at least one other file:</p>{lines}" if groups else ""
    threshold = f"{course.plan.rubric.threshold:g} %"
    rare = f"{course.plan.rubric.rare:g} passage{'' if course.plan.rubric.rare == 1 else 's'}"
    deducted = "No points were deducted for similarity."
    if course.plan.rubric.deduction:
        points = points_text(course.plan.rubric.deduction)
        lost = f"{points} point{'' if points == '1' else 's'}"
        deducted = (
            f"In the pairs that come first, a file loses {lost} if at least {threshold} of it is in the other: "
            "review each pair."
        )
        if course.plan.rubric.both:
            deducted = f"In the pairs that come first, both files lose {lost}: review each pair."
    named = len({name for pair in course.open_pairs for name in (pair.first, pair.second)} & members.keys())
    legend = (
        f"<p>The pairs that are not cleared include {named:,} of {plural(len(members), 'submission')}. A pair is a "
        "reason to compare the files, not proof of copying: in trials with 30 files that nobody had copied, 3 were in "
        f"pairs on average. In each pair, at least {threshold} of one file is also in the other. Code in the starter "
        "is not counted. Code in many files is counted only if the two files are mostly the same. "
        f"First come the pairs with at least {rare} that no other file has. Copies share such passages; code that many "
        "students write independently is in other files too. "
        f"{deducted} If a pair is harmless, write both names and the reason into cleared.csv and run the same command "
        "again.</p>"
    )
    return legend + html.scrolling(f"<table>{head}{rows}</table>", "similar files") + rest + connected
