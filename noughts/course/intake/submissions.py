"""Find the program in each attempt of a student, or the reason why there is none.

IncomingFile  a file that a student handed in: what its name says, and its bytes if it is a program
Submission    one attempt of a student or group: the program if there is one, and the problems of the hand-in
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from noughts.course.intake.names import WANTED, NameParts, compact_forms, name_key
from noughts.course.intake.receipts import Receipt
from noughts.course.intake.spool import SpooledFile
from noughts.support.text import first_few, printable, shorten, unique

# Programs that courses hand out beside the exercise; students may hand them in again.
HANDED_OUT = ("runner.py",)
COMPRESSED = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz")
NAME_CHARACTERS_MAX = 200
QUOTED_CHARACTERS_MAX = 60


class ProblemKind(StrEnum):
    """What may be wrong with how a program was handed in. Each kind but OTHER has a deduction in the rubric."""

    WRONG_NAME = "wrong_name"
    WRONG_PLACE = "wrong_place"
    COMPRESSED = "compressed"
    EXTRA_FILES = "extra_files"
    OTHER = "other"  # there may be no program to give points for


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with how a submission was handed in."""

    kind: ProblemKind
    words: str


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """One file that a student handed in."""

    name: NameParts
    data: SpooledFile | None = None  # None if it is not a program or cannot be read
    problem: str | None = None  # why it could not be read; None if it was read or not needed
    receipt: Receipt | None = None  # what it says, if it is a receipt from Blackboard
    archive: str = ""  # the zip, handed in by the student, that contains the file; "" if there is none


@dataclass(frozen=True, slots=True)
class Submission:
    """One attempt of a student or group."""

    key: str  # a unique name of the student or group, to show and to look up
    name: str
    id: str = ""
    data: SpooledFile | None = None  # the program; None if there is none that can be checked
    time: datetime | None = None  # when it was handed in; None if not known
    is_late: bool | None = None  # None if the platform does not say
    problems: tuple[Problem, ...] = ()  # what is wrong with how the submission was handed in
    start: str = ""  # how the name of a feedback file must begin on the platform; "" if it accepts no feedback
    attempt: int = 1  # counted from 1
    attempts: int = 1  # how many times the student handed in


# All attempts of one student or group, the oldest first.
Attempts = tuple[Submission, ...]


def gather(files: Iterable[IncomingFile]) -> list[Attempts]:
    """Return the attempts of each student or group."""
    by_owner: dict[tuple[str, str], dict[datetime, list[IncomingFile]]] = {}
    for file in files:
        when = file.name.time or datetime.min
        when = when if when.tzinfo else when.replace(tzinfo=UTC)  # only the order matters, so any zone will do
        by_owner.setdefault((file.name.who, file.name.id), {}).setdefault(when, []).append(file)
    gathered = []
    for owner, key in unique_keys(sorted(by_owner)).items():
        states = [state for when in sorted(by_owner[owner]) for state in versions_of(by_owner[owner][when])]
        gathered.append(
            tuple(
                replace(find_program(key, state), attempt=number, attempts=len(states))
                for number, state in enumerate(states, 1)
            )
        )
    return gathered


