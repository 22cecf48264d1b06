"""Grades as tables: grades.csv, and the gradebook that a platform exported, filled in."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from noughts.check.questions import NO_ANSWER_WORDS
from noughts.course.course import Course, Entry
from noughts.course.intake import folded
from noughts.course.rubric import shown
from noughts.notation import BadInput

# How a gradebook names the columns that tell who somebody is, by platform.
PEOPLE = {
    "Canvas": ("sis user id", "sis login id", "id", "student"),
    "Blackboard": ("username", "student id"),
    "Moodle": ("identifier", "id number", "email address", "full name"),
}
# Columns that Moodle's own worksheet has for a grade.
GRADE_COLUMNS = ("grade",)


def cell(text: str) -> str:
    """A text that a spreadsheet takes for a text, whatever it begins with."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def grades(course: Course) -> str:
    """grades.csv: a line for every student."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [what for what, _, _ in course.entries[0].grade.parts[:9]] if course.entries[0].grade else []
    writer.writerow(
        ["who", "id", "submission", "points", "of", "verdict", "late", "costs", "alike", "to look at", *names]
    )
    for who, number, entry in people(course):
        nothing = ["", "0", shown(course.plan.rubric.total), "missing", "", "", "", "", *[""] * len(names)]
        writer.writerow([cell(who), cell(number), *(columns(entry, names) if entry else nothing)])
    return out.getvalue()


def people(course: Course) -> list[tuple[str, str, Entry | None]]:
    """Everybody who gets a grade: the roster's students where there is a roster, else who handed in."""
    found: list[tuple[str, str, Entry | None]] = []
    ids = {folded(row["name"]): row["id"] for row in course.roster}
    for entry in course.entries:
        for name in entry.submission.members or (entry.key,):
            found.append((name, ids.get(folded(name), entry.submission.id), entry))
    found += [(row["name"], row["id"], None) for row in course.missing]
    return sorted(found, key=lambda each: (each[0], each[1], each[2].key if each[2] else ""))


def columns(entry: Entry, names: list[str]) -> list[str]:
    """An entry's cells."""
    assert entry.grade is not None
    most = max((pair.most for pair in entry.alike), default=0.0)
    parts = {what: points for what, points, _ in entry.grade.parts}
    likeness = f"{most:.0f} %" if most else ""
    told = [
        entry.grade.text,
        shown(entry.grade.total),
        verdict_of(entry),
        entry.grade.late,
        cell(entry.grade.costs),
        likeness,
    ]
    return [cell(entry.key), *told, cell("; ".join(concerns(entry))), *(shown(parts[name]) for name in names)]


def verdict_of(entry: Entry) -> str:
    """What became of it, in a word or two."""
    report = entry.report
    return str(report["verdict"]) if report else "not graded"


def concerns(entry: Entry) -> list[str]:
    """What a person should look at."""
    found = list(entry.submission.problems)
    if entry.is_second:
        found.append("the group has handed in more than once")
    report = entry.report
    if report:
        found += [f"source: {flag}" for flag in report["flags"][:3]]
        found += limits_hit(report)
    return found


def limits_hit(report: dict[str, Any]) -> list[str]:
    """Where a check ended at a limit, so that a person may give it more."""
    if report["verdict"] == "not checked":
        return [str(report["reason"])]
    functions = report["functions"].items()
    late = [name for name, each in functions if each["status"] == "not reached"]
    hung = [
        name
        for name, each in functions
        if (found := each["counterexample"]) and found["got"].startswith(NO_ANSWER_WORDS)
    ]
    told = [f"the time was up before {', '.join(late)} had been asked everything"] if late else []
    return told + [f"{', '.join(hung)} gave no answer within the limits"] * bool(hung)


def gradebook(course: Course, path: Path, column: str | None) -> bytes:
    """The exported gradebook with the grades filled in; all else stays as it was, encoding and separators too."""
    data = path.read_bytes()
    encoding = (
        "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig" if data[:3] == b"\xef\xbb\xbf" else "utf-8"
    )
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise BadInput(f"{str(path)!r} is no gradebook that can be read: {error}") from None
    separator = "\t" if text.partition("\n")[0].count("\t") > text.partition("\n")[0].count(",") else ","
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    if not rows:
        raise BadInput(f"{str(path)!r} is empty: export the gradebook from the platform")
    who, into = columns_of(rows[0], column, path)
    points = {}
    for name, number, entry in people(course):
        for key in (number, name):
            if key and (entry or not course.unmatched):  # nobody gets a zero whose submission may be there
                points[folded(key)] = entry.grade.text if entry and entry.grade else "0"
    for row in rows[1:]:
        found = next((points[folded(row[at])] for at in who if at < len(row) and folded(row[at]) in points), None)
        if found is not None and into < len(row):
            row[into] = found
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\r\n" if "\r\n" in text else "\n").writerows(rows)
    return out.getvalue().encode(encoding)


def columns_of(head: list[str], column: str | None, path: Path) -> tuple[list[int], int]:
    """Which columns tell who somebody is, and which takes the grade."""
    names = [name.strip().strip("\ufeff").lower() for name in head]
    who = [names.index(name) for some in PEOPLE.values() for name in some if name in names]
    if not who:
        raise BadInput(
            f"{str(path)!r} has no column that says who somebody is: one of Student, Username, Full name is needed"
        )
    if column is None:
        into = next((names.index(name) for name in GRADE_COLUMNS if name in names), None)
    else:
        into = next((at for at, name in enumerate(head) if column.lower() in name.lower()), None)
    if into is None:
        choices = ", ".join(repr(name) for name in head if name)[:300]
        raise BadInput(f"--column must name the column of {str(path)!r} that takes the grade: it has {choices}")
    return who, into
