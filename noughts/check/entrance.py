"""What is asked before any position: are all eight there, with their parameters, and do boards stay what they were?"""

from __future__ import annotations

from noughts.check.questions import NAMES, PARAMETERS
from noughts.check.report import FAILED, PASSED, Counterexample, Report
from noughts.check.rulings import parameter_fault, signature, takes
from noughts.check.texts import encoded, readable

# The clauses about what the functions answer.
OF_FUNCTIONS = ("E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12", "E13")


def rule_heads(report: Report, told: dict[str, str]) -> None:
    """The parameters of the eight, and the three constants."""
    for name in NAMES:
        fault = parameter_fault(name, told.get(name, "missing"))
        if fault:
            fail(report, name, Counterexample(None, name, signature(name), fault))
            report.functions[name].is_broken = not takes(name, told.get(name, "missing"))
            report.clauses["G2"] = FAILED
        elif told.get(name, "").partition(":")[0] not in (",".join(PARAMETERS.get(name, ("board",))), "unknown"):
            report.remarks.append(f"{name} calls its parameters {told[name].partition(':')[0]}")
    for constant, due in (("X", '"X"'), ("O", '"O"'), ("EMPTY", "n")):
        given = told.get(constant, "missing")
        if given != due:
            report.clauses["G2"] = FAILED
            shown = given if given == "missing" else readable(given)
            report.reason = f"{constant} must be {readable(due)} and is {shown}"
    if report.clauses["G2"] != FAILED:
        report.clauses["G2"] = PASSED


def rule_initial_state(report: Report, line: str) -> None:
    """A new empty board of three rows of its own at every call: the second is the first, written on."""
    function = report.functions["initial_state"]
    function.asked = 1
    empty, marked = encoded("........."), encoded("X...O...X")
    got = [*line.split("\t"), "", "", "", "", ""][:5]
    marking = "board = initial_state(); board[0][0], board[1][1], board[2][2] = X, O, X; "
    calls = ["initial_state()", f"{marking}board", *[f"{marking}initial_state()"] * 3]
    if got[1] == encoded("XOXXOXXOX"):
        report.diagnoses.append("the three rows of initial_state are one list: [row] * 3 does not copy it")
    for value, due, call in zip(got, (empty, marked, empty, empty, empty), calls, strict=True):
        if value != due:
            shown = f"raised {value[1:]}" if value.startswith("!") else readable(value) or "no answer"
            fail(report, "initial_state", Counterexample(None, call, readable(due), shown))
            report.clauses["E2"] = FAILED
            return
    report.clauses["E2"] = PASSED


def rule_chain(report: Report, line: str) -> None:
    """Boards that result gave earlier must stay as they were."""
    parts = line.split("\t")
    if len(parts) == 4 and parts[:2] != parts[2:]:
        changed = 0 if parts[0] != parts[2] else 1
        call = "a = result(initial_state(), (0, 0)); b = result(a, (1, 1)); result(b, (2, 2))"
        due, got = (f"{'ab'[changed]} is {readable(parts[index])}" for index in (changed, changed + 2))
        fail(report, "result", Counterexample(None, call, due, got))
        report.clauses["E6"] = FAILED


def fail(report: Report, name: str, example: Counterexample) -> None:
    """Note that a function goes wrong, unless something else is known of it."""
    function = report.functions[name]
    function.wrong = max(1, function.wrong)
    function.counterexample = function.counterexample or example
