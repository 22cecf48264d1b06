"""Read a submission from a git checkout: the programs on the course's branch, and when they were last committed."""

import os
import re
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path

from noughts.check import source
from noughts.course.intake.names import WANTED, NameParts
from noughts.course.intake.spool import Spool, SpooledFile
from noughts.course.intake.submissions import IncomingFile, is_program, quoted

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS_MAX, MEMORY_BYTES_MAX = 20.0, 1 << 30
ENTRIES_MAX = 100_000
FILES_MAX = 100
# Environment variables for git: no configuration of the system or the user, no fetching, no replaced objects.
GIT_SETTINGS = {
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
}  # fmt: skip
# Settings that override every setting of a repository that could make git run a program.
GIT_CONFIGURATION = (
    "safe.directory=*", "core.fsmonitor=false", f"core.hooksPath={os.devnull}", "protocol.allow=never",
    "core.sshCommand=false", "core.pager=cat", "core.editor=false", "core.askPass=false", "credential.helper=",
    "gpg.program=false", "gpg.ssh.program=false", "gpg.x509.program=false", "diff.external=false",
    "log.showSignature=false", "core.alternateRefsCommand=false",
)  # fmt: skip
# Files that make a repository use the objects of another repository.
BORROWING = ("commondir", "alternates", "http-alternates")


def is_checkout(folder: Path) -> bool:
    """Return whether the folder looks like a git checkout or a bare repository: it has a .git or a file HEAD."""
    return os.path.lexists(folder / ".git") or os.path.isfile(folder / "HEAD")


def files_on_branch(folder: Path, who: str, branch: str, spool: Spool) -> Iterator[IncomingFile]:
    """Yield the programs of the owner `who` on the branch; if there are none, an IncomingFile that says why.

    Nothing is checked out, and no program of the repository is run. A file that is larger than the checker allows is
    replaced by a comment that is also too large, so that the checker refuses it in the same way.
    """
    no_file = NameParts(who, "")
    if leads_elsewhere(directory_of(folder)):
        problem = (
            f"the .git folder uses files outside it, cannot be read or has more than {ENTRIES_MAX:,} entries: "
            "hand in a checkout with a complete .git folder of its own"
        )
        yield IncomingFile(no_file, problem=problem)
        return
    commit = commit_of(folder, branch)
    if commit is None:
        yield IncomingFile(no_file, problem=f"the branch {quoted(branch)} does not exist or cannot be read: push it")
        return
    programs = programs_in(folder, commit)
    exact = [path for path in programs if path == WANTED]
    time = time_of(folder, commit, exact or list(programs))
    for path, blob in programs.items():
        yield IncomingFile(NameParts(who, path, time=time), read_blob(folder, blob, spool))
    if not programs:
        problem = f"no Python file can be read on the branch {quoted(branch)}: commit {WANTED}"
        yield IncomingFile(no_file, problem=problem)


def programs_in(folder: Path, commit: str) -> dict[str, str]:
    """Return the blobs of at most FILES_MAX programs in a commit, by their paths, tictactoe.py first.

    Return {} if the commit cannot be read.
    """
    output = run(folder, "ls-tree", "-r", "-z", "--full-tree", commit) or b""
    blobs: dict[str, str] = {}
    for entry in output.split(b"\0")[:ENTRIES_MAX]:
        facts, _, path = entry.decode("utf-8", "replace").partition("\t")
        if facts.startswith("100") and is_program(path):  # an ordinary file, not a link or a submodule
            blobs[path] = facts.split()[2]
    return dict(sorted(blobs.items(), key=lambda item: (item[0] != WANTED, item[0]))[:FILES_MAX])


def read_blob(folder: Path, blob: str, spool: Spool) -> SpooledFile | None:
    """Return a file of the repository, copied into the spool; None if it cannot be read.

    A comment replaces a file that is too large or whose size cannot be read; see `files_on_branch`.
    """
    size = run(folder, "cat-file", "-s", blob)
    is_small = size is not None and int(size) <= source.BYTES_MAX
    data = run(folder, "cat-file", "blob", blob) if is_small else b"#" * (source.BYTES_MAX + 1)
    return None if data is None else spool.put(data)


def directory_of(folder: Path) -> Path:
    """Return the git directory: .git in a checkout, else the folder itself."""
    return folder / ".git" if os.path.lexists(folder / ".git") else folder


def leads_elsewhere(directory: Path) -> bool:
    """Return whether a git directory may use files outside it, cannot be read, or has more than ENTRIES_MAX entries."""
    if directory.is_symlink() or not directory.is_dir():
        return True
    count, errors = 0, list[OSError]()
    for folder, folders, files in os.walk(directory, onerror=errors.append):
        names = [*folders, *files]
        count += len(names)
        borrows = any(name in BORROWING or os.path.islink(os.path.join(folder, name)) for name in names)
        if borrows or count > ENTRIES_MAX:
            return True
    return bool(errors)


def commit_of(folder: Path, branch: str) -> str | None:
    """Return the newest commit of the local branch, or else of that branch on origin; None if neither can be read.

    A tag with the name of the branch does not count.
    """
    for place in ("refs/heads", "refs/remotes/origin"):
        output = run(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{place}/{branch}^{{commit}}")
        if output:
            return output.decode().strip()
    return None


def time_of(folder: Path, commit: str, paths: list[str]) -> datetime | None:
    """Return the time of the last commit that changed any of the files; None if there are no files or no valid time."""
    last = run(folder, "--literal-pathspecs", "rev-list", "-1", commit, "--", *paths) if paths else None
    output = run(folder, "cat-file", "commit", last.decode().strip()) if last else None
    match = re.search(rb"^committer .*> (\d{1,11}) ([+-]\d\d)(\d\d)$", output, re.MULTILINE) if output else None
    if match is None:
        return None
    try:
        zone = timezone(timedelta(hours=int(match[2]), minutes=int(match[2][:1] + match[3])))
        return datetime.fromtimestamp(int(match[1]), zone)
    except (ValueError, OverflowError, OSError):
        return None  # not a valid time


def run(folder: Path, *words: str) -> bytes | None:
    """Run git in the repository and return what git prints; None if git fails or exceeds a limit."""
    settings = [word for setting in GIT_CONFIGURATION for word in ("-c", setting)]
    command = ["git", *settings, "--git-dir", str(directory_of(folder)), *words]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/", **GIT_SETTINGS}
    # The memory is limited because a small repository may unpack to a huge one.
    memory = (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX)
    try:
        return subprocess.run(
            command,
            check=True,
            capture_output=True,
            timeout=SECONDS_MAX,
            env=environment,
            stdin=subprocess.DEVNULL,
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_AS, memory) if resource else None,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
