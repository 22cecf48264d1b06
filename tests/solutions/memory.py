"""Values kept in a dictionary, boards as tuples."""

X = "X"
O = "O"
EMPTY = None
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
values = {}


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    free = sum(row.count(EMPTY) for row in board)
    if free % 2 == 1:
        return X
    return O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"{action} is not possible")
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    cells = board[0] + board[1] + board[2]
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] and cells[b] == cells[c]:
            return cells[a]
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    scores = {X: 1, O: -1, None: 0}
    return scores[winner(board)]


def value(board):
    key = tuple(map(tuple, board))
    if key in values:
        return values[key]
    if terminal(board):
        values[key] = utility(board)
    else:
        below = [value(result(board, action)) for action in actions(board)]
        values[key] = max(below) if player(board) == X else min(below)
    return values[key]


def minimax(board):
    if terminal(board):
        return None
    choices = sorted(actions(board))
    if player(board) == X:
        return max(choices, key=lambda action: value(result(board, action)))
    return min(choices, key=lambda action: value(result(board, action)))
