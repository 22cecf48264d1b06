"""Whose a file is, told by the name that a learning platform gave it.

A platform writes the front of a name and a student the end of it. So names are read from the front, and all names of
one source as those of the one platform that made it: what a student calls a file never makes it somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

WANTED = "tictactoe.py"

BLACKBOARD = re.compile(r"(?P<owner>[^/]+?)_attempt_(?P<time>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)(?:_(?P<file>[^/]+)|\.txt)")
CANVAS = re.compile(
    r"(?P<who>[^_/]+)_(?:(?P<late>LATE)_)?(?P<id>\d+)_\d+_(?P<file>[^/]+?)(?:-(?P<again>\d{1,6}))?(?P<end>\.[^./]+)?"
)
MOODLE = re.compile(r"(?P<who>[^/]+?)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)_?/?(?P<file>.*)")


@dataclass(frozen=True, slots=True)
class Named:
    """What a name tells."""

    who: str
    place: str  # the file's path below what was handed in
    id: str = ""  # by which the platform's own gradebook knows who it is
    time: datetime | None = None
    is_late: bool | None = None  # where the platform says so itself
    order: int = 0  # among the same student's attempts, where there is no time


Reader = Callable[[str], Named]


def reader_of(names: Iterable[str]) -> Reader:
    """How the names of one source are read: as those of the platform that made most of them."""
    all_names = list(names)
    for platform in (moodle, canvas, blackboard_of(all_names)):
        if 2 * sum(platform(name) is not None for name in all_names) > len(all_names):
            return lambda name, platform=platform: platform(name) or plain(name)  # type: ignore[misc]
    return plain


def moodle(path: str) -> Named | None:
    """Ada Lovelace_1234_assignsubmission_file_/tictactoe.py: no time; the number is their gradebook's participant."""
    match = MOODLE.fullmatch(path)
    return match and Named(match["who"], match["file"], f"Participant {match['id']}")


def canvas(path: str) -> Named | None:
    """lovelaceada_101_9001_tictactoe-1.py: no time, but LATE behind the name; a file handed in again has a number."""
    match = CANVAS.fullmatch(path)
    if match is None:
        return None
    place = match["file"] + (match["end"] or "")
    return Named(match["who"], place, match["id"], None, bool(match["late"]), int(match["again"] or 0))


def blackboard_of(names: Iterable[str]) -> Callable[[str], Named | None]:
    """Project 0_ada_attempt_2026-11-03-09-30-00_tictactoe.py: both task and student may have a _ of their own.

    All names of a source begin with the same task, so what all have in common up to a _ is no part of a student's name.
    """
    owners = {match["owner"] for name in names if (match := BLACKBOARD.fullmatch(name))}
    first, last = min(owners, default=""), max(owners, default="")
    same = next((at for at, both in enumerate(zip(first, last, strict=False)) if both[0] != both[1]), len(first))
    front = first[: first.rfind("_", 0, same) + 1]

    def blackboard(path: str) -> Named | None:
        match = BLACKBOARD.fullmatch(path)
        if match is None:
            return None
        try:
            time = datetime.strptime(match["time"], "%Y-%m-%d-%H-%M-%S")
        except ValueError:
            return None
        who = match["owner"].removeprefix(front) or match["owner"]
        return Named(who, match["file"] or "", who, time)

    return blackboard


def plain(path: str) -> Named:
    """ada.py, or whatever lies in a folder ada/."""
    parts = PurePosixPath(path).parts or ("?",)
    if len(parts) > 1 or path.endswith("/"):
        return Named(parts[0], "/".join(parts[1:]))
    name = PurePosixPath(parts[0])
    return Named(name.stem, WANTED if name.suffix == ".py" else parts[0])


def folded(name: str) -> str:
    """A name as names are compared: without case, blanks and marks between, whichever part of it comes first."""
    return "".join(sorted(re.findall(r"[^\W_]+", name.lower())))


def run_together(name: str) -> set[str]:
    """A name as some platforms write it, in one word: last name first, or last name last."""
    words = re.findall(r"[^\W_]+", name.lower())
    return {"".join(words), "".join(words[-1:] + words[:-1]), "".join(words[1:] + words[:1])}
