# expected: failed

def player(board)
    return X
