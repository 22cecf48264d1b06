"""Slips that the source shows: each kind is found on its line, and none in a right file."""

from __future__ import annotations

import ast

import pytest
import submission_cases
from conftest import ROOT
from test_cli import noughts

from noughts.check.asking import Options
from noughts.check.examination import check
from noughts.check.slip_words import SLIP_WORDS
from noughts.check.slips import find_slips
from noughts.check.source import decode, inspect
from noughts.game.exercise import FUNCTION_NAMES

# The id of each slip, a function with it, and the line within that function.
CASES = [
    ("not_raised", "def result(board, action):\n    ValueError('taken')\n", 2),
    ("compares_only", "def result(board, action):\n    board[0][0] == X\n", 2),
    ("always_true", "def terminal(board):\n    return winner(board) == X or O\n", 2),
    ("counts_rows", "def player(board):\n    return board.count(X)\n", 2),
    ("case_captures", "def actions(board):\n    match board[0][0]:\n        case EMPTY:\n            return {(0, 0)}\n", 3),
    ("empty_dict", "def terminal(board):\n    return actions(board) == {}\n", 2),
    ("unknown_mark", "def utility(board):\n    return int(winner(board) == 'x')\n", 2),
    ("first_round_only", "def winner(board):\n    for row in board:\n        if row[0]:\n            return row[0]\n"
     "        else:\n            return None\n", 2),
    ("key_ignores", "def minimax(board):\n    return max(actions(board), key=lambda a: utility(board))\n", 2),
    ("zero_is_false", "def minimax(board):\n    best = None\n    for action in actions(board):\n"
     "        if not best or best < 1:\n            best = utility(board)\n", 4),
    ("never_reset", "def winner(board):\n    total = 0\n    for row in board:\n        for cell in row:\n"
     "            total += cell == X\n        if total == 3:\n            return X\n", 2),
    ("never_reset", "def actions(board):\n    i = j = 0\n    while i < 3:\n        while j < 3:\n            j += 1\n"
     "        i += 1\n", 2),
    ("overwritten_flag", "def terminal(board):\n    full = True\n    for cell in sum(board, []):\n        if cell is None:\n"
     "            full = False\n        else:\n            full = True\n    return full\n", 7),
    ("overwritten_target", "def minimax(board):\n    for action in actions(board):\n"
     "        value, action = minimax(result(board, action))\n", 3),
    ("asks_turn", "def utility(board):\n    return 1 if player(board) == X else -1\n", 2),
    ("read_otherwise", "def minimax(board):\n    a, b = 1, 2\n    return a > 0 and a > b or a < b\n", 3),
    ("late_start", "def minimax(board):\n    for action in actions(board):\n        best = -math.inf\n"
     "        best = max(best, 1)\n    return best\n", 3),
    ("zero_start", "def minimax(board):\n    best = 0\n    for action in actions(board):\n        value = utility(board)\n"
     "        if value > best:\n            best, move = value, action\n", 2),
    ("unused_move", "def minimax(board):\n    for action in actions(board):\n        value = minimax(board)\n", 2),
    ("shallow_copy", "def result(board, action):\n    new = board.copy()\n    new[0][0] = X\n    return new\n", 2),
    ("keeps_reply", "def minimax(board):\n    best = -2\n    for action in actions(board):\n"
     "        value, reply = minimax(result(board, action))\n        if value > best:\n            best, move = value, reply\n", 6),
    ("first_equal_row", "def actions(board):\n    for row in board:\n        i = board.index(row)\n", 3),
    ("overwritten_board", "def minimax(board):\n    for action in actions(board):\n        board = result(board, action)\n", 3),
    ("zips_one", "def winner(board):\n    for column in zip(board):\n        print(column)\n", 2),
    ("adds_parts", "def actions(board):\n    found = set()\n    found.update((0, 1))\n", 3),
    ("unused_result", "def minimax(board):\n    best(board)\ndef best(board):\n    found = []\n    found.append(1)\n"
     "    return found\n", 2),
    ("or_of_marks", "def terminal(board):\n    return winner(board) == (X or O)\n", 2),
    ("any_winner", "def utility(board):\n    if winner(board):\n        return 1\n    elif winner(board) == O:\n"
     "        return -1\n", 2),
    ("last_compared", "def winner(board):\n    return board[0][0] and board[0][1] and board[0][2] == X\n", 2),
    ("else_counts", "def player(board):\n    for cell in board[0]:\n        if cell == X:\n            a += 1\n"
     "        else:\n            b += 1\n", 6),
    ("exchanged_names", "def minimax(board):\n    alpha, beta = -9, 9\n    return low(board, beta, alpha)\n"
     "def low(board, alpha, beta):\n    return 0\n", 3),
    ("unused_board", "def minimax(board):\n    for action in actions(board):\n        child = result(board, action)\n"
     "        value = minimax(board)\n        print(action)\n", 3),
    ("unused_side", "def minimax(board):\n    return score(board, X)\ndef score(board, me):\n    return utility(board)\n", 3),
    ("outer_board", "def minimax(board):\n    def low(state):\n        if terminal(state):\n            return utility(board)\n"
     "    return low(board)\n", 4),
    ("overwritten_choice", "def minimax(board):\n    search(board)\n    return best\ndef search(board):\n    global best\n"
     "    for action in actions(board):\n        if search(result(board, action)):\n            best = action\n", 8),
    ("not_taken_back", "def minimax(board):\n    for i, j in actions(board):\n        board[i][j] = X\n        if terminal(board):\n"
     "            break\n        board[i][j] = EMPTY\n", 5),
    ("turn_by_depth", "def minimax(board, depth=0):\n    if terminal(board):\n        return utility(board)\n"
     "    if depth % 2 == 0:\n        return minimax(board, depth + 1)\n", 4),
    ("depth_limit", "def minimax(board, depth=0):\n    if terminal(board) or depth == 3:\n        return 0\n", 2),
    ("depth_in_score", "def minimax(board, depth=0):\n    return utility(board) - depth\n", 2),
    ("depth_too_large", "def minimax(board, depth=0):\n    return 5 - depth\n", 2),
    ("overwritten_count", "def player(board):\n    n = 0\n    for row in board:\n        n = row.count(X)\n    return n\n", 4),
    ("shared_item", "def minimax(board):\n    moves, entry = [], {}\n    entry = {}\n    for action in actions(board):\n"
     "        entry['move'] = action\n        moves.append(entry)\n", 6),
    ("reset_count", "def player(board):\n    for row in board:\n        n = 0\n        for cell in row:\n            if cell == X:\n"
     "                n += 1\n    return n\n", 3),
    ("growing_depth", "def minimax(board, depth=0):\n    for action in actions(board):\n        depth += 1\n"
     "        minimax(result(board, action), depth)\n", 3),
    ("repeated_cell", "BEST = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0),\n    (1, 2), (1, 2)]\n"
     "def minimax(board):\n    return BEST\n", 2),
    ("used_up", "def winner(board):\n    columns = zip(*board)\n    for mark in (X, O):\n        for column in columns:\n"
     "            print(column)\n", 2),
    ("shared_bounds", "class Search:\n    def value(self, board):\n        self.alpha = max(self.alpha, 1)\n"
     "        return value(board)\ndef value(board):\n    global alpha\n    alpha = 2\n    return value(board)\n"
     "def minimax(board):\n    return value(board)\n", 7),
    ("wrong_line", "LINES = [[0, 1, 2], [3, 4, 5],\n    [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 8]]\n"
     "def winner(board):\n    return LINES\n", 2),
    ("shared_default", "def initial_state(rows=[]):\n    return rows\n", 1),
    ("keeps_values", "seen = {}\ndef minimax(board):\n    seen[0] = 1\n", 3),
    ("keeps_bounds", "seen = {}\ndef minimax(board):\n    return search(board, 0, 1)\ndef search(board, alpha, beta):\n"
     "    seen[0] = 1\n", 5),
    ("keeps_state", "moves = 0\ndef result(board, action):\n    global moves\n    moves += 1\n", 4),
]  # fmt: skip
NO_SLIPS = [
    "def result(board, action):\n    new = board[:]\n    new[0] = new[0][:]\n    new[0][0] = X\n    return new\n",
    "def result(board, action):\n    new = list(board)\n    new[0] = list(new[0])\n    return new\n",
    "def actions(board):\n    board = sum(board, [])\n    return board.count(X)\n",
    "def winner(board):\n    for row in board:\n        total = 0\n        for cell in row:\n            total += cell == X\n"
    "        if total == 3:\n            return X\n",
    "def winner(board):\n    for row in board:\n        return row\n",
    "def winner(board):\n    line = ''.join(cell or '.' for cell in board[0])\n    return line[0] == '.'\n",
    "def terminal(board):\n    found = {}\n    return found == {}\n",
    "def minimax(board):\n    for action in actions(board):\n        value, reply = minimax(result(board, action))\n"
    "        if value:\n            move = action\n",
    "def minimax(board):\n    moves = []\n    search(board, moves)\n    return moves[0]\n"
    "def search(board, moves):\n    moves.append((0, 0))\n    return 0\n",
    "def winner(board):\n    return board[0][0] == X and board[0][1] == X or tuple(zip(*board))\n",
    "def minimax(board):\n    move = None\n    if not move:\n        move = (0, 0)\n    return move\n",
    "def minimax(board):\n    for i, j in actions(board):\n        board[i][j] = X\n        if terminal(board):\n"
    "            board[i][j] = EMPTY\n            break\n        board[i][j] = EMPTY\n",
    "def minimax(board):\n    alpha, beta = -9, 9\n    return -low(board, -beta, -alpha)\ndef low(board, alpha, beta):\n    return 0\n",
    "def minimax(board, depth=0):\n    return 10 - depth if utility(board) else 9 * utility(board)\n",
    "best = None\ndef minimax(board):\n    search(board, 0)\n    return best\ndef search(board, depth):\n    global best\n"
    "    for action in actions(board):\n        if search(result(board, action), depth + 1) and depth == 0:\n"
    "            best = action\n",
    "def minimax(board):\n    scores = (utility(board) for action in actions(board))\n"
    "    return max(scores) if player(board) == X else min(scores)\n",
    "def minimax(board):\n    scores = (utility(board) for action in actions(board))\n    if player(board) == X:\n"
    "        return max(scores)\n    else:\n        return min(scores)\n",
    "def minimax(board, depth=0):\n    if depth > 8:\n        return 0\n",
    "def winner(board):\n    columns = list(zip(*board))\n    for mark in (X, O):\n        for column in columns:\n"
    "            print(column)\n",
    "def player(board):\n    n = 0\n    for row in board:\n        n = n + row.count(X)\n    return n\n",
    "def minimax(board):\n    moves = []\n    for action in actions(board):\n        entry = {}\n        entry['move'] = action\n"
    "        moves.append(entry)\n",
    "LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (8, 4, 0), (2, 4, 6)]\n"
    "def winner(board):\n    return LINES\n",
    "def player(board):\n    match 0:\n        case 0:\n            return X\n        case _:\n            return O\n",
]


