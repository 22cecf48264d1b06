"""Go through the calls of a trace one by one, forwards and backwards."""

from collections.abc import Callable, Iterator

from noughts.check.source import source_lines
from noughts.errors import BadInput
from noughts.game import notation
from noughts.game.rules import CLASSIC
from noughts.support.text import printable
from noughts.trace.node import Judge, Window
from noughts.trace.recording import Record
from noughts.trace.text import drawn, stack_text
from noughts.trace.tracing import Trace
from noughts.trace.truth import RULES, is_wrong_result
from noughts.trace.words import expected_text, outcome_text, result_text

HELP = """\
n  next call            b  previous call      i  first call inside this one   v  next call that is not inside this one
o  caller of this call  w  next wrong call    s  start                        q  quit
j BOARD  next call on that board, e.g. 'j X.O.X....'   An empty line repeats the last command."""
# The most boards of a call and its callers, and the most results of earlier calls, that are shown.
STACK_BOARDS_MAX, RESULTS_MAX = 7, 9


class Replay:
    """A place in the tree of calls. The methods that go to another call return whether there is such a call."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.recording = trace, trace.recording
        self.judge = Judge(trace.recording, trace.roles)
        self.path: list[int] = []  # the way down from the root: which child to take at each level
        self._wrong = [self.is_wrong(record) for record in self.recording.records]

    def is_wrong(self, record: Record) -> bool:
        """Return whether the result of a call is known to be wrong."""
        if self.recording.name(record) in RULES:
            return is_wrong_result(self.recording, record)
        is_search = record.function in self.trace.roles.recursion or record is self.recording.root
        return is_search and self.judge.is_right(record, Window()) is False

    def numbers(self) -> list[int]:
        """Return the numbers of the records on the path, the root first."""
        numbers = [len(self.recording.records) - 1]
        for child in self.path:
            numbers.append(self.recording.records[numbers[-1]].children[child])
        return numbers

    @property
    def record(self) -> Record:
        """The record of the call that is shown."""
        return self.recording.records[self.numbers()[-1]]

    def into(self) -> bool:
        """Go to the first call inside this one."""
        if not self.record.children:
            return False
        self.path.append(0)
        return True

    def over(self) -> bool:
        """Go to the next call that is not inside this one."""
        numbers, path = self.numbers(), list(self.path)
        while path:
            numbers.pop()
            following = path.pop() + 1
            if following < len(self.recording.records[numbers[-1]].children):
                self.path = [*path, following]
                return True
        return False

    def next(self) -> bool:
        """Go to the next call, in the order in which the calls began."""
        return self.into() or self.over()

    def back(self) -> bool:
        """Go to the previous call, in the order in which the calls began."""
        if not self.path:
            return False
        child = self.path.pop()
        if child:
            self.path.append(child - 1)
            while self.record.children:
                self.path.append(len(self.record.children) - 1)
        return True

    def out(self) -> bool:
        """Go to the caller of this call."""
        if not self.path:
            return False
        self.path.pop()
        return True

    def start(self) -> bool:
        """Go to the root, the call that was traced."""
        self.path = []
        return True

    def next_wrong(self) -> bool:
        """Go to the next call with a wrong result."""
        return self._seek(self._wrong)

    def jump(self, position: str) -> bool:
        """Go to the next call on a position."""
        return self._seek([record.board == position for record in self.recording.records])

    def _seek(self, is_wanted: list[bool]) -> bool:
        """Go to the next call whose record is wanted and return True; stay here and return False if there is none."""
        has_wanted: list[bool] = []  # for each record, whether it or a call inside it is wanted
        for record, wanted in zip(self.recording.records, is_wanted, strict=True):
            has_wanted.append(wanted or any(has_wanted[child] for child in record.children))
        before = list(self.path)
        moved = self.next()
        while moved:
            number = self.numbers()[-1]
            if is_wanted[number]:
                return True
            moved = self.next() if has_wanted[number] else self.over()
        self.path = before
        return False

    def lines(self) -> Iterator[str]:
        """Yield the lines to print for the call: the boards of its callers, its board, its line and its result.

        The last line has the results of earlier calls that the same caller made.
        """
        numbers = self.numbers()
        records = [self.recording.records[number] for number in numbers]
        record = records[-1]
        yield ""
        searches = [each for each in records if self.recording.name(each) not in RULES]
        if len(searches) > 1:
            yield stack_text([each.board for each in searches[-STACK_BOARDS_MAX:]])
            yield ""
        if record.board:
            yield drawn(record.board)
        source = source_lines(self.trace.source)
        if 0 < record.line <= len(source):
            yield f"line {record.line}: {printable(source[record.line - 1].strip())}"
        expected = expected_text(self.recording, self.trace.roles, record)
        mark = f"  <- wrong{f'; expected {expected}' if expected else ''}" if self._wrong[numbers[-1]] else ""
        yield outcome_text(self.recording, record) + mark
        if len(records) > 1:
            earlier = [self.recording.records[number] for number in records[-2].children[: self.path[-1]]]
            results = [f"{self.recording.name(each)}: {result_text(each)}" for each in earlier[-RESULTS_MAX:]]
            yield f"earlier results in {self.recording.name(records[-2])}: {', '.join(results) or 'none'}"


def loop(trace: Trace) -> None:
    """Read commands and show calls until the user quits, presses Ctrl-C, or the input ends."""
    shown = Replay(trace)
    commands: dict[str, Callable[[], bool]] = {
        "n": shown.next, "b": shown.back, "i": shown.into, "v": shown.over, "o": shown.out, "u": shown.out,
        "w": shown.next_wrong, "s": shown.start,
    }  # fmt: skip
    print(HELP)
    print("\n".join(shown.lines()))
    last = "n"
    while True:
        try:
            words = (input("> ").strip() or last).split()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if words[0] in ("q", "quit", "exit"):
            return
        try:
            if words[0] == "j":
                moved = shown.jump(notation.read_position(CLASSIC, "".join(words[1:])))
            else:
                moved = commands[words[0]]()
        except KeyError:
            print(f"{printable(words[0])!r} is not a command.\n{HELP}" if words[0] not in ("h", "?", "help") else HELP)
            continue
        except BadInput as error:
            print(f"{error}; type, for example, 'j X.O.X....'")
            continue
        last = " ".join(words)
        print("\n".join(shown.lines()) if moved else "There is no such call.")
