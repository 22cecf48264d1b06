"""The invariants of ARCHITECTURE.md that are about files and imports."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest
from conftest import ROOT

# Left to right: a room imports only from rooms to its left, or from its own folder.
ORDER = [
    "draw", "rules", "notation", "sets", "search", "ladder", "eight", "explain", "tree", "deep", "play", "record",
    "coach", "evening", "show", "check", "witness", "partner", "terminal", "talk", "window", "web", "course", "cli", "__main__",
]  # fmt: skip
PACKAGE = ROOT / "noughts"
FILES = sorted(PACKAGE.rglob("*.py"))

# What a file may weigh before it is time to cut it in two.
FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 45
# The child that answers for a submission stands alone, so it has to be one file.
ALONE = {"noughts.check.inmate"}


def imports(path):
    """Every module that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(module):
    """The room that a module of ours lies in: noughts.window.view lies in window."""
    return module.split(".")[1]


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_point_one_way(path):
    if path == PACKAGE / "__init__.py":
        assert not [name for name in imports(path) if name.startswith("noughts")]
        return
    here = room(module_of(path))
    assert here in ORDER, f"{here} has no place in the order"
    for name in imports(path):
        if name.startswith("noughts.") and room(name) in ORDER:
            assert ORDER.index(room(name)) < ORDER.index(here) or room(name) == here, f"{here} imports {name}"


def test_nothing_in_the_package_imports_the_roots_files():
    for path in FILES:
        assert not {"tictactoe", "runner", "tools"} & {name.split(".")[0] for name in imports(path)}


def test_tictactoe_needs_nothing_but_python():
    assert set(imports(ROOT / "tictactoe.py")) <= {"copy", "math"}


@pytest.mark.parametrize("core", ORDER[:-1])
def test_numpy_and_pygame_load_only_where_they_are_used(core):
    code = f"import noughts.{core}, sys; sys.exit(bool({{'numpy', 'pygame'}} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


def test_files_and_functions_stay_small():
    sizes = sorted(((len(path.read_text().splitlines()), module_of(path)) for path in FILES), reverse=True)
    sizes = [(lines, name) for lines, name in sizes if name not in ALONE]
    print("the largest files:", *(f"{lines} {name}" for lines, name in sizes[:5]), sep="\n  ")
    assert sizes[0][0] <= FILE_LINES_MAX
    for path in [*FILES, ROOT / "tictactoe.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < FUNCTION_LINES_MAX, f"{module_of(path)}.{node.name}"


def test_every_room_has_a_test_file_of_its_name():
    for name in ORDER[:-1]:
        assert (ROOT / "tests" / f"test_{name}.py").is_file(), f"tests/test_{name}.py is missing"


def test_architecture_md_is_short_and_names_every_room():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    assert len(text.splitlines()) <= 80
    for name in ORDER[:-1]:
        assert f"`{name}" in text


def test_the_child_that_runs_a_submission_imports_nothing_of_ours():
    assert not [name for name in imports(PACKAGE / "check" / "inmate.py") if name.startswith("noughts")]
