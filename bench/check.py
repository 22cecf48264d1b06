"""Time the checker, the same calls made directly in one process, and the start of a sandbox: python -m bench.check"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measure import ROOT
from noughts.check.sandbox.process import Sandbox

ROUNDS = 5
FILES = {
    "remembering": ROOT / "tictactoe.py",
    "alpha-beta": Path(tempfile.mkdtemp()) / "tictactoe.py",
    "plain deepcopy": ROOT / "bench" / "textbook" / "plain.py",
}
# Run in a fresh process: load the file again for each order, make its calls, and print their seconds and number.
DIRECT = """
import ast, sys, time
path, quick = sys.argv[1:]
from noughts.check import orders, state
text = open(path).read()
marks = {"X": "X", "O": "O", ".": None}
seconds = count = 0
for order in orders.passes(quick == "1", 0, state.keeps_no_state(ast.parse(text))):
    names = {"__name__": "tictactoe"}
    exec(compile(text, path, "exec"), names)
    asked = [question for row in order.rows({}) for question in row.questions]
    began = time.perf_counter()
    for question in asked:
        cells = [marks[mark] for mark in question.position]
        board = [cells[0:3], cells[3:6], cells[6:9]]
        try:
            if question.function == "initial_state":
                names["initial_state"]()
            elif question.action is None:
                names[question.function](board)
            else:
                names["result"](board, question.action)
        except Exception:
            pass
    seconds += time.perf_counter() - began
    count += len(asked)
print(seconds, count)
"""


def direct(path, quick):
    """Return the seconds that the calls of a check take in one process, and the number of calls."""
    words = [sys.executable, "-c", DIRECT, str(path), str(int(quick))]
    seconds, count = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), int(count)


# Also run in a fresh process, so that the time to work out the questions is included: a process works them out once.
CHECKED = """
import os, sys
from pathlib import Path
from noughts.check.asking import Options
from noughts.check.examination import check
from noughts.check.export import report_text
path, quick, sandbox, workers = sys.argv[1:]
report = check(Path(path), Options(quick=quick == "1", sandbox=sandbox, seconds_max=600, workers=int(workers)))
times = os.times()
assert report.verdict == "passed", report_text(report)
print(report.seconds, times.user + times.children_user + times.system + times.children_system)
"""


def checked(path, quick, sandbox, workers):
    """Return the seconds that a check takes, and the CPU seconds of all its processes."""
    words = [sys.executable, "-c", CHECKED, str(path), str(int(quick)), sandbox, str(workers)]
    seconds, cpu = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), float(cpu)


def start(hardened):
    """Return the seconds that it takes to start a sandbox, load a file in it and close it."""
    began = time.perf_counter()
    child = Sandbox("x = 1", harden=hardened)
    child.lock()
    child.load()
    child.close()
    return time.perf_counter() - began


def bare():
    """Return the seconds that a bare Python takes to start and end."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def main():
    """Measure in turns, and print the tables."""
    sys.path.insert(0, str(ROOT / "tests"))
    from submission_cases import CASES

    FILES["alpha-beta"].write_bytes(CASES["right_alpha_beta"].data)
    starts = {"bare python": [], "sandbox: limits": [], "sandbox: hardened": []}
    for _ in range(20):
        starts["bare python"].append(bare())
        starts["sandbox: limits"].append(start(False))
        starts["sandbox: hardened"].append(start(True))
    reference = min(starts["bare python"])
    print("| start | ms | times a bare Python |\n|---|--:|--:|")
    for name, seconds in starts.items():
        print(f"| {name} | {min(seconds) * 1000:.1f} | {min(seconds) / reference:.2f} |")
    print("\n| file | workers | questions | direct s | checked s | CPU s | ratio | questions a second |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for name, path in FILES.items():
        rounds = 1 if name == "plain deepcopy" else ROUNDS
        for workers in (1, 2):
            pairs = [(direct(path, False), checked(path, False, "auto", workers)) for _ in range(rounds)]
            seconds, count = min(pair[0] for pair in pairs)
            wall, cpu = min(pair[1] for pair in pairs)
            words = f"{name} | {workers}"
            figures = f"{seconds:.2f} | {wall:.2f} | {cpu:.2f} | {wall / seconds:.2f} | {count / wall:,.0f}"
            print(f"| {words} | {count:,} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
