"""Who handed in what, and when: folders, git checkouts and the archives of learning platforms.

    Found       a file that somebody handed in: what its name tells, and its bytes
    Submission  what counts for one student: the file to be graded, or the sentence why there is none

Nothing is ever unpacked: an archive's entries are names and bytes, read one by one and no further than a program may be
long, so that a name that climbs out, a link or a bomb is nothing but a strange entry.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from noughts.check import source
from noughts.check.texts import printable
from noughts.course.names import WANTED, Named, Reader, folded, reader_of, run_together
from noughts.course.shelf import Kept, Shelf

PACKED = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz")
LEFT_BEHIND = ("__MACOSX", "__pycache__")
NAME_CHARACTERS_MAX = 200
FILES_EACH_MAX, DEPTH_MAX = 100, 12


@dataclass(frozen=True, slots=True)
class Found:
    """One file that somebody handed in."""

    named: Named
    data: Kept | None = None  # None: not a program, or not readable
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """What counts for one student or group."""

    key: str  # a name that nobody else has
    name: str
    id: str = ""
    data: Kept | None = None
    time: datetime | None = None
    is_late: bool | None = None
    problems: tuple[str, ...] = ()  # G1: each a sentence
    attempts: int = 1


def gathered(some: Iterable[Found], attempt: str) -> list[Submission]:
    """What counts for each student: of several attempts the last in time, or the first."""
    attempts: dict[tuple[str, str], dict[datetime, list[Found]]] = {}
    for found in some:
        named = found.named
        when = named.time or datetime.min
        when = when if when.tzinfo else when.replace(tzinfo=UTC)  # only their order matters
        attempts.setdefault((named.who, named.id), {}).setdefault(when, []).append(found)
    submissions = []
    for owner, key in keys_of(sorted(attempts)).items():
        times = sorted(attempts[owner])
        files, versions = versions_of(attempts[owner][times[0 if attempt == "first" else -1]], attempt)
        submissions.append(replace(judged(key, files), attempts=max(len(times), versions)))
    return submissions


def versions_of(files: list[Found], attempt: str) -> tuple[list[Found], int]:
    """Of each file that was handed in again under a number the last, or the first; and how often one was."""
    places: dict[str, list[Found]] = {}
    for found in sorted(files, key=lambda found: found.named.order):
        places.setdefault(found.named.place, []).append(found)
    chosen, most = list[Found](), 1
    for some in places.values():
        if some[-1].named.order:
            most = max(most, len(some))
            some = [some[0 if attempt == "first" else -1]]
        chosen += some
    return chosen, most


def keys_of(owners: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """A name for everybody that nobody else has: two students may be called the same, and then their ids are added."""
    names = {owner: printable(owner[0])[:NAME_CHARACTERS_MAX] for owner in owners}
    counts = Counter(names.values())
    keys: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for owner, name in names.items():
        key = plain = f"{name} ({printable(owner[1])})" if counts[name] > 1 and owner[1] else name
        number = 1
        while key in taken:
            number += 1
            key = f"{plain} [{number}]"
        taken.add(key)
        keys[owner] = key
    return keys


def judged(key: str, files: list[Found]) -> Submission:
    """One attempt: which of its files is the program, and what is wrong with how it was handed in (G1)."""
    named = files[0].named
    late = [found.named.is_late for found in files if found.named.is_late is not None]
    made = Submission(key, printable(named.who), printable(named.id), None, named.time, any(late) if late else None)
    programs = [found for found in files if is_program(found.named.place)]
    exact = [found for found in programs if found.named.place == WANTED]
    broken = [] if exact and not exact[0].problem else [found.problem for found in files if found.problem]
    called = [found for found in programs if found.named.place.rpartition("/")[2] == WANTED]
    packed = [found.named.place for found in files if found.named.place.lower().endswith(PACKED)]
    chosen = exact or called or programs
    problems = list(broken)
    if not chosen:
        if packed:
            problems.append(f"it was handed in compressed, as {shown(packed[0])}: {WANTED} itself is asked for")
        elif not broken:
            problems.append(f"there is no Python file in it: {WANTED} is asked for")
        return replace(made, problems=tuple(problems))
    if len(chosen) > 1:
        names = ", ".join(sorted(shown(found.named.place) for found in chosen)[:5])
        return replace(made, problems=(*problems, f"there are {len(chosen)} candidates for {WANTED}: {names}"))
    program = chosen[0]
    if not exact:
        problems.append(f"the file is {shown(program.named.place)}, where {WANTED} at the top is asked for")
    if program.data is not None and not program.data.read().strip():
        return replace(made, problems=(*problems, "the file is empty"))
    return replace(made, data=program.data, problems=tuple(problems))


def is_program(place: str) -> bool:
    """Is it a Python file, by its name?"""
    return place.lower().endswith(".py")


def is_hidden(parts: Iterable[str]) -> bool:
    """Is it something that tools leave behind, by its path?"""
    return any((part.startswith(".") and not part.startswith("..")) or part in LEFT_BEHIND for part in parts)


def shown(name: str) -> str:
    """A name from outside, as a sentence can bear it."""
    tidy = printable(name)
    return repr(tidy if len(tidy) <= 60 else tidy[:59] + "…")


def of_folder(folder: Path, branch: str | None, shelf: Shelf) -> Iterator[Found]:
    """What a folder holds: files, folders, or git checkouts."""
    from noughts.course import git

    entries = sorted(folder.iterdir())
    reader = reader_of(f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries)
    for entry in entries:
        if is_hidden([entry.name]) and not reader(f"{entry.name}/").id:
            continue
        if entry.is_dir() and not entry.is_symlink():
            if branch is not None and git.is_checkout(entry):
                yield git.found(entry, branch, shelf)
            else:
                yield from below(folder, entry, reader, shelf)
        else:
            yield read_file(entry, reader(entry.name), shelf)


def below(folder: Path, entry: Path, reader: Reader, shelf: Shelf) -> Iterator[Found]:
    """The files of one student's folder, as many and as deep as somebody honest may have."""
    waiting, count = [(entry, 1)], 0
    while waiting and count < FILES_EACH_MAX:
        here, depth = waiting.pop()
        try:
            inside = [Path(each.path) for each in os.scandir(here) if not is_hidden([each.name])]
        except OSError as error:
            inner = here.relative_to(folder).as_posix()
            yield Found(reader(f"{entry.name}/"), problem=f"{shown(inner)} cannot be read: {error.strerror}")
            count += 1
            continue
        for path in sorted(inside, key=lambda path: (path.name != WANTED, path))[: FILES_EACH_MAX - count]:
            if os.path.isdir(path) and not path.is_symlink():
                waiting += [(path, depth + 1)] if depth < DEPTH_MAX else []
            else:
                yield read_file(path, reader(path.relative_to(folder).as_posix()), shelf)
                count += 1
    if not count:
        yield Found(reader(f"{entry.name}/"))


def read_file(path: Path, named: Named, shelf: Shelf) -> Found:
    """A file with its bytes, if it is a program and can be read."""
    if path.is_symlink():
        return Found(named, problem=f"{shown(named.place)} is a link: the file itself is asked for")
    if not is_program(named.place):
        return Found(named)
    try:
        data = source.read(path)
    except OSError as error:
        return Found(named, problem=f"{shown(named.place)} cannot be read: {error.strerror}")
    return Found(named, shelf.put(data))


def with_times(some: list[Submission], times: dict[str, datetime]) -> list[Submission]:
    """The same, with those times where the platform tells none; a name that two students have tells nobody's."""
    by_name = {form: time for who, time in times.items() for form in (*run_together(who), folded(who))}
    counts = Counter(folded(each.name) for each in some)
    found = []
    for each in some:
        told = (each.id, each.name if counts[folded(each.name)] == 1 else "")
        time = next((by_name[folded(who)] for who in told if who and folded(who) in by_name), None)
        found.append(replace(each, time=each.time or time))
    return found
