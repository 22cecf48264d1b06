"""Grade a submission by a rubric: points for each function and for comments, deductions, and what needs review."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache

from noughts.check import source
from noughts.check.report import Report, Status
from noughts.check.rulings import RulingKind
from noughts.course.grading.credit import share_of_points
from noughts.course.grading.decisions import Adjustment
from noughts.course.grading.rubric import PARTS, Rubric
from noughts.course.grading.similarity import parsed
from noughts.course.intake.submissions import ProblemKind, Submission
from noughts.game.exercise import FUNCTION_NAMES
from noughts.support.text import plural

# How many of a report's flags are listed as reasons for a review.
FLAGS_LISTED_MAX = 3


class LatenessKind(StrEnum):
    """Whether a submission is late, as far as this is known."""

    NO_DEADLINE = "no deadline"
    ON_TIME = "on time"
    LATE = "late"
    LATE_BY_PLATFORM = "late, according to the platform"  # which does not say by how much
    NOT_LATE_BY_PLATFORM = "not late, according to the platform"
    UNKNOWN = "time not known"


@dataclass(frozen=True, slots=True)
class Lateness:
    """Whether a submission is late, and by how many days, rounded up: 0 unless the kind is LATE."""

    kind: LatenessKind
    days: int = 0

    @property
    def words(self) -> str:
        """The lateness as text, e.g. "2 days late"."""
        return f"{plural(self.days, 'day')} late" if self.kind == LatenessKind.LATE else str(self.kind)

    def deduction(self, rubric: Rubric) -> float:
        """Return the points to deduct: `day_deduction` for each day, but all points after `days_max` days.

        If the platform says that the submission is late, but not how late, the deduction is that of one day.
        """
        if self.kind == LatenessKind.LATE_BY_PLATFORM:
            return rubric.day_deduction
        return rubric.total if self.days > rubric.days_max else self.days * rubric.day_deduction


def lateness(rubric: Rubric, submission: Submission, extended_to: datetime | None = None) -> Lateness:
    """Return how late a submission is, by the deadline `extended_to` if there is one, else by the rubric's.

    A time without a zone is assumed to be in the zone of the rubric's deadline.
    """
    if rubric.at is None:
        return Lateness(LatenessKind.NO_DEADLINE)
    if submission.time is None:
        if submission.is_late is None:
            return Lateness(LatenessKind.UNKNOWN)
        return Lateness(LatenessKind.LATE_BY_PLATFORM if submission.is_late else LatenessKind.NOT_LATE_BY_PLATFORM)
    deadline, time = (when if when.tzinfo else when.replace(tzinfo=rubric.at.tzinfo)
                      for when in (extended_to or rubric.at, submission.time))  # fmt: skip
    days = -((deadline - time) // timedelta(days=1))  # rounded up
    return Lateness(LatenessKind.LATE, days) if days > 0 else Lateness(LatenessKind.ON_TIME)


# What the points are for, the points, and the maximum; a deduction has negative points.
GradePart = tuple[str, float, float]


@dataclass(frozen=True, slots=True)
class Grade:
    """The points of a submission, the total possible, the parts that make up the points, and the lateness."""

    points: float
    total: float
    parts: tuple[GradePart, ...]
    late: Lateness

    @property
    def deductions(self) -> list[str]:
        """The deductions and adjustments in words, e.g. "-10 for being 1 day late"."""
        changes = [(what, points) for what, points, _ in self.parts if what not in PARTS]
        return [f"{'+' if points >= 0 else ''}{points_text(points)} for {what}" for what, points in changes]


def adjusted(grade: Grade, adjustments: Iterable[Adjustment]) -> Grade:
    """Return the grade after the teacher's adjustments, each of which becomes a part; the points stay at least 0."""
    for adjustment in adjustments:
        change = -adjustment.deduction if adjustment.points is None else adjustment.points - grade.points
        parts = (*grade.parts, (f"adjustment: {adjustment.reason}", change, 0.0))
        grade = replace(grade, points=round(max(0.0, grade.points + change), 2), parts=parts)
    return grade


def no_grade(rubric: Rubric) -> Grade:
    """Return the grade of a student who handed in nothing, before any adjustments: 0 points and no parts."""
    return Grade(0.0, rubric.total, (), Lateness(LatenessKind.NO_DEADLINE))


