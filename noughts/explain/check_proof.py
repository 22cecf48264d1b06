"""Verify a proof file without any other code of Noughts. Usage: python check_proof.py FILE

The file has lines of these forms. Cells are row,column. A side that can complete a line and win does so.
    game 5,5,4               columns, rows, marks in a row; with ,misere at the end: whoever completes a line loses
    X wins                   the claim that the replies of X win; without this line: that they never lose
    X X...O.... 0,2          the reply of X in a position, and in every rotation and reflection of it
    pair 0,0 0,1             whenever one side takes one of these cells, the other side can take the other one
"""

import sys


class Board:
    def __init__(self, header):
        self.columns, self.rows, length = map(int, header.removeprefix("game ").split(",")[:3])
        self.misere = header.endswith("misere")
        self.cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        lines = [[(r + i * down, c + i * right) for i in range(length)]
                 for r, c in self.cells for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))]
        self.lines = [line for line in lines if set(line) <= set(self.cells)]

    def turns(self):
        """Return the rotations and reflections, as functions of row and column."""
        turns = [lambda r, c, up=up, left=left: (self.rows - 1 - r if up else r, self.columns - 1 - c if left else c)
                 for up in (False, True) for left in (False, True)]
        return turns + [lambda r, c, turn=turn: turn(c, r) for turn in turns] * (self.columns == self.rows)

    def can_complete(self, marks, side):
        rows = [[marks[cell] for cell in line] for line in self.lines]
        return any(row.count(side) == len(row) - 1 and "." in row for row in rows)


def follow(board, side, wins, replies, marks, mover, known):
    """Return whether `side`, with its replies, always wins (if `wins` is true) or else never loses."""
    key = tuple(marks.values())
    if key not in known:
        last = "XO"[mover == "X"]
        free = [cell for cell in board.cells if marks[cell] == "."]
        if any(all(marks[cell] == last for cell in line) for line in board.lines):
            known[key] = (last == side) != board.misere
        elif not free:
            known[key] = not wins
        elif mover == side and not board.misere and board.can_complete(marks, side):
            known[key] = True
        else:
            moves = free if mover != side else [cell for cell in free if cell == replies.get(key)]
            known[key] = bool(moves) and all(
                follow(board, side, wins, replies, {**marks, cell: mover}, last, known) for cell in moves)
    return known[key]


def check(text: str) -> dict[str, bool]:
    """Return each claim of the file, and whether it holds."""
    header, *rows = text.split("\n")
    board, replies, winners, pairs = Board(header), {}, set(), []
    for first, *rest in (row.split() for row in rows if row):
        if rest == ["wins"]:
            winners.add(first)
            replies.setdefault(first, {})
        elif first == "pair":
            pairs.append([tuple(map(int, cell.split(","))) for cell in rest])
        else:
            position, reply = rest
            for turn in board.turns():
                turned = {turn(*cell): mark for cell, mark in zip(board.cells, position, strict=True)}
                key = tuple(map(turned.get, board.cells))
                replies.setdefault(first, {}).setdefault(key, turn(*map(int, reply.split(","))))
    start = dict.fromkeys(board.cells, ".")
    found = {f"{side} {'wins' if side in winners else 'never loses'}":
             follow(board, side, side in winners, replies[side], start, "X", {}) for side in sorted(replies)}
    if pairs:  # nobody gets both cells of a pair if the opponent always takes the other one
        paired = [cell for pair in pairs for cell in pair]
        are_apart = len(paired) == len({*paired} & {*board.cells}) and all(len(pair) == 2 for pair in pairs)
        found["neither side loses"] = are_apart and all(
            any({*pair} <= {*line} for pair in pairs) for line in board.lines)
    return found


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        found = check(file.read())
    print(*(claim if holds else f"NOT PROVED: {claim}" for claim, holds in found.items()), sep="\n")
    sys.exit(0 if found and all(found.values()) else 1)
