"""A submission in a git checkout: the file at the top of the course's branch, and when it was committed."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from noughts.check import source
from noughts.course.intake import Found, shown
from noughts.course.names import WANTED, Named
from noughts.course.shelf import Shelf

SECONDS_MAX = 20.0


def is_checkout(folder: Path) -> bool:
    """Is there a git repository in it?"""
    return (folder / ".git").is_dir() or (folder / "HEAD").is_file()


def found(folder: Path, branch: str, shelf: Shelf) -> Found:
    """What the branch holds. Nothing of the repository's own settings or hooks is used, and nothing is checked out."""
    made = Named(folder.name, WANTED)
    if run(folder, "rev-parse", "--verify", "--quiet", f"{branch}^{{commit}}") is None:
        return Found(replace(made, place=""), problem=f"there is no branch {shown(branch)}")
    size = run(folder, "cat-file", "-s", f"{branch}:{WANTED}")
    if size is None:
        missing = f"there is no {WANTED} at the top of the branch {shown(branch)}"
        return Found(replace(made, place=""), problem=missing)
    if int(size) > source.BYTES_MAX:
        return Found(made, shelf.put(b"#" * (source.BYTES_MAX + 1)))
    data = run(folder, "cat-file", "blob", f"{branch}:{WANTED}")
    time = run(folder, "log", "-1", "--format=%cI", branch, "--", WANTED)
    when = datetime.fromisoformat(time.decode().strip()) if time and time.strip() else None
    return Found(replace(made, time=when), None if data is None else shelf.put(data))


def run(folder: Path, *words: str) -> bytes | None:
    """What git says, None where it cannot."""
    directory = folder / ".git" if (folder / ".git").is_dir() else folder
    command = ["git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
               "-c", "protocol.allow=never", "--git-dir", str(directory), *words]  # fmt: skip
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "HOME": "/",
    }
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=SECONDS_MAX, env=environment, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
