"""A submission in a git checkout: the file at the top of the course's branch, and when it was committed."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from noughts.check import source
from noughts.course.intake import Found, shown
from noughts.course.names import WANTED, Named
from noughts.course.shelf import Shelf

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS_MAX, MEMORY_MAX = 20.0, 1 << 30
ENTRIES_MAX = 100_000
BORROWING = ("commondir", "alternates", "http-alternates")


def is_checkout(folder: Path) -> bool:
    """Is there a git repository in it?"""
    return os.path.lexists(folder / ".git") or os.path.isfile(folder / "HEAD")


def found(folder: Path, branch: str, shelf: Shelf) -> Found:
    """What the branch holds. Nothing is checked out, and git is asked in ways that run nothing of the repository's."""
    made = Named(folder.name, WANTED)
    nothing = replace(made, place="")
    if leads_elsewhere(directory_of(folder)):
        return Found(nothing, problem="its .git leads elsewhere: a checkout with a .git folder of its own is asked for")
    commit = commit_of(folder, branch)
    if commit is None:
        return Found(nothing, problem=f"there is no branch {shown(branch)}")
    place = f"{commit}:{WANTED}"
    if run(folder, "cat-file", "-t", place) != b"blob\n":
        return Found(nothing, problem=f"there is no {WANTED} at the top of the branch {shown(branch)}")
    named = replace(made, time=time_of(folder, commit))
    size = run(folder, "cat-file", "-s", place)
    if size is None or int(size) > source.BYTES_MAX:
        return Found(named, shelf.put(b"#" * (source.BYTES_MAX + 1)))
    data = run(folder, "cat-file", "blob", place)
    return Found(named, None if data is None else shelf.put(data))


def directory_of(folder: Path) -> Path:
    """Where the repository is: in a checkout, or the folder itself."""
    return folder / ".git" if os.path.lexists(folder / ".git") else folder


def leads_elsewhere(directory: Path) -> bool:
    """Could what it holds be somebody else's? Links, and git's own ways of borrowing from another repository."""
    if directory.is_symlink() or not directory.is_dir():
        return True
    waiting, count = [directory], 0
    while waiting:
        try:
            inside = list(os.scandir(waiting.pop()))
        except OSError:
            return True
        count += len(inside)
        borrows = any(entry.is_symlink() or entry.name in BORROWING for entry in inside)
        if borrows or count > ENTRIES_MAX:
            return True
        waiting += [Path(entry.path) for entry in inside if entry.is_dir()]
    return False


def commit_of(folder: Path, branch: str) -> str | None:
    """The branch's newest commit: a branch of that name and no tag, the checkout's own or where it was cloned from."""
    for place in ("refs/heads", "refs/remotes/origin"):
        told = run(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{place}/{branch}^{{commit}}")
        if told:
            return told.decode().strip()
    return None


def time_of(folder: Path, commit: str) -> datetime | None:
    """When the file was last committed."""
    last = run(folder, "rev-list", "-1", commit, "--", WANTED)
    told = run(folder, "cat-file", "commit", last.decode().strip()) if last else None
    match = re.search(rb"^committer .*> (\d{1,11}) ([+-]\d\d)(\d\d)$", told, re.MULTILINE) if told else None
    if match is None:
        return None
    try:
        zone = timezone(timedelta(hours=int(match[2]), minutes=int(match[2][:1] + match[3])))
        return datetime.fromtimestamp(int(match[1]), zone)
    except (ValueError, OverflowError, OSError):
        return None  # no clock tells such a time


def limited() -> None:
    """Keep a repository that unpacks to very much from filling the memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))


def run(folder: Path, *words: str) -> bytes | None:
    """What git says, None where it cannot."""
    command = ["git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
               "-c", "protocol.allow=never", "--git-dir", str(directory_of(folder)), *words]  # fmt: skip
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "HOME": "/",
    }
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=SECONDS_MAX,
            env=environment,
            stdin=subprocess.DEVNULL,
            preexec_fn=limited if resource else None,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
