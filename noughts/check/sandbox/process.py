"""The parent's side of the sandbox: start the worker, limit it, read its lines, and end it.

The worker locks itself down before it gets any of the file. The parent measures the time and can kill it. Its output is
not trusted: it is split into lines of limited length and made printable.
"""

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
    """Why a worker gives no more answers, in words."""

    TOO_SLOW = "it did not answer within {number:g} s"
    EXITED = "its process ended with exit code {number:g}"
    SIGNALLED = "its process was ended by signal {number:g}"
    CPU_LIMIT = "it used up its processor time"
    KILLED = "its process was killed from outside, or by a limit"
    GARBAGE = "its process sent output that is not an answer"
    CLOSED_PIPE = "it closed the pipe for its answers"


@dataclass(frozen=True)
class Loss:
    """The loss of a worker; `number` is the seconds waited, the exit code or the signal."""

    kind: LossKind
    number: float = 0

    @property
    def words(self) -> str:
        """The loss in words, as part of a sentence."""
        return self.kind.format(number=self.number)

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
        limits = self.limits
        numbers = (os.getpid(), limits.memory_bytes_max, limits.cpu_seconds_max, FIRST_UID + os.getpid(), self.harden)
        arguments = [str(WORKER), *(str(int(number)) for number in numbers), *python_paths(), *self.packages]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-c", START.format(home=str(WORKER.parents[3])), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"} if os.name != "nt" else None,
            cwd=os.path.abspath(os.sep),
            start_new_session=True,
            close_fds=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        if hasattr(os, "set_blocking"):
            os.set_blocking(self._stdin.fileno(), False)

    def lock(self) -> Containment:
        """Return what the worker could lock; call it before `load`, which sends the file."""
        return containment(self.line(self.limits.load_seconds_max).split()[1:], self.harden)

    def load(self, seconds: float) -> str:
        """Send the file; return the line that says whether it was loaded."""
        self.send(f"{len(self.source)}\n{self.source}")
        return self.line(min(seconds, self.limits.load_seconds_max))

    def send(self, text: str) -> None:
        """Send lines; kill a worker that does not read them in time, which `line` and `lines` then report."""
        data = memoryview(text.encode("utf-8", "replace"))
        deadline = time.monotonic() + self.limits.answer_seconds_max
        while data:
            try:
                data = data[os.write(self._stdin.fileno(), data) :]
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
        """Return `count` lines; fewer if an answer is late, the worker ends or the deadline passes: see `loss`."""
        lines: list[str] = []
        while len(lines) < count:
            *ready, self._buffer = self._buffer.split(b"\n", count - len(lines))
            lines += [text_of(line) for line in ready]
            if not ready:
                try:
                    lines.append(self.line(min(self.limits.answer_seconds_max, deadline - time.monotonic())))
                except WorkerLost as lost:
                    self.loss = lost.loss
                    break
        return lines

    def close(self) -> None:
        """End the worker and everything it started."""
        kill_group(self._process)
        self._process.wait()
        self._selector.close()
        self._stdin.close()
        self._stdout.close()

    def _fill(self, seconds_left: float, seconds: float) -> None:
        if seconds_left <= 0 or not self._selector.select(seconds_left):
            raise WorkerLost(Loss(LossKind.TOO_SLOW, seconds))
        data = os.read(self._stdout.fileno(), READ_BYTES)
        if not data:
            try:
                raise WorkerLost(loss_of(self._process.wait(EXIT_CODE_SECONDS)))
            except subprocess.TimeoutExpired:
                raise WorkerLost(Loss(LossKind.CLOSED_PIPE)) from None
        self._buffer += data


def text_of(line: bytes) -> str:
    """Return a line as printable text with its tabs, which separate the parts of an answer."""
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
    """Return the kind of sandbox, from the names of the locks that the worker reported."""
    locked = tuple(word for word in words if not word.startswith(("no:", "want:")))
    missing = tuple(word for word in NEEDED if word not in locked)
    if harden and not missing and "no:user" not in words:
        return Containment("hardened", locked)
    if "rlimit:CPU" in locked:
        return Containment("limits", locked, ("files", "network"))
    return Containment("clock", locked, ("files", "network", "memory", "processes"))


def python_paths() -> list[str]:
    """Return the folders that the worker may read: Python's own modules and, on Linux, the system's libraries."""
    compiled = sysconfig.get_config_var("DESTSHARED")  # modules written in C; not a virtual environment's folder
    standard = dict.fromkeys(filter(None, [sysconfig.get_path("stdlib"), compiled]))
    libraries = ("/lib", "/usr/lib", "/lib64", "/usr/lib64") if sys.platform == "linux" else ()
    return [*standard, *filter(os.path.isdir, libraries)]
