"""A folder of submissions: files, folders, or git checkouts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from noughts.check import source
from noughts.course.intake import git
from noughts.course.intake.names import WANTED, NameParts, NameReader, reader_for
from noughts.course.intake.spool import Spool
from noughts.course.intake.submissions import (
    DEPTH_MAX,
    FILES_EACH_MAX,
    IncomingFile,
    is_left_by_tools,
    is_program,
    quoted,
)


def files_in_folder(folder: Path, branch: str | None, spool: Spool) -> Iterator[IncomingFile]:
    """Yield the files in a folder; if a branch is given, read git checkouts from that branch."""
    entries = sorted(folder.iterdir())
    reader = reader_for(f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries)
    for entry in entries:
        if is_left_by_tools([entry.name]) and not reader(f"{entry.name}/").id:
            continue
        if entry.is_dir() and not entry.is_symlink():
            if branch is not None and git.is_checkout(entry):
                yield git.file_on_branch(entry, branch, spool)
            else:
                yield from files_of_student(folder, entry, reader, spool)
        else:
            yield read_file(entry, reader(entry.name), spool)


def files_of_student(folder: Path, entry: Path, reader: NameReader, spool: Spool) -> Iterator[IncomingFile]:
    """Yield at most FILES_EACH_MAX files of one student's folder, down to DEPTH_MAX levels.

    Without any file, yield an IncomingFile without data, so that the student is still listed.
    """
    waiting, count = [(entry, 1)], 0
    while waiting and count < FILES_EACH_MAX:
        here, depth = waiting.pop()
        try:
            inside = [Path(each.path) for each in os.scandir(here) if not is_left_by_tools([each.name])]
        except OSError as error:
            inner = here.relative_to(folder).as_posix()
            yield IncomingFile(reader(f"{entry.name}/"), problem=f"{quoted(inner)} cannot be read: {error.strerror}")
            count += 1
            continue
        for path in sorted(inside, key=lambda path: (path.name != WANTED, path))[: FILES_EACH_MAX - count]:
            if os.path.isdir(path) and not path.is_symlink():
                waiting += [(path, depth + 1)] if depth < DEPTH_MAX else []
            else:
                yield read_file(path, reader(path.relative_to(folder).as_posix()), spool)
                count += 1
    if not count:
        yield IncomingFile(reader(f"{entry.name}/"))


def read_file(path: Path, name: NameParts, spool: Spool) -> IncomingFile:
    """Return a file, with its bytes if it is a program that can be read."""
    if path.is_symlink():
        return IncomingFile(name, problem=f"{quoted(name.place)} is a link: hand in the file itself")
    if not is_program(name.place):
        return IncomingFile(name)
    try:
        data = source.read(path)
    except OSError as error:
        return IncomingFile(name, problem=f"{quoted(name.place)} cannot be read: {error.strerror}")
    return IncomingFile(name, spool.put(data))
