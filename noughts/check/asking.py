"""Put questions to a submission and bring the answers home, whatever becomes of the children that answer.

batch       questions that are sent together; the next batch is always on its way
careful     each answer is sent at once, so that the first that is missing tells which question ended the child
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from noughts.check.box import ENDED, Box, Containment, Gone, Limits
from noughts.check.questions import NO_ANSWER, Bulk, Question, bulk, positions, prepare
from noughts.check.rulings import lacking, package_folders
from noughts.game.rules import FREE

T = TypeVar("T")
# What is sent: both have a line.
Asked = TypeVar("Asked", Question, Bulk)

BATCH_QUESTIONS = 400
# With that many free cells a search may take seconds: a batch is small, so that the answers are known as they come.
SLOW_FREE_CELLS = 7
BATCH_SLOW_QUESTIONS = 4
# A child that ended or hung is replaced so often, and so often for one function.
RESTARTS_MAX = 6
RESTARTS_PER_FUNCTION_MAX = 2


class NoBox(Exception):
    """Containment was required and cannot be had."""


@dataclass(frozen=True)
class Options:
    """How a submission is checked."""

    quick: bool = False
    seed: int = 0
    allow: tuple[str, ...] | None = None
    seconds_max: float = 180.0
    box: str = "auto"
    limits: Limits = field(default_factory=Limits)


class Asker:
    """The children of one submission, one at a time."""

    def __init__(self, source: str, options: Options) -> None:
        self.source, self.options = source, options
        self.deadline = time.monotonic() + options.seconds_max
        self.box: Box | None = None
        self.containment: Containment | None = None
        self.unexplained: list[str] = []  # deaths that no question explains
        self._restarts = 0

    def open(self) -> str:
        """Start a child; the line that tells how loading went."""
        self.close()
        packages = package_folders(self.options.allow or ())
        self.box = Box(self.source, self.options.limits, self.options.box != "off", packages)
        positions()  # worked out while the child starts
        self.containment = self.box.lock()
        if self.options.box == "required" and self.containment.kind != "hardened":
            raise NoBox(lacking(self.containment))  # before a line of the file is handed over
        return self.box.load(self.deadline - time.monotonic())

    def close(self) -> None:
        """End the child, if there is one."""
        if self.box:
            self.box.close()
        self.box = None

    def lines(self, asked: list[str]) -> list[str]:
        """The answers to some lines, empty where there is none."""
        assert self.box is not None
        self.box.send("\n".join(["careful", *asked, "", ""]))
        answers = self.box.lines(len(asked), self.deadline)
        return answers + [""] * (len(asked) - len(answers))

    @property
    def is_late(self) -> bool:
        """Is the time up?"""
        return time.monotonic() >= self.deadline

    @property
    def has_failed(self) -> bool:
        """Must the child be replaced before it can be asked again?"""
        return self.box is None or bool(self.box.reason)

    def answers(self, group: list[Question]) -> Iterator[tuple[Question, str | None]]:
        """Each question with its answer, None where it was not reached; a child that fails is replaced."""
        slow = group[0].function == "minimax" and group[0].position.count(FREE) >= SLOW_FREE_CELLS
        size = BATCH_SLOW_QUESTIONS if slow else BATCH_QUESTIONS
        waiting, careful, failures = group, False, 0
        died = ""
        while waiting:
            taken = 0
            for batch, answers in self.stream(chunks(waiting, size), careful):
                taken += len(answers)
                yield from zip(batch, answers, strict=False)
            waiting = waiting[taken:]
            if not waiting or self.box is None or self.is_late:
                break
            if careful:  # then the first without an answer is the culprit
                failures += 1
                yield waiting[0], f"{NO_ANSWER}{self.box.reason}\t"
                waiting = waiting[1:]
            died, careful = self.box.reason, True
            if not self.restart() or failures >= RESTARTS_PER_FUNCTION_MAX:
                break
        if died and not failures and not waiting:
            self.note_death(died)
        yield from ((question, None) for question in waiting)

    def note_death(self, reason: str) -> None:
        """A child ended, and when its questions were asked again none of them ended it."""
        if reason.startswith(ENDED):
            self.unexplained.append(reason)

    def stream(self, batches: Iterable[list[Asked]], careful: bool = False) -> Iterator[tuple[list[Asked], list[str]]]:
        """Each batch with its answers, fewer at the end where the child failed. The next batch is always on its way."""
        coming, flying = iter(batches), deque[list[Asked]]()

        def send() -> None:
            batch = next(coming, None) if self.box and not self.is_late else None
            if batch and self.box:
                self.box.send(("careful\n" if careful else "") + "".join([f"{each.line}\n" for each in batch]) + "\n")
                flying.append(batch)

        send()
        send()
        while flying and self.box:
            batch = flying.popleft()
            answers = self.box.lines(len(batch), self.deadline)
            if len(answers) < len(batch):
                yield batch, answers
                return
            send()
            yield batch, answers

    def restart(self) -> bool:
        """Another child in the place of one that failed."""
        self._restarts += 1
        try:
            return self._restarts <= RESTARTS_MAX and self.open().startswith("loaded")
        except Gone:
            self.close()
            return False


def chunks(some: list[T], size: int) -> Iterator[list[T]]:
    """A list in pieces."""
    return (some[start : start + size] for start in range(0, len(some), size))


def bulks(some: list[str]) -> list[Bulk]:
    """The bulk questions of some positions; what will be asked of them later is worked out on the way."""
    for position in some:
        prepare(position)
    return [bulk(position) for position in some]
