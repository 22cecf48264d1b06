"""Write all output of a course. A new file replaces the old one only when the new one is complete."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from noughts.course.output import hand_back, overview, pages, tables
from noughts.course.output.overview import PAIRS_SHOWN_MAX
from noughts.course.records import Course
from noughts.support.text import unique

RESULTS_SCHEMA = 2
# Letters that Unicode does not decompose.
SIMPLE_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "Ae"}
)


def write_all(course: Course) -> dict[str, str]:
    """Write all tables and pages, remove old pages, and return a summary of each entry, by key.

    Only one report is in memory at a time.
    """
    out = course.plan.out
    names = page_names([*pages_of(course)])
    for folder in ("students", "pairs"):
        (out / folder).mkdir(exist_ok=True)
    faults, summaries = Counter[str](), dict[str, str]()
    put(out / "results.json", write_students(course, names, faults, summaries))
    pairs = {out / "pairs" / f"{number}.html": pair for number, pair in enumerate(course.pairs[:PAIRS_SHOWN_MAX])}
    for path, pair in pairs.items():
        put(path, pages.pair_page(pair, course))
    written = pairs.keys() | {out / "students" / name for name in names.values()}
    for path in {*out.glob("pairs/*.html"), *out.glob("students/*.html")} - written:
        path.unlink()  # a page of an earlier run
    put(out / "grades.csv", tables.BOM + tables.grades(course))
    put(out / hand_back.TABLE, tables.BOM + hand_back.mail_merge(course, names, summaries))
    put(out / "index.html", overview.page(course, faults, names))
    return summaries


def pages_of(course: Course) -> Iterator[str]:
    """Yield the key of every student's page: one for each entry, and one for each member with a grade of their own."""
    for entry in course.entries:
        yield entry.key
    for entry in course.entries:
        for student in entry.member_grades:
            yield entry.member_key(student)


def write_students(
    course: Course, names: dict[str, str], faults: Counter[str], summaries: dict[str, str]
) -> Iterator[str]:
    """Yield the pieces of results.json; meanwhile, write the students' pages and the feedback zip.

    `faults` and `summaries` are filled in; they are complete when the last piece has been taken.
    """
    folder, feedback = course.plan.out / "students", hand_back.FeedbackZip(course)
    title = course.plan.rubric.name
    yield f'{{"schema": {RESULTS_SCHEMA}, "submissions": ['
    for number, entry in enumerate(course.entries):
        report = entry.load_report()
        page = pages.student_page(entry, report, title)
        put(folder / names[entry.key], page)
        feedback.add(entry, page)
        for student in entry.member_grades:
            put(folder / names[entry.member_key(student)], pages.student_page(entry, report, title, student))
        summaries[entry.key] = pages.summary(entry, report)
        faults.update(overview.faults_in(report) if report else ())
        yield ("," if number else "") + "\n" + json.dumps(pages.results_entry(entry, report))
    yield "\n], " + json.dumps({"missing": [student.name for student in course.roster.missing]})[1:] + "\n"
    feedback.finish()


def page_names(keys: list[str]) -> dict[str, str]:
    """Return a unique file name for each key, made only of characters that every file system accepts."""
    plain_keys = [unicodedata.normalize("NFKD", key.translate(SIMPLE_LETTERS)) for key in keys]
    letters = [key.encode("ascii", "ignore").decode() for key in plain_keys]
    plain = [re.sub(r"[^A-Za-z0-9-]+", "_", text).strip("_")[:60] or "student" for text in letters]
    return {key: f"{name}.html" for key, name in zip(keys, unique(plain, "{}-{}", str.lower), strict=True)}


def put(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write a file; an old one is replaced only when the new one is complete."""
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
