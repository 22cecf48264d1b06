"""Compare who wins larger boards, and how soon it is known: python -m bench.boards [BOARD ...]

Every program answers the same question about the empty board in a new process; imports are not counted. A program that
fails, or does not answer within the limit, is not asked again. If no board is given, all boards are compared, and the
chart is written to docs/pictures/boards.svg.
"""

import argparse
import os
import subprocess
import sys
import time

from bench.measure import ROOT, bare_environment, environment, show_progress
from noughts.explain import svg

BOARDS = (
    "3,3,3",
    "4,3,3",
    "3,3,3,misere",
    "4,3,3,misere",
    "4,4,3",
    "4,4,4",
    "5,4,4",
    "5,5,4",
    "6,5,4",
    "5,5,5",
    "6,5,5",
    "6,6,5",
)
PROGRAMS = {
    "noughts": "Noughts",
    "easyAI": "easyAI with table",
    "open_spiel": "OpenSpiel alpha-beta",
    "aima3": "AIMA alpha-beta",
}
ROUNDS = 3


def answer(python, program, board, limit):
    """Return the seconds, the value and the positions that a program prints; None if it fails or exceeds the limit."""
    command = [python, ROOT / "bench" / "programs" / "boards.py", program, board]
    there = {**os.environ, "PYTHONPATH": str(ROOT)} if program == "noughts" else None
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=limit, env=there)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    seconds, value, positions = done.stdout.split()
    return float(seconds), value, positions


def bare_seconds(rounds=15):
    """Return the shortest time in which a bare Python starts and ends."""
    python, best = bare_environment(), float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        subprocess.run([python, "-c", "pass"], check=True)
        best = min(best, time.perf_counter() - began)
    return best


def main():
    """Measure in turns, print the table and write the chart."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=BOARDS, metavar="BOARD", help="a board, e.g. 4,4,3 (default: all)")
    parser.add_argument("--limit", type=float, default=60, help="time limit for each answer, in seconds (default: 60)")
    arguments = parser.parse_args()
    python, there = environment()
    bare, gave_up, chart = bare_seconds(), set(), []
    print(
        "| board | value | positions | "
        + " | ".join(f"{name}, ms" for name in PROGRAMS.values())
        + " | times bare Python |"
    )
    print("|---|--:|--:|" + "--:|" * (len(PROGRAMS) + 1))
    for board in arguments.boards:
        times, value, positions = {}, "", ""
        for turn in range(ROUNDS):
            for program in PROGRAMS:
                if program in gave_up or (program != "noughts" and program not in there):
                    continue
                show_progress(f"{board} {turn + 1}/{ROUNDS} {program}")
                found = answer(sys.executable if program == "noughts" else python, program, board, arguments.limit)
                if found is None:
                    gave_up.add(program)
                    continue
                times[program] = min(found[0], times.get(program, float("inf")))
                if program == "noughts":
                    _, value, positions = found
        show_progress("")
        if "noughts" not in times:
            print(f"| {board} | not decided within {arguments.limit:g} s |", flush=True)
            continue
        cells = [f"{times[p] * 1000:,.1f}" if p in times else "-" for p in PROGRAMS]
        print(
            f"| {board} | {value} | {int(positions):,} | {' | '.join(cells)} | {times['noughts'] / bare:.2f} |",
            flush=True,
        )
        chart.append((board, times["noughts"], f"{times['noughts'] * 1000:,.1f} ms, {int(positions):,} positions"))
    if arguments.boards is BOARDS:
        picture = ROOT / "docs" / "pictures" / "boards.svg"
        picture.write_text(svg.bars(chart, "Who wins? Time of the prover, by board (logarithmic scale)") + "\n")
        print(f"\nbare Python: {bare * 1000:.1f} ms; wrote {picture.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
