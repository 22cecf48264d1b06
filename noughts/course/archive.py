"""A platform's zip, read entry by entry in memory and never unpacked."""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from noughts.check import source
from noughts.course.intake import FILES_EACH_MAX, Found, is_hidden, is_program, shown
from noughts.course.names import WANTED, Named, reader_of
from noughts.course.shelf import Shelf
from noughts.errors import BadInput

ENTRIES_MAX = 200_000
NAME_CHARACTERS_MAX = 500
LINK = 0o120000
# All that a zip may do to whoever reads it; a name that is no UTF-8 and an offset that is no place are ValueErrors.
UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError, ValueError,
              OverflowError)  # fmt: skip


def of_zip(path: Path, shelf: Shelf) -> Iterator[Found]:
    """What an archive holds; strange entries become sentences, and only what is no archive at all is refused."""
    try:
        archive = zipfile.ZipFile(path)
    except UNREADABLE as error:
        raise BadInput(f"{str(path)!r} is no zip that can be read: {error}") from None
    with archive:
        entries = archive.infolist()
        if len(entries) > ENTRIES_MAX:
            folder, count = Counter(entry.filename.partition("/")[0] for entry in entries).most_common(1)[0]
            raise BadInput(
                f"{str(path)!r} has {len(entries):,} entries, {count:,} of them in {shown(folder)}: at most "
                f"{ENTRIES_MAX:,} are read"
            )
        yield from of_entries(archive, entries, shelf)


def of_entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], shelf: Shelf) -> Iterator[Found]:
    """The entries, a folder around all of them taken away; of one student no more than somebody honest may have."""
    names = [entry.filename for entry in entries]
    if all("\\" in name and "/" not in name for name in names):  # some tools of Windows write its separator
        names = [name.replace("\\", "/") for name in names]
    files = [name for name in names if not name.endswith("/") and not is_hidden(PurePosixPath(name).parts)]
    around = common_folder(files)
    reader, counts = reader_of(name.removeprefix(around) for name in files or names), Counter[object]()
    for entry, name in zip(entries, names, strict=True):
        inner = name.removeprefix(around)[:NAME_CHARACTERS_MAX]
        parts, named = PurePosixPath(inner).parts, reader(inner)
        if not parts or (is_hidden(parts[:1]) and not named.id):
            continue
        whose = named.who, named.id, named.place == WANTED  # what is asked for is found behind any number of others
        counts[whose] += 1
        if counts[whose] <= FILES_EACH_MAX:
            yield read_entry(archive, entry, named, shelf)


def common_folder(names: list[str]) -> str:
    """The folder that some tools put around everything, with its slash; empty where there is none, or one student's."""
    first = names[0].partition("/")[0] + "/" if names and "/" in names[0] else ""
    is_around = first and len(names) > 1 and first + WANTED not in names
    return first if is_around and all(name.startswith(first) for name in names) else ""


def refused(entry: zipfile.ZipInfo) -> str | None:
    """Why an entry is not read."""
    name = entry.filename.replace("\\", "/")
    if name.startswith("/") or ".." in PurePosixPath(name).parts or ":" in name[:3]:
        return f"the archive's entry {shown(name)} leads out of it"
    if entry.external_attr >> 16 & 0o170000 == LINK:
        return f"the archive's entry {shown(name)} is a link"
    if entry.flag_bits & 1:
        return f"the archive's entry {shown(name)} is encrypted"
    if len(name) > NAME_CHARACTERS_MAX:
        return f"the archive's entry {shown(name)} has a name of {len(name):,} characters"
    return None


def read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, named: Named, shelf: Shelf) -> Found:
    """An entry, and a program's bytes no further than one may be long, whatever they would become."""
    if entry.is_dir() or is_hidden(PurePosixPath(named.place).parts):
        return Found(replace(named, place=""))  # nothing to read, and yet somebody's
    refusal = refused(entry)
    if refusal or not is_program(named.place):
        return Found(named, problem=refusal)
    try:
        with archive.open(entry) as file:
            data = file.read(source.BYTES_MAX + 1)
    except (*UNREADABLE, OSError) as error:
        return Found(named, problem=f"the archive's entry {shown(entry.filename)} is damaged: {str(error)[:80]}")
    return Found(named, shelf.put(data))
