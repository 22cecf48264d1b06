"""The session of the terminal game, and what it prints. The rules make the scenes; files only choose moves."""

from pathlib import Path

from noughts.explain.analysis import analyse
from noughts.game import notation
from noughts.game.rules import CLASSIC, FREE, Cell, Game, Mark, Position, X, other
from noughts.play import levels
from noughts.play.file_process import file_mover
from noughts.play.levels import Choice
from noughts.play.record import Record, scene_of
from noughts.play.session import Session, Settings
from noughts.terminal.console import BLANK


class Conversation(Session):
    """A session that prints what happens in it."""

    def __init__(self, settings: Settings, files: tuple[Path, ...] = ()) -> None:
        super().__init__(settings, files)
        self._file_movers = [file_mover(path) for path in files]

    @property
    def game(self) -> Game:
        """The rules of the current game."""
        return self.settings.game

    @property
    def position(self) -> Position:
        """The current position."""
        assert self.scene is not None, "a game has begun"
        return self.scene.position

    @property
    def record(self) -> Record:
        """The record of the current game."""
        record = super().record
        assert isinstance(record, Record), "the rules made every scene"
        return record

    def start_game(self, side: Mark | None = None) -> None:
        """Start another game and print the board; the person plays `side`, or else the session's next side."""
        self.new_game()
        self.choose(side or self.next_side, watching=not self.settings.two_people)
        self.advance(scene_of(self.game, self.game.start))
        self._print_players()
        self.show()

    def continue_game(self, record: Record) -> None:
        """Continue a recorded game and print its board."""
        self.load(record)
        self.choose(self.next_side, watching=not self.settings.two_people)
        self.show()

    def put(self, cell: Cell) -> None:
        """Make a move for the side to move."""
        self.advance(scene_of(self.game, self.game.after(self.position, cell)))

    def computer_choice(self) -> Choice:
        """Return the move of the level, or of the file whose turn it is; raise UnplayableFile if the file has none."""
        if self.plays_through_file:
            return Choice(self._file_movers[self.mover_file](self.position), is_exact=True)
        level, seconds = self.settings.level, self.settings.wait_seconds
        return levels.choose(self.game, level, self.position, self.engine_seed, seconds)

    def _print_players(self) -> None:
        """Print who plays which side, and the name of the board if it is not the classic board."""
        side = self.side or X
        if self.is_watching or self.settings.two_people:
            first, second = self.names("You", "AI")
            print(f"{first} is '{side}', {second} is '{other(side)}'. X moves first.")
        else:
            print(f"Welcome to Tic-Tac-Toe! You are '{side}', AI is '{other(side)}'.")
            level = f"The AI's level is {self.settings.level.name}."
            opponent = f"{self.files[0].name} makes the AI's moves." if self.plays_through_file else level
            print(f"{opponent} Type 'help' for a list of commands.")
        if self.game != CLASSIC:
            loses = ": whoever completes a line loses" if self.game.misere else ""
            print(f"The board is {self.game.name}{loses}.")

    def show(self) -> None:
        """Print the board like `TicTacToe.print_board`; if the game is over, also the result and the score."""
        for row in notation.rows_of(self.game, self.position):
            print("|".join(row.replace(FREE, BLANK)))
            print("-" * (2 * self.game.columns - 1))
        if not self.is_over:
            return
        winner = self.game.winner(self.position)
        if winner is None:
            print("It's a draw!")
        elif self.is_watching or self.settings.two_people:
            print(f"{winner} wins!")
        else:
            print("You win!" if winner == self.side else "AI wins!")
        self.say_score()

    def say_score(self) -> None:
        """Print the score."""
        print(f"{self.score.words(*self.names('You', 'AI'))}.")

    @property
    def unsure(self) -> str | None:
        """The sentence that says why the current position has no exact values; None if it has exact values."""
        free, settings = len(self.game.free(self.position)), self.settings
        return levels.unsure_words(free, settings.wait_seconds) if free > settings.exact_free_cells else None

    def values(self) -> str:
        """Return the board with the value of every move, as text, or `unsure` if the values are not exact."""
        if self.unsure:
            return self.unsure
        analysis = analyse(self.game, self.position)
        return f"{analysis.board_text()}\n\n{analysis.moves_text()}"
