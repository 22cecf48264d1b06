"""A course from its source to its grades: who handed in, the run, who is alike, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from noughts.check.asking import NoBox, Options
from noughts.check.box import Limits
from noughts.course import alike, archive, intake, roster, rubric, workers
from noughts.course.alike import Pair
from noughts.course.comments import documented
from noughts.course.intake import Found, Submission
from noughts.course.journal import Journal, key_of
from noughts.course.names import folded, run_together
from noughts.course.roster import Matched, Student
from noughts.course.rubric import LATE_UNKNOWN, TIME_UNKNOWN, Grade, Rubric
from noughts.course.shelf import Kept, Shelf
from noughts.errors import BadInput

JOURNAL = "journal.jsonl"
# Told after each result: how many are done, and of how many.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Plan:
    """All that a teacher decided."""

    source: Path
    out: Path
    rubric: Rubric
    starter: bytes | None = None
    branch: str | None = None
    times: dict[str, datetime] = field(default_factory=dict)
    attempt: str = "last"
    roster: tuple[Student, ...] = ()
    against: Path | None = None
    workers: int = 1
    cluster: str | None = None
    quick: bool = False
    seed: int = 0
    box: str = "auto"

    @property
    def options(self) -> Options:
        """How each file is checked."""
        limits = Limits(memory_bytes_max=self.rubric.memory_mb << 20)
        return Options(self.quick, self.seed, self.rubric.allowed, self.rubric.seconds, self.box, limits)


@dataclass(slots=True)
class Entry:
    """One student's or group's result."""

    submission: Submission
    journal: Journal  # where its report is
    result: str = ""  # by which key; none where there was nothing to check
    documented: tuple[int, int] = (0, 8)  # functions with a comment of their own, of how many
    grade: Grade | None = None  # none where the check failed by no fault of the file
    members: tuple[Student, ...] = ()  # of the roster, whose it is
    is_second: bool = False
    alike: list[Pair] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Whose it is."""
        return self.submission.key

    @property
    def likeness(self) -> float:
        """How much of it somebody else has too, in percent."""
        return max((pair.of(self.key) for pair in self.alike), default=0.0)

    @property
    def report(self) -> dict[str, Any] | None:
        """What the checker found; None where there was nothing to check."""
        return {**tidied(self.journal[self.result]), "documented": self.documented} if self.result else None


@dataclass
class Course:
    """What came of it all."""

    plan: Plan
    entries: list[Entry]
    old: dict[str, Kept]  # last year's files
    pairs: list[Pair]
    common: set[int]  # fingerprints that say nothing about who copied
    roster: Matched
    journal: Journal

    def close(self) -> None:
        """All is written: somebody else may use the folder."""
        self.journal.close()

    def file(self, name: str) -> bytes:
        """The file that a name among the pairs stands for."""
        kept = self.old.get(name) or next(entry.submission.data for entry in self.entries if entry.key == name)
        return kept.read() if kept else b""

    @property
    def warnings(self) -> list[str]:
        """What a teacher must know before trusting the grades."""
        found = []
        if self.roster.unmatched:
            found.append(
                f"of {some_of(self.roster.unmatched, 'submission')} the roster does not tell whose they are, so who is "
                "missing is not sure"
            )
        if self.roster.by_number:
            found.append(f"{some_of(self.roster.by_number, 'submission')} matched by number, not by name")
        if self.roster.groups:
            cost = f"{self.plan.rubric.second_cost:g} points"
            found.append(
                f"{some_of(self.roster.groups, 'group')} handed in more than once, which costs each member {cost}; a "
                "group of the roster is a team that hands in one file"
            )
        unchecked = [entry.key for entry in self.entries if entry.grade is None]
        if unchecked:
            found.append(
                f"{some_of(unchecked, 'submission')} could not be checked, by no fault of theirs, and got no grade: "
                "run it again"
            )
        known = {folded(name) for entry in self.entries for name in (entry.submission.name, entry.submission.id)}
        strangers = [who for who in self.plan.times if not known & {folded(who), *run_together(who)}]
        if strangers:
            found.append(f"{some_of(strangers, 'name')} of --times handed in nothing")
        unknown = sum(entry.grade is not None and entry.grade.late == TIME_UNKNOWN for entry in self.entries)
        if unknown:
            some = f"{unknown:,} submission{'s' * (unknown > 1)}"
            found.append(f"there is a deadline, and no time is known of {some}: --times gives it")
        if any(entry.grade and entry.grade.late == LATE_UNKNOWN for entry in self.entries):
            found.append("by how many days some are late is not told, one is counted: --times tells")
        return found


def some_of(names: list[str], what: str) -> str:
    """How many there are, and the first of them."""
    more = ", ..." if len(names) > 5 else ""
    return f"{len(names):,} {what}{'s' * (len(names) > 1)} ({', '.join(names[:5])}{more})"


