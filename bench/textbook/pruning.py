"""The plain textbook solution with alpha-beta pruning added."""

from plain import X, actions, initial_state, player, result, terminal, utility

__all__ = ["initial_state", "minimax"]


def minimax(board):
    if terminal(board):
        return None
    return search(board, -2, 2)[1]


def search(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = None
    for action in actions(board):
        value = search(result(board, action), alpha, beta)[0]
        if player(board) == X and value > alpha:
            alpha, best = value, action
        elif player(board) != X and value < beta:
            beta, best = value, action
        if alpha >= beta:
            break
    return (alpha if player(board) == X else beta), best
