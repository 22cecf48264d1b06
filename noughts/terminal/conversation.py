"""The session of the terminal game, and what it prints.

Scenes come from the rules, or from a student's file if one plays, as in the window.
"""

from pathlib import Path

from noughts.errors import BadInput
from noughts.explain import proofs
from noughts.explain.analysis import analyse
from noughts.explain.names import CELL_NAMES, LINE_NAMES, Names, coordinates
from noughts.game import notation
from noughts.game.rules import CLASSIC, FREE, Cell, Game, Mark, Position, X, other
from noughts.play import levels
from noughts.play.advice import ShownProof, shown_proof
from noughts.play.faults import Fault, FaultFound, FaultKind
from noughts.play.file_process import FilePlayers
from noughts.play.record import Disagreement, Record, Scene, scene_of
from noughts.play.session import Session, Settings
from noughts.support.text import in_colour
from noughts.terminal.screen import board_text, say, wait_for


def typed_names(game: Game) -> Names:
    """Return names that show what to type for a cell: "centre (1,1)" on 3 x 3, and only "1,1" on other boards."""
    if (game.columns, game.rows) != (CLASSIC.columns, CLASSIC.rows):
        return coordinates(game)
    cells = tuple(f"{name} ({coordinates(game).cell(cell)})" for cell, name in enumerate(CELL_NAMES))
    return Names(cells, LINE_NAMES, ", ")


