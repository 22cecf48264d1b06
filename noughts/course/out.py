"""What a course leaves in its folder: written beside what was there and put in its place when it is whole."""

from __future__ import annotations

import os
import re
import zipfile
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


def autograder(path: Path) -> None:
    """The zip that Gradescope wants: a set-up, and the command that it runs for each submission."""
    setup = (
        "#!/usr/bin/env bash\nset -e\napt-get update\napt-get install -y python3 python3-pip\n"
        "pip3 install --break-system-packages /autograder/source/package\n"
    )
    run = (
        "#!/usr/bin/env bash\ncd /autograder\n"
        "noughts check submission/tictactoe.py --allow copy,math --gradescope results/results.json || true\n"
    )
    package = Path(__file__).resolve().parents[1]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("setup.sh", setup), ("run_autograder", run), ("package/pyproject.toml", PROJECT)):
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.external_attr = 0o755 << 16
            archive.writestr(entry, text)
        for file in sorted(package.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                entry = zipfile.ZipInfo(
                    f"package/noughts/{file.relative_to(package).as_posix()}", (2026, 1, 1, 0, 0, 0)
                )
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, file.read_bytes())


# The checker needs nothing but Python, so neither does its package on Gradescope.
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "noughts"
version = "0"
requires-python = ">=3.11"

[project.scripts]
noughts = "noughts.cli:main"
"""
