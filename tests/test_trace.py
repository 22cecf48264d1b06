"""Tracing: what is recorded, which call and which line are named, and that right files are never blamed."""

from __future__ import annotations

import json
import random

import mutants
import pytest
from conftest import ROOT
from test_cli import noughts

from noughts.check.asking import Options
from noughts.check.examination import check_source
from noughts.check.limits import Limits
from noughts.check.questions import positions
from noughts.check.sandbox.clock import Budget
from noughts.course.run.workers import examine
from noughts.errors import NotTraceable
from noughts.game.rules import CLASSIC, FREE
from noughts.trace import export, repair, replay, text
from noughts.trace.node import Judge, Window, is_float
from noughts.trace.recording import Runner, recording_of
from noughts.trace.tracing import Tracer
from noughts.trace.truth import is_wrong_result, value_for_x
from noughts.trace.worker import encoded

SOLUTIONS = {path.stem: path.read_text() for path in mutants.SOLUTIONS}
SMALL = ("OX.OXOXOX", ".XO.XOXOX", "O..XXOXOX", "XO..XO...", "X...O..XO")
# Sentence by sentence: a right solution, a change, and the function and the line that must be named first.
CHANGES = {
    "the smaller score": ("keyed", "if value > best:", "if value < best:", "score"),
    "an exchanged side": ("scores", "O if turn == X else X)", "turn)", "value"),
    "a root that calls for the wrong side": ("keyed", "score(result(board, move), 1, False)", "score(result(board, move), 1, True)", "minimax"),
    "a board that is not undone": ("in_place", "            board[i][j] = EMPTY\n            if is_max", "            pass\n            if is_max", "search"),
    "a mark of the wrong side": ("in_place", "X if is_max else O", "O if is_max else O", "search"),
    "a wrong line in winner": ("scores", "board[1][1], board[2][0]]", "board[1][1], board[2][1]]", "winner"),
    "a wrong helper": ("scores", "cells[0] == cells[1] and", "cells[0] == cells[0] and", "three"),
    "a draw that counts as a win": ("nested", "        return 0\n", "        return 1\n", "utility"),
    "a method with the wrong comparison": ("nested", "if value < bottom:", "if value > bottom:", "lowest"),
    "a cut-off that comes too early": ("pairs", "if alpha >= beta:\n            break\n    return best, best_move\n\n\ndef min", "if alpha >= -beta:\n            break\n    return best, best_move\n\n\ndef min", "max_value"),
}  # fmt: skip


RULES_OF_PAIRS = SOLUTIONS["pairs"].partition("def minimax(")[0].partition("def max_value(")[0]
NEGAMAX = (
    RULES_OF_PAIRS
    + """
def negamax(board, colour, alpha, beta):
    if terminal(board):
        return colour * utility(board)
    best = -10
    for action in actions(board):
        score = -negamax(result(board, action), -colour, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def minimax(board):
    if terminal(board):
        return None
    colour = 1 if player(board) == X else -1
    best, move = -10, None
    for action in actions(board):
        score = -negamax(result(board, action), -colour, -10, -best)
        if score > best:
            best, move = score, action
    return move
"""
)
TABLE_AT_IMPORT = (
    RULES_OF_PAIRS
    + """
values = {}


def fill(board, turn):
    key = tuple(map(tuple, board))
    if key not in values:
        if terminal(board):
            values[key] = utility(board)
        else:
            below = [fill(result(board, action), O if turn == X else X) for action in actions(board)]
            values[key] = max(below) if turn == X else min(below)
    return values[key]


fill(initial_state(), X)


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(actions(board), key=lambda action: values[tuple(map(tuple, result(board, action)))])
"""
)
# The one change that mends each of these, as it must be offered.
OFFERED = {
    "a missing minus": (NEGAMAX, "= -negamax(result(board, action), -colour, -beta", "= negamax(result(board, action), -colour, -beta"),
    "a window that is not exchanged": (NEGAMAX, "-colour, -beta, -alpha)", "-colour, -alpha, -beta)"),
    "a score without the colour": (NEGAMAX, "return colour * utility(board)", "return utility(board)"),
    "a cut-off the wrong way round": (NEGAMAX, "if alpha >= beta:", "if alpha <= beta:"),
}  # fmt: skip


