"""Write all output of a course. Each file replaces the old one only when it is complete."""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from noughts.course.output import overview, pages, tables
from noughts.course.output.overview import PAIRS_SHOWN_MAX, Faults
from noughts.course.output.tables import Row
from noughts.course.pipeline import Course

RESULTS_SCHEMA = 2


def write_all(course: Course) -> None:
    """Write every table and page; each report is read only once."""
    out = course.plan.out
    names = page_names([entry.key for entry in course.entries])
    for folder in ("students", "pairs"):
        (out / folder).mkdir(exist_ok=True)
    rows, faults = list[Row](), Faults()
    put(out / "results.json", write_students(course, names, rows, faults))
    pairs = course.pairs[:PAIRS_SHOWN_MAX]
    for number, pair in enumerate(pairs):
        put(out / "pairs" / f"{number}.html", pages.pair_page(pair, course))
    remove_others(out / "students", set(names.values()))
    remove_others(out / "pairs", {f"{number}.html" for number in range(len(pairs))})
    put(out / "grades.csv", tables.grades(course, rows))
    put(out / "index.html", overview.page(course, rows, faults, names))


def write_students(course: Course, names: dict[str, str], rows: list[Row], faults: Faults) -> Iterator[str]:
    """Write the students' pages, collect rows and faults, and yield the pieces of results.json."""
    yield f'{{"schema": {RESULTS_SCHEMA}, "submissions": ['
    for number, entry in enumerate(course.entries):
        report = entry.load_report()
        put(course.plan.out / "students" / names[entry.key], pages.student_page(entry, report))
        verdict = report.verdict if report else "not graded"
        rows.append(Row(entry, verdict, tables.review_points(entry, report)))
        faults.count(report)
        yield ("," if number else "") + "\n" + json.dumps(pages.result(entry, report))
    yield "\n], " + json.dumps({"missing": [student.name for student in course.roster.missing]})[1:] + "\n"


def remove_others(folder: Path, written: set[str]) -> None:
    """Remove the pages of an earlier run that were not written again."""
    for path in folder.glob("*.html"):
        if path.name not in written:
            path.unlink()


def page_names(keys: list[str]) -> dict[str, str]:
    """Return a unique file name for every key, in letters and digits that every file system accepts."""
    names: dict[str, str] = {}
    numbers: dict[str, Iterator[int]] = defaultdict(lambda: count(2))
    taken: set[str] = set()
    for key in keys:
        letters = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode()
        plain = re.sub(r"[^A-Za-z0-9-]+", "_", letters).strip("_")[:60] or "student"
        name = plain
        while name.lower() in taken:
            name = f"{plain}-{next(numbers[plain.lower()])}"
        taken.add(name.lower())
        names[key] = f"{name}.html"
    return names


def put(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write a file, which replaces an old one only when it is complete."""
    pieces = [content] if isinstance(content, str | bytes) else content
    unfinished = path.with_name(f".{path.name}.new")
    try:
        with unfinished.open("wb") as file:
            for piece in pieces:
                file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace"))
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
