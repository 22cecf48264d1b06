"""Grade one submission by itself, for platforms that start a program for every submission."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from noughts.check.examination import check_source
from noughts.check.export import counterexample_text
from noughts.check.report import Report, ReportVerdict
from noughts.course.grading.grade import Grade, count_documented, grade
from noughts.course.grading.rubric import PARTS, Rubric
from noughts.course.intake import names
from noughts.course.intake.sources import files_of_student
from noughts.course.intake.spool import Spool
from noughts.course.intake.submissions import Submission, gather
from noughts.course.records import Plan
from noughts.errors import SandboxUnavailable


@dataclass(frozen=True)
class Test:
    """One part of a grade, as platforms show it: a function or the comments."""

    name: str
    points: float
    of: float
    words: str

    @property
    def is_passed(self) -> bool:
        """Whether the part has all its points."""
        return self.points == self.of


def grade_one(
    folder: Path, rubric: Rubric, starter: bytes | None, time: datetime | None = None
) -> tuple[Grade, Submission, Report | None] | str:
    """Return the grade of the submission in a folder, the submission, and its report (None if there is no program).

    `time` is when the submission was handed in. If the check itself failed, return the reason as a string.
    """
    with tempfile.TemporaryDirectory() as spool_folder:
        files = list(files_of_student(folder.parent, folder, names.plain, Spool(Path(spool_folder))))
        submission = replace(gather(files)[0][-1], time=time)
        data = submission.data.read() if submission.data else None
    try:
        options = Plan(folder, folder, rubric, starter).options
        report = None if data is None else check_source("tictactoe.py", data, options)
    except SandboxUnavailable as error:
        return str(error)
    if report and report.verdict == ReportVerdict.NOT_CHECKED:
        return report.reason.words if report.reason else ""
    return grade(rubric, submission, report, count_documented(data or b"", starter)), submission, report


def tests_of(grade: Grade, report: Report | None) -> Iterator[Test]:
    """Yield a test for each function and for the comments."""
    for what, points, of in grade.parts:
        if what in PARTS:
            function = report.functions.get(what) if report else None
            example = function.counterexample if function else None
            yield Test(
                what, points, of, counterexample_text(example) if example else function.status if function else ""
            )


def lines_of(grade: Grade, submission: Submission, report: Report | None) -> list[str]:
    """Return the other feedback: problems of the hand-in, deductions, and the findings of the check except flags."""
    findings = (report.reason, *report.diagnoses, *report.remarks) if report else ()
    problems = [problem.words for problem in submission.problems]
    return [*problems, *grade.deductions, *(finding.words for finding in findings if finding)]
