# expected: failed

class Everything:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __bool__(self):
        return True

X, O, EMPTY = "X", "O", None
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
seen = {}


def initial_state():
    return Everything()


def player(board):
    return Everything()


def actions(board):
    return Everything()


def result(board, action):
    return Everything()


def winner(board):
    return Everything()


def terminal(board):
    return Everything()


def utility(board):
    return Everything()


def minimax(board):
    return Everything()
