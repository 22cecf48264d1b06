"""Compare how fast Noughts, OpenSpiel, easyAI and AIMA solve tic-tac-toe: python -m bench.peers

Imports are not counted here (bench.first_move counts them). The chart is written to docs/pictures/peers.svg.
"""

import json
import subprocess
import sys

from bench.measure import ROOT, environment, show_progress
from noughts.explain import svg

PROGRAMS = {
    "Noughts: the package": ("ours", None),
    "Noughts: tictactoe.py": ("file", None),
    "OpenSpiel": ("openspiel", "open_spiel"),
    "easyAI": ("easyai", "easyAI"),
    "AIMA": ("aima", "aima3"),
}
TASKS = {
    "all_positions": "all 5,478 positions solved",
    "warm_move": "one move, third ply, warm",
}
ROUNDS = 3


def measure(python, program):
    """Return the seconds for each task, as the program prints them; an empty dict if the program does not run."""
    done = subprocess.run(
        [python, ROOT / "bench" / "programs" / f"{program}.py"], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        reason = "".join(done.stderr.strip().splitlines()[-1:])
        print(f"{program} does not run here and is left out: {reason}", file=sys.stderr)
        return {}
    return json.loads(done.stdout)


def main():
    """Measure in turns, print the tables and write the chart."""
    python, there = environment()
    found = {}
    for turn in range(ROUNDS):
        for name, (program, package) in PROGRAMS.items():
            if package is None or package in there:
                show_progress(f"{turn + 1}/{ROUNDS} {name}")
                for task, seconds in measure(python, program).items():
                    found.setdefault(task, {})
                    found[task][name] = min(seconds, found[task].get(name, float("inf")))
    show_progress("")
    for task, words in TASKS.items():
        times = found[task]
        best = min(times.values())
        print(f"\n{words}\n\n| | ms | times the fastest |\n|---|--:|--:|")
        for name, seconds in sorted(times.items(), key=lambda item: item[1]):
            print(f"| {name} | {seconds * 1000:,.{4 if seconds < 0.001 else 0}f} | {seconds / best:,.1f} |")
    rows = [
        (name, seconds, f"{seconds * 1000:,.{2 if seconds < 0.001 else 0}f} ms")
        for name, seconds in sorted(found["all_positions"].items(), key=lambda item: item[1])
    ]
    chart = ROOT / "docs" / "pictures" / "peers.svg"
    chart.write_text(svg.bars(rows, "All 5,478 positions solved (logarithmic scale)") + "\n")
    print(f"\nwrote {chart.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
