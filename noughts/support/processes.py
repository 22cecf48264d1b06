"""Child processes: how much processor time they have used, and how to kill them with their process group."""

import os
import signal
import subprocess
import time
from typing import NamedTuple

HAS_PROC = os.path.exists("/proc/self/stat")
CLOCK_TICKS = os.sysconf("SC_CLK_TCK") if HAS_PROC else 100


class ProcessorTime(NamedTuple):
    """The CPU seconds that a process has used, and whether it is running, ready to run, or waiting for a disk.

    `is_running` is also True if the state is not known: on a system without /proc, or if the process no longer exists.
    """

    seconds: float
    is_running: bool


def processor_time(pid: int, started: float) -> ProcessorTime:
    """Return the processor time of a process; 0 seconds if it no longer exists.

    On a system without /proc, the result is the time that has passed since `started`, a value of time.monotonic().
    """
    if not HAS_PROC:
        return ProcessorTime(time.monotonic() - started, True)
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            state, *numbers = file.read().rpartition(b")")[2].split()
    except OSError:
        return ProcessorTime(0.0, True)
    user, system = int(numbers[10]), int(numbers[11])
    return ProcessorTime((user + system) / CLOCK_TICKS, state in (b"R", b"D"))


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started with `start_new_session=True`, and all other processes of its group.

    On Windows, which has no process groups, kill only the process itself.
    """
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        process.kill()  # the group no longer exists; this does nothing if the process has ended too
