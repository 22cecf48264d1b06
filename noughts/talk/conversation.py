"""What is said and heard: whose turn it is, moves, boards, the end."""

from __future__ import annotations

from pathlib import Path

from noughts import explain, notation, partner, search
from noughts.evening import Evening, Settings
from noughts.notation import BadInput
from noughts.record import Record, judge
from noughts.rules import CLASSIC, FREE, Mark, X, other
from noughts.talk import commands
from noughts.terminal import BLANK, GOODBYE, read_line


class Talk:
    """One evening's conversation."""

    def __init__(self, settings: Settings, side: Mark = X, files: tuple[Path, ...] = ()) -> None:
        self.evening = Evening(settings, side, tuple(partner.mover(path) for path in files))
        self.files = files
        self.hints_told = 0
        self.values_on = False

    def run(self) -> None:
        """Talk until the person has had enough, or the input ends."""
        try:
            self.greet()
            while True:
                self._turn()
        except (EOFError, KeyboardInterrupt):
            print(f"\n{GOODBYE}")
        except commands.Quit:
            print(GOODBYE)
        finally:
            self.evening.leave()

    @property
    def record(self) -> Record:
        """The game in progress."""
        return self.evening.record

    @property
    def settings(self) -> Settings:
        """How it is played."""
        return self.evening.settings

    @property
    def names(self) -> tuple[str, str]:
        """Whose score it is."""
        if self.evening.is_watched:
            return self.files[0].name, self.files[1].name
        return ("Player 1", "Player 2") if self.settings.two_people else ("You", "AI")

    def greet(self) -> None:
        """Say who plays whom, and show the board."""
        side = self.evening.side
        if self.evening.is_watched or self.settings.two_people:
            print(f"{self.names[0]} is '{side}', {self.names[1]} is '{other(side)}'. X begins.")
        else:
            print(f"Welcome to Tic-Tac-Toe! You are '{side}', AI is '{other(side)}'.")
            level = f"The AI's level is {self.settings.level.name}."
            who = f"{self.files[0].name} makes the AI's moves." if self.evening.movers else level
            print(f"{who} Type help to see what else can be typed.")
        if self.settings.game != CLASSIC:
            loses = ": who completes a line loses" if self.settings.game.misere else ""
            print(f"The board is {self.settings.game.name}{loses}.")
        self.show()

    def _turn(self) -> None:
        """Whatever comes next: the end's question, the computer's move, or the person's."""
        if self.record.is_over:
            self._listen("Enter for another game, or mistakes, undo, quit: ")
        elif self.evening.is_persons_turn:
            if self.values_on:
                print(self.values())
            self._listen(self._prompt())
        else:
            self._answer()

    def _prompt(self) -> str:
        game, who = self.record.game, f"{self.record.turn}: " if self.settings.two_people else ""
        if game.rows == game.columns:
            return f"{who}Enter row and column (0-{game.rows - 1}): "
        return f"{who}Enter row (0-{game.rows - 1}) and column (0-{game.columns - 1}): "

    def _listen(self, prompt: str) -> None:
        """Hear one line and do what it says; nothing said wrongly does any harm."""
        line = read_line(prompt).strip()
        word, _, rest = line.partition(" ")
        command = commands.COMMANDS.get(word.lower())
        try:
            if command is not None:
                command(self, rest.strip())
            elif not self.record.is_over:
                self._move(line)
            elif line:
                raise BadInput(f"{line!r} is no command: the game is over; help lists what can be typed")
            else:
                commands.new(self, "")
        except BadInput as error:
            print(sentence(str(error)))

    def _move(self, line: str) -> None:
        """A person's move."""
        game, position = self.record.game, self.record.position
        try:
            cell = notation.read_cell(game, line)
        except BadInput as error:
            if game != CLASSIC:
                raise BadInput(f"{error}; help lists what else can be typed") from None
            print("Invalid input! Enter two numbers between 0 and 2.\n(help lists what else can be typed)")
            return
        if position[cell] != FREE:
            print("Invalid move, try again.")
            return
        self.evening.put(cell)
        if self.values_on and self.settings.is_exact(position):
            print(f"{notation.cell_text(game, cell)} {judge(self.record, self.settings.exact_free_cells)[-1].words}.")
        if self.record.is_over or self.evening.is_persons_turn:
            self.show()

    def _answer(self) -> None:
        """The computer's move, or a file's."""
        name = self.record.turn if self.evening.is_watched else "AI"
        choice = self.evening.answer()
        exact = "" if choice.is_exact else " (best found)"
        print(f"{name} takes {notation.cell_text(self.record.game, choice.cell)}{exact}.")
        self.show()

    def show(self) -> None:
        """Print the rows, cells joined by |, a line of dashes under each; and the end, if it is one."""
        self.hints_told = 0
        for row in notation.rows_of(self.record.game, self.record.position):
            print("|".join(row.replace(FREE, BLANK)))
            print("-" * (2 * self.record.game.columns - 1))
        if self.record.is_over:
            self._tell_end()

    def _tell_end(self) -> None:
        winner = self.record.game.winner(self.record.position)
        if winner is None:
            print("It's a draw!")
        elif self.evening.is_watched or self.settings.two_people:
            print(f"{winner} wins!")
        else:
            print("You win!" if winner == self.evening.side else "AI wins!")
        commands.tell_score(self, "")

    def values(self) -> str:
        """What every move is worth, or why that is not sure."""
        position = self.record.position
        if not self.settings.is_exact(position):
            return self.settings.unsure(position)
        analysis = search.analyse(self.record.game, position)
        return f"{explain.board(analysis)}\n\n{explain.groups(analysis)}"


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
