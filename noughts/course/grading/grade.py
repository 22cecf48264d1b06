"""Grade a submission by a rubric: points for each function and for comments, deductions, and what needs review."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache

from noughts.check import source
from noughts.check.report import Report, Status
from noughts.check.rulings import RulingKind
from noughts.course.grading.credit import share_of_points
from noughts.course.grading.rubric import PARTS, Rubric
from noughts.course.grading.similarity import parsed
from noughts.course.intake.submissions import Submission
from noughts.game.exercise import FUNCTION_NAMES
from noughts.support.text import plural

# How many of a report's flags are listed as reasons for a review.
FLAGS_LISTED_MAX = 3


class LatenessKind(StrEnum):
    """What is known about the time of a submission."""

    NO_DEADLINE = "no deadline"
    ON_TIME = "on time"
    LATE = "late"
    LATE_BY_PLATFORM = "late, according to the platform"  # which does not say by how much
    UNKNOWN = "time not known"


@dataclass(frozen=True, slots=True)
class Lateness:
    """What is known about the lateness of a submission, and the days late, rounded up: 0 unless the kind is LATE."""

    kind: LatenessKind
    days: int = 0

    @property
    def words(self) -> str:
        """The lateness as text, e.g. "2 days late"."""
        return f"{plural(self.days, 'day')} late" if self.kind == LatenessKind.LATE else str(self.kind)

    def deduction(self, rubric: Rubric) -> float:
        """Return the points to deduct: `day_deduction` for each day, but all points after `days_max` days.

        If only the platform says that the submission is late, deduct one day.
        """
        if self.kind == LatenessKind.LATE_BY_PLATFORM:
            return rubric.day_deduction
        return rubric.total if self.days > rubric.days_max else self.days * rubric.day_deduction


def lateness(rubric: Rubric, submission: Submission) -> Lateness:
    """Return how late a submission was. A time without a zone is taken in the zone of the deadline."""
    if rubric.at is None:
        return Lateness(LatenessKind.NO_DEADLINE)
    if submission.time is None:
        return Lateness(LatenessKind.LATE_BY_PLATFORM if submission.is_late else LatenessKind.UNKNOWN)
    time = submission.time if submission.time.tzinfo else submission.time.replace(tzinfo=rubric.at.tzinfo)
    days = -((rubric.at - time) // timedelta(days=1))  # rounded up
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
        """The deductions as texts, e.g. "-10 for being 1 day late"."""
        return [f"{points_text(points)} for {what}" for what, points, _ in self.parts if points < 0]


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
) -> Grade:
    """Return the grade of a submission; the report is None if there was no file to check."""
    parts = [earned(rubric, name, report, documented) for name in PARTS]
    late = lateness(rubric, submission)
    has_bad_import = report is not None and report.clauses.get("G3") == Status.FAILED
    has_hand_in_problem = bool(submission.problems) and submission.data is not None
    similar = f"similarity ({similarity:.0f} % of the file is in another file)"
    deductions = (
        (has_bad_import, "imports that are not allowed", rubric.imports_deduction),
        (has_hand_in_problem, "how the file was handed in", rubric.hand_in_deduction),
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
        points = worth * documented[0] / documented[1]
    else:
        points = worth * share_of_points(report.functions[name], rubric.partial)
    return part(name, round(points, 2), worth)


@lru_cache(4096)
def part(what: str, points: float, of: float) -> GradePart:
    """Return a part of a grade; equal parts are shared to save memory."""
    return what, points, of


def count_documented(data: bytes, starter: bytes | None) -> tuple[int, int]:
    """Return how many functions have a docstring or comment that is not in the starter, and the number of functions.

    The number is at least 8, the number of functions in the exercise.
    """
    starter_comments = set[str]().union(*comments_in(starter or b"").values())
    comments = comments_in(data)
    return sum(not texts <= starter_comments for texts in comments.values()), max(len(comments), len(FUNCTION_NAMES))


def comments_in(data: bytes) -> dict[str, set[str]]:
    """Return the docstring and comments of each top-level function, by name; {} if the file cannot be parsed."""
    text, problem = source.decode(data)
    tree = None if problem else parsed(data)
    return source.comments_of(tree, text) if tree else {}


def review_reasons(submission: Submission, is_repeated: bool, report: Report | None) -> list[str]:
    """Return the reasons why a person should review a submission."""
    reasons = list(submission.problems)
    if is_repeated:
        reasons.append("the group handed in more than once")
    if report:
        reasons += [report.reason.words] if report.reason else []
        reasons += [f"source: {flag.words}" for flag in report.flags[:FLAGS_LISTED_MAX]]
        reasons += unanswered(report)
    return reasons


def unanswered(report: Report) -> Iterator[str]:
    """Yield texts that name the functions with questions not reached, and those that did not always answer."""
    functions = report.functions.items()
    if unfinished := [name for name, function in functions if function.status == Status.NOT_REACHED]:
        yield f"the time limit was reached before all questions about {', '.join(unfinished)} were asked"
    examples = [(name, function.counterexample) for name, function in functions]
    if silent := [name for name, example in examples if example and example.kind == RulingKind.NO_ANSWER]:
        yield f"{', '.join(silent)} did not always answer"
