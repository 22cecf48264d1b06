"""A course of submissions made for it: how fast it is graded, what that costs, and whom it finds alike.

python -m bench.course run 2000          graded with every number of workers up to the cores, --quick
python -m bench.course cluster 200       a local pool next to a Dask cluster of two workers on loopback
python -m bench.course alike 1000 10000 20000
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import submissions
from noughts.course import alike


def written(count: int, folder: Path) -> Path:
    """So many submissions as a folder of folders."""
    for number in range(count):
        place = folder / f"s{number:06}"
        place.mkdir(parents=True)
        (place / "tictactoe.py").write_text(submissions.made(number)[1])
    return folder


def graded(source: Path, *words: str) -> tuple[float, float, float]:
    """Seconds, processor seconds of all processes, and the largest of them in MB, for grading it once."""
    with tempfile.TemporaryDirectory() as out:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        command = [sys.executable, "-m", "noughts", "course", str(source), "--out", out, "--quick", *words]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        assert (Path(out) / "grades.csv").stat().st_size > 0
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, after.ru_maxrss / 1024


def run(count: int, numbers: list[int]) -> None:
    """Submissions a second against the number of workers."""
    with tempfile.TemporaryDirectory() as folder:
        source = written(count, Path(folder) / "all")
        print("| workers | submissions | s | a second | CPU s each | times the first's | largest process MB |")
        print("|--:|--:|--:|--:|--:|--:|--:|")
        alone = 0.0
        for workers in numbers:
            seconds, cpu, memory = graded(source, "--workers", str(workers))
            each = cpu / count
            alone = alone or each
            cells = [f"{count:,}", f"{seconds:.1f}", f"{count / seconds:.2f}", f"{each:.3f}", f"{each / alone:.2f}"]
            print(f"| {workers} | {' | '.join(cells)} | {memory:.0f} |", flush=True)


def cluster(count: int) -> None:
    """The same work by a local pool and by a Dask cluster."""
    with tempfile.TemporaryDirectory() as folder:
        source = written(count, Path(folder) / "all")
        local = graded(source, "--workers", "2")[0]
        dask, quiet = shutil.which("dask", path=str(Path(sys.executable).parent)), {"stderr": subprocess.DEVNULL}
        scheduler = subprocess.Popen([dask, "scheduler", "--host", "127.0.0.1", "--port", "8799"], **quiet)
        time.sleep(3)
        worker = [dask, "worker", "tcp://127.0.0.1:8799", "--nthreads", "1", "--no-dashboard"]
        there = {**os.environ, "PYTHONPATH": os.getcwd()}
        workers = [subprocess.Popen(worker, **quiet, env=there) for _ in range(2)]
        time.sleep(4)
        try:
            by_dask = graded(source, "--cluster", "tcp://127.0.0.1:8799")[0]
        finally:
            for process in [*workers, scheduler]:
                process.terminate()
                process.wait()
        for name, seconds in (("local pool, 2 workers", local), ("Dask, 2 workers", by_dask)):
            print(f"| {name} | {count / seconds:.2f} a second |")


def find_alike(counts: list[int]) -> None:
    """The cost of the index, and whom it finds."""
    print("| files | s | s for twice as many / s | copies found | honest pairs reported |\n|--:|--:|--:|--:|--:|")
    last = None
    for count in counts:
        texts = {f"s{number:06}": submissions.made(number) for number in range(count)}
        began = time.process_time()
        index = alike.Index()
        for name, (_, text) in texts.items():
            index.add(name, text.encode())
        pairs = {(pair.first, pair.second) for pair in index.pairs(30)}
        seconds = time.process_time() - began
        copies = {name for name, (kind, _) in texts.items() if kind == "copy"}
        found = sum(any(name in pair for pair in pairs) for name in copies)
        fair = sum(not (copies & set(pair)) for pair in pairs)
        ratio = f"{seconds / last[1]:.2f} (x{count / last[0]:.0f})" if last else ""
        all_pairs = count * (count - 1) // 2
        print(
            f"| {count:,} | {seconds:.1f} | {ratio} | {found} of {len(copies)} | {fair} of {all_pairs:,} |", flush=True
        )
        last = count, seconds


def main() -> None:
    """Do what was asked for."""
    match sys.argv[1:]:
        case ["run", count, *workers]:
            run(int(count), [int(each) for each in workers] or list(range(1, (os.cpu_count() or 1) + 1)))
        case ["cluster", count]:
            cluster(int(count))
        case ["alike", *counts]:
            find_alike([int(count) for count in counts])
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
