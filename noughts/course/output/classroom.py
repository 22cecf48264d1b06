"""Classroom 50: the result.json that its workflow uploads for a repository."""

from pathlib import Path
from typing import Any

from noughts.course.grading.rubric import Rubric
from noughts.course.output import single
from noughts.errors import BadInput

SCHEMA = "classroom50/result/v1"


def result_of(folder: Path, rubric: Rubric, starter: bytes | None) -> dict[str, Any]:
    """Return the result of the submission in a folder; raise BadInput if the check itself failed.

    If there are deductions, the last test has them as negative points, because Classroom 50 adds up the tests.
    """
    graded = single.grade_one(folder, rubric, starter)
    if isinstance(graded, str):
        raise BadInput(f"the file in {str(folder)!r} could not be checked, so there is no result: {graded}")
    grade, submission, report = graded
    tests: list[dict[str, Any]] = [
        {"name": test.name, "passed": test.is_passed, "score": test.points, "max-score": test.of, "output": test.words}
        for test in single.tests_of(grade, report)
    ]
    lost = round(grade.points - sum(test["score"] for test in tests), 2)
    if lost:
        words = "; ".join(grade.deductions)
        tests.append({"name": "deductions", "passed": False, "score": lost, "max-score": 0, "output": words})
    return {
        "schema": SCHEMA,
        "score": grade.points,
        "max-score": grade.total,
        "tests": tests,
        "output": "\n".join(single.lines_of(grade, submission, report)),
    }