def changed(case):
    solution, old, new, function = CHANGES[case]
    source = SOLUTIONS[solution]
    assert source.count(old) >= 1, f"{solution}.py has changed"
    changed_source = source.replace(old, new, 1)
    pairs = zip(source.splitlines(), changed_source.splitlines(), strict=False)
    return changed_source, function, next(number for number, (a, b) in enumerate(pairs, 1) if a != b)


def traced(source):
    tracer = Tracer(Runner(source))
    position = tracer.wrong_position()
    assert position is not None
    return tracer.trace(position)


# ---- recording ----


def test_a_plain_search_is_549_946_calls_and_a_record_for_each_board():
    recording = Runner(SOLUTIONS["keyed"]).record(CLASSIC.start)
    counts = recording.counts
    by_name = {}
    for record, count in zip(recording.records, counts, strict=True):
        by_name.setdefault(recording.name(record), []).append(count)
    assert sum(by_name["score"]) + sum(by_name["minimax"]) == 549_946
    assert len(by_name["score"]) + len(by_name["minimax"]) == 5_478
    assert recording.is_whole
    assert not recording.is_cut


@pytest.mark.parametrize("state", ["", "\nimport random\n"], ids=["stateless", "stateful"])
def test_calls_are_recorded_with_board_line_result_and_children(state):
    source = SOLUTIONS["scores"] + state
    recording = Runner(source).record("XO.X.O.X.")
    lines = source.splitlines()
    for number, record in enumerate(recording.records):
        assert all(child < number for child in record.children)
        if record is not recording.root:
            assert f"{recording.name(record)}(" in lines[record.line - 1]
        if recording.name(record) == "value":
            assert record.value == value_for_x(record.board)
        assert not is_wrong_result(recording, record)


def test_files_with_and_without_state_give_the_same_calls():
    one, two = (Runner(SOLUTIONS["keyed"] + more).record("X...O....") for more in ("", "\nimport random\n"))
    assert one.records[-1].value == two.records[-1].value
    assert sorted(map(str, one.counts)) == sorted(map(str, two.counts))


def test_the_lines_of_one_call_are_had_by_running_it_again():
    runner = Runner(SOLUTIONS["keyed"])
    recording = runner.record("OX.OXOXOX")
    again = runner.record("OX.OXOXOX", watched=recording.root.number)
    ran = [SOLUTIONS["keyed"].splitlines()[step.line - 1].strip() for step in again.steps]
    assert ran[0] == "if terminal(board):"
    assert any("max(moves" in line for line in ran)
    assert any("moves" in step.changed or step.changed == "" for step in again.steps)


@pytest.mark.parametrize(("name", "recursion", "view"), [
    ("keyed", {"score"}, "X"), ("scores", {"value"}, "X"), ("nested", {"best", "highest", "lowest"}, "X"),
    ("negamax", {"score"}, "mover"), ("pairs", {"max_value", "min_value"}, "X"), ("in_place", {"search"}, "X"),
    ("if_chain", {"highest", "lowest"}, "X"), ("memory", {"value"}, "X"),
])  # fmt: skip
def test_the_recursion_and_the_view_are_seen(name, recursion, view):
    trace = Tracer(Runner(SOLUTIONS[name])).trace("X...O..XO")
    names = {trace.recording.functions[index].name for index in trace.roles.recursion}
    assert (names, trace.roles.view) == (recursion, view)


# ---- right files ----


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_right_file_has_no_finding(name):
    tracer = Tracer(Runner(SOLUTIONS[name]))
    chosen = random.Random(name).sample([each for each in positions() if each.count(FREE) <= 6], 5)
    for position in chosen:
        trace = tracer.trace(position)
        assert (trace.is_right, trace.finding) == (True, None), position


EMPTIES_ITS_LIST = (
    RULES_OF_PAIRS
    + """
def free(board):
    return [action for action in sorted(actions(board))]


def value(board):
    if terminal(board):
        return utility(board)
    moves, scores = free(board), []
    while moves:
        scores.append(value(board=result(board, moves.pop())))
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(board=result(board, action)))
"""
)


