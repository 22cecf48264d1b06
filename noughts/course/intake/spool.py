"""Keep programs on disk instead of in memory, because a course may have very many."""

import os
import tempfile
import weakref
from dataclasses import dataclass
from functools import cached_property
from io import FileIO
from pathlib import Path


class Spool:
    """A temporary file for many programs. It has no name, and is deleted when it is no longer used."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def file(self) -> FileIO:
        """The file, created when it is first used."""
        self._folder.mkdir(parents=True, exist_ok=True)
        # Unbuffered, so that a full disk is noticed when a program is stored and not when the file is closed.
        file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
        weakref.finalize(self, file.close)
        return file

    def put(self, data: bytes) -> "SpooledFile":
        """Store a copy of a program, and return the place of the copy. The original may change later."""
        start = self.file.seek(0, os.SEEK_END)
        rest = memoryview(data)
        while rest:
            rest = rest[self.file.write(rest) :]
        return SpooledFile(self, start, len(data))


@dataclass(frozen=True, slots=True)
class SpooledFile:
    """The place of a program in a spool."""

    spool: Spool
    start: int
    size: int

    def read(self) -> bytes:
        """Return the bytes of the program; raise OSError if the spool no longer has all of them."""
        self.spool.file.seek(self.start)
        data = self.spool.file.read(self.size)
        if len(data) < self.size:
            raise OSError("the temporary copy of the submissions cannot be read any more: run the same command again")
        return data
