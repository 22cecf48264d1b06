"""What the benchmarks share: an environment for other libraries, timing in turns, and a table of ratios."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-bench"

# The arguments of pip for each library. AIMA's package requires a whole notebook server that its games do not use.
PEERS = {
    "open_spiel": ["open_spiel"],
    "easyAI": ["easyAI"],
    "aima3": ["--no-deps", "aima3", "numpy", "tqdm", "networkx"],
}


def environment():
    """Return the Python of .venv-bench, and the names of the libraries in it.

    Make the environment and install the libraries first if they are missing; leave out those that do not install.
    """
    python = HOME / "bin" / "python"
    if not python.exists():
        print("Making an environment for the benchmark in .venv-bench (once).", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
    pip = [python, "-m", "pip", "--disable-pip-version-check"]
    there = set()
    for name, packages in PEERS.items():
        known = subprocess.run([*pip, "show", "--quiet", name], capture_output=True, check=False).returncode == 0
        if known or subprocess.run([*pip, "install", "--quiet", *packages], check=False).returncode == 0:
            there.add(name)
        else:
            print(f"{name} does not install here and is left out.", file=sys.stderr)
    return python, there


def bare_environment():
    """Return the Python of .venv-bare, an environment without packages or pip; make it if it is missing."""
    home = ROOT / ".venv-bare"
    if not (home / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    return home / "bin" / "python"


def best_of(rounds, commands, slow_seconds=2.0):
    """Return the shortest time of each command, in seconds.

    Commands take turns, so that a busy moment affects all of them. A command that fails is left out.
    A command that takes more than `slow_seconds` runs only five times.
    """
    commands = {name: command for name, command in commands.items() if runs(name, command)}
    best = {}
    for turn in range(rounds):
        for name, command in commands.items():
            if turn >= 5 and best[name] > slow_seconds:
                continue
            show_progress(f"{turn + 1}/{rounds} {name}")
            began = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
            best[name] = min(best.get(name, float("inf")), time.perf_counter() - began)
    show_progress("")
    return best


def show_progress(text):
    """Show a line of progress, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)


def runs(name, command):
    """Return whether a command runs. This run also warms the caches of the file system and writes the byte code."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode != 0:
        reason = "".join(done.stderr.strip().splitlines()[-1:])
        print(f"{name} does not run here and is left out: {reason}", file=sys.stderr)
    return done.returncode == 0


def table(best, reference):
    """Return the times, and their ratios to the time of `reference`, as a table in Markdown."""
    width = max(map(len, best))
    lines = [f"| {'':<{width}} | ms | times {reference} |", f"|{'-' * (width + 2)}|--:|--:|"]
    for name, seconds in sorted(best.items(), key=lambda item: item[1]):
        lines.append(f"| {name:<{width}} | {seconds * 1000:,.1f} | {seconds / best[reference]:,.2f} |")
    return "\n".join(lines)
