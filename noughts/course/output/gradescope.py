"""Gradescope: the autograder zip, and the program that runs there for every submission.

    python -m noughts.course.output.gradescope /autograder

reads the submission, the rubric and the starter from where Gradescope puts them, and writes results/results.json.
"""

import json
import sys
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

from noughts.check.examination import check_source
from noughts.check.export import counterexample_text
from noughts.check.report import Report, ReportVerdict
from noughts.course.grading import rubric
from noughts.course.grading.grade import Grade, count_documented, grade
from noughts.course.grading.rubric import PARTS
from noughts.course.intake import names
from noughts.course.intake.sources import files_of_student
from noughts.course.intake.spool import Spool
from noughts.course.intake.submissions import Submission, gather, with_times
from noughts.course.output.write import put
from noughts.course.records import Plan
from noughts.errors import SandboxUnavailable

# The two scripts that Gradescope starts, and their folder.
SCRIPT_NAMES = ("setup.sh", "run_autograder")
SCRIPTS = Path(__file__).with_name("gradescope_scripts")
ZIP_TIME = (2026, 1, 1, 0, 0, 0)  # fixed, so that the same rubric makes the same zip


def write_zip(path: Path, rubric_text: str, starter: bytes | None) -> None:
    """Write the zip that Gradescope needs: both scripts, the rubric, the starter if there is one, and the package."""
    package = Path(__file__).resolve().parents[2]
    files = {name: (SCRIPTS / name).read_bytes() for name in SCRIPT_NAMES}
    files["rubric.toml"] = rubric_text.encode()
    if starter is not None:
        files["starter.py"] = starter
    for file in sorted(package.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            files[f"package/noughts/{file.relative_to(package).as_posix()}"] = file.read_bytes()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.external_attr = (0o755 if name in SCRIPT_NAMES else 0o644) << 16
            archive.writestr(entry, data)


def grade_submission(root: Path) -> dict[str, Any]:
    """Return Gradescope's results for the submission in `root`, without a score if the check failed."""
    chosen = rubric.read_file(root / "source" / "rubric.toml")
    starter_file = root / "source" / "starter.py"
    starter = starter_file.read_bytes() if starter_file.is_file() else None
    plan = Plan(root / "submission", root, chosen, starter)
    with tempfile.TemporaryDirectory() as folder:
        submission = read_submission(root, Spool(Path(folder)))
        data = submission.data.read() if submission.data else None
    try:
        report = None if data is None else check_source("tictactoe.py", data, plan.options)
    except SandboxUnavailable as error:
        return {"output": str(error)}
    if report and report.verdict == ReportVerdict.NOT_CHECKED:
        # Without a score, Gradescope reports that the autograder failed, which is true.
        return {"output": report.reason.words if report.reason else ""}
    return results(grade(chosen, submission, report, count_documented(data or b"", starter)), submission, report)


def read_submission(root: Path, spool: Spool) -> Submission:
    """Return the submission in `root`, with its time if Gradescope gives one."""
    files = list(files_of_student(root, root / "submission", names.plain, spool))
    try:
        metadata = json.loads((root / "submission_metadata.json").read_text("utf-8"))
        times = {"submission": datetime.fromisoformat(metadata["created_at"])}
    except (OSError, ValueError, KeyError, TypeError):
        times = {}
    return with_times(gather(files), times)[0][-1]


def results(grade: Grade, submission: Submission, report: Report | None) -> dict[str, Any]:
    """Return Gradescope's results: a test for each function and for the comments, and other feedback as text."""
    tests = []
    for what, points, of in grade.parts:
        if what in PARTS:
            function = report.functions.get(what) if report else None
            example = function.counterexample if function else None
            words = counterexample_text(example) if example else function.status if function else ""
            status = "passed" if points == of else "failed"
            tests.append({"name": what, "score": points, "max_score": of, "status": status, "output": words})
    lines = [*(problem.words for problem in submission.problems), *grade.deductions]
    findings = (report.reason, *report.diagnoses, *report.remarks) if report else ()
    lines += [finding.words for finding in findings if finding]
    return {"score": grade.points, "output": "\n".join(lines), "tests": tests}


def main() -> None:
    """Grade the submission in the folder that the first argument names (default: /autograder); write the results."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else "/autograder")
    put(root / "results" / "results.json", json.dumps(grade_submission(root), indent=1) + "\n")


if __name__ == "__main__":
    main()