def points_text(points: float) -> str:
    """Return points as text, with at most two decimals and no trailing zeros."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def grade(
    rubric: Rubric,
    submission: Submission,
    report: Report | None,
    documented: tuple[int, int],
    is_repeated: bool = False,
    similarity: float = 0.0,
    extended_to: datetime | None = None,
) -> Grade:
    """Return the grade of a submission before adjustments; the report is None if there was no file to check.

    `documented` is what `count_documented` returns. `similarity` is a percentage; points are deducted if it is at least
    the rubric's threshold.
    """
    parts = [earned(rubric, name, report, documented) for name in PARTS]
    late = lateness(rubric, submission, extended_to)
    has_bad_import = report is not None and report.clauses.get("G3") == Status.FAILED
    problems = {problem.kind for problem in submission.problems} if submission.data else set()
    place = "one of two files is in the other" if rubric.both else "the file is in another file"
    similar = f"similarity ({similarity:.0f} % of {place})"
    deductions = (
        (has_bad_import, "imports that are not allowed", rubric.imports_deduction),
        (ProblemKind.WRONG_NAME in problems, "a wrong file name", rubric.wrong_name_deduction),
        (ProblemKind.WRONG_PLACE in problems, "a file in a folder", rubric.wrong_place_deduction),
        (ProblemKind.COMPRESSED in problems, "a compressed file", rubric.compressed_deduction),
        (ProblemKind.EXTRA_FILES in problems, "other Python files", rubric.extra_files_deduction),
        (is_repeated, "a second submission of the group", rubric.second_deduction),
        (similarity >= rubric.threshold, similar, rubric.deduction),
        (True, f"being {late.words}", late.deduction(rubric)),
    )
    parts += [(what, -points, 0.0) for applies, what, points in deductions if applies and points]
    points = max(0.0, sum(points for _, points, _ in parts))
    return Grade(round(points, 2), rubric.total, tuple(parts), late)


def earned(rubric: Rubric, name: str, report: Report | None, documented: tuple[int, int]) -> GradePart:
    """Return the part of the grade for a function or for the comments."""
    worth = rubric.points[name]
    if report is None:
        points = 0.0
    elif name == "comments":
        # All points if no function needs a comment.
        points = worth * (documented[0] / documented[1] if documented[1] else 1)
    else:
        points = worth * share_of_points(report.functions[name], rubric.partial)
    return part(name, round(points, 2), worth)


@lru_cache(4096)
def part(what: str, points: float, of: float) -> GradePart:
    """Return a part of a grade; equal parts are shared to save memory."""
    return what, points, of


def count_documented(data: bytes, starter: bytes | None) -> tuple[int, int]:
    """Return how many functions have a docstring or comment that is not in the starter, and how many should have one.

    The second number is the number of functions in the file, but at least the number of functions in the exercise.
    A function that is complete in the starter and unchanged in the file counts in neither number.
    """
    handed_out, own = functions_in(starter or b""), functions_in(data)
    starter_comments = set[str]().union(*(comments for _, comments in handed_out.values()))
    unchanged = {name for name, function in own.items() if function == handed_out.get(name) and is_written(function[0])}
    counted = {name: comments for name, (_, comments) in own.items() if name not in unchanged}
    expected = [name for name in FUNCTION_NAMES if name not in unchanged]
    documented = sum(not comments <= starter_comments for comments in counted.values())
    return documented, max(len(counted), len(expected))


def functions_in(data: bytes) -> dict[str, tuple[str, set[str]]]:
    """Return the code of each top-level function, and a set with its docstring and comments, by name.

    If the file cannot be parsed, the code is "", and comments are searched line by line. If the file cannot be decoded,
    return {}.
    """
    text, problem = source.decode(data)
    if problem:
        return {}
    tree = parsed(data)
    if tree is None:
        return {name: ("", comments) for name, comments in source.comments_by_line(text).items()}
    lines = text.split("\n")
    nodes = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    code = {node.name: "\n".join(lines[node.lineno - 1 : node.end_lineno]).strip() for node in nodes}
    return {name: (code[name], comments) for name, comments in source.comments_of(tree, text).items()}


def is_written(code: str) -> bool:
    """Return whether the code of a function counts as complete: it has no "raise NotImplementedError"."""
    return bool(code) and "raise NotImplementedError" not in code


def review_reasons(submission: Submission, is_repeated: bool, report: Report | None) -> list[str]:
    """Return the reasons why a person should review a submission."""
    reasons = [problem.words for problem in submission.problems]
    if is_repeated:
        reasons.append("the group handed in more than once")
    if report:
        reasons += [report.reason.words] if report.reason else []
        reasons += [f"source: {flag.words}" for flag in report.flags[:FLAGS_LISTED_MAX]]
        reasons += unanswered(report)
    return reasons


def unanswered(report: Report) -> Iterator[str]:
    """Yield a reason if some functions were not asked every question, and a reason if some did not always answer.

    The first leaves out functions that failed.
    """
    functions = report.functions.items()
    if unfinished := [name for name, function in functions if function.status == Status.NOT_REACHED]:
        yield f"the time limit was reached before all questions about {', '.join(unfinished)} were asked"
    faults = {name: {fault.kind for fault in function.faults} for name, function in functions}
    if silent := [name for name, kinds in faults.items() if RulingKind.NO_ANSWER in kinds]:
        yield f"{', '.join(silent)} did not always answer"
