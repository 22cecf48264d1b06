"""What a course leaves in its folder: written beside what was there and put in its place when it is whole."""

from __future__ import annotations

import os
import re
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
    for number, pair in enumerate(course.pairs[:PAIRS_SHOWN_MAX]):
        put(out / "pairs" / f"{number}.html", pages.side_by_side(pair, course))
    put(out / "results.json", pages.results(course))
    put(out / "grades.csv", tables.grades(course))
    put(out / "index.html", overview.page(course, names))


def page_names(keys: list[str]) -> dict[str, str]:
    """A file name for every student: plain letters, and no two the same."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for key in keys:
        plain = re.sub(r"[^A-Za-z0-9-]+", "_", key).strip("_")[:60] or "student"
        name, number = plain, 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}"
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
