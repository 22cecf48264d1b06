"""Grade a course: read the submissions, check them, find similar files, match the roster, and grade."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from noughts.check.asking import Options
from noughts.check.limits import Limits
from noughts.check.report import Report, ReportVerdict
from noughts.course.grading import similarity
from noughts.course.grading.grade import Grade, LatenessKind, count_documented, grade
from noughts.course.grading.rubric import Rubric
from noughts.course.grading.similarity import SimilarPair
from noughts.course.intake import roster, sources
from noughts.course.intake.names import compact_forms, name_key
from noughts.course.intake.roster import RosterMatch, Student
from noughts.course.intake.spool import Spool, SpooledFile
from noughts.course.intake.submissions import Submission, gather, with_times
from noughts.course.run import workers
from noughts.course.run.journal import Journal, key_of
from noughts.errors import BadInput
from noughts.support.progress import Progress
from noughts.support.text import first_few, plural

JOURNAL = "journal.jsonl"
# Remarks that differ from run to run.
NOT_REPRODUCIBLE = ("first_move_seconds",)


@dataclass(frozen=True)
class Plan:
    """Everything that the teacher chooses for a run."""

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
    sandbox: str = "auto"

    @property
    def options(self) -> Options:
        """The options with which each file is checked."""
        limits = Limits(self.rubric.answer_seconds, memory_bytes_max=self.rubric.memory_mb << 20)
        return Options(self.quick, self.seed, self.rubric.allowed, self.rubric.seconds, self.sandbox, limits)


@dataclass(slots=True)
class Entry:
    """One student's or group's result."""

    submission: Submission
    journal: Journal  # where its report is
    result: str = ""  # the key of the report; empty if there was nothing to check
    documented: tuple[int, int] = (0, 8)  # how many functions have a comment, and how many there are
    grade: Grade | None = None  # None if the check failed for a reason outside the file
    members: tuple[Student, ...] = ()  # its students, from the roster
    is_second: bool = False  # whether its group handed in more than once
    similar: list[SimilarPair] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The unique name of the student or group."""
        return self.submission.key

    @property
    def similarity(self) -> float:
        """The largest share of the file, in percent, that is also in another file."""
        return max((pair.of(self.key) for pair in self.similar), default=0.0)

    def load_report(self) -> Report | None:
        """Return the report without what differs between runs and machines, None if there was nothing to check."""
        if not self.result:
            return None
        report = self.journal.load_report(self.result)
        remarks = [remark for remark in report.remarks if remark.id not in NOT_REPRODUCIBLE]
        return replace(report, remarks=remarks, seconds=0.0, cpu_seconds=0.0, sandbox=None)


@dataclass
class Course:
    """A graded course."""

    plan: Plan
    entries: list[Entry]
    earlier: dict[str, SpooledFile]  # files of another year
    pairs: list[SimilarPair]
    common: set[int]  # fingerprints in the starter or in many files, so no sign of copying
    roster: RosterMatch
    journal: Journal

    def close(self) -> None:
        """Close the journal, so that another run can use the folder."""
        self.journal.close()

    def file(self, name: str) -> bytes:
        """Return the bytes of the file that a pair names."""
        data = self.earlier.get(name) or next(entry.submission.data for entry in self.entries if entry.key == name)
        return data.read() if data else b""

    @property
    def warnings(self) -> list[str]:
        """Warnings that the teacher must read before using the grades."""
        return list(self._warnings())

    def _warnings(self) -> Iterator[str]:
        if unmatched := self.roster.unmatched:
            names = first_few(unmatched, "submission")
            yield f"{names} cannot be matched to the roster, so the list of missing students is uncertain"
        if self.roster.by_id:
            yield f"{first_few(self.roster.by_id, 'submission')} matched by id, not by name"
        if self.roster.groups:
            points = f"{self.plan.rubric.second_deduction:g} points (the students of a group hand in one file)"
            yield f"{first_few(self.roster.groups, 'group')} handed in more than once: each member loses {points}"
        if ungraded := [entry.key for entry in self.entries if entry.grade is None]:
            names = first_few(ungraded, "submission")
            yield f"{names} could not be checked for a reason outside the file and got no grade: run the command again"
        known = {name_key(name) for entry in self.entries for name in (entry.submission.name, entry.submission.id)}
        if strangers := [who for who in self.plan.times if not known & {name_key(who), *compact_forms(who)}]:
            yield f"{first_few(strangers, 'name')} in --times: no submission matches"
        kinds = [entry.grade.late.kind for entry in self.entries if entry.grade]
        if unknown := kinds.count(LatenessKind.UNKNOWN):
            yield f"there is a deadline, but the time of {plural(unknown, 'submission')} is not known: use --times"
        if LatenessKind.LATE_BY_PLATFORM in kinds:
            yield "the platform does not say how late some submissions are, so they count as one day late: use --times"


