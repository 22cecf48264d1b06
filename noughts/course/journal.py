"""The journal of a run: a line for every submission that was checked, written as it is finished.

A run that is killed leaves at most half a line, which is cut off; whatever has a line is not checked again, as long as
the file, the checker and the options are the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from pathlib import Path
from typing import Any

from noughts import __version__
from noughts.check.asking import Options


def key_of(data: bytes, options: Options) -> str:
    """What a result depends on: the file, the checker, and how it was asked."""
    limits = options.limits
    asked: list[object] = [__version__, options.quick, options.seed, options.allow, options.seconds_max, options.box]
    asked += [limits.answer_seconds_max, limits.load_seconds_max, limits.cpu_seconds_max, limits.memory_bytes_max]
    return hashlib.sha256(json.dumps(asked).encode() + b"\0" + data).hexdigest()


class Results:
    """Reports by key, packed: a course may have very many."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._packed

    def __getitem__(self, key: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(zlib.decompress(self._packed[key]))
        return found

    def __setitem__(self, key: str, report: dict[str, Any]) -> None:
        self._packed[key] = zlib.compress(json.dumps(report).encode())


class Journal:
    """What is known already, and where more is written."""

    def __init__(self, path: Path, facts: dict[str, Any]) -> None:
        self.results = Results()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        self._read()
        self._write({"journal": 1, "checker": __version__, **facts})

    def _read(self) -> None:
        """Take what is whole; cut off what is not."""
        whole = 0
        with os.fdopen(os.dup(self._file), "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    os.ftruncate(self._file, whole)
                    break
                whole += len(line)
                self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            entry = json.loads(line)
            if isinstance(entry, dict) and isinstance(entry.get("report"), dict):
                self.results[entry["key"]] = entry["report"]
        except (ValueError, KeyError):
            pass  # a damaged line is as good as none: its submission is checked again

    def add(self, key: str, report: dict[str, Any]) -> None:
        """One more result; it is on its way to the disk when this returns."""
        if report["verdict"] != "not checked":  # that was nobody's fault, and the next run tries again
            self._write({"key": key, "report": report})
        self.results[key] = report

    def _write(self, entry: dict[str, Any]) -> None:
        data = memoryview(json.dumps(entry).encode() + b"\n")
        while data:
            data = data[os.write(self._file, data) :]

    def close(self) -> None:
        """Done with it."""
        os.close(self._file)
