"""Inspect a submission's source without running it: imports, comments, names, and lines that need review."""

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
from noughts.check.state import keeps_no_state
from noughts.game.exercise import FUNCTION_NAMES

# The source is parsed in this process, so its size is limited. A tictactoe.py that is handed in is much smaller.
BYTES_MAX = 200_000
# The most flags or names that are listed; the others are only counted.
LISTED_MAX = 20
# The encodings that are accepted. Decoding some others takes quadratic time.
ENCODINGS = re.compile(r"utf-8(-sig)?|ascii|iso8859-\d+|cp\d+|koi8-\w|mac-\w+|gb\w+|big5|euc_\w\w|shift_jis")

# These need review: with them, a file could manipulate the check.
SUSPECT_MODULES = {
    "_io", "_thread", "ast", "asyncio", "builtins", "code", "codecs", "concurrent", "ctypes", "dis", "faulthandler",
    "fcntl", "gc", "importlib", "inspect", "io", "marshal", "mmap", "multiprocessing", "os", "pathlib",
    "pickle", "posix", "pty", "resource", "runpy", "select", "shutil", "signal", "site", "socket", "subprocess", "sys",
    "sysconfig", "tempfile", "threading", "traceback", "types", "urllib", "weakref", "__main__",
}  # fmt: skip
SUSPECT_NAMES = {
    "__builtins__", "__import__", "__loader__", "__spec__", "attrgetter", "breakpoint", "compile", "delattr", "eval",
    "exec", "getattr", "globals", "locals", "methodcaller", "open", "setattr", "vars",
}  # fmt: skip
SUSPECT_ATTRIBUTES = {
    "_getframe", "f_back", "f_builtins", "f_code", "f_globals", "f_locals", "gi_frame", "modules", "settrace",
    "attrgetter", "methodcaller", "setprofile", "tb_frame", "tb_next", "with_traceback",
}  # fmt: skip
HARMLESS_OF_SYS = {"maxsize", "float_info", "setrecursionlimit", "exit", "version_info"}
# Names with double underscores that ordinary programs use.
ORDINARY = {
    "__init__", "__name__", "__doc__", "__repr__", "__str__", "__eq__", "__hash__", "__len__", "__getitem__",
    "__iter__", "__lt__", "__file__", "__version__", "__author__", "__all__",
}  # fmt: skip


@dataclass(frozen=True)
class Inspection:
    """What a source imports and defines, and what needs review; `problem` is None, or why it cannot be compiled."""

    problem: Finding | None
    imports: tuple[str, ...] = ()
    flags: tuple[Finding, ...] = ()
    defined_twice: tuple[str, ...] = ()
    uncommented: tuple[str, ...] = ()
    is_stateless: bool = False  # whether it is certain that no call changes the answer of a later call
    tree: ast.Module | None = None

    @property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """The functions at the top level, by name."""
        return functions_of(self.tree)


def functions_of(tree: ast.Module | None) -> dict[str, ast.FunctionDef]:
    """Return the functions at the top level by name; the last one if a name is defined more than once, as in Python."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)} if tree else {}


def all_functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return all functions by name, nested ones and methods included; a top-level function hides others of its name."""
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)} | functions_of(tree)


def with_helpers(tree: ast.Module, name: str) -> list[ast.FunctionDef]:
    """Return a function and its helpers: the functions that it uses, directly or not, except the eight functions.

    Methods of the classes that it uses are helpers too. Return [] if the file has no function called `name`.
    """
    known = all_functions(tree)
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    names = {name: None} if name in known else {}
    waiting = list(names)
    while waiting:
        node = known[waiting.pop()]
        used = names_of(node)
        bodies = [each for kind in classes if kind.name in used for each in kind.body]
        used |= {each.name for each in bodies if isinstance(each, ast.FunctionDef)}
        new = [each for each in known if each in used and each not in names and each not in FUNCTION_NAMES]
        names |= dict.fromkeys(new)
        waiting += new
    return [known[each] for each in names]


def uses(tree: ast.Module, name: str) -> set[str]:
    """Return the names that a function uses, directly or through other functions and classes of the file."""
    known = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    names, waiting = {name}, [name]
    while waiting:
        node = known.get(waiting.pop())
        used = names_of(node) - names if node else set()
        names |= used
        waiting += used
    return names


def names_of(node: ast.AST) -> set[str]:
    """Return the names and attributes that a part of the source uses."""
    parts = ast.walk(node)
    return {part.id if isinstance(part, ast.Name) else part.attr for part in parts
            if isinstance(part, ast.Name | ast.Attribute)}  # fmt: skip


def read(path: Path, bytes_max: int = BYTES_MAX) -> bytes:
    """Return at most `bytes_max` + 1 bytes of a file; raise OSError if it cannot be read or is not a regular file."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        return file.read(bytes_max + 1)


def join_names(names: Sequence[str]) -> str:
    """Return the first LISTED_MAX names, separated by commas, and how many more there are."""
    more = len(names) - LISTED_MAX
    return ", ".join([*names[:LISTED_MAX], *([f"and {more:,} more"] if more > 0 else [])])


def decode(data: bytes) -> tuple[str, Finding | None]:
    """Return the decoded text and None; or "" and a finding if it cannot be decoded or its encoding is not accepted."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        if not ENCODINGS.fullmatch(codecs.lookup(encoding).name):
            return "", finding("bad_encoding", encoding=encoding)
        return data.decode(encoding), None
    except (SyntaxError, UnicodeError, LookupError) as error:
        return "", finding("not_text", error=" ".join(str(error).split())[:100])