def test_a_list_that_the_caller_empties_is_made_anew_for_every_call():
    trace = Tracer(Runner(EMPTIES_ITS_LIST)).trace("X...O....")
    assert (trace.is_right, trace.finding) == (True, None)


def test_an_average_of_scores_is_told_from_a_score():
    assert is_float(encoded(0.0), "-")
    assert is_float(encoded((1.0, (0, 1))), "0")
    assert not is_float(encoded(0), "-")
    assert not is_float(encoded((1, (0, 1))), "0")
    assert not is_float(encoded(float("inf")), "-")


def test_a_bound_of_alpha_beta_is_no_error():
    trace = Tracer(Runner(SOLUTIONS["pairs"])).trace("X...O....")
    judge = Judge(trace.recording, trace.roles)
    assert judge.prunes
    assert trace.is_right
    window = Window(alpha=0)
    assert window.accepts(-1, -1)
    assert window.accepts(0, -1)  # an upper bound is enough
    assert not window.accepts(1, -1)


# ---- wrong files ----


@pytest.mark.parametrize("case", CHANGES)
@pytest.mark.slow
def test_the_function_and_the_line_are_named(case):
    source, function, line = changed(case)
    trace = traced(source)
    assert not trace.is_right
    finding = trace.finding
    assert finding is not None
    assert (finding.function, line in finding.lines) == (function, True), (finding.function, finding.lines, line)
    told = export.finding_json(trace)
    assert told["sentence"]
    assert text.trace_text(trace, "tictactoe.py")


@pytest.mark.parametrize("case", OFFERED)
@pytest.mark.slow
def test_the_right_change_is_offered_where_others_would_only_cut_less(case):
    source, right, wrong = OFFERED[case]
    assert source.count(right) == 1
    assert Tracer(Runner(source)).wrong_position(free_cells_max=4) is None
    trace = traced(source.replace(right, wrong))
    line = source[: source.index(right)].count("\n") + 1
    assert (trace.finding.lines[0], trace.finding.change.line) == (line, line)
    after = trace.finding.change.after.replace("alpha > beta", "alpha >= beta")
    assert after == source.splitlines()[line - 1].strip()


def test_a_score_that_is_not_a_number_is_blamed():
    search = """
def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return float("nan") if len(values) == 2 else max(values) if player(board) == X else min(values)


def minimax(board):
    best = max if player(board) == X else min
    return None if terminal(board) else best(actions(board), key=lambda action: value(result(board, action)))
"""
    trace = Tracer(Runner(SOLUTIONS["keyed"] + search)).trace("XOX.O....")
    assert "value: it returned nan" in text.trace_text(trace, "tictactoe.py")


@pytest.mark.slow
def test_a_table_that_was_filled_at_import_is_not_called_a_missing_search(monkeypatch):
    monkeypatch.setattr(repair, "TRIALS_SECONDS_MAX", 2)  # every trial computes the table again
    trace = traced(TABLE_AT_IMPORT.replace("max(below) if turn == X", "max(below) if turn == O"))
    sentence = export.finding_json(trace)["sentence"]
    assert "what the file computed when it was imported may be wrong" in sentence
    assert "without searching" not in sentence


@pytest.mark.slow
def test_a_move_that_is_only_as_good_as_a_bound_is_blamed_on_the_choice_and_not_on_the_cut():
    source = NEGAMAX.replace(
        "        if score > best:\n            best, move", "        if score >= best:\n            best, move"
    )
    finding = traced(source).finding
    assert finding.suspect.kind == "other_choice"
    assert finding.function == "minimax"


@pytest.mark.slow
def test_a_sample_of_mutants():
    right = total = 0
    for mutant in mutants.sample(6, seed=21):
        tracer = Tracer(Runner(mutant.source))
        position = tracer.wrong_position(free_cells_max=4)
        if position is None:
            continue
        finding = tracer.trace(position).finding
        total += 1
        right += finding is not None and mutant.line in finding.lines
    assert total >= 4
    assert right >= total - 1


def test_a_change_that_is_offered_was_tried():
    source, _, line = changed("a method with the wrong comparison")
    finding = traced(source).finding
    assert finding.change.line == line
    assert finding.change.after == "if value < bottom:"
    assert finding.tried > 100


