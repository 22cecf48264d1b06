"""Ask a submission questions and collect the answers, even if workers are lost.

batch       rows that are sent together; the next batch is sent before the answers to this one arrive
careful     each answer is sent at once, so that the first missing answer shows which question ended the worker
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

# A batch ends when it has this many rows or characters, and after a slow row.
BATCH_ROWS, BATCH_CHARACTERS = 100, 8_000
SLOW_WEIGHT = PLAIN_CALLS[SLOW_FREE_CELLS]
# How many lost workers of one pass are replaced.
RESTARTS_MAX = 40

# A row and the answer to it: a line, the loss of the worker, or None if it was not reached.
Answered: TypeAlias = tuple[Row, str | Loss | None]


@dataclass(frozen=True)
class Options:
    """How a submission is checked."""

    quick: bool = False
    seed: int = 0
    allow: tuple[str, ...] | None = None
    seconds_max: float = SECONDS_MAX
    sandbox: str = "auto"
    limits: Limits = field(default_factory=Limits)
    workers: int = 1


class Asker:
    """The workers of one pass over a submission, one at a time."""

    def __init__(self, source: str, options: Options, budget: Budget, module: str = worker.__name__) -> None:
        self.source, self.options, self.budget, self.module = source, options, budget, module
        self.is_stopped: Callable[[Row], bool] = lambda row: False  # whether a row need not be asked any more
        self.sandbox: Sandbox | None = None
        self.containment: Containment | None = None
        self._restarts = 0

    def open(self) -> str:
        """Start a worker; return the line that says whether the file was loaded."""
        self.close()
        packages = package_folders(self.options.allow or ())
        harden = self.options.sandbox != "off"
        self.sandbox = Sandbox(self.source, self.options.limits, harden, packages, self.budget, self.module)
        self.containment = self.sandbox.lock()
        if self.options.sandbox == "required" and self.containment.kind != "hardened":
            raise SandboxUnavailable(incomplete_words(self.containment))  # before any of the file is sent
        return self.sandbox.load()

    def close(self) -> None:
        """End the worker, if there is one."""
        if self.sandbox:
            self.sandbox.close()
        self.sandbox = None

    def lines(self, asked: list[str]) -> list[str]:
        """Return the answer to each line; fewer if the worker is lost."""
        assert self.sandbox is not None
        self.sandbox.send("\n".join(["careful", *asked, "", ""]))
        return self.sandbox.lines(len(asked), self._seconds(is_slow=False))

    @property
    def loss(self) -> Loss | None:
        """Why the worker gives no more answers, or None."""
        return self.sandbox.loss if self.sandbox else None

    def answers(self, rows: Iterable[Row], careful: bool, ahead: int = 2) -> Iterator[Answered]:
        """Yield each row with its answer. A lost worker is replaced, and the rest of the rows is asked in a new one.

        Unless they are asked carefully, rows without an answer are then asked again, one question at a time, to find
        the question that ends the worker.
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
                is_out_of_time = self.loss is not None and self.loss.kind == LossKind.OUT_OF_TIME
                if is_out_of_time or ((self.loss or not self.sandbox) and not self._restart()):
                    break
        yield from ((row, None) for row in itertools.chain(unanswered, coming))

    def _ask_singly(self, rows: list[Row], loss: Loss) -> Iterator[Answered]:
        """Ask the questions of some rows one by one in a new worker, to find the one that ends it."""
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

    def _seconds(self, is_slow: bool) -> float:
        """Return the CPU seconds for an answer."""
        return self.options.limits.answer_cpu_seconds_max * (1 if is_slow else SHORT_ANSWER_SHARE)

    def _restart(self) -> bool:
        """Start another worker; return whether it loaded the file."""
        self._restarts += 1
        try:
            return self._restarts <= RESTARTS_MAX and self.open().startswith("loaded")
        except WorkerLost:
            self.close()
            return False


def batches(rows: Iterator[Row], rows_max: int) -> Iterator[list[Row]]:
    """Yield the rows in batches; a batch ends with a slow row."""
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
    """Return the spec of the module of that name, None if it is not installed."""
    try:
        return importlib.util.find_spec(name) if name.isidentifier() else None
    except (ValueError, ImportError, AttributeError):
        return None  # e.g. __main__, which has no spec


def package_folders(allow: Collection[str]) -> list[str]:
    """Return the site-packages folders that contain the allowed modules; Python's own modules need none."""
    folders = []
    for name in allow:
        spec = installed(name)
        if spec and spec.origin and "site-packages" in spec.origin:
            folders.append(str(Path(spec.origin).parents[1 if spec.submodule_search_locations else 0]))
    return list(dict.fromkeys(folders))


def incomplete_words(containment: Containment) -> str:
    """Return the message for a machine without a complete sandbox."""
    open_to = ", ".join(containment.open) or "some locks"
    return (
        f"a complete sandbox is required, but this machine offers only {containment.kind!r} "
        f"(not protected: {open_to}): use another machine, or --sandbox auto"
    )
