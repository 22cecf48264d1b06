"""Read who handed in a file, and when, from the name that a learning platform gave the file.

The platform writes the start of a name and the student the end. So names are read from the start, and all names in a
folder or zip are read in the form of one platform: a student cannot name a file so that it counts as another student's.
"""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

WANTED = "tictactoe.py"
EARLIEST_YEAR = 1990  # earlier times are mistakes

BLACKBOARD = re.compile(r"(?P<owner>[^/]+?)_attempt_(?P<time>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)(?:_(?P<file>[^/]+)|\.txt)")
CANVAS = re.compile(
    r"(?P<who>[^_/]+)_(?:(?P<late>LATE)_)?(?P<id>\d+)_\d+_(?P<file>[^/]+?)(?:-(?P<again>\d{1,6}))?(?P<end>\.[^./]+)?"
)
# With anonymous grading, Canvas writes an anonymous id instead of the name.
CANVAS_ANONYMOUS = re.compile(
    r"(?:(?P<late>LATE)_)?anon_(?P<id>[A-Za-z0-9]+)_\d+_(?P<file>[^/]+?)(?:-(?P<again>\d{1,6}))?(?P<end>\.[^./]+)?"
)
# Moodle writes the whole name of a folder, so the last _assignsubmission_ in a folder name counts. The student writes
# the end of a file name, so the first one in a file name counts.
MOODLE = re.compile(
    r"(?P<who>[^/]+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)_?/(?P<file>.*)"
    r"|(?P<flat_who>[^/]+?)_(?P<flat_id>\d+)_assignsubmission_(?:file|onlinetext)_(?P<flat_file>[^/]*)"
)
# Letters that some platforms simplify and Unicode does not decompose, and apostrophes, which some platforms leave out.
LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe", "'": None, "\u2019": None})


@dataclass(frozen=True, slots=True)
class NameParts:
    """What a file name says about a file."""

    who: str
    place: str  # the file's path within the submission
    id: str = ""  # the student's id in the platform's gradebook
    time: datetime | None = None
    is_late: bool | None = None  # None if the platform does not say
    version: int = 0  # which replacement of the file it is; 0 for the original, or if not known
    is_receipt: bool = False  # whether it is a receipt, which Blackboard adds to an attempt
    start: str = ""  # how the name of a feedback file must begin on the platform; "" if it accepts no feedback


NameReader = Callable[[str], NameParts]


def reader_for(names: Iterable[str]) -> NameReader:
    """Return the reader of the platform that wrote more than half of the names, or `plain` if there is none.

    The reader of a platform reads a name of any other form as `plain` does.
    """
    all_names = list(names)
    platforms = (blackboard_of(all_names), canvas, moodle)
    counts = [sum(platform(name) is not None for name in all_names) for platform in platforms]
    best = platforms[counts.index(max(counts))]
    return (lambda name: best(name) or plain(name)) if 2 * max(counts) > len(all_names) else plain


def moodle(path: str) -> NameParts | None:
    """Return the parts of a name like "Ada Lovelace_1234_assignsubmission_file_/tictactoe.py"; None for any other form.

    "onlinetext" may stand in place of "file", and the / may be missing. 1234 is the participant's number. With
    anonymous grading, Moodle writes "Participant" as the name; the number is then added to it: "Participant 1234". A
    team's file appears once for each member, as "Group A-Ada Lovelace". Moodle gives no time.
    """
    match = MOODLE.fullmatch(path)
    if match is None:
        return None
    who, number, file = match.group(1, 2, 3) if match["who"] else match.group(4, 5, 6)
    participant = f"Participant {number}"
    who = f"{who} {number}" if who in ("Participant", "Teilnehmer/in") or who.endswith("-Participant") else who
    return NameParts(who, file, participant, start=path.partition("_assignsubmission_")[0] + "_assignsubmission_file_")


def canvas(path: str) -> NameParts | None:
    """Return the parts of a name like "lovelaceada_LATE_101_9001_tictactoe-1.py"; None for any other form.

    LATE appears only if the file is late, 101 is the student's id, 9001 the file's id, and -1 means that the file was
    replaced once. A group's file begins with the name of the group, like "group5". With anonymous grading, the form is
    "LATE_anon_Xy12z_9001_tictactoe.py". Canvas gives no time.
    """
    match = CANVAS_ANONYMOUS.fullmatch(path) or CANVAS.fullmatch(path)
    if match is None:
        return None
    place, who = match["file"] + (match["end"] or ""), match.groupdict().get("who") or f"anon {match['id']}"
    start = path[: match.start("file")]
    late, version = bool(match["late"]), int(match["again"] or 0)
    return NameParts(who, place, match["id"], None, late, version, start=start)


def blackboard_of(names: Iterable[str]) -> Callable[[str], NameParts | None]:
    """Return a reader of names like "Project 0_ada_attempt_2026-11-03-09-30-00_tictactoe.py".

    The reader returns None for any other form. The names of the task and of the student may both contain a _. All file
    names begin with the same task, so the beginning that `names` share, up to its last _, is treated as the task.
    """
    owners = [match["owner"] for name in names if (match := BLACKBOARD.fullmatch(name))]
    prefix = os.path.commonprefix(owners)  # noqa: RUF071 (of letters, not of folders)
    task = prefix[: prefix.rfind("_") + 1]

    def blackboard(path: str) -> NameParts | None:
        match = BLACKBOARD.fullmatch(path)
        if match is None:
            return None
        try:
            time = datetime.strptime(match["time"], "%Y-%m-%d-%H-%M-%S")
        except ValueError:
            return None
        if time.year < EARLIEST_YEAR:
            return None
        who = match["owner"].removeprefix(task) or match["owner"]
        return NameParts(who, match["file"] or "", who, time, is_receipt=match["file"] is None)

    return blackboard


def plain(path: str) -> NameParts:
    """Return the parts of a path that is in no platform's form: "ada.py" and "ada/tictactoe.py" belong to "ada"."""
    parts = PurePosixPath(path).parts or ("?",)
    if len(parts) > 1 or path.endswith("/"):
        return NameParts(parts[0], "/".join(parts[1:]))
    name = PurePosixPath(parts[0])
    return NameParts(name.stem, WANTED if name.suffix == ".py" else parts[0])


def words_of(name: str) -> list[str]:
    """Return the words of a name, in order and in lower case, without accents or punctuation."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    return re.findall(r"[^\W_]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def name_key(name: str) -> str:
    """Return a key for comparing names: the words of the name, in alphabetical order."""
    return " ".join(sorted(words_of(name)))


def compact_forms(name: str) -> set[str]:
    """Return the forms of a name in lower case without spaces, as some platforms write it; any word may come first.

    A name without words has the form "".

    >>> sorted(compact_forms("Ada de Cruz"))
    ['adadecruz', 'cruzadade', 'decruzada']
    """
    words = words_of(name)
    return {"".join(words[first:] + words[:first]) for first in range(max(len(words), 1))}
