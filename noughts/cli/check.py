"""`noughts check`: check files with the eight functions."""

import argparse
import json
from pathlib import Path

from noughts.check import examination, export, html
from noughts.check.asking import Options
from noughts.check.limits import SECONDS_MAX
from noughts.cli.output import in_colour, show, write
from noughts.errors import BadInput
from noughts.support.progress import counter

EXAMPLES = """\
Checks a file on all 5,478 positions, in a sandbox, and shows the smallest board with a wrong answer.
Exit code 0: passed; 1: a fault was found; 2: could not check.

examples:
  noughts check tictactoe.py                     everything
  noughts check --quick tictactoe.py             one position of each symmetry class, in seconds
  noughts check --allow copy,math tictactoe.py   any other import is a fault
  noughts check --json - mine.py other.py        the reports as JSON
  noughts check --html report.html tictactoe.py  a page for mail, a learning platform or print
"""


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the arguments that say how files are checked: --quick, --seed and --sandbox, formerly --box."""
    sandbox_help = (
        "auto: the best sandbox that this machine offers; required: refuse to run the file without a complete sandbox; "
        "off: limits only (default: auto)"
    )
    command.add_argument("--quick", action="store_true", help="ask about one position of each symmetry class")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="ask in another order (default: 0)")
    command.add_argument("--sandbox", choices=("auto", "required", "off"), default="auto", help=sandbox_help)
    command.add_argument("--box", dest="sandbox", choices=("auto", "required", "off"), help=argparse.SUPPRESS)


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts check`."""
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a Python file with the eight functions")
    add_options(check)
    check.add_argument("--allow", metavar="NAMES", help="the only modules that may be imported, e.g. copy,math")
    time_limit = f"time limit per file; the rest is reported as not reached (default: {SECONDS_MAX:g})"
    check.add_argument("--seconds", type=float, default=SECONDS_MAX, metavar="N", help=time_limit)
    check.add_argument("--json", metavar="FILE", help="write the reports as JSON; - for standard output")
    for kind, format_name in (("html", "an HTML page"), ("junit", "JUnit XML"), ("gradescope", "Gradescope JSON")):
        help_text = f"write the report on the first file as {format_name}"
        check.add_argument(f"--{kind}", metavar="FILE", type=Path, help=help_text)


def run(arguments: argparse.Namespace) -> int:
    """Check the files, show the reports, and write them in the requested formats."""
    if not 0 < arguments.seconds < float("inf"):
        raise BadInput(f"--seconds {arguments.seconds:g} is not a time limit: use a number above 0, e.g. --seconds 60")
    allow = None if arguments.allow is None else tuple(name for name in arguments.allow.split(",") if name)
    options = Options(arguments.quick, arguments.seed, allow, arguments.seconds, arguments.sandbox)
    reports = []
    for path in arguments.files:
        reports.append(examination.check(path, options, counter(f"checking {path.name}")))
        if arguments.json != "-":
            show(export.report_text(reports[-1], in_colour()))
    data = [report.to_json() for report in reports]
    encoded = json.dumps(data if len(data) > 1 else data[0], indent=1)
    if arguments.json == "-":
        show(encoded)
    elif arguments.json:
        write(Path(arguments.json), encoded + "\n")
    for kind, make in (("html", html.report_page), ("junit", export.junit), ("gradescope", export.gradescope)):
        if getattr(arguments, kind):
            write(getattr(arguments, kind), make(reports[0]))
    codes = [report.exit_code for report in reports]
    return 1 if 1 in codes else max(codes)