def test_changes_leave_the_tree_as_it_was():
    source = SOLUTIONS["pairs"]
    runner = Runner(source)
    before = repair.ast.dump(runner.tree)
    offered = list(repair.changes(runner.tree, source, range(1, 60)))
    assert len(offered) > 100
    assert repair.ast.dump(runner.tree) == before
    for change in offered:
        compile(change.source, "changed.py", "exec")


# ---- hostile files ----


@pytest.mark.parametrize("code", [
    "import os\ndef minimax(board): os._exit(0)",
    "import os\ndef minimax(board): os.write(1, b'{}' * 9999)",
    "def minimax(board):\n    while True: pass",
    "def minimax(board): return minimax(board)",
    "def minimax(board): raise SystemExit",
    "import sys\ndef minimax(board):\n    sys._getframe(1).f_globals.clear()\n    return (0, 0)",
    "import sys\nsys.setrecursionlimit(10**6)\ndef minimax(board): return minimax([board])",
    "__noughts_record__ = None\ndef minimax(board): return (0, 0)",
    "class E(Exception):\n    def __str__(self): raise SystemExit\ndef minimax(board): raise E",
    "def minimax(board): raise ValueError('\\x1b[31m\\ud800')",
    "def minimax(board): return type('\\x1b[31m\\ud800', (), {})()",
    "def minimax(board): return [(0, 0)] * 10**6",
    "def minimax(board): return {1: {2: {3: [board] * 99}}}",
    "minimax = None",
])  # fmt: skip
@pytest.mark.slow
def test_no_file_can_crash_the_parent(code):
    source = SOLUTIONS["keyed"] + "\n" + code + "\n"
    runner = Runner(source, Options(limits=Limits(answer_cpu_seconds_max=2)), Budget(30))
    try:
        trace = Tracer(runner).trace("OX.OXOXOX")
    except NotTraceable:
        pass
    else:
        assert not trace.is_right
        json.dumps(export.to_json(trace, "tictactoe.py"))
        assert text.trace_text(trace, "tictactoe.py").replace("\n", "").isprintable()


@pytest.mark.parametrize("rows", [
    ["[0, 1]"], ["nonsense"], ["[9, 1, [], null, null, 0, [], 0]"], ["[0, 1, [], null, null, 0, [0], 0]"], [],
    ["[0, 1, [], null, [1], 0, [], 0]"], ["[" * 5000], ['[0, 1, [], ["other"], null, 0, [], 0]'],
    ["[0, 1, [[]], null, null, 0, [], 0]"], ["[0, 1, [], 1" + "0" * 400 + ", null, 0, [], 0]"],
    ["[0, Infinity, [], null, null, 0, [], 0]"], ['[0, 1, [["float", "x"]], null, null, 0, [], 0]'],
])  # fmt: skip
def test_a_malformed_recording_is_refused(rows):
    head = '{"records": 1, "calls": 1, "functions": [["minimax", 1, 2, ["board"]]], "cut": false, "whole": true, "lines": []}'
    with pytest.raises(NotTraceable):
        recording_of("minimax", "OX.OXOXOX", head, rows)


# ---- replay ----


def test_every_call_is_passed_forwards_and_back():
    trace = Tracer(Runner(SOLUTIONS["keyed"])).trace(".XO.XOXOX")
    shown = replay.Replay(trace)
    passed = [shown.numbers()]
    while shown.next():
        passed.append(shown.numbers())
        assert all(isinstance(line, str) for line in shown.lines())
    assert len(passed) == sum(trace.recording.counts)
    while shown.back():
        passed.pop()
        assert shown.numbers() == passed[-1]
    assert len(passed) == 1


@pytest.mark.slow
def test_over_out_into_jump_and_the_next_wrong_call():
    source, _, _ = changed("the smaller score")
    trace = traced(source)
    shown = replay.Replay(trace)
    assert shown.into()
    first = shown.numbers()
    assert shown.over()
    assert len(shown.numbers()) == len(first)
    assert shown.out()
    assert not shown.out()
    assert shown.next_wrong()
    assert any("<- wrong" in line for line in shown.lines())
    board = trace.finding.suspect.record.board
    shown.start()
    assert shown.jump(board)
    assert shown.record.board == board
    before = shown.numbers()
    assert not shown.jump("XXXOO....")
    assert shown.numbers() == before


