"""The set-up behind ./play and ./test: a virtual environment beside them, made and filled once.

This file must be readable by an old Python too, which it tells what is wanted.
"""

import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOME = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(HOME, "Scripts", "python.exe") if os.name == "nt" else os.path.join(HOME, "bin", "python")


def enter(script, extra=""):
    """Come back only inside of the project's environment, set up; from outside, run the script again in there."""
    if os.path.normcase(os.path.realpath(sys.prefix)) == os.path.normcase(os.path.realpath(HOME)):
        return
    if sys.version_info < (3, 11):
        give_up(f"Noughts needs Python 3.11 or newer, and this is {sys.version.split()[0]}.")
    try:
        make()
        fill(extra)
        command = [PYTHON, os.path.abspath(script), *sys.argv[1:]]
        if os.name != "nt":
            os.execv(PYTHON, command)  # in its place, so that what ends this ends that
        raise SystemExit(subprocess.call(command))
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def make():
    """Make the environment where there is none, or none that runs."""
    if runs([PYTHON, "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]):
        return
    say("Making a virtual environment in .venv (once).")
    if not runs([sys.executable, "-m", "venv", "--clear", HOME], shown=True):
        give_up("Python could not make it and says why above. On Debian and Ubuntu often: apt install python3-venv")


def fill(extra):
    """Install the project and what it needs; again only after pyproject.toml changed."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        wanted = hashlib.sha256(file.read()).hexdigest()
    stamp = os.path.join(HOME, f"installed-{extra or 'play'}")
    if os.path.exists(stamp):
        with open(stamp) as file:
            if file.read() == wanted:
                return
    say("Installing what is needed into .venv (once; it takes the internet and about a minute).")
    what = ROOT + (f"[{extra}]" if extra else "")
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--editable", what]
    if not runs(pip, shown=True):
        give_up("pip could not install it; its message is above. Once there is a connection, run this again.")
    with open(stamp, "w") as file:
        file.write(wanted)


def runs(command, shown=False):
    """Does the command end well?"""
    silent = None if shown else subprocess.DEVNULL
    try:
        return subprocess.call(command, stdout=silent, stderr=silent) == 0
    except OSError:
        return False


def say(sentence):
    """Tell what happens; on standard error, since standard output belongs to what was asked for."""
    print(sentence, file=sys.stderr, flush=True)


def give_up(sentence):
    """End with a sentence that says what to do."""
    say(sentence)
    raise SystemExit(2)
