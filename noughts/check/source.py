"""Inspect a submission's source without running it: imports, comments, names, and lines that need review."""

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

from noughts.check.findings import Finding, finding
from noughts.game.exercise import FUNCTION_NAMES

# No honest tictactoe.py is larger. The source is parsed in our own process, so its size is limited.
BYTES_MAX = 200_000
# How many flags and names are listed; the others are only counted.
LISTED_MAX = 20
# Encodings used for source code. (Decoding some others takes quadratic time.)
ENCODINGS = re.compile(r"utf-8(-sig)?|ascii|iso8859-\d+|cp\d+|koi8-\w|mac-\w+|gb\w+|big5|euc_\w\w|shift_jis")

# These need review: a file can use them to get answers without its eight functions.
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
# Names between double underscores that ordinary programs use.
ORDINARY = {
    "__init__", "__name__", "__doc__", "__repr__", "__str__", "__eq__", "__hash__", "__len__", "__getitem__",
    "__iter__", "__lt__", "__file__", "__version__", "__author__", "__all__",
}  # fmt: skip


@dataclass(frozen=True)
class Inspection:
    """What was found in the source; `problem` says why it cannot be compiled, or is None."""

    problem: Finding | None
    imports: tuple[str, ...] = ()
    flags: tuple[Finding, ...] = ()
    defined_twice: tuple[str, ...] = ()
    uncommented: tuple[str, ...] = ()


def read(path: Path) -> bytes:
    """Return at most BYTES_MAX + 1 bytes of a regular file; raise OSError for other kinds, which may never end."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        return file.read(BYTES_MAX + 1)


def join_names(names: Sequence[str]) -> str:
    """Return the first LISTED_MAX names, separated by commas, and how many more there are."""
    more = len(names) - LISTED_MAX
    return ", ".join([*names[:LISTED_MAX], *([f"and {more:,} more"] if more > 0 else [])])


def decode(data: bytes) -> tuple[str, Finding | None]:
    """Return the text as Python would read it, and a finding if it cannot be decoded."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        if not ENCODINGS.fullmatch(codecs.lookup(encoding).name):
            return "", finding("bad_encoding", encoding=encoding)
        return data.decode(encoding), None
    except (SyntaxError, UnicodeError, LookupError) as error:
        return "", finding("not_text", error=" ".join(str(error).split())[:100])


def inspect(source: str) -> Inspection:
    """Return the inspection of a submission's source."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, "tictactoe.py")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return Inspection(compile_problem(error))
    imports = sorted({name for node in ast.walk(tree) for name in modules(node)})
    own = bound_names(tree)
    flags = sorted(
        {flag for node in ast.walk(tree) for flag in suspicions(node, own)}, key=lambda flag: (flag.fields, flag.id)
    )
    if uses_sys_harmlessly(tree):
        flags = [flag for flag in flags if not (flag.id == "flag_import" and dict(flag.fields)["name"] == "sys")]
    return Inspection(None, tuple(imports), tuple(flags), tuple(defined_twice(tree)), tuple(uncommented(tree, source)))


def compile_problem(error: Exception) -> Finding:
    """Return the finding for a source that does not compile, with the line."""
    is_syntax = isinstance(error, SyntaxError)
    text = (error.msg if isinstance(error, SyntaxError) else str(error)) or ""
    line = (error.lineno or 0) if isinstance(error, SyntaxError) else 0
    words = f"{type(error).__name__}: {' '.join(text.split())[:200]}"
    return finding("not_compiled", error=words, line=line if is_syntax else 0)


def modules(node: ast.AST) -> Iterator[str]:
    """Yield the top-level names of the modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield (node.module or ".").partition(".")[0] or "."


def bound_names(tree: ast.Module) -> set[str]:
    """Return the names that the file itself defines; where it uses one, it does not use the built-in of that name."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return names


def suspicions(node: ast.AST, own: set[str]) -> Iterator[Finding]:
    """Yield a flag for everything in a node that needs review."""
    line = getattr(node, "lineno", 0)
    for name in modules(node):
        if name in SUSPECT_MODULES:
            yield finding("flag_import", line=line, name=name)
    if isinstance(node, ast.Name) and node.id in SUSPECT_NAMES and node.id not in own:
        yield finding("flag_name", line=line, name=node.id)
    if isinstance(node, ast.Attribute) and (node.attr in SUSPECT_ATTRIBUTES or is_hidden(node.attr)):
        yield finding("flag_attribute", line=line, name=node.attr)
    if isinstance(node, ast.ExceptHandler) and catches_everything(node):
        yield finding("flag_catches_all", line=line)


def uses_sys_harmlessly(tree: ast.Module) -> bool:
    """Return whether the file uses only harmless attributes of sys, such as sys.maxsize and sys.setrecursionlimit."""
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
    """Return whether it is a name between double underscores that ordinary programs do not use."""
    return name.startswith("__") and name.endswith("__") and name not in ORDINARY


def catches_everything(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler catches even the exceptions that end a program."""
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "BaseException")


def defined_twice(tree: ast.Module) -> list[str]:
    """Return the functions and classes that the file defines more than once at its top level."""
    names = Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return sorted(name for name, count in names.items() if count > 1)


def uncommented(tree: ast.Module, source: str) -> list[str]:
    """Return which of the eight functions have neither a docstring nor a comment."""
    return [name for name, texts in comments_of(tree, source).items() if name in FUNCTION_NAMES and not texts]


def comments_of(tree: ast.Module, source: str) -> dict[str, set[str]]:
    """Return the docstring and the comments of every function at the top level."""
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
