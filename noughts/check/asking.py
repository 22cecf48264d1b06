"""Ask a submission questions and collect the answers; replace workers that are lost.

lost        said of a worker that gives no more answers; sandbox/clock.py lists the reasons
batch       rows (rows.py) that are sent together, usually before the answers to the previous batch have arrived
careful     the worker sends each answer at once, so that the first missing one shows which row ended the worker
"""

import importlib.util
import itertools
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TypeAlias

from noughts.check.limits import SECONDS_MAX, SHORT_ANSWER_SHARE, SLOW_FREE_CELLS, Limits
from noughts.check.rows import PLAIN_CALLS, Row, single_row
from noughts.check.sandbox import worker
from noughts.check.sandbox.clock import Budget, Loss, LossKind, WorkerLost
from noughts.check.sandbox.process import Containment, Sandbox
from noughts.errors import SandboxUnavailable

# A batch ends when it has this many rows or characters, or after a slow row.
BATCH_ROWS, BATCH_CHARACTERS = 100, 8_000
SLOW_WEIGHT = PLAIN_CALLS[SLOW_FREE_CELLS]
# The maximum number of lost workers that one asker replaces.
RESTARTS_MAX = 40

# A row and its answer: a line of text, the loss of the worker, or None if the row was not reached.
Answered: TypeAlias = tuple[Row, str | Loss | None]
# Workers that were started before they are needed. The file has not been sent to them yet.
Spares: TypeAlias = deque[Sandbox]
# A function that returns an asker without a worker.
NewAsker: TypeAlias = Callable[[], "Asker"]


@dataclass(frozen=True)
class Options:
    """The settings of a check."""

    quick: bool = False  # fewer orders of questions, and minimax on a sample of positions only
    seed: int = 0  # for the random orders
    allow: tuple[str, ...] | None = None  # the modules that may be imported; None allows all
    seconds_max: float = SECONDS_MAX  # the CPU time limit for all workers of a file
    sandbox: str = "auto"  # "auto", "required" or "off"; `noughts check --help` explains them
    limits: Limits = field(default_factory=Limits)
    workers: int = 1  # how many workers of a file may run at the same time


