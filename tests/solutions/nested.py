"""A search in a class: each call returns the move and the value, and values grow with the cells that are left."""

X = "X"
O = "O"
EMPTY = None

LINES = [
    [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)],
]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    used = 0
    for row in board:
        for cell in row:
            if cell is not EMPTY:
                used += 1
    return O if used % 2 else X


def actions(board):
    return {(i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("that cell cannot be taken")
    copied = [list(row) for row in board]
    copied[action[0]][action[1]] = player(board)
    return copied


def winner(board):
    for line in LINES:
        marks = [board[i][j] for i, j in line]
        if marks.count(X) == 3:
            return X
        if marks.count(O) == 3:
            return O
    return None


def terminal(board):
    return bool(winner(board)) or not actions(board)


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    elif won == O:
        return -1
    else:
        return 0


class Engine:
    def best(self, board):
        if terminal(board):
            return None, utility(board) * (1 + len(actions(board)))
        if player(board) == X:
            return self.highest(board)
        return self.lowest(board)

    def highest(self, board):
        chosen, top = None, -100
        for action in actions(board):
            _, value = self.best(result(board, action))
            if value > top:
                chosen, top = action, value
        return chosen, top

    def lowest(self, board):
        chosen, bottom = None, 100
        for action in actions(board):
            _, value = self.best(result(board, action))
            if value < bottom:
                chosen, bottom = action, value
        return chosen, bottom


def minimax(board):
    if terminal(board):
        return None
    move, _ = Engine().best(board)
    return move
