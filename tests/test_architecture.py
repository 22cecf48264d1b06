"""The invariants of ARCHITECTURE.md that concern files and imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache

import pytest
from conftest import ROOT

PACKAGE = ROOT / "noughts"
FILES = sorted(PACKAGE.rglob("*.py"))

# What each package may import, besides itself, `support` and the errors.
MAY_IMPORT = {
    "support": set(),
    "game": set(),
    "explain": {"game"},
    "play": {"game", "explain"},
    "check": {"game", "explain"},
    "trace": {"game", "explain", "check"},
    "course": {"game", "explain", "check", "trace"},
    "terminal": {"game", "explain", "play"},
    "window": {"game", "explain", "play"},
    "web": {"game", "explain", "play", "check", "trace"},
    "cli": {"game", "explain", "play", "check", "trace", "course", "terminal", "window", "web"},
}
PACKAGES = [name for name in MAY_IMPORT if (PACKAGE / name).is_dir()]
# Modules at the top of the package, which everybody may import.
TOP = {"noughts", "noughts.errors"}

# Scripts have more lines, because most of their lines hold one call or one attribute.
SCRIPT_LINES_MAX = 420
FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 42


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES}


@cache
def imports(module):
    """The modules of ours that a module imports, wherever in the file the import stands."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            while name and name not in MODULES:
                name = name.rpartition(".")[0]
            if name:
                found.add(name)
    return found - {module}


def package_of(module):
    return module.split(".")[1]


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module):
    if module in (*TOP, "noughts.__main__"):
        assert imports(module) <= {"noughts.cli"}
        return
    allowed = MAY_IMPORT[package_of(module)] | {package_of(module), "support"}
    for name in imports(module) - TOP:
        assert package_of(name) in allowed, f"{module} imports {name}"


def test_no_file_imports_itself_by_a_detour():
    """No cycles between files, in a package or across, whether an import stands at the top or in a function."""
    done, path = set(), []

    def visit(module):
        assert module not in path, " -> ".join([*path[path.index(module) :], module])
        if module not in done:
            path.append(module)
            for name in sorted(imports(module)):
                visit(name)
            path.pop()
            done.add(module)

    for module in MODULES:
        visit(module)


def test_every_package_is_named_in_the_table_and_has_a_docstring():
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(PACKAGES)
    for path in FILES:
        assert ast.get_docstring(ast.parse(path.read_text())), path


def external_imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.split(".")[0]


def test_nothing_in_the_package_imports_the_roots_files():
    for path in FILES:
        assert not {"tictactoe", "runner", "tools"} & set(external_imports(path))


def test_tictactoe_needs_nothing_but_python():
    assert set(external_imports(ROOT / "tictactoe.py")) <= {"copy", "math"}


@pytest.mark.parametrize("package", PACKAGES)
def test_numpy_and_pygame_load_only_where_they_are_used(package):
    code = f"import noughts.{package}, sys; sys.exit(bool({{'numpy', 'pygame', 'distributed'}} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


def test_files_and_functions_stay_small():
    sizes = sorted(((len(path.read_text().splitlines()), module_of(path)) for path in FILES), reverse=True)
    print("the largest files:", *(f"{lines} {name}" for lines, name in sizes[:5]), sep="\n  ")
    assert sizes[0][0] <= FILE_LINES_MAX
    for path in [*FILES, ROOT / "tictactoe.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < FUNCTION_LINES_MAX, f"{path}: {node.name}"


def test_the_files_of_the_page_stay_readable():
    for path in sorted((ROOT / "noughts" / "web" / "page").iterdir()):
        lines = path.read_text().splitlines()
        if path.suffix == ".js":
            assert len(lines) <= SCRIPT_LINES_MAX, path.name
        if path.suffix in (".js", ".css") and path.name != "strings.js":  # whose sentences are long
            assert max(map(len, lines)) <= 120, path.name


def test_architecture_md_is_one_page_and_names_every_package():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    assert len(text.splitlines()) <= 80
    for name in PACKAGES:
        assert f"`{name}/`" in text


def test_the_sandbox_worker_imports_only_its_neighbours():
    """What runs beside a submission is little, and none of it decides anything."""
    neighbours = {f"noughts.check.sandbox.{name}" for name in ("worker", "calls", "encode", "lockdown", "repairs")}
    for module in neighbours:
        assert imports(module) - {"noughts.check.sandbox"} <= neighbours


# Modules of Python that take long to load, and that these starts do not need.
SLOW_TO_LOAD = {
    "argparse",
    "dataclasses",
    "difflib",
    "enum",
    "html",
    "inspect",
    "json",
    "pathlib",
    "re",
    "shutil",
    "tempfile",
}


@pytest.mark.parametrize(
    ("start", "needed"),
    [
        (
            "from noughts.game import rules, solver; solver.best_moves(rules.CLASSIC, rules.CLASSIC.start, 'X')",
            {"enum", "re"},
        ),
        ("import noughts.cli; noughts.cli.main(['explain', 'X...O....'])", {"argparse", "enum", "re"}),
        ("import noughts.cli; noughts.cli.main(['--help'])", {"argparse", "enum", "re"}),
    ],
)
def test_a_start_loads_no_module_that_it_does_not_need(start, needed):
    program = f"import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); {start}"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert SLOW_TO_LOAD & set(done.stderr.split()) <= needed