def versions_of(files: list[IncomingFile]) -> list[list[IncomingFile]]:
    """Return the files as first handed in, and as they were after each replacement.

    Canvas numbers the versions of a file that a student replaced. Each list has one version of every file.
    """
    places: dict[str, list[IncomingFile]] = {}
    for file in sorted(files, key=lambda file: file.name.version):
        places.setdefault(file.name.place, []).append(file)
    replaced = {place: versions for place, versions in places.items() if versions[-1].name.version}
    kept = [file for place, versions in places.items() if place not in replaced for file in versions]
    states = max((len(versions) for versions in replaced.values()), default=1)
    return [
        kept + [versions[min(state, len(versions) - 1)] for versions in replaced.values()] for state in range(states)
    ]


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

    It has data only if exactly one file can be the program, and this file can be read and is not empty. A program in a
    zip counts only if there is no program outside a zip.
    """
    name = files[0].name
    late = [file.name.is_late for file in files if file.name.is_late is not None]
    candidates, others = candidates_in(files)
    is_exact = bool(candidates) and not candidates[0].archive and candidates[0].name.place == WANTED
    problems = [] if is_exact and not candidates[0].problem else unreadable(files)
    data = None
    if len(candidates) > 1:
        names = ", ".join(sorted(quoted(file.name.place) for file in candidates)[:5])
        problems.append(other(f"{len(candidates)} files could be {WANTED}: {names}; hand in only one"))
    elif candidates:
        data = candidates[0].data
        problems += hand_in_problems(candidates[0], others)
        if data is not None and not data.read().strip():
            data = None
            problems.append(other("the file is empty: hand in your program"))
    elif compressed := [file.name.place for file in files if file.name.place.lower().endswith(COMPRESSED)]:
        words = f"no {WANTED} can be read from {quoted(compressed[0])}: hand in {WANTED} itself"
        problems.append(other(words))
    elif not problems:
        problems.append(other(f"there is no Python file in the submission: hand in {WANTED}"))
    is_late = any(late) if late else None
    start = next((file.name.start for file in (*candidates, *files) if file.name.start), "")
    who, time = next(((f.receipt.who, f.receipt.time) for f in files if f.receipt), (name.who, None))
    return Submission(key, printable(who), printable(name.id), data, time or name.time, is_late, tuple(problems), start)


def candidates_in(files: list[IncomingFile]) -> tuple[list[IncomingFile], list[IncomingFile]]:
    """Return the candidates, which are the programs that may be the one to grade, and the other programs.

    Ignore programs in a zip if there are others; then ignore HANDED_OUT programs if there are others. The candidates
    are the programs called tictactoe.py at the top; else those called tictactoe.py in folders; else all programs.
    """
    programs = [file for file in files if is_program(file.name.place)]
    programs = [file for file in programs if not file.archive] or programs
    programs = [file for file in programs if file.name.place.rpartition("/")[2] not in HANDED_OUT] or programs
    exact = [file for file in programs if file.name.place == WANTED]
    named_right = [file for file in programs if file.name.place.rpartition("/")[2] == WANTED]
    candidates = exact or named_right or programs
    return candidates, [file for file in programs if file not in candidates]


def hand_in_problems(program: IncomingFile, others: list[IncomingFile]) -> list[Problem]:
    """Return what is wrong with the name and the place of the program, and with the programs beside it."""
    place = program.name.place
    folder, _, name = place.rpartition("/")
    problems = []
    if program.archive:
        words = f"the file is in {quoted(program.archive)}: hand in {WANTED} itself, not compressed"
        problems.append(Problem(ProblemKind.COMPRESSED, words))
    if name != WANTED:
        words = f"the file is called {quoted(name)}: it must be called {WANTED}"
        problems.append(Problem(ProblemKind.WRONG_NAME, words))
    if folder:
        problems.append(
            Problem(ProblemKind.WRONG_PLACE, f"the file is in the folder {quoted(folder)}: hand in the file alone")
        )
    if others:
        names = first_few(sorted(quoted(file.name.place) for file in others), "other program")
        problems.append(
            Problem(
                ProblemKind.EXTRA_FILES,
                f"there {'is' if len(others) == 1 else 'are'} also {names}, which will not be graded: hand in one file",
            )
        )
    return problems


def unreadable(files: list[IncomingFile]) -> list[Problem]:
    """Return the problems of files that cannot be read."""
    return [other(file.problem) for file in files if file.problem]


def other(words: str) -> Problem:
    """Return a problem for which nothing is deducted."""
    return Problem(ProblemKind.OTHER, words)


def is_program(place: str) -> bool:
    """Return whether the path ends in .py, in upper or lower case."""
    return place.lower().endswith(".py")


def quoted(name: str) -> str:
    """Return a name in quotes, made printable and cut to QUOTED_CHARACTERS_MAX characters."""
    return repr(shorten(printable(name), QUOTED_CHARACTERS_MAX))


def with_times(gathered: list[Attempts], times: dict[str, datetime]) -> list[Attempts]:
    """Return the attempts, with the time of each student's last attempt replaced by that in `times`, if there is one.

    The keys of `times` are names or ids. A student's name is looked up only if the id is not found and no other student
    has the same name.
    """
    by_name = {form: time for who, time in times.items() for form in (*compact_forms(who), name_key(who))}
    counts = Counter(name_key(attempts[-1].name) for attempts in gathered)
    timed = []
    for attempts in gathered:
        last = attempts[-1]
        owners = (last.id, last.name if counts[name_key(last.name)] == 1 else "")
        time = next((by_name[name_key(who)] for who in owners if who and name_key(who) in by_name), None)
        timed.append((*attempts[:-1], replace(last, time=time or last.time)))
    return timed
