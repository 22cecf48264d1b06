"""The records of a course: what the teacher chose, each submission with its result, and the whole course."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from noughts.check.asking import Options
from noughts.check.limits import Limits
from noughts.check.report import Report
from noughts.course.grading.decisions import CLEARED, Decisions
from noughts.course.grading.grade import Grade, LatenessKind
from noughts.course.grading.rubric import Rubric
from noughts.course.grading.similarity import SimilarPair
from noughts.course.intake.names import compact_forms, name_key
from noughts.course.intake.roster import RosterMatch, Student
from noughts.course.intake.spool import SpooledFile
from noughts.course.intake.submissions import Submission
from noughts.course.run.journal import Journal
from noughts.support.text import first_few, plural

# The ids of remarks whose text differs from run to run.
NOT_REPRODUCIBLE = ("first_move_seconds",)
# The verdict on a submission without a program that can be checked.
NO_PROGRAM = "no program"
# Which of several attempts counts.
ATTEMPTS = {
    "last": "the last one",
    "first": "the first one",
    "on-time": "the last one that is not late, or the first one if all are late",
    "best": "the one with the most points, or the last of them if several have the most",
}


@dataclass(frozen=True)
class Plan:
    """What the teacher chooses for a run."""

    source: Path  # a folder of submissions or a zip
    out: Path  # the folder for all output
    rubric: Rubric
    starter: bytes | None = None  # the code that was handed out
    branch: str | None = None  # the branch to read in git checkouts; None: read checkouts like other folders
    times: dict[str, datetime] = field(default_factory=dict)  # when submissions were handed in, by name or id
    attempt: str = "last"  # which of several attempts counts: one of ATTEMPTS
    roster: tuple[Student, ...] = ()
    against: Path | None = None  # submissions of another year
    workers: int = 1  # how many files are checked at a time on this machine
    cluster: str | None = None  # the address of a Dask scheduler; None: check on this machine
    quick: bool = False  # this and the next two: see Options
    seed: int = 0
    sandbox: str = "auto"

    @property
    def options(self) -> Options:
        """The options for checking a file."""
        limits = Limits(self.rubric.answer_seconds, memory_bytes_max=self.rubric.memory_mb << 20)
        return Options(self.quick, self.seed, self.rubric.allowed, self.rubric.seconds, self.sandbox, limits)


@dataclass(slots=True)
class Entry:
    """An attempt of a student or group, and its result. Only the attempt that counts stays in the course."""

    submission: Submission
    journal: Journal  # contains the report
    report_key: str = ""  # of the report in the journal; empty if there was no file to check
    documented: tuple[int, int] = (0, 8)  # how many functions have a docstring or comment, and how many should
    grade: Grade | None = None  # None before grading, and if the check failed for a reason outside the file
    verdict: str = NO_PROGRAM  # the report's, if there is a report
    needs_review: list[str] = field(default_factory=list)  # the reasons for a review
    members: tuple[Student, ...] = ()  # the submission's students in the roster; empty if there are none
    is_repeated: bool = False  # whether the group handed in more than once
    similar: list[SimilarPair] = field(default_factory=list)  # without the pairs that the teacher cleared
    extended_to: datetime | None = None  # the later deadline of this student or group; None: the rubric's
    extended_because: str = ""  # the teacher's reason for it
    member_grades: dict[Student, Grade] = field(default_factory=dict)  # of members with an adjustment of their own

    @property
    def key(self) -> str:
        """The unique name of the student or group."""
        return self.submission.key

    def member_key(self, student: Student) -> str:
        """Return a unique name for the page of one member of the group."""
        return f"{self.key}: {student.name} {student.id}"

    @property
    def similarity(self) -> float:
        """The largest percentage of the file that is also in one other file; 0 if `similar` is empty."""
        return max((pair.of(self.key) for pair in self.similar), default=0.0)

    def load_report(self) -> Report | None:
        """Return the report without the remarks that differ between runs; None if there was no file to check."""
        if not self.report_key:
            return None
        report = self.journal.load_report(self.report_key)
        return replace(report, remarks=[remark for remark in report.remarks if remark.id not in NOT_REPRODUCIBLE])


@dataclass
class Course:
    """A graded course."""

    plan: Plan
    entries: list[Entry]
    files: dict[str, SpooledFile]  # the programs by the key of an entry, or by a name from another year: "2025: Ada"
    pairs: list[SimilarPair]  # also those that the teacher cleared
    decisions: Decisions
    common: set[int]  # fingerprints in the starter or in many files, so no sign of copying
    roster: RosterMatch
    journal: Journal
    adjusted: list[tuple[str, Grade, Grade]] = field(default_factory=list)  # who, and the grades before and after

    @property
    def open_pairs(self) -> list[SimilarPair]:
        """The similar pairs that the teacher has not cleared."""
        return [pair for pair in self.pairs if self.decisions.reason_cleared(pair) is None]

    def close(self) -> None:
        """Close the journal, so that another run can use the output folder."""
        self.journal.close()

    def warnings(self) -> Iterator[str]:
        """Yield the warnings that the teacher should read before using the grades."""
        yield from self._warnings_about_rubric()
        yield from self._warnings_about_people()
        yield from self._warnings_about_times()

    def _warnings_about_rubric(self) -> Iterator[str]:
        last, rubric = self.journal.last_facts, self.plan.rubric
        if last and last.get("deadline") != str(rubric.at):
            before, now = (
                f"the deadline {at}" if at != "None" else "no deadline" for at in (last.get("deadline"), str(rubric.at))
            )
            yield f"the last run with --out {self.plan.out} had {before}, but this run has {now}"
        elif last and last.get("rubric") != rubric.sha256:
            yield f"the last run with --out {self.plan.out} had another rubric: all grades now follow the new rubric"
        if self.plan.times and rubric.at is None:
            yield "--times has no effect on the grades, because the rubric has no deadline"
        if above := [who for who, _, after in self.adjusted if after.points > after.total]:
            yield f"the adjustments raise {first_few(above, 'grade')} to more than the {rubric.total:g} points possible"

    def _warnings_about_people(self) -> Iterator[str]:
        if unmatched := self.roster.unmatched:
            names = first_few(unmatched, "submission")
            yield f"{names} cannot be matched to the roster, so the list of missing students is uncertain"
        if self.roster.by_id:
            names = first_few(self.roster.by_id, "submission")
            yield f"{names} could be matched only by id: check that the two names of each belong to one person"
        if self.roster.repeated_groups:
            names, deduction = first_few(self.roster.repeated_groups, "group"), self.plan.rubric.second_deduction
            points = "1 point is" if deduction == 1 else f"{deduction:g} points are"
            yield f"{names} handed in more than once, so {points} deducted for each member"
        if ungraded := [entry.key for entry in self.entries if entry.grade is None]:
            names = first_few(ungraded, "submission")
            yield f"{names} got no grade: the check itself failed, not the submission; run the same command again"
        reported = {frozenset((pair.first, pair.second)) for pair in self.pairs}
        if gone := [" and ".join(sorted(pair)) for pair in self.decisions.cleared if pair not in reported]:
            yield f"{first_few(gone, 'pair')} in {CLEARED} had no effect: the files are not similar in this run"

    def _warnings_about_times(self) -> Iterator[str]:
        untimed = [entry.key for entry in self.entries if entry.extended_to and entry.submission.time is None]
        if untimed:
            names = first_few(untimed, "extension")
            yield f"{names} had no effect, because the time of the submission is not known: add --times"
        known = {name_key(name) for entry in self.entries for name in (entry.submission.name, entry.submission.id)}
        if strangers := [who for who in self.plan.times if not known & {name_key(who), *compact_forms(who)}]:
            yield f"no submission matches {first_few(strangers, 'name')} in --times: write names or ids as in SOURCE"
        ids = {name_key(entry.submission.id) for entry in self.entries}
        counts = Counter(name_key(entry.submission.name) for entry in self.entries)
        if shared := [who for who in self.plan.times if counts[name_key(who)] > 1 and name_key(who) not in ids]:
            yield (
                f"{first_few(shared, 'name')} in --times had no effect, "
                "because several students have the same name: write ids"
            )
        kinds = [entry.grade.late.kind for entry in self.entries if entry.grade]
        if without_time := kinds.count(LatenessKind.UNKNOWN):
            names = plural(without_time, "submission")
            yield f"the time of {names} is not known; without a time nothing is deducted for lateness: add --times"
        late = [
            entry.key
            for entry in self.entries
            if entry.grade and entry.grade.late.kind == LatenessKind.LATE_BY_PLATFORM
        ]
        if late:
            names = first_few(late, "submission")
            yield (
                f"the platform marks {names} as late but gives no time, "
                "so the points for one day are deducted: add --times"
            )
