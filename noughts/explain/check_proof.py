"""Verify, without any other code of Noughts, that a strategy never loses. Usage: python check_proof.py FILE"""

import sys


def check(text: str) -> dict[str, bool]:
    header, *rows = text.split("\n")
    columns, height, length = map(int, header.removeprefix("game ").split(",")[:3])
    cells = [(row, column) for row in range(height) for column in range(columns)]
    lines = [[(r + i * down, c + i * right) for i in range(length)]
             for r, c in cells for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))]
    lines = [line for line in lines if set(line) <= set(cells)]
    turns = [lambda r, c, up=up, left=left: (height - 1 - r if up else r, columns - 1 - c if left else c)
             for up in (False, True) for left in (False, True)]
    if columns == height:
        turns += [lambda r, c, turn=turn: turn(c, r) for turn in turns]
    replies = {}
    for side, position, reply in (row.split() for row in rows if row):
        for turn in turns:  # the reply holds on every rotation and reflection
            turned = {turn(*cell): mark for cell, mark in zip(cells, position, strict=True)}
            replies.setdefault((side, *map(turned.get, cells)), turn(*map(int, reply.split(","))))

    def never_loses(side, marks, mover):
        last = "XO"[mover == "X"]
        if any(all(marks[cell] == last for cell in line) for line in lines):
            return (last == side) != header.endswith("misere")
        free = [cell for cell in cells if marks[cell] == "."]
        if mover == side and free:
            free = [cell for cell in free if cell == replies.get((side, *marks.values()))]
        return ("." not in marks.values() or bool(free)) and all(
            never_loses(side, {**marks, cell: mover}, last) for cell in free)

    return {side: never_loses(side, dict.fromkeys(cells, "."), "X") for side in sorted({key[0] for key in replies})}


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        verdicts = check(file.read())
    print(*(f"{side} {'never loses' if holds else 'CAN LOSE'}" for side, holds in verdicts.items()), sep="\n")
    sys.exit(0 if verdicts and all(verdicts.values()) else 1)
