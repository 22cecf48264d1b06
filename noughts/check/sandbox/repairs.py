"""Right versions of the functions that state the rules. On request, the worker uses them instead of the file's own.

For example, if minimax is right with a right winner, its wrong answers were caused by the wrong winner.
"""

from __future__ import annotations

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def player(board: Any) -> str:
    cells = board[0] + board[1] + board[2]
    return "X" if cells.count("X") <= cells.count("O") else "O"


def actions(board: Any) -> set[tuple[int, int]]:
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}


def result(board: Any, action: Any) -> Any:
    if action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board: Any) -> Any:
    cells = board[0] + board[1] + board[2]
    for a, b, c in LINES:
        if cells[a] is not None and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


def terminal(board: Any) -> bool:
    return winner(board) is not None or not actions(board)


def utility(board: Any) -> int:
    return {"X": 1, "O": -1, None: 0}[winner(board)]


RIGHT = {f.__name__: f for f in (player, actions, result, winner, terminal, utility)}
