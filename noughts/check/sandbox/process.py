"""The parent's side of the sandbox: start a worker, limit it, read its lines, and end it.

The worker locks itself down before it gets any of the file. The parent measures the worker's CPU time and can
kill the worker. The worker's output is not trusted: the parent splits it into lines of limited length, and replaces
unprintable characters.
"""

import itertools
import os
import selectors
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from noughts.check.limits import Limits
from noughts.check.sandbox import worker
from noughts.check.sandbox.clock import Budget, Loss, LossKind, Wait, WorkerLost
from noughts.support.processes import kill_group, processor_time
from noughts.support.text import printable

WORKER = Path(worker.__file__)  # importing it caches its bytecode, so that workers start fast
# The folder that contains noughts is searched only for the worker's modules: other files in it are not trusted.
START = "import sys, __future__; sys.path.insert(0, {home!r}); from {module} import main; del sys.path[0]; main()"
# The longest line that can be an answer.
LINE_BYTES_MAX = 16_384
READ_BYTES = 65_536
# How often to look at a worker that does not answer, or does not read; and how long to wait for an exit code.
POLL_SECONDS = 0.05
SEND_AGAIN_SECONDS = 0.005
EXIT_CODE_SECONDS = 2.0
# The system ends a worker that exceeds the file's CPU time limit by this much, if the parent does not.
CPU_SECONDS_MARGIN = 60
# If root starts workers, they run under user ids from FIRST_UID on, which should own no files. Each process that starts
# workers gives them UIDS_PER_PROCESS different ids in turn.
FIRST_UID, UIDS_PER_PROCESS = 2_000_000, 64
# sysconfig is not thread-safe the first time that it is used.
SYSCONFIG_LOCK = threading.Lock()
STARTED = itertools.count()  # the number of workers that this process has started
# The locks that every complete sandbox has.
NEEDED = ("dies", "privileges", "landlock", "seccomp", "rlimit:CPU", "rlimit:AS", "rlimit:FSIZE", "rlimit:NPROC")


@dataclass(frozen=True)
class Containment:
    """The kind of sandbox, its locks, and what is not protected.

    "hardened" is complete; "limits" has resource limits; with "clock", only the parent limits the worker.
    """

    kind: str
    locked: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@dataclass
