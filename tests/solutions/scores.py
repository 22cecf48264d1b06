"""Scores in a dict, one for each move, and a nested recursive function with the side to move as an argument."""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    flat = sum(board, [])
    if flat.count(X) > flat.count(O):
        return O
    return X


def actions(board):
    free = set()
    for number in range(9):
        i, j = number // 3, number % 3
        if board[i][j] == EMPTY:
            free.add((i, j))
    return free


def result(board, action):
    i, j = action
    if i not in range(3) or j not in range(3) or board[i][j] != EMPTY:
        raise Exception("not a free cell")
    board = copy.deepcopy(board)
    board[i][j] = player(board)
    return board


def three(cells):
    return cells[0] is not EMPTY and cells[0] == cells[1] and cells[1] == cells[2]


def winner(board):
    for row in board:
        if three(row):
            return row[0]
    for j in range(3):
        if three([board[0][j], board[1][j], board[2][j]]):
            return board[0][j]
    if three([board[0][0], board[1][1], board[2][2]]):
        return board[0][0]
    if three([board[0][2], board[1][1], board[2][0]]):
        return board[0][2]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    def value(state, turn):
        if terminal(state):
            return utility(state)
        scores = {}
        for action in actions(state):
            scores[action] = value(result(state, action), O if turn == X else X)
        if turn == X:
            return max(scores.values())
        return min(scores.values())

    if terminal(board):
        return None
    me = player(board)
    other = O if me == X else X
    scores = {action: value(result(board, action), other) for action in actions(board)}
    if me == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)