def submissions(plan: Plan, shelf: Shelf) -> list[Submission]:
    """What the source holds."""
    if plan.source.is_dir():
        found: Iterable[Found] = intake.of_folder(plan.source, plan.branch, shelf)
    elif plan.source.is_file():
        found = archive.of_zip(plan.source, shelf)
    else:
        raise BadInput(f"there is no {str(plan.source)!r}: name a folder of submissions or a platform's zip")
    gathered = intake.with_times(intake.gathered(found, plan.attempt), plan.times)
    if not gathered:
        raise BadInput(f"{str(plan.source)!r} holds no submission: files, folders or git checkouts are looked for")
    return gathered


def run(plan: Plan, progress: Progress | None = None) -> Course:
    """Check what is not known yet, and grade everything."""
    refuse_mixing(plan)
    shelf = Shelf(plan.out)
    found = submissions(plan, shelf)
    old = last_year(plan, shelf, {each.key for each in found})
    plan.out.mkdir(parents=True, exist_ok=True)
    facts = {"rubric": plan.rubric.sha256, "seed": plan.seed, "quick": plan.quick, "seconds": plan.rubric.seconds,
             "memory_mb": plan.rubric.memory_mb, "deadline": str(plan.rubric.at)}  # fmt: skip
    journal = Journal(plan.out / JOURNAL, facts)
    entries = [Entry(each, journal) for each in found]
    try:
        check_all(plan, entries, journal, progress)
        return graded(plan, entries, old, journal)
    except BaseException:
        journal.close()
        raise


def check_all(plan: Plan, entries: list[Entry], journal: Journal, progress: Progress | None) -> None:
    """Put every file that is not in the journal to a worker."""
    options = plan.options
    jobs = dict[str, Kept]()
    for entry in entries:
        kept = entry.submission.data
        if kept is not None:
            entry.result = key_of(kept.read(), options)
            jobs[entry.result] = kept
    waiting = {key: kept for key, kept in jobs.items() if key not in journal}
    done = len(jobs) - len(waiting)
    if progress:
        progress(done, len(jobs))
    read = ((key, kept.read()) for key, kept in waiting.items())
    coming = (workers.on_cluster(read, options, plan.cluster) if plan.cluster
              else workers.locally(read, options, plan.workers))  # fmt: skip
    for key, report in coming:
        if "no_box" in report:
            raise NoBox(report["no_box"])
        journal.add(key, report)
        done += 1
        if progress:
            progress(done, len(jobs))


def graded(plan: Plan, entries: list[Entry], old: dict[str, Kept], journal: Journal) -> Course:
    """Grades, likeness, groups and who is missing, from what was found."""
    index = alike.Index(plan.starter)
    for entry in entries:
        if entry.submission.data is not None:
            data = entry.submission.data.read()
            entry.documented = documented(data, plan.starter)
            index.add(entry.key, data)
    for name, kept in old.items():
        index.add(name, kept.read(), is_old=True)
    pairs = index.pairs(plan.rubric.threshold)
    by_name = {entry.key: entry for entry in entries}
    for pair in pairs:
        for name in (pair.first, pair.second):
            if name in by_name:
                by_name[name].alike.append(pair)
    found = roster.match(plan.roster, [each.submission for each in entries])
    for entry in entries:
        entry.members, entry.is_second = found.members.get(entry.key, ()), entry.key in found.seconds
        told = entry.report
        if told is None or told["verdict"] != "not checked":
            entry.grade = rubric.grade(plan.rubric, entry.submission, told, entry.is_second, entry.likeness)
    return Course(plan, entries, old, pairs, index.common(), found, journal)


def refuse_mixing(plan: Plan) -> None:
    """What is written shall not be taken for a submission, nor lie among, or on, what is somebody else's."""
    source, out = plan.source.resolve(), plan.out.resolve()
    if out == source or source in out.parents:
        raise BadInput(f"{str(plan.out)!r} lies in what is to be graded: choose an --out beside {str(plan.source)!r}")
    if plan.out.is_dir() and any(plan.out.iterdir()) and not (plan.out / JOURNAL).is_file():
        raise BadInput(
            f"{str(plan.out)!r} holds files of somebody else's: choose a new folder, or one of an earlier run"
        )


def last_year(plan: Plan, shelf: Shelf, taken: set[str]) -> dict[str, Kept]:
    """The files of another year, by a name that says so and that nobody has."""
    old: dict[str, Kept] = {}
    if plan.against:
        for each in submissions(replace(plan, source=plan.against, times={}), shelf):
            if each.data is not None:
                name = f"{plan.against.name}: {each.key}"
                while name in taken:
                    name += "'"
                old[name] = each.data
        if not old:
            raise BadInput(f"{str(plan.against)!r} holds no program to compare with")
    return old


def tidied(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what differs from run to run and from machine to machine: that lives in the journal."""
    remarks = [remark for remark in report["remarks"] if not remark.startswith("the first move takes")]
    return {key: value for key, value in report.items() if key not in ("seconds", "box")} | {"remarks": remarks}
