"""`noughts trace`: show where a file's own search goes wrong."""

import argparse
import json
import sys
from pathlib import Path

from noughts.check import source
from noughts.check.asking import Options
from noughts.check.limits import Limits
from noughts.check.sandbox.clock import Budget
from noughts.cli.output import refuse, say, show, write
from noughts.errors import BadInput, NotTraceable
from noughts.game import notation
from noughts.game.rules import CLASSIC
from noughts.trace import export, html, replay, text
from noughts.trace.recording import SECONDS_MAX, Runner
from noughts.trace.tracing import Tracer

EXAMPLES = """\
Calls the minimax of a file on one position, in a sandbox, and records every call of the file's functions. If the answer
is wrong, shows the first wrong call and the line to look at. The first wrong call has a wrong result although all calls
that it made returned right results. On a terminal you can then go through the calls one by one.
Exit code 0: the answer is right; 1: it is wrong; 2: the file could not be traced.

examples:
  noughts trace tictactoe.py                      a position where minimax is wrong, one with the fewest free cells;
                                                  the empty board if minimax is right everywhere
  noughts trace tictactoe.py X.O.X....            the given position
  noughts trace tictactoe.py --html why.html      also write the finding as an HTML page
  noughts trace tictactoe.py --json - | less      write all calls as JSON instead of the text
"""


def add_arguments(trace: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts trace`."""
    trace.add_argument("file", type=Path, metavar="FILE", help="a Python file with the eight functions")
    trace.add_argument("position", nargs="?", metavar="POSITION", help="the position, row by row, e.g. X.O.X....")
    trace.add_argument(
        "--allow", metavar="NAMES", help="installed modules that the file may import, separated by commas, e.g. numpy"
    )
    limit = f"CPU time limit for the whole trace, in seconds (default: {SECONDS_MAX:g})"
    trace.add_argument("--seconds", type=float, default=SECONDS_MAX, metavar="N", help=limit)
    trace.add_argument(
        "--json",
        metavar="FILE",
        help="write the trace as JSON to a file; - writes it to standard output in place of the text",
    )
    trace.add_argument("--html", metavar="FILE", type=Path, help="write the finding as an HTML page to a file")


def run(arguments: argparse.Namespace) -> int:
    """Trace the file, write and show the trace as requested, and return the exit code.

    On a terminal, the user can then go through the calls. Raise BadInput if --seconds or the position is not valid.
    """
    if not 0 < arguments.seconds < float("inf"):
        raise BadInput(f"--seconds {arguments.seconds:g} is not a time limit: use a finite number above 0, e.g. 60")
    position = notation.read_position(CLASSIC, arguments.position) if arguments.position else None
    data = source.read(arguments.file)
    decoded, problem = source.decode(data)
    if len(data) > source.BYTES_MAX or problem:
        too_large = f"it has more than {source.BYTES_MAX:,} bytes"
        return refuse(f"{arguments.file} cannot be traced: {problem.words if problem else too_large}")
    allow = None if arguments.allow is None else tuple(name for name in arguments.allow.split(",") if name)
    options = Options(allow=allow, limits=Limits(answer_cpu_seconds_max=arguments.seconds))
    try:
        tracer = Tracer(Runner(decoded, options, Budget(arguments.seconds)))
        if position is None:
            position = tracer.wrong_position() or CLASSIC.start
        trace = tracer.trace(position)
    except NotTraceable as error:
        return refuse(f"{arguments.file} cannot be traced: {error}")
    encoded = json.dumps(export.to_json(trace, arguments.file.name)) if arguments.json else ""
    if arguments.html:
        write(arguments.html, html.trace_page(trace, arguments.file.name))
    if arguments.json == "-":
        show(encoded)
        return 0 if trace.is_right else 1
    if arguments.json:
        write(Path(arguments.json), encoded + "\n")
    show(text.trace_text(trace, str(arguments.file)))
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        say("")
        replay.loop(trace)
    return 0 if trace.is_right else 1
