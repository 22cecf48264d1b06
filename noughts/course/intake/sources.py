"""Read the files in a folder of submissions or in a platform's zip.

No entry of a zip is extracted to its own path. Only programs, receipts, students' zips and Gradescope's metadata are
read, up to a size limit, and only programs are copied, into the spool. So a path that leads out of the archive, a link
or a zip bomb can do no harm.
"""

import io
import lzma
import os
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from noughts.check import source
from noughts.course.intake import git, gradescope, receipts
from noughts.course.intake.names import WANTED, NameParts, NameReader, plain, reader_for
from noughts.course.intake.spool import Spool
from noughts.course.intake.submissions import IncomingFile, is_program, quoted
from noughts.errors import BadInput

FILES_EACH_MAX, DEPTH_MAX = 100, 12  # per student
ENTRIES_MAX = 200_000  # of a zip
NAME_CHARACTERS_MAX = 500  # of the path of an entry
ZIP_BYTES_MAX = 4 << 20  # of a zip that a student handed in
LEFT_BY_TOOLS = ("__MACOSX", "__pycache__")
# What reading a damaged or hostile zip may raise, besides OSError.
UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError, ValueError,
              OverflowError)  # fmt: skip


def files_in_folder(folder: Path, branch: str | None, spool: Spool) -> Iterator[IncomingFile]:
    """Yield the files in a folder of submissions.

    Git checkouts are read from `branch`; if it is None, they are read like other folders. Files left by tools are
    skipped, unless their names have the form of a platform. Raise BadInput if Gradescope's metadata cannot be used.
    """
    entries = sorted(folder.iterdir())
    metadata = folder / gradescope.METADATA
    reader = reader_for(f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries)
    own = [entry for entry in entries if not is_left_by_tools([entry.name])]
    if metadata.is_file():
        reader = gradescope.reader_of(source.read(metadata, gradescope.BYTES_MAX))
        entries.remove(metadata)
    elif own and all(git.is_checkout(entry) for entry in own):
        reader = without_common_start(entry.name for entry in own)
    for entry in entries:
        if is_left_by_tools([entry.name]) and not reader(f"{entry.name}/").id:
            continue
        if not entry.is_dir() or entry.is_symlink():
            yield from read_file(entry, reader(entry.name), spool)
        elif branch is not None and git.is_checkout(entry):
            yield from git.files_on_branch(entry, reader(f"{entry.name}/").who, branch, spool)
        else:
            yield from files_of_student(folder, entry, reader, spool)


def without_common_start(names: Iterable[str]) -> NameReader:
    """Return a reader of names like "project1-ada", which GitHub Classroom and Classroom 50 give to checkouts.

    The beginning that all names share, up to its last hyphen, is the assignment and not part of a student's name.
    """
    all_names = list(names)
    common = os.path.commonprefix(all_names) if len(all_names) > 1 else ""  # noqa: RUF071 (of letters)
    start = common[: common.rfind("-") + 1]

    def read(path: str) -> NameParts:
        named = plain(path)
        return replace(named, who=named.who.removeprefix(start) or named.who)

    return read


def files_of_student(folder: Path, entry: Path, reader: NameReader, spool: Spool) -> Iterator[IncomingFile]:
    """Yield at most FILES_EACH_MAX files from the folder `entry` of a student, down to DEPTH_MAX levels.

    The programs in a zip are yielded too, but do not count. For a folder that cannot be read, and for a student without
    files, yield an IncomingFile without data, so that the student is still listed.
    """
    waiting, count = [(entry, 1)], 0
    while waiting and count < FILES_EACH_MAX:
        here, depth = waiting.pop()
        try:
            inside = [path for path in here.iterdir() if not is_left_by_tools([path.name])]
        except OSError as error:
            inner = here.relative_to(folder).as_posix()
            yield IncomingFile(reader(f"{entry.name}/"), problem=f"{quoted(inner)} cannot be read: {error.strerror}")
            count += 1
            continue
        for path in sorted(inside, key=lambda path: (path.name != WANTED, path))[: FILES_EACH_MAX - count]:
            if os.path.isdir(path) and not path.is_symlink():
                waiting += [(path, depth + 1)] if depth < DEPTH_MAX else []
            else:
                yield from read_file(path, reader(path.relative_to(folder).as_posix()), spool)
                count += 1
    if not count:
        yield IncomingFile(reader(f"{entry.name}/"))


