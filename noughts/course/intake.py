"""Who handed in what, and when: folders, git checkouts and the archives of learning platforms.

    Found       a file that somebody handed in: whose it is, when, where it lay, its bytes
    Submission  what counts for one student: the file to be graded, or the sentence why there is none

Nothing is ever unpacked: an archive's entries are names and bytes, read one by one and no further than a program may be
long, so that a name that climbs out, a link or a bomb is nothing but a strange entry.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from noughts.check import source
from noughts.check.texts import printable
from noughts.course.shelf import Kept, Shelf
from noughts.notation import BadInput

WANTED = "tictactoe.py"
PACKED = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz")
NAME_CHARACTERS_MAX = 200

# How platforms name what a student handed in. Blackboard tells the time; Canvas whether it was late; Moodle neither.
BLACKBOARD = re.compile(
    r"(?P<task>.+)_(?P<who>[^_]+)_attempt_(?P<time>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)(?:_(?P<file>.+)|\.txt)"
)
MOODLE = re.compile(r"(?P<who>[^/]+)_(?P<id>\d+)_assignsubmission_file_?/?(?P<file>.*)")
CANVAS = re.compile(
    r"(?P<who>[^_/]+)_(?:(?P<late>LATE)_)?(?P<id>\d+)_(?P<number>\d+)_(?P<file>.+?)(?:-(?P<again>\d+))?(?P<end>\.\w+)"
)


@dataclass(frozen=True, slots=True)
class Found:
    """One file that somebody handed in."""

    who: str
    place: str  # its path below what was handed in
    data: Kept | None  # None: not a program, or not readable
    id: str = ""
    time: datetime | None = None
    is_late: bool | None = None  # where the platform says so itself
    order: int = 0  # among the same student's attempts, where there is no time
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """What counts for one student or group."""

    key: str
    id: str = ""
    data: Kept | None = None
    time: datetime | None = None
    is_late: bool | None = None
    problems: tuple[str, ...] = ()  # G1: each a sentence
    attempts: int = 1
    members: tuple[str, ...] = field(default=())


def read_name(path: str) -> Found:
    """What a platform's name for a file tells, without its bytes."""
    name = PurePosixPath(path).name
    match = BLACKBOARD.fullmatch(name)
    if match:
        time = datetime.strptime(match["time"], "%Y-%m-%d-%H-%M-%S")
        return Found(match["who"], match["file"] or "", None, match["who"], time)
    match = MOODLE.fullmatch(path)
    if match:
        return Found(match["who"], match["file"], None, match["id"])
    match = CANVAS.fullmatch(path)
    if match:
        place = match["file"] + match["end"]
        return Found(match["who"], place, None, match["id"], None, bool(match["late"]), int(match["again"] or 0))
    parts = PurePosixPath(path).parts or ("?",)
    if len(parts) == 1:  # a folder of files: each is somebody's
        return Found(PurePosixPath(name).stem, WANTED if name.endswith(".py") else name, None)
    return Found(parts[0], "/".join(parts[1:]), None)


def gathered(some: Iterable[Found], attempt: str) -> list[Submission]:
    """What counts for each student: of several attempts the last in time, or the first."""
    attempts: dict[str, dict[tuple[float, int], list[Found]]] = {}
    for found in some:
        when = (found.time.timestamp() if found.time else 0.0, found.order)
        attempts.setdefault(found.who, {}).setdefault(when, []).append(found)
    submissions = []
    for who in sorted(attempts):
        times = sorted(attempts[who])
        chosen = attempts[who][times[0 if attempt == "first" else -1]]
        submissions.append(replace(judged(who, chosen), attempts=len(times)))
    return submissions


