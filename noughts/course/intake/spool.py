"""Keep programs on disk instead of in memory, because a course may have very many."""

from __future__ import annotations

import tempfile
import weakref
from dataclasses import dataclass
from io import FileIO
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SpooledFile:
    """The bytes of a program in a spool."""

    spool: Spool
    at: int
    size: int

    def read(self) -> bytes:
        """Return the bytes."""
        return self.spool.read(self.at, self.size)


class Spool:
    """A temporary file without a name, created for the first program and deleted when it is no longer used."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._end = folder, 0
        self._file: FileIO | None = None

    def put(self, data: bytes) -> SpooledFile:
        """Store a copy of a program, so that later changes to the original do not matter."""
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            # Unbuffered, so that a full disk is noticed here and not when the file is closed.
            self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
            weakref.finalize(self, self._file.close)
        self._file.seek(self._end)
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]
        stored = SpooledFile(self, self._end, len(data))
        self._end += len(data)
        return stored

    def read(self, at: int, size: int) -> bytes:
        """Return `size` stored bytes, starting at `at`."""
        assert self._file is not None
        self._file.seek(at)
        data = bytearray()
        while len(data) < size:
            piece = self._file.read(size - len(data))
            if not piece:
                raise OSError("the temporary copy of the submissions cannot be read any more")
            data += piece
        return bytes(data)