class Sandbox:
    """One worker process, started by the constructor. Call `lock`, `load`, `send`, `lines`, and finally `close`."""

    source: str
    limits: Limits = field(default_factory=Limits)
    harden: bool = True
    packages: Sequence[str] = ()  # folders of installed modules that the file may import
    budget: Budget = field(default_factory=Budget)
    module: str = worker.__name__  # the module with the worker's `main`

    def __post_init__(self) -> None:
        self._buffer = b""
        self._started, self._noted_at = time.monotonic(), 0.0
        self.loss: Loss | None = None
        cpu_seconds_max = int(self.budget.cpu_seconds_max) + CPU_SECONDS_MARGIN
        uid = FIRST_UID + UIDS_PER_PROCESS * os.getpid() + next(STARTED) % UIDS_PER_PROCESS
        numbers = (os.getpid(), self.limits.memory_bytes_max, cpu_seconds_max, uid, int(self.harden))
        arguments = [str(WORKER), *map(str, numbers), *python_paths(), *self.packages]
        start = START.format(home=str(WORKER.parents[3]), module=self.module)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-c", start, *arguments],
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
        """Return the containment that the worker reports; raise WorkerLost if it reports none."""
        return containment(self.line(self.limits.load_cpu_seconds_max).split()[1:], self.harden)

    def load(self) -> str:
        """Send the file; return the worker's line, "loaded ..." or "failed ..."; raise WorkerLost if none comes."""
        self.send(f"{len(self.source)}\n{self.source}")
        return self.line(self.limits.load_cpu_seconds_max)

    def send(self, text: str) -> None:
        """Send text, and kill a worker that does not read it in time.

        If the worker is killed or has already ended, only the next `line` or `lines` reports the loss.
        """
        data = memoryview(text.encode("utf-8", "replace"))
        wait = self._wait(self.limits.answer_cpu_seconds_max)
        while data:
            try:
                data = data[os.write(self._stdin.fileno(), data) :]
            except BlockingIOError:
                try:
                    wait.check()
                except WorkerLost:
                    kill_group(self._process)
                    return
                time.sleep(SEND_AGAIN_SECONDS)
            except OSError:
                return  # the worker has ended

    def line(self, cpu_seconds_max: float) -> str:
        """Return the next line; raise WorkerLost if the worker ends, or exceeds `cpu_seconds_max` or another limit."""
        wait = self._wait(cpu_seconds_max)
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > LINE_BYTES_MAX:
                raise WorkerLost(Loss(LossKind.GARBAGE))
            self._fill(wait)
        line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
        return text_of(line)

    def lines(self, count: int, cpu_seconds_max: float) -> list[str]:
        """Return `count` lines, fewer if the worker is lost; `loss` then says why.

        `cpu_seconds_max` is the limit for each line.
        """
        lines: list[str] = []
        try:
            self._note_usage()
            while len(lines) < count:
                *ready, self._buffer = self._buffer.split(b"\n", count - len(lines))
                lines += [text_of(line) for line in ready] or [self.line(cpu_seconds_max)]
        except WorkerLost as lost:
            self.loss = lost.loss
        return lines

    def _note_usage(self) -> None:
        """Note the worker's CPU time, at most ten times per second; raise WorkerLost if the file's time is used up."""
        if time.monotonic() >= self._noted_at + 2 * POLL_SECONDS:
            self._noted_at = time.monotonic()
            self._wait(self.limits.answer_cpu_seconds_max).check()

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds that the worker has used so far."""
        return processor_time(self._process.pid, self._started).seconds

    def _wait(self, cpu_seconds_max: float) -> Wait:
        idle_seconds_max = self.limits.idle_seconds_max
        return Wait(self._process.pid, self._started, self.budget, cpu_seconds_max, idle_seconds_max)

    def close(self) -> None:
        """End the worker and all other processes of its group."""
        self.budget.note(self._process.pid, processor_time(self._process.pid, self._started).seconds)
        kill_group(self._process)
        self._process.wait()
        self._selector.close()
        self._stdin.close()
        self._stdout.close()

    def _fill(self, wait: Wait) -> None:
        while not self._selector.select(POLL_SECONDS):
            wait.check()
        data = os.read(self._stdout.fileno(), READ_BYTES)
        if not data:
            try:
                raise WorkerLost(loss_of(self._process.wait(EXIT_CODE_SECONDS)))
            except subprocess.TimeoutExpired:
                raise WorkerLost(Loss(LossKind.CLOSED_PIPE)) from None
        self._buffer += data


def text_of(line: bytes) -> str:
    """Return a line as printable text; keep its tabs, which separate the parts of an answer."""
    if line.isascii() and (plain := line.decode("ascii")).replace("\t", "").isprintable():
        return plain
    return "\t".join(printable(part) for part in line.decode("utf-8", "replace").split("\t"))


def loss_of(code: int) -> Loss:
    """Return why a worker with that exit code was lost; the code is negative after a signal."""
    if hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU:
        return Loss(LossKind.CPU_LIMIT)
    if code == -9:
        return Loss(LossKind.KILLED)
    return Loss(LossKind.SIGNALLED, -code) if code < 0 else Loss(LossKind.EXITED, code)


def containment(words: Sequence[str], harden: bool) -> Containment:
    """Return the containment for the locks that the worker reported; a failed lock has a name such as "no:user"."""
    locked = tuple(word for word in words if not word.startswith("no:"))
    missing = tuple(word for word in NEEDED if word not in locked)
    if harden and not missing and "no:user" not in words:
        return Containment("hardened", locked)
    if "rlimit:CPU" in locked:
        return Containment("limits", locked, ("files", "network"))
    return Containment("clock", locked, ("files", "network", "memory", "processes"))


def python_paths() -> list[str]:
    """Return the folders that every worker may read: Python's own modules and, on Linux, the system's libraries."""
    with SYSCONFIG_LOCK:
        compiled = sysconfig.get_config_var("DESTSHARED")  # the modules written in C
        standard = dict.fromkeys(filter(None, [sysconfig.get_path("stdlib"), compiled]))
    libraries = ("/lib", "/usr/lib", "/lib64", "/usr/lib64") if sys.platform == "linux" else ()
    return [*standard, *filter(os.path.isdir, libraries)]
