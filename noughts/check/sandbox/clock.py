"""Time limits of a worker (CPU, idle) and of all workers of a file (CPU, clock), and why a worker can be lost."""

import time
from dataclasses import dataclass
from enum import StrEnum

from noughts.check.limits import CLOCK_FACTOR, SECONDS_MAX
from noughts.errors import NoughtsError
from noughts.support.processes import processor_time


class LossKind(StrEnum):
    """Why a worker gives no more answers."""

    TOO_SLOW = "too_slow"
    IDLE = "idle"
    OUT_OF_TIME = "out_of_time"  # the workers of the file have used up its time
    EXITED = "exited"
    SIGNALLED = "signalled"
    CPU_LIMIT = "cpu_limit"
    KILLED = "killed"  # from outside, or by a limit
    GARBAGE = "garbage"
    CLOSED_PIPE = "closed_pipe"


LOSS_WORDS = {
    LossKind.TOO_SLOW: "it did not answer within {number:g} s of processor time",
    LossKind.IDLE: "it did not answer and computed nothing for {number:g} s",
    LossKind.OUT_OF_TIME: "the time limit for the file was reached",
    LossKind.EXITED: "its process ended with exit code {number:.0f}",
    LossKind.SIGNALLED: "its process was ended by signal {number:g}",
    LossKind.CPU_LIMIT: "it used up its processor time",
    LossKind.KILLED: "its process was killed from outside, or by a limit",
    LossKind.GARBAGE: "its process sent output that is not an answer",
    LossKind.CLOSED_PIPE: "it closed the pipe for its answers",
}


@dataclass(frozen=True)
class Loss:
    """Why a worker was lost; `number` is the limit in seconds, the exit code, the signal number, or 0."""

    kind: LossKind
    number: float = 0

    @property
    def words(self) -> str:
        """The loss in words, to be used within a sentence."""
        return LOSS_WORDS[self.kind].format(number=self.number)

    @property
    def is_own_doing(self) -> bool:
        """Whether the file itself counts as the cause of the loss, not the machine or a limit on all workers."""
        return self.kind not in (LossKind.KILLED, LossKind.CPU_LIMIT, LossKind.OUT_OF_TIME)


class WorkerLost(NoughtsError):
    """Raised when a worker gives no more answers; `loss` says why."""

    def __init__(self, loss: Loss) -> None:
        super().__init__(loss.words)
        self.loss = loss


class Budget:
    """The time of all workers of a file: CPU seconds, and CLOCK_FACTOR times as many by the clock from its creation."""

    def __init__(self, cpu_seconds_max: float = SECONDS_MAX) -> None:
        self.cpu_seconds_max = cpu_seconds_max
        self._deadline = time.monotonic() + CLOCK_FACTOR * cpu_seconds_max
        self._used: dict[int, float] = {}

    def note(self, pid: int, cpu_seconds: float) -> None:
        """Note how many CPU seconds a worker has used so far."""
        self._used[pid] = max(cpu_seconds, self._used.get(pid, 0))

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds that all workers have used so far."""
        return sum(list(self._used.values()))

    @property
    def is_used_up(self) -> bool:
        """Whether the file has no time left."""
        return self.cpu_seconds >= self.cpu_seconds_max or time.monotonic() >= self._deadline


class Wait:
    """The limits on one wait for a worker; `check` raises WorkerLost when one of them is exceeded."""

    def __init__(
        self, pid: int, started: float, budget: Budget, cpu_seconds_max: float, idle_seconds_max: float
    ) -> None:
        self.pid, self.started, self.budget = pid, started, budget
        self.cpu_seconds_max, self.idle_seconds_max = cpu_seconds_max, idle_seconds_max
        self._first: float | None = None  # CPU seconds at the first check
        self._last, self._changed_at = -1.0, 0.0

    def check(self) -> None:
        """Note the worker's CPU time; raise WorkerLost if it computes or idles too long, or the budget is used up."""
        usage, now = processor_time(self.pid, self.started), time.monotonic()
        self.budget.note(self.pid, usage.seconds)
        if self.budget.is_used_up:
            raise WorkerLost(Loss(LossKind.OUT_OF_TIME))
        if self._first is None:
            self._first = usage.seconds
        if usage.seconds - self._first > self.cpu_seconds_max:
            raise WorkerLost(Loss(LossKind.TOO_SLOW, self.cpu_seconds_max))
        if usage.is_running or usage.seconds != self._last:
            self._last, self._changed_at = usage.seconds, now
        elif now - self._changed_at > self.idle_seconds_max:
            raise WorkerLost(Loss(LossKind.IDLE, self.idle_seconds_max))