def source_lines(source: str) -> list[str]:
    """Return the lines of a source as Python counts them: unlike in str.splitlines, a form feed does not end a line."""
    return [line.removesuffix("\n") for line in io.StringIO(source, newline=None)]


def inspect(source: str) -> Inspection:
    """Return what a submission's source imports and defines, and what needs review; the source is not run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, "tictactoe.py")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return Inspection(compile_problem(error))
    imports = sorted({name for node in ast.walk(tree) for name in modules(node)})
    own = bound_names(tree)
    flags = {flag for node in ast.walk(tree) for flag in suspicions(node, own)}
    if uses_sys_harmlessly(tree):
        flags = {flag for flag in flags if not (flag.id == "flag_import" and dict(flag.fields)["name"] == "sys")}
    ordered = sorted(flags, key=lambda flag: (flag.fields, flag.id))
    definitions = Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    twice = sorted(name for name, count in definitions.items() if count > 1)
    comments = comments_of(tree, source)
    uncommented = [name for name in comments if name in FUNCTION_NAMES and not comments[name]]
    return Inspection(None, tuple(imports), tuple(ordered), tuple(twice), tuple(uncommented),
                      keeps_no_state(tree), tree)  # fmt: skip


def compile_problem(error: Exception) -> Finding:
    """Return the reason why a source cannot be compiled, with the line if it is known."""
    text, line = (error.msg, error.lineno) if isinstance(error, SyntaxError) else (str(error), 0)
    words = f"{type(error).__name__}: {' '.join((text or '').split())[:200]}"
    return finding("not_compiled", error=words, line=line or 0)


def modules(node: ast.AST) -> Iterator[str]:
    """Yield the first parts of the module names that a node imports: "os" for os.path, "." for `from . import x`."""
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield (node.module or ".").partition(".")[0] or "."


def bound_names(tree: ast.Module) -> set[str]:
    """Return the names that the file defines or assigns anywhere; they may hide built-in names."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
    return names


def suspicions(node: ast.AST, own: set[str]) -> Iterator[Finding]:
    """Yield the flags for a node of the syntax tree; `own` are the names that the file itself defines."""
    line = getattr(node, "lineno", 0)
    for name in modules(node):
        if name in SUSPECT_MODULES:
            yield finding("flag_import", line=line, name=name)
    match node:
        case ast.Name(id=name) if name in SUSPECT_NAMES and name not in own:
            yield finding("flag_name", line=line, name=name)
        case ast.Attribute(attr=name) if name in SUSPECT_ATTRIBUTES or is_hidden(name):
            yield finding("flag_attribute", line=line, name=name)
        case ast.ExceptHandler(type=None | ast.Name(id="BaseException")):
            yield finding("flag_catches_all", line=line)


def uses_sys_harmlessly(tree: ast.Module) -> bool:
    """Return whether the file uses sys only for the attributes in HARMLESS_OF_SYS."""
    uses = harmless = 0
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="sys"):
                return False
            case ast.alias(name=name, asname=str(other)) if "sys" in (name, other):
                return False
            case ast.Name(id="sys"):
                uses += 1
            case ast.Attribute(attr=name, value=ast.Name(id="sys")):
                harmless += name in HARMLESS_OF_SYS
    return uses == harmless


def is_hidden(name: str) -> bool:
    """Return whether a name begins and ends with double underscores and is not in ORDINARY."""
    return name.startswith("__") and name.endswith("__") and name not in ORDINARY


def comments_of(tree: ast.Module, source: str) -> dict[str, set[str]]:
    """Return the docstring and the comments of every function at the top level, by name.

    A comment on the line before the function counts too.
    """
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        tokens = []
    comments = {token.start[0]: token.string.strip("# \t") for token in tokens if token.type == tokenize.COMMENT}
    texts = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = range(node.lineno - 1, (node.end_lineno or node.lineno) + 1)
            docstring = " ".join((ast.get_docstring(node, clean=False) or "").split())
            texts[node.name] = {docstring, *(comments.get(line, "") for line in lines)} - {""}
    return texts


def comments_by_line(source: str) -> dict[str, set[str]]:
    """Return what looks like the docstring and the comments of every function at the top level, by name.

    This also works for a source that cannot be parsed.
    """
    parts = re.split(r"(?m)^(?:async[ \t]+)?def[ \t]+(\w+)", source)
    texts: dict[str, set[str]] = {}
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        docstring = re.match(r"[^\n]*\n\s*[rRuU]?(\"\"\"|''')(.*?)(\1|$)", body, re.DOTALL)
        comments = re.findall(r"(?m)^[^\"'#\n]*#+[ \t]*(.*)$", body)
        texts[name] = {" ".join(text.split()) for text in (*comments, docstring[2] if docstring else "")} - {""}
    return texts