def read_file(path: Path, name: NameParts, spool: Spool) -> Iterator[IncomingFile]:
    """Yield a file as an IncomingFile, and the programs in it if it is a zip.

    An IncomingFile has data for a program, and a problem for a link or an unreadable program, zip or receipt.
    """
    problem = f"{quoted(name.place)} is a link: hand in the file itself" if path.is_symlink() else None
    if problem or not bytes_max(name):
        yield IncomingFile(name, problem=problem)
        return
    try:
        data = source.read(path, bytes_max(name))
    except OSError as error:
        yield IncomingFile(name, problem=f"{quoted(name.place)} cannot be read: {error.strerror}")
        return
    yield from files_of_data(data, name, spool)


def files_of_data(data: bytes, name: NameParts, spool: Spool) -> Iterator[IncomingFile]:
    """Yield a program, a receipt, or a student's zip and the programs in it, given the bytes of the file.

    For a zip that cannot be opened, e.g. because it is too large, yield only the zip. A receipt that names another user
    is yielded without its content.
    """
    if is_program(name.place):
        yield IncomingFile(name, spool.put(data))
        return
    if name.is_receipt:
        receipt = receipts.read(data)
        yield IncomingFile(name, receipt=receipt if receipt and receipt.user == name.id else None)
        return
    yield IncomingFile(name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist()[:ENTRIES_MAX] if is_student_program(entry)]
            for entry in sorted(entries, key=lambda entry: entry.filename != WANTED)[:FILES_EACH_MAX]:
                inner = replace(name, place=entry.filename.replace("\\", "/"))
                for file in read_entry(archive, entry, inner, spool):
                    yield replace(file, archive=name.place)
    except UNREADABLE:
        return  # too large or damaged: it is reported as a compressed file without a program


def is_student_program(entry: zipfile.ZipInfo) -> bool:
    """Return whether an entry of a student's zip is a program, and is not left by a tool."""
    return is_program(entry.filename) and not is_left_by_tools(PurePosixPath(entry.filename).parts)


def bytes_max(name: NameParts) -> int:
    """Return the maximum number of bytes to read from a file; 0 if it is not read."""
    if name.is_receipt:
        return receipts.BYTES_MAX
    return source.BYTES_MAX if is_program(name.place) else ZIP_BYTES_MAX * name.place.lower().endswith(".zip")


def files_in_zip(path: Path, spool: Spool) -> Iterator[IncomingFile]:
    """Yield the files in a zip; an entry that cannot be read has a problem.

    Raise BadInput if the zip or Gradescope's metadata cannot be used, or if there are more than ENTRIES_MAX entries.
    """
    try:
        archive = zipfile.ZipFile(path)
    except UNREADABLE as error:
        advice = "download it again" if path.suffix == ".zip" else "name a folder of submissions or a platform's zip"
        raise BadInput(f"{str(path)!r} is not a zip that can be read: {error}; {advice}") from None
    with archive:
        entries = archive.infolist()
        if len(entries) > ENTRIES_MAX:
            folder, count = Counter(entry.filename.partition("/")[0] for entry in entries).most_common(1)[0]
            many = f"has {len(entries):,} entries, {count:,} of them in {quoted(folder)}"
            raise BadInput(f"{str(path)!r} {many}; at most {ENTRIES_MAX:,} are allowed: unpack it and use the folder")
        yield from files_of_entries(archive, entries, spool)


