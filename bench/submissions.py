"""Generate thousands of submissions: right, faulty, slow and hostile ones, and copies.

Each function is written in one of several ways, with the author's own names, so that honest files agree by chance only.
"""

from __future__ import annotations

import ast
import builtins
import random

# The ways to write each function; {a} to {h} stand for the author's own names.
WAYS = {
    "player": [
        """\
def player(board):
    {a} = sum(row.count(X) for row in board)
    {b} = sum(row.count(O) for row in board)
    return X if {a} == {b} else O
""",
        """\
def player(board):
    {a} = 0
    for {b} in board:
        for {c} in {b}:
            if {c} != EMPTY:
                {a} += 1
    if {a} % 2 == 0:
        return X
    return O
""",
        """\
def player(board):
    {a} = [{c} for {b} in board for {c} in {b}]
    return O if {a}.count(X) > {a}.count(O) else X
""",
        """\
def player(board):
    {a} = {b} = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X:
                {a} += 1
            elif board[i][j] == O:
                {b} += 1
    return X if {a} <= {b} else O
""",
        """\
def player(board):
    {a} = len([1 for {b} in board for {c} in {b} if {c} is None])
    return X if {a} % 2 else O
""",
    ],
    "actions": [
        """\
def actions(board):
    return {{(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}}
""",
        """\
def actions(board):
    {a} = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                {a}.add((i, j))
    return {a}
""",
        """\
def actions(board):
    {a} = []
    for {b}, {c} in enumerate(board):
        for {d}, {e} in enumerate({c}):
            if {e} is None:
                {a}.append(({b}, {d}))
    return set({a})
""",
        """\
def actions(board):
    {a} = {{divmod({b}, 3) for {b} in range(9)}}
    return {{{c} for {c} in {a} if board[{c}[0]][{c}[1]] == EMPTY}}
""",
    ],
    "result": [
        """\
def result(board, action):
    if action not in actions(board):
        raise ValueError('not possible')
    {a} = [row[:] for row in board]
    {a}[action[0]][action[1]] = player(board)
    return {a}
""",
        """\
def result(board, action):
    i, j = action
    if i < 0 or j < 0 or i > 2 or j > 2 or board[i][j] is not EMPTY:
        raise Exception('bad move')
    {a} = copy.deepcopy(board)
    {a}[i][j] = player(board)
    return {a}
""",
        """\
def result(board, action):
    {b} = actions(board)
    if action in {b}:
        {a} = [list({c}) for {c} in board]
        {d}, {e} = action
        {a}[{d}][{e}] = player(board)
        return {a}
    raise IndexError(action)
""",
        """\
def result(board, action):
    if not action in actions(board):
        raise RuntimeError
    {a} = []
    for i in range(3):
        {a}.append([])
        for j in range(3):
            {a}[i].append(player(board) if (i, j) == action else board[i][j])
    return {a}
""",
    ],
    "winner": [
        """\
def winner(board):
    {a} = board + [list({b}) for {b} in zip(*board)]
    {a} += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for {c} in {a}:
        if {c}[0] is not None and {c}[0] == {c}[1] == {c}[2]:
            return {c}[0]
    return None
""",
        """\
def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] != EMPTY:
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0] != EMPTY:
        return board[0][2]
    return None
""",
        """\
def winner(board):
    for {a} in (X, O):
        for i in range(3):
            if all(board[i][j] == {a} for j in range(3)) or all(board[j][i] == {a} for j in range(3)):
                return {a}
        if all(board[i][i] == {a} for i in range(3)) or all(board[i][2 - i] == {a} for i in range(3)):
            return {a}
    return None
""",
        """\
def winner(board):
    {a} = sum(board, [])
    for {b}, {c}, {d} in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if {a}[{b}] and {a}[{b}] == {a}[{c}] and {a}[{c}] == {a}[{d}]:
            return {a}[{b}]
    return None
""",
    ],
    "terminal": [
        """\
def terminal(board):
    return winner(board) is not None or not actions(board)
""",
        """\
def terminal(board):
    if winner(board):
        return True
    for {a} in board:
        if EMPTY in {a}:
            return False
    return True
""",
        """\
def terminal(board):
    {a} = all({c} is not None for {b} in board for {c} in {b})
    return bool({a} or winner(board))
""",
    ],
    "utility": [
        """\
def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0
""",
        """\
def utility(board):
    return {{X: 1, O: -1, None: 0}}[winner(board)]
""",
        """\
def utility(board):
    {a} = winner(board)
    return 0 if {a} is None else 1 if {a} == X else -1
""",
    ],
    "minimax": [
        """\
{f} = {{}}


def {g}(board):
    {a} = tuple(map(tuple, board))
    if {a} not in {f}:
        if terminal(board):
            {f}[{a}] = utility(board)
        else:
            {b} = [{g}(result(board, {c})) for {c} in actions(board)]
            {f}[{a}] = max({b}) if player(board) == X else min({b})
    return {f}[{a}]


def minimax(board):
    if terminal(board):
        return None
    {d} = 1 if player(board) == X else -1
    return max(actions(board), key=lambda {e}: {d} * {g}(result(board, {e})))
""",
        """\
{f} = {{}}


def {g}(board):
    {b} = str(board)
    if {b} in {f}:
        return {f}[{b}]
    if terminal(board):
        return utility(board), None
    {c} = None
    for {d} in sorted(actions(board)):
        {e} = {g}(result(board, {d}))[0]
        if {c} is None or (player(board) == X and {e} > {c}[0]) or (player(board) == O and {e} < {c}[0]):
            {c} = ({e}, {d})
    {f}[{b}] = {c}
    return {c}


def minimax(board):
    return {g}(board)[1]
""",
        """\
{f} = dict()


def {g}(board):
    if terminal(board):
        return utility(board)
    {a} = repr(board)
    if {a} not in {f}:
        {b} = -5
        for {c} in actions(board):
            {b} = max({b}, {h}(result(board, {c})))
        {f}[{a}] = {b}
    return {f}[{a}]


def {h}(board):
    if terminal(board):
        return utility(board)
    {a} = repr(board)
    if {a} not in {f}:
        {b} = 5
        for {c} in actions(board):
            {b} = min({b}, {g}(result(board, {c})))
        {f}[{a}] = {b}
    return {f}[{a}]


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max([({h}(result(board, {d})), {d}) for {d} in actions(board)])[1]
    return min([({g}(result(board, {d})), {d}) for {d} in actions(board)])[1]
""",
    ],
}  # fmt: skip
HEAD = """\
import copy

X = 'X'
O = 'O'
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]
"""
# The words from which authors make names.
WORDS = (
    "cells", "marks", "row", "spot", "best", "score", "value", "count", "cell", "found", "table", "moves", "seen",
    "board2", "line", "turn", "state", "memo", "low", "high", "node", "depth", "test",
)  # fmt: skip
# What a faulty submission replaces, and what with.
FAULTS = (
    ("== EMPTY", "!= EMPTY"), ("return None\n", "return X\n"), ("max(", "min("), ("range(3)", "range(2)"),
    ("raise ", "print "), ("-1", "1"),
)  # fmt: skip
# What a hostile submission has at its end.
HOSTILE = (
    "while True:\n    pass\n", "import os\nos.fork()\n", "open('/etc/passwd').read()\n", "x = 'a' * 10**10\n",
    "def f(: pass\n",
)  # fmt: skip


