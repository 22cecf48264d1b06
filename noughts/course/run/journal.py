"""The journal of a course: a line for each run, and a line for each checked file as soon as its check is finished.

A run that is killed leaves at most one incomplete line, which the next run removes. A file with a result is not checked
again while the file, the checker and the options stay the same; a check that failed for a reason outside the file is
repeated. Reports stay on disk, because there may be very many.
"""

import hashlib
import json
import os
from dataclasses import astuple
from pathlib import Path
from typing import Any

from noughts import __version__
from noughts.check.asking import Options
from noughts.check.report import SCHEMA, Report, ReportVerdict
from noughts.errors import BadInput

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def key_of(data: bytes, options: Options) -> str:
    """Return a hash of all that a result depends on: the file, the options, the checker's version, the report's schema.

    The number of workers is left out, because it does not change a result.
    """
    *chosen, limits, _workers = astuple(options)
    return hashlib.sha256(json.dumps([__version__, SCHEMA, *chosen, *limits]).encode() + b"\0" + data).hexdigest()


class Journal:
    """The file with all results so far, to which new results are added.

    `facts` about this run, e.g. its seed and deadline, are written into the line of the run. Raise BadInput if another
    run uses the file.
    """

    def __init__(self, path: Path, facts: dict[str, Any]) -> None:
        self._path = path
        self._starts: dict[str, int] = {}  # the offset of each result's line, by the result's key
        self.last_facts: dict[str, Any] = {}  # of the run before this one; {} if there was none
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        self._claim()
        self._end = self._read()
        self._write({"journal": 2, "checker": __version__, **facts})

    def __contains__(self, key: str) -> bool:
        return key in self._starts

    def load_report(self, key: str) -> Report:
        """Read a report from the file and return it, even if the journal is closed; raise KeyError if there is none."""
        with self._path.open("rb") as file:
            file.seek(self._starts[key])
            return Report.from_json(json.loads(file.readline())["report"])

    def _claim(self) -> None:
        """Lock the journal, if the system supports locks; raise BadInput if another run has locked it.

        The lock is released when the journal is closed or the process ends.
        """
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._file)
                where = str(self._path.parent)
                raise BadInput(f"another run is grading into {where!r}: wait for it, or choose another --out") from None
            except OSError:
                pass  # some network file systems have no locks

    def _read(self) -> int:
        """Fill in `_starts` and `last_facts`, remove an incomplete last line, and return the new size of the file."""
        end = 0
        with os.fdopen(os.dup(self._file), "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    os.ftruncate(self._file, end)
                    break
                if key := key_in(line):
                    self._starts[key] = end
                elif line.startswith(b'{"journal"'):
                    self.last_facts = json.loads(line)
                end += len(line)
        return end

    def add(self, key: str, report: Report) -> None:
        """Add a result to the file."""
        start = self._end
        self._write({"key": key, "report": report.to_json()})
        self._starts[key] = start  # only now, because writing may fail

    def _write(self, entry: dict[str, Any]) -> None:
        line = memoryview(json.dumps(entry).encode() + b"\n")
        self._end += len(line)
        while line:
            line = line[os.write(self._file, line) :]

    def close(self) -> None:
        """Close the journal for writing, and release the lock. Reports can still be loaded."""
        os.close(self._file)


def key_in(line: bytes) -> str | None:
    """Return the key of a result's line; None for any other line, and for a check that must be run again."""
    try:
        entry = json.loads(line)
        key, report = entry["key"], Report.from_json(entry["report"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return key if isinstance(key, str) and report.verdict != ReportVerdict.NOT_CHECKED else None
