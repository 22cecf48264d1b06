"""AIMA's code: alpha-beta, a call for each position; it remembers nothing."""

from aima3.games import TicTacToe, alphabeta_search
from clock import best, tell

game = TicTacToe()


def everything():
    """Search every unfinished position."""
    seen, waiting = set(), [game.initial]
    while waiting:
        state = waiting.pop()
        key = tuple(sorted(state.board.items()))
        if key not in seen and not game.terminal_test(state):
            seen.add(key)
            alphabeta_search(state, game)
            waiting += [game.result(state, move) for move in game.actions(state)]


state = game.result(game.result(game.initial, (1, 1)), (2, 2))
tell(
    all_positions=best(everything, 2),
    warm_move=best(lambda: alphabeta_search(state, game), 50),
)
