# Unusual submissions that are right, or get only a remark. See README.md for the format.

#: right_alpha_beta: passed
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, choice = -2, None
    for action in sorted(actions(board)):
        found = sign * value(result(board, action))
        if found > best:
            best, choice = found, action
        if best == 1:
            break
    return choice
def value(board, alpha=-2, beta=2):
    if terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        found = value(result(board, action), alpha, beta)
        if player(board) == X:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if player(board) == X else beta

#: right_any_optimal_move: passed
import random
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    values = {action: sign * value(result(board, action)) for action in actions(board)}
    best = max(values.values())
    return random.choice([action for action in values if values[action] == best])

#: right_anything_on_finished_boards: passed
def player(board):
    marks = sum(board, [])
    if None not in marks:
        raise RuntimeError
    return X if marks.count(X) <= marks.count(O) else O

#: right_bound_methods: passed
class Game:
    def player(self, board):
        marks = sum(board, [])
        return X if marks.count(X) <= marks.count(O) else O
player = Game().player

#: right_custom_exception: passed
class Impossible(Exception):
    pass
def result(board, action):
    if action not in actions(board):
        raise Impossible(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after

#: right_deepcopy: passed
import copy
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after

#: right_defined_twice: passed
# at the end:
def terminal(board):
    return winner(board) is not None or not actions(board)

#: right_extra_names_that_shadow: passed
def largest(values):
    eval = max(values)
    open = eval
    return open

#: right_large_recursion_limit: passed
import sys
sys.setrecursionlimit(100000)

#: right_malformed_actions_let_through: passed
def result(board, action):
    if action is None or len(action) != 2 or isinstance(action, str):
        return [row[:] for row in board]
    if action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after

#: right_other_parameter_names: passed
def player(state):
    marks = sum(state, [])
    return X if marks.count(X) <= marks.count(O) else O
def terminal(b):
    return winner(b) is not None or not actions(b)

#: right_own_main: passed
if __name__ == "__main__":
    print(minimax(initial_state()))

#: right_prints_while_thinking: passed
def minimax(board):
    print("thinking", board)
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: right_puts_equal_rows_back: passed
# at the end:
_player = player
def player(board):
    board[:] = [row[:] for row in board]
    return _player(board)

#: right_shares_rows: passed
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = list(board)
    after[action[0]] = list(board[action[0]])
    after[action[0]][action[1]] = player(board)
    return after

#: right_str_subclass: passed
class Mark(str):
    pass
def player(board):
    marks = sum(board, [])
    return Mark(X) if marks.count(X) <= marks.count(O) else Mark(O)

#: right_under_a_decorator: passed
import functools
def noted(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        return function(*arguments)

    return wrapper
minimax = noted(minimax)
player = noted(player)

#: right_utility_true: passed
def utility(board):
    return {X: True, O: -1.0, None: 0}[winner(board)]

#: right_writes_lines: passed
# at the end:
import sys
_terminal = terminal
def terminal(board):
    sys.stdout.writelines(["asked\n"])
    return _terminal(board)

#: right_namedtuple_actions: passed
import collections
Cell = collections.namedtuple("Cell", "row column")
def actions(board):
    return {Cell(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}

#: right_syntax_warning: passed
# at the end:
def unused(x):
    "a docstring with a stray \. in it"
    assert (x, "never false")
    return x is 0

#: right_wraps_standard_output: passed
import io
import sys
sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")

#: right_writes_to_standard_error: passed
import sys
print("loading", file=sys.stderr)

#: right_transposition_table_with_bounds: passed
def minimax(board):
    if terminal(board):
        return None
    best, choice = -2, None
    sign = 1 if player(board) == X else -1
    for action in sorted(actions(board)):
        found = -search(result(board, action), -sign, -2, 2)
        if found > best:
            best, choice = found, action
    return choice
def search(board, sign, alpha, beta):
    key = str(board)
    first = alpha
    if key in seen:
        kind, known = seen[key]
        if kind == "exact" or (kind == "low" and known >= beta) or (kind == "high" and known <= alpha):
            return known
    if terminal(board):
        return sign * utility(board)
    best = -2
    for action in sorted(actions(board)):
        best = max(best, -search(result(board, action), -sign, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    seen[key] = ("low" if best >= beta else "high" if best <= first else "exact", best)
    return best
