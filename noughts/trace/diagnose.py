"""Trace a checked file's wrong functions, and add the lines to blame to its report. The verdict does not change."""

import contextlib

from noughts.check import source
from noughts.check.asking import Options
from noughts.check.findings import SLIP_WORDS
from noughts.check.limits import Limits
from noughts.check.report import MISSING, Report, Status
from noughts.check.sandbox.clock import Budget
from noughts.errors import NotTraceable, SandboxUnavailable
from noughts.trace.export import diagnosis
from noughts.trace.recording import Runner
from noughts.trace.tracing import Tracer

# The CPU time limits for tracing all wrong functions of a file, and for one recording, in seconds.
SECONDS_MAX = 40.0
ANSWER_SECONDS_MAX = 15.0


def add_lines(report: Report, data: bytes, options: Options) -> None:
    """Trace each wrong function on its counterexample, and add the findings to the report's diagnoses.

    Functions for which `is_traceable` is false are skipped. Stop if the required sandbox is not available.
    """
    names = [name for name in report.mending_order if is_traceable(report, name)]
    is_explained = report.reason is not None and report.reason.id == "wrong_constant"
    if not names or not report.was_asked or is_explained:
        return
    limits = Limits(answer_cpu_seconds_max=ANSWER_SECONDS_MAX)
    with contextlib.suppress(NotTraceable, SandboxUnavailable):
        runner = Runner(
            source.decode(data)[0],
            Options(allow=options.allow, sandbox=options.sandbox, limits=limits),
            Budget(SECONDS_MAX),
        )
        for name in names:
            add_line(report, name, Tracer(runner))


def is_traceable(report: Report, name: str) -> bool:
    """Return whether a function is wrong by itself on a board, not because of another function or of earlier calls."""
    function = report.functions[name]
    example = function.counterexample
    follows = any(diagnosis.id == "follows" and diagnosis.function == name for diagnosis in report.diagnoses)
    if function.status != Status.FAILED or follows or example is None:
        return False
    return bool(example.position and example.word) and example.kind not in ("inconsistent", MISSING)


def add_line(report: Report, name: str, tracer: Tracer) -> None:
    """Trace one function and add the finding, if any, to its diagnoses.

    An exact finding follows the diagnoses whose id is in SLIP_WORDS; any other finding comes last.
    Add nothing if the function cannot be traced, or if a wrong rule function may explain the finding.
    """
    example = report.functions[name].counterexample
    assert example is not None
    assert example.position is not None
    with contextlib.suppress(NotTraceable):
        trace = tracer.trace(example.position, example.word)
        other = tracer.wrong_position() if trace.is_right and name == "minimax" else None
        if other:  # minimax was wrong on the example only after other calls
            trace = tracer.trace(other)
        found = diagnosis(trace, name)
        # A board that is not one move away may also come from a wrong rule function.
        is_doubtful = (
            trace.finding is not None
            and trace.finding.suspect.kind == "not_a_successor"
            and any(report.functions[rule].status == Status.FAILED for rule in ("player", "result", "actions"))
        )
        if found is not None and trace.finding is not None and not (name == "minimax" and is_doubtful):
            own = [index for index, present in enumerate(report.diagnoses) if present.function == name]
            first, end = (own[0], own[-1] + 1) if own else (0, len(report.diagnoses))
            first += sum(report.diagnoses[index].id in SLIP_WORDS for index in own)
            report.diagnoses.insert(first if own and trace.finding.is_exact else end, found)
