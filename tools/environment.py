"""The set-up behind ./play and ./test: a virtual environment beside them, filled again if pyproject.toml changes.

An old Python must be able to read this file, too, so that the file can say that the Python is too old.
"""

import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOME = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(HOME, "Scripts", "python.exe") if os.name == "nt" else os.path.join(HOME, "bin", "python")


def enter(script, extra):
    """Return if Python runs in the project's environment; else set it up, run the script in it, and exit."""
    if os.path.normcase(os.path.realpath(sys.prefix)) == os.path.normcase(os.path.realpath(HOME)):
        return
    if sys.version_info < (3, 11):
        give_up(f"Noughts needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    try:
        make()
        fill(extra)
        command = [PYTHON, os.path.abspath(script), *sys.argv[1:]]
        if os.name != "nt":
            os.execv(PYTHON, command)  # replaces this process, so that signals reach the script
        raise SystemExit(subprocess.call(command))
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def make():
    """Make the environment, unless there is one with a Python and a pip that work."""
    if runs([PYTHON, "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]):
        return
    say("Making a virtual environment in .venv.")
    if not runs([sys.executable, "-m", "venv", "--clear", HOME], shown=True):
        give_up("Python could not make it; see the message above. On Debian and Ubuntu, try  apt install python3-venv")


def fill(extra):
    """Install the project and what it needs, unless that was done after the last change of pyproject.toml."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        wanted = hashlib.sha256(file.read()).hexdigest()
    stamp = os.path.join(HOME, f"installed-{extra}")
    if os.path.exists(stamp):
        with open(stamp) as file:
            if file.read() == wanted:
                return
    say("Installing what is needed into .venv (this needs the internet and about a minute).")
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--progress-bar", "off"]
    if not runs_with_progress([*pip, "--editable", f"{ROOT}[{extra}]"]):
        give_up("pip could not install it; see the message above. If there was no connection, try again with one.")
    with open(stamp, "w") as file:
        file.write(wanted)


def runs_with_progress(command):
    """Run a pip command and print which package it works on; return whether the command succeeded."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        for line in pip.stdout:
            if line.startswith(("Collecting", "Installing collected")):
                say("  " + line.strip()[:110])
    return pip.returncode == 0


def runs(command, shown=False):
    """Run a command; return whether it could be started and succeeded."""
    silent = None if shown else subprocess.DEVNULL
    try:
        return subprocess.call(command, stdout=silent, stderr=silent) == 0
    except OSError:
        return False


def say(sentence):
    """Print a sentence to standard error, because standard output belongs to the program."""
    print(sentence, file=sys.stderr, flush=True)


def give_up(sentence):
    """Print a sentence that says what to do, and exit with code 2."""
    say(sentence)
    raise SystemExit(2)
