"""One recursive function with depth and is_max; marks are put on a copy and taken off again."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    cells = [cell for row in board for cell in row]
    if cells.count(X) > cells.count(O):
        return O
    return X


def actions(board):
    found = set()
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell is EMPTY:
                found.add((i, j))
    return found


def result(board, action):
    if action not in actions(board):
        raise Exception("invalid action")
    copied = [row[:] for row in board]
    row, column = action
    copied[row][column] = player(board)
    return copied


def winner(board):
    for row in board:
        if row[0] == row[1] == row[2] and row[0] is not EMPTY:
            return row[0]
    for j in range(3):
        if board[0][j] == board[1][j] == board[2][j] and board[0][j] is not EMPTY:
            return board[0][j]
    if board[0][0] == board[1][1] == board[2][2] and board[1][1] is not EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] and board[1][1] is not EMPTY:
        return board[1][1]
    return None


def terminal(board):
    if winner(board):
        return True
    return all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    who = winner(board)
    if who is None:
        return 0
    return 1 if who == X else -1


def search(board, depth, is_max, alpha, beta):
    if terminal(board):
        return utility(board) * (10 - depth)
    best = -100 if is_max else 100
    for i in range(3):
        for j in range(3):
            if board[i][j] is not EMPTY:
                continue
            board[i][j] = X if is_max else O
            score = search(board, depth + 1, not is_max, alpha, beta)
            board[i][j] = EMPTY
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if beta <= alpha:
                return best
    return best


def minimax(board):
    if terminal(board):
        return None
    work = [row[:] for row in board]
    turn = player(board)
    best_score = -100 if turn == X else 100
    best_action = None
    for i, j in sorted(actions(board)):
        work[i][j] = turn
        score = search(work, 0, turn == O, -100, 100)
        work[i][j] = EMPTY
        if turn == X and score > best_score:
            best_score = score
            best_action = (i, j)
        if turn == O and score < best_score:
            best_score = score
            best_action = (i, j)
    return best_action
