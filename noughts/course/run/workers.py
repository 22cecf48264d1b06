"""Run the checks in processes on this machine or on a Dask cluster. Each check has its own sandbox.

If a worker dies, its file is checked again: on this machine once, on a cluster as often as the scheduler allows. On a
cluster, a check that raises an exception is also repeated, at most RETRIES times. If the last attempt fails too, the
report says so. But SandboxUnavailable ends the whole run.
"""

import multiprocessing
import os
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from itertools import islice
from typing import Any

from noughts import __version__
from noughts.check.asking import Options
from noughts.check.examination import check_source
from noughts.check.report import Report, not_checked
from noughts.errors import BadInput, SandboxUnavailable
from noughts.trace.diagnose import add_lines

# The file name in every report.
FILE = "tictactoe.py"
# A job is a key and a file's bytes; a result is the key and the report.
Job = tuple[str, bytes]
Result = tuple[str, Report]
RETRIES = 2
DIED = "the process that checked the file died, although it was started only for this file: run the command again"
POLL_SECONDS = 0.02
# How many jobs wait for each worker: enough that no worker is idle, but few enough to save memory.
WAITING_EACH = 2
# The environment variables in which Dask finds the certificate for a scheduler with TLS. Dask's configuration files can
# set the same values.
TLS_SETTINGS = tuple(f"DASK_DISTRIBUTED__COMM__TLS__{name}" for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY"))


def examine(data: bytes, options: Options) -> dict[str, Any]:
    """Return the report on one file, as plain data that can be sent to another process."""
    report = check_source(FILE, data, options)
    add_lines(report, data, options)
    return report.to_json()


def run_locally(jobs: Iterable[Job], options: Options, workers: int) -> Iterator[Result]:
    """Run the jobs in processes on this machine; yield each result as soon as the job is finished."""
    coming = iter(jobs)
    while unfinished := (yield from run_pool(coming, options, workers)):
        for job in unfinished:  # a process died while it checked one of these: check each in a pool of its own
            if (yield from run_pool(iter([job]), options, 1)):
                yield job[0], not_checked(FILE, "", DIED)


def run_pool(coming: Iterator[Job], options: Options, workers: int) -> Generator[Result, None, list[Job]]:
    """Yield results until no jobs are left or a process dies; return the jobs taken from `coming` but not finished."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_parent)
    running: dict[Future[dict[str, Any]], Job] = {}
    job: Job | None = None
    try:
        while True:
            while len(running) < workers * (1 + WAITING_EACH) and (job := next(coming, None)) is not None:
                running[pool.submit(examine, job[1], options)] = job
                job = None
            if not running:
                return []
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                report = Report.from_json(future.result())  # if this raises, the job stays in `running`
                yield running.pop(future)[0], report
    except BrokenProcessPool:
        return [*running.values(), *([job] if job else [])]  # `job` may not have been submitted
    finally:
        pool.shutdown(cancel_futures=True)  # wait for running jobs, cancel waiting ones


def end_with_parent() -> None:
    """Start a thread that ends this process, and so its sandboxes, as soon as the parent process has ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a pool has started this process"

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def examine_remotely(data: bytes, options: dict[str, Any]) -> dict[str, Any]:
    """Call `examine` on a worker of a cluster, with the options as plain data, and return the result."""
    from noughts.check.asking import Options
    from noughts.check.limits import Limits
    from noughts.course.run.workers import examine

    return examine(data, Options(**{**options, "limits": Limits(**options["limits"])}))


def remote_version() -> str:
    """Return the version of the package on a worker of a cluster, or "none" if the package is not installed."""
    try:
        from noughts import __version__ as version
    except ImportError:
        return "none"
    return version


# These two functions are pickled as code, not by name, because the scheduler may not have the package.
examine_remotely.__module__ = remote_version.__module__ = "__main__"


def run_on_cluster(jobs: Iterable[Job], options: Options, address: str) -> Iterator[Result]:
    """Run the jobs on a Dask cluster; yield each result as soon as the job is finished.

    Raise BadInput if Dask is not installed, the cluster cannot be used, or the connection to it is lost. Raise
    SandboxUnavailable if a complete sandbox is required but a worker has none.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise BadInput("--cluster needs Dask: type  python -m pip install 'noughts[cluster]'") from None
    refuse_without_certificate(address)
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        advice = "write tls://... if it uses TLS, check the address, or start a scheduler there"
        if is_tls(address):
            advice = "check the address, and that both sides have the same certificate"
        raise BadInput(f"cannot connect to a Dask scheduler at {address!r}: {str(error)[:200]}; {advice}") from None
    with client:
        refuse_unsuitable(client, address)
        try:
            yield from run_client(client, jobs, options)
        except Exception as error:
            is_lost = client.status != "running" or isinstance(error, ConnectionError)
            if not is_lost or isinstance(error, SandboxUnavailable):
                raise
            raise BadInput(
                f"the connection to the scheduler at {address!r} is lost: run the same command again to resume, "
                "with --cluster or without"
            ) from None


def is_tls(address: str) -> bool:
    """Return whether a scheduler with this address uses TLS."""
    return address.lower().startswith("tls://")


def refuse_without_certificate(address: str) -> None:
    """Raise BadInput if Dask's settings name an unusable certificate, or none although the scheduler uses TLS."""
    from distributed import Security

    advice = f"set {', '.join(TLS_SETTINGS)} to the files of the certificate, as docs/course.md shows"
    security = Security()
    try:
        context = security.get_connection_args("client")["ssl_context"]
    except (OSError, ValueError) as error:
        settings = security.get_tls_config_for_role("client")
        files = ", ".join(repr(settings[name]) for name in ("ca_file", "cert", "key") if settings[name])
        raise BadInput(f"Dask's settings name a certificate that cannot be used ({files}): {error}; {advice}") from None
    if context is None and is_tls(address):
        raise BadInput(f"the scheduler at {address!r} needs a certificate: {advice}")


def run_client(client: Any, jobs: Iterable[Job], options: Options) -> Iterator[Result]:
    """Submit the jobs, a few per core at a time, and yield the results.

    Raise ConnectionError if the connection to the scheduler is lost.
    """
    from distributed import as_completed

    submit = partial(client.submit, examine_remotely, options=asdict(options), pure=False, retries=RETRIES)
    futures = (submit(data, key=key) for key, data in jobs)
    cores = max(1, sum(client.nthreads().values()))
    running = as_completed(list(islice(futures, cores * (1 + WAITING_EACH))))
    while not running.is_empty():
        while not running.has_ready():
            if client.status in ("closing", "closed"):
                raise ConnectionError
            time.sleep(POLL_SECONDS)
        future = next(running)
        if future.status == "cancelled":
            raise ConnectionError
        yield future.key, report_of(future)
        future.release()
        running.update(list(islice(futures, 1)))


def report_of(future: Any) -> Report:
    """Return the report of a finished job; if the job failed, a "not checked" report.

    Raise SandboxUnavailable if that is why the job failed.
    """
    if future.status != "error":
        return Report.from_json(future.result())  # waits for a second run if the result was lost with its worker
    error = future.exception()
    if isinstance(error, SandboxUnavailable):
        raise error
    return not_checked(FILE, "", f"the check failed on the cluster: {str(error)[:200]}")


def refuse_unsuitable(client: Any, address: str) -> None:
    """Raise BadInput if a cluster has no workers after ten seconds, or a worker without this version of the package."""
    try:
        client.wait_for_workers(1, timeout=10)  # workers may still be starting
    except TimeoutError:
        raise BadInput(f"the scheduler at {address!r} has no workers: start some with  dask worker {address}") from None
    for worker, version in client.run(remote_version).items():
        if version != __version__:
            got = "does not have noughts" if version == "none" else f"has noughts {version}"
            raise BadInput(f"the worker {worker} {got}: install noughts {__version__} on every worker")
