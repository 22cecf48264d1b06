"""Read a platform's zip, entry by entry; no entry is extracted to its own path.

Only the bytes of programs are read, up to their size limit, and copied into the spool. So a path that leads out of
the archive, a link or a zip bomb can do no harm.
"""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from noughts.check import source
from noughts.course.intake.names import WANTED, NameParts, reader_for
from noughts.course.intake.spool import Spool
from noughts.course.intake.submissions import FILES_EACH_MAX, IncomingFile, is_left_by_tools, is_program, quoted
from noughts.errors import BadInput

ENTRIES_MAX = 200_000
NAME_CHARACTERS_MAX = 500
LINK = 0o120000
# Everything that reading a damaged or hostile zip may raise.
UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError, ValueError,
              OverflowError)  # fmt: skip


def files_in_zip(path: Path, spool: Spool) -> Iterator[IncomingFile]:
    """Yield the files in an archive; bad entries become problems. Raise BadInput if the file is not a zip."""
    try:
        archive = zipfile.ZipFile(path)
    except UNREADABLE as error:
        raise BadInput(f"{str(path)!r} is not a zip that can be read: {error}") from None
    with archive:
        entries = archive.infolist()
        if len(entries) > ENTRIES_MAX:
            folder, count = Counter(entry.filename.partition("/")[0] for entry in entries).most_common(1)[0]
            raise BadInput(
                f"{str(path)!r} has {len(entries):,} entries, {count:,} of them in {quoted(folder)}: at most "
                f"{ENTRIES_MAX:,} are read"
            )
        yield from files_of_entries(archive, entries, spool)


def files_of_entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], spool: Spool) -> Iterator[IncomingFile]:
    """Yield the entries, at most FILES_EACH_MAX per student and, counted separately, as many with the wanted name.

    A folder that encloses all entries is removed from their paths.
    """
    names = [entry.filename for entry in entries]
    if all("\\" in name and "/" not in name for name in names):  # some Windows tools write backslashes
        names = [name.replace("\\", "/") for name in names]
    files = [name for name in names if not name.endswith("/") and not is_left_by_tools(PurePosixPath(name).parts)]
    around = common_folder(files)
    reader, counts = reader_for(name.removeprefix(around) for name in files or names), Counter[object]()
    for entry, name in zip(entries, names, strict=True):
        inner = name.removeprefix(around)[:NAME_CHARACTERS_MAX]
        parts, named = PurePosixPath(inner).parts, reader(inner)
        if not parts or (is_left_by_tools(parts[:1]) and not named.id):
            continue
        whose = named.who, named.id, named.place == WANTED  # the wanted file is counted separately from the others
        counts[whose] += 1
        if counts[whose] <= FILES_EACH_MAX:
            yield read_entry(archive, entry, named, spool)


def common_folder(names: list[str]) -> str:
    """Return the folder around all names, with its slash; "" if there is none, or if it is one student's folder."""
    first = names[0].partition("/")[0] + "/" if names and "/" in names[0] else ""
    is_around = first and len(names) > 1 and first + WANTED not in names
    return first if is_around and all(name.startswith(first) for name in names) else ""


def refused(entry: zipfile.ZipInfo) -> str | None:
    """Return why an entry is refused, None if it is read."""
    name = entry.filename.replace("\\", "/")
    if name.startswith("/") or ".." in PurePosixPath(name).parts or ":" in name[:3]:
        return f"the archive's entry {quoted(name)} leads out of it"
    if entry.external_attr >> 16 & 0o170000 == LINK:
        return f"the archive's entry {quoted(name)} is a link"
    if entry.flag_bits & 1:
        return f"the archive's entry {quoted(name)} is encrypted"
    if len(name) > NAME_CHARACTERS_MAX:
        return f"the archive's entry {quoted(name)} has a name of {len(name):,} characters"
    return None


def read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, named: NameParts, spool: Spool) -> IncomingFile:
    """Return an entry as a file; the bytes of a program are read up to the size limit."""
    if entry.is_dir() or is_left_by_tools(PurePosixPath(named.place).parts):
        return IncomingFile(replace(named, place=""))  # nothing to read, but it names a student
    refusal = refused(entry)
    if refusal or not is_program(named.place):
        return IncomingFile(named, problem=refusal)
    try:
        with archive.open(entry) as file:
            data = file.read(source.BYTES_MAX + 1)
    except (*UNREADABLE, OSError) as error:
        return IncomingFile(
            named, problem=f"the archive's entry {quoted(entry.filename)} is damaged: {str(error)[:80]}"
        )
    return IncomingFile(named, spool.put(data))
