"""Trace a checked file's wrong functions, and add the findings to its report. The verdict does not change."""

import ast
import contextlib
import inspect
from collections.abc import Collection
from dataclasses import replace

from noughts.check import source
from noughts.check.asking import Options
from noughts.check.consequences import RULE_FUNCTIONS
from noughts.check.diagnosis import VAGUE
from noughts.check.findings import Finding, finding
from noughts.check.limits import Limits
from noughts.check.report import MISSING, Report, Status
from noughts.check.sandbox import repairs
from noughts.check.sandbox.clock import Budget
from noughts.check.slip_words import SLIP_WORDS
from noughts.errors import NotTraceable, SandboxUnavailable
from noughts.trace.export import diagnosis
from noughts.trace.recording import Runner
from noughts.trace.tracing import Tracer

# The CPU time limits for tracing all wrong functions of a file, and for one recording, in seconds.
SECONDS_MAX = 40.0
ANSWER_SECONDS_MAX = 15.0
# The ids of the diagnoses that come before the finding of a trace, besides the slips (check/slip_words.py).
FIRST = ("own_fault", "own_fault_explained", "blocks_first")
# The slips that are certainly a cause. The other slips say that the file keeps a value, which need not be wrong.
CAUSES = tuple(kind for kind in SLIP_WORDS if not kind.startswith("keeps_"))


def add_lines(report: Report, data: bytes, options: Options) -> None:
    """Trace each wrong function on its counterexample, and add the findings to the report's diagnoses.

    Functions for which `is_traceable` is false are skipped. Add nothing if the file got no questions, or if it
    failed because of a wrong constant. Stop if the file cannot be loaded, or if the required sandbox is not available.
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
            failing = [rule for rule in RULE_FUNCTIONS if report.functions[rule].status == Status.FAILED]
            is_mixed = name == "minimax" and bool(failing)  # right rules show what minimax itself does wrong
            own = replace(runner, source=with_right_rules(runner.source, failing)) if is_mixed else runner
            add_line(report, name, Tracer(own))


def with_right_rules(text: str, names: Collection[str]) -> str:
    """Return the source of a file with right versions of the named functions at its end, where they move no line."""
    tree = ast.parse(inspect.getsource(repairs))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names]
    for part in (part for function in functions for part in ast.walk(function)):
        if isinstance(part, ast.FunctionDef):
            part.returns = None
        elif isinstance(part, ast.arg):
            part.annotation = None
    right = "\n\n\n".join(map(ast.unparse, functions)).replace("LINES", repr(repairs.LINES))
    return f"{text}\n\n\n{right}\n"


def is_traceable(report: Report, name: str) -> bool:
    """Return whether a function is wrong by itself on a known board, not because of another function.

    A function whose answer depends on earlier calls is not traceable either, unless it is minimax.
    """
    function = report.functions[name]
    example = function.counterexample
    follows = any(diagnosis.id == "follows" and diagnosis.function == name for diagnosis in report.diagnoses)
    if function.status != Status.FAILED or follows or example is None:
        return False
    is_clear = example.kind != "inconsistent" or name == "minimax"  # minimax may be wrong on its own on another board
    return bool(example.position and example.word) and is_clear and example.kind != MISSING


def add_line(report: Report, name: str, tracer: Tracer) -> None:
    """Trace one function on its counterexample, and add the finding to its diagnoses.

    If minimax is right there, trace another position where it is wrong. Add nothing if nothing is found, or if the
    function cannot be traced.
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
        if found is not None and trace.finding is not None:
            insert(report, name, found, trace.finding.is_exact)


def insert(report: Report, name: str, found: Finding, is_exact: bool) -> None:
    """Insert the finding of a trace into the diagnoses of a function.

    An exact finding comes after the slips and the FIRST diagnoses; for minimax, it also replaces the VAGUE ones. Any
    other finding comes last, and is left out if a slip already names the cause.
    """
    own = [index for index, present in enumerate(report.diagnoses) if present.function == name]
    leading = [index for index in own if report.diagnoses[index].id in (*SLIP_WORDS, *FIRST)]
    if not is_exact and any(report.diagnoses[index].id in CAUSES for index in leading):
        return
    end = own[-1] + 1 if own else len(report.diagnoses)
    report.diagnoses.insert(own[0] + len(leading) if own and is_exact else end, found)
    if is_exact and name == "minimax":
        report.diagnoses = [each for each in report.diagnoses if each.id not in VAGUE]
    if name == "minimax":
        explain_own_fault(report)


def explain_own_fault(report: Report) -> None:
    """Reword the diagnosis that minimax has a fault of its own, so that it introduces the diagnoses that follow."""
    for index, present in enumerate(report.diagnoses):
        if present.id == "own_fault":
            report.diagnoses[index] = finding("own_fault_explained", **dict(present.fields))
