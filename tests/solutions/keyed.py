"""One recursive function with a depth and a flag, plain, and the best move chosen by max and min with a key."""

from copy import deepcopy
from math import inf

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    count_x = 0
    count_o = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X:
                count_x += 1
            if board[i][j] == O:
                count_o += 1
    return X if count_x == count_o else O


def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                moves.add((i, j))
    return moves


def result(board, action):
    if action not in actions(board):
        raise ValueError("invalid action")
    new = deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for mark in (X, O):
        for k in range(3):
            if all(board[k][j] == mark for j in range(3)) or all(board[i][k] == mark for i in range(3)):
                return mark
        if all(board[k][k] == mark for k in range(3)) or all(board[k][2 - k] == mark for k in range(3)):
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not any(cell is EMPTY for row in board for cell in row)


def utility(board):
    won = winner(board)
    if won is None:
        return 0
    return 1 if won == X else -1


def score(board, depth, maximizing):
    if terminal(board):
        return utility(board) * (10 - depth)
    if maximizing:
        best = -inf
        for action in actions(board):
            value = score(result(board, action), depth + 1, False)
            if value > best:
                best = value
        return best
    best = inf
    for action in actions(board):
        value = score(result(board, action), depth + 1, True)
        if value < best:
            best = value
    return best


def minimax(board):
    if terminal(board):
        return None
    moves = actions(board)
    if player(board) == X:
        return max(moves, key=lambda move: score(result(board, move), 1, False))
    return min(moves, key=lambda move: score(result(board, move), 1, True))
