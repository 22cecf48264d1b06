"""Run one untrusted file: limits, a clock, and an end. It knows no games: lines go in, lines come out.

The child is noughts/check/inmate.py. It locks itself in before it reads the file; this side has the clock and kills.
What comes back is text that nothing here trusts: it is cut in lines of limited length and handed on.
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
from pathlib import Path

INMATE = Path(__file__).with_name("inmate.py")
# How the sentence about a child that ended by its own doing begins.
ENDED = "its process ended"
# A line longer than this is no answer.
LINE_BYTES_MAX = 16_384
READ_BYTES = 65_536
# How often a child that does not take its questions is tried, and how long one that ends may take to end.
SEND_AGAIN_SECONDS = 0.005
LAST_WORDS_SECONDS = 2.0
# Users from here on own nothing; each box of a root's gets one of its own.
FIRST_UID = 2_000_000
# What the child must have locked to count as contained.
NEEDED = ("dies", "privileges", "landlock", "seccomp", "rlimit:CPU", "rlimit:AS", "rlimit:FSIZE", "rlimit:NPROC")


@dataclass(frozen=True)
class Limits:
    """What one child may use."""

    answer_seconds_max: float = 30.0
    load_seconds_max: float = 10.0
    cpu_seconds_max: int = 300
    memory_bytes_max: int = 1 << 30


@dataclass(frozen=True)
class Containment:
    """Which box it was, and what it does not stop."""

    kind: str
    locked: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


class Gone(Exception):
    """The child has ended, was too slow, or sent what is no line; the sentence says which."""


@dataclass
class Box:
    """One child, from its start to its end."""

    source: str
    limits: Limits = field(default_factory=Limits)
    harden: bool = True
    packages: Sequence[str] = ()

    def __post_init__(self) -> None:
        self._buffer = b""
        self.reason = ""
        paths = [*python_paths(), *self.packages]
        arguments = [
            os.getpid(),
            self.limits.memory_bytes_max,
            self.limits.cpu_seconds_max,
            FIRST_UID + os.getpid(),
            int(self.harden),
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(INMATE), *map(str, arguments), *paths],
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
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        if hasattr(os, "set_blocking"):
            os.set_blocking(self._process.stdin.fileno(), False)

    def lock(self) -> Containment:
        """What the child could lock. Nothing of the file has run, nor been sent."""
        return containment(self.line(self.limits.load_seconds_max).split()[1:], self.harden)

    def load(self, seconds: float) -> str:
        """Hand the file over; the line that tells how loading it went."""
        self.send(f"{len(self.source)}\n{self.source}")
        return self.line(min(seconds, self.limits.load_seconds_max))

    def send(self, text: str) -> None:
        """Hand over some lines. A child that does not take them while it is waited for is ended."""
        assert self._process.stdin is not None
        data = memoryview(text.encode("utf-8", "replace"))
        deadline = time.monotonic() + self.limits.answer_seconds_max
        while data:
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    self._kill()
                    return  # reading says so
                time.sleep(SEND_AGAIN_SECONDS)
            except OSError:
                return  # it has ended: reading says so

    def line(self, seconds: float) -> str:
        """The next line, waited for so long."""
        deadline = time.monotonic() + seconds
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > LINE_BYTES_MAX:
                raise Gone("its process sent what is no answer")
            self._fill(deadline - time.monotonic(), seconds)
        line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
        return text_of(line)

    def lines(self, count: int, deadline: float) -> list[str]:
        """So many lines, each waited for as long as an answer may take, but not beyond the deadline."""
        found: list[str] = []
        while len(found) < count:
            if b"\n" not in self._buffer:
                try:
                    found.append(self.line(min(self.limits.answer_seconds_max, deadline - time.monotonic())))
                except Gone as gone:
                    self.reason = str(gone)
                    return found
            else:
                whole, _, rest = self._buffer.rpartition(b"\n")
                some = whole.split(b"\n")
                room = count - len(found)
                if len(some) > room:
                    rest = b"\n".join(some[room:]) + b"\n" + rest
                    some = some[:room]
                found += [text_of(line) for line in some]
                self._buffer = rest
        return found

    def close(self) -> None:
        """End the child and all that it started."""
        self._kill()
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def _kill(self) -> None:
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):
            self._process.kill()

    def _fill(self, left: float, seconds: float) -> None:
        assert self._process.stdout is not None
        if left <= 0 or not self._selector.select(left):
            raise Gone(f"it did not answer within {seconds:g} s")
        data = os.read(self._process.stdout.fileno(), READ_BYTES)
        if not data:
            try:
                raise Gone(ended(self._process.wait(LAST_WORDS_SECONDS)))
            except subprocess.TimeoutExpired:
                raise Gone("it closed the way its answers take") from None
        self._buffer += data


def text_of(line: bytes) -> str:
    """A line as text; what a terminal would obey is made visible, but for the tabs that part an answer."""
    if line.isascii() and (plain := line.decode("ascii")).replace("\t", "").isprintable():
        return plain
    text = line.decode("utf-8", "replace")
    return "".join(c if c.isprintable() or c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def ended(code: int) -> str:
    """How a process ended, in words. What came from outside, or from a limit, is told apart from its own doing."""
    if hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU:
        return "it used up its processor time"
    if code == -9:
        return "it was ended from outside, or by a limit"
    return f"{ENDED} by signal {-code}" if code < 0 else f"{ENDED} with exit code {code}"


def containment(words: Sequence[str], harden: bool) -> Containment:
    """Which box the child made of itself."""
    locked = tuple(word for word in words if not word.startswith(("no:", "want:")))
    missing = tuple(word for word in NEEDED if word not in locked)
    if harden and not missing and "no:user" not in words:
        return Containment("hardened", locked)
    if "rlimit:CPU" in locked:
        return Containment("limits", locked, ("files", "network"))
    return Containment("clock", locked, ("files", "network", "memory", "processes"))


def python_paths() -> list[str]:
    """Where Python's own modules are, which a file may import."""
    standard = [sysconfig.get_path("stdlib")]
    compiled = sysconfig.get_config_var("DESTSHARED")  # where modules in C are: not a virtual environment's folder
    standard += [compiled] if compiled else []
    libraries = [folder for folder in ("/lib", "/usr/lib", "/lib64", "/usr/lib64") if os.path.isdir(folder)]
    return list(dict.fromkeys(standard)) + (libraries if sys.platform == "linux" else [])
