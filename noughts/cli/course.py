"""`noughts course`: grade a folder or zip of submissions, and write feedback."""

import argparse
import json
from contextlib import closing
from pathlib import Path

from noughts.cli.check import add_options, number_of_workers
from noughts.cli.output import say
from noughts.course import pipeline, records
from noughts.course.grading import rubric, similarity
from noughts.course.grading.grade import points_text
from noughts.course.intake import roster
from noughts.course.output import classroom, gradebook, gradescope, tables, write
from noughts.errors import BadInput
from noughts.support.progress import bar
from noughts.support.text import first_few, plural

EXAMPLES = """\
SOURCE is a folder of files, folders or git checkouts, or a zip from Blackboard, Canvas, Moodle or Gradescope.
Safe to interrupt: run the same command again to resume. Tables are CSV files in UTF-8. A roster begins with
  name,id,group                     group may be empty or left out; a group hands in one file
  "Lovelace, Ada",101,
If the platform gives no times, write them into a table for --times, which begins with
  who,time
  ada,2026-11-20T23:59:00+01:00
The first run puts adjustments.csv, extensions.csv and cleared.csv into DIR: write your decisions there, and run the
same command again.

examples:
  noughts course gradebook_export.zip --out graded        write grades.csv, index.html, a page for each student
  noughts course --print-rubric > rubric.toml             save the default rubric, to change it
  noughts course moodle.zip --out graded --roster sheet.csv --times sheet.csv --gradebook sheet.csv    all from Moodle
  noughts course export.zip --out graded --rubric rubric.toml --roster students.csv --starter starter.py
  noughts course checkouts/ --out graded --branch submit  read the branch submit of git checkouts
  noughts course export.zip --out graded --gradebook book.csv --column "Project 1"   write graded/filled-book.csv
  noughts course . --classroom50 result.json --rubric rubric.toml    grade one checkout for Classroom 50
  noughts course --gradescope-autograder autograder.zip --rubric rubric.toml    write the zip for Gradescope
"""


