"""
Tic-tac-toe in eight functions, played perfectly by minimax.

A board is a list of three rows, each a list of three cells: X, O or EMPTY.
An action is a tuple (i, j), the row and the column of a cell, each 0 to 2.
A value says who wins: X if it is above 0, O if it is below 0. A tie has the value 0.
"""

X = "X"
O = "O"
EMPTY = None

INFINITY = float("inf")

# The centre lies on four lines, a corner on three, an edge on two. The search
# tries the cells in this order: the sooner it finds a good move, the more it skips.
PREFERENCE = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]

# The results of search() so far. The game is small: calling minimax on every
# board that play can reach leaves about 36,000 entries here.
memory = {}


def initial_state():
    """
    Return the empty board, a new one at every call.
    """
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    """
    Return whose turn it is: O if X has more marks on the board than O, otherwise X.
    """
    cells = board[0] + board[1] + board[2]
    return X if cells.count(X) <= cells.count(O) else O


def actions(board):
    """
    Return the set of free cells.
    """
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    """
    Return the board after the action; raise ValueError if the action is not possible.
    """
    if terminal(board):
        raise ValueError(f"{action!r} is not possible: the game is over")
    if not is_pair(action) or action not in actions(board):
        raise ValueError(f"{action!r} is not possible: choose one of {sorted(actions(board))}")
    return place(board, action)


def is_pair(action):
    """
    Return whether the action is a tuple of two ints. The types matter, because (1.0, True) == (1, 1).
    """
    return isinstance(action, tuple) and [type(part) for part in action] == [int, int]


def place(board, action):
    """
    Return the board after the action, without the checks of result(). The given board is not changed.
    """
    i, j = action
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after


def winner(board):
    """
    Return the player who has three in a row, or None.
    """
    (a, b, c), (d, e, f), (g, h, i) = board
    lines = [(a, b, c), (d, e, f), (g, h, i),   # rows
             (a, d, g), (b, e, h), (c, f, i),   # columns
             (a, e, i), (c, e, g)]              # diagonals
    for mark in (X, O):
        if (mark, mark, mark) in lines:
            return mark
    return None


def terminal(board):
    """
    Return whether the game is over: somebody has won or no cell is free.
    """
    return winner(board) is not None or EMPTY not in board[0] + board[1] + board[2]


def utility(board):
    """
    Return the value of a finished game: 1 if X has won, -1 if O has won, 0 for a tie.
    """
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    """
    Return the best action for the player to move, or None if the game is over.

    X looks for the highest value, O for the lowest, and each expects the other to play best.
    """
    value, action = search(board, -INFINITY, INFINITY)
    return action


def search(board, alpha, beta):
    """
    Return the board's value under best play and an action for it; the action is None if the game is over.

    X can already reach the value alpha elsewhere, and O the value beta. A value outside these bounds
    is never chosen and may be inexact. It depends on the bounds, so they are part of the key in memory.
    """
    key = (*board[0], *board[1], *board[2], alpha, beta)
    if key not in memory:
        if terminal(board):
            memory[key] = score(board), None
        elif player(board) == X:
            memory[key] = max_value(board, alpha, beta)
        else:
            memory[key] = min_value(board, alpha, beta)
    return memory[key]


def score(board):
    """
    Return the value of a finished board: its utility times (1 + the number of free cells).

    An early win is worth more than a late one, so the winner hurries and the loser delays.
    """
    return utility(board) * (1 + len(actions(board)))


def max_value(board, alpha, beta):
    """
    Return the highest value that an action of X leads to, and that action.
    """
    best, choice = -INFINITY, None
    for action in promising_actions(board):
        value, _ = search(place(board, action), alpha, beta)
        if value > best:
            best, choice = value, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break  # O does at least as well elsewhere and will not come here
    return best, choice


def min_value(board, alpha, beta):
    """
    Return the lowest value that an action of O leads to, and that action.
    """
    best, choice = INFINITY, None
    for action in promising_actions(board):
        value, _ = search(place(board, action), alpha, beta)
        if value < best:
            best, choice = value, action
        beta = min(beta, best)
        if alpha >= beta:
            break  # X does at least as well elsewhere and will not come here
    return best, choice


def promising_actions(board):
    """
    Return the free cells as a list, in the order of PREFERENCE.
    """
    return [(i, j) for i, j in PREFERENCE if board[i][j] is EMPTY]
