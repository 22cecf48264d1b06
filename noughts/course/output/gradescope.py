"""Gradescope: the autograder zip, and the program that runs there for every submission.

    python -m noughts.course.output.gradescope /autograder

reads the submission, the rubric and the starter from where Gradescope puts them, and writes results/results.json.
"""

import json
import sys
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

from noughts.check.report import Report
from noughts.course.grading import rubric
from noughts.course.grading.grade import Grade
from noughts.course.intake.submissions import Submission
from noughts.course.output import single
from noughts.course.output.write import put

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
    graded = single.grade_one(root / "submission", chosen, starter, time_of(root))
    if isinstance(graded, str):
        return {"output": graded}  # without a score, Gradescope reports that the autograder failed, which is true
    return results(*graded)


def time_of(root: Path) -> datetime | None:
    """Return when the submission was made; None if Gradescope does not say."""
    try:
        metadata = json.loads((root / "submission_metadata.json").read_text("utf-8"))
        return datetime.fromisoformat(metadata["created_at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def results(grade: Grade, submission: Submission, report: Report | None) -> dict[str, Any]:
    """Return Gradescope's results: a test for each function and for the comments, and other feedback as text."""
    tests = [
        {"name": test.name, "score": test.points, "max_score": test.of, "output": test.words,
         "status": "passed" if test.is_passed else "failed"}
        for test in single.tests_of(grade, report)
    ]  # fmt: skip
    return {"score": grade.points, "output": "\n".join(single.lines_of(grade, submission, report)), "tests": tests}


def main() -> None:
    """Grade the submission in the folder that the first argument names (default: /autograder); write the results."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else "/autograder")
    put(root / "results" / "results.json", json.dumps(grade_submission(root), indent=1) + "\n")


if __name__ == "__main__":
    main()
