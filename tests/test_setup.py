"""What a newcomer installs: the wheel in a bare environment, and ./play in a fresh copy of the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile

import pytest
from conftest import ROOT

from noughts import window

pytestmark = pytest.mark.setup

# Where no variable of ours or of this environment's can help.
BARE = {
    name: value
    for name, value in os.environ.items()
    if name not in (*window.SCREENS, "VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME")
}
IGNORED = shutil.ignore_patterns(".venv*", ".git", "*_cache", "__pycache__", ".hypothesis", "*.egg-info")


def run(*command, cwd, typed="", code=0):
    """Run something as a newcomer would, and give back what it says."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=BARE,
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the tree as a clone has it, so that nothing is built in ours."""
    copy = tmp_path_factory.mktemp("clone") / "noughts"
    shutil.copytree(ROOT, copy, ignore=IGNORED)
    return copy


@pytest.fixture(scope="module")
def wheel(tree):
    """The wheel, built as pip builds it."""
    out = tree.parent / "wheels"
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, tree, cwd=tree.parent)
    return next(out.glob("noughts-*.whl"))


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"noughts"}
    source = {str(path.relative_to(ROOT)) for path in (ROOT / "noughts").rglob("*") if path.suffix in (".py", ".typed")}
    assert source <= set(names)


def test_the_wheel_plays_in_a_bare_environment_outside_of_the_tree(wheel, tmp_path):
    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    run(home / "bin" / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    done = run(home / "bin" / "noughts", "play", cwd=tmp_path, typed="5\n1\n")
    assert "so the game runs in the terminal. To get the window, type  python -m pip install pygame-ce" in done.stderr
    assert "Welcome to Tic-Tac-Toe!" in done.stdout
    listed = run(home / "bin" / "python", "-m", "pip", "list", "--format", "freeze", cwd=tmp_path).stdout
    assert {line.partition("==")[0] for line in listed.split()} <= {"noughts", "pip", "setuptools", "wheel"}
    file = tmp_path / "tictactoe.py"
    shutil.copy(ROOT / "tictactoe.py", file)
    assert (
        "tictactoe.py: No fault found." in run(home / "bin" / "noughts", "check", "--quick", file, cwd=tmp_path).stdout
    )
    for words in (
        ["explain", "X...O...."],
        ["solve"],
        ["web", "--export", "page"],
        ["course", file.parent, "--out", "../graded"],
    ):
        run(home / "bin" / "noughts", *words, cwd=tmp_path)
    console = "from noughts.terminal import TicTacToe; TicTacToe()"
    assert "pip install numpy" in run(home / "bin" / "python", "-c", console, cwd=tmp_path, code=1).stderr
    run(home / "bin" / "python", "-m", "pip", "install", "--quiet", f"{wheel}[play]", cwd=tmp_path)
    code = "import os; os.environ['SDL_VIDEODRIVER'] = 'dummy'; from noughts import window; window.open_display()"
    run(home / "bin" / "python", "-c", code, cwd=tmp_path)
    run(home / "bin" / "python", "-c", "import tictactoe", cwd=home, code=1)


def test_play_in_a_fresh_clone_sets_itself_up_once(tree):
    first = run(sys.executable, "play", "--terminal", cwd=tree, typed="5\n")
    assert "Making a virtual environment" in first.stderr
    assert "Installing what is needed" in first.stderr
    assert first.stdout.startswith("Welcome to Tic-Tac-Toe!")
    second = run(tree / "play", "--terminal", "--as", "O", cwd=tree.parent)
    assert second.stderr == ""
    (tree / "pyproject.toml").write_text((tree / "pyproject.toml").read_text() + "\n# changed\n")
    third = run(tree / "play", "--help", cwd=tree)
    assert "Installing what is needed" in third.stderr
    assert "Making" not in third.stderr


def test_both_commands_can_be_executed():
    for name in ("play", "test"):
        assert os.access(ROOT / name, os.X_OK)
        assert (ROOT / name).read_text().startswith("#!/usr/bin/env python3\n")


def test_the_requirements_are_those_of_the_extra_play():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    assert sorted(line for line in lines if not line.startswith("#")) == sorted(
        project["optional-dependencies"]["play"]
    )
