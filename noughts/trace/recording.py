"""Record a file's search in the sandbox. What the worker sends is not trusted."""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from noughts.check.asking import Asker, Options
from noughts.check.examination import load_problem
from noughts.check.limits import Limits
from noughts.check.sandbox import worker
from noughts.check.sandbox.clock import Budget, Loss, WorkerLost
from noughts.check.source import inspect
from noughts.errors import NotTraceable
from noughts.game.rules import FREE, Position
from noughts.support.text import printable

WORKER = "noughts.trace.worker"
# The CPU time limits, in seconds: for all recordings and trials of one file, and for one recording.
SECONDS_MAX = 120.0
ANSWER_SECONDS_MAX = 70.0
# With this many free cells or more, calls of the rule functions are not recorded if the file keeps state.
LARGE_FREE_CELLS = 8
# The most records that are read.
RECORDS_MAX = 200_000
POSITION_SIGNS = frozenset("XO.")
INTS_BELOW = 10**9  # the worker sends no larger ones
TAMPERED = "it interfered with the recording, or replaced its own functions while it ran"


@dataclass(frozen=True)
class Function:
    """A function of the file: its name, its first and last line, and the names of its parameters."""

    name: str
    line: int
    last_line: int
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Raised:
    """An exception: its type, the line of the file where it was raised (0: not known), and its message."""

    type: str
    line: int
    text: str


@dataclass(frozen=True)
class Record:
    """One call, or several equal calls."""

    function: int  # the index of the function in the recording
    line: int  # the line of the call, 0 if it is outside the file
    arguments: tuple[Any, ...]  # encoded (see worker.py); if none has a board, boards in outer variables follow
    value: Any  # encoded; None if there is an error
    error: Raised | None
    has_changed: bool  # whether the call changed a list among its arguments
    children: tuple[int, ...]  # the indexes of the records of the calls made inside
    number: int  # the number of the first of the equal calls, in the order in which calls began

    @property
    def board(self) -> Position | None:
        """The first board among the arguments, or None."""
        return next((board for argument in self.arguments if (board := board_of(argument))), None)


@dataclass(frozen=True)
class Step:
    """A line that ran in a call, and the local variables that the line changed, e.g. "best = 1"."""

    line: int
    changed: str


@dataclass(frozen=True)
class Recording:
    """One call and all calls inside it. Children come before their parents, so the last record is the call itself."""

    call: str  # the name of a function, e.g. "minimax"; with an action, "result:0,1"
    position: Position
    functions: tuple[Function, ...]
    records: tuple[Record, ...]
    calls: int  # the calls that were made; equal calls need not be made again
    is_whole: bool  # False if the recording took too long and was ended
    is_cut: bool  # True if calls were left out or merged, because there were too many
    steps: tuple[Step, ...] = ()  # the lines that ran in the call number `watched` (see Runner.record)

    @property
    def counts(self) -> list[int]:
        """How many calls each record stands for."""
        counts = [0] * len(self.records)
        counts[-1] = 1
        for number in range(len(self.records) - 1, -1, -1):
            for child in self.records[number].children:
                counts[child] += counts[number]
        return counts

    @property
    def root(self) -> Record:
        """The record of the call that was traced."""
        return self.records[-1]

    def name(self, record: Record) -> str:
        """Return the name of the function that was called."""
        return self.functions[record.function].name