class Asker:
    """Asks a submission questions, through at most one worker at a time."""

    def __init__(
        self, source: str, options: Options, budget: Budget, module: str = worker.__name__, spares: Spares | None = None
    ) -> None:
        self.source, self.options, self.budget, self.module = source, options, budget, module
        self.spares = deque[Sandbox]() if spares is None else spares
        self.is_stopped: Callable[[Row], bool] = lambda row: False  # whether to skip a row after a loss
        self.sandbox: Sandbox | None = None
        self.containment: Containment | None = None
        self._restarts = 0

    def open(self) -> str:
        """Start a new worker and send it the file; return the worker's line, "loaded ..." or "failed ...".

        Raise SandboxUnavailable if the options require a complete sandbox and this machine has none, and WorkerLost if
        the worker sends no line.
        """
        self.close()
        try:
            self.sandbox = self.spares.popleft()
        except IndexError:
            self.sandbox = self._started()
        self.containment = self.sandbox.lock()
        if self.options.sandbox == "required" and self.containment.kind != "hardened":  # before the file is sent
            raise SandboxUnavailable(
                f"a complete sandbox is required, but this machine offers only {self.containment.kind!r} "
                f"(not protected: {', '.join(self.containment.open)}): use another machine, or --sandbox auto"
            )
        return self.sandbox.load()

    def prepare(self) -> None:
        """Start a spare worker, which locks itself down while others answer; a later `open` takes it from `spares`."""
        self.spares.append(self._started())

    def _started(self) -> Sandbox:
        packages = package_folders(self.options.allow or ())
        harden = self.options.sandbox != "off"
        return Sandbox(self.source, self.options.limits, harden, packages, self.budget, self.module)

    def close(self) -> None:
        """End the worker, if there is one."""
        if self.sandbox:
            self.sandbox.close()
        self.sandbox = None

    def lines(self, asked: list[str]) -> list[str]:
        """Send lines to the open worker; return the answer to each, fewer if the worker is lost.

        Each answer has the time limit for fast calls.
        """
        assert self.sandbox is not None
        self.sandbox.send("\n".join(["careful", *asked, "", ""]))
        return self.sandbox.lines(len(asked), self._seconds(is_slow=False))

    @property
    def loss(self) -> Loss | None:
        """Why the worker was lost; None if it was not, or if there is no worker."""
        return self.sandbox.loss if self.sandbox else None

    def answers(self, rows: Iterable[Row], careful: bool, ahead: int = 2) -> Iterator[Answered]:
        """Yield the rows with their answers; replace a lost worker, and send the new one the remaining rows.

        After a loss, the questions that were sent but not answered are first asked again one by one, to find those that
        end a worker; each is yielded as a row of its own. This step is skipped if `careful` is true, the file itself
        caused the loss, and the first row without an answer has only one question. That row is then yielded with the
        loss.

        If time runs out or no further worker can be started, the remaining rows are yielded with None. At most `ahead`
        batches are sent before their answers are read.
        """
        coming = iter(rows)
        while True:
            unanswered = yield from self._stream(coming, careful, ahead)
            loss = self.loss
            if not unanswered or loss is None or loss.kind == LossKind.OUT_OF_TIME:
                break
            if careful and loss.is_own_doing and unanswered[0].size == 1:
                yield unanswered[0], loss
                yield from ((row, None) for row in unanswered[1:] if self.is_stopped(row))
                unanswered = [row for row in unanswered[1:] if not self.is_stopped(row)]
                if not self._restart():
                    break
                coming = itertools.chain(unanswered, coming)
            else:
                yield from self._ask_singly(unanswered, loss)
                unanswered = []
                if self.loss and self.loss.kind == LossKind.OUT_OF_TIME:
                    break
                if (self.loss or not self.sandbox) and not self._restart():
                    break
        yield from ((row, None) for row in itertools.chain(unanswered, coming))

    def _ask_singly(self, rows: list[Row], loss: Loss) -> Iterator[Answered]:
        """Ask the questions of the rows one by one, with a new worker after each loss, to find those that end a worker.

        If no question ends a worker, also yield the first row with `loss`, provided that the file itself caused it.
        """
        singles, was_found = [single_row(question) for row in rows for question in row.questions], False
        while singles and self._restart():
            coming = iter(singles)
            unanswered = yield from self._stream(coming, True, 2)
            if self.loss is None or self.loss.kind == LossKind.OUT_OF_TIME:
                singles = unanswered
                break
            if unanswered:
                was_found = True
                yield unanswered[0], self.loss
            left = [*unanswered[1:], *coming]
            yield from ((single, None) for single in left if self.is_stopped(single))
            singles = [single for single in left if not self.is_stopped(single)]
        yield from ((single, None) for single in singles)
        if not was_found and loss.is_own_doing:
            yield rows[0], loss

    def _stream(self, rows: Iterator[Row], careful: bool, ahead: int) -> Generator[Answered, None, list[Row]]:
        """Yield rows with their answers; return the rows that were sent but not answered."""
        sent = deque[list[Row]]()
        coming = batches(rows, 1 if ahead == 1 else BATCH_ROWS)

        def send() -> None:
            batch = next(coming, None) if self.sandbox else None
            if batch and self.sandbox:
                lines = "".join([f"{row.line}\n" for row in batch])
                self.sandbox.send(("careful\n" if careful else "") + lines + "\n")
                sent.append(batch)

        for _ in range(ahead):
            send()
        while sent and self.sandbox:
            batch = sent[0]
            answers = self.sandbox.lines(len(batch), self._seconds(batch[-1].weight >= SLOW_WEIGHT))
            yield from zip(batch, answers, strict=False)
            if len(answers) < len(batch):
                sent[0] = batch[len(answers) :]
                break
            sent.popleft()
            send()
        return [row for batch in sent for row in batch]

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds that the current worker has used so far; 0 if there is no worker."""
        return self.sandbox.cpu_seconds if self.sandbox else 0.0

    def _seconds(self, is_slow: bool) -> float:
        """Return the CPU time limit for an answer, in seconds."""
        return self.options.limits.answer_cpu_seconds_max * (1 if is_slow else SHORT_ANSWER_SHARE)

    def _restart(self) -> bool:
        """Start another worker, at most RESTARTS_MAX times; return whether it loaded the file."""
        self._restarts += 1
        try:
            return self._restarts <= RESTARTS_MAX and self.open().startswith("loaded")
        except WorkerLost:
            self.close()
            return False


def batches(rows: Iterator[Row], rows_max: int) -> Iterator[list[Row]]:
    """Yield the rows in batches of at most `rows_max`; a batch also ends at BATCH_CHARACTERS or after a slow row."""
    batch: list[Row] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += len(row.line)
        if len(batch) >= rows_max or characters >= BATCH_CHARACTERS or row.weight >= SLOW_WEIGHT:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def installed(name: str) -> ModuleSpec | None:
    """Return the spec of the top-level module with that name; None if no such module is installed."""
    try:
        return importlib.util.find_spec(name) if name.isidentifier() else None
    except (ValueError, ImportError, AttributeError):
        return None  # e.g. __main__, which has no spec


def package_folders(allow: Collection[str]) -> list[str]:
    """Return the folders that contain the installed modules in `allow`; Python's own modules are left out.

    For a package this is the folder around it, usually site-packages.
    """
    folders = []
    for name in allow:
        spec = installed(name)
        if spec and spec.origin and ("site-packages" in spec.origin or "dist-packages" in spec.origin):
            folders.append(str(Path(spec.origin).parents[1 if spec.submodule_search_locations else 0]))
    return list(dict.fromkeys(folders))
