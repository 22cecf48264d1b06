"""Who says how his program works (G7): comments and docstrings, function by function."""

from __future__ import annotations

import ast
import io
import tokenize

from noughts.check import source
from noughts.check.questions import NAMES


def documented(data: bytes, starter: bytes | None) -> tuple[int, int]:
    """How many functions have a docstring or comment of their own, and of how many: at least the eight."""
    text, unreadable = source.decoded(data)
    handed_out = remarks_of(source.decoded(starter)[0]) if starter else {}
    known = {words for some in handed_out.values() for words in some}
    found = {} if unreadable else remarks_of(text)
    return sum(bool(some - known) for some in found.values()), max(len(found), len(NAMES))


def remarks_of(text: str) -> dict[str, set[str]]:
    """The docstring and the comments of every function at the top of a file."""
    try:
        tree = ast.parse(text)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return {}
    comments = {token.start[0]: token.string.strip("# \t") for token in tokens if token.type == tokenize.COMMENT}
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = {
                comments[line]
                for line in range(node.lineno - 1, (node.end_lineno or node.lineno) + 1)
                if line in comments
            }
            docstring = ast.get_docstring(node, clean=False)
            own |= {" ".join(docstring.split())} if docstring else set()
            found[node.name] = {words for words in own if words}
    return found