@dataclass
class Runner:
    """Runs a file in the sandbox, each time in a new worker; raises NotTraceable if the file cannot be compiled.

    `budget` is the time limit for all runs together.
    """

    source: str
    options: Options = field(default_factory=lambda: Options(limits=Limits(answer_cpu_seconds_max=ANSWER_SECONDS_MAX)))
    budget: Budget = field(default_factory=lambda: Budget(SECONDS_MAX))

    def __post_init__(self) -> None:
        inspection = inspect(self.source)
        if inspection.problem or inspection.tree is None:
            raise NotTraceable(inspection.problem.words if inspection.problem else "it cannot be read")
        self.tree = inspection.tree
        self.is_stateless = inspection.is_stateless

    def asker(self, records: bool = True) -> Asker:
        """Return an asker whose worker has loaded the file.

        Without `records`, the worker is faster, but it only answers questions: it cannot record calls or try changes.
        Raise NotTraceable if the file cannot be loaded, and SandboxUnavailable if the required sandbox is missing.
        """
        asker = Asker(self.source, self.options, self.budget, WORKER if records else worker.__name__)
        try:
            loaded = asker.open()
            if not loaded.startswith("loaded"):
                asker.close()
                raise NotTraceable(load_problem(loaded.partition("\t")[0].removeprefix("failed ")).words)
        except WorkerLost as lost:
            asker.close()
            raise NotTraceable(loss_words(lost.loss)) from None
        return asker

    def record(
        self, position: Position, call: str = "minimax", watched: int = -1, fixes: Sequence[str] = ()
    ) -> Recording:
        """Return the recording of a call on a position; raise NotTraceable if the worker does not send one.

        `call` is the name of a function, or "result:0,1" with an action. `watched` is the number of the call whose
        lines are noted (-1: none). `fixes` are commands "fix ..." that replace results (see worker.py).
        """
        is_large = position.count(FREE) >= LARGE_FREE_CELLS and call == "minimax"
        state = "stateless" if self.is_stateless else "large" if is_large else "stateful"
        seconds = self.options.limits.answer_cpu_seconds_max
        with closing(self.asker()) as asker:
            assert asker.sandbox is not None
            if fixes and len(asker.lines(list(fixes))) < len(fixes):
                raise NotTraceable(loss_words(asker.loss))
            asker.sandbox.send(f"careful\ntrace {call} {position} {state} {watched}\n\n")
            head = asker.sandbox.lines(1, seconds)
            count = count_of(head[0]) if head else 0
            rows = asker.sandbox.lines(count, seconds)
            if not head or len(rows) < count:
                raise NotTraceable(loss_words(asker.loss))
        return recording_of(call, position, head[0], rows)


def loss_words(loss: Loss | None) -> str:
    """Return why a worker was lost, in words; None means that no reason is known."""
    return loss.words if loss else "its process ended unexpectedly"


def count_of(head: str) -> int:
    """Return the number of records that a header gives, at most RECORDS_MAX; raise NotTraceable if it is malformed."""
    try:
        return min(int(json.loads(head)["records"]), RECORDS_MAX)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise NotTraceable(TAMPERED) from None


def recording_of(call: str, position: Position, head: str, rows: Sequence[str]) -> Recording:
    """Return the recording that the lines of a worker describe; raise NotTraceable if the lines are malformed."""
    try:
        fields = json.loads(head)
        functions = tuple(
            Function(printable(str(name)), int(first), int(last), tuple(printable(str(each)) for each in parameters))
            for name, first, last, parameters in fields["functions"]
        )
        records = tuple(record_of(row, number, functions) for number, row in enumerate(map(json.loads, rows)))
        steps = tuple(Step(int(line), str(changed)) for line, changed in fields["lines"])
        calls, is_whole, is_cut = int(fields["calls"]), bool(fields["whole"]), bool(fields["cut"])
        if not records or functions[records[-1].function].name != call.partition(":")[0]:
            raise ValueError("the last record is not the traced call")
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
        raise NotTraceable(TAMPERED) from None
    return Recording(call, position, functions, records, calls, is_whole, is_cut, steps)


def record_of(row: Any, number: int, functions: Sequence[Function]) -> Record:
    """Return one record; raise ValueError if it has an unknown function, a child that comes later, or a bad value."""
    function, line, arguments, value, error, changed, children, call = row
    if not 0 <= function < len(functions) or not all(0 <= child < number for child in children):
        raise ValueError("a record has a function that does not exist, or a child that does not come before it")
    if not all(map(is_encoded, [value, *arguments])):
        raise ValueError("a record has a value that is not encoded as the worker encodes values")
    raised = None
    if error is not None:
        raised = Raised(printable(str(error[0])), int(error[1]), printable(" ".join(str(error[2]).split())))
    return Record(
        int(function), int(line), tuple(arguments), value, raised, bool(changed), tuple(map(int, children)), int(call)
    )


def is_encoded(data: Any) -> bool:
    """Return whether the data is a value as the worker encodes it."""
    match data:
        case ["tuple" | "list" | "set" | "dict", *parts]:
            return all(map(is_encoded, parts))
        case ["object" | "named", str(name), part]:
            return name.isprintable() and is_encoded(part)
        case ["other", str(name)]:
            return name.isprintable()
        case ["float", text]:
            return text in ("inf", "-inf", "nan")
        case ["str" | "board", str()]:
            return True
        case int():
            return abs(data) < INTS_BELOW
    return data is None or isinstance(data, float)


def board_of(data: Any) -> Position | None:
    """Return the position in an encoded board, string, object or named argument; None if there is none."""
    if not isinstance(data, list) or len(data) < 2:
        return None
    kind, value = data[:2]
    if kind in ("board", "str") and isinstance(value, str) and len(value) == 9 and POSITION_SIGNS.issuperset(value):
        return value
    return board_of(data[2]) if kind in ("object", "named") and len(data) == 3 else None
