"""Find the program that counts for each student, or the reason why there is none.

IncomingFile  a file that a student handed in: what its name says, and its bytes if it is a program
Submission    what counts for a student or group: the program if there is one, and the problems of the hand-in
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from noughts.course.intake.names import WANTED, NameParts, compact_forms, name_key
from noughts.course.intake.spool import SpooledFile
from noughts.support.text import printable, shorten, unique

COMPRESSED = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz")
NAME_CHARACTERS_MAX = 200
QUOTED_CHARACTERS_MAX = 60


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """One file that a student handed in."""

    name: NameParts
    data: SpooledFile | None = None  # None if it is not a program or cannot be read
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """What counts for one student or group."""

    key: str  # a unique name, to show and to look up
    name: str
    id: str = ""
    data: SpooledFile | None = None
    time: datetime | None = None
    is_late: bool | None = None  # None if the platform does not say
    problems: tuple[str, ...] = ()  # what is wrong with how the submission was handed in
    attempts: int = 1  # how many times the student handed in


def gather(files: Iterable[IncomingFile], attempt: str) -> list[Submission]:
    """Return the submission that counts for each student: the "last" or the "first" attempt, as `attempt` says."""
    attempts: dict[tuple[str, str], dict[datetime, list[IncomingFile]]] = {}
    for file in files:
        when = file.name.time or datetime.min
        when = when if when.tzinfo else when.replace(tzinfo=UTC)  # only the order matters, so any zone will do
        attempts.setdefault((file.name.who, file.name.id), {}).setdefault(when, []).append(file)
    submissions = []
    for owner, key in unique_keys(sorted(attempts)).items():
        times = sorted(attempts[owner])
        chosen, versions = choose_versions(attempts[owner][times[0 if attempt == "first" else -1]], attempt)
        submissions.append(replace(find_program(key, chosen), attempts=max(len(times), versions)))
    return submissions


def choose_versions(files: list[IncomingFile], attempt: str) -> tuple[list[IncomingFile], int]:
    """Return, for each file, the version that counts, and the largest number of versions of any file."""
    places: dict[str, list[IncomingFile]] = {}
    for file in sorted(files, key=lambda file: file.name.version):
        places.setdefault(file.name.place, []).append(file)
    chosen, most = list[IncomingFile](), 1
    for versions in places.values():
        if versions[-1].name.version:
            most = max(most, len(versions))
            versions = [versions[0 if attempt == "first" else -1]]
        chosen += versions
    return chosen, most


def unique_keys(owners: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return a unique name for each owner (name, id).

    The id is added to a name that several owners share, and a number if the result is still not unique.
    """
    names = {owner: printable(owner[0])[:NAME_CHARACTERS_MAX] for owner in owners}
    counts = Counter(names.values())
    with_id = {
        owner: f"{name} ({printable(owner[1])})" for owner, name in names.items() if owner[1] and counts[name] > 1
    }
    plain = (names | with_id).values()
    return dict(zip(names, unique(plain, "{} [{}]"), strict=True))


def find_program(key: str, files: list[IncomingFile]) -> Submission:
    """Return the submission made from the files of an attempt.

    It has data only if exactly one file can be the program, and this file can be read and is not empty.
    """
    name, data = files[0].name, None
    late = [file.name.is_late for file in files if file.name.is_late is not None]
    programs = [file for file in files if is_program(file.name.place)]
    exact = [file for file in programs if file.name.place == WANTED]
    named_right = [file for file in programs if file.name.place.rpartition("/")[2] == WANTED]
    problems = [] if exact and not exact[0].problem else [file.problem for file in files if file.problem]
    candidates = exact or named_right or programs
    compressed = [file.name.place for file in files if file.name.place.lower().endswith(COMPRESSED)]
    if len(candidates) > 1:
        names = ", ".join(sorted(quoted(file.name.place) for file in candidates)[:5])
        problems.append(f"{len(candidates)} files could be {WANTED}: {names}; hand in only one")
    elif candidates:
        data = candidates[0].data
        if not exact:
            problems.append(
                f"the file is {quoted(candidates[0].name.place)}: it must be called {WANTED} and be in no folder"
            )
        if data is not None and not data.read().strip():
            data = None
            problems.append("the file is empty: hand in your program")
    elif compressed:
        problems.append(f"the file was handed in compressed, as {quoted(compressed[0])}: hand in {WANTED} itself")
    elif not problems:
        problems.append(f"there is no Python file in the submission: hand in {WANTED}")
    is_late = any(late) if late else None
    return Submission(key, printable(name.who), printable(name.id), data, name.time, is_late, tuple(problems))


def is_program(place: str) -> bool:
    """Return whether the path ends in .py."""
    return place.lower().endswith(".py")


def quoted(name: str) -> str:
    """Return a name in quotes, made printable and cut to QUOTED_CHARACTERS_MAX characters."""
    return repr(shorten(printable(name), QUOTED_CHARACTERS_MAX))


def with_times(submissions: list[Submission], times: dict[str, datetime]) -> list[Submission]:
    """Return the submissions, with missing times taken from `times`, whose keys are names or ids.

    A time is found by the id, or else by the name if no other submission has the same name.
    """
    by_name = {form: time for who, time in times.items() for form in (*compact_forms(who), name_key(who))}
    counts = Counter(name_key(submission.name) for submission in submissions)
    timed = []
    for submission in submissions:
        owners = (submission.id, submission.name if counts[name_key(submission.name)] == 1 else "")
        time = next((by_name[name_key(who)] for who in owners if who and name_key(who) in by_name), None)
        timed.append(replace(submission, time=submission.time or time))
    return timed
