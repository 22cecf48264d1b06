"""Gradescope: the zip that makes it grade by a rubric of ours, and what runs there for every submission.

    python -m noughts.course.gradescope /autograder

reads the submission, the rubric and the starter where Gradescope has put them, and writes results/results.json.
"""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

from noughts.check.report import Report, counterexample_text
from noughts.course import intake, names, out, rubric, workers
from noughts.course.comments import documented
from noughts.course.course import Plan
from noughts.course.intake import Submission
from noughts.course.rubric import Grade
from noughts.course.shelf import Shelf

# The checker needs nothing but a Python that is new enough, which older images have under a name of its own.
SETUP = """\
#!/usr/bin/env bash
set -e
apt-get update
apt-get install -y python3
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  apt-get install -y python3.12 || apt-get install -y python3.11
"""
RUN = """\
#!/usr/bin/env bash
root="${AUTOGRADER_ROOT:-/autograder}"
for python in python3 python3.13 python3.12 python3.11; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    PYTHONPATH="$root/source/package" exec "$python" -m noughts.course.gradescope "$root"
  fi
done
echo "Python 3.11 or newer is needed" >&2
exit 1
"""
WHEN = (2026, 1, 1, 0, 0, 0)  # so that the same rubric makes the same zip


def write_zip(path: Path, rubric_text: str, starter: bytes | None) -> None:
    """What Gradescope wants: a set-up, the command for each submission, and all that it needs."""
    package = Path(__file__).resolve().parents[1]
    files: dict[str, bytes] = {"rubric.toml": rubric_text.encode()}
    if starter is not None:
        files["starter.py"] = starter
    for file in sorted(package.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            files[f"package/noughts/{file.relative_to(package).as_posix()}"] = file.read_bytes()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, mode in (
            ("setup.sh", SETUP.encode(), 0o755),
            ("run_autograder", RUN.encode(), 0o755),
            *((name, data, 0o644) for name, data in files.items()),
        ):
            entry = zipfile.ZipInfo(name, WHEN)
            entry.external_attr = mode << 16
            archive.writestr(entry, data)


def grade(root: Path) -> dict[str, Any]:
    """Gradescope's results for the one submission that is there."""
    chosen = rubric.read_file(root / "source" / "rubric.toml")
    starter_file = root / "source" / "starter.py"
    starter = starter_file.read_bytes() if starter_file.is_file() else None
    plan = Plan(root / "submission", root, chosen, starter)
    with tempfile.TemporaryDirectory() as folder:
        submission = handed_in(root, Shelf(Path(folder)))
        if submission.data is None:
            return results(rubric.grade(chosen, submission, None, False, 0.0), submission, None)
        data = submission.data.read()
        report = workers.examine(data, plan.options)
    if report.get("verdict", "not checked") == "not checked":
        # Without tests and score Gradescope says that the autograder failed, and it did.
        return {"output": str(report.get("no_box") or report["reason"])}
    told = {**report, "documented": documented(data, starter)}
    return results(rubric.grade(chosen, submission, told, False, 0.0), submission, Report.from_json(report))


def handed_in(root: Path, shelf: Shelf) -> Submission:
    """The submission, with the time that Gradescope tells."""
    found = list(intake.below(root, root / "submission", names.plain, shelf))
    try:
        told = json.loads((root / "submission_metadata.json").read_text("utf-8"))
        times = {"submission": datetime.fromisoformat(told["created_at"])}
    except (OSError, ValueError, KeyError, TypeError):
        times = {}
    return intake.with_times(intake.gathered(found, "last"), times)[0]


def results(grade: Grade, submission: Submission, report: Report | None) -> dict[str, Any]:
    """A test for each part of the grade, and what there is to say beside."""
    tests = []
    for what, points, of in grade.parts:
        if points >= 0:
            function = report.functions.get(what) if report else None
            found = function.counterexample if function else None
            words = counterexample_text(found) if found else function.status if function else ""
            status = "passed" if points == of else "failed"
            tests.append({"name": what, "score": points, "max_score": of, "status": status, "output": words})
    told = [*submission.problems, *grade.costs.split("; ")]
    if report:
        told += [report.reason or "", *report.diagnoses, *report.remarks]
    return {"score": grade.points, "output": "\n".join(line for line in told if line), "tests": tests}


def main() -> None:
    """Grade what is there."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else "/autograder")
    out.put(root / "results" / "results.json", json.dumps(grade(root), indent=1) + "\n")


if __name__ == "__main__":
    main()
