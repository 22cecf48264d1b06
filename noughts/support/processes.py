"""Kill child processes together with everything they started."""

from __future__ import annotations

import os
import signal
import subprocess


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started with `start_new_session=True`, and all of its group."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        process.kill()  # the group no longer exists; Popen knows whether the process does
