"""The console game: the class `TicTacToe` with a NumPy board, and `read_line`, which every terminal game uses."""

import io
import sys
from contextlib import suppress

from noughts.errors import BadInput, MissingDependency
from noughts.game import notation, solver
from noughts.game.notation import RowColumn
from noughts.game.rules import CLASSIC, Mark, O, Position, X, other

BLANK = " "
GOODBYE = "Goodbye!"

# What can be typed for a row or a column.
INDEXES = ("0", "1", "2")


class TicTacToe:
    """A game against the computer on a NumPy board; `play()` plays it on standard input and output.

    `TicTacToe()` raises BadInput if `human` is neither X nor O, and MissingDependency if NumPy is not installed.
    """

    def __init__(self, human: Mark = X) -> None:
        if human not in (X, O):
            raise BadInput(f"{human!r} is not a side: choose 'X' or 'O'")
        try:
            import numpy  # here, because nothing else needs NumPy
        except ImportError:
            raise MissingDependency("TicTacToe needs NumPy: type  python -m pip install numpy") from None
        self.board = numpy.full((3, 3), BLANK)
        self.human = human
        self.ai = other(human)

    def print_board(self) -> None:
        """Print each row, its cells joined by |, and a line of dashes under it."""
        for row in self.board:
            print("|".join(row))
            print("-" * 5)

    def is_winner(self, player: Mark) -> bool:
        """Return whether that player has three in a row."""
        return bool(CLASSIC.complete_lines(self._position(), player))

    def is_full(self) -> bool:
        """Return whether no cell is free."""
        return not self.get_empty_positions()

    def get_empty_positions(self) -> list[RowColumn]:
        """Return the free cells, each as (row, column)."""
        return [notation.row_column(CLASSIC, cell) for cell in CLASSIC.free(self._position())]

    def minimax(self, is_maximizing: bool) -> int:
        """Return the value of the board: 1 if the AI wins, -1 if the human wins, 0 for a draw.

        It is the AI's turn if `is_maximizing` is true, else the human's, however many marks each side has.
        """
        if self.is_winner(self.ai):
            return 1
        if self.is_winner(self.human):
            return -1
        mover, sign = (self.ai, 1) if is_maximizing else (self.human, -1)
        verdicts = solver.verdicts(CLASSIC, self._position(), mover).values()
        return sign * max((verdict.value for verdict in verdicts), default=0)

    def best_move(self) -> RowColumn | None:
        """Return the AI's best move as (row, column), whoever is to move; None if the game is over."""
        best = solver.best_moves(CLASSIC, self._position(), self.ai)
        return notation.row_column(CLASSIC, best[0]) if best else None

    def play(self) -> None:
        """Play one game on standard input and output; stop early if the input ends or Ctrl-C is pressed."""
        print(f"Welcome to Tic-Tac-Toe! You are '{self.human}', AI is '{self.ai}'.")
        self.print_board()
        try:
            if self.human != X:
                self._answer()
            while not CLASSIC.is_over(self._position()):
                self.board[self._ask()] = self.human
                self._answer()
        except (EOFError, KeyboardInterrupt):
            print(f"\n{GOODBYE}")
            return
        print("You win!" if self.is_winner(self.human) else "AI wins!" if self.is_winner(self.ai) else "It's a draw!")

    def _ask(self) -> RowColumn:
        """Ask for a cell until a free one is typed, and return it."""
        while True:
            cell = parse_cell(read_line("Enter row and column (0-2): "))
            if cell is None:
                print("Invalid input! Enter two numbers between 0 and 2.")
            elif self.board[cell] != BLANK:
                print("Invalid move, try again.")
            else:
                return cell

    def _answer(self) -> None:
        """Make the AI's move, unless the game is over, and print the board."""
        move = self.best_move()
        if move is not None:
            self.board[move] = self.ai
        self.print_board()

    def _position(self) -> Position:
        return notation.from_board(self.board.tolist())


def parse_cell(line: str) -> RowColumn | None:
    """Return the cell that "row column" or "row,column" names, or None if the line is not two numbers from 0 to 2.

    >>> parse_cell("1 2"), parse_cell("1,2"), parse_cell("6"), parse_cell("0 3")
    ((1, 2), (1, 2), None, None)
    """
    row, _, column = line.replace(",", " ").strip().partition(" ")
    is_cell = row in INDEXES and column.strip() in INDEXES
    return (int(row), int(column)) if is_cell else None


def read_line(prompt: str) -> str:
    """Print the prompt and return the next line of input; raise EOFError if there is none.

    A line from a pipe is printed too, so that the output reads like a conversation. If the output is a pipe whose
    reader has ended, raise BrokenPipeError.
    """
    if sys.stdin is None or sys.stdout is None or sys.stdin.closed or sys.stdout.closed:
        raise EOFError
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")  # invalid bytes make an invalid line, not an exception
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  it adds line editing and history to input()
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    line = line.rstrip("\n")
    if not sys.stdin.isatty():
        encoding = sys.stdout.encoding or "utf-8"
        print(line.encode(encoding, "replace").decode(encoding), flush=True)
    return line
