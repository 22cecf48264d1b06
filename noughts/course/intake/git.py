"""Read a submission from a git checkout: the file at the top of the course's branch, and when it was committed."""

import os
import re
import subprocess
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from noughts.check import source
from noughts.course.intake.names import WANTED, NameParts
from noughts.course.intake.spool import Spool
from noughts.course.intake.submissions import IncomingFile, quoted

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS_MAX, MEMORY_BYTES_MAX = 20.0, 1 << 30
ENTRIES_MAX = 100_000
# Environment variables for git: no configuration of the system or the user, no fetching, no replacement of objects.
GIT_SETTINGS = {
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
}  # fmt: skip
# What takes the place of a repository's own configuration wherever that could run a program.
GIT_CONFIGURATION = (
    "safe.directory=*", "core.fsmonitor=false", f"core.hooksPath={os.devnull}", "protocol.allow=never",
    "core.sshCommand=false", "core.pager=cat", "core.editor=false", "core.askPass=false", "credential.helper=",
    "gpg.program=false", "gpg.ssh.program=false", "gpg.x509.program=false", "diff.external=false",
    "log.showSignature=false", "core.alternateRefsCommand=false",
)  # fmt: skip
# Files with which a repository uses another one's objects.
BORROWING = ("commondir", "alternates", "http-alternates")


def is_checkout(folder: Path) -> bool:
    """Return whether the folder is a git checkout or a bare repository."""
    return os.path.lexists(folder / ".git") or os.path.isfile(folder / "HEAD")


def file_on_branch(folder: Path, branch: str, spool: Spool) -> IncomingFile:
    """Return the file on the branch, or a problem. Nothing is checked out, and no program of the repository is run.

    A file above the size limit is replaced by a comment of that size, which the checker refuses in the same way.
    """
    made = NameParts(folder.name, WANTED)
    nothing = replace(made, place="")
    if leads_elsewhere(directory_of(folder)):
        problem = "its .git points elsewhere: hand in a checkout with a .git folder of its own"
        return IncomingFile(nothing, problem=problem)
    commit = commit_of(folder, branch)
    if commit is None:
        return IncomingFile(nothing, problem=f"there is no branch {quoted(branch)}")
    place = f"{commit}:{WANTED}"
    if run(folder, "cat-file", "-t", place) != b"blob\n":
        return IncomingFile(nothing, problem=f"there is no {WANTED} at the top of the branch {quoted(branch)}")
    named = replace(made, time=time_of(folder, commit))
    size = run(folder, "cat-file", "-s", place)
    if size is None or int(size) > source.BYTES_MAX:
        return IncomingFile(named, spool.put(b"#" * (source.BYTES_MAX + 1)))
    data = run(folder, "cat-file", "blob", place)
    return IncomingFile(named, None if data is None else spool.put(data))


def directory_of(folder: Path) -> Path:
    """Return the git directory: .git in a checkout, else the folder itself."""
    return folder / ".git" if os.path.lexists(folder / ".git") else folder


def leads_elsewhere(directory: Path) -> bool:
    """Return whether the repository may read files outside itself (by links or alternates), or cannot be searched."""
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
    """Return the newest commit of the branch, local or else of origin; None if there is none. Tags do not count."""
    for place in ("refs/heads", "refs/remotes/origin"):
        output = run(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{place}/{branch}^{{commit}}")
        if output:
            return output.decode().strip()
    return None


def time_of(folder: Path, commit: str) -> datetime | None:
    """Return when the file was last committed, None if that cannot be read."""
    last = run(folder, "rev-list", "-1", commit, "--", WANTED)
    output = run(folder, "cat-file", "commit", last.decode().strip()) if last else None
    match = re.search(rb"^committer .*> (\d{1,11}) ([+-]\d\d)(\d\d)$", output, re.MULTILINE) if output else None
    if match is None:
        return None
    try:
        zone = timezone(timedelta(hours=int(match[2]), minutes=int(match[2][:1] + match[3])))
        return datetime.fromtimestamp(int(match[1]), zone)
    except (ValueError, OverflowError, OSError):
        return None  # not a valid time


def limited() -> None:
    """Limit the memory of git, because a small repository may unpack to a huge one."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))


def run(folder: Path, *words: str) -> bytes | None:
    """Return what git prints, None if it fails."""
    settings = [word for setting in GIT_CONFIGURATION for word in ("-c", setting)]
    command = ["git", *settings, "--git-dir", str(directory_of(folder)), *words]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/", **GIT_SETTINGS}
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
