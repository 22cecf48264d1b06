"""Lock down a process on Linux: resource limits, another user, landlock for files, seccomp for system calls.

The worker calls `lock` before it reads a submission. This file imports no other module of Noughts, so that it can be
reviewed on its own. docs/sandbox.md says what these locks protect and what they do not.
"""

from __future__ import annotations

import os
import sys

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# prctl's options
PR_SET_PDEATHSIG, PR_SET_KEEPCAPS, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 8, 22, 38
SECCOMP_MODE_FILTER = 2
SIGKILL = 9
LINUX_CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_READ_SEARCH = 2
# landlock's system calls, which have the same numbers on every architecture, and its rights
LANDLOCK_CALLS = {"create_ruleset": 444, "add_rule": 445, "restrict_self": 446}
EXECUTE, READ_FILE, READ_DIR = 1 << 0, 1 << 2, 1 << 3
RULE_PATH_BENEATH = 1


def lock(memory: int, cpu: int, uid: int, harden: bool, paths: list[str]) -> list[str]:
    """Lock down this process and return the names of the locks.

    Without `harden`, and on systems other than Linux, only resource limits are set. `memory` is in bytes, and `cpu` in
    seconds. `uid` is the user to become if the process runs as root, and `paths` are the folders that it may read. A
    lock that failed is not in the list, or is named "no:user", "no:landlock" or "no:seccomp". On Windows, which has no
    resource limits, nothing can be locked: return ["clock"].
    """
    done: list[str] = []
    try:
        import resource
    except ImportError:
        return ["clock"]
    if harden and sys.platform == "linux":
        done += lock_linux(uid, paths)
    for name, limit in (("CPU", cpu), ("AS", memory), ("FSIZE", 0), ("CORE", 0), ("NOFILE", 64), ("NPROC", 0)):
        try:
            kind = getattr(resource, "RLIMIT_" + name)
            known = resource.getrlimit(kind)[1]
            least = limit if known == resource.RLIM_INFINITY else min(limit, known)  # keep a stricter limit
            resource.setrlimit(kind, (least, least))
        except (ValueError, OSError, AttributeError):
            continue
        done.append("rlimit:" + name)
    if "privileges" in done:  # last, because it forbids calls that the other locks need
        done.append("seccomp" if lock_calls() else "no:seccomp")
    return done


def lock_linux(uid: int, paths: list[str]) -> list[str]:
    """Apply the locks that only Linux has, except seccomp; return their names.

    If all of them work, the process becomes another user if it is root, dies with its parent, cannot gain privileges,
    and can read only the files in `paths`.
    """
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    done = []
    if os.geteuid() == 0:
        done += lock_user(libc, uid, paths)
    if libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0:  # after the change of user, which would reset it
        done.append("dies")
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
        done.append("privileges")
        done.append("landlock" if lock_files(libc, paths) else "no:landlock")
    return done


def lock_user(libc: Any, uid: int, paths: list[str]) -> list[str]:
    """Become a user who owns nothing and has no capabilities; return the names of the locks, or ["no:user"].

    If other users cannot read all of `paths`, keep root's right to read all files, which landlock then limits.
    """
    import ctypes

    kept = 0 if all(map(is_readable_by_others, paths)) else 1 << CAP_DAC_READ_SEARCH
    try:
        libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        header = (ctypes.c_uint32 * 2)(LINUX_CAPABILITY_VERSION_3, 0)
        left = (ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0)
        is_done = libc.capset(header, left) == 0 and os.geteuid() == uid
    except OSError:
        is_done = False
    return ["user", "capabilities:read" if kept else "capabilities"] if is_done else ["no:user"]


def is_readable_by_others(path: str) -> bool:
    """Return whether other users may read and enter a folder, and enter its parents; False if it does not exist."""
    try:
        if os.stat(path).st_mode & 0o005 != 0o005:
            return False
        while path != os.path.dirname(path):
            path = os.path.dirname(path)
            if os.stat(path).st_mode & 0o001 == 0:
                return False
    except OSError:
        return False
    return True


