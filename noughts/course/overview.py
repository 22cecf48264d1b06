"""The teacher's page: how the course did, what went wrong most, what a person must look at, and every grade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from statistics import mean, median

from noughts.check import export
from noughts.course import alike, tables
from noughts.course.course import Course, Entry
from noughts.course.rubric import shown

PAIRS_SHOWN_MAX = 200
FAULTS_SHOWN_MAX = 30
STYLE = """
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: 1rem 0 } rect { fill: var(--link) }
dl { display: flex; flex-wrap: wrap; gap: .6rem 2rem; margin: 1rem 0 }
dt { font-size: .85rem } dd { margin: 0; font-size: 1.5rem } .whole { white-space: nowrap }
.mind { border-left: .3rem solid var(--open); padding-left: .7rem }
"""


def page(course: Course, names: dict[str, str]) -> str:
    """All of it; names are the file names of the students' pages."""
    rows, looks, ungraded = list[str](), list[str](), list[str]()
    causes, functions = Counter[str](), Counter[str]()
    passed = 0
    for entry in course.entries:
        report = entry.report
        verdict, concerns = tables.verdict_of(report), tables.concerns(entry, report)
        passed += verdict == "passed"
        rows.append(grade_row(entry, verdict, course, names))
        if concerns:
            is_graded = report is not None and verdict != "not checked"
            (looks if is_graded else ungraded).append(f"{link(entry.key, names)}: {escape('; '.join(concerns))}")
        if report and any(each["asked"] for each in report["functions"].values()):
            causes.update(set(report["diagnoses"]))
            functions.update(name for name, each in report["functions"].items() if each["status"] == "failed")
        elif report:
            causes[str(report["reason"]).partition(":")[0]] += 1  # nothing could be asked, for a reason
    parts = {
        "How many got how much": histogram(course),
        "The commonest faults": faults(causes, functions, len(course.entries)),
        "Could not be graded": listed(ungraded),
        "To look at": listed(looks),
        "Alike": pairs(course, names),
        "Missing": listed(escape(student.name) for student in course.roster.missing),
        "All grades": grade_table(rows, course),
    }
    there = [(number, title, content) for number, (title, content) in enumerate(parts.items()) if content]
    links = "".join(f'<a href="#part{number}">{title}</a>' for number, title, _ in there)
    sections = "".join(
        f'<section id="part{number}"><h2>{title}</h2>{content}</section>' for number, title, content in there
    )
    told = "".join(f'<p class="mind">{escape(warning)}</p>' for warning in course.warnings)
    head = f"{figures(course, passed)}{told}<nav>{links}</nav>"
    return export.page(f"{course.plan.source.resolve().name}: grades", head + sections, STYLE)


def figures(course: Course, passed: int) -> str:
    """How it went, in numbers, and how it was graded."""
    points = [entry.grade.points for entry in course.entries if entry.grade] or [0.0]
    shown_figures = {
        "submissions": f"{len(course.entries):,}",
        "missing": f"{len(course.roster.missing):,}" if course.plan.roster else "",
        "passed everything": f"{passed:,}",
        "mean": shown(mean(points)),
        "median": shown(median(points)),
        "of": shown(course.plan.rubric.total),
        "pairs alike": f"{len(course.pairs):,}",
    }
    cells = "".join(f"<div><dt>{name}<dd>{value}</div>" for name, value in shown_figures.items() if value)
    deadline = f"Deadline {course.plan.rubric.at.isoformat(' ')}. " if course.plan.rubric.at else "No deadline. "
    asked = "one position of each symmetry class" if course.plan.quick else "every position"
    return f"<dl>{cells}</dl><p>{deadline}Each file was asked about {asked}, seed {course.plan.seed}.</p>"


def listed(lines: Iterable[str]) -> str:
    """Lines that are markup already, as a list; nothing where there are none."""
    items = "".join(f"<li>{line}</li>" for line in lines)
    return items and f"<ul>{items}</ul>"


def link(name: str, names: dict[str, str]) -> str:
    """A student's name as a link to the page."""
    return f'<a href="students/{names[name]}">{escape(name)}</a>' if name in names else escape(name)