def test_the_replay_reads_commands_and_refuses_nonsense(monkeypatch, capsys):
    trace = Tracer(Runner(SOLUTIONS["keyed"])).trace(".XO.XOXOX")
    typed = iter(["n", "", "i", "v", "o", "b", "w", "s", "j nonsense", "j .XO.XOXOX", "xyz", "?", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    replay.loop(trace)
    told = capsys.readouterr().out
    assert "'xyz' is not a command." in told
    assert "nonsense" in told
    assert "Traceback" not in told
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    replay.loop(trace)


# ---- the command and the report ----


@pytest.mark.slow
def test_the_command_and_its_exit_codes(student, tmp_path):
    source, function, line = changed("a method with the wrong comparison")
    path = tmp_path / "tictactoe.py"
    path.write_text(source)
    done = noughts("trace", path, "--html", tmp_path / "why.html")
    assert (done.returncode, f"line {line} of {function}" in done.stdout) == (1, True), done.stderr
    page = (tmp_path / "why.html").read_text()
    assert f"line {line} of {function}" in page
    assert "<script" not in page
    done = noughts("trace", path, "--json", "-")
    data = json.loads(done.stdout)
    assert (done.returncode, data["schema"], data["finding"]["function"]) == (1, 1, function)
    assert data["finding"]["lines"][0] == line
    assert all(child < number for number, record in enumerate(data["records"]) for child in record["children"])
    assert noughts("trace", ROOT / "tictactoe.py", "X.O.X....").returncode == 0


@pytest.mark.parametrize(("words", "told"), [
    (["nowhere.py"], "nowhere.py"), (["README.md"], "cannot be traced"), (["tictactoe.py", "XXXX....."], "XXXX"),
    (["tictactoe.py", "--seconds", "0"], "--seconds 0 is not a time limit"),
])  # fmt: skip
def test_what_cannot_be_traced_gets_a_sentence(words, told):
    done = noughts("trace", *words)
    assert (done.returncode, told in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr


@pytest.fixture(scope="module")
def exchanged():
    """A quick search whose player is exchanged, and the line of the change."""
    source = SOLUTIONS["memory"].replace("if free % 2 == 1:", "if free % 2 == 0:")
    return source, source.splitlines().index("    if free % 2 == 0:") + 1


@pytest.mark.slow
def test_the_report_shows_the_line(tmp_path, exchanged):
    source, line = exchanged
    (tmp_path / "tictactoe.py").write_text(source)
    done = noughts("check", "--quick", "--json", tmp_path / "r.json", tmp_path / "tictactoe.py")
    assert f"line {line} of player" in done.stdout
    found = [each for each in json.loads((tmp_path / "r.json").read_text())["diagnoses"] if each["id"] == "traced"]
    assert ("player", line) in [(each["fields"]["function"], each["fields"]["line"]) for each in found]
    without = noughts("check", "--quick", "--no-trace", tmp_path / "tictactoe.py")
    assert f"line {line} of player" not in without.stdout
    assert without.returncode == done.returncode == 1


@pytest.mark.slow
def test_tracing_never_changes_a_verdict_and_the_course_has_the_line(exchanged):
    source, line = exchanged
    report = check_source("tictactoe.py", source.encode(), Options(quick=True)).to_json()
    with_lines = examine(source.encode(), Options(quick=True))
    for key in ("verdict", "functions", "clauses", "flags", "remarks"):
        assert report[key] == with_lines[key]
    assert any(each["id"] == "traced" and each["fields"]["line"] == line for each in with_lines["diagnoses"])


def test_a_call_that_runs_very_many_lines_is_recorded_all_the_same():
    source = SOLUTIONS["pairs"].replace(
        "def minimax(board):\n", "def minimax(board):\n" + "    unused = 1\n" * 3_000, 1
    )
    runner = Runner(source)
    recording = runner.record("XX.OO....", watched=0)
    assert recording.records
    assert recording.steps


TABLE = """
def winner(board):
    lines = [
        [(0, 0), (0, 1), (0, 2)],
        [(1, 0), (1, 1), (2, 2)],
        [(2, 0), (2, 1), (2, 2)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 1), (1, 1), (2, 1)],
        [(0, 2), (1, 2), (2, 2)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 2), (1, 1), (2, 0)],
    ]
    for line in lines:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and None not in marks:
            return marks.pop()
    return None
"""
OUTER_BOARD = """
def minimax(board):
    def solve(state):
        if terminal(state):
            return utility(state)
        values = [solve(result(state, action)) for action in actions(state)]
        return max(values) if player(board) == X else min(values)
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda action: solve(result(board, action)))
"""
EIGHT = "\ndef terminal(board):\n    return winner(board) is not None or sum(c is not None for r in board for c in r) == 8\n"


def likely_causes(student, code):
    """What the report on a file with that code says about causes, as text."""
    done = noughts("check", student(code), "--quick")
    return done.stdout


@pytest.mark.slow
def test_a_change_inside_a_statement_of_several_lines_is_one_line_of_it(student):
    told = likely_causes(student, TABLE)
    assert "With '[(1, 0), (1, 1), (1, 2)],' on line" in told


@pytest.mark.slow
def test_a_function_that_looks_at_the_wrong_board_is_blamed_and_not_its_caller(student):
    told = likely_causes(student, OUTER_BOARD)
    assert "minimax calls solve as if" not in told
    assert "of solve" in told


def test_a_board_with_eight_marks_is_not_called_eight_or_more(student):
    told = likely_causes(student, EIGHT)
    assert "or fewer cells are free" not in told
    assert "terminal does not treat a draw, a full board without a winner, as the end of the game" in told


def test_a_line_is_offered_only_if_it_makes_the_change():
    source = "def f(a, b, c):\n    return c - a * b\n"
    tree = repair.ast.parse(source)
    node = tree.body[0].body[0].value.right
    function = tree.body[0]
    change = repair.changed(source.splitlines(), function, function.body[0], node, ("op", repair.ast.Add()), True)
    assert change.edited == "    return c - a + b"  # which would mean something else
    assert repair.as_written(change, source).after == "return c - (a + b)"


# ---- which changes and calls are blamed ----

CHOOSER = """
def worth(board):
    if terminal(board):
        return utility(board)
    values = [worth(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def choose(board):
    best, move = 0, None
    for action in actions(board):
        if worth(result(board, action)) > best:
            best, move = worth(result(board, action)), action
    return move


def minimax(board):
    return None if terminal(board) else choose(board)
"""
VALUE_AT_THE_END = """
def minimax(board):
    if terminal(board):
        return utility(board)
    best, move = (-2 if player(board) == X else 2), None
    for action in sorted(actions(board)):
        value = worth(result(board, action))
        if (value > best) if player(board) == X else (value < best):
            best, move = value, action
    return move


def worth(board):
    if terminal(board):
        return utility(board)
    values = [worth(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)
"""


def test_a_helper_that_returns_a_move_is_not_asked_for_a_score(student):
    sentence = export.finding_json(traced(student(CHOOSER).read_text()))["sentence"]
    assert "contains no move" in sentence
    assert "score" not in sentence


def test_a_change_that_is_wrong_on_finished_boards_is_not_offered(student):
    trace = traced(student(VALUE_AT_THE_END).read_text())
    assert CLASSIC.is_over(trace.recording.position)
    assert trace.finding.change is None


@pytest.mark.parametrize(("code", "edit", "is_far_fetched"), [
    ("a == X", ("ops", [repair.ast.GtE()]), True), ("a == 1", ("ops", [repair.ast.GtE()]), False),
    ("depth + 1", ("op", repair.ast.Sub()), True), ("i + 1", ("op", repair.ast.Sub()), False),
    ("search(work, True, 0)", ("args", []), True), ("search(work, beta, alpha)", ("args", []), False),
])  # fmt: skip
def test_an_edit_that_nobody_meant_is_far_fetched(code, edit, is_far_fetched):
    assert repair.is_far_fetched(repair.ast.parse(code, mode="eval").body, edit) is is_far_fetched
