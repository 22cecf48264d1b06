"""`noughts check`: check files that have the eight functions."""

import argparse
import json
import os
from pathlib import Path

from noughts.check import examination, export, html, source
from noughts.check.asking import Options
from noughts.check.limits import ANSWER_SECONDS_MAX, SECONDS_MAX, SLOW_FREE_CELLS, Limits
from noughts.check.words import json_with_words
from noughts.cli.output import show, write
from noughts.errors import BadInput
from noughts.support.progress import percentage
from noughts.support.text import in_colour
from noughts.trace.diagnose import add_lines

EXAMPLES = """\
Checks a file on all 5,478 positions, in several orders, in a sandbox. For each function, it shows up to four kinds of
wrong answer, each on one board: for minimax one with the fewest free cells, for the others one with the fewest marks.
Exit code 0: passed; 1: a fault was found; 2: no fault was found, but a file could not be checked to the end.

examples:
  noughts check tictactoe.py                     check everything
  noughts check --quick tictactoe.py             test minimax on a sample only; takes seconds
  noughts check --allow copy,math tictactoe.py   any other import is a fault
  noughts check --json - mine.py other.py        print the reports as JSON
  noughts check --html report.html tictactoe.py  write a page for mail, a learning platform or print
"""


def add_options(command: argparse.ArgumentParser) -> None:
    """Add --quick, --seed, --sandbox (also under its old name --box) and --workers."""
    sandbox_help = (
        "auto: the best sandbox that this machine offers; required: refuse to run the file without a complete sandbox; "
        "off: no sandbox, only limits on time and memory (default: auto)"
    )
    command.add_argument("--quick", action="store_true", help="ask fewer questions, and test minimax on a sample")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="seed for the order of calls (default: 0)")
    command.add_argument("--sandbox", choices=("auto", "required", "off"), default="auto", help=sandbox_help)
    command.add_argument("--box", dest="sandbox", choices=("auto", "required", "off"), help=argparse.SUPPRESS)
    command.add_argument("--workers", type=int, metavar="N", help="processes to run at a time (default: one per core)")


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts check`."""
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a Python file with the eight functions")
    add_options(check)
    check.add_argument("--allow", metavar="NAMES", help="the only modules that may be imported, e.g. copy,math")
    time_limit = (
        f"CPU time limit for a file, in seconds; the rest is reported as not reached (default: {SECONDS_MAX:g})"
    )
    check.add_argument("--seconds", type=float, default=SECONDS_MAX, metavar="N", help=time_limit)
    answer_limit = (
        f"CPU time limit for one answer of minimax on a board with {SLOW_FREE_CELLS} or more free cells, in seconds; "
        f"any other answer gets a twelfth of it; a function that takes longer fails (default: {ANSWER_SECONDS_MAX:g})"
    )
    check.add_argument("--answer-seconds", type=float, default=ANSWER_SECONDS_MAX, metavar="N", help=answer_limit)
    check.add_argument(
        "--no-trace", action="store_true", help="do not run wrong functions again to find the lines at fault"
    )
    check.add_argument("--json", metavar="FILE", help="write the reports as JSON; - for standard output")
    for kind, format_name in (("html", "an HTML page"), ("junit", "JUnit XML"), ("gradescope", "Gradescope JSON")):
        help_text = f"write the report on the first file as {format_name}"
        check.add_argument(f"--{kind}", metavar="FILE", type=Path, help=help_text)


def number_of_workers(given: int | None) -> int:
    """Return how many processes to run at a time: the given number, or the number of cores if none is given.

    Raise BadInput if the given number is below 1.
    """
    if given is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if given < 1:
        raise BadInput(f"--workers {given} is not a number of processes: use 1 or more")
    return given


def run(arguments: argparse.Namespace) -> int:
    """Check the files, print the reports, and write the requested files; return the exit code.

    JSON has all reports; HTML, JUnit and Gradescope's form have only the report on the first file. With --json -, the
    JSON is printed instead of the reports.

    Raise BadInput if a number is out of range, and SandboxUnavailable if a complete sandbox is required but this
    machine has none.
    """
    for name, value in (("--seconds", arguments.seconds), ("--answer-seconds", arguments.answer_seconds)):
        if not 0 < value < float("inf"):
            raise BadInput(f"{name} {value:g} is not a time limit: use a finite number above 0, e.g. 60")
    workers = number_of_workers(arguments.workers)
    allow = None if arguments.allow is None else tuple(filter(None, map(str.strip, arguments.allow.split(","))))
    limits = Limits(answer_cpu_seconds_max=arguments.answer_seconds)
    options = Options(arguments.quick, arguments.seed, allow, arguments.seconds, arguments.sandbox, limits, workers)
    reports = []
    for path in arguments.files:
        report = examination.check(path, options, percentage(f"checking {path.name}"))
        if report.was_asked and not arguments.no_trace:
            add_lines(report, source.read(path), options)
        reports.append(report)
        if arguments.json != "-":
            show(export.report_text(report, in_colour()))
    written = [json_with_words(report) for report in reports]
    encoded = json.dumps(written if len(written) > 1 else written[0], indent=1)
    if arguments.json == "-":
        show(encoded)
    elif arguments.json:
        write(Path(arguments.json), encoded + "\n")
    for kind, make in (("html", html.report_page), ("junit", export.junit), ("gradescope", export.gradescope)):
        if getattr(arguments, kind):
            write(getattr(arguments, kind), make(reports[0]))
    codes = [report.exit_code for report in reports]
    return 1 if 1 in codes else max(codes)