@pytest.mark.parametrize(("kind", "source", "line"), CASES)
def test_a_slip_is_found_on_its_line(kind, source, line):
    functions = [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    names = ["minimax"] if kind == "shared_bounds" else functions[:1]
    found = [slip for slip in find_slips(ast.parse(source), names, names) if slip.id == kind]
    assert [dict(slip.fields)["line"] for slip in found] == [line]
    assert all(slip.function == names[0] and "{" not in slip.words.replace("{}", "") for slip in found)


@pytest.mark.parametrize("source", NO_SLIPS)
def test_what_looks_like_a_slip_but_is_none_is_not_named(source):
    assert not [*find_slips(ast.parse(source), FUNCTION_NAMES, [])]


def test_a_loop_without_a_second_iteration_is_not_told_to_reset_a_count():
    source = "def player(board):\n    count = 0\n    for row in board:\n        for cell in row:\n            count += 1\n        return count\n"
    assert [slip.id for slip in find_slips(ast.parse(source), ["player"], [])] == ["first_round_only"]


def test_a_deeply_nested_expression_harms_nothing():
    deep = ast.parse(f"def winner(board):\n    return board[0][0] == X or O or {'+'.join(['1'] * 400)}\n")
    with pytest.raises(RecursionError):
        ast.unparse(deep)
    assert not [*find_slips(deep, ["winner"], [])]


def test_a_check_with_traced_lines_survives_a_deeply_nested_expression(student):
    path = student(f"def utility(board):\n    x = {'+'.join(['1'] * 400)}\n    return 1 if winner(board) else 0\n")
    done = noughts("check", "--quick", path)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    assert "utility" in done.stdout


def test_every_slip_has_a_case():
    assert {kind for kind, *_ in CASES} == set(SLIP_WORDS)


def test_no_right_file_has_a_slip():
    sources = {path.name: path.read_text() for path in (ROOT / "tests" / "solutions").glob("*.py")}
    sources |= {case.name: decode(case.source())[0] for case in submission_cases.CASES.values()
                if case.verdict == "passed" and case.name.startswith("right_")}  # fmt: skip
    assert len(sources) > 40
    found = {name: [slip.words for slip in find_slips(inspect(text).tree, FUNCTION_NAMES, [])]
             for name, text in sources.items()}  # fmt: skip
    assert not {name: words for name, words in found.items() if words}


def test_a_slip_in_a_helper_is_reported_for_the_function_that_is_wrong(student):
    path = student("def is_full(row):\n    for cell in row:\n        if cell is EMPTY:\n            return False\n"
                   "        else:\n            return True\n"
                   "def terminal(board):\n    return winner(board) is not None or all(is_full(row) for row in board)\n")  # fmt: skip
    report = check(path, Options(quick=True))
    first = next(diagnosis for diagnosis in report.diagnoses if diagnosis.function == "terminal")
    assert first.id == "first_round_only"
    assert path.read_text().splitlines()[dict(first.fields)["line"] - 1].strip() == "for cell in row:"
