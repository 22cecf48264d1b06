"""Programs on disk instead of in memory: a course may have very many, and each is needed only now and then."""

from __future__ import annotations

import tempfile
import weakref
from dataclasses import dataclass
from io import FileIO
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Kept:
    """A program's bytes, wherever they lie."""

    shelf: Shelf
    at: int
    size: int

    def read(self) -> bytes:
        """The bytes."""
        return self.shelf.read(self.at, self.size)


class Shelf:
    """A file without a name, made in a folder when the first program comes: gone when nobody reads it any more."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._end = folder, 0
        self._file: FileIO | None = None

    def put(self, data: bytes) -> Kept:
        """Keep it; whoever handed it in may change the file now."""
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            # Unbuffered, so that a full disk is told here and not when the file is closed.
            self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
            weakref.finalize(self, self._file.close)
        self._file.seek(self._end)
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]
        kept = Kept(self, self._end, len(data))
        self._end += len(data)
        return kept

    def read(self, at: int, size: int) -> bytes:
        """What was kept there."""
        assert self._file is not None
        self._file.seek(at)
        found = bytearray()
        while len(found) < size:
            piece = self._file.read(size - len(found))
            if not piece:
                raise OSError("the programs that were kept cannot be read any more")
            found += piece
        return bytes(found)
