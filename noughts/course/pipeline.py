"""Grade a course: read the submissions, match the roster, check the files, find similar ones, compute the grades."""

from dataclasses import replace
from datetime import datetime

from noughts.check.report import ReportVerdict
from noughts.course.grading import decisions, similarity
from noughts.course.grading.grade import (
    Grade,
    LatenessKind,
    adjusted,
    count_documented,
    grade,
    lateness,
    review_reasons,
)
from noughts.course.grading.similarity import SimilarPair
from noughts.course.intake import roster, sources
from noughts.course.intake.spool import Spool, SpooledFile
from noughts.course.intake.submissions import Attempts, gather, with_times
from noughts.course.records import Course, Entry, Plan
from noughts.course.run import workers
from noughts.course.run.journal import Journal, key_of
from noughts.errors import BadInput
from noughts.support.progress import Progress

JOURNAL = "journal.jsonl"


def read_submissions(plan: Plan, spool: Spool) -> list[Attempts]:
    """Return the attempts in the source, with the plan's times; raise BadInput for an unusable or empty source."""
    if plan.source.is_dir():
        files = sources.files_in_folder(plan.source, plan.branch, spool)
    elif plan.source.is_file():
        files = sources.files_in_zip(plan.source, spool)
    else:
        raise BadInput(f"there is no {str(plan.source)!r}: name a folder of submissions or a platform's zip")
    gathered = with_times(gather(files), plan.times)
    if not gathered:
        raise BadInput(f"{str(plan.source)!r} contains no submissions: expected files, folders or git checkouts")
    return gathered


def run(plan: Plan, progress: Progress | None = None) -> Course:
    """Grade all submissions and return the course, which the caller must close.

    Files with a result in the journal are not checked again. Missing decision tables are created in the output
    folder. Raise BadInput if the output folder, the source, --against, a decision or the cluster cannot be used, or if
    no submission matches the roster. Raise SandboxUnavailable if a complete sandbox is required but not available.
    """
    refuse_output_folder(plan)
    spool = Spool(plan.out)
    gathered = read_submissions(plan, spool)
    last = [attempts[-1] for attempts in gathered]
    earlier = read_earlier(plan, spool, {submission.key for submission in last})
    match = roster.match(plan.roster, last)
    if plan.roster and not any(match.members.values()):
        advice = "name the roster of this course, or leave --roster out"
        raise BadInput(f"no submission in {str(plan.source)!r} matches a student in --roster: {advice}")
    decided = decisions.read(plan.out, plan.rubric, last, match, earlier)
    plan.out.mkdir(parents=True, exist_ok=True)
    decisions.write_templates(plan.out)
    facts = {"rubric": plan.rubric.sha256, "seed": plan.seed, "quick": plan.quick, "seconds": plan.rubric.seconds,
             "memory_mb": plan.rubric.memory_mb, "deadline": str(plan.rubric.at)}  # fmt: skip
    journal = Journal(plan.out / JOURNAL, facts)
    try:
        candidates = [
            [
                Entry(submission, journal, members=match.members.get(submission.key, ()),
                      is_repeated=submission.key in match.repeated, extended_to=decided.extended.get(submission.key),
                      extended_because=decided.extended_because.get(submission.key, ""))
                for submission in candidates_of(plan, attempts, decided.extended.get(attempts[-1].key))
            ]
            for attempts in gathered
        ]  # fmt: skip
        check_all(plan, [entry for entries in candidates for entry in entries], journal, progress)
        entries = [best_of(plan, entries) for entries in candidates]
        return grade_all(Course(plan, entries, {}, [], decided, set(), match, journal), earlier)
    except BaseException:
        journal.close()
        raise


def candidates_of(plan: Plan, attempts: Attempts, extended_to: datetime | None) -> Attempts:
    """Return the attempts to check: only the one that counts, or all if the best counts, because all must be graded."""
    if plan.attempt == "best":
        return attempts
    if plan.attempt == "on-time":
        is_late = (LatenessKind.LATE, LatenessKind.LATE_BY_PLATFORM)
        on_time = [a for a in attempts if lateness(plan.rubric, a, extended_to).kind not in is_late]
        return (on_time[-1] if on_time else attempts[0],)
    return (attempts[0 if plan.attempt == "first" else -1],)


def best_of(plan: Plan, entries: list[Entry]) -> Entry:
    """Return the entry with the most points; the last one if several have the most.

    If there are several entries, also set their grades, without deductions for similarity and without adjustments.
    """
    if len(entries) == 1:
        return entries[0]
    for entry in entries:
        data = entry.submission.data
        entry.documented = count_documented(data.read(), plan.starter) if data else entry.documented
        set_grade(plan, entry)
    return max(reversed(entries), key=lambda entry: entry.grade.points if entry.grade else -1)


