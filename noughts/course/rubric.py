"""What is worth how much: a rubric in TOML, read strictly, and a report graded by it."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from noughts.check.questions import NAMES
from noughts.course.intake import Submission
from noughts.errors import BadInput

DEFAULT = """\
# What a submission is worth. Change what you like; what you leave out stays as it is here.

[points]                # for each function that is right
initial_state = 2
player = 8
actions = 8
result = 12
winner = 12
terminal = 8
utility = 8
minimax = 32
comments = 10           # by the share of functions with a docstring or comment of their own

[grading]
partial = true          # false: a function counts only if all of its answers were right
allowed = ["copy", "math"]   # modules that may be imported; [] for none
imports_cost = 100      # points for importing another one: more than there are is a zero
hand_in_cost = 5        # a wrong file name or place
second_cost = 100       # a second submission of one group, for all of its members

[limits]
seconds = 120           # what is not reached by then is not counted
memory_mb = 1024

[deadline]
# at = 2026-11-20T23:59:00+01:00     # with its time zone; without it nobody is late
day_cost = 10           # points for each day or part of one
days_max = 7            # later than that is a zero

[alike]
threshold = 30          # percent of a file that another one shares; look at the pairs before you let it cost points,
cost = 0                # above all in a class of less than 50. 0: pairs are only reported, and a person decides
"""


PARTS = (*NAMES, "comments")
TIME_UNKNOWN = "time not known"
LATE_UNKNOWN = "late, by the platform's word"
NO_DEADLINE = "no deadline"


@dataclass(frozen=True)
class Rubric:
    """A rubric as it was read; every key is one of DEFAULT's."""

    points: dict[str, float]
    partial: bool
    allowed: tuple[str, ...]
    imports_cost: float
    hand_in_cost: float
    second_cost: float
    seconds: float
    memory_mb: int
    at: datetime | None
    day_cost: float
    days_max: float
    threshold: float
    cost: float
    sha256: str

    @property
    def total(self) -> float:
        """What a perfect submission is worth."""
        return sum(self.points.values())


def number(value: Any) -> bool:
    """Is it a number that can be points?"""
    return type(value) in (int, float) and 0 <= value < 1e6


RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "partial": (lambda v: type(v) is bool, "true or false"),
    "allowed": (
        lambda v: type(v) is list and all(type(name) is str for name in v),
        'a list of names like ["copy", "math"]',
    ),
    "seconds": (lambda v: number(v) and v > 0, "a number of seconds above 0"),
    "memory_mb": (lambda v: type(v) is int and 64 <= v <= 65536, "a whole number of megabytes from 64 to 65536"),
    "at": (
        lambda v: isinstance(v, datetime) and v.tzinfo is not None,
        "a time with its zone, without quotes, like 2026-11-20T23:59:00+01:00",
    ),
    "threshold": (lambda v: number(v) and 1 <= v <= 100, "a percentage from 1 to 100"),
}


def read(text: str, name: str = "the rubric") -> Rubric:
    """The rubric that a text holds; BadInput with the line and what would do."""
    given, default = parsed(text, name), tomllib.loads(DEFAULT)
    for section, keys in given.items():
        if section not in default or type(keys) is not dict:
            raise BadInput(f"{where(text, section, name)}: {section!r} is no section: choose {', '.join(default)}")
        known = {*default[section], *(("at",) if section == "deadline" else ())}
        for key, value in keys.items():
            if key not in known:
                raise BadInput(
                    f"{where(text, key, name)}: {key!r} is not known in [{section}]: choose {', '.join(sorted(known))}"
                )
            is_fine, would_do = RULES.get(key, (number, "a number of points from 0 on"))
            if not is_fine(value):
                raise BadInput(f"{where(text, key, name)}: {key} = {written(value)} will not do: write {would_do}")
    merged = {section: {**default[section], **given.get(section, {})} for section in default}
    flat = {key: value for section, keys in merged.items() if section != "points" for key, value in keys.items()}
    flat |= {"points": merged["points"], "allowed": tuple(flat["allowed"]), "at": flat.get("at")}
    told = repr(sorted((key, str(value)) for key, value in flat.items()))
    wanted = {each.name for each in fields(Rubric)}
    return Rubric(
        **{key: value for key, value in flat.items() if key in wanted}, sha256=hashlib.sha256(told.encode()).hexdigest()
    )


