"""What a course leaves in its folder: written beside what was there and put in its place when it is whole."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from noughts.course import overview, pages, tables
from noughts.course.course import Course
from noughts.course.overview import PAIRS_SHOWN_MAX


def write_all(course: Course) -> None:
    """Every table and page."""
    out = course.plan.out
    names = page_names([entry.key for entry in course.entries])
    for folder in ("students", "pairs"):
        (out / folder).mkdir(exist_ok=True)
    for entry in course.entries:
        put(out / "students" / names[entry.key], pages.student(entry))
    shown_pairs = course.pairs[:PAIRS_SHOWN_MAX]
    for number, pair in enumerate(shown_pairs):
        put(out / "pairs" / f"{number}.html", pages.side_by_side(pair, course))
    tidy(out / "students", set(names.values()))
    tidy(out / "pairs", {f"{number}.html" for number in range(len(shown_pairs))})
    put(out / "results.json", pages.results(course))
    put(out / "grades.csv", tables.grades(course))
    put(out / "index.html", overview.page(course, names))


def tidy(folder: Path, written: set[str]) -> None:
    """Take away the pages of an earlier run that nobody should be handed any more."""
    for path in folder.glob("*.html"):
        if path.name not in written:
            path.unlink()


def page_names(keys: list[str]) -> dict[str, str]:
    """A file name for every student: plain letters, and no two the same."""
    found: dict[str, str] = {}
    counts: Counter[str] = Counter()
    taken: set[str] = set()
    for key in keys:
        letters = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode()
        plain = re.sub(r"[^A-Za-z0-9-]+", "_", letters).strip("_")[:60] or "student"
        name = plain
        while name.lower() in taken:
            counts[plain.lower()] += 1
            name = f"{plain}-{counts[plain.lower()] + 1}"
        taken.add(name.lower())
        found[key] = f"{name}.html"
    return found


def put(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write a file so that it is never seen half."""
    pieces = [content] if isinstance(content, str | bytes) else content
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb") as file:
            for piece in pieces:
                file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace"))
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