def check_all(plan: Plan, entries: list[Entry], journal: Journal, progress: Progress | None) -> None:
    """Check the files that have no result in the journal, add the results there, and set each entry's `report_key`."""
    options = plan.options
    jobs = dict[str, SpooledFile]()
    for entry in entries:
        if data := entry.submission.data:
            entry.report_key = key_of(data.read(), options)
            jobs[entry.report_key] = data
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


def grade_all(course: Course, earlier: dict[str, SpooledFile]) -> Course:
    """Fill in the course's files, common fingerprints, similar pairs and grades; return the course.

    `earlier` has the files of another year.
    """
    plan, entries = course.plan, course.entries
    by_key = {entry.key: entry for entry in entries}
    course.files = {entry.key: entry.submission.data for entry in entries if entry.submission.data} | earlier
    index = similarity.Index(plan.starter)
    for name, file in course.files.items():
        data = file.read()
        index.add(name, data, is_old=name in earlier)
        if name in by_key:
            by_key[name].documented = count_documented(data, plan.starter)
    course.common = index.common()
    pairs = [pair for pair in index.pairs(plan.rubric.threshold) if not is_one_group(pair, by_key)]
    course.pairs = sorted(pairs, key=lambda pair: pair.rare < plan.rubric.rare)  # first those that look copied
    for pair in course.pairs:
        for name in {pair.first, pair.second} & by_key.keys():
            if course.decisions.reason_cleared(pair) is None:
                by_key[name].similar.append(pair)
    for entry in entries:
        set_grade(plan, entry)
        if entry.grade:
            adjust(course, entry, entry.grade)
    return course


def adjust(course: Course, entry: Entry, grade: Grade) -> None:
    """Set the grades of an entry and its members after the teacher's adjustments, and record the changed grades."""
    entry.grade = adjusted(grade, course.decisions.of_submissions.get(entry.key, ()))
    if entry.grade is not grade:
        course.adjusted.append((entry.key, grade, entry.grade))
    own = course.decisions.of_students
    entry.member_grades = {student: adjusted(entry.grade, own[student]) for student in entry.members if student in own}
    course.adjusted += [(student.name, entry.grade, after) for student, after in entry.member_grades.items()]


def is_one_group(pair: SimilarPair, by_key: dict[str, Entry]) -> bool:
    """Return whether the submissions of a pair share a student of the roster."""
    members = [by_key[name].members if name in by_key else () for name in (pair.first, pair.second)]
    return bool({*members[0]} & {*members[1]})


def set_grade(plan: Plan, entry: Entry) -> None:
    """Set the verdict, the reasons for a review, and the grade without the teacher's adjustments.

    An entry gets no grade if the check failed for a reason outside the file. An entry without a report keeps its
    verdict.
    """
    submission, report = entry.submission, entry.load_report()
    entry.verdict = report.verdict if report else entry.verdict
    entry.needs_review = review_reasons(submission, entry.is_repeated, report)
    if entry.verdict != ReportVerdict.NOT_CHECKED:
        rubric = plan.rubric
        copied = [pair for pair in entry.similar if pair.rare >= rubric.rare]
        percentage = max((pair.most if rubric.both else pair.of(entry.key) for pair in copied), default=0.0)
        entry.grade = grade(rubric, submission, report, entry.documented, entry.is_repeated, percentage,
                            entry.extended_to)  # fmt: skip


def refuse_output_folder(plan: Plan) -> None:
    """Raise BadInput if the output folder is the source or inside it, or has files but no journal.

    A journal shows that the folder is from an earlier run. A folder with only decision tables is accepted too.
    """
    source, out = plan.source.resolve(), plan.out.resolve()
    if out == source or source in out.parents:
        raise BadInput(f"--out {str(plan.out)!r} is not outside the source: choose a folder beside {str(source)!r}")
    files = {path.name for path in plan.out.iterdir()} if plan.out.is_dir() else set()
    if files - decisions.TABLES.keys() and JOURNAL not in files:
        advice = "choose a new folder, or the --out of an earlier run"
        raise BadInput(f"--out {str(plan.out)!r} contains files that are not from an earlier run: {advice}")


def read_earlier(plan: Plan, spool: Spool, taken: set[str]) -> dict[str, SpooledFile]:
    """Return the programs of another year by names like "2025: Ada"; {} without --against.

    Each program is that of a student's last attempt. No name is in `taken`. Raise BadInput if --against cannot be used
    or contains no programs.
    """
    if plan.against is None:
        return {}
    earlier: dict[str, SpooledFile] = {}
    for *_, submission in read_submissions(replace(plan, source=plan.against, times={}), spool):
        if submission.data is not None:
            name = f"{plan.against.name}: {submission.key}"
            while name in taken:
                name += "'"
            earlier[name] = submission.data
    if not earlier:
        raise BadInput(f"--against {str(plan.against)!r} contains no programs: name a folder or zip of submissions")
    return earlier
