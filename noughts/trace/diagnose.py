"""Add to a report on a file the lines that decided its wrong answers. The verdict stays as it is."""

import contextlib

from noughts.check import source
from noughts.check.asking import Options
from noughts.check.limits import Limits
from noughts.check.report import Report, Status
from noughts.check.sandbox.clock import Budget
from noughts.errors import NotTraceable, SandboxUnavailable
from noughts.trace.export import diagnosis
from noughts.trace.recording import Runner
from noughts.trace.tracing import Tracer

# CPU seconds for tracing all wrong functions of one file, and for one recording.
SECONDS_MAX = 40.0
ANSWER_SECONDS_MAX = 15.0


def add_lines(report: Report, data: bytes, options: Options) -> None:
    """Trace each function that is wrong by itself on its first counterexample, and add what is found to the report."""
    names = [name for name in report.mending_order if is_traceable(report, name)]
    if not names or not report.was_asked:
        return
    limits = Limits(answer_cpu_seconds_max=ANSWER_SECONDS_MAX)
    with contextlib.suppress(NotTraceable, SandboxUnavailable):
        runner = Runner(
            source.decode(data)[0],
            Options(allow=options.allow, sandbox=options.sandbox, limits=limits),
            Budget(SECONDS_MAX),
        )
        for name in names:
            add_line(report, name, Tracer(runner.source, runner))


def is_traceable(report: Report, name: str) -> bool:
    """Return whether a function is wrong by itself, on a board and whatever was called before."""
    function = report.functions[name]
    example = function.counterexample
    follows = any(each.id == "follows" and each.function == name for each in report.diagnoses)
    if function.status != Status.FAILED or follows or example is None:
        return False
    return bool(example.position and example.word) and example.kind not in ("inconsistent", "missing")


def add_line(report: Report, name: str, tracer: Tracer) -> None:
    """Trace one function. A finding that names one line goes before the other diagnoses of the function."""
    example = report.functions[name].counterexample
    assert example is not None
    assert example.position is not None
    with contextlib.suppress(NotTraceable):
        trace = tracer.trace(example.position, example.word)
        other = tracer.wrong_position() if trace.is_right and name == "minimax" else None
        if other:  # minimax was wrong on the example only after other calls
            trace = tracer.trace(other)
        found = diagnosis(trace, name)
        if found is not None and trace.finding is not None:
            places = [place for place, each in enumerate(report.diagnoses) if each.function == name]
            places = [places[0], places[-1] + 1] if places else [len(report.diagnoses)]
            report.diagnoses.insert(places[0 if trace.finding.is_exact else -1], found)
