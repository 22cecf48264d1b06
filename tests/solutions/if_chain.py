"""Every line of winner written out, and a search with nested functions."""

import copy

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    count = 0
    for row in board:
        for cell in row:
            if cell is not EMPTY:
                count += 1
    if count % 2 == 0:
        return X
    else:
        return O


def actions(board):
    moves = []
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                moves.append((i, j))
    return set(moves)


def result(board, action):
    if action not in actions(board):
        raise ValueError
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    if board[0][0] == board[0][1] == board[0][2] != EMPTY:
        return board[0][0]
    elif board[1][0] == board[1][1] == board[1][2] != EMPTY:
        return board[1][0]
    elif board[2][0] == board[2][1] == board[2][2] != EMPTY:
        return board[2][0]
    elif board[0][0] == board[1][0] == board[2][0] != EMPTY:
        return board[0][0]
    elif board[0][1] == board[1][1] == board[2][1] != EMPTY:
        return board[0][1]
    elif board[0][2] == board[1][2] == board[2][2] != EMPTY:
        return board[0][2]
    elif board[0][0] == board[1][1] == board[2][2] != EMPTY:
        return board[0][0]
    elif board[0][2] == board[1][1] == board[2][0] != EMPTY:
        return board[0][2]
    return None


def terminal(board):
    if winner(board) != None:
        return True
    if len(actions(board)) == 0:
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def minimax(board):
    def highest(board, limit):
        if terminal(board):
            return utility(board)
        value = -2
        for action in actions(board):
            value = max(value, lowest(result(board, action), value))
            if value >= limit:
                return value
        return value

    def lowest(board, limit):
        if terminal(board):
            return utility(board)
        value = 2
        for action in actions(board):
            value = min(value, highest(result(board, action), value))
            if value <= limit:
                return value
        return value

    if terminal(board):
        return None
    best = None
    if player(board) == X:
        score = -2
        for action in actions(board):
            new = lowest(result(board, action), -2)
            if new > score:
                score = new
                best = action
    else:
        score = 2
        for action in actions(board):
            new = highest(result(board, action), 2)
            if new < score:
                score = new
                best = action
    return best
