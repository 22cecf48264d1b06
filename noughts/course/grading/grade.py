"""Grade a report by a rubric: points for each function and for comments, and deductions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache

from noughts.check.report import Report, Status
from noughts.course.grading.rubric import PARTS, Rubric
from noughts.course.intake.submissions import Submission
from noughts.support.text import plural

# The largest share of its points that a partly wrong function can get.
PARTIAL_SHARE_MAX = 0.99


class LatenessKind(StrEnum):
    """What is known about the time of a submission."""

    NO_DEADLINE = "no deadline"
    ON_TIME = "on time"
    LATE = "late"
    LATE_BY_PLATFORM = "late by platform"  # the platform says so, but not by how much
    UNKNOWN = "time not known"


@dataclass(frozen=True, slots=True)
class Lateness:
    """Whether a submission was late, and by how many days."""

    kind: LatenessKind
    days: int = 0

    @property
    def words(self) -> str:
        """The lateness in a few words."""
        if self.kind == LatenessKind.LATE:
            return f"{plural(self.days, 'day')} late"
        return "late, according to the platform" if self.kind == LatenessKind.LATE_BY_PLATFORM else str(self.kind)

    def deduction(self, rubric: Rubric) -> float:
        """Return the points to deduct."""
        if self.kind == LatenessKind.LATE_BY_PLATFORM:
            return rubric.day_deduction
        return rubric.total if self.days > rubric.days_max else self.days * rubric.day_deduction


def lateness(rubric: Rubric, submission: Submission) -> Lateness:
    """Return how late a submission was; without a time, whether the platform marked it as late."""
    if rubric.at is None:
        return Lateness(LatenessKind.NO_DEADLINE)
    if submission.time is None:
        return Lateness(LatenessKind.LATE_BY_PLATFORM if submission.is_late else LatenessKind.UNKNOWN)
    time = submission.time if submission.time.tzinfo else submission.time.replace(tzinfo=rubric.at.tzinfo)
    beyond = time - rubric.at
    if beyond <= timedelta(0):
        return Lateness(LatenessKind.ON_TIME)
    return Lateness(LatenessKind.LATE, -(-beyond // timedelta(days=1)))


# What the points are for, the points, and the most possible; a deduction has negative points.
GradePart = tuple[str, float, float]


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a submission: the total and each part of it."""

    points: float
    total: float
    parts: tuple[GradePart, ...]
    late: Lateness

    @property
    def text(self) -> str:
        """The points as text."""
        return points_text(self.points)

    @property
    def deductions(self) -> list[str]:
        """The deductions, each with its reason."""
        return [f"{points_text(points)} for {what}" for what, points, _ in self.parts if points < 0]


def points_text(points: float) -> str:
    """Return points as text, without trailing zeros."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def grade(
    rubric: Rubric,
    submission: Submission,
    report: Report | None,
    documented: tuple[int, int],
    is_second: bool = False,
    similarity: float = 0.0,
) -> Grade:
    """Return the grade of a submission; the report is None if there was nothing to check."""
    parts = [earned(rubric, name, report, documented) for name in PARTS]
    late = lateness(rubric, submission)
    deductions = {
        "imports that are not allowed": rubric.imports_deduction
        if report and report.clauses.get("G3") == Status.FAILED
        else 0.0,
        "how it was handed in": rubric.hand_in_deduction
        if submission.problems and submission.data is not None
        else 0.0,
        "a second submission of the group": rubric.second_deduction if is_second else 0.0,
        f"{similarity:.0f} % similar to another file": rubric.deduction if similarity >= rubric.threshold else 0.0,
        late.words: late.deduction(rubric),
    }
    parts += [(what, -points, 0.0) for what, points in deductions.items() if points]
    points = max(0.0, sum(points for _, points, _ in parts))
    return Grade(round(points, 2), rubric.total, tuple(parts), late)


def earned(rubric: Rubric, name: str, report: Report | None, documented: tuple[int, int]) -> GradePart:
    """Return the points for one function, or for comments."""
    worth = rubric.points[name]
    if report is None:
        return part(name, 0.0, worth)
    if name == "comments":
        with_comment, functions = documented
        return part(name, round(worth * with_comment / functions, 2), worth)
    function = report.functions[name]
    if function.status == Status.PASSED:
        share = 1.0
    elif not rubric.partial or not function.asked:
        share = 0.0
    else:  # questions that were not reached count as wrong
        share = (function.asked - function.wrong) / (function.asked + function.not_reached)
        share = max(0.0, min(share, PARTIAL_SHARE_MAX))
    return part(name, round(worth * share, 2), worth)


@lru_cache(4096)
def part(what: str, points: float, of: float) -> GradePart:
    """Return a part of a grade; equal parts are shared to save memory."""
    return what, points, of
