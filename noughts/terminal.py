"""The console game: the class `TicTacToe` on a NumPy board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from noughts import notation, search
from noughts.notation import Pair
from noughts.rules import CLASSIC, Mark, O, Position, X, other

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

BLANK = " "
GOODBYE = "Goodbye!"


class TicTacToe:
    """A game against the computer on a NumPy board; `play()` holds the conversation."""

    board: NDArray[numpy.str_]

    def __init__(self, human: Mark = X) -> None:
        if human not in (X, O):
            raise ValueError(f"{human!r} is no side: choose 'X' or 'O'")
        import numpy  # here alone, so that nobody else waits for it

        self.board = numpy.full((3, 3), BLANK)
        self.human = human
        self.ai = other(human)

    def print_board(self) -> None:
        """Print the rows, cells joined by |, a line of dashes under each."""
        for row in self.board:
            print("|".join(row))
            print("-" * 5)

    def is_winner(self, player: Mark) -> bool:
        """Has that player three in a row?"""
        return bool(CLASSIC.complete_lines(self._position(), player))

    def is_full(self) -> bool:
        """Is no cell free?"""
        return not self.get_empty_positions()

    def get_empty_positions(self) -> list[Pair]:
        """The free cells as (row, column)."""
        return [notation.to_pair(CLASSIC, cell) for cell in CLASSIC.free(self._position())]

    def minimax(self, is_maximizing: bool) -> int:
        """What the board is worth: 1 where the AI wins, -1 where the human does, 0 for a draw.

        It is the AI's turn if is_maximizing, else the human's, however many marks each has.
        """
        if self.is_winner(self.ai):
            return 1
        if self.is_winner(self.human):
            return -1
        mover, sign = (self.ai, 1) if is_maximizing else (self.human, -1)
        verdicts = search.verdicts(CLASSIC, self._position(), mover).values()
        return sign * max((verdict.value for verdict in verdicts), default=0)

    def best_move(self) -> Pair | None:
        """The AI's best (row, column), None where the game is over."""
        best = search.best_moves(CLASSIC, self._position(), self.ai)
        return notation.to_pair(CLASSIC, best[0]) if best else None

    def play(self) -> None:
        """Play one game on standard input and output; end of input or Ctrl-C ends it."""
        print(f"Welcome to Tic-Tac-Toe! You are '{self.human}', AI is '{self.ai}'.")
        self.print_board()
        try:
            if self.human != X:
                self._answer()
                self.print_board()
            while not self._is_over():
                self.board[self._ask()] = self.human
                if not self._is_over():
                    self._answer()
                self.print_board()
        except (EOFError, KeyboardInterrupt):
            print(f"\n{GOODBYE}")
            return
        print("You win!" if self.is_winner(self.human) else "AI wins!" if self.is_winner(self.ai) else "It's a draw!")

    def _ask(self) -> Pair:
        """The cell that the person chooses, asked until it is a free one."""
        while True:
            pair = parse_pair(read_line("Enter row and column (0-2): "))
            if pair is None:
                print("Invalid input! Enter two numbers between 0 and 2.")
            elif self.board[pair] != BLANK:
                print("Invalid move, try again.")
            else:
                return pair

    def _answer(self) -> None:
        """Make the AI's move."""
        move = self.best_move()
        assert move is not None, "asked only while the game is on"
        self.board[move] = self.ai

    def _is_over(self) -> bool:
        return CLASSIC.is_over(self._position())

    def _position(self) -> Position:
        return notation.from_board(self.board.tolist())


def parse_pair(line: str) -> Pair | None:
    """The cell that a person means by "row column" or by a digit 1 to 9; None where it is neither.

    >>> parse_pair("1 2"), parse_pair("1,2"), parse_pair("6"), parse_pair("six")
    ((1, 2), (1, 2), (1, 2), None)
    """
    try:
        return notation.to_pair(CLASSIC, notation.read_cell(CLASSIC, line))
    except notation.BadInput:
        return None


def read_line(prompt: str) -> str:
    """Ask for a line; one that comes through a pipe is shown, so that the transcript reads like a conversation."""
    try:
        line = input(prompt)
    except RuntimeError as error:  # how Python says that standard input or output is closed
        raise EOFError from error
    if not sys.stdin.isatty():
        print(line)
    return line
