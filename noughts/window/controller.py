"""Control the games in the window, from the choice of a side to the end. No pygame and no rules here.

The session keeps the games. The controller adds the processes that play and the timing of the computer's moves. Each
request goes to one process, and its answer arrives as a call of `receive`, so the window never waits.
"""

import math
import time
from dataclasses import replace
from pathlib import Path

from noughts.game import notation
from noughts.game.notation import RowColumn
from noughts.game.rules import Cell, Mark, O, X
from noughts.play.advice import Advice
from noughts.play.faults import Fault, FaultKind
from noughts.play.file_process import Answer, Deliver, FileProcess, name_of
from noughts.play.levels import read_level
from noughts.play.record import Scene
from noughts.play.session import Session, Settings
from noughts.window.advisor import Advisor, computer_name

# The computer's move is shown no sooner than this after its turn began, so that a person sees whose turn it is.
THINK_SECONDS_MIN = 0.5
# If an answer takes longer than this, the window says what it is waiting for.
PATIENCE_SECONDS = 0.5


class Controller:
    """Controls the session of one window: games against a file, a level or a person, or between two files."""

    def __init__(self, files: tuple[Path, ...], settings: Settings, deliver: Deliver) -> None:
        self.session = Session(settings, files)
        self.advisor = Advisor(self.session, deliver)
        self.overlay: str | None = None  # what is open over the game: "menu", "help", or "quit" (asks whether to quit)
        self.fault: Fault | None = None  # what is wrong with a file
        self._deliver = deliver
        self._processes: dict[int, FileProcess] = {}  # by the number of the file; our own engine is number 0
        self._asked: FileProcess | None = None  # the process that has not answered the last request yet
        self._asked_at = 0.0
        self._reply: Scene | None = None  # the computer's move, until it is shown
        self._early_move: RowColumn | None = None  # a move made before the first board arrived
        self.new_game()

    # ---- what a person does ----

    def new_game(self) -> None:
        """Begin a new game: reload the files, and let the person choose a side.

        If sides are swapped after each game and the last game was finished, start at once with the other side.
        """
        starts_next, watching = self.settings.swap_sides and self.session.is_over, self.session.is_watching
        self.session.new_game()
        self._early_move = None
        self._restart_processes()
        self._continue()
        if starts_next:
            self.choose(self.session.next_side, watching)

    def choose(self, side: Mark, watching: bool = False) -> None:
        """Play that side, or watch the first of two files play it; do nothing if a side has already been chosen."""
        if self.session.side is None:
            self.session.choose(side, watching)
            self._continue()

    def take(self, cell: RowColumn) -> None:
        """Make the person's move, if it is possible; a move made before the first board arrives is kept until then.

        If the file's actions(board) leaves out a free cell, that cell is not taken, and `trouble` says so.
        """
        scene = self.session.scene
        if scene is None and self.session.side:
            self._early_move = cell
        elif self.is_persons_turn and scene is not None:
            if cell in scene.free:
                self._stop_thinking()
                self._request(0, "move", board=scene.board, action=cell)
            elif scene.board[cell[0]][cell[1]] not in (X, O):
                free = ", ".join(map(str, scene.free))
                self.fault = Fault(FaultKind.NOT_AN_ACTION, value=str(cell), expected=free)

    def undo(self) -> None:
        """Go back to the person's previous turn, if there is one; stop a running search."""
        if self.session.can_undo:
            self._stop_thinking()
            self.session.undo()
            self._continue()

    def redo(self) -> None:
        """Redo the undone moves up to the person's next turn, or all of them; do nothing unless `can_redo`."""
        if self.can_redo:
            self.fault = None
            self.session.redo()
            self._continue()

    def retry(self) -> None:
        """Go back to the position before the reviewed move, if that move can be tried again."""
        if self.can_retry and self.session.review_step is not None:
            self._stop_thinking()
            self.session.go_back(self.session.review_step - 1)
            self._continue()

    def step_review(self, moves: int) -> None:
        """After a game, show the position `moves` moves later, or earlier if `moves` is negative."""
        self.session.step_review(moves)

    def hint(self) -> None:
        """Show one more step of the hint, if it is the person's turn."""
        if self.is_persons_turn:
            self.session.next_hint()
            self.advisor.ask()

    def toggle_values(self) -> None:
        """Show or hide what every move is worth."""
        self.session.values_on = not self.session.values_on
        self.advisor.ask()

    def next_mistake(self) -> None:
        """After a game, show the next mistake, if there are any."""
        if self.session.is_over:
            self.session.next_mistake([mistake.number for mistake in self.advisor.mistakes])

    def pick(self, group: str, key: str) -> None:
        """Choose an option of the menu and load the files again; do nothing if a side has been chosen."""
        session, settings = self.session, self.settings
        if session.side is not None:
            return
        if group == "Opponent":
            session.prefers_file = key == "file"
            settings = settings if key == "file" else replace(settings, level=read_level(key))
        elif group == "Board":
            settings = replace(settings, game=notation.read_game(key))
        elif group == "Players":
            settings = replace(settings, two_people=key == "two")
        elif group == "Sides":
            settings = replace(settings, swap_sides=key == "swapped")
        session.change(settings)
        session.clear_board()
        self.advisor.close()
        self._restart_processes()

    # ---- what the processes and the clock do ----

    def receive(self, process: FileProcess, answer: Answer) -> None:
        """Handle the answer to the last request, or to the advisor's last request; ignore any other answer."""
        if self.advisor.receive(process, answer) or process is not self._asked or isinstance(answer, Advice):
            return
        self._asked = None
        if isinstance(answer, Fault):
            self.fault = answer
        elif self.session.is_computers_turn:
            self._reply = answer
            self.tick()
        else:
            self.session.advance(answer)
            self._continue()
            early_move, self._early_move = self._early_move, None
            if early_move:
                self.take(early_move)

    def tick(self) -> None:
        """Show the computer's move if it is known and THINK_SECONDS_MIN have passed since the request."""
        if self._reply is not None and time.monotonic() >= self._asked_at + THINK_SECONDS_MIN:
            self.session.advance(self._reply)
            self._reply = None
            self._continue()

    def seconds_to_tick(self) -> float | None:
        """Return the seconds until the window changes even if no event arrives; None if it will not change."""
        times = [self._asked_at + THINK_SECONDS_MIN] if self._reply is not None else []
        if self.is_waiting:
            late_by = time.monotonic() - self._asked_at - PATIENCE_SECONDS
            times.append(self._asked_at + PATIENCE_SECONDS + max(0, math.floor(late_by) + 1))
        return max(0.0, min(times) - time.monotonic()) if times else None

    def close(self) -> None:
        """Leave the game as `Session.leave` does, end all processes, and then pass on an OSError from leaving."""
        try:
            self.session.leave()
        finally:
            self._close_processes()
            self.advisor.close()

    # ---- facts ----

    @property
    def settings(self) -> Settings:
        """The settings of the session."""
        return self.session.settings

    @property
    def visible_scene(self) -> Scene | None:
        """The scene on the board: the current one, or the one that is reviewed; None if there is no scene yet."""
        step = self.session.review_step
        return self.session.scene if step is None else self.session.scenes[step]

    @property
    def last_cell(self) -> Cell | None:
        """The cell of the move that led to the scene on the board; None unless exactly one cell changed."""
        scenes, step, game = self.session.scenes, self.session.review_step, self.settings.game
        number = len(scenes) - 1 if step is None else step
        if number < 1:
            return None
        before, after = scenes[number - 1].position, scenes[number].position
        changed = [cell for cell in game.cells if before[cell] != after[cell]]
        return changed[0] if len(changed) == 1 else None

    @property
    def can_retry(self) -> bool:
        """Whether the move that led to the reviewed position is a mistake made by a person."""
        review = self.advisor.review if self.session.review_step else None
        return bool(review and review.is_mistake and self.session.is_persons(self.session.scenes[review.number].turn))

    @property
    def trouble(self) -> str | None:
        """What is wrong with a file, as a sentence; None if nothing is."""
        return self.fault.sentence if self.fault else None

    @property
    def seconds_waited(self) -> int:
        """How long the last request has been waiting for its answer, in whole seconds; 0 if it has been answered."""
        return int(time.monotonic() - self._asked_at) if self.is_waiting else 0

    @property
    def message(self) -> str:
        """Whose turn it is, who is thinking or awaited, or how the game ended; before a game, the title."""
        session, scene = self.session, self.session.scene
        if session.side is None:
            return "Play Tic-Tac-Toe"
        if scene is not None and scene.over:
            return f"Game Over: {scene.winner} wins." if scene.winner else "Game Over: Tie."
        if session.is_computers_turn or (scene is None and not self.is_late and not session.is_persons(X)):
            name = name_of(session.files[session.mover_file]) if session.is_watching else "Computer"
            if self.fault is None:
                return f"{name} thinking..."
            return f"{name} has no move." if session.is_watching else "The computer has no move."
        turn = scene.turn if self.settings.two_people and scene else session.side
        return f"Waiting for {computer_name(session)}..." if self.is_late else f"Play as {turn}"

    @property
    def is_waiting(self) -> bool:
        """Whether the last request has not been answered yet."""
        return self._asked is not None

    @property
    def is_late(self) -> bool:
        """Whether the last request has not been answered within PATIENCE_SECONDS."""
        return self.is_waiting and time.monotonic() >= self._asked_at + PATIENCE_SECONDS

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person may move now."""
        return self.session.is_persons_turn and not self.is_waiting

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo and the computer is not about to move."""
        return bool(self.session.undone) and not self.is_waiting and self._reply is None

    def _continue(self) -> None:
        """After a change of position, update the advice, and request a move if it is the computer's turn."""
        self.advisor.follow()
        if self.session.is_computers_turn and self.session.scene is not None and self.fault is None:
            self._request(self.session.mover_file, "think", board=self.session.scene.board)

    def _stop_thinking(self) -> None:
        if self.is_waiting or self.fault:  # after a fault the file is loaded again, because it may have been fixed
            self._restart_processes()
        self._reply = self.fault = None

    def _close_processes(self) -> None:
        for process in self._processes.values():
            process.close()
        self._processes = {}
        self._asked = self._reply = None

    def _restart_processes(self) -> None:
        """Close all processes and forget the fault; if there is no board yet, request one from a new process."""
        self._close_processes()
        self.fault = None
        if not self.session.scenes:
            self._request(0, "start")

    def _request(self, number: int, ask: str, **fields: object) -> None:
        """Send a request to the process of that file; start one if there is none or it has ended."""
        process = self._processes.get(number)
        if process is None or process.has_ended:
            if process is not None:
                process.close()
            process = self._processes[number] = self._start_process(number)
        self._asked, self._asked_at = process, time.monotonic()
        process.request(ask, **fields)

    def _start_process(self, number: int) -> FileProcess:
        session, settings = self.session, self.settings
        if session.plays_through_file:
            return FileProcess(session.files[number], self._deliver)
        engine = {"game": settings.game.name, "level": settings.level.name, "seed": session.engine_seed,
                  "seconds": settings.wait_seconds}  # fmt: skip
        return FileProcess(None, self._deliver, engine)
