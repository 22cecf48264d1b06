"""The game in a terminal, line by line, for a keyboard, a pipe or a screen reader. `TicTacToe` needs NumPy."""

from noughts.terminal.console import TicTacToe

__all__ = ["TicTacToe"]
