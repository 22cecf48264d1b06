"""Kill a child process and everything it started."""

import os
import signal
import subprocess


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started with `start_new_session=True`, and its whole group."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        process.kill()  # the group no longer exists; this does nothing if the process has ended too
