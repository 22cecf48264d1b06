"""A report for other programs: JUnit's XML, and Gradescope's results."""

from __future__ import annotations

import json
from xml.sax.saxutils import quoteattr

from noughts.check.clauses import COURSE_RULES
from noughts.check.report import Report, Status
from noughts.check.text import counterexample_text, report_text
from noughts.support.text import printable


def junit(report: Report) -> str:
    """Return JUnit's XML, with a test case for each function and each clause."""
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
    for name, status, found in cases:
        text = f"{found.call}: expected {found.expected}, got {found.got}" if found else status
        failure = f"<failure message={attribute(text)}/>"
        inside = {Status.PASSED: "", Status.FAILED: failure, Status.NOT_REACHED: "<skipped/>"}[status]
        lines.append(f"<testcase classname={attribute(report.file)} name={attribute(name)}>{inside}</testcase>")
    return "\n".join([*lines, *errors, "</testsuite>", ""])


def attribute(text: str) -> str:
    """Return a text as a quoted attribute, without the characters that XML forbids."""
    return quoteattr(printable(text))


def gradescope(report: Report) -> str:
    """Return Gradescope's results.json: a point for each function, and one for the course's other rules.

    If the file was not checked there are no tests and no score: Gradescope then says that the autograder failed.
    """
    if not report.is_checked:
        return json.dumps({"output": report_text(report)}, indent=1) + "\n"
    tests = []
    for name, function in report.functions.items():
        found = function.counterexample
        tests.append(gradescope_test(name, function.status, counterexample_text(found) if found else function.status))
    broken = [name for name, status in report.clauses.items() if status == Status.FAILED and name in COURSE_RULES]
    reason = report.reason.words if report.reason else "see the report"
    status = Status.FAILED if broken else Status.PASSED
    tests.append(gradescope_test("the course's rules", status, f"{', '.join(broken)}: {reason}" if broken else status))
    output = {"output": report_text(report), "tests": tests, "execution_time": round(report.seconds)}
    return json.dumps(output, indent=1) + "\n"


def gradescope_test(name: str, status: Status, output: str) -> dict[str, object]:
    """Return one test worth a point."""
    passed = status == Status.PASSED
    return {"name": name, "score": int(passed), "max_score": 1, "status": "passed" if passed else "failed",
            "output": output}  # fmt: skip
