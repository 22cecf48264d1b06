"""A report as text for the terminal, as JUnit XML, and as Gradescope's results.json."""

import json
from xml.sax.saxutils import quoteattr

from noughts.check.clauses import CLAUSES, COURSE_RULES
from noughts.check.findings import Finding
from noughts.check.report import Counterexample, Fault, Report, Status
from noughts.check.words import answer_lines, excerpt_lines, fault_title, headline, section_title
from noughts.game.notation import rows_of
from noughts.game.rules import CLASSIC
from noughts.support.text import paint, printable, sentence

SIGNS = {Status.PASSED: "ok", Status.FAILED: "FAILED", Status.NOT_REACHED: "not reached"}
# The most kinds of faults of a function that are shown with an example; the others are only counted.
FAULTS_SHOWN_MAX = 4
COLOURS = {Status.PASSED: "green", Status.FAILED: "red", Status.NOT_REACHED: "yellow"}


def report_text(report: Report, colour: bool = False) -> str:
    """Return the whole report as text for the terminal."""
    parts = [f"{report.file}: {headline(report)}"]
    if report.was_asked:
        parts.append("\n".join(function_row(report, name, colour) for name in report.functions))
    parts += bullet_list("Likely cause", [each for each in report.diagnoses if each.function is None])
    for name, faults in report.shown_faults.items():
        parts += function_parts(report, name, faults)
    parts += bullet_list("Remarks (not faults)", report.remarks) + bullet_list("Needs review", report.flags)
    if report.sandbox:
        open_to = f"; not protected: {', '.join(report.sandbox.open)}" if report.sandbox.open else ""
        parts.append(f"{report.seconds:.1f} s, sandbox: {report.sandbox.kind}{open_to}")
    return "\n\n".join(parts)


def function_parts(report: Report, name: str, faults: list[Fault]) -> list[str]:
    """Return the paragraphs on a function: the likely causes, and examples of the first faults."""
    causes = [each for each in report.diagnoses if each.function == name]
    title = section_title(report, name)
    parts = [f"{title}\n{'-' * len(title)}", *bullet_list("Likely cause", causes)]
    for fault in faults[:FAULTS_SHOWN_MAX]:
        parts += [fault_title(fault)] if len(faults) > 1 else []
        parts.append(counterexample_text(fault.example))
    more = faults[FAULTS_SHOWN_MAX:]
    return parts + (["and " + "; ".join(map(fault_title, more))] if more else [])


def function_row(report: Report, name: str, colour: bool) -> str:
    """Return the line about a function: its status, and the numbers of questions asked, wrong and not reached."""
    function = report.functions[name]
    sign = f"{SIGNS[function.status]:<12}"
    sign = paint(sign, COLOURS[function.status]) if colour else sign
    not_reached = f", {function.not_reached:,} not reached" if function.not_reached else ""
    return f"  {name:<14}{sign}{function.asked:>7,} asked, {function.wrong:,} wrong{not_reached}"


def bullet_list(title: str, findings: list[Finding]) -> list[str]:
    """Return the findings below a title, as a list with one string; an empty list if there are no findings."""
    lines = [line for finding in findings for line in (f"  - {finding.words}", *evidence_lines(finding))]
    return ["\n".join([f"{title}:", *lines]).rstrip()] if findings else []


def evidence_lines(finding: Finding) -> list[str]:
    """Return the evidence that noughts/trace added: board, call, lines of the file, what was tried; [] if none."""
    fields = dict(finding.fields)
    if not fields.get("excerpt"):
        return []
    board = [" ".join(row) for row in rows_of(CLASSIC, fields["board"])] if fields.get("board") else []
    called = [*board, fields["call"]] if fields.get("call") else board
    tried = ["", sentence(fields["tried"])] if fields.get("tried") else []
    shown = ["", *called, "", *excerpt_lines(fields["excerpt"]), *tried, ""]
    return [f"      {line}".rstrip() for line in shown]


def counterexample_text(example: Counterexample) -> str:
    """Return a counterexample as text: the board, the earlier calls, the call, and the answers."""
    lines = [f"  {' '.join(row)}" for row in rows_of(CLASSIC, example.position)] if example.position else []
    if example.earlier:
        lines += ["after these calls:", *(f"  {call}" for call in example.earlier)]
    return "\n".join([*lines, example.call, *(f"  {line}" for line in answer_lines(example))])


def junit(report: Report) -> str:
    """Return the report as JUnit XML: a test case for each function and clause, and an error if nothing was checked."""
    cases = [(f"function {name}", f.status, f.counterexample) for name, f in report.functions.items()]
    cases += [(f"clause {name}", Status(status), None) for name, status in report.clauses.items()]
    reason = report.reason.words if report.reason else ""
    errors = [] if report.is_checked else [f'<testcase name="check"><error message={attribute(reason)}/></testcase>']
    failed = sum(status == Status.FAILED for _, status, _ in cases)
    skipped = sum(status == Status.NOT_REACHED for _, status, _ in cases)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="noughts" tests="{len(cases) + len(errors)}" failures="{failed}" errors="{len(errors)}" '
        f'skipped="{skipped}" time="{report.seconds:.3f}">',
    ]
    for name, status, example in cases:
        text = f"{example.call}: expected {example.expected}, got {example.got}" if example else status
        failure = f"<failure message={attribute(text)}/>"
        inside = {Status.PASSED: "", Status.FAILED: failure, Status.NOT_REACHED: "<skipped/>"}[status]
        lines.append(f"<testcase classname={attribute(report.file)} name={attribute(name)}>{inside}</testcase>")
    return "\n".join([*lines, *errors, "</testsuite>", ""])


def attribute(text: str) -> str:
    """Return a string as a quoted XML attribute; characters that XML forbids are replaced."""
    return quoteattr(printable(text))


def gradescope(report: Report) -> str:
    """Return Gradescope's results.json, with a point for each function and one for the course's rules.

    If the file was not checked, there are no tests and no score; Gradescope then says that the autograder failed.
    """
    if not report.is_checked:
        return json.dumps({"output": report_text(report)}, indent=1) + "\n"
    tests = []
    for name, function in report.functions.items():
        words = counterexample_text(function.counterexample) if function.counterexample else function.status
        tests.append(gradescope_test(name, function.status, words))
    rules = [clause for clause in CLAUSES if clause.id in COURSE_RULES]
    broken = "; ".join(rule.sentence for rule in rules if report.clauses.get(rule.id) == Status.FAILED)
    reason = report.reason.words if report.reason else "see the report"
    status = Status.FAILED if broken else Status.PASSED
    words = f"not fulfilled: {broken} ({reason})" if broken else status
    tests.append(gradescope_test("the course's rules", status, words))
    output = {"output": report_text(report), "tests": tests, "execution_time": round(report.seconds)}
    return json.dumps(output, indent=1) + "\n"


def gradescope_test(name: str, status: Status, output: str) -> dict[str, object]:
    """Return a Gradescope test for one point, which is given if the status is passed."""
    passed = status == Status.PASSED
    return {"name": name, "score": int(passed), "max_score": 1, "status": "passed" if passed else "failed",
            "output": output}  # fmt: skip
