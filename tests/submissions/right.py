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

#: right_boards_of_a_list_subclass: passed
class Board(list):
    pass
def initial_state():
    return Board([EMPTY] * 3 for _ in range(3))

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

#: right_bitboards: passed
WINS = [sum(1 << cell for cell in line) for line in LINES]
def bits(board, mark):
    return sum(1 << (3 * i + j) for i in range(3) for j in range(3) if board[i][j] == mark)
def winner(board):
    for mark in (X, O):
        held = bits(board, mark)
        if any(held & line == line for line in WINS):
            return mark
    return None

#: right_magic_square: passed
import itertools
SQUARE = [[2, 7, 6], [9, 5, 1], [4, 3, 8]]
def winner(board):
    for mark in (O, X):
        held = [SQUARE[i][j] for i in range(3) for j in range(3) if board[i][j] == mark]
        if any(sum(three) == 15 for three in itertools.combinations(held, 3)):
            return mark

#: right_match_statement: passed
def winner(board):
    for a, b, c in LINES:
        match [board[cell // 3][cell % 3] for cell in (a, b, c)]:
            case ["X", "X", "X"] | ["O", "O", "O"]:
                return board[a // 3][a % 3]
    return None

#: right_no_recursion: passed
def minimax(board):
    if terminal(board):
        return None
    table, stack = {}, [board]
    while stack:
        at = stack[-1]
        after = [result(at, action) for action in actions(at)] if not terminal(at) else []
        waiting = [each for each in after if str(each) not in table]
        if waiting:
            stack.extend(waiting)
            continue
        stack.pop()
        values = [table[str(each)] for each in after]
        table[str(at)] = (max if player(at) == X else min)(values) if values else utility(at)
    sign = 1 if player(board) == X else -1
    return max(actions(board), key=lambda action: sign * table[str(result(board, action))])

#: right_negamax_with_depth: passed
def minimax(board):
    if terminal(board):
        return None
    return max(actions(board), key=lambda action: -score(result(board, action), 1))
def score(board, depth):
    key = str(board)
    if key not in seen:
        if winner(board):
            seen[key] = depth - 10
        elif terminal(board):
            seen[key] = 0
        else:
            seen[key] = max(-score(result(board, action), depth + 1) for action in actions(board))
    return seen[key]

#: right_iterative_deepening: passed
def minimax(board):
    if terminal(board):
        return None
    choice = None
    for depth in range(1, len(actions(board)) + 1):
        choice = look(board, depth, {})[1]
    return choice
def look(board, depth, known):
    key = (str(board), depth)
    if key not in known:
        if terminal(board):
            known[key] = utility(board), None
        elif depth == 0:
            known[key] = 0, None
        else:
            pick = max if player(board) == X else min
            known[key] = pick((look(result(board, move), depth - 1, known)[0], move) for move in actions(board))
    return known[key]

#: right_symmetry: passed
def value(board):
    key = min(views(board))
    if key not in seen:
        if terminal(board):
            seen[key] = utility(board)
        else:
            values = [value(result(board, action)) for action in actions(board)]
            seen[key] = max(values) if player(board) == X else min(values)
    return seen[key]
def views(board):
    for _ in range(4):
        board = [list(row) for row in zip(*board[::-1])]
        yield str(board)
        yield str(board[::-1])

#: right_undoes_its_moves_on_a_copy: passed
def minimax(board):
    if terminal(board):
        return None
    work = [row[:] for row in board]
    mark = player(board)
    scores = {}
    for i, j in actions(board):
        work[i][j] = mark
        scores[i, j] = value(work)
        work[i][j] = EMPTY
    return (max if mark == X else min)(scores, key=scores.get)

#: right_lru_cache_of_tuples: passed
import functools
def minimax(board):
    return solve(tuple(map(tuple, board)))[1]
@functools.lru_cache(maxsize=None)
def solve(frozen):
    board = [list(row) for row in frozen]
    if terminal(board):
        return utility(board), None
    pick = max if player(board) == X else min
    return pick((solve(tuple(map(tuple, result(board, move))))[0], move) for move in actions(board))

#: right_small_lru_cache: passed
import functools
@functools.lru_cache(maxsize=200)
def winner_of(cells):
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
def winner(board):
    return winner_of(tuple(sum(board, [])))

#: right_global_counter: passed
visited = 0
def minimax(board):
    global visited
    visited += 1
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: right_cache_emptied_at_times: passed
def minimax(board):
    if len(seen) > 1000:
        seen.clear()
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return min(actions(board), key=lambda action: -sign * value(result(board, action)))

#: right_lambdas: passed
player = lambda board: X if sum(row.count(EMPTY) for row in board) % 2 else O
terminal = lambda board: bool(winner(board)) or not any(EMPTY in row for row in board)
utility = lambda board: (winner(board) == X) - (winner(board) == O)

#: right_generators: passed
def free(board):
    yield from ((i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell is EMPTY)
def actions(board):
    return set(free(board))
def terminal(board):
    return winner(board) is not None or next(free(board), None) is None

#: right_exceptions_as_control_flow: passed
class Won(Exception):
    pass
def winner(board):
    try:
        for mark in X, O:
            for line in LINES:
                if all(board[cell // 3][cell % 3] == mark for cell in line):
                    raise Won(mark)
    except Won as won:
        return won.args[0]
    return None

#: right_dataclass_state: passed
import dataclasses
@dataclasses.dataclass(frozen=True)
class State:
    cells: tuple
    mark: str
    def moves(self):
        return [(i, j) for i in range(3) for j in range(3) if self.cells[3 * i + j] is None]
def player(board):
    cells = tuple(cell for row in board for cell in row)
    return State(cells, X if len(State(cells, X).moves()) % 2 else O).mark
def actions(board):
    return set(State(tuple(sum(board, [])), X).moves())

#: right_fails_only_on_exact_types: passed
def result(board, action):
    if type(action) is not tuple or len(action) != 2 or not all(type(part) is int for part in action):
        raise TypeError(f"not an action: {action!r}")
    if not (0 <= action[0] < 3 and 0 <= action[1] < 3) or board[action[0]][action[1]] is not EMPTY:
        raise IndexError(f"no such free cell: {action!r}")
    return [[player(board) if (i, j) == action else cell for j, cell in enumerate(row)] for i, row in enumerate(board)]

#: right_annotations_from_typing: passed
from __future__ import annotations
from typing import Optional, List, Tuple
def minimax(board: List[List[Optional[str]]]) -> Optional[Tuple[int, int]]:
    if terminal(board):
        return None
    sign: int = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: right_names_in_other_letters: passed
def größter(werte):
    return max(werte)
def value(board):
    schlüssel = repr(board)
    if schlüssel not in seen:
        nächste = [] if terminal(board) else [value(result(board, zug)) for zug in actions(board)]
        seen[schlüssel] = utility(board) if not nächste else größter(nächste) if player(board) == X else min(nächste)
    return seen[schlüssel]

#: right_decorated_by_a_function_without_wraps: passed
# remove: player
# at the end:
def shown(function):
    def inner(*arguments, **others):
        return function(*arguments, **others)
    return inner
@shown
def player(board):
    marks = sum(board, [])
    return X if marks.count(X) <= marks.count(O) else O