def grade_row(entry: Entry, verdict: str, course: Course, names: dict[str, str]) -> str:
    """One line of all grades: whose it is where there is a roster, lateness where there is a deadline."""
    grade = entry.grade
    people = "; ".join(member.name for member in entry.members)
    who = f"<td>{escape(people)}" if course.plan.roster else ""
    late = f'<td class="whole">{escape(grade.late if grade else "")}' if course.plan.rubric.at else ""
    told = f'<td class="number">{grade.text if grade else ""}<td class="whole">{verdict}{late}'
    return f"<tr>{who}<td>{link(entry.key, names)}{told}<td>{escape(grade.costs if grade else '')}</tr>"


def grade_table(rows: list[str], course: Course) -> str:
    """All grades."""
    who, late = "<th>who" * bool(course.plan.roster), "<th>late" * bool(course.plan.rubric.at)
    head = f'<tr>{who}<th>submission<th class="number">points<th>verdict{late}<th>costs</tr>'
    words = "<p>Passed: every function is right. Failed: some function is not, whatever the points.</p>"
    return words + export.scrolling(f"<table>{head}{''.join(rows)}</table>", "all grades")


def histogram(course: Course) -> str:
    """How many got how much, in tenths."""
    total = course.plan.rubric.total
    graded = [entry.grade for entry in course.entries if entry.grade]
    counts = Counter(min(9, int(10 * grade.points / total)) if total else 0 for grade in graded) or Counter({0: 1})
    rows = ""
    for tenth in range(9, -1, -1):
        low, high = shown(total * tenth / 10), shown(total * (tenth + 1) / 10)
        words = f"{low} to {high}" if tenth == 9 else f"{low} to below {high}"
        length = bar(counts[tenth], max(counts.values()))
        rows += f'<tr><td class="whole">{words}<td class="number">{counts[tenth]:,}<td>{length}</tr>'
    head = '<tr><th>points<th class="number">submissions<td></tr>'
    return export.scrolling(f"<table>{head}{rows}</table>", "how many got how much")


def bar(count: int, most: int) -> str:
    """A number as a length."""
    width = round(100 * count / most)
    return f'<svg width="{width}" height="12" aria-hidden="true"><rect width="{width}" height="12"/></svg>'


def faults(causes: Counter[str], functions: Counter[str], of: int) -> str:
    """What the checker takes for causes, and which functions are not right, with how many have each."""
    ranked = [sorted(some.items(), key=lambda item: (-item[1], item[0])) for some in (functions, causes)]
    lines = [(count, f"<code>{name}</code> is not right") for name, count in ranked[0]]
    lines += [(count, escape(cause)) for cause, count in ranked[1][:FAULTS_SHOWN_MAX]]
    if not lines:
        return ""
    rows = "".join(f'<tr><td class="number">{count:,}<td>{bar(count, of)}<td>{what}</tr>' for count, what in lines)
    head = f'<tr><th class="number">of {of:,}<td><th>what</tr>'
    return export.scrolling(f"<table>{head}{rows}</table>", "the commonest faults")


def pair_row(number: int, pair: alike.Pair, names: dict[str, str]) -> str:
    """Two files and how much of each is in the other."""
    sides = ((pair.first, pair.of_first), (pair.second, pair.of_second))
    cells = "".join(f'<td>{link(name, names)}<td class="number whole">{of:.0f} %' for name, of in sides)
    return f'<tr>{cells}<td class="whole"><a href="pairs/{number}.html">side by side</a></tr>'


def pairs(course: Course, names: dict[str, str]) -> str:
    """Pairs above the threshold, and what hangs together."""
    if not course.pairs:
        return ""
    shown_pairs = course.pairs[:PAIRS_SHOWN_MAX]
    rows = "".join(pair_row(number, pair, names) for number, pair in enumerate(shown_pairs))
    head = '<tr><th>file<th class="number">of it<th>and<th class="number">of it<td></tr>'
    more = len(course.pairs) - PAIRS_SHOWN_MAX
    rest = f"<p>{more:,} pairs that are less alike are in results.json.</p>" if more > 0 else ""
    groups = [group for group in alike.clusters(course.pairs) if len(group) > 2]
    lines = listed(escape(", ".join(group)) for group in groups)
    chains = f"<p>What hangs together, each like some other:</p>{lines}" if groups else ""
    cost = course.plan.rubric.cost
    decided = f"It has cost {shown(cost)} points: look at each pair." if cost else "A person decides."
    told = (
        f"<p>From {course.plan.rubric.threshold:g} % on; what the starter and many files share is not counted, unless "
        f"two files are mostly the same. {decided}</p>"
    )
    return told + export.scrolling(f"<table>{head}{rows}</table>", "pairs that are alike") + rest + chains
