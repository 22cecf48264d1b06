# expected: failed actions

import itertools

X, O, EMPTY = "X", "O", None
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
seen = {}


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    marks = sum(board, [])
    return X if marks.count(X) <= marks.count(O) else O


def actions(board):
    return itertools.count()


def result(board, action):
    raise ValueError


def winner(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


def terminal(board):
    return False


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    return None
