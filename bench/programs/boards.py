"""Who wins one board, by one program: boards.py PROGRAM COLUMNS,ROWS,LENGTH. It prints the seconds without imports."""

import sys
import time


def noughts(columns, rows, length):
    """Our prover; also return the number of positions it searched."""
    from noughts.game.prover import Prover
    from noughts.game.rules import in_a_row

    def solve():
        game = in_a_row(columns, rows, length)
        proof = Prover(game).prove(game.start, "X")
        return proof.value, proof.positions

    return solve


def open_spiel(columns, rows, length):
    """OpenSpiel's alpha-beta."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game(f"mnk(m={columns},n={rows},k={length})")
    return lambda: (int(alpha_beta_search(game)[0]), None)


def aima3(columns, rows, length):
    """AIMA's alpha-beta, which returns a move: its value is found by one more search."""
    from aima3.games import TicTacToe, alphabeta_search

    game = TicTacToe(rows, columns, length)
    return lambda: (alphabeta_search(game.initial, game) and None, None)


def easy_ai(columns, rows, length):
    """easyAI's depth-first solver with a transposition table."""
    from easyAI import AI_Player, TranspositionTable, TwoPlayerGame, solve_with_depth_first_search

    cells = range(columns * rows)
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    lines = [
        [(row + i * down) * columns + column + i * right for i in range(length)]
        for row in range(rows)
        for column in range(columns)
        for down, right in steps
        if row + down * (length - 1) < rows and 0 <= column + right * (length - 1) < columns
    ]

    class Board(TwoPlayerGame):
        def __init__(self):
            self.players, self.board, self.current_player = [AI_Player(None)] * 2, [0] * len(cells), 1

        def possible_moves(self):
            return [cell for cell in cells if not self.board[cell]]

        def make_move(self, move):
            self.board[move] = self.current_player

        def unmake_move(self, move):
            self.board[move] = 0

        def lose(self):
            return any(all(self.board[cell] == self.opponent_index for cell in line) for line in lines)

        def is_over(self):
            return 0 not in self.board or self.lose()

        def scoring(self):
            return -100 if self.lose() else 0

        def ttentry(self):
            return (*self.board, self.current_player)

    return lambda: (solve_with_depth_first_search(Board(), win_score=90, tt=TranspositionTable()), None)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    solve = {"noughts": noughts, "open_spiel": open_spiel, "easyAI": easy_ai, "aima3": aima3}[sys.argv[1]](
        *map(int, sys.argv[2].split(","))
    )
    began = time.perf_counter()
    value, positions = solve()
    print(time.perf_counter() - began, value, positions)