def honest(number: int) -> str:
    """Return the file of an author: each function in one of its WAYS, with the author's own names, and a helper."""
    chance = random.Random(f"author {number}")
    parts = [HEAD]
    for name, ways in WAYS.items():
        words = chance.sample(WORDS, 8)
        own = [word + chance.choice(("", "_", "1", "s")) for word in words]
        text = chance.choice(ways).format(**dict(zip("abcdefgh", own, strict=True)))
        if chance.random() < 0.5:
            text = text.replace(":\n", f":\n    # {chance.choice(WORDS)} {name}\n", 1)
        parts.append(text)
    parts.append(helper(chance))
    return "\n\n".join(parts)


def helper(chance: random.Random) -> str:
    """Return a helper function that hardly any other author has."""
    lines = [f"def {chance.choice(WORDS)}_{chance.randrange(999)}(board):", "    total = 0"]
    for _ in range(chance.randrange(6, 14)):
        i, j, n = chance.randrange(3), chance.randrange(3), chance.randrange(9)
        lines.append(chance.choice([
            f"    total += {n} if board[{i}][{j}] == X else {chance.randrange(9)}",
            f"    for k in range({n}):\n        total -= k * {i + 1}",
            f"    if board[{j}][{i}] is None and total > {n}:\n        total = abs(total) % {n + 2}",
            f"    total = max(total, {n}, len(board[{i}]) * {j + 1})",
            f"    while total > {40 + n}:\n        total //= {i + 2}",
        ]))  # fmt: skip
    return "\n".join([*lines, "    return total\n"])


def copied(text: str, seed: int) -> str:
    """Return a copy of a submission with new names, a new layout and a new order of functions."""
    chance = random.Random(f"copy {seed}")
    tree = ast.parse(text)
    kept = {"X", "O", "EMPTY", "board", "action", "initial_state", *WAYS}
    nodes = list(ast.walk(tree))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    imported = {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
    names |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    members = {name for each in classes for statement in each.body for name in names_bound_by(statement)}
    names |= {each.name for each in classes}
    free = sorted(names - kept - set(dir(builtins)) - imported - members)
    new = {name: f"v{chance.randrange(10**6)}_{number}" for number, name in enumerate(free)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in new:
            node.id = new[node.id]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in new:
            node.name = new[node.name]
        elif isinstance(node, ast.arg) and node.arg in new:
            node.arg = new[node.arg]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    rest = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    chance.shuffle(functions)
    return "\n\n\n".join(ast.unparse(ast.fix_missing_locations(node)) for node in [*rest, *functions]) + "\n"


def names_bound_by(statement: ast.stmt) -> set[str]:
    """Return the name of a method, or all names in any other statement of a class."""
    if isinstance(statement, ast.FunctionDef):
        return {statement.name}
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def made(number: int) -> tuple[str, str]:
    """Return the kind of a submission and its text; of 100, 70 are right, 20 faulty, 4 copies, 3 slow and 3 hostile."""
    chance = random.Random(f"kind {number}")
    text, kind = honest(number), number % 100
    if kind < 70:
        return "right", text
    if kind < 90:
        old, new = chance.choice([fault for fault in FAULTS if fault[0] in text])
        return "faulty", text.replace(old, new, 1)
    if kind < 94:
        return "copy", copied(honest(number - 90 + chance.randrange(60)), number)
    if kind < 97:
        return "slow", text.replace("def minimax(board):\n", "def minimax(board):\n    sum(range(200000))\n")
    return "hostile", text + "\n\n" + HOSTILE[number % len(HOSTILE)]
