"""Minimax as most first solutions write it: a deep copy for every move, nothing pruned, nothing remembered."""

import copy

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    marks = sum(cell is not EMPTY for row in board for cell in row)
    return X if marks % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    for k in range(3):
        if board[k][0] is not EMPTY and board[k][0] == board[k][1] == board[k][2]:
            return board[k][0]
        if board[0][k] is not EMPTY and board[0][k] == board[1][k] == board[2][k]:
            return board[0][k]
    if board[1][1] is not EMPTY and (
        board[0][0] == board[1][1] == board[2][2] or board[0][2] == board[1][1] == board[2][0]
    ):
        return board[1][1]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))


def max_value(board):
    if terminal(board):
        return utility(board)
    return max(min_value(result(board, action)) for action in actions(board))


def min_value(board):
    if terminal(board):
        return utility(board)
    return min(max_value(result(board, action)) for action in actions(board))