def add_arguments(course: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts course`."""
    add = course.add_argument
    add("source", nargs="?", type=Path, metavar="SOURCE", help="a folder of submissions or a zip from the platform")
    add("--out", metavar="DIR", type=Path, help="folder for all output (required to grade a course)")
    add("--rubric", metavar="FILE", type=Path, help="TOML file with points, deductions, limits and the deadline")
    add("--print-rubric", action="store_true", help="print the default rubric")
    add(
        "--starter",
        metavar="FILE",
        type=Path,
        help="the file you handed out; its code does not count as similar, nor its comments as documentation",
    )
    add("--roster", metavar="CSV", type=Path, help="name, id and group of every student")
    add("--times", metavar="CSV", type=Path, help="times of the submissions (who,time), or Moodle's grading worksheet")
    attempts = "; ".join(f"{name}: {words}" for name, words in records.ATTEMPTS.items())
    add("--attempt", choices=tuple(records.ATTEMPTS), default="last", help=f"which attempt counts ({attempts})")
    add("--branch", metavar="NAME", help="read this branch of each git checkout")
    add("--against", metavar="DIR", type=Path, help="submissions of another year to compare with: a folder or a zip")
    add("--gradebook", metavar="CSV", type=Path, help="the platform's gradebook or worksheet, to fill in")
    add("--column", metavar="NAME", help="the gradebook's column for the grade (default: Grade)")
    add("--overwrite", action="store_true", help="replace what is already in the gradebook: marks, EX, N/A, comments")
    add("--cluster", metavar="ADDRESS", help="check on a Dask cluster: tcp://HOST:8786, or tls://HOST:8786 with TLS")
    add_options(course)
    add(
        "--classroom50",
        metavar="JSON",
        type=Path,
        help="grade the one submission in the folder SOURCE; write this file for Classroom 50",
    )
    add("--gradescope-autograder", metavar="ZIP", type=Path, help="write the autograder zip to upload to Gradescope")


def run(arguments: argparse.Namespace) -> int:
    """Grade a course, grade one submission for Classroom 50, write Gradescope's zip, or print the default rubric.

    Return the exit code: 2 if a submission of the course has no grade, else 0. Raise BadInput for a mistake in an
    argument or a file.
    """
    if arguments.print_rubric:
        print(rubric.DEFAULT, end="")
        return 0
    if arguments.gradescope_autograder:
        return write_autograder(arguments)
    if arguments.classroom50:
        return write_classroom(arguments)
    if arguments.source is None or arguments.out is None:
        raise BadInput("say what to grade and where to write: type  noughts course SOURCE --out DIR")
    if arguments.column and not arguments.gradebook:
        raise BadInput("--column names a column of a gradebook: add --gradebook CSV")
    plan = make_plan(arguments)
    book = gradebook.read(arguments.gradebook, arguments.column) if arguments.gradebook else None
    with closing(pipeline.run(plan, bar())) as course:
        summaries = write.write_all(course)
        for line in decided(course):
            say(line)
        for warning in course.warnings():
            say(f"Note: {warning}")
        if book:
            fill_in(book, arguments.out / f"filled-{arguments.gradebook.name}", course, arguments.overwrite, summaries)
    say(f"wrote grades.csv, index.html and {plural(len(course.entries), 'student page')} into {arguments.out}")
    return 2 if any(entry.grade is None for entry in course.entries) else 0


def decided(course: records.Course) -> list[str]:
    """Return a line for each adjustment that was made, and one that counts extensions and cleared pairs, if any."""
    lines = [
        f"adjusted {who}: {points_text(before.points)} -> {points_text(after.points)} points"
        for who, before, after in course.adjusted
    ]
    extended, cleared = len(course.decisions.extended), len(course.decisions.cleared)
    if extended or cleared:
        lines.append(f"read {plural(extended, 'extension')} and {plural(cleared, 'cleared pair')}")
    return lines


def write_classroom(arguments: argparse.Namespace) -> int:
    """Grade one submission and write the result for Classroom 50; return exit code 0.

    Raise BadInput if SOURCE is not a folder, the check failed, or the rubric has a mistake.
    """
    if arguments.source is None or not arguments.source.is_dir():
        raise BadInput(
            "--classroom50 grades one submission: name its folder, e.g.  noughts course . --classroom50 result.json"
        )
    starter = arguments.starter.read_bytes() if arguments.starter else None
    result = classroom.result_of(arguments.source.resolve(), rubric.read_file(arguments.rubric), starter)
    write.put(arguments.classroom50, json.dumps(result, indent=1) + "\n")
    say(f"wrote {arguments.classroom50}: {result['score']:g} of {result['max-score']:g} points")
    return 0


def write_autograder(arguments: argparse.Namespace) -> int:
    """Write the zip that Gradescope needs to grade by the rubric; return exit code 0.

    Raise BadInput for a mistake in the rubric.
    """
    rubric.read_file(arguments.rubric)  # report mistakes now, not on Gradescope
    text = arguments.rubric.read_text("utf-8") if arguments.rubric else rubric.DEFAULT
    starter = arguments.starter.read_bytes() if arguments.starter else None
    gradescope.write_zip(arguments.gradescope_autograder, text, starter)
    say(f"wrote {arguments.gradescope_autograder}")
    return 0


def fill_in(
    book: gradebook.Gradebook, path: Path, course: records.Course, overwrite: bool, comments: dict[str, str]
) -> None:
    """Write the gradebook with grades filled in; print how many were written, which marks stayed, and who has none."""
    total = course.plan.rubric.total
    filled = book.filled(tables.people(course), total, overwrite, comments)
    write.put(path, filled.data)
    say(f"wrote {path}, with {plural(filled.written, 'new grade')}")
    if filled.kept:
        say(f"Note: {plural(len(filled.kept), 'cell')} already had a mark and kept it; --overwrite replaces marks:")
        for line in filled.kept:
            say(f"  {line}")
        say("  The pages of these students show the computed points.")
    if book.possible not in (None, total):
        say(f"Note: the maximum is {book.possible:g} in the gradebook and {total:g} in the rubric: points were scaled")
    if filled.without_grade:
        students = first_few(filled.without_grade, "student")
        reason = "they have no grade, or do not match exactly one line of the gradebook"
        say(f"Note: no grade was filled in for {students}: {reason}")


def make_plan(arguments: argparse.Namespace) -> records.Plan:
    """Read the rubric, roster, times and starter, and return the plan; raise BadInput for a mistake in an argument."""
    starter = arguments.starter.read_bytes() if arguments.starter else None
    if starter is not None and similarity.fingerprints(starter) is None:
        raise BadInput(f"--starter {str(arguments.starter)!r} is not a Python program: name the file you handed out")
    book = arguments.gradebook
    if book and book.resolve().parent == arguments.out.resolve():
        raise BadInput(f"{str(book)!r} is in --out, where files are replaced: name a copy outside --out")
    unchanged = ("source", "out", "branch", "attempt", "against", "cluster", "quick", "seed", "sandbox")
    return records.Plan(
        **{name: getattr(arguments, name) for name in unchanged},
        rubric=rubric.read_file(arguments.rubric),
        starter=starter,
        times=roster.read_times(arguments.times) if arguments.times else {},
        roster=roster.read(arguments.roster) if arguments.roster else (),
        workers=number_of_workers(arguments.workers),
    )
