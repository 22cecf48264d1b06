"""max_value and min_value that call each other, with deep copies, alpha and beta."""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x_count = 0
    o_count = 0
    for row in board:
        for cell in row:
            if cell == X:
                x_count += 1
            elif cell == O:
                o_count += 1
    return X if x_count == o_count else O


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    i, j = action
    if i < 0 or i > 2 or j < 0 or j > 2:
        raise IndexError("outside the board")
    if board[i][j] is not EMPTY:
        raise ValueError("the cell is taken")
    new_board = copy.deepcopy(board)
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    for mark in (X, O):
        for i in range(3):
            if all(board[i][j] == mark for j in range(3)):
                return mark
            if all(board[j][i] == mark for j in range(3)):
                return mark
        if board[0][0] == mark and board[1][1] == mark and board[2][2] == mark:
            return mark
        if board[0][2] == mark and board[1][1] == mark and board[2][0] == mark:
            return mark
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        value, move = max_value(board, -math.inf, math.inf)
    else:
        value, move = min_value(board, -math.inf, math.inf)
    return move


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = -math.inf
    best_move = None
    for action in sorted(actions(board)):
        value, _ = min_value(result(board, action), alpha, beta)
        if value > best:
            best = value
            best_move = action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = math.inf
    best_move = None
    for action in sorted(actions(board)):
        value, _ = max_value(result(board, action), alpha, beta)
        if value < best:
            best = value
            best_move = action
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move
