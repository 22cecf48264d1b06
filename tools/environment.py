"""The set-up for ./play and ./test: install the project in a virtual environment, again if pyproject.toml changes.

Old versions of Python must be able to run this file too, so that it can say which version is needed.
"""

import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOME = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(HOME, "Scripts", "python.exe") if os.name == "nt" else os.path.join(HOME, "bin", "python")


def enter(script, extra):
    """Return if Python runs in the project's environment; else set it up, run the script in it, and exit.

    `extra` names the optional dependencies in pyproject.toml that the script needs.
    """
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
    """Make the environment, unless it exists and its Python is new enough and has pip."""
    if runs([PYTHON, "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]):
        return
    say("Making a virtual environment in .venv.")
    if not runs([sys.executable, "-m", "venv", "--clear", HOME], shown=True):
        advice = "On Debian and Ubuntu, try  apt install python3-venv"
        give_up(f"Python could not make the environment: see the message above. {advice}")


def fill(extra):
    """Install the project with the dependencies of `extra`, unless pyproject.toml is unchanged since the last time."""
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
        give_up("pip could not install what is needed: see the message above. Without internet, connect and try again.")
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
    """Run a command and return whether it could be started and succeeded; show its output only if `shown`."""
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
