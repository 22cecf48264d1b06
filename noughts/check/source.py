"""What the text of a submission tells without running it: imports, comments, names, what to look at."""

from __future__ import annotations

import ast
import codecs
import errno
import io
import os
import re
import stat
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.check.questions import NAMES

# Nobody's tictactoe.py is larger. It is read by the parent, so this bounds what reading it costs.
BYTES_MAX = 200_000
# What is listed of flags and the like; the rest is counted.
LISTED_MAX = 20
# Encodings that people write programs in. (Some others take a time that grows with the square of the length.)
ENCODINGS = re.compile(r"utf-8(-sig)?|ascii|iso8859-\d+|cp\d+|koi8-\w|mac-\w+|gb\w+|big5|euc_\w\w|shift_jis")

# Reasons for a person to look: with these a file can answer by other means than its eight functions.
SUSPECT_MODULES = {
    "_io", "_thread", "ast", "asyncio", "builtins", "code", "codecs", "concurrent", "ctypes", "dis", "faulthandler",
    "fcntl", "gc", "importlib", "inspect", "io", "marshal", "mmap", "multiprocessing", "os", "pathlib",
    "pickle", "posix", "pty", "resource", "runpy", "select", "shutil", "signal", "site", "socket", "subprocess", "sys",
    "sysconfig", "tempfile", "threading", "traceback", "types", "urllib", "weakref", "__main__",
}  # fmt: skip
SUSPECT_NAMES = {
    "__import__", "__builtins__", "attrgetter", "methodcaller", "__loader__", "__spec__", "compile", "delattr", "eval",
    "exec", "getattr", "globals",
    "locals", "open", "setattr", "vars", "breakpoint",
}  # fmt: skip
SUSPECT_ATTRIBUTES = {
    "_getframe", "f_back", "f_builtins", "f_code", "f_globals", "f_locals", "gi_frame", "modules", "settrace",
    "attrgetter", "methodcaller", "setprofile", "tb_frame", "tb_next", "with_traceback",
}  # fmt: skip
HARMLESS_OF_SYS = {"maxsize", "float_info", "setrecursionlimit", "exit", "version_info"}
# Names between double underscores that an ordinary program uses.
ORDINARY = {
    "__init__", "__name__", "__doc__", "__repr__", "__str__", "__eq__", "__hash__", "__len__", "__getitem__",
    "__iter__", "__lt__", "__file__", "__version__", "__author__", "__all__",
}  # fmt: skip


@dataclass(frozen=True)
class Text:
    """What was found."""

    error: str | None
    imports: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    uncommented: tuple[str, ...] = ()


def read(path: Path) -> bytes:
    """The file's bytes, at most one more than it may have. Only a plain file is read: others may never end."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        return file.read(BYTES_MAX + 1)


def shortened(lines: Sequence[str]) -> list[str]:
    """The first of many lines, and how many more there are."""
    more = len(lines) - LISTED_MAX
    return [*lines[:LISTED_MAX], f"and {more:,} more"] if more > 0 else list(lines)


def listed(names: Sequence[str]) -> str:
    """Names in a row, not too many."""
    return ", ".join(shortened(names))


def decoded(data: bytes) -> tuple[str, str | None]:
    """The text as Python would read it, and why it would not, if so."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        if not ENCODINGS.fullmatch(codecs.lookup(encoding).name):
            return "", f"it is no Python text: its encoding is {encoding!r}, and utf-8 is what everybody can read"
        return data.decode(encoding), None
    except (SyntaxError, UnicodeError, LookupError) as error:
        return "", f"it is no Python text: {' '.join(str(error).split())[:100]}"


def inspect(source: str) -> Text:
    """Read a submission's text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, "tictactoe.py")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return Text(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
    imports = sorted({name for node in ast.walk(tree) for name in modules(node)})
    own = bound_names(tree)
    flags = sorted({flag for node in ast.walk(tree) for flag in suspicions(node, own)}, key=line_of)
    if uses_sys_harmlessly(tree):
        flags = [flag for flag in flags if not flag.endswith("imports sys")]
    return Text(None, tuple(imports), tuple(flags), tuple(defined_twice(tree)), tuple(uncommented(tree, source)))


def modules(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports, by their first name."""
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield (node.module or ".").partition(".")[0] or "."


def bound_names(tree: ast.Module) -> set[str]:
    """The names that the file itself gives something to: they are not Python's own."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    return found


def suspicions(node: ast.AST, own: set[str]) -> Iterator[str]:
    """What in a node a person should look at, with its line."""
    line = getattr(node, "lineno", 0)
    for name in modules(node):
        if name in SUSPECT_MODULES:
            yield f"line {line}: imports {name}"
    if isinstance(node, ast.Name) and node.id in SUSPECT_NAMES and node.id not in own:
        yield f"line {line}: uses {node.id}"
    if isinstance(node, ast.Attribute) and (node.attr in SUSPECT_ATTRIBUTES or is_hidden(node.attr)):
        yield f"line {line}: uses .{node.attr}"
    if isinstance(node, ast.ExceptHandler) and catches_everything(node):
        yield f"line {line}: catches every exception"


def line_of(flag: str) -> int:
    """The number of the line that a flag is about."""
    return int(flag.split(":")[0].removeprefix("line "))


def uses_sys_harmlessly(tree: ast.Module) -> bool:
    """Is all that is done with sys to read its largest number, or the like?"""
    names = sum(isinstance(node, ast.Name) and node.id == "sys" for node in ast.walk(tree))
    harmless = sum(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "sys"
        and node.attr in HARMLESS_OF_SYS
        for node in ast.walk(tree)
    )
    plain = all(alias.asname is None for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names)
    return (
        plain
        and names == harmless
        and not any(isinstance(node, ast.ImportFrom) and node.module == "sys" for node in ast.walk(tree))
    )


def is_hidden(name: str) -> bool:
    """Is it one of Python's own names, by which a program looks behind things?"""
    return name.startswith("__") and name.endswith("__") and name not in ORDINARY


def catches_everything(handler: ast.ExceptHandler) -> bool:
    """Does it swallow even what ends a program?"""
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "BaseException")


def defined_twice(tree: ast.Module) -> list[str]:
    """Functions that the file defines more than once at its top level."""
    names = Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return sorted(name for name, count in names.items() if count > 1)


def uncommented(tree: ast.Module, source: str) -> list[str]:
    """The functions of the eight with neither a docstring nor a comment of their own."""
    return [name for name, words in remarks_of(tree, source).items() if name in NAMES and not words]


def remarks_of(tree: ast.Module, source: str) -> dict[str, set[str]]:
    """What the docstring and the comments of every function at the top of a file say."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        tokens = []
    comments = {token.start[0]: token.string.strip("# \t") for token in tokens if token.type == tokenize.COMMENT}
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = range(node.lineno - 1, (node.end_lineno or node.lineno) + 1)
            docstring = " ".join((ast.get_docstring(node, clean=False) or "").split())
            found[node.name] = {docstring, *(comments.get(line, "") for line in lines)} - {""}
    return found
