# Wrong submissions, each with one fault. See README.md for the format.

#: actions_as_a_frozenset: failed actions
def actions(board):
    return frozenset((i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY)

#: actions_as_a_list: failed actions
def actions(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]

#: actions_column_first: failed actions
def actions(board):
    return {(j, i) for i in range(3) for j in range(3) if board[i][j] is EMPTY}
def minimax(board):
    return None

#: actions_from_one: failed actions
def actions(board):
    return {(i + 1, j + 1) for i in range(3) for j in range(3) if board[i][j] is EMPTY}
def minimax(board):
    return None

#: actions_of_texts: failed actions
def actions(board):
    return {f"{i}{j}" for i in range(3) for j in range(3) if board[i][j] is EMPTY}
def minimax(board):
    return None

#: actions_with_taken_cells: failed actions
def actions(board):
    return {(i, j) for i in range(3) for j in range(3)}
def minimax(board):
    return None

#: actions_without_the_centre: failed actions
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY and (i, j) != (1, 1)}

#: always_x: failed player
def player(board):
    return X
def minimax(board):
    return min(actions(board), default=None)

#: asks_when_imported: failed
try:
    name = input("your name? ")
except EOFError:
    pass

#: empty_is_a_blank: failed initial_state
X, O, EMPTY = "X", "O", " "

#: extra_default_parameter: failed minimax
def minimax(board, depth=9):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: initial_state_alternates_two_boards: failed initial_state
# at the end:
boards = [[[EMPTY] * 3 for _ in range(3)] for _ in range(2)]
def initial_state():
    boards.reverse()
    return boards[0]

#: initial_state_is_not_fresh: failed initial_state
START = [[EMPTY] * 3 for _ in range(3)]
def initial_state():
    return START

#: initial_state_of_blanks: failed initial_state
def initial_state():
    return [[" "] * 3 for _ in range(3)]

#: initial_state_shares_rows: failed initial_state
def initial_state():
    return [[EMPTY] * 3] * 3

#: initial_state_two_rows_are_one: failed initial_state
# at the end:
def initial_state():
    first, second = [EMPTY] * 3, [EMPTY] * 3
    return [first, second, second]

#: minimax_changes_the_board: failed minimax
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    move = max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))
    board[move[0]][move[1]] = player(board)
    return move

#: minimax_extra_default_parameter: failed minimax
# at the end:
_minimax = minimax
def minimax(board, depth=0):
    return _minimax(board)

#: minimax_forgets_none: failed minimax
def minimax(board):
    if terminal(board):
        return (0, 0)
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: minimax_gives_a_list: failed minimax
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return list(max(sorted(actions(board)), key=lambda action: sign * value(result(board, action))))

#: minimax_gives_the_value: failed minimax
def minimax(board):
    return None if terminal(board) else value(board)

#: minimax_highest_for_o_too: failed minimax
# at the end:
def minimax(board):
    if terminal(board):
        return None
    return max(sorted(actions(board)), key=lambda action: value(result(board, action)))

#: minimax_max_and_min_exchanged: failed minimax
def minimax(board):
    if terminal(board):
        return None
    sign = -1 if player(board) == X else 1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: minimax_not_written: failed minimax
# at the end:
def minimax(board):
    raise NotImplementedError

#: minimax_one_ply: failed minimax
def minimax(board):
    if terminal(board):
        return None
    for action in sorted(actions(board)):
        if winner(result(board, action)):
            return action
    return min(actions(board))

#: minimax_only_for_x: failed minimax
def minimax(board):
    if terminal(board):
        return None
    sign = 1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: minimax_raises_at_the_end: failed minimax
def minimax(board):
    if terminal(board):
        raise ValueError("over")
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: minimax_takes_a_random_cell: failed minimax
import random
def minimax(board):
    return None if terminal(board) else random.choice(sorted(actions(board)))

#: minimax_takes_the_first_cell: failed minimax
def minimax(board):
    return None if terminal(board) else min(actions(board))

#: minimax_three_boards_only: failed minimax
def minimax(board):
    known = {"X........": (1, 1), ".........": (0, 0), "X...O....": (2, 2)}
    text = "".join(cell or "." for row in board for cell in row)
    return None if terminal(board) else known.get(text, min(actions(board)))

#: minimax_three_plies_deep: failed minimax
def value(board, depth=2):
    if terminal(board) or depth == 0:
        return utility(board)
    values = [value(result(board, action), depth - 1) for action in actions(board)]
    return max(values) if player(board) == X else min(values)

#: minimax_tires_after_3000_calls: failed minimax
calls = 0
def minimax(board):
    global calls
    calls += 1
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    pick = max if calls < 3000 else min
    return pick(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: minimax_value_for_o: failed minimax
# at the end:
_minimax = minimax
def minimax(board):
    if not terminal(board) and player(board) == O:
        return value(board)
    return _minimax(board)

#: minimax_win_or_block: failed minimax
def minimax(board):
    if terminal(board):
        return None
    for mark in (player(board), O if player(board) == X else X):
        for i, j in sorted(actions(board)):
            after = [row[:] for row in board]
            after[i][j] = mark
            if winner(after):
                return i, j
    return min(actions(board), key=lambda cell: (cell != (1, 1), cell))

#: minimax_wrong_on_one_board: failed minimax
def minimax(board):
    if terminal(board):
        return None
    if board == [[X, None, None], [None, O, None], [None, None, X]]:
        return (0, 2)
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: missing_function: failed utility
# remove: utility
def minimax(board):
    return None

#: missing_parameter: failed player
def player():
    return X
def result(board, action):
    return None
def minimax(board):
    return None

#: no_anti_diagonal: failed winner terminal utility minimax
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)]

