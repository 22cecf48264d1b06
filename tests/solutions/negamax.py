"""Negamax in a class, with functools.cache on strings."""

from functools import cache

X = "X"
O = "O"
EMPTY = None


class Rules:
    LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

    def text(self, board):
        return "".join("." if cell is EMPTY else cell for row in board for cell in row)

    def turn(self, text):
        return "X" if text.count("X") == text.count("O") else "O"

    def won(self, text):
        for line in self.LINES:
            marks = {text[int(digit)] for digit in line}
            if len(marks) == 1 and "." not in marks:
                return marks.pop()
        return None


rules = Rules()


@cache
def score(text):
    won = rules.won(text)
    if won is not None:
        return -1
    if "." not in text:
        return 0
    return max(-score(text[:k] + rules.turn(text) + text[k + 1 :]) for k in range(9) if text[k] == ".")


def initial_state():
    return [[EMPTY for _ in range(3)] for _ in range(3)]


def player(board):
    return X if rules.turn(rules.text(board)) == "X" else O


def actions(board):
    text = rules.text(board)
    return {divmod(k, 3) for k in range(9) if text[k] == "."}


def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    return [[player(board) if (i, j) == action else board[i][j] for j in range(3)] for i in range(3)]


def winner(board):
    return rules.won(rules.text(board))


def terminal(board):
    text = rules.text(board)
    return rules.won(text) is not None or "." not in text


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def minimax(board):
    if terminal(board):
        return None
    best, choice = -2, None
    for action in sorted(actions(board)):
        found = -score(rules.text(result(board, action)))
        if found > best:
            best, choice = found, action
    return choice
