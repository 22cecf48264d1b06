"""Go through the calls of a trace one by one, forwards and back."""

from collections.abc import Callable, Iterator

from noughts.errors import BadInput
from noughts.game import notation
from noughts.game.rules import CLASSIC
from noughts.support.text import printable
from noughts.trace.node import Judge, Window
from noughts.trace.recording import Record
from noughts.trace.text import drawn, stack_text
from noughts.trace.tracing import Trace
from noughts.trace.truth import RULES, is_wrong_answer
from noughts.trace.words import call_text, expected_text, result_text

HELP = """\
n  next call           b  back               i  into the first call inside   v  over: skip the calls inside
o  out: the caller     w  next wrong call    s  the start                    q  quit
j BOARD  the next call on that board, e.g. j X.O.X....        the empty line repeats the last command"""
# How many boards of the stack and how many results of earlier calls are shown.
STACK_SHOWN, RESULTS_SHOWN = 7, 9


class Replay:
    """A place in the tree of calls: the records from the root down, and which child each one is."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.recording = trace, trace.recording
        self.judge = Judge(trace.recording, trace.roles)
        self.path: list[int] = []  # at each level, the number of the child
        self._wrong = [self.is_wrong(record) for record in self.recording.records]
        self._has_wrong: list[bool] = []  # whether a call or one inside it is wrong
        for record, wrong in zip(self.recording.records, self._wrong, strict=True):
            self._has_wrong.append(wrong or any(self._has_wrong[child] for child in record.children))

    def is_wrong(self, record: Record) -> bool:
        """Return whether the result of a call is wrong, as far as that can be told."""
        if self.recording.name(record) in RULES:
            return is_wrong_answer(self.recording, record)
        is_search = record.function in self.trace.roles.recursion or record is self.recording.root
        return is_search and self.judge.is_right(record, Window()) is False

    def numbers(self) -> list[int]:
        """Return the records on the path, the root first."""
        numbers = [len(self.recording.records) - 1]
        for place in self.path:
            numbers.append(self.recording.records[numbers[-1]].children[place])
        return numbers

    @property
    def record(self) -> Record:
        """The call that is shown."""
        return self.recording.records[self.numbers()[-1]]

    def into(self) -> bool:
        """Go to the first call inside this one."""
        if not self.record.children:
            return False
        self.path.append(0)
        return True

    def over(self) -> bool:
        """Go to the next call after this one, without the calls inside it."""
        numbers, path = self.numbers(), list(self.path)
        while path:
            numbers.pop()
            place = path.pop() + 1
            if place < len(self.recording.records[numbers[-1]].children):
                self.path = [*path, place]
                return True
        return False

    def next(self) -> bool:
        """Go to the next call in the order in which they were made."""
        return self.into() or self.over()

    def back(self) -> bool:
        """Go to the call before this one."""
        if not self.path:
            return False
        place = self.path.pop()
        if place:
            self.path.append(place - 1)
            while self.record.children:
                self.path.append(len(self.record.children) - 1)
        return True

    def out(self) -> bool:
        """Go to the caller."""
        if self.path:
            self.path.pop()
            return True
        return False

    def start(self) -> bool:
        """Go to the first call."""
        self.path = []
        return True

    def next_wrong(self) -> bool:
        """Go to the next call with a wrong result."""
        return self._seek(lambda number: self._wrong[number], lambda number: self._has_wrong[number])

    def jump(self, position: str) -> bool:
        """Go to the next call on a board."""
        holds = [record.board == position for record in self.recording.records]
        below: list[bool] = []
        for record, held in zip(self.recording.records, holds, strict=True):
            below.append(held or any(below[child] for child in record.children))
        return self._seek(holds.__getitem__, below.__getitem__)

    def _seek(self, wanted: Callable[[int], bool], is_worth: Callable[[int], bool]) -> bool:
        """Go to the next call that is wanted; calls with none inside are skipped. Stay if there is none."""
        before = list(self.path)
        moved = self.next()
        while moved:
            number = self.numbers()[-1]
            if wanted(number):
                return True
            moved = self.next() if is_worth(number) else self.over()
        self.path = before
        return False

    def lines(self) -> Iterator[str]:
        """Yield the lines that show the call: the stack, the board, the source line, and the results so far."""
        records = [self.recording.records[number] for number in self.numbers()]
        record = records[-1]
        yield ""
        searches = [each for each in records if self.recording.name(each) not in RULES]
        if len(searches) > 1:
            yield stack_text([each.board for each in searches[-STACK_SHOWN:]])
            yield ""
        if record.board:
            yield drawn(record.board)
        source = self.trace.source.splitlines()
        if record.line and record.line <= len(source):
            yield f"line {record.line}: {printable(source[record.line - 1].strip())}"
        wrong = self._wrong[self.numbers()[-1]]
        right = expected_text(self.recording, self.trace.roles, record)
        did = "raised" if record.error else "returned"
        yield f"{call_text(self.recording, record)} {did} {result_text(record)}" + (
            f"  <- wrong{f'; right is {right}' if right else ''}" if wrong else ""
        )
        if len(records) > 1:
            earlier = records[-2].children[: self.path[-1]]
            shown = [self.recording.records[number] for number in earlier[-RESULTS_SHOWN:]]
            results = [f"{self.recording.name(each)}: {result_text(each)}" for each in shown]
            yield f"before it in {self.recording.name(records[-2])}: {', '.join(results) or 'nothing'}"


def loop(trace: Trace) -> None:
    """Read commands and show the calls until the person quits."""
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
            moved = shown.jump(board_in(words)) if words[0] == "j" else commands[words[0]]()
        except KeyError:
            print(f"{printable(words[0])!r} is not a command.\n{HELP}" if words[0] not in ("h", "?", "help") else HELP)
            continue
        except BadInput as error:
            print(f"{error}; e.g. j X.O.X....")
            continue
        last = " ".join(words)
        print("\n".join(shown.lines()) if moved else "There is no such call.")


def board_in(words: list[str]) -> str:
    """Return the board of a jump."""
    return notation.read_position(CLASSIC, "".join(words[1:]))