def read_submissions(plan: Plan, spool: Spool) -> list[Submission]:
    """Return the submissions in the source; raise BadInput if there are none."""
    if plan.source.is_dir():
        files = sources.files_in_folder(plan.source, plan.branch, spool)
    elif plan.source.is_file():
        files = sources.files_in_zip(plan.source, spool)
    else:
        raise BadInput(f"there is no {str(plan.source)!r}: name a folder of submissions or a platform's zip")
    submissions = with_times(gather(files, plan.attempt), plan.times)
    if not submissions:
        raise BadInput(f"{str(plan.source)!r} contains no submissions: expected files, folders or git checkouts")
    return submissions


def run(plan: Plan, progress: Progress | None = None) -> Course:
    """Return the course, with all submissions graded; files with a result in the journal are not checked again."""
    refuse_mixing(plan)
    spool = Spool(plan.out)
    submissions = read_submissions(plan, spool)
    earlier = read_earlier(plan, spool, {submission.key for submission in submissions})
    plan.out.mkdir(parents=True, exist_ok=True)
    facts = {"rubric": plan.rubric.sha256, "seed": plan.seed, "quick": plan.quick, "seconds": plan.rubric.seconds,
             "memory_mb": plan.rubric.memory_mb, "deadline": str(plan.rubric.at)}  # fmt: skip
    journal = Journal(plan.out / JOURNAL, facts)
    entries = [Entry(submission, journal) for submission in submissions]
    try:
        check_all(plan, entries, journal, progress)
        return grade_all(plan, entries, earlier, journal)
    except BaseException:
        journal.close()
        raise


def check_all(plan: Plan, entries: list[Entry], journal: Journal, progress: Progress | None) -> None:
    """Check every file without a result in the journal, and set the key of each entry's result."""
    options = plan.options
    jobs = dict[str, SpooledFile]()
    for entry in entries:
        data = entry.submission.data
        if data is not None:
            entry.result = key_of(data.read(), options)
            jobs[entry.result] = data
    waiting = {key: data for key, data in jobs.items() if key not in journal}
    finished = len(jobs) - len(waiting)
    if progress:
        progress(finished, len(jobs))
    read = ((key, data.read()) for key, data in waiting.items())
    results = (workers.run_on_cluster(read, options, plan.cluster) if plan.cluster
               else workers.run_locally(read, options, plan.workers))  # fmt: skip
    for done, (key, report) in enumerate(results, finished + 1):
        journal.add(key, report)
        if progress:
            progress(done, len(jobs))


def grade_all(plan: Plan, entries: list[Entry], earlier: dict[str, SpooledFile], journal: Journal) -> Course:
    """Return the course after finding similar files, matching the roster, and grading all submissions."""
    index = similarity.Index(plan.starter)
    for entry in entries:
        if entry.submission.data is not None:
            data = entry.submission.data.read()
            entry.documented = count_documented(data, plan.starter)
            index.add(entry.key, data)
    for name, file in earlier.items():
        index.add(name, file.read(), is_old=True)
    pairs = index.pairs(plan.rubric.threshold)
    by_key = {entry.key: entry for entry in entries}
    for pair in pairs:
        for name in {pair.first, pair.second} & by_key.keys():
            by_key[name].similar.append(pair)
    match = roster.match(plan.roster, [entry.submission for entry in entries])
    for entry in entries:
        entry.members, entry.is_second = match.members.get(entry.key, ()), entry.key in match.seconds
        report = entry.load_report()
        if report is None or report.verdict != ReportVerdict.NOT_CHECKED:
            facts = (report, entry.documented, entry.is_second, entry.similarity)
            entry.grade = grade(plan.rubric, entry.submission, *facts)
    return Course(plan, entries, earlier, pairs, index.common(), match, journal)


def refuse_mixing(plan: Plan) -> None:
    """Raise BadInput if the output folder is inside the source or contains files but no journal."""
    source, out = plan.source.resolve(), plan.out.resolve()
    if out == source or source in out.parents:
        raise BadInput(f"{str(plan.out)!r} is inside the source: choose an --out beside {str(plan.source)!r}")
    if plan.out.is_dir() and any(plan.out.iterdir()) and not (plan.out / JOURNAL).is_file():
        raise BadInput(f"{str(plan.out)!r} contains other files: choose a new folder, or one of an earlier run")


def read_earlier(plan: Plan, spool: Spool, taken: set[str]) -> dict[str, SpooledFile]:
    """Return the files of another year. Their names begin with the folder's name and differ from all of `taken`."""
    earlier: dict[str, SpooledFile] = {}
    if plan.against is None:
        return earlier
    for submission in read_submissions(replace(plan, source=plan.against, times={}), spool):
        if submission.data is not None:
            name = f"{plan.against.name}: {submission.key}"
            while name in taken:
                name += "'"
            earlier[name] = submission.data
    if not earlier:
        raise BadInput(f"{str(plan.against)!r} contains no program to compare with")
    return earlier