def judged(who: str, files: list[Found]) -> Submission:
    """One attempt: which of its files is the program, and what is wrong with how it was handed in (G1)."""
    first = files[0]
    made = Submission(printable(who)[:NAME_CHARACTERS_MAX], first.id, None, first.time, first.is_late)
    broken = [found.problem for found in files if found.problem]
    programs = [found for found in files if found.place.endswith(".py")]
    exact = [found for found in programs if found.place == WANTED]
    packed = [found.place for found in files if found.place.lower().endswith(PACKED)]
    chosen = exact or programs
    problems = list(broken)
    if not chosen:
        if packed:
            problems.append(f"it was handed in compressed, as {shown(packed[0])}: {WANTED} itself is asked for")
        elif not broken:
            problems.append(f"there is no Python file in it: {WANTED} is asked for")
        return replace(made, problems=tuple(problems))
    if len(chosen) > 1:
        names = ", ".join(sorted(shown(found.place) for found in chosen)[:5])
        return replace(made, problems=(*problems, f"there are {len(chosen)} candidates for {WANTED}: {names}"))
    program = chosen[0]
    if not exact:
        problems.append(f"the file is {shown(program.place)}, where {WANTED} at the top is asked for")
    if program.data is not None and not program.data.read().strip():
        return replace(made, problems=(*problems, "the file is empty"))
    return replace(made, data=program.data, problems=tuple(problems))


def shown(name: str) -> str:
    """A name from outside, as a sentence can bear it."""
    tidy = printable(name)
    return repr(tidy if len(tidy) <= 60 else tidy[:59] + "…")


def of_folder(folder: Path, branch: str | None, shelf: Shelf) -> Iterator[Found]:
    """What a folder holds: files, folders, or git checkouts."""
    from noughts.course import git

    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            if branch is not None and git.is_checkout(entry):
                yield git.found(entry, branch, shelf)
            else:
                yield from below(folder, entry, shelf)
        else:
            yield read_file(entry, entry.name, shelf)


def below(folder: Path, entry: Path, shelf: Shelf) -> Iterator[Found]:
    """The files of one student's folder."""
    files = [path for path in sorted(entry.rglob("*")) if path.is_file() or path.is_symlink()]
    for path in files[:FILES_EACH_MAX]:
        if not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts):
            yield read_file(path, path.relative_to(folder).as_posix(), shelf)
    if not files:
        yield Found(entry.name, "", None)


FILES_EACH_MAX = 1_000


def read_file(path: Path, name: str, shelf: Shelf) -> Found:
    """A file with its bytes, if it is a program and can be read."""
    found = read_name(name)
    if path.is_symlink():
        return replace(found, problem=f"{shown(found.place)} is a link: the file itself is asked for")
    if not found.place.endswith(".py"):
        return found
    try:
        data = source.read(path)
    except OSError as error:
        return replace(found, problem=f"{shown(found.place)} cannot be read: {error.strerror}")
    return replace(found, data=shelf.put(data))


def read_table(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """A CSV with at least these columns, whatever else it has; BadInput where they are missing."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{str(path)!r} is no CSV in UTF-8: {error}") from None
    tidy = [
        {
            (key or "").strip().lower(): (value or "").strip() if isinstance(value, str) else ""
            for key, value in row.items()
        }
        for row in rows
    ]
    missing = [name for name in columns if not tidy or name not in tidy[0]]
    if missing:
        raise BadInput(f"{str(path)!r} lacks the column {missing[0]!r}: its first line must name {', '.join(columns)}")
    return tidy


def with_times(some: Iterable[Found], path: Path) -> list[Found]:
    """The same, with times from a CSV of who and time where the platform tells none."""
    times = {}
    for number, row in enumerate(read_table(path, ("who", "time")), 2):
        try:
            times[folded(row["who"])] = datetime.fromisoformat(row["time"])
        except ValueError:
            raise BadInput(
                f"line {number} of {str(path)!r}: {row['time']!r} is no time: write 2026-11-20T23:59:00+01:00"
            ) from None
    return [replace(f, time=f.time or times.get(folded(f.who)) or times.get(folded(f.id) or "?")) for f in some]


def folded(name: str) -> str:
    """A name as names are compared: without case, blanks and marks between, whichever part of it comes first."""
    return "".join(sorted(re.findall(r"[^\W_]+", name.lower())))


def run_together(name: str) -> set[str]:
    """A name as some platforms write it, in one word: last name first, or last name last."""
    words = re.findall(r"[^\W_]+", name.lower())
    return {"".join(words), "".join(words[-1:] + words[:-1]), "".join(words[1:] + words[:1])}