def files_of_entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], spool: Spool) -> Iterator[IncomingFile]:
    """Yield, for each student, the first FILES_EACH_MAX entries named tictactoe.py and the first FILES_EACH_MAX others.

    For an entry that is a zip, also yield the programs in it. A folder that contains all students is left out of the
    paths. Raise BadInput if Gradescope's metadata cannot be used.
    """
    names = [entry.filename for entry in entries]
    if all("\\" in name and "/" not in name for name in names):  # some Windows tools write backslashes
        names = [name.replace("\\", "/") for name in names]
    files = [name for name in names if not name.endswith("/") and not is_left_by_tools(PurePosixPath(name).parts)]
    around = common_folder(files)
    reader, counts = reader_for(name.removeprefix(around) for name in files or names), Counter[object]()
    if around + gradescope.METADATA in names:
        with archive.open(entries[names.index(around + gradescope.METADATA)]) as file:
            reader = gradescope.reader_of(file.read(gradescope.BYTES_MAX))
    for entry, name in zip(entries, names, strict=True):
        if name == around + gradescope.METADATA:
            continue
        inner = name.removeprefix(around)[:NAME_CHARACTERS_MAX]
        parts, named = PurePosixPath(inner).parts, reader(inner)
        if not parts or (is_left_by_tools(parts[:1]) and not named.id):
            continue
        counted_as = named.who, named.id, named.place == WANTED
        counts[counted_as] += 1
        if counts[counted_as] <= FILES_EACH_MAX:
            yield from read_entry(archive, entry, named, spool)


def common_folder(names: list[str]) -> str:
    """Return the top folder that contains all files, with a slash; "" if there is none.

    A folder with a single file, or with a tictactoe.py directly in it, does not count: it may be a student's own.
    """
    first = names[0].partition("/")[0] + "/" if names and "/" in names[0] else ""
    is_around = first and len(names) > 1 and first + WANTED not in names
    return first if is_around and all(name.startswith(first) for name in names) else ""


def refusal(entry: zipfile.ZipInfo) -> str | None:
    """Return why an entry is not read, in words; None if it may be read."""
    name = entry.filename.replace("\\", "/")
    reasons = {
        "leads out of the zip": name.startswith("/") or ".." in PurePosixPath(name).parts or ":" in name[:3],
        "is a link: hand in the file itself": stat.S_ISLNK(entry.external_attr >> 16),
        "is encrypted: hand in the file itself": entry.flag_bits & 1,
        f"has a name of {len(name):,} characters: use at most {NAME_CHARACTERS_MAX}": len(name) > NAME_CHARACTERS_MAX,
    }
    return next((f"{quoted(name)} in the zip {reason}" for reason, holds in reasons.items() if holds), None)


def read_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, named: NameParts, spool: Spool
) -> Iterator[IncomingFile]:
    """Yield an entry as an IncomingFile, with a problem if it cannot be read; if it is a zip, also the programs in it.

    Only the bytes of programs, zips and receipts are read, and at most one byte more than allowed.
    """
    if entry.is_dir() or is_left_by_tools(PurePosixPath(named.place).parts):
        yield IncomingFile(replace(named, place=""))  # nothing to read, but it names a student
        return
    problem = refusal(entry)
    if problem or not bytes_max(named):
        yield IncomingFile(named, problem=problem)
        return
    try:
        with archive.open(entry) as file:
            data = file.read(bytes_max(named) + 1)
    except (*UNREADABLE, OSError) as error:
        yield IncomingFile(named, problem=f"{quoted(entry.filename)} in the zip cannot be read: {str(error)[:80]}")
        return
    yield from files_of_data(data, named, spool)


def is_left_by_tools(parts: Iterable[str]) -> bool:
    """Return whether any part of a path begins with a single dot or is in LEFT_BY_TOOLS."""
    return any((part.startswith(".") and not part.startswith("..")) or part in LEFT_BY_TOOLS for part in parts)