def lock_files(libc: Any, paths: list[str]) -> bool:
    """Apply landlock: take away all rights that it controls, except to read, list and execute files in `paths`.

    Return whether that worked. From landlock version 4 on, also forbid TCP; from version 6 on, also forbid signals to
    processes outside the sandbox, and connections to their abstract Unix sockets.
    """
    import ctypes

    create, add, restrict = (LANDLOCK_CALLS[name] for name in ("create_ruleset", "add_rule", "restrict_self"))
    version = libc.syscall(create, None, 0, 1)
    if version < 1:
        return False
    # All rights to files of versions 1 to 3. Version 5 adds ioctl on devices, which seccomp limits.
    files = (1 << (13 if version < 2 else 14 if version < 3 else 15)) - 1
    net, scope = (3 if version >= 4 else 0), (3 if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = libc.syscall(create, (ctypes.c_uint64 * 3)(files, net, scope), size, 0)
    if ruleset < 0:
        return False
    for path in paths:
        try:
            folder = os.open(path, os.O_PATH)
        except OSError:
            continue
        rule = (ctypes.c_char * 12)()
        allowed = READ_FILE | READ_DIR | EXECUTE if os.path.isdir(path) else READ_FILE | EXECUTE
        ctypes.memmove(rule, allowed.to_bytes(8, "little") + folder.to_bytes(4, "little"), 12)
        libc.syscall(add, ruleset, RULE_PATH_BENEATH, rule, 0)
        os.close(folder)
    done: bool = libc.syscall(restrict, ruleset, 0) == 0
    os.close(ruleset)
    return done


FCNTL_COMMANDS = {"F_DUPFD": 0, "F_GETFD": 1, "F_SETFD": 2, "F_GETFL": 3, "F_DUPFD_CLOEXEC": 1030}
IOCTL_REQUESTS = {"TCGETS": 0x5401, "TIOCGWINSZ": 0x5413, "FIONCLEX": 0x5450, "FIOCLEX": 0x5451}


class SystemCalls:
    """The system calls of one architecture that Python needs to read modules, compute and answer.

    All others fail. fcntl and ioctl are allowed only with the commands above, which copy or inspect descriptors, or set
    whether a new program inherits them. Other commands could send signals. `audit_code` is the kernel's number for the
    architecture.
    """

    def __init__(self, audit_code: int, allowed: dict[str, int], fcntl: int, ioctl: int) -> None:
        self.audit_code, self.allowed = audit_code, allowed
        self.by_argument = {fcntl: tuple(FCNTL_COMMANDS.values()), ioctl: tuple(IOCTL_REQUESTS.values())}


SYSTEM_CALLS = {
    "x86_64": SystemCalls(
        0xC000003E,
        {
            "read": 0, "write": 1, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7, "lseek": 8, "mmap": 9,
            "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15,
            "pread64": 17, "readv": 19, "writev": 20, "access": 21, "sched_yield": 24, "mremap": 25, "madvise": 28,
            "dup": 32, "dup2": 33, "nanosleep": 35, "getpid": 39, "exit": 60, "uname": 63, "getdents": 78,
            "getcwd": 79, "readlink": 89, "gettimeofday": 96, "getrlimit": 97, "getrusage": 98, "sysinfo": 99,
            "times": 100, "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108, "getppid": 110,
            "sigaltstack": 131, "gettid": 186, "futex": 202, "sched_getaffinity": 204, "getdents64": 217,
            "set_tid_address": 218, "restart_syscall": 219, "clock_gettime": 228, "clock_getres": 229,
            "clock_nanosleep": 230, "exit_group": 231, "openat": 257, "newfstatat": 262, "readlinkat": 267,
            "faccessat": 269, "pselect6": 270, "ppoll": 271, "set_robust_list": 273, "getrandom": 318, "statx": 332,
            "rseq": 334, "faccessat2": 439,
        },
        fcntl=72,
        ioctl=16,
    ),
    "aarch64": SystemCalls(
        0xC00000B7,
        {
            "getcwd": 17, "dup": 23, "dup3": 24, "faccessat": 48, "openat": 56, "close": 57, "getdents64": 61,
            "lseek": 62, "read": 63, "write": 64, "readv": 65, "writev": 66, "pread64": 67, "ppoll": 73,
            "readlinkat": 78, "fstatat": 79, "fstat": 80, "exit": 93, "exit_group": 94, "set_tid_address": 96,
            "futex": 98, "set_robust_list": 99, "nanosleep": 101, "clock_gettime": 113, "clock_getres": 114,
            "clock_nanosleep": 115, "sched_getaffinity": 123, "sched_yield": 124, "restart_syscall": 128,
            "sigaltstack": 132, "rt_sigaction": 134, "rt_sigprocmask": 135, "rt_sigreturn": 139, "times": 153,
            "getpgid": 155, "uname": 160, "getrlimit": 163, "getrusage": 165, "gettimeofday": 169, "getpid": 172,
            "getppid": 173, "getuid": 174, "geteuid": 175, "getgid": 176, "getegid": 177, "gettid": 178,
            "sysinfo": 179, "brk": 214, "munmap": 215, "mremap": 216, "mmap": 222, "mprotect": 226, "madvise": 233,
            "getrandom": 278, "statx": 291, "rseq": 293, "faccessat2": 439,
        },
        fcntl=25,
        ioctl=29,
    ),
}  # fmt: skip


def seccomp_program(calls: SystemCalls) -> list[tuple[int, int, int, int]]:
    """Return the filter as steps (operation, jump if equal, jump if not, value); a jump is how many steps to skip."""
    load, equal, give = 0x20, 0x15, 0x06
    allow, refuse, kill = 0x7FFF0000, 0x00050001, 0x80000000
    steps = [(load, 0, 0, 4), (equal, 1, 0, calls.audit_code), (give, 0, 0, kill), (load, 0, 0, 0)]
    for call, arguments in calls.by_argument.items():
        # For any other call, skip the load, the comparisons and the two returns that follow.
        steps += [(equal, 0, len(arguments) + 3, call), (load, 0, 0, 24)]
        steps += [(equal, len(arguments) - index, 0, value) for index, value in enumerate(arguments)]
        steps += [(give, 0, 0, refuse), (give, 0, 0, allow)]
    numbers = list(calls.allowed.values())
    steps += [(equal, len(numbers) - index, 0, number) for index, number in enumerate(numbers)]
    return [*steps, (give, 0, 0, refuse), (give, 0, 0, allow)]


def lock_calls() -> bool:
    """Allow only the system calls in SYSTEM_CALLS (seccomp); others fail with EPERM. Return whether that worked."""
    import ctypes
    import struct

    machine = os.uname().machine
    if machine not in SYSTEM_CALLS:
        return False
    program = seccomp_program(SYSTEM_CALLS[machine])
    code = b"".join(struct.pack("HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    filters = struct.pack("HxxxxxxP" if struct.calcsize("P") == 8 else "HxxP", len(program), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(filters), 0, 0) == 0)
