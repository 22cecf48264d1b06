"""The sandbox's worker: lock down this process, load a file, and answer questions. It does not judge the answers.

process.py starts it. Of Noughts, it imports only this folder, and removes it from sys.modules before the file runs.
Worker and parent exchange lines of text:

    out     "locks ...": the names of its locks; "loaded ..." or "failed ..."; then an answer to every line of questions
    in      the source, as a line with its length and then its characters; then lines of questions in batches that end
            with an empty line: "row X.O.X.... winner result:0,1", "names". A batch that begins with the line "careful"
            is answered line by line, without holding answers back.
    answer  values as text with their exact types (encode.py), as calls.py describes for each command
"""

from __future__ import annotations

import os
import sys
from time import perf_counter as clock

from noughts.check.sandbox import calls
from noughts.check.sandbox.encode import FILE, raised
from noughts.check.sandbox.lockdown import lock

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# Answers are held back and sent together: when there are HELD_MAX of them, when one is ready and HELD_SECONDS_MAX have
# passed since answers were last sent, and at the end of a batch.
HELD_MAX = 64
HELD_SECONDS_MAX = 0.002


def main(compiled: Any = None) -> None:
    """Lock down, load the file and answer questions; process.py sets the arguments in sys.argv.

    `compiled` is a function that takes the source and returns its code and the names that the code needs; noughts/trace
    passes a function that returns code that records calls.
    """
    _, parent, memory, cpu, uid, harden, *paths = sys.argv[1:]
    channel_in, channel_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    locked = lock(int(memory), int(cpu), int(uid), harden == "1", paths)
    if hasattr(os, "getppid") and os.name != "nt" and os.getppid() != int(parent):
        return  # the parent ended before this process could ask to die with it
    os.write(channel_out, ("locks " + " ".join(locked) + "\n").encode())
    questions = os.fdopen(channel_in, encoding="utf-8", newline="\n")
    length = int(questions.readline())
    source = questions.read(length)
    sys.path[:] = paths
    sys.argv[:] = [FILE]
    for name in [name for name in sys.modules if name.partition(".")[0] == "noughts"]:
        del sys.modules[name]
    loaded = load(source, compiled or plain_code)
    os.write(channel_out, (loaded[1] + "\n").encode())
    if loaded[0] is not None:
        answer_all(loaded[0], questions, channel_out)


def plain_code(source: str) -> tuple[Any, dict[str, Any]]:
    """Return the code of the source, and an empty dict, because this code needs no other names."""
    return compile(source, FILE, "exec", dont_inherit=True), {}


def load(source: str, compiled: Any) -> tuple[dict[str, Any] | None, str]:
    """Run the source; return its names, and a line that says whether it was loaded.

    The line is "loaded", or "failed" and the exception; then, after a tab each, how often the source printed, asked for
    input and wrote to standard error, and the lines that Python warns about. The names are None after "failed".
    """
    watch, errors = Watch(), Watch()
    for name in ("stdin", "stdout", "__stdin__", "__stdout__"):
        setattr(sys, name, watch)
    sys.stderr = sys.__stderr__ = errors  # type: ignore[assignment, misc]
    module = type(sys)("tictactoe")
    module.__file__ = FILE
    sys.modules["tictactoe"] = module
    loaded, warned = "loaded", ""
    try:
        code, needed = compiled(source)
        module.__dict__.update(needed)
        if errors.written:
            warned, errors.written = warned_lines(source), 0
        exec(code, module.__dict__)
    except BaseException as error:
        loaded = f"failed {raised(error)}"
    calls.printed_at_start = watch.written
    counts = f"{watch.written}\t{watch.asked}\t{errors.written}\t{warned}"
    return module.__dict__ if loaded == "loaded" else None, f"{loaded}\t{counts}"


def warned_lines(source: str) -> str:
    """Return the line numbers of the warnings that Python gives for the source, separated by commas."""
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compile(source, FILE, "exec", dont_inherit=True)
    return ",".join(sorted({str(warning.lineno) for warning in caught}, key=int))


class Watch:
    """Stands in for the file's standard streams: input is empty, output is discarded, and uses of both are counted."""

    encoding, errors, closed = "utf-8", "strict", False

    def __init__(self) -> None:
        self.written = self.asked = 0

    def write(self, text: str) -> int:
        self.written += 1
        return len(text)

    def writelines(self, lines: Any) -> None:
        self.written += 1

    def readline(self, *size: int) -> str:
        self.asked += 1
        return ""

    read = readline

    def readlines(self, *size: int) -> list[str]:
        self.asked += 1
        return []

    def __iter__(self) -> Watch:
        return self

    def __next__(self) -> str:
        self.asked += 1
        raise StopIteration

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def readable(self) -> bool:
        return True

    writable = readable

    def seekable(self) -> bool:
        return False

    def reconfigure(self, **settings: object) -> None:
        pass

    @property
    def buffer(self) -> Watch:
        return self

    def fileno(self) -> int:
        raise OSError("this stream has no file descriptor")


def answer_all(names: dict[str, Any], questions: Any, channel: int) -> None:
    """Answer the lines of questions until there are no more."""
    held: list[str] = []

    def send() -> None:
        data = "".join(held).encode("utf-8", "replace")
        held.clear()
        while data:
            data = data[os.write(channel, data) :]

    while True:
        batch = []
        for line in questions:
            if line == "\n":
                break
            batch.append(line.split())
        if not batch:
            return
        careful, sent = batch[0][0] == "careful", clock()
        for words in batch[careful:]:
            held.append(calls.answer(names, words) + "\n")
            now = clock()
            if careful or len(held) >= HELD_MAX or now - sent > HELD_SECONDS_MAX:
                send()
                sent = now
        send()
