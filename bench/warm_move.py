"""Time a move that was searched before, and a copy of the board, on all unfinished boards: python -m bench.warm_move"""

import copy
import time

import tictactoe


def open_boards():
    """Return every unfinished board that play can reach."""
    seen = {}
    waiting = [tictactoe.initial_state()]
    while waiting:
        board = waiting.pop()
        if str(board) not in seen and not tictactoe.terminal(board):
            seen[str(board)] = board
            waiting += [tictactoe.result(board, action) for action in tictactoe.actions(board)]
    return list(seen.values())


def microseconds(function, boards, rounds=20):
    """Return the average time of a call in the best of the rounds, in microseconds."""
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        for board in boards:
            function(board)
        best = min(best, time.perf_counter() - began)
    return best / len(boards) * 1e6


def main():
    """Measure, and print the times."""
    boards = open_boards()
    began = time.perf_counter()
    for board in boards:
        tictactoe.minimax(board)
    first = (time.perf_counter() - began) / len(boards) * 1e6
    minimax, deepcopy = microseconds(tictactoe.minimax, boards), microseconds(copy.deepcopy, boards)
    print(f"{len(boards)} boards, microseconds a call: minimax {first:.1f} when first asked, {minimax:.2f} warm;")
    print(f"copy.deepcopy {deepcopy:.2f}. A warm move takes {minimax / deepcopy:.2f} times as long as a copy.")


if __name__ == "__main__":
    main()
