"""`noughts course`: a folder or archive of submissions in, grades and feedback out."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.cli.output import refuse, say
from noughts.errors import BadInput

if TYPE_CHECKING:
    from noughts.course.course import Course, Plan
    from noughts.course.gradebook import Gradebook

EXAMPLES = """\
SOURCE is a folder of files, of folders or of git checkouts, or the zip that Blackboard, Canvas or Moodle made.
Killed at any moment and run again, it goes on where it was. Tables are CSV files in UTF-8. A roster begins with
  name,id,group                     group may be left out or empty: it is a team that hands in one file
  "Lovelace, Ada",101,
and a table of times, where the platform tells none, with  who,time  and lines like  ada,2026-11-20T23:59:00+01:00

examples:
  noughts course gradebook_export.zip --out graded        grades.csv, index.html, a page for each student
  noughts course --print-rubric > rubric.toml             what is worth how much, to be changed
  noughts course export.zip --out graded --rubric rubric.toml --roster students.csv --starter starter.py
  noughts course checkouts/ --out graded --branch submit  git checkouts, the course's branch
  noughts course export.zip --out graded --gradebook book.csv --column "Project 1"   writes graded/filled-book.csv
  noughts course --gradescope-autograder autograder.zip --rubric rubric.toml    Gradescope grades by it itself
"""


def add_arguments(course: argparse.ArgumentParser) -> None:
    """The words of `noughts course`."""
    course.add_argument("source", nargs="?", type=Path, metavar="SOURCE", help="a folder or a platform's zip")
    course.add_argument("--out", metavar="DIR", type=Path, help="where everything is written (needed to grade)")
    course.add_argument("--rubric", metavar="FILE", type=Path, help="what is worth how much (TOML)")
    course.add_argument("--print-rubric", action="store_true", help="print the rubric that is used without one")
    course.add_argument("--starter", metavar="FILE", type=Path, help="the code handed out, which does not count")
    course.add_argument("--roster", metavar="CSV", type=Path, help="name, id (and group) of every student")
    course.add_argument("--times", metavar="CSV", type=Path, help="who, time; or Moodle's grading worksheet")
    course.add_argument("--attempt", choices=("last", "first"), default="last", help="of several attempts (last)")
    course.add_argument("--branch", metavar="NAME", help="the branch of git checkouts that counts")
    course.add_argument("--against", metavar="DIR", type=Path, help="last year's submissions, to be compared with")
    course.add_argument("--gradebook", metavar="CSV", type=Path, help="the platform's gradebook, to be filled in")
    course.add_argument("--column", metavar="NAME", help="the gradebook's column for the grade")
    course.add_argument("--workers", type=int, metavar="N", help="checks at a time (as many as there are cores)")
    course.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, e.g. tcp://10.0.0.1:8786")
    course.add_argument("--quick", action="store_true", help="ask one position of each symmetry class")
    course.add_argument("--seed", type=int, default=0, help="another order of the questions")
    course.add_argument(
        "--box", choices=("auto", "required", "off"), default="auto", help="required: contained or not run"
    )
    course.add_argument("--gradescope-autograder", metavar="ZIP", type=Path, help="write what Gradescope needs")


def run(arguments: argparse.Namespace) -> int:
    """Grade a course."""
    from noughts.check.asking import NoBox
    from noughts.course import course, gradebook, gradescope, out, rubric

    if arguments.print_rubric:
        print(rubric.DEFAULT, end="")
        return 0
    if arguments.gradescope_autograder:
        rubric.read_file(arguments.rubric)  # refused here rather than there
        text = arguments.rubric.read_text("utf-8") if arguments.rubric else rubric.DEFAULT
        starter = arguments.starter.read_bytes() if arguments.starter else None
        gradescope.write_zip(arguments.gradescope_autograder, text, starter)
        say(f"wrote {arguments.gradescope_autograder}")
        return 0
    if arguments.source is None or arguments.out is None:
        raise BadInput("name what is to be graded and where to: noughts course SOURCE --out DIR")
    if arguments.column and not arguments.gradebook:
        raise BadInput("--column names a column of a gradebook: give that with --gradebook")
    plan = plan_of(arguments)
    book = gradebook.read(arguments.gradebook, arguments.column) if arguments.gradebook else None
    try:
        found = course.run(plan, progress_bar())
    except NoBox as error:
        return refuse(str(error))
    with closing(found):
        out.write_all(found)
        for warning in found.warnings:
            say(f"Mind: {warning}")
        if book:
            fill_in(book, arguments.out / f"filled-{arguments.gradebook.name}", found)
    say(f"wrote grades.csv, index.html and {len(found.entries):,} pages into {arguments.out}")
    return 2 if any(entry.grade is None for entry in found.entries) else 0


def fill_in(book: Gradebook, path: Path, found: Course) -> None:
    """Write the gradebook with the grades, and say what is not in it."""
    from noughts.course import out, tables
    from noughts.course.course import some_of

    total = found.plan.rubric.total
    people = tables.people(found)
    data, lost = book.filled(people, total, is_sure=not found.roster.unmatched)
    out.put(path, data)
    say(f"wrote {path}, with {len(people) - len(lost):,} of {len(people):,} grades")
    if book.possible not in (None, total):
        say(f"Mind: the gradebook's column is out of {book.possible:g}, the rubric out of {total:g}: points are scaled")
    if lost:
        say(f"Mind: the gradebook has no line that is surely theirs for {some_of(lost, 'student')}")


def plan_of(arguments: argparse.Namespace) -> Plan:
    """All that was decided, read and found good before the first file is checked."""
    from noughts.course import alike, roster, rubric
    from noughts.course.course import Plan

    starter = arguments.starter.read_bytes() if arguments.starter else None
    if starter is not None and alike.fingerprints(starter) is None:
        raise BadInput(f"{str(arguments.starter)!r} is no Python program: --starter is the file that was handed out")
    book = arguments.gradebook
    if book and arguments.out and book.resolve().parent == arguments.out.resolve():
        raise BadInput(f"{str(book)!r} lies in --out, where files are replaced: put the export beside it")

    workers = (os.cpu_count() or 1) if arguments.workers is None else arguments.workers
    if workers < 1:
        raise BadInput(f"--workers {workers} is no number of checks at a time: 1 or more will do")
    return Plan(
        arguments.source,
        arguments.out,
        rubric.read_file(arguments.rubric),
        starter=starter,
        branch=arguments.branch,
        times=roster.read_times(arguments.times) if arguments.times else {},
        attempt=arguments.attempt,
        roster=roster.read(arguments.roster) if arguments.roster else (),
        against=arguments.against,
        workers=workers,
        cluster=arguments.cluster,
        quick=arguments.quick,
        seed=arguments.seed,
        box=arguments.box,
    )


def progress_bar() -> Callable[[int, int], None] | None:
    """A bar with the estimated end, on a terminal; nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    began, at_first = time.monotonic(), [-1]

    def show(done: int, of: int) -> None:
        if at_first[0] < 0:
            at_first[0] = done
        seconds = time.monotonic() - began
        fresh = done - at_first[0]
        left = f", about {seconds / fresh * (of - done):,.0f} s to go" if fresh else ""
        filled = round(30 * done / of) if of else 30
        bar = f"[{'#' * filled}{' ' * (30 - filled)}] {done:,} of {of:,}{left}"
        print(f"\r{bar:<75}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return show