class Conversation(Session):
    """A session that prints what happens in it."""

    def __init__(self, settings: Settings, files: tuple[Path, ...] = ()) -> None:
        super().__init__(settings, files)
        self._file_players = FilePlayers(files)
        self.fault: Fault | None = None  # why the game cannot go on: a file's fault in its move or in the first board
        self.valued = ""  # the position whose values were printed last
        self.confirmed = ""  # the command that leaves the unfinished game if it is typed again

    # ---- facts ----

    @property
    def game(self) -> Game:
        """The rules of the current game."""
        return self.settings.game

    @property
    def position(self) -> Position:
        """The current position; the empty board until a file has made the first board."""
        return self.scene.position if self.scene else self.game.start

    @property
    def names(self) -> Names:
        """The names of cells and lines."""
        return typed_names(self.game)

    @property
    def judged(self) -> Record:
        """The record of the current game; raise BadInput if a file contradicts the rules."""
        record = self.record
        if isinstance(record, Disagreement):
            raise BadInput(record.refusal(self.file_name))
        return record

    @property
    def opponent(self) -> str:
        """A sentence that says what makes the AI's moves: a file or a level; or that two files play each other."""
        if self.is_watching:
            return f"{' and '.join(self.file_names)} play each other."
        if self.plays_through_file:
            return f"{self.file_names[0]} makes the AI's moves."
        return f"The AI's level is {self.settings.level.name}."

    @property
    def unsure(self) -> str | None:
        """The sentence that says why the current position has no exact values; None if it has exact values."""
        free, settings = len(self.game.free(self.position)), self.settings
        return levels.unsure_words(free, settings.wait_seconds) if free > settings.exact_free_cells else None

    # ---- games and moves ----

    def start_game(self, side: Mark | None = None) -> None:
        """Start another game and print who plays, and the board.

        The person, or the first of two files, plays `side`, by default the session's next side.
        """
        self.new_game()
        self.choose(side or self.next_side, watching=not self.settings.two_people)
        self._print_players()
        self.place_first_board()

    def place_first_board(self) -> None:
        """Make and print the first board. If files play, the first file makes it; print the fault if it cannot."""
        try:
            self.advance(self._ask(0, "start") if self.plays_through_file else scene_of(self.game, self.game.start))
        except FaultFound as error:
            self._show_fault(error.fault, is_stuck=True)
        else:
            self.fault = None
            self.show()

    def continue_game(self, record: Record) -> None:
        """Leave the game, continue a recorded one, and print its board."""
        self.load(record)
        self.choose(self.next_side, watching=not self.settings.two_people)
        self.show()

    def put(self, cell: Cell) -> bool:
        """Make a person's move and return True; if a file's fault prevents it, print the fault and return False."""
        scene = self.scene
        if not self.plays_through_file or scene is None:
            self.advance(scene_of(self.game, self.game.after(self.position, cell)))
            return True
        action = notation.row_column(self.game, cell)
        try:
            if action not in scene.free:
                free = ", ".join(map(str, scene.free))
                raise FaultFound(Fault(FaultKind.NOT_AN_ACTION, value=str(action), expected=free))
            self.advance(self._ask(0, "move", board=scene.board, action=action))
        except FaultFound as error:
            self._show_fault(error.fault, is_stuck=False)
            return False
        return True

    def move_computer(self) -> None:
        """Make and print the move of a level or a file; print the fault if the file cannot move."""
        name = self.scene.turn if self.is_watching and self.scene else "AI"
        before, found = self.position, ""
        try:
            if self.plays_through_file and self.scene is not None:
                self.advance(self._ask(self.mover_file, "think", board=self.scene.board))
            else:
                found = self._move_level()
        except FaultFound as error:
            self._show_fault(error.fault, is_stuck=True)
            return
        self.fault = None
        changed = [cell for cell in self.game.cells if before[cell] != self.position[cell]]
        say(f"{name} takes {self.names.join(changed, ' and ')}{found}.")
        self.show()

    def _move_level(self) -> str:
        """Make the level's move; return " (best found)" if it should look to the end but could not, else ""."""
        game, level, position, seconds = self.game, self.settings.level, self.position, self.settings.wait_seconds
        seed = self.engine_seed
        choice = wait_for(lambda: levels.choose(game, level, position, seed, seconds), "The AI", self._how_to_stop())
        self.advance(scene_of(game, game.after(position, choice.cell)))
        return "" if choice.is_exact else " (best found)"

    def _ask(self, index: int, ask: str, **fields: object) -> Scene:
        advice = self._how_to_stop(is_persons_move=ask == "move")
        return wait_for(lambda: self._file_players.ask(index, ask, **fields), self.file_names[index], advice)

    def _how_to_stop(self, is_persons_move: bool = False) -> str:
        takes_back = is_persons_move or self.can_undo
        return "Ctrl-C takes your move back." if takes_back else "Ctrl-C ends the session."

    def try_again(self) -> None:
        """Forget a fault, so that the next turn repeats the move; if there is no board yet, make the first one."""
        if self.fault:
            self.fault = None
            if self.scene is None:
                self.place_first_board()

    def stop_thinking(self) -> None:
        """End the files' processes, including a search that one of them is running."""
        self._file_players.close()

    def leave(self) -> None:
        """Leave the game as `Session.leave` does, and end the files' processes."""
        super().leave()
        self._file_players.close()

    def _position_changed(self) -> None:
        super()._position_changed()
        self.fault = None

    # ---- what is printed ----

    def _print_players(self) -> None:
        """Print who plays which side, and the name of the board if it is not the classic one."""
        side = self.side or X
        if self.is_watching or self.settings.two_people:
            first, second = self.player_names("You", "AI")
            say(f"{first} is '{side}', {second} is '{other(side)}'. X moves first.")
        else:
            say(f"Welcome to Tic-Tac-Toe! You are '{side}', AI is '{other(side)}'.")
            say(f"{self.opponent} Type 'help' to see what else you can type.")
        if self.game != CLASSIC:
            loses = ": whoever completes a line loses" if self.game.misere else ""
            say(f"The board is {self.game.name}{loses}.")

    def show(self) -> None:
        """Print the board; if the game is over, also the result and the score."""
        print(self.board_text(self.position, self._last_cell()))
        if not self.is_over:
            return
        winner = self.scene.winner if self.scene else None
        if winner is None:
            print("It's a draw!")
        elif self.is_watching or self.settings.two_people:
            print(f"{winner} wins!")
        else:
            print("You win!" if winner == self.side else "AI wins!")
        self.say_score()

    def board_text(self, position: Position, last: Cell | None = None) -> str:
        """Return a board with its last move and complete lines marked."""
        lines = [line for mark in "XO" for line in self.game.complete_lines(position, mark)]
        return board_text(self.game, position, last, {cell for line in lines for cell in line}, in_colour())

    def _last_cell(self) -> Cell | None:
        if len(self.scenes) < 2:
            return None
        before, after = self.scenes[-2].position, self.scenes[-1].position
        return next((cell for cell in self.game.cells if before[cell] == FREE != after[cell]), None)

    def _show_fault(self, fault: Fault, is_stuck: bool) -> None:
        """Print a fault with its board. If the game cannot go on, keep the fault; else print what to do."""
        self.fault = fault if is_stuck else None
        for paragraph in fault.paragraphs:
            say(paragraph)
        if fault.position:
            print(self.board_text(fault.position))
        if not is_stuck:
            # The file is not asked again for the actions on this board, so entering the move again would not help.
            needs_new_game = fault.kind == FaultKind.NOT_AN_ACTION
            say("Fix the file and type 'new'." if needs_new_game else "Fix the file and enter your move again.")

    def say_score(self) -> None:
        """Print the score."""
        say(f"{self.score.words(*self.player_names('You', 'AI'))}.")

    def show_labels(self, position: Position, proof: ShownProof | None) -> None:
        """Print the board with the labels of a proof, if there are any."""
        if proof and proof.labels:
            print(proofs.board_text(self.game, position, proof.labels), end="\n\n")

    def show_values(self) -> None:
        """Print the board with the value of every move.

        If there are too many free cells for that, print a proof of who wins or, if none is found, why there are no
        exact values. Raise BadInput if a file contradicts the rules.
        """
        position = self.judged.position
        if self.unsure is None:
            analysis = analyse(self.game, position)
            print(f"{analysis.board_text(in_colour())}\n\n{analysis.moves_text(in_colour())}")
        elif proof := shown_proof(self.game, position, self.settings.wait_seconds, typed_names):
            self.show_labels(position, proof)
            say(proof.words)
        else:
            say(self.unsure)
