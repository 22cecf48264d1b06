"""Noughts plays tic-tac-toe perfectly, shows why, and tells you whether your own program does."""

__version__ = "0.2.0"
