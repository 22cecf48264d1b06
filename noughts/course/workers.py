"""Who checks: as many processes as there are cores, or a Dask cluster. Each check has a box of its own.

A worker that dies loses nothing: what it was working at is given to another one, and if that dies too, it is told.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from typing import Any

from noughts import __version__
from noughts.check.asking import NoBox, Options
from noughts.check.checker import check_source
from noughts.check.report import Report
from noughts.errors import BadInput

# A job is its key, and a file's bytes.
Job = tuple[str, bytes]
TRIES = 2
POLL_SECONDS = 0.02
# So many jobs wait beside those that run, so that no worker is ever idle and no memory is filled.
WAITING_EACH = 2


def examine(data: bytes, options: Options) -> dict[str, Any]:
    """One check, as plain data; how long it took is told apart from what was found."""
    try:
        return check_source("tictactoe.py", data, options).to_json()
    except NoBox as error:
        return {"no_box": str(error)}


def failed(reason: str) -> dict[str, Any]:
    """The result of a check that failed by no fault of the file."""
    report = Report("tictactoe.py", "", reason, is_checked=False)
    return report.to_json()


def locally(jobs: Iterable[Job], options: Options, workers: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each job's result as it comes, from processes on this machine."""
    coming = iter(jobs)
    while True:
        suspects = list[Job]()
        yield from in_pool(coming, options, workers, suspects)
        if not suspects:
            return
        for job in suspects:  # a process ended: who was there tries again alone, and if it ends then, it is told
            alone = list[Job]()
            yield from in_pool(iter([job]), options, 1, alone)
            if alone:
                yield job[0], failed("the process that checked it ended, twice")


def in_pool(
    coming: Iterator[Job], options: Options, workers: int, suspects: list[Job]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The results of a pool, up to the end of the jobs or of a process; the jobs that were there then are suspects."""
    pool = pool_of(workers)
    flying: dict[Future[dict[str, Any]], Job] = {}
    job: Job | None = None
    try:
        while True:
            while len(flying) < workers * (1 + WAITING_EACH) and (job := next(coming, None)) is not None:
                flying[pool.submit(examine, job[1], options)] = job
                job = None
            if not flying:
                return
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                report = future.result()
                yield flying.pop(future)[0], report
    except BrokenProcessPool:
        suspects.extend([*flying.values(), *([job] if job else [])])  # a job may just not have been handed over
    finally:
        pool.shutdown(cancel_futures=True)  # who has had enough waits for what runs, not for what would


def pool_of(workers: int) -> ProcessPoolExecutor:
    """Processes that end with this one."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_parent, initargs=(os.getpid(),))


def end_with_parent(parent: int) -> None:
    """Leave when whoever started this process is gone; its boxes end with it."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    if hasattr(os, "getppid"):
        threading.Thread(target=watch, daemon=True).start()


def remotely(data: bytes, words: dict[str, Any]) -> dict[str, Any]:
    """One check on a worker of a cluster, which has the package; the scheduler between need not have it."""
    from noughts.check.asking import Options
    from noughts.check.box import Limits
    from noughts.course.workers import examine

    return examine(data, Options(**{**words, "limits": Limits(**words["limits"])}))


def version_there() -> str:
    """Which version a worker of a cluster has."""
    try:
        from noughts import __version__ as version
    except ImportError:
        return "none"
    return version


# So they travel as code and not by a name that a scheduler would have to know.
remotely.__module__ = version_there.__module__ = "__main__"


def on_cluster(jobs: Iterable[Job], options: Options, address: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each job's result as it comes, from a Dask cluster."""
    try:
        from distributed import Client, as_completed
    except ModuleNotFoundError:
        raise BadInput("--cluster needs Dask: type  python -m pip install 'noughts[cluster]'") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"no Dask scheduler answers at {address!r}: {str(error)[:200]}") from None
    with client:
        refuse_unfit(client, address)
        try:
            yield from through(client, as_completed, iter(jobs), options)
        except Exception as error:
            if client.status == "running" and not isinstance(error, SchedulerGone):
                raise
            raise BadInput(f"the scheduler at {address!r} is gone: run again to go on, with it or without") from None


class SchedulerGone(Exception):
    """Nobody is there any more to hand results over."""


def through(
    client: Any, as_completed: Callable[[list[Any]], Any], coming: Iterator[Job], options: Options
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Hand jobs to a cluster, some more than it can work at, and take the results as they come."""
    words = asdict(options)

    def send() -> list[Any]:
        job = next(coming, None)
        if job is None:
            return []
        return [client.submit(remotely, job[1], words, key=job[0], pure=False, retries=TRIES)]

    cores = max(1, sum(client.nthreads().values()))
    flying = as_completed([future for _ in range(cores * (1 + WAITING_EACH)) for future in send()])
    while not flying.is_empty():
        while not flying.has_ready():
            if client.status in ("closing", "closed"):
                raise SchedulerGone
            time.sleep(POLL_SECONDS)
        future = next(flying)
        if future.status == "cancelled":
            raise SchedulerGone
        # A result whose worker is lost before it was fetched is computed once more: that is waited for.
        is_bad = future.status == "error"
        found = failed(f"the cluster says: {str(future.exception())[:200]}") if is_bad else future.result()
        yield future.key, found
        future.release()
        flying.update(send())


def refuse_unfit(client: Any, address: str) -> None:
    """See that there are workers, and that each has this very package."""
    try:
        client.wait_for_workers(1, timeout=10)  # those that are just starting
    except TimeoutError:
        raise BadInput(f"the scheduler at {address!r} has no workers: start some with  dask worker {address}") from None
    for worker, version in client.run(version_there).items():
        if version != __version__:
            raise BadInput(
                f"the worker {worker} has noughts {version}: {__version__} must be installed on every worker"
            )
