"""The teacher's page: figures of the course, the most common faults, what needs review, and every grade."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from statistics import mean, median

from noughts.check import html
from noughts.check.report import Report, ReportVerdict, Status
from noughts.course.grading import similarity
from noughts.course.grading.grade import points_text
from noughts.course.grading.similarity import SimilarPair
from noughts.course.output import pages
from noughts.course.output.tables import Row
from noughts.course.pipeline import Course

PAIRS_SHOWN_MAX = 200
FAULTS_SHOWN_MAX = 30
UNGRADED = ("not graded", ReportVerdict.NOT_CHECKED)
# Short texts for why no function could be called; other reasons are shown in full.
REASONS = {
    "not_compiled": "it cannot be compiled",
    "not_text": "it is not Python text",
    "bad_encoding": "it is not Python text",
    "not_loaded": "it cannot be loaded",
    "not_loaded_missing_module": "it cannot be loaded",
    "not_loaded_lost": "it cannot be loaded",
    "does_not_answer": "it does not answer",
}


@dataclass
class Faults:
    """The number of submissions with each likely cause and each wrong function."""

    causes: Counter[str] = field(default_factory=Counter)
    functions: Counter[str] = field(default_factory=Counter)

    def count(self, report: Report | None) -> None:
        """Count the faults of a report."""
        if report is None:
            return
        if any(function.asked for function in report.functions.values()):
            self.causes.update({cause.words for cause in report.diagnoses if cause.id != "traced"})
            self.functions.update(name for name, result in report.functions.items() if result.status == Status.FAILED)
        elif report.reason:
            self.causes[REASONS.get(report.reason.id, report.reason.words)] += 1


def page(course: Course, rows: Sequence[Row], faults: Faults, names: dict[str, str]) -> str:
    """Return the whole page; `names` has the file name of each student's page."""
    review = [row for row in rows if row.needs_review]
    parts = {
        "Distribution of points": histogram(course),
        "Most common faults": fault_table(faults, len(course.entries)),
        "Not graded": html_list(review_line(row, names) for row in review if row.verdict in UNGRADED),
        "Needs review": html_list(review_line(row, names) for row in review if row.verdict not in UNGRADED),
        "Similar files": pair_table(course, names),
        "Missing": html_list(escape(student.name) for student in course.roster.missing),
        "All grades": grade_table(course, rows, names),
    }
    links = sections = ""
    for number, (title, content) in enumerate(parts.items()):
        if content:
            links += f'<a href="#part{number}">{title}</a>'
            sections += f'<section id="part{number}"><h2>{title}</h2>{content}</section>'
    warnings = "".join(f'<p class="mind">{escape(warning)}</p>' for warning in course.warnings)
    passed = sum(row.verdict == ReportVerdict.PASSED for row in rows)
    head = f"{figures(course, passed)}{warnings}<nav>{links}</nav>"
    return html.page(f"{course.plan.source.resolve().name}: grades", head + sections, pages.STYLE)


def figures(course: Course, passed: int) -> str:
    """Return the statistics of the course, and how its files were checked, as HTML."""
    points = [entry.grade.points for entry in course.entries if entry.grade] or [0.0]
    numbers = {
        "submissions": f"{len(course.entries):,}",
        "missing": f"{len(course.roster.missing):,}" if course.plan.roster else "",
        "passed everything": f"{passed:,}",
        "mean": points_text(mean(points)),
        "median": points_text(median(points)),
        "points possible": points_text(course.plan.rubric.total),
        "similar pairs": f"{len(course.pairs):,}",
    }
    cells = "".join(f"<div><dt>{name}<dd>{value}</div>" for name, value in numbers.items() if value)
    deadline = f"Deadline {course.plan.rubric.at.isoformat(' ')}. " if course.plan.rubric.at else "No deadline. "
    asked = "every position, in several orders"
    asked += "; minimax on a sample only (quick)" if course.plan.quick else ""
    return f"<dl>{cells}</dl><p>{deadline}Each file was checked on {asked}, seed {course.plan.seed}.</p>"


def html_list(lines: Iterable[str]) -> str:
    """Return lines of markup as an HTML list; an empty string if there are none."""
    items = "".join(f"<li>{line}</li>" for line in lines)
    return items and f"<ul>{items}</ul>"


def link(name: str, names: dict[str, str]) -> str:
    """Return a student's name as a link to the student's page; only the name if there is no page."""
    return f'<a href="students/{names[name]}">{escape(name)}</a>' if name in names else escape(name)


def review_line(row: Row, names: dict[str, str]) -> str:
    """Return a line that says which submission needs review, and why."""
    return f"{link(row.entry.key, names)}: {escape('; '.join(row.needs_review))}"


