"""`noughts course`: grade a folder or archive of submissions, and write feedback."""

import argparse
import os
from contextlib import closing
from pathlib import Path

from noughts.cli.check import add_options
from noughts.cli.output import say
from noughts.course import pipeline
from noughts.course.grading import rubric, similarity
from noughts.course.intake import roster
from noughts.course.output import gradebook, gradescope, tables, write
from noughts.errors import BadInput
from noughts.support.progress import bar
from noughts.support.text import first_few

EXAMPLES = """\
SOURCE is a folder of files, folders or git checkouts, or a zip from Blackboard, Canvas or Moodle.
Safe to interrupt: run the same command again to resume. Tables are CSV files in UTF-8. A roster begins with
  name,id,group                     group may be empty or left out; a group hands in one file
  "Lovelace, Ada",101,
and a table of times, if the platform gives none, with  who,time  and lines like  ada,2026-11-20T23:59:00+01:00

examples:
  noughts course gradebook_export.zip --out graded        write grades.csv, index.html, a page for each student
  noughts course --print-rubric > rubric.toml             print the default rubric, to change it
  noughts course export.zip --out graded --rubric rubric.toml --roster students.csv --starter starter.py
  noughts course checkouts/ --out graded --branch submit  git checkouts, the course's branch
  noughts course export.zip --out graded --gradebook book.csv --column "Project 1"   write graded/filled-book.csv
  noughts course --gradescope-autograder autograder.zip --rubric rubric.toml    let Gradescope grade
"""


def add_arguments(course: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts course`."""
    add = course.add_argument
    add("source", nargs="?", type=Path, metavar="SOURCE", help="a folder of submissions or a zip from the platform")
    add("--out", metavar="DIR", type=Path, help="folder for all output (required to grade)")
    add("--rubric", metavar="FILE", type=Path, help="points for each part (TOML)")
    add("--print-rubric", action="store_true", help="print the default rubric")
    add("--starter", metavar="FILE", type=Path, help="the code that was handed out; its code and comments do not count")
    add("--roster", metavar="CSV", type=Path, help="name, id and group of every student")
    add("--times", metavar="CSV", type=Path, help="time of each submission: who,time; or Moodle's grading worksheet")
    add("--attempt", choices=("last", "first"), default="last", help="which of several attempts counts (default: last)")
    add("--branch", metavar="NAME", help="the branch of git checkouts that counts")
    add("--against", metavar="DIR", type=Path, help="submissions of another year to compare with: a folder or a zip")
    add("--gradebook", metavar="CSV", type=Path, help="the platform's gradebook, to fill in")
    add("--column", metavar="NAME", help="the gradebook's column for the grade (default: Grade)")
    add("--workers", type=int, metavar="N", help="checks at a time (default: the number of cores)")
    add("--cluster", metavar="ADDRESS", help="a Dask scheduler, e.g. tcp://10.0.0.1:8786")
    add_options(course)
    add("--gradescope-autograder", metavar="ZIP", type=Path, help="write the zip that Gradescope needs")


def run(arguments: argparse.Namespace) -> int:
    """Grade a course and write the results; or print the rubric; or write the zip for Gradescope."""
    if arguments.print_rubric:
        print(rubric.DEFAULT, end="")
        return 0
    if arguments.gradescope_autograder:
        return write_autograder(arguments)
    if arguments.source is None or arguments.out is None:
        raise BadInput("say what to grade and where to write: noughts course SOURCE --out DIR")
    if arguments.column and not arguments.gradebook:
        raise BadInput("--column names a column of a gradebook: add --gradebook FILE")
    plan = make_plan(arguments)
    book = gradebook.read(arguments.gradebook, arguments.column) if arguments.gradebook else None
    with closing(pipeline.run(plan, bar())) as course:
        write.write_all(course)
        for warning in course.warnings:
            say(f"Note: {warning}")
        if book:
            fill_in(book, arguments.out / f"filled-{arguments.gradebook.name}", course)
    say(f"wrote grades.csv, index.html and {len(course.entries):,} pages into {arguments.out}")
    return 2 if any(entry.grade is None for entry in course.entries) else 0


def write_autograder(arguments: argparse.Namespace) -> int:
    """Write the zip that Gradescope needs."""
    rubric.read_file(arguments.rubric)  # report mistakes now, not on Gradescope
    text = arguments.rubric.read_text("utf-8") if arguments.rubric else rubric.DEFAULT
    starter = arguments.starter.read_bytes() if arguments.starter else None
    gradescope.write_zip(arguments.gradescope_autograder, text, starter)
    say(f"wrote {arguments.gradescope_autograder}")
    return 0


def fill_in(book: gradebook.Gradebook, path: Path, course: pipeline.Course) -> None:
    """Write the gradebook with the grades filled in; name the students without a grade or a line of their own."""
    total = course.plan.rubric.total
    everybody = tables.people(course)
    data, without_grade = book.filled(everybody, total, is_sure=not course.roster.unmatched)
    write.put(path, data)
    say(f"wrote {path}, with {len(everybody) - len(without_grade):,} of {len(everybody):,} grades")
    if book.possible not in (None, total):
        say(f"Note: the gradebook's column is out of {book.possible:g}, the rubric out of {total:g}: points are scaled")
    if without_grade:
        students = first_few(without_grade, "student")
        say(f"Note: the gradebook has no line that certainly belongs to {students}, or there is no grade to fill in")


def make_plan(arguments: argparse.Namespace) -> pipeline.Plan:
    """Return the plan, having read the rubric, roster, times and starter: mistakes are reported before any check."""
    starter = arguments.starter.read_bytes() if arguments.starter else None
    if starter is not None and similarity.fingerprints(starter) is None:
        raise BadInput(f"{str(arguments.starter)!r} is not a Python program: --starter is the file that was handed out")
    book = arguments.gradebook
    if book and book.resolve().parent == arguments.out.resolve():
        raise BadInput(f"{str(book)!r} is in --out, where files are replaced: put the export beside that folder")
    workers = (os.cpu_count() or 1) if arguments.workers is None else arguments.workers
    if workers < 1:
        raise BadInput(f"--workers {workers} is not a number of checks at a time: use 1 or more")
    return pipeline.Plan(
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
        sandbox=arguments.sandbox,
    )