def written(value: object) -> str:
    """A value as it stands in the rubric, more or less."""
    if isinstance(value, int) and abs(value) > 1e18:
        return "a very large number"
    return (f'"{value}"' if isinstance(value, str) else str(value).lower())[:80]


def read_file(path: Path | None) -> Rubric:
    """The rubric in a file; without one, the default."""
    try:
        return read(path.read_text("utf-8-sig"), str(path)) if path else read("")
    except UnicodeDecodeError as error:
        raise BadInput(f"{str(path)!r} is no text in UTF-8: {error.reason} at byte {error.start}") from None


def parsed(text: str, name: str) -> dict[str, Any]:
    """The text as TOML."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        hint = "--print-rubric shows one that is; a time is written 2026-11-20T23:59:00+01:00"
        raise BadInput(f"{name} is no TOML: {error}; {hint}") from None


def where(text: str, key: str, name: str) -> str:
    """The line that a key stands in."""
    for line, content in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*\[?\s*{re.escape(key)}\b", content):
            return f"{name}, line {line}"
    return name


@dataclass(frozen=True, slots=True)
class Grade:
    """What a submission got: the sum, and each part of it as (for what, points, of how many)."""

    points: float
    total: float
    parts: tuple[tuple[str, float, float], ...]
    late: str  # in words: "on time", "2 days late", "time not known"

    @property
    def text(self) -> str:
        """The points as they are written."""
        return shown(self.points)

    @property
    def costs(self) -> str:
        """What was taken away, and for what."""
        return "; ".join(f"{shown(points)} for {what}" for what, points, of in self.parts if points < 0)


def shown(points: float) -> str:
    """Points without needless zeros."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def grade(
    rubric: Rubric, submission: Submission, report: dict[str, Any] | None, is_second: bool, alike: float
) -> Grade:
    """The grade of a submission, given its report (None where nothing could be checked)."""
    parts = [part(rubric, name, report) for name in PARTS]
    costs: list[tuple[str, float]] = []
    if report and any(clause == {"id": "G3", "status": "failed"} for clause in report["clauses"]):
        costs.append(("imports that are not allowed", rubric.imports_cost))
    if submission.problems and submission.data is not None:
        costs.append(("how it was handed in", rubric.hand_in_cost))
    if is_second:
        costs.append(("a second submission of the group", rubric.second_cost))
    if alike >= rubric.threshold and rubric.cost:
        costs.append((f"{alike:.0f} % like another file", rubric.cost))
    late, cost = lateness(rubric, submission)
    if cost:
        costs.append((late, cost))
    parts += [(what, -cost, 0.0) for what, cost in costs]
    points = max(0.0, sum(points for _, points, _ in parts))
    return Grade(round(points, 2), rubric.total, tuple(parts), late)


def part(rubric: Rubric, name: str, report: dict[str, Any] | None) -> tuple[str, float, float]:
    """The points for one function, or for comments."""
    worth = rubric.points[name]
    if report is None:
        return line(name, 0.0, worth)
    if name == "comments":
        documented, functions = report["documented"]
        return line(name, round(worth * documented / functions, 2), worth)
    function = report["functions"][name]
    if function["status"] == "passed":
        share = 1.0
    elif not rubric.partial or not function["asked"]:
        share = 0.0
    else:  # what was not reached was not shown to be right
        share = (function["asked"] - function["wrong"]) / (function["asked"] + function["not_reached"])
        share = max(0.0, min(share, 0.99))
    return line(name, round(worth * share, 2), worth)


@lru_cache(4096)
def line(what: str, points: float, of: float) -> tuple[str, float, float]:
    """A part of a grade. Most students have the same ones, so each is kept once."""
    return what, points, of


def lateness(rubric: Rubric, submission: Submission) -> tuple[str, float]:
    """How late it was, in words, and what that costs. Where nobody knows the time it costs nothing."""
    if rubric.at is None:
        return NO_DEADLINE, 0.0
    if submission.time is None:
        return (LATE_UNKNOWN, rubric.day_cost) if submission.is_late else (TIME_UNKNOWN, 0.0)
    time = submission.time if submission.time.tzinfo else submission.time.replace(tzinfo=rubric.at.tzinfo)
    beyond = time - rubric.at
    if beyond <= timedelta(0):
        return "on time", 0.0
    days = -(-beyond // timedelta(days=1))
    words = f"{days} day{'s' if days > 1 else ''} late"
    return words, rubric.total if days > rubric.days_max else days * rubric.day_cost
