"""Ask one program who wins a board: boards.py PROGRAM COLUMNS,ROWS,LENGTH[,misere]

Print the seconds without imports, the value of the empty board, and the number of positions searched. The value and the
number are None if the program does not return them.
"""

import sys
import time


def noughts(columns, rows, length, misere):
    """Return a function that asks our prover; it returns the value and the number of positions searched."""
    from noughts.game.prover import prover_for
    from noughts.game.rules import in_a_row

    def solve():
        game = in_a_row(columns, rows, length, misere=misere)
        proof = prover_for(game).prove(game.start, "X")
        return proof.value, proof.positions

    return solve


def open_spiel(columns, rows, length, misere):
    """Return a function that runs OpenSpiel's alpha-beta; it returns the value and None."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    name = f"mnk(m={columns},n={rows},k={length})"
    game = pyspiel.load_game(f"misere(game={name})" if misere else name)
    return lambda: (int(alpha_beta_search(game)[0]), None)


def aima3(columns, rows, length, misere):
    """Return a function that runs AIMA's alpha-beta; it returns None twice, because AIMA gives a move but no value."""
    from aima3.games import TicTacToe, alphabeta_search

    class Misere(TicTacToe):
        def utility(self, state, player):
            return -super().utility(state, player)

    game = (Misere if misere else TicTacToe)(rows, columns, length)
    return lambda: (alphabeta_search(game.initial, game) and None, None)


def easy_ai(columns, rows, length, misere):
    """Return a function that runs easyAI's depth-first solver with a table; it returns the value and None."""
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

        def has_line(self):
            return any(all(self.board[cell] == self.opponent_index for cell in line) for line in lines)

        def is_over(self):
            return 0 not in self.board or self.has_line()

        def scoring(self):
            return (100 if misere else -100) if self.has_line() else 0

        def ttentry(self):
            return (*self.board, self.current_player)

    return lambda: (solve_with_depth_first_search(Board(), win_score=90, tt=TranspositionTable()), None)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    columns, rows, length, *misere = sys.argv[2].split(",")
    prepare = {"noughts": noughts, "open_spiel": open_spiel, "easyAI": easy_ai, "aima3": aima3}[sys.argv[1]]
    solve = prepare(int(columns), int(rows), int(length), bool(misere))
    began = time.perf_counter()
    value, positions = solve()
    print(time.perf_counter() - began, value, positions)
