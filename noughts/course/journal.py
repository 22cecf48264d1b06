"""The journal of a run: a line for every submission that was checked, written as it is finished.

A run that is killed leaves at most half a line, which is cut off; whatever has a line is not checked again, as long as
the file, the checker and the options are the same. Reports stay in the file: a course may have very many.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from noughts import __version__
from noughts.check.asking import Options
from noughts.check.report import Report
from noughts.errors import BadInput

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def key_of(data: bytes, options: Options) -> str:
    """What a result depends on: the file, the checker, and how it was asked."""
    limits = options.limits
    asked: list[object] = [__version__, options.quick, options.seed, options.allow, options.seconds_max, options.box]
    asked += [limits.answer_seconds_max, limits.load_seconds_max, limits.cpu_seconds_max, limits.memory_bytes_max]
    return hashlib.sha256(json.dumps(asked).encode() + b"\0" + data).hexdigest()


# What every report has.
NEEDED = set(Report("", "").to_json())


class Journal:
    """What is known already, and where more is written."""

    def __init__(self, path: Path, facts: dict[str, Any]) -> None:
        self._path = path
        self._starts: dict[str, int] = {}  # where in the file a result's line begins
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        self._claim()
        self._end = self._read()
        self._write({"journal": 1, "checker": __version__, **facts})

    def __contains__(self, key: str) -> bool:
        return key in self._starts

    def __getitem__(self, key: str) -> dict[str, Any]:
        """The report, read from the file: also when the journal is closed."""
        with self._path.open("rb") as file:
            file.seek(self._starts[key])
            report: dict[str, Any] = json.loads(file.readline())["report"]
            return report

    def _claim(self) -> None:
        """Be the only one who writes, where the system can tell; the claim ends with the process, however that ends."""
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._file)
                where = str(self._path.parent)
                raise BadInput(f"another run is grading into {where!r}: wait for it, or choose another --out") from None
            except OSError:
                pass  # some network file systems know no claims

    def _read(self) -> int:
        """Take what is whole, cut off what is not, and tell where it ends."""
        end = 0
        with os.fdopen(os.dup(self._file), "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    os.ftruncate(self._file, end)
                    break
                key = key_in(line)
                if key:
                    self._starts[key] = end
                end += len(line)
        return end

    def add(self, key: str, report: dict[str, Any]) -> None:
        """One more result; it is on its way to the disk when this returns."""
        start = self._end
        self._write({"key": key, "report": report})
        self._starts[key] = start

    def _write(self, entry: dict[str, Any]) -> None:
        line = memoryview(json.dumps(entry).encode() + b"\n")
        self._end += len(line)
        while line:
            line = line[os.write(self._file, line) :]

    def close(self) -> None:
        """Nothing more will be written."""
        os.close(self._file)


def key_in(line: bytes) -> str | None:
    """Whose result a line holds; none if it is damaged, or if the check failed by no fault of the file: made again."""
    try:
        entry = json.loads(line)
        key, report = entry["key"], entry["report"]
        is_whole = isinstance(key, str) and report.keys() >= NEEDED
        return key if is_whole and report["verdict"] != "not checked" else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
