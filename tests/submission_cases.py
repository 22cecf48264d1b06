"""The submissions of tests/submissions: each case put together from the base and its change."""

from __future__ import annotations

import ast
import codecs
import gzip
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("submissions")
BASE = (FOLDER / "base.py").read_text()


@dataclass(frozen=True)
class Case:
    """A submission, and what the checker must say about it."""

    name: str
    verdict: str
    failed: tuple[str, ...]
    data: bytes

    def source(self, **values: object) -> bytes:
        """The file, with the values of a test run filled in."""
        data = self.data
        for name, value in values.items():
            data = data.replace(f"__{name.upper()}__".encode(), str(value).encode())
        return data


# Files that are no Python text, or whose bytes matter.
BYTES = {
    "empty_file": ("failed", b""),
    "syntax_error": ("failed", b"def player(board)\n    return X\n"),
    "hostile_compressed": ("failed", gzip.compress(BASE.encode())),
    "hostile_deep_source": ("failed", b"x = " + b"(" * 5000 + b")" * 5000),
    "hostile_not_utf8": ("failed", b"\xff\xfe x = 1 \xff"),
    "hostile_null_bytes": ("failed", b"\0\0\0"),
    "right_plain": ("passed", BASE.encode()),
    "right_byte_order_mark": ("passed", codecs.BOM_UTF8 + BASE.encode()),
    "right_windows_line_ends": ("passed", BASE.replace("\n", "\r\n").encode()),
}


def segment(source: str, node: ast.stmt) -> str:
    """A statement as it stands in the source, decorators included."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
    return "\n".join(source.splitlines()[first - 1 : node.end_lineno])


def name_of(node: ast.stmt) -> tuple[str, str] | None:
    """What a statement defines: a function, or the targets of an assignment."""
    if isinstance(node, ast.FunctionDef):
        return "function", node.name
    if isinstance(node, ast.Assign):
        return "assignment", ast.unparse(node.targets)
    return None


def put_together(change: str) -> str:
    """The base with a change."""
    change, _, appended = change.partition("# at the end:\n")
    removed = {("function", name) for name in re.findall(r"^# remove: (\w+)$", change, re.M)}
    base = {name_of(node): segment(BASE, node) for node in ast.parse(BASE).body if name_of(node) not in removed}
    first, last = [], []
    for node in ast.parse(change).body:
        text = segment(change, node)
        if name_of(node) in base:
            base[name_of(node)] = text
        else:
            (first if isinstance(node, ast.Import | ast.ImportFrom) else last).append(text)
    return "\n\n\n".join([*first, *base.values(), *last, appended]) + "\n"


def load_cases() -> dict[str, Case]:
    """All cases by name."""
    cases = [Case(name, verdict, (), data) for name, (verdict, data) in BYTES.items()]
    for file in ("right", "wrong", "stateful", "hostile"):
        text = (FOLDER / f"{file}.py").read_text()
        for name, expected, change in re.findall(r"^#: (\w+): ([\w ]+)\n(.*?)(?=^#: |\Z)", text, re.M | re.S):
            verdict, *failed = expected.split()
            cases.append(Case(name, verdict, tuple(failed), put_together(change).encode()))
    return {case.name: case for case in sorted(cases, key=lambda case: case.name)}


CASES = load_cases()
