"""What the text of a submission tells without running it: imports, comments, names, what to look at."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from noughts.check.questions import NAMES

# Reasons for a person to look: with these a file can answer by other means than its eight functions.
SUSPECT_MODULES = {
    "ctypes", "gc", "importlib", "inspect", "marshal", "mmap", "multiprocessing", "os", "pickle", "resource", "shutil",
    "signal", "socket", "subprocess", "sys", "threading", "traceback", "types", "urllib", "weakref", "__main__",
    "builtins",
}  # fmt: skip
SUSPECT_NAMES = {"__import__", "eval", "exec", "compile", "globals", "setattr", "open", "__builtins__"}
SUSPECT_ATTRIBUTES = {
    "_getframe",
    "__globals__",
    "__code__",
    "__subclasses__",
    "f_back",
    "modules",
    "__dict__",
    "settrace",
}


@dataclass(frozen=True)
class Text:
    """What was found."""

    error: str | None
    imports: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    uncommented: tuple[str, ...] = ()


def decoded(data: bytes) -> tuple[str, str | None]:
    """The text as Python would read it, and why it would not, if so."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), None
    except (SyntaxError, UnicodeError, LookupError) as error:
        return "", f"it is no Python text: {' '.join(str(error).split())[:100]}"


def inspect(source: str) -> Text:
    """Read a submission's text."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return Text(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
    imports = sorted({name for node in ast.walk(tree) for name in modules(node)})
    flags = sorted({flag for node in ast.walk(tree) for flag in suspicions(node)})
    return Text(None, tuple(imports), tuple(flags), tuple(defined_twice(tree)), tuple(uncommented(tree, source)))


def modules(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports, by their first name."""
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield (node.module or ".").partition(".")[0] or "."


def suspicions(node: ast.AST) -> Iterator[str]:
    """What in a node a person should look at, with its line."""
    line = getattr(node, "lineno", 0)
    for name in modules(node):
        if name in SUSPECT_MODULES:
            yield f"line {line}: imports {name}"
    if isinstance(node, ast.Name) and node.id in SUSPECT_NAMES:
        yield f"line {line}: uses {node.id}"
    if isinstance(node, ast.Attribute) and node.attr in SUSPECT_ATTRIBUTES:
        yield f"line {line}: uses .{node.attr}"
    if isinstance(node, ast.ExceptHandler) and catches_everything(node):
        yield f"line {line}: catches every exception"


def catches_everything(handler: ast.ExceptHandler) -> bool:
    """Does it swallow even what ends a program?"""
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "BaseException")


def defined_twice(tree: ast.Module) -> list[str]:
    """Functions that the file defines more than once at its top level."""
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return sorted({name for name in names if names.count(name) > 1})


def uncommented(tree: ast.Module, source: str) -> list[str]:
    """The functions of the eight with neither a docstring nor a comment of their own."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        tokens = []
    comments = {token.start[0] for token in tokens if token.type == tokenize.COMMENT}
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in NAMES:
            lines = range(node.lineno - 1, (node.end_lineno or node.lineno) + 1)
            if not ast.get_docstring(node) and not comments & set(lines):
                found.append(node.name)
    return found