def grade_row(row: Row, course: Course, names: dict[str, str]) -> str:
    """Return a row of the grade table, with names if there is a roster and lateness if there is a deadline."""
    entry, grade = row.entry, row.entry.grade
    people = "; ".join(member.name for member in entry.members)
    who = f"<td>{escape(people)}" if course.plan.roster else ""
    late = f'<td class="whole">{escape(grade.late.words if grade else "")}' if course.plan.rubric.at else ""
    cells = f'<td class="number">{grade.text if grade else ""}<td class="whole">{row.verdict}{late}'
    deductions = escape("; ".join(grade.deductions)) if grade else ""
    return f"<tr>{who}<td>{link(entry.key, names)}{cells}<td>{deductions}</tr>"


def grade_table(course: Course, rows: Sequence[Row], names: dict[str, str]) -> str:
    """Return the table of all grades."""
    who, late = "<th>who" * bool(course.plan.roster), "<th>late" * bool(course.plan.rubric.at)
    head = f'<tr>{who}<th>submission<th class="number">points<th>verdict{late}<th>deductions</tr>'
    legend = "<p>Passed: every function is right. Failed: at least one function is wrong, whatever the points.</p>"
    body = "".join(grade_row(row, course, names) for row in rows)
    return legend + html.scrolling(f"<table>{head}{body}</table>", "all grades")


def histogram(course: Course) -> str:
    """Return a histogram of the points, in ten steps."""
    total = course.plan.rubric.total
    graded = [entry.grade for entry in course.entries if entry.grade]
    counts = Counter(min(9, int(10 * grade.points / total)) if total else 0 for grade in graded) or Counter({0: 1})
    rows = ""
    for tenth in range(9, -1, -1):
        low, high = points_text(total * tenth / 10), points_text(total * (tenth + 1) / 10)
        words = f"{low} to {high}" if tenth == 9 else f"{low} to below {high}"
        length = bar(counts[tenth], max(counts.values()))
        rows += f'<tr><td class="whole">{words}<td class="number">{counts[tenth]:,}<td>{length}</tr>'
    head = '<tr><th>points<th class="number">submissions<td></tr>'
    return html.scrolling(f"<table>{head}{rows}</table>", "distribution of points")


def bar(count: int, most: int) -> str:
    """Return a count as a bar, relative to the largest count."""
    width = round(100 * count / most)
    return f'<svg width="{width}" height="12" aria-hidden="true"><rect width="{width}" height="12"/></svg>'


def fault_table(faults: Faults, total: int) -> str:
    """Return the wrong functions and the likely causes, with how many submissions have each."""
    functions, causes = (
        sorted(counts.items(), key=lambda item: (-item[1], item[0])) for counts in (faults.functions, faults.causes)
    )
    lines = [(count, f"<code>{name}</code> is wrong") for name, count in functions]
    lines += [(count, escape(cause)) for cause, count in causes[:FAULTS_SHOWN_MAX]]
    if not lines:
        return ""
    rows = "".join(f'<tr><td class="number">{count:,}<td>{bar(count, total)}<td>{what}</tr>' for count, what in lines)
    head = f'<tr><th class="number">of {total:,}<td><th>what</tr>'
    return html.scrolling(f"<table>{head}{rows}</table>", "most common faults")


def pair_row(number: int, pair: SimilarPair, names: dict[str, str]) -> str:
    """Return a table row with two files, how much of each is in the other, and a link to the page of the pair."""
    sides = ((pair.first, pair.of_first), (pair.second, pair.of_second))
    cells = "".join(f'<td>{link(name, names)}<td class="number whole">{of:.0f} %' for name, of in sides)
    return f'<tr>{cells}<td class="whole"><a href="pairs/{number}.html">side by side</a></tr>'


def pair_table(course: Course, names: dict[str, str]) -> str:
    """Return a table of the most similar pairs, and the groups of three or more files that the pairs form."""
    if not course.pairs:
        return ""
    shown = course.pairs[:PAIRS_SHOWN_MAX]
    rows = "".join(pair_row(number, pair, names) for number, pair in enumerate(shown))
    head = '<tr><th>file<th class="number">shared<th>file<th class="number">shared<td></tr>'
    more = len(course.pairs) - PAIRS_SHOWN_MAX
    rest = f"<p>{more:,} less similar pairs are in results.json.</p>" if more > 0 else ""
    groups = [group for group in similarity.clusters(course.pairs) if len(group) > 2]
    lines = html_list(escape(", ".join(group)) for group in groups)
    connected = f"<p>Groups in which each file is similar to at least one other:</p>{lines}" if groups else ""
    deducted = "No points were deducted."
    if course.plan.rubric.deduction:
        points = points_text(course.plan.rubric.deduction)
        deducted = f"{points} points were deducted from each file with at least this share: review each pair."
    legend = (
        f"<p>In each pair, at least {course.plan.rubric.threshold:g} % of one file is also in the other. Code in the "
        f"starter is not counted, nor code in many files, unless the two files are mostly the same. {deducted}</p>"
    )
    return legend + html.scrolling(f"<table>{head}{rows}</table>", "similar files") + rest + connected
