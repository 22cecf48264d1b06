"""A platform's zip, read entry by entry in memory and never unpacked."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from noughts.check import source
from noughts.course.intake import Found, shown
from noughts.course.names import Named, reader_of
from noughts.course.shelf import Shelf
from noughts.notation import BadInput

ENTRIES_MAX = 200_000
NAME_CHARACTERS_MAX = 500
# What may be read of all programs together.
TOTAL_BYTES_MAX = 2_000_000_000
LINK = 0o120000


def of_zip(path: Path, shelf: Shelf) -> Iterator[Found]:
    """What an archive holds; strange entries become sentences, and only what is no archive at all is refused."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > ENTRIES_MAX:
                raise BadInput(f"{str(path)!r} has {len(entries):,} entries: at most {ENTRIES_MAX:,} are read")
            yield from of_entries(archive, [entry for entry in entries if not entry.is_dir()], shelf)
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise BadInput(f"{str(path)!r} is no zip that can be read: {error}") from None


def of_entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], shelf: Shelf) -> Iterator[Found]:
    """The entries, a folder around all of them taken away."""
    names = [entry.filename.replace("\\", "/") for entry in entries]
    around = common_folder(names)
    reader, left = reader_of(name.removeprefix(around) for name in names), TOTAL_BYTES_MAX
    for entry, name in zip(entries, names, strict=True):
        inner = name.removeprefix(around)
        if any(part.startswith((".", "__MACOSX")) and part != ".." for part in PurePosixPath(inner).parts):
            continue
        refusal = refused(entry, name)
        named = reader(inner[:NAME_CHARACTERS_MAX])
        if refusal:
            yield Found(named, problem=refusal)
        elif named.place.endswith(".py"):
            read = read_entry(archive, entry, named, shelf)
            left -= read.data.size if read.data else 0
            if left < 0:
                raise BadInput(f"the programs in it are larger than {TOTAL_BYTES_MAX:,} bytes together")
            yield read
        else:
            yield Found(named)


def common_folder(names: list[str]) -> str:
    """The folder that some platforms put around everything, with its slash; empty where there is none."""
    first = names[0].partition("/")[0] + "/" if names and "/" in names[0] else ""
    return first if first and len(names) > 1 and all(n.startswith(first) and n.count("/") > 1 for n in names) else ""


def refused(entry: zipfile.ZipInfo, name: str) -> str | None:
    """Why an entry is not read."""
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
    """An entry's bytes, no further than a program may be long, whatever it would become."""
    try:
        with archive.open(entry) as file:
            data = file.read(source.BYTES_MAX + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        return Found(named, problem=f"the archive's entry {shown(entry.filename)} is damaged: {str(error)[:80]}")
    return Found(named, shelf.put(data))
