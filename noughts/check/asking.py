"""Ask a submission questions and collect the answers, even if workers are lost.

batch       questions that are sent together; the next batch is sent before the answers arrive
careful     each answer is sent at once, so that the first missing answer shows which question ended the worker
"""

import importlib.util
import time
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TypeVar

from noughts.check.limits import SECONDS_MAX, Limits
from noughts.check.questions import Bulk, Question, positions
from noughts.check.sandbox.process import Containment, Loss, Sandbox, WorkerLost
from noughts.errors import SandboxUnavailable
from noughts.game.rules import FREE

T = TypeVar("T")
# What is sent to a worker; both types have an attribute `line`.
Asked = TypeVar("Asked", Question, Bulk)

BATCH_QUESTIONS = 400
# From this many free cells on, a search may take seconds, so batches are small.
SLOW_FREE_CELLS = 7
BATCH_SLOW_QUESTIONS = 4
# How many lost workers are replaced in total, and how many questions of one group may end a worker before the
# rest of the group is skipped.
RESTARTS_MAX = 6
RESTARTS_PER_FUNCTION_MAX = 2


@dataclass(frozen=True)
class Options:
    """How a submission is checked."""

    quick: bool = False
    seed: int = 0
    allow: tuple[str, ...] | None = None
    seconds_max: float = SECONDS_MAX
    sandbox: str = "auto"
    limits: Limits = field(default_factory=Limits)


class Asker:
    """Asks one submission, in one worker at a time."""

    def __init__(self, source: str, options: Options) -> None:
        self.source, self.options = source, options
        self.deadline = time.monotonic() + options.seconds_max
        self.sandbox: Sandbox | None = None
        self.containment: Containment | None = None
        self.unexplained: list[Loss] = []  # losses that did not happen again when the questions were repeated
        self._restarts = 0

    def open(self) -> str:
        """Start a worker; return the line that says whether the file was loaded.

        Raise WorkerLost if it gives no answer, SandboxUnavailable if the required sandbox is not complete.
        """
        self.close()
        packages = package_folders(self.options.allow or ())
        self.sandbox = Sandbox(self.source, self.options.limits, self.options.sandbox != "off", packages)
        positions()  # computed while the worker starts
        self.containment = self.sandbox.lock()
        if self.options.sandbox == "required" and self.containment.kind != "hardened":
            # The file has not been sent yet.
            raise SandboxUnavailable(
                f"a complete sandbox is required, but this machine offers only {self.containment.kind!r} "
                f"(not protected: {', '.join(self.containment.open) or 'some locks'}): "
                "use another machine, or --sandbox auto"
            )
        return self.sandbox.load(self.deadline - time.monotonic())

    def close(self) -> None:
        """End the worker, if there is one."""
        if self.sandbox:
            self.sandbox.close()
        self.sandbox = None

    def lines(self, asked: list[str]) -> list[str]:
        """Return the answer to each line, an empty text if there is none."""
        assert self.sandbox is not None
        self.sandbox.send("\n".join(["careful", *asked, "", ""]))
        answers = self.sandbox.lines(len(asked), self.deadline)
        return answers + [""] * (len(asked) - len(answers))

    @property
    def loss(self) -> Loss | None:
        """Why the worker gives no more answers, or None."""
        return self.sandbox.loss if self.sandbox else None

    @property
    def is_late(self) -> bool:
        """Whether the time limit of the check has passed."""
        return time.monotonic() >= self.deadline

    @property
    def has_failed(self) -> bool:
        """Whether the worker must be replaced before it can be asked again."""
        return self.sandbox is None or self.sandbox.loss is not None

    def answers(self, group: list[Question]) -> Iterator[tuple[Question, str | Loss | None]]:
        """Yield each question with its answer, a Loss if it ended the worker, or None if it was not reached.

        A lost worker is replaced, and the questions without an answer are asked again.
        """
        slow = group[0].function == "minimax" and group[0].position.count(FREE) >= SLOW_FREE_CELLS
        size = BATCH_SLOW_QUESTIONS if slow else BATCH_QUESTIONS
        waiting, careful, failures = group, False, 0
        loss: Loss | None = None
        while waiting:
            taken = 0
            for batch, answers in self.stream(chunks(waiting, size), careful):
                taken += len(answers)
                yield from zip(batch, answers, strict=False)
            waiting = waiting[taken:]
            if not waiting or self.loss is None or self.is_late:
                break
            loss = self.loss
            if careful:  # then the first question without an answer ended the worker
                failures += 1
                yield waiting[0], loss
                waiting = waiting[1:]
            careful = True
            if not self.restart() or failures >= RESTARTS_PER_FUNCTION_MAX:
                break
        if loss and not failures and not waiting:
            self.note_loss(loss)
        yield from ((question, None) for question in waiting)

    def note_loss(self, loss: Loss) -> None:
        """Keep the loss of a worker that no question explains, if the file ended its process itself."""
        if loss.is_own_doing:
            self.unexplained.append(loss)

    def stream(self, batches: Iterable[list[Asked]], careful: bool = False) -> Iterator[tuple[list[Asked], list[str]]]:
        """Yield each batch with its answers; the last batch has fewer answers if the worker is lost."""
        coming, sent = iter(batches), deque[list[Asked]]()

        def send() -> None:
            batch = next(coming, None) if self.sandbox and not self.is_late else None
            if batch and self.sandbox:
                lines = "".join([f"{question.line}\n" for question in batch])
                self.sandbox.send(("careful\n" if careful else "") + lines + "\n")
                sent.append(batch)

        send()
        send()
        while sent and self.sandbox:
            batch = sent.popleft()
            answers = self.sandbox.lines(len(batch), self.deadline)
            if len(answers) < len(batch):
                yield batch, answers
                return
            send()
            yield batch, answers

    def restart(self) -> bool:
        """Start another worker; return whether it loaded the file."""
        self._restarts += 1
        try:
            return self._restarts <= RESTARTS_MAX and self.open().startswith("loaded")
        except WorkerLost:
            self.close()
            return False


def chunks(items: list[T], size: int) -> Iterator[list[T]]:
    """Yield a list in pieces of at most `size` items."""
    return (items[start : start + size] for start in range(0, len(items), size))


def installed(name: str) -> ModuleSpec | None:
    """Return the spec of a module, None if it is not installed."""
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
