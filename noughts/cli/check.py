"""`noughts check`: whether a file of the eight functions is right."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from noughts.cli.output import in_colour, refuse, show, write
from noughts.errors import BadInput
from noughts.support.progress import counter

EXAMPLES = """\
Tries a file on all 5,478 positions, in a process that can do no harm, and draws the smallest board that goes wrong.
Exit code 0: passed; 1: a fault was found; 2: could not tell.

examples:
  noughts check tictactoe.py                     everything
  noughts check --quick tictactoe.py             one position of each symmetry class, in seconds
  noughts check --allow copy,math tictactoe.py   other imports are a fault
  noughts check --json - mine.py other.py        the reports as JSON
  noughts check --html report.html tictactoe.py  a page for mail, learning platform and print
"""


def add_arguments(check: argparse.ArgumentParser) -> None:
    """The words of `noughts check`."""
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a tictactoe.py")
    check.add_argument("--quick", action="store_true", help="ask one position of each symmetry class")
    check.add_argument("--seed", type=int, default=0, help="another order of the questions")
    check.add_argument("--allow", metavar="NAMES", help="the only modules that may be imported, e.g. copy,math")
    check.add_argument("--seconds", type=float, default=180.0, help="what is not reached by then is left (180)")
    check.add_argument(
        "--box", choices=("auto", "required", "off"), default="auto", help="required: contained or not run"
    )
    check.add_argument("--json", metavar="FILE", help="write the reports as JSON; - for standard output")
    for kind in ("html", "junit", "gradescope"):
        check.add_argument(f"--{kind}", metavar="FILE", type=Path, help=f"write the first report as {kind}")


def run(arguments: argparse.Namespace) -> int:
    """Check files, show the reports, and write them in the shapes that were asked for."""
    from noughts.check import asking, checker, export

    if not 0 < arguments.seconds < float("inf"):
        raise BadInput(f"--seconds {arguments.seconds:g} is no time limit: a number above 0 will do, e.g. --seconds 60")
    allow = None if arguments.allow is None else tuple(name for name in arguments.allow.split(",") if name)
    options = asking.Options(arguments.quick, arguments.seed, allow, arguments.seconds, arguments.box)
    reports = []
    for path in arguments.files:
        try:
            reports.append(checker.check(path, options, counter(f"checking {path.name}")))
        except asking.NoBox as error:
            return refuse(str(error))
        if arguments.json != "-":
            show(reports[-1].text(in_colour()))
    if arguments.json:
        data = [report.to_json() for report in reports]
        text = json.dumps(data if len(data) > 1 else data[0], indent=1)
        show(text) if arguments.json == "-" else write(Path(arguments.json), text + "\n")
    for kind, make in (("html", export.html), ("junit", export.junit), ("gradescope", export.gradescope)):
        if getattr(arguments, kind):
            write(getattr(arguments, kind), make(reports[0]))
    codes = [report.exit_code for report in reports]
    return 1 if 1 in codes else max(codes)
