"""Record a file's search in the sandbox, and read what the worker sends. Nothing in it is trusted."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from noughts.check.asking import Asker, Options
from noughts.check.limits import Limits
from noughts.check.sandbox.clock import Budget, Loss, WorkerLost
from noughts.check.source import inspect
from noughts.errors import NotTraceable
from noughts.game.rules import FREE, Position

WORKER = "noughts.trace.worker"
# CPU seconds for all recordings and trials of one file.
SECONDS_MAX = 120.0
# From this many free cells on, calls of the rule functions are not recorded if the file keeps state.
LARGE_FREE_CELLS = 8
POSITION_SIGNS = frozenset("XO.")


@dataclass(frozen=True)
class Function:
    """A function of the file."""

    name: str
    line: int
    last_line: int
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Raised:
    """An exception that left a call, and the line of the file where it was raised."""

    type: str
    line: int
    text: str


@dataclass(frozen=True)
class Record:
    """One call, or several equal calls."""

    function: int  # its index among the functions
    line: int  # where it was called
    arguments: tuple[Any, ...]  # plain data, see worker.py; the first ones in the order of the parameters
    value: Any
    error: Raised | None
    has_changed: bool  # whether an argument was changed by the call
    children: tuple[int, ...]
    number: int  # which call of the run it was first

    @property
    def board(self) -> Position | None:
        """The board on which the function was called, if there is one."""
        return next((board for argument in self.arguments if (board := board_of(argument))), None)


@dataclass(frozen=True)
class Step:
    """A line that ran in a call, and what it changed."""

    line: int
    changed: str


@dataclass(frozen=True)
class Recording:
    """All calls inside one call, children before parents; the last record is that call itself."""

    call: str  # "minimax", or "result:0,1" with an action
    position: Position
    functions: tuple[Function, ...]
    records: tuple[Record, ...]
    calls: int
    is_whole: bool  # False if the search was ended because it took too long
    is_cut: bool  # whether some calls were left out
    steps: tuple[Step, ...] = ()

    @property
    def counts(self) -> list[int]:
        """How often each record's call was made."""
        counts = [0] * len(self.records)
        counts[-1] = 1
        for number in range(len(self.records) - 1, -1, -1):
            for child in self.records[number].children:
                counts[child] += counts[number]
        return counts

    @property
    def root(self) -> Record:
        """The call on the position."""
        return self.records[-1]

    def name(self, record: Record) -> str:
        """Return the name of the function that was called."""
        return self.functions[record.function].name


@dataclass
class Runner:
    """Runs a file in the sandbox, each time in a new worker; `budget` limits all runs together."""

    source: str
    options: Options = field(default_factory=lambda: Options(limits=Limits(answer_cpu_seconds_max=70.0)))
    budget: Budget = field(default_factory=lambda: Budget(SECONDS_MAX))

    def __post_init__(self) -> None:
        inspection = inspect(self.source)
        if inspection.problem or inspection.tree is None:
            raise NotTraceable(inspection.problem.words if inspection.problem else "it cannot be read")
        self.tree = inspection.tree
        self.is_stateless = inspection.is_stateless

    def asker(self, records: bool = True) -> Asker:
        """Return a worker that has loaded the file; one that can record, or a plain one, which is faster."""
        asker = Asker(self.source, self.options, self.budget, *([WORKER] if records else []))
        try:
            loaded = asker.open()
            if not loaded.startswith("loaded"):
                asker.close()
                raise NotTraceable(f"it cannot be loaded: {loaded.partition(chr(9))[0].removeprefix('failed ')}")
        except WorkerLost as lost:
            asker.close()
            raise NotTraceable(loss_words(lost.loss)) from None
        return asker

    def record(
        self, position: Position, call: str = "minimax", watched: int = -1, fixes: Sequence[str] = ()
    ) -> Recording:
        """Record a call on a position. `watched` is the number of a call whose lines are wanted."""
        asker = self.asker()
        try:
            assert asker.sandbox is not None
            if fixes and len(asker.lines(list(fixes))) < len(fixes):
                raise NotTraceable(loss_words(asker.loss))
            is_large = position.count(FREE) >= LARGE_FREE_CELLS and call == "minimax"
            state = "stateless" if self.is_stateless else "large" if is_large else "stateful"
            question = f"trace {call} {position} {state} {watched}"
            seconds = self.options.limits.answer_cpu_seconds_max
            asker.sandbox.send(f"careful\n{question}\n\n")
            head = asker.sandbox.lines(1, seconds)
            count = count_of(head[0]) if head else 0
            rows = asker.sandbox.lines(count, seconds)
            if not head or len(rows) < count:
                raise NotTraceable(loss_words(asker.loss))
            return recording_of(call, position, head[0], rows)
        finally:
            asker.close()


def loss_words(loss: Loss | None) -> str:
    """Return why a worker gave no records."""
    return f"its process was lost ({loss.kind.value})" if loss else "its process was lost"


def count_of(head: str) -> int:
    """Return the number of records that a head announces."""
    try:
        return min(int(json.loads(head)["records"]), 200_000)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NotTraceable("it wrote into the recording") from None


def recording_of(call: str, position: Position, head: str, rows: Sequence[str]) -> Recording:
    """Return the recording that the worker sent; raise NotTraceable if it is malformed."""
    try:
        fields = json.loads(head)
        functions = tuple(
            Function(str(name), int(first), int(last), tuple(map(str, parameters)))
            for name, first, last, parameters in fields["functions"]
        )
        records = tuple(record_of(row, number, functions) for number, row in enumerate(map(json.loads, rows)))
        steps = tuple(Step(int(line), str(changed)) for line, changed in fields["lines"])
        calls, is_whole, is_cut = int(fields["calls"]), bool(fields["whole"]), bool(fields["cut"])
        if not records or functions[records[-1].function].name != call.partition(":")[0]:
            raise ValueError("the last record is not the call")
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise NotTraceable("it wrote into the recording, or replaced its own functions") from None
    return Recording(call, position, functions, records, calls, is_whole, is_cut, steps)


def record_of(row: Any, number: int, functions: Sequence[Function]) -> Record:
    """Return one record; raise ValueError if a child does not come before it."""
    function, line, arguments, value, error, changed, children, call = row
    if not 0 <= function < len(functions) or not all(0 <= child < number for child in children):
        raise ValueError("a record does not fit")
    raised = None if error is None else Raised(str(error[0]), int(error[1]), str(error[2]))
    return Record(
        int(function), int(line), tuple(arguments), value, raised, bool(changed), tuple(map(int, children)), int(call)
    )


def board_of(data: Any) -> Position | None:
    """Return the position in an encoded argument: a board or its text, an object's board, or an argument by name."""
    if not isinstance(data, list) or len(data) < 2:
        return None
    if (
        data[0] in ("board", "str")
        and isinstance(data[1], str)
        and len(data[1]) == 9
        and POSITION_SIGNS.issuperset(data[1])
    ):
        return data[1]
    return board_of(data[2]) if data[0] in ("object", "named") and len(data) == 3 else None
