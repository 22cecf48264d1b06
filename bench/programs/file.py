"""Noughts: the root's tictactoe.py, a call for each position, because it cannot solve all at once."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from clock import best, tell

import tictactoe


def everything():
    """Call minimax on every unfinished board, beginning with an empty memory."""
    tictactoe.memory.clear()
    seen, waiting = set(), [tictactoe.initial_state()]
    while waiting:
        board = waiting.pop()
        key = str(board)
        if key not in seen and tictactoe.minimax(board):
            seen.add(key)
            waiting += [tictactoe.result(board, action) for action in tictactoe.actions(board)]


board = tictactoe.result(tictactoe.result(tictactoe.initial_state(), (0, 0)), (1, 1))
tictactoe.minimax(board)
tell(all_positions=best(everything, 3), warm_move=best(lambda: tictactoe.minimax(board), 5000))
