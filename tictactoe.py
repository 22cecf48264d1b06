"""
Tic-tac-toe in eight functions, played perfectly by minimax.

A board is a list of three rows, each a list of three cells: X, O or EMPTY.
An action is a tuple (i, j), the row and the column of a cell, each 0 to 2.
A value says who wins: above 0 X does, below 0 O does, and 0 is a tie.
"""

X = "X"
O = "O"
EMPTY = None

INFINITY = float("inf")

# The centre lies on four lines, a corner on three, an edge on two. The search
# tries them in this order: the sooner it sees a good move, the more it can skip.
PREFERENCE = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]

# What search() has found out so far. The game is small: minimax of every
# board that play can reach leaves about 36,000 entries here.
memory = {}


def initial_state():
    """
    The empty board, made anew at every call.
    """
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    """
    Whose turn it is. X begins, so X moves whenever there are no more X than O.
    """
    cells = board[0] + board[1] + board[2]
    return X if cells.count(X) <= cells.count(O) else O


def actions(board):
    """
    The set of free cells.
    """
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    """
    The board after the player to move takes a cell; ValueError where that is not possible.
    """
    if terminal(board):
        raise ValueError(f"{action!r} is not possible: the game is over")
    if not is_pair(action) or action not in actions(board):
        raise ValueError(f"{action!r} is not possible: choose one of {sorted(actions(board))}")
    return place(board, action)


def is_pair(action):
    """
    Is it a tuple of two whole numbers? Python alone would find (1.0, True) in {(1, 1)}.
    """
    return isinstance(action, tuple) and [type(part) for part in action] == [int, int]


def place(board, action):
    """
    The same without the questions. Every row is copied: the board given stays as it was.
    """
    i, j = action
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after


def winner(board):
    """
    The player with three in a row, or None.
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
    Is the game over? It is when somebody has won or no cell is free.
    """
    return winner(board) is not None or EMPTY not in board[0] + board[1] + board[2]


def utility(board):
    """
    What a finished game is worth: 1 where X has won, -1 where O has, 0 for a tie.
    """
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    """
    The best action for the player to move, None where the game is over.

    X looks for the highest value, O for the lowest, and each expects the other to do so.
    """
    value, action = search(board, -INFINITY, INFINITY)
    return action


def search(board, alpha, beta):
    """
    The value of a board when both sides play their best, and an action that leads to it.

    Alpha is what X has been promised elsewhere, beta what O has. A value outside of the two
    changes nothing, so it is not worked out exactly; so they are part of what is remembered.
    """
    question = (*board[0], *board[1], *board[2], alpha, beta)
    if question not in memory:
        if terminal(board):
            memory[question] = score(board), None
        elif player(board) == X:
            memory[question] = max_value(board, alpha, beta)
        else:
            memory[question] = min_value(board, alpha, beta)
    return memory[question]


def score(board):
    """
    The value of a finished board: its utility, more of it the more cells were left free.

    So an early win is worth more than a late one: the winner hurries, the loser delays.
    """
    return utility(board) * (1 + len(actions(board)))


def max_value(board, alpha, beta):
    """
    The highest value that X, to move, can reach, and the action that does it.
    """
    best, choice = -INFINITY, None
    for action in promising_actions(board):
        value, _ = search(place(board, action), alpha, beta)
        if value > best:
            best, choice = value, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break  # O was promised this much elsewhere and will not come here
    return best, choice


def min_value(board, alpha, beta):
    """
    The lowest value that O, to move, can reach, and the action that does it.
    """
    best, choice = INFINITY, None
    for action in promising_actions(board):
        value, _ = search(place(board, action), alpha, beta)
        if value < best:
            best, choice = value, action
        beta = min(beta, best)
        if alpha >= beta:
            break  # X was promised this much elsewhere and will not come here
    return best, choice


def promising_actions(board):
    """
    The free cells as a list, the most promising first.
    """
    return [(i, j) for i, j in PREFERENCE if board[i][j] is EMPTY]
