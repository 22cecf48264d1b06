# Submissions that are right in one order of calls and wrong in another. See README.md for the format.

#: state_result_uses_the_turn_that_player_left: failed result
turn = X
def player(board):
    global turn
    marks = sum(board, [])
    turn = X if marks.count(X) <= marks.count(O) else O
    return turn
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = turn
    return after
def value(board):
    key = str(board)
    if key not in seen:
        mover, values = player(board), []
        for action in () if terminal(board) else actions(board):
            player(board)
            values.append(value(result(board, action)))
        seen[key] = utility(board) if not values else max(values) if mover == X else min(values)
    return seen[key]
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, choice = -2, None
    for action in sorted(actions(board)):
        player(board)
        found = sign * value(result(board, action))
        if found > best:
            best, choice = found, action
        if best == 1:
            break
    return choice

#: state_utility_relies_on_the_last_winner: failed utility
last = None
def winner(board):
    global last
    last = None
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            last = cells[a]
    return last
def utility(board):
    return {X: 1, O: -1, None: 0}[last]

#: state_terminal_relies_on_the_last_winner: failed terminal
last = None
def winner(board):
    global last
    last = None
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            last = cells[a]
    return last
def terminal(board):
    return last is not None or not actions(board)
def value(board):
    key = str(board)
    if key not in seen:
        winner(board)
        values = [] if terminal(board) else [value(result(board, action)) for action in actions(board)]
        seen[key] = utility(board) if not values else max(values) if player(board) == X else min(values)
    return seen[key]
def minimax(board):
    winner(board)
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

#: state_cache_keeps_bounds: failed minimax
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, choice, alpha, beta = -2, None, -2, 2
    for action in sorted(actions(board)):
        found = value(result(board, action), alpha, beta)
        if player(board) == X:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if sign * found > best:
            best, choice = sign * found, action
    return choice
def value(board, alpha, beta):
    key = str(board)
    if key in seen:
        return seen[key]
    if terminal(board):
        return utility(board)
    if player(board) == X:
        best = -2
        for action in sorted(actions(board)):
            best = max(best, value(result(board, action), alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = 2
        for action in sorted(actions(board)):
            best = min(best, value(result(board, action), alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
    seen[key] = best
    return best

#: state_minimax_wrong_in_its_first_hundred_calls: failed minimax
calls = 0
# at the end:
_minimax = minimax
def minimax(board):
    global calls
    calls += 1
    if terminal(board):
        return None
    return min(actions(board)) if calls <= 100 else _minimax(board)

#: state_minimax_wrong_after_large_boards: failed minimax
largest = 0
# at the end:
_minimax = minimax
def minimax(board):
    global largest
    free = len(actions(board))
    largest = max(largest, free)
    if terminal(board):
        return None
    return min(actions(board)) if largest >= free + 4 else _minimax(board)

#: state_result_wrong_on_its_first_calls: failed result
calls = 0
# at the end:
_result = result
def result(board, action):
    global calls
    calls += 1
    after = _result(board, action)
    if calls <= 3:
        after[action[0]][action[1]] = X
        after[2][2] = O
    return after

#: state_result_refuses_its_own_boards: failed result
made = []
# at the end:
_result = result
def result(board, action):
    if any(board is old for old in made[-50:]):
        raise ValueError("already used")
    made.append(_result(board, action))
    return made[-1]
def value(board):
    key = str(board)
    if key not in seen:
        values = [] if terminal(board) else [value(_result(board, action)) for action in actions(board)]
        seen[key] = utility(board) if not values else max(values) if player(board) == X else min(values)
    return seen[key]

#: state_result_refuses_a_second_move_on_one_board: failed result
last = None
# at the end:
_result = result
def result(board, action):
    global last
    if board is last:
        raise ValueError("one move at a time")
    after = _result(board, action)
    last = board
    return after
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(_result(board, action)))
def value(board):
    key = str(board)
    if key not in seen:
        if terminal(board):
            seen[key] = utility(board)
        else:
            values = [value(_result(board, action)) for action in actions(board)]
            seen[key] = max(values) if player(board) == X else min(values)
    return seen[key]

#: state_pool_of_boards: failed initial_state
pool = [[[None] * 3 for _ in range(3)] for _ in range(20)]
handed = 0
def initial_state():
    global handed
    handed += 1
    return pool[handed % 20]

#: state_one_board_cleaned_each_time: failed initial_state
the_board = [[None] * 3 for _ in range(3)]
def initial_state():
    for row in the_board:
        row[:] = [None] * 3
    return the_board

#: state_initial_state_dirty_after_minimax: failed initial_state
moved = False
def initial_state():
    board = [[EMPTY] * 3 for _ in range(3)]
    if moved:
        board[0][0] = X
    return board
# at the end:
_minimax = minimax
def minimax(board):
    global moved
    moved = True
    return _minimax(board)

#: state_answer_with_a_separator: failed player
def player(board):
    return ";"
def result(board, action):
    raise ValueError
def minimax(board):
    return None

#: state_attribute_counts_calls: failed winner
# at the end:
_winner = winner
def winner(board):
    winner.calls = getattr(winner, "calls", 0) + 1
    return None if winner.calls % 500 == 0 else _winner(board)

#: state_mutable_default: failed player
def player(board, seen_before=[]):
    marks = sum(board, [])
    mover = X if marks.count(X) <= marks.count(O) else O
    seen_before.append(mover)
    return mover if len(seen_before) % 4000 else X

#: state_minimax_empties_the_set_of_actions_it_cached: failed minimax
moves = {}
def actions(board):
    key = str(board)
    if key not in moves:
        moves[key] = {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}
    return moves[key]
def minimax(board):
    if terminal(board):
        return None
    sign, best, choice = (1 if player(board) == X else -1), -2, None
    for action in sorted(actions(board)):
        found = sign * value(result(board, action))
        if found > best:
            best, choice = found, action
    moves[str(board)].discard(choice)
    return choice

#: state_minimax_wrong_with_many_free_cells_after_winner: failed minimax
last = None
def terminal(board):
    return line(board) is not None or not actions(board)
def utility(board):
    return {X: 1, O: -1, None: 0}[line(board)]
def winner(board):
    global last
    last = str(board)
    return line(board)
def line(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    if last == str(board) and len(actions(board)) in (6, 7):
        sign = -sign
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))

#: state_minimax_wrong_when_asked_twice: failed minimax
last = None
def minimax(board):
    global last
    if terminal(board):
        return None
    again, last = last is board, board
    sign = 1 if (player(board) == X) != again else -1
    return max(sorted(actions(board)), key=lambda action: sign * value(result(board, action)))
