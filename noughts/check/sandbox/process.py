"""The parent's side of the sandbox: start the worker, limit it, read its lines, and end it. No games here.

The worker locks itself down before it gets any of the file. The parent measures the time and can kill it. Its output is
not trusted: it is split into lines of limited length and made printable.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from noughts.check.limits import Limits
from noughts.check.sandbox import worker
from noughts.errors import NoughtsError
from noughts.support.processes import kill_group
from noughts.support.text import printable

WORKER = Path(worker.__file__)  # imported so that its bytecode is cached and it starts fast
# The folder that contains noughts is searched only for the worker's modules: other files in it are not trusted.
START = (
    "import sys, __future__; sys.path.insert(0, {home!r}); from noughts.check.sandbox.worker import main; "
    "del sys.path[0]; main()"
)
# A longer line is not an answer.
LINE_BYTES_MAX = 16_384
READ_BYTES = 65_536
# How long to wait before sending again to a worker that does not read, and how long to wait for an exit code.
SEND_AGAIN_SECONDS = 0.005
EXIT_CODE_SECONDS = 2.0
# User ids from this number on own no files; each sandbox started by root gets its own user id.
FIRST_UID = 2_000_000
# The locks that make a sandbox complete.
NEEDED = ("dies", "privileges", "landlock", "seccomp", "rlimit:CPU", "rlimit:AS", "rlimit:FSIZE", "rlimit:NPROC")


@dataclass(frozen=True)
class Containment:
    """The kind of sandbox ("hardened", "limits" or "clock"), what is locked, and what is not protected."""

    kind: str
    locked: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


class LossKind(StrEnum):
    """Why a worker gives no more answers."""

    TOO_SLOW = "too_slow"
    EXITED = "exited"
    SIGNALLED = "signalled"
    CPU_LIMIT = "cpu_limit"
    KILLED = "killed"  # from outside, or by a limit
    GARBAGE = "garbage"
    CLOSED_PIPE = "closed_pipe"


LOSS_WORDS = {
    LossKind.TOO_SLOW: "it did not answer within {number:g} s",
    LossKind.EXITED: "its process ended with exit code {number:g}",
    LossKind.SIGNALLED: "its process was ended by signal {number:g}",
    LossKind.CPU_LIMIT: "it used up its processor time",
    LossKind.KILLED: "its process was killed from outside, or by a limit",
    LossKind.GARBAGE: "its process sent output that is not an answer",
    LossKind.CLOSED_PIPE: "it closed the pipe for its answers",
}


@dataclass(frozen=True)
class Loss:
    """The loss of a worker; `number` is the seconds waited, the exit code or the signal."""

    kind: LossKind
    number: float = 0

    @property
    def words(self) -> str:
        """The loss in words, as part of a sentence."""
        return LOSS_WORDS[self.kind].format(number=self.number)

    @property
    def is_own_doing(self) -> bool:
        """Whether the file ended its process itself."""
        return self.kind in (LossKind.EXITED, LossKind.SIGNALLED)


class WorkerLost(NoughtsError):
    """The worker gives no more answers."""

    def __init__(self, loss: Loss) -> None:
        super().__init__(loss.words)
        self.loss = loss


@dataclass
class Sandbox:
    """One worker, from its start to its end."""

    source: str
    limits: Limits = field(default_factory=Limits)
    harden: bool = True
    packages: Sequence[str] = ()

    def __post_init__(self) -> None:
        self._buffer = b""
        self.loss: Loss | None = None
        paths = [*python_paths(), *self.packages]
        limits = self.limits
        numbers = (os.getpid(), limits.memory_bytes_max, limits.cpu_seconds_max, FIRST_UID + os.getpid())
        code = START.format(home=str(WORKER.parents[3]))
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-c", code, str(WORKER), *map(str, numbers), str(int(self.harden)),
             *paths],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"} if os.name != "nt" else None,
            cwd=os.path.abspath(os.sep),
            start_new_session=True,
            close_fds=True,
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        if hasattr(os, "set_blocking"):
            os.set_blocking(self._process.stdin.fileno(), False)

    def lock(self) -> Containment:
        """Return what the worker could lock. The file has not been sent yet."""
        return containment(self.line(self.limits.load_seconds_max).split()[1:], self.harden)

    def load(self, seconds: float) -> str:
        """Send the file; return the line that says whether it was loaded."""
        self.send(f"{len(self.source)}\n{self.source}")
        return self.line(min(seconds, self.limits.load_seconds_max))

    def send(self, text: str) -> None:
        """Send lines. A worker that does not read them in time is killed; reading then reports that."""
        assert self._process.stdin is not None
        data = memoryview(text.encode("utf-8", "replace"))
        deadline = time.monotonic() + self.limits.answer_seconds_max
        while data:
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    kill_group(self._process)
                    return
                time.sleep(SEND_AGAIN_SECONDS)
            except OSError:
                return  # the worker has ended

    def line(self, seconds: float) -> str:
        """Return the next line; raise WorkerLost if it does not come within `seconds`."""
        deadline = time.monotonic() + seconds
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > LINE_BYTES_MAX:
                raise WorkerLost(Loss(LossKind.GARBAGE))
            self._fill(deadline - time.monotonic(), seconds)
        line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
        return text_of(line)

    def lines(self, count: int, deadline: float) -> list[str]:
        """Return `count` lines, fewer if the worker is lost or the deadline passes; `loss` then says why.

        The worker is lost if one answer takes longer than `answer_seconds_max`.
        """
        lines: list[str] = []
        while len(lines) < count:
            if b"\n" not in self._buffer:
                try:
                    lines.append(self.line(min(self.limits.answer_seconds_max, deadline - time.monotonic())))
                except WorkerLost as lost:
                    self.loss = lost.loss
                    return lines
            else:
                whole, _, rest = self._buffer.rpartition(b"\n")
                ready = whole.split(b"\n")
                room = count - len(lines)
                if len(ready) > room:
                    rest = b"\n".join(ready[room:]) + b"\n" + rest
                    ready = ready[:room]
                lines += [text_of(line) for line in ready]
                self._buffer = rest
        return lines

    def close(self) -> None:
        """End the worker and everything it started."""
        kill_group(self._process)
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def _fill(self, seconds_left: float, seconds: float) -> None:
        assert self._process.stdout is not None
        if seconds_left <= 0 or not self._selector.select(seconds_left):
            raise WorkerLost(Loss(LossKind.TOO_SLOW, seconds))
        data = os.read(self._process.stdout.fileno(), READ_BYTES)
        if not data:
            try:
                raise WorkerLost(loss_of(self._process.wait(EXIT_CODE_SECONDS)))
            except subprocess.TimeoutExpired:
                raise WorkerLost(Loss(LossKind.CLOSED_PIPE)) from None
        self._buffer += data


def text_of(line: bytes) -> str:
    """Return a line as printable text; keep only the tabs that separate the parts of an answer."""
    if line.isascii() and (plain := line.decode("ascii")).replace("\t", "").isprintable():
        return plain
    return "\t".join(printable(part) for part in line.decode("utf-8", "replace").split("\t"))


def loss_of(code: int) -> Loss:
    """Return how a process with that exit code ended: by itself, at a limit, or by a signal."""
    if hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU:
        return Loss(LossKind.CPU_LIMIT)
    if code == -9:
        return Loss(LossKind.KILLED)
    return Loss(LossKind.SIGNALLED, -code) if code < 0 else Loss(LossKind.EXITED, code)


def containment(words: Sequence[str], harden: bool) -> Containment:
    """Return the containment that the worker reported."""
    locked = tuple(word for word in words if not word.startswith(("no:", "want:")))
    missing = tuple(word for word in NEEDED if word not in locked)
    if harden and not missing and "no:user" not in words:
        return Containment("hardened", locked)
    if "rlimit:CPU" in locked:
        return Containment("limits", locked, ("files", "network"))
    return Containment("clock", locked, ("files", "network", "memory", "processes"))


def python_paths() -> list[str]:
    """Return the folders of Python's own modules and, on Linux, of the system's libraries: a file may read them."""
    standard = [sysconfig.get_path("stdlib")]
    compiled = sysconfig.get_config_var("DESTSHARED")  # modules written in C; not a virtual environment's folder
    standard += [compiled] if compiled else []
    libraries = [folder for folder in ("/lib", "/usr/lib", "/lib64", "/usr/lib64") if os.path.isdir(folder)]
    return list(dict.fromkeys(standard)) + (libraries if sys.platform == "linux" else [])