#: no_diagonals: failed winner
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]

#: o_begins: failed player
def player(board):
    marks = sum(board, [])
    return X if marks.count(X) < marks.count(O) else O

#: only_rows_win: failed winner
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]

#: parameters_exchanged: failed result
def result(action, board):
    if action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after
def minimax(board):
    return None

#: player_counts_free_cells: failed player
def player(board):
    return X if sum(board, []).count(EMPTY) % 2 == 0 else O

#: player_exchanged: failed player
# at the end:
def player(board):
    marks = sum(board, [])
    return O if marks.count(X) <= marks.count(O) else X

#: plays_when_imported: failed
board = initial_state()
while not terminal(board):
    print(board)
    board = result(board, tuple(map(int, input("move? ").split())))

#: prints_when_imported: failed
print("hello")

#: raises_in_winner: failed winner
def winner(board):
    return board[3][3]

#: raises_when_imported: failed
raise RuntimeError("not today")

#: result_catches_its_own_exception: failed result
# at the end:
_result = result
def result(board, action):
    try:
        return _result(board, action)
    except ValueError as error:
        print(error)

#: result_gives_nothing: failed result
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
def minimax(board):
    return None

#: result_gives_the_same_board_again: failed result
# at the end:
_result, same = result, [[EMPTY] * 3 for _ in range(3)]
def result(board, action):
    after = _result(board, action)
    for i in range(3):
        same[i][:] = after[i]
    return same
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(sorted(actions(board)), key=lambda action: value(_result(board, action)))
def value(board):
    key = str(board)
    if key not in seen:
        if terminal(board):
            seen[key] = utility(board)
        else:
            values = [value(_result(board, action)) for action in actions(board)]
            seen[key] = max(values) if player(board) == X else min(values)
    return seen[key]

#: result_gives_tuples: failed result
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return tuple(map(tuple, after))
def minimax(board):
    return None

#: result_ignores_a_bad_action: failed result
def result(board, action):
    if action not in actions(board):
        return board
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after

#: result_lets_negative_indices_through: failed result
def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError(action)
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after

#: result_lets_taken_cells_through: failed result
def result(board, action):
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after

#: result_places_x_only: failed result
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = X
    return after
def minimax(board):
    return None

#: result_wraps_large_indices: failed result
def result(board, action):
    i, j = action[0] % 3, action[1] % 3
    if board[i][j] is not EMPTY:
        raise ValueError(action)
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after

#: result_writes_into_the_board: failed result
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    board[action[0]][action[1]] = player(board)
    return board
def minimax(board):
    return min(actions(board), default=None)

#: result_writes_into_the_rows: failed result
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = board[:]
    after[action[0]][action[1]] = player(board)
    return after

#: star_parameters: failed winner
def winner(*boards):
    cells = sum(boards[0], [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None

#: terminal_asks_only_whether_full: failed terminal
# at the end:
def terminal(board):
    return not actions(board)

#: terminal_forgets_ties: failed terminal
def terminal(board):
    return winner(board) is not None

#: terminal_forgets_wins: failed terminal
def terminal(board):
    return not actions(board)

#: terminal_gives_none: failed terminal
def terminal(board):
    if winner(board) is not None or not actions(board):
        return True

#: terminal_gives_numbers: failed terminal
def terminal(board):
    return int(winner(board) is not None or not actions(board))

#: ties_are_losses: failed utility
def utility(board):
    return 1 if winner(board) == X else -1

#: two_columns_never_win: failed winner
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (0, 4, 8), (2, 4, 6)]

#: utility_gives_the_mark: failed utility
def utility(board):
    return winner(board)
def value(board):
    key = str(board)
    if key not in seen:
        if terminal(board):
            seen[key] = {X: 1, O: -1, None: 0}[winner(board)]
        else:
            values = [value(result(board, action)) for action in actions(board)]
            seen[key] = max(values) if player(board) == X else min(values)
    return seen[key]

#: utility_has_no_minus_one: failed utility
def utility(board):
    return int(winner(board) is not None)

#: utility_turned_round: failed utility
def utility(board):
    return {X: -1, O: 1, None: 0}[winner(board)]

#: winner_misses_o: failed winner
def winner(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] == X and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None

#: winner_of_a_tie_is_a_word: failed winner
def winner(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return "Tie" if EMPTY not in cells else None

#: winner_says_true: failed winner
def winner(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return True
    return None

#: winner_stops_at_a_free_line: failed winner
# at the end:
def winner(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None

#: result_refuses_all_outside_cells_but_two_negative_indices: failed result
def result(board, action):
    i, j = action
    if not (i < 0 and j < 0 and -3 <= i and -3 <= j) and action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after

#: result_takes_large_indices_modulo_three: failed result
def result(board, action):
    i, j = action
    if max(i, j) < 4 and action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[i % 3][j % 3] = player(board)
    return after

#: player_with_a_sign_in_the_string: failed player
def player(board):
    marks = sum(board, [])
    return "X~" if marks.count(X) <= marks.count(O) else O

#: result_of_tuples: failed result
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    return tuple(tuple(player(board) if (i, j) == action else board[i][j] for j in range(3)) for i in range(3))

#: minimax_takes_any_of_two_moves: failed minimax
import random
def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    right = best(sorted(actions(board)), key=lambda action: value(result(board, action)))
    return random.choice([right, sorted(actions(board))[0]])
def value(board):
    key = str(board)
    if key not in seen:
        values = [value(result(board, action)) for action in actions(board)] if not terminal(board) else []
        seen[key] = (max if player(board) == X else min)(values) if values else utility(board)
    return seen[key]
