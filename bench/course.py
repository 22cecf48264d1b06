"""Grade a course of generated submissions: measure the speed, the cost, and which similar files are found.

python -m bench.course run 2000                  grade 2,000 with --quick, with one worker up to one for each core
python -m bench.course cluster 200               grade 200 in a local pool and in a Dask cluster, two workers each
python -m bench.course similarity 1000 10000     look for similar files among 1,000, then among 10,000
python -m bench.course rewritten                 look for rewritten copies, and draw docs/pictures/similarity.svg
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench import rewritten, submissions
from noughts.course.grading import similarity


def written(count: int, folder: Path) -> Path:
    """Write `count` submissions, each in a folder of its own inside `folder`, and return `folder`."""
    for number in range(count):
        place = folder / f"s{number:06}"
        place.mkdir(parents=True)
        (place / "tictactoe.py").write_text(submissions.made(number)[1])
    return folder


@dataclass
class Measured:
    """The time and memory that grading a course once took."""

    seconds: float = 0.0
    cpu: float = 0.0  # of all processes
    # At several moments: the MB of the grading process, and of the largest worker.
    memory: list[tuple[float, float]] = field(default_factory=list)

    def quarters(self, which: int) -> str:
        """Return the most MB in each quarter of the run as text, of the grading process (`which` 0) or a worker (1)."""
        size = max(1, len(self.memory) // 4)
        parts = [self.memory[at : at + size] for at in (0, size, 2 * size, 3 * size)]
        return ", ".join(f"{max((each[which] for each in part), default=0):.0f}" for part in parts)


def graded(source: Path, *words: str) -> Measured:
    """Grade the submissions once; return the time, and the memory of the processes meanwhile."""
    measured = Measured()
    with tempfile.TemporaryDirectory() as out:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        command = [sys.executable, "-m", "noughts", "course", str(source), "--out", out, "--quick", *words]
        run = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while run.poll() is None:
            measured.memory.append((megabytes(run.pid), max(map(megabytes, workers_of(run.pid)), default=0.0)))
            time.sleep(0.25)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert run.returncode == 0
        assert (Path(out) / "grades.csv").stat().st_size > 0
    measured.seconds = time.monotonic() - began
    measured.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return measured


def megabytes(pid: int) -> float:
    """Return the memory that a process uses now, in MB; 0 if the process has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return 0.0


def workers_of(pid: int) -> list[int]:
    """Return the ids of the processes that a process has started; an empty list if it has ended."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def run(count: int, numbers: list[int]) -> None:
    """Grade the same submissions with each number of workers; print the speed, the CPU time and the memory."""
    with tempfile.TemporaryDirectory() as folder:
        source = written(count, Path(folder) / "all")
        print("| workers | submissions | s | a second | CPU s each | times the first row | cores used |")
        print("|--:|--:|--:|--:|--:|--:|--:|")
        alone = 0.0
        for workers in numbers:
            found = graded(source, "--workers", str(workers))
            seconds, each = found.seconds, found.cpu / count
            alone = alone or each
            cells = [f"{count:,}", f"{seconds:.1f}", f"{count / seconds:.2f}", f"{each:.3f}", f"{each / alone:.2f}"]
            print(f"| {workers} | {' | '.join(cells)} | {found.cpu / seconds:.2f} |")
            print(f"  most MB in each quarter: grading {found.quarters(0)}; a worker {found.quarters(1)}", flush=True)


def cluster(count: int) -> None:
    """Print how fast a local pool and a Dask cluster grade the same submissions."""
    with tempfile.TemporaryDirectory() as folder:
        source = written(count, Path(folder) / "all")
        local = graded(source, "--workers", "2").seconds
        dask, quiet = shutil.which("dask", path=str(Path(sys.executable).parent)), {"stderr": subprocess.DEVNULL}
        scheduler = subprocess.Popen([dask, "scheduler", "--host", "127.0.0.1", "--port", "8799"], **quiet)
        time.sleep(3)
        worker = [dask, "worker", "tcp://127.0.0.1:8799", "--nthreads", "1", "--no-dashboard"]
        there = {**os.environ, "PYTHONPATH": os.getcwd()}
        workers = [subprocess.Popen(worker, **quiet, env=there) for _ in range(2)]
        time.sleep(4)
        try:
            by_dask = graded(source, "--cluster", "tcp://127.0.0.1:8799").seconds
        finally:
            for process in [*workers, scheduler]:
                process.terminate()
                process.wait()
        for name, seconds in (("local pool, 2 workers", local), ("Dask, 2 workers", by_dask)):
            print(f"| {name} | {count / seconds:.2f} a second |")


def find_similar(counts: list[int]) -> None:
    """Print how long the index takes, how many copies it finds, and how many honest pairs it reports."""
    print("| files | s | times the row above (files) | copies found | honest pairs reported |\n|--:|--:|--:|--:|--:|")
    last = None
    for count in counts:
        texts = {f"s{number:06}": submissions.made(number) for number in range(count)}
        began = time.process_time()
        index = similarity.Index()
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
    """Run the benchmark that the command line names."""
    match sys.argv[1:]:
        case ["run", count, *workers]:
            run(int(count), [int(each) for each in workers] or list(range(1, (os.cpu_count() or 1) + 1)))
        case ["cluster", count]:
            cluster(int(count))
        case ["similarity", *counts]:
            find_similar([int(count) for count in counts])
        case ["rewritten"]:
            rewritten.compare()
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
