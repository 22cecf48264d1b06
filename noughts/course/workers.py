"""Who checks: as many processes as there are cores, or a Dask cluster. Each check has a box of its own.

A worker that dies loses nothing: what it was working at is given to another one, and if that dies too, it is told.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from typing import Any

from noughts import __version__
from noughts.check.asking import NoBox, Options
from noughts.check.checker import check_source
from noughts.check.report import Report
from noughts.notation import BadInput

# A job is its key, and a file's bytes.
Job = tuple[str, bytes]
TRIES = 2
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
    coming, tries = iter(jobs), dict[str, int]()
    again: list[Job] = []
    while True:
        with pool_of(workers) as pool:
            flying: dict[Future[dict[str, Any]], Job] = {}
            try:
                while True:
                    while len(flying) < workers * (1 + WAITING_EACH):
                        job = again.pop() if again else next(coming, None)
                        if job is None:
                            break
                        flying[pool.submit(examine, job[1], options)] = job
                    if not flying:
                        return
                    for future in wait(flying, return_when=FIRST_COMPLETED).done:
                        report = future.result()
                        yield flying.pop(future)[0], report
            except BrokenProcessPool:
                for key, data in flying.values():
                    tries[key] = tries.get(key, 0) + 1
                    if tries[key] < TRIES:
                        again.append((key, data))
                    else:
                        yield key, failed("the process that checked it ended, twice")
        if not again:
            remaining = next(coming, None)
            if remaining is None:
                return
            again.append(remaining)


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
        try:
            client.wait_for_workers(1, timeout=10)  # those that are just starting
        except TimeoutError:
            raise BadInput(
                f"the scheduler at {address!r} has no workers: start some with  dask worker {address}"
            ) from None
        for worker, version in client.run(version_there).items():
            if version != __version__:
                raise BadInput(
                    f"the worker {worker} has noughts {version}: {__version__} must be installed on every worker"
                )
        coming, words = iter(jobs), asdict(options)
        cores = max(1, sum(client.nthreads().values()))

        def send() -> Any:
            job = next(coming, None)
            return (
                None if job is None else client.submit(remotely, job[1], words, key=job[0], pure=False, retries=TRIES)
            )

        flying = as_completed([future for _ in range(cores * (1 + WAITING_EACH)) if (future := send()) is not None])
        for future in flying:
            is_fine = future.status == "finished"
            yield (
                future.key,
                future.result() if is_fine else failed(f"the cluster says: {str(future.exception())[:200]}"),
            )
            future.release()
            following = send()
            if following is not None:
                flying.add(following)
