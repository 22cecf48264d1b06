"""Run a student's file, or our own engine, in a separate process.

The game must survive whatever a file does, so none of the file's code runs in the game's process.

    request     what the process should do, e.g. {"ask": "think", "board": [...], "id": 3}
    answer      a Scene (a board and what the file says about it), a Fault, or Advice

Each is sent as one line of JSON; an answer has the id of its request. What the file prints goes to standard error, and
its standard input is empty. The process runs noughts/play/file_worker.py.
"""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from noughts.game import notation
from noughts.play.advice import Advice
from noughts.play.faults import Fault, FaultFound, FaultKind
from noughts.play.record import Scene
from noughts.support.processes import kill_group
from noughts.support.text import printable

Request: TypeAlias = dict[str, Any]
Answer: TypeAlias = Scene | Fault | Advice
# A function that takes a process and its answer; it is called in another thread.
Deliver: TypeAlias = Callable[["FileProcess", Answer], None]

# How long to wait for the exit code of a process that has closed the pipe for its answers.
EXIT_WAIT_SECONDS = 1.0
# What each request runs, for the message about a process that ended before it answered.
RUNS = {"start": "loading", "move": "result(board, action)", "think": "minimax(board)", "advise": "a search for advice"}


class FileProcess:
    """A process that runs a file, or our own engine if `source` is None, and passes its answers to `deliver`.

    `engine` has the settings of our own engine that differ from its defaults.
    """

    def __init__(
        self, source: Path | None, deliver: Deliver = lambda *_: None, engine: Mapping[str, object] | None = None
    ) -> None:
        self.source = source
        self.name = name_of(source)
        self.deliver = deliver
        self._request: Request | None = None
        self._requests = 0
        self._is_silent = self._is_closed = False
        home = str(Path(__file__).resolve().parents[2])
        code = f"import sys; sys.path[0] = {home!r}; from noughts.play.file_worker import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, str(source or ""), json.dumps(engine) if engine else ""],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that the processes it starts can be killed with it
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def request(self, ask: str, **fields: object) -> None:
        """Send a request. The answer is delivered later; until then, send no other request.

        The answer is a fault or, depending on `ask`:

        start       the first board
        move        the board after `action` on `board`
        think       the board after the move that minimax, or the engine's level, chooses on `board`
        advise      advice about the game with these `moves`, from our own engine; `seconds` limits the search
        """
        assert self._request is None, "one request at a time"
        assert self._process.stdin is not None
        self._requests += 1
        self._request = {"ask": ask, **fields, "id": self._requests}
        with suppress(OSError):  # if the process has ended, the listening thread reports that
            self._process.stdin.write(json.dumps(self._request).encode() + b"\n")

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended, or has closed the pipe for its answers."""
        return self._is_silent or self._process.poll() is not None

    def close(self) -> None:
        """Kill the process and all processes of its group. No more answers are delivered."""
        self._is_closed = True
        kill_group(self._process)
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        # The listening thread closes the other pipe, because a process that the file started may still hold it open.

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                answer = parse_answer(line, self._requests)
                if answer is not None:
                    self._hand_over(answer)
        self._is_silent = True
        if self._request is not None:
            self._hand_over(self._ended(self._request))

    def _hand_over(self, answer: Answer) -> None:
        self._request = None
        if not self._is_closed:
            self.deliver(self, answer)

    def _ended(self, request: Request) -> Fault:
        """Return the fault for a process that ended, or closed its pipe for answers, before it answered `request`."""
        position = notation.from_board(request["board"]) if "board" in request else None
        try:
            code = self._process.wait(timeout=EXIT_WAIT_SECONDS)
            how = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
        except subprocess.TimeoutExpired:
            how = "closed its connection to the game"
        kind = FaultKind.ENDED if self.source else FaultKind.ENGINE_ENDED
        return Fault(kind, file=self.name, call=RUNS[request["ask"]], position=position, value=how)


class FilePlayers:
    """The processes of the files that play a game, for a caller that waits for each answer."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._files = files
        self._processes: dict[int, FileProcess] = {}  # by the index of the file

    def ask(self, index: int, ask: str, **fields: object) -> Scene:
        """Return a file's answer to a request; raise FaultFound if the answer is a fault.

        After a fault, each file is loaded again at its next request, because the person may have fixed it.
        """
        answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        process = self._processes.get(index)
        if process is None or process.has_ended:
            if process is not None:
                process.close()
            process = self._processes[index] = FileProcess(self._files[index])
        process.deliver = lambda _, answer: answers.put(answer)
        process.request(ask, **fields)
        answer = answers.get()
        if isinstance(answer, Scene):
            return answer
        self.close()
        assert isinstance(answer, Fault), "only our own engine gives advice"
        raise FaultFound(answer)

    def close(self) -> None:
        """End all processes; the next request to a file starts a new one."""
        processes, self._processes = self._processes, {}
        for process in processes.values():
            process.close()


def parse_answer(line: bytes, number: int) -> Answer | None:
    """Return the answer in a line of JSON; None if the line does not answer the request with that number."""
    try:
        fields = json.loads(line)
        if fields["id"] != number:
            return None
        if "fault" in fields:
            return Fault.from_json(fields["fault"])
        if "advice" in fields:
            return Advice.from_json(fields["advice"])
        scene = fields["scene"]
        return Scene(**{**scene, "free": [(i, j) for i, j in scene["free"]]})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def name_of(source: Path | None) -> str:
    """Return the name to show for a file, or for our own engine if `source` is None."""
    return printable(source.name) if source else "the built-in engine"
