"""The checker's parts: rulings, the sandbox's promises, the exports, the command."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from xml.etree import ElementTree

import pytest
from conftest import ROOT, processes_of
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli import noughts

from noughts.check import export, html, orders, questions, source
from noughts.check.asking import Options
from noughts.check.clauses import CLAUSES
from noughts.check.codec import readable
from noughts.check.examination import check
from noughts.check.export import report_text
from noughts.check.limits import Limits
from noughts.check.preflight import parameter_fault
from noughts.check.questions import Question
from noughts.check.report import Counterexample
from noughts.check.rulings import RulingKind, is_plainly_right, rule
from noughts.check.sandbox import lockdown, process
from noughts.check.sandbox.clock import Budget, Loss, LossKind, WorkerLost
from noughts.check.sandbox.process import WORKER, Sandbox
from noughts.check.source import functions_of
from noughts.check.source_faults import may_check_end
from noughts.errors import SandboxUnavailable
from noughts.game.rules import CLASSIC

WINNER = Question("winner", ".........", None, frozenset(["n"]), "E8")
IMPOSSIBLE = Question("result", "X........", (0, 0), frozenset(), "E7")


def test_the_projects_own_file_passes():
    report = check(ROOT / "tictactoe.py", Options(allow=("copy", "math")))
    assert report.verdict == "passed"
    assert report.remarks == []
    assert report.functions["minimax"].asked == 5478
    assert report.functions["result"].asked > 15 * 4520
    assert set(report.clauses.values()) == {"passed"}


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("{}", "set()"),
        ('[[n,"X",~"O"],(i0,i-1),b1]', "[[None, 'X', 'O'], (0, -1), True]"),
        ("(ibig,f-0.5,finf,f-inf,fnan)", "(a large int, -0.5, inf, -inf, nan)"),
        ("[?long,?deep,?unreadable]", "[a very long value, a deeply nested value, a value that cannot be read]"),
        ("[n,?Board", "[None, an object of type Board"),
    ],
)
def test_the_workers_texts_are_shown_as_python_writes_them(text, python):
    assert readable(text) == python


@given(st.text(max_size=200))
def test_arbitrary_text_from_the_child_never_crashes_a_ruling(text):
    for question in (WINNER, IMPOSSIBLE):
        ruling = rule(question, text)
        assert isinstance(ruling.got, str)
        if is_plainly_right(question, text):
            assert ruling.is_right
    readable(text)
    process.containment(text.split(), True)
    parameter_fault("result", text)


@pytest.mark.slow
@settings(deadline=None, max_examples=15)
@given(st.binary(max_size=300))
def test_arbitrary_bytes_on_the_channel_never_crash_the_parent(data):
    code = f"import os\nfor fd in range(3, 12):\n    try:\n        os.write(fd, {data!r})\n    except OSError:\n        pass"
    child = Sandbox(code, Limits(answer_cpu_seconds_max=0.3, load_cpu_seconds_max=5, idle_seconds_max=0.3))
    try:
        child.lock()
        child.load()
        child.send("names\n\n")
        child.lines(3, 0.2)
    except WorkerLost:
        pass
    finally:
        child.close()


@pytest.mark.parametrize(
    ("answer", "right", "got"),
    [
        ("n", True, "None"),
        ("b0", False, "False"),
        ('"X"', False, "'X'"),
        ("!KeyError|41|1", False, "raised KeyError: 1 (line 41)"),
        ("!KeyError|x|", False, "raised KeyError"),
        ("?Everything", False, "an object of type Everything"),
        ("n\t[[n]]", False, "None, and changed the board to [[None]]"),
        (Loss(LossKind.TOO_SLOW, 30), False, "no answer: it did not answer within 30 s of processor time"),
    ],
)
def test_answers_are_compared_by_exact_type(answer, right, got):
    assert (rule(WINNER, answer).is_right, rule(WINNER, answer).got) == (right, got)


def test_any_exception_is_right_where_one_is_due_and_nothing_else_is():
    assert rule(IMPOSSIBLE, "!Whatever|1|x").is_right
    assert not rule(IMPOSSIBLE, "n").is_right
    assert rule(IMPOSSIBLE, Loss(LossKind.TOO_SLOW, 30)).kind == RulingKind.NO_ANSWER


def test_every_position_is_asked_about_in_each_order():
    assert len(questions.positions()) == 5478
    assert len(questions.classes()) == 765
    for stateless in (True, False):
        for order in orders.passes(False, 0, stateless):
            if order.name not in ("alone", "any order", "rising", "falling"):
                continue
            asked = [
                question for row in order.rows({}) for question in row.questions if question.function == order.function
            ]
            assert len(asked) == len(set(asked))
            outside = {question for question in asked if question.action in questions.FAR_OUTSIDE}
            assert {question.action for question in outside} == (
                set(questions.FAR_OUTSIDE) if order.function == "result" else set()
            )
            assert set(asked) - outside == {
                question for position in questions.positions() for question in questions.ask(order.function, position)
            }
    free = {order.name: [row.questions[0].position.count(".") for row in order.rows({}) if "minimax" in row.line]
            for order in orders.passes(False, 0, False) if order.name in ("rising", "falling")}  # fmt: skip
    assert free["rising"] == sorted(free["rising"])
    assert free["falling"][:2] == [1, 1]
    assert free["falling"][2:] == sorted(free["falling"][2:], reverse=True)


def test_the_right_answers_of_every_row_are_right():
    for order in orders.passes(False, 3, True)[:-1]:
        for row in order.rows({}):
            texts = row.right.split(";")
            assert len(texts) == row.size == len(row.questions)
            assert all(is_plainly_right(question, text) for question, text in zip(row.questions, texts, strict=True))


def test_a_quick_check_asks_minimax_about_one_position_of_each_class_in_any_orientation():
    first, second = (orders.minimax_sample(True, seed) for seed in (0, 1))
    assert {CLASSIC.representative(position) for position in first} == set(questions.classes())
    assert len(first) == 765
    assert set(first) != set(second)
    assert set(first) != set(questions.classes())


def test_this_machine_has_a_complete_sandbox():
    child = Sandbox("x = 1")
    containment, loaded = child.lock(), child.load()
    child.close()
    assert loaded.startswith("loaded")
    if sys.platform == "linux":
        assert (containment.kind, containment.open) == ("hardened", ())


def test_without_the_locks_the_report_says_what_is_open():
    report = check(ROOT / "tictactoe.py", Options(quick=True, sandbox="off"))
    assert report.verdict == "passed"
    assert (report.sandbox.kind, report.sandbox.open) == ("limits", ("files", "network"))
    assert "not protected: files, network" in report_text(report)


BUSY = """
_m = minimax
def minimax(board):
    import time
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    return _m(board)
"""


@pytest.mark.slow
def test_what_the_time_does_not_reach_is_not_wrong(student):
    report = check(student(BUSY), Options(quick=True, seconds_max=6))
    assert report.verdict == "incomplete"
    assert report.exit_code == 2
    assert report.functions["minimax"].status == "not reached"
    assert report.functions["minimax"].wrong == 0
    assert report.functions["winner"].status == "passed"


def test_foreign_imports_are_a_fault_only_where_a_list_was_given(tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text("import copy\nimport random\n" + (ROOT / "tictactoe.py").read_text())
    assert check(path, Options(quick=True)).verdict == "passed"
    report = check(path, Options(quick=True, allow=("copy", "math")))
    assert (report.verdict, report.reason.words) == ("failed", "it imports random, but only copy, math may be imported")
    assert report.imports == ["copy", "random"]


def test_allowed_modules_may_be_written_with_spaces(student):
    done = noughts("check", "--quick", "--allow", "copy, math", student("import math"))
    assert done.returncode == 0, done.stdout


def test_numpy_is_there_only_where_it_is_allowed(tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text("import numpy\n" + (ROOT / "tictactoe.py").read_text())
    report = check(path, Options(quick=True))
    assert report.verdict == "failed"
    assert report.reason.id == "not_loaded_missing_module"
    assert "--allow numpy" in report.reason.words
    assert check(path, Options(quick=True, allow=("numpy",))).verdict == "passed"


@pytest.mark.slow
@pytest.mark.parametrize("doing", ["while True: pass", "import time; time.sleep(1000)"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killing_the_checker_leaves_nothing_running(student, doing, number):
    path = student(f"def minimax(board):\n    {doing}")
    checker = subprocess.Popen(
        [sys.executable, "-m", "noughts", "check", str(path)], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    children = []
    end = time.monotonic() + 120
    while not children and time.monotonic() < end:
        children = [pid for pid in processes_of(WORKER) if parent_of(pid) == checker.pid]
        time.sleep(0.05)
    assert children
    time.sleep(2)  # by then it is minimax that runs
    os.kill(checker.pid, number)
    checker.wait()
    end = time.monotonic() + 60
    while any(pid in processes_of(WORKER) for pid in children) and time.monotonic() < end:
        time.sleep(0.05)
    assert not set(children) & set(processes_of(WORKER))


def parent_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except OSError:
        return None


def test_the_exports_are_well_formed(tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text("import os\n" + (ROOT / "tictactoe.py").read_text().replace("(a, e, i), (c, e, g)", "(a, e, i)"))
    report = check(path, Options(quick=True))
    page = html.report_page(report)
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert page.count("<span") == 765
    assert "the anti-diagonal never wins a game" in page
    suite = ElementTree.fromstring(export.junit(report))
    assert int(suite.get("failures")) == len(suite.findall(".//failure")) > 0
    results = json.loads(export.gradescope(report))
    assert {test["name"]: test["score"] for test in results["tests"]}["winner"] == 0


@pytest.mark.slow
def test_the_command_reports_and_exits_by_what_it_found(tmp_path, student):
    done = noughts("check", "--quick", "--json", "-", "tictactoe.py", student("def winner(board): return None"))
    first, second = json.loads(done.stdout)
    assert (done.returncode, first["verdict"], second["verdict"]) == (1, "passed", "failed")
    assert list(first) == ["schema", "file", "sha256", "verdict", "quick", "reason", "reason_id", "reason_fields", "functions", "clauses", "diagnoses", "remarks",
                           "flags", "imports", "seconds", "cpu_seconds", "sandbox", "classes", "unreached", "headline"]  # fmt: skip
    done = noughts("check", "--quick", "tictactoe.py", "--html", tmp_path / "a.html")
    assert (done.returncode, (tmp_path / "a.html").exists()) == (0, True)
    done = noughts("check", tmp_path / "nowhere.py")
    assert done.returncode == 2
    assert "it cannot be read: No such file or directory" in done.stdout


@pytest.mark.parametrize(
    ("told", "fault"),
    [("board,action:0", False), ("a,b:0", False), ("action,board:0", True), ("board:0", True), ("board,action,x:0", True),
     ("board,action:1", True), ("missing", True), ("unknown", False)],
)  # fmt: skip
def test_parameters_are_judged_by_number_and_order(told, fault):
    assert bool(parameter_fault("result", told)) == fault


def test_nothing_that_a_terminal_obeys_comes_out_of_a_sandbox():
    assert process.text_of(b"\x1b[31mred\x07\tn") == "\ufffd[31mred\ufffd\tn"
    assert process.text_of(b'"X"\t') == '"X"\t'
    assert rule(WINNER, "?\x1b[2J" + "x" * 9999).got.startswith("an object of type \ufffd[2Jxxx")
    assert len(rule(WINNER, "?" + "x" * 9999).got) == 400


def test_a_file_is_read_as_python_would_read_it():
    assert source.decode("# é".encode()) == ("# é", None)
    assert source.decode(b"\xef\xbb\xbfx = 1") == ("x = 1", None)
    assert source.decode(b"# coding: latin-1\n# \xe9") == ("# coding: latin-1\n# é", None)
    for data in (b"# \xff\xfe", b"# coding: nonsense\n", b"\x1f\x8b\x08\x00"):
        assert source.decode(data)[1].id in ("not_text", "bad_encoding")


def test_the_source_tells_imports_flags_and_comments():
    text = source.inspect(
        "import os.path, copy\nfrom math import inf\ndef player(board):\n    return eval('1')\n# x\ndef winner(b): pass\n"
    )
    assert text.imports == ("copy", "math", "os")
    assert [flag.words for flag in text.flags] == ["line 1: imports os", "line 4: uses eval"]
    assert text.uncommented == ("player",)
    problem = source.inspect("x = 1\ndef f(:").problem
    assert dict(problem.fields)["line"] == 2
    assert problem.words.startswith("it cannot be compiled: SyntaxError: ")


def test_what_must_be_contained_is_refused_before_a_line_of_it_is_sent(monkeypatch, student):
    sent = []
    monkeypatch.setattr(Sandbox, "lock", lambda self: process.Containment("limits", (), ("files",)))
    monkeypatch.setattr(Sandbox, "send", lambda self, text: sent.append(text))
    with pytest.raises(SandboxUnavailable):
        check(student(), Options(sandbox="required"))
    assert sent == []


@pytest.mark.slow
def test_the_limit_of_time_holds_for_a_file_that_is_slow_at_every_answer(student):
    path = student("_m = minimax\ndef minimax(board):\n    import time; time.sleep(0.2); return _m(board)")
    report = check(path, Options(seconds_max=2))
    assert (report.verdict, report.functions["minimax"].wrong) == ("incomplete", 0)


@pytest.mark.parametrize("seconds", [0.001, 0.3])
@pytest.mark.slow
def test_too_little_time_never_fails_a_right_file(seconds):
    report = check(ROOT / "tictactoe.py", Options(seconds_max=seconds))
    assert report.verdict == "incomplete"
    assert all(function.wrong == 0 for function in report.functions.values())


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_a_time_that_is_none_is_refused(seconds):
    done = noughts("check", "--seconds", seconds, "tictactoe.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not a time limit" in done.stderr


def test_what_is_no_plain_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "tictactoe.py")
    done = noughts(
        "check", tmp_path / "tictactoe.py", "--junit", tmp_path / "out.xml", "--gradescope", tmp_path / "out.json"
    )
    assert done.returncode == 2
    assert "it is not a regular file" in done.stdout
    assert ElementTree.parse(tmp_path / "out.xml").getroot().get("errors") == "1"
    assert "tests" not in json.loads((tmp_path / "out.json").read_text())


@pytest.mark.parametrize("name", ["a\x1b[2J.py", "a\nverdict: passed.py", "a\u202e.py", "\udcff.py"])
def test_a_file_name_is_text_and_nothing_else(tmp_path, name):
    path = tmp_path / name
    path.write_text("x = 1")
    done = noughts("check", "--quick", path, "--html", tmp_path / "out.html")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    page = (tmp_path / "out.html").read_text()
    assert all(bad not in done.stdout + page for bad in ("\x1b", "\nverdict", "\u202e"))


@pytest.mark.parametrize("codec", ["punycode", "rot13", "utf-7", "idna"])
def test_encodings_that_nobody_writes_programs_in_are_not_tried(codec):
    assert source.decode(f"# coding: {codec}\nx = 1\n".encode())[1].id == "bad_encoding"


def test_ways_to_take_over_the_answers_are_flagged_and_ordinary_code_is_not():
    sly = "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    f = e.__traceback__.tb_frame\nprint.__self__\n"
    assert len(source.inspect(sly).flags) == 3
    assert [flag.words for flag in source.inspect("getattr(1, 'real')").flags] == ["line 1: uses getattr"]
    plain = "import sys, math\nclass A:\n    def __init__(self):\n        self.v = sys.maxsize\ndef f(eval):\n    return eval\n"
    assert source.inspect(plain).flags == ()


def test_many_flags_are_counted_and_not_all_listed(student):
    path = student("\n".join(["open"] * 50))
    report = check(path, Options(quick=True))
    assert len(report.flags) == 21
    assert report.flags[-1].words == "and 30 more"


def test_a_broken_rule_costs_its_point_on_gradescope(student):
    report = check(student("print('hello')"), Options(quick=True))
    tests = {test["name"]: test["score"] for test in json.loads(export.gradescope(report))["tests"]}
    assert report.verdict == "failed"
    assert tests["the course's rules"] == 0
    assert sum(tests.values()) == 8


def test_modules_beside_a_submission_do_not_run_in_the_checker(student, tmp_path):
    path = student()
    for name in ("selectors", "json", "argparse", "sysconfig"):
        (tmp_path / f"{name}.py").write_text("print('a student ran here')\nraise SystemExit(7)\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "noughts", "check", "--quick", path.name], cwd=tmp_path, env=environment,
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert (done.returncode, "a student ran here" in done.stdout + done.stderr) == (0, False)


def test_the_exit_code_tells_what_was_found_even_to_nobody(student):
    path = student("def winner(board): return None")
    command = f"{sys.executable} -m noughts check --quick {path} | true; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", command], cwd=ROOT, timeout=60).returncode == 1


def test_the_filter_of_calls_is_well_formed():
    """Every jump lands inside, and what is allowed in part is refused otherwise: the filter run by hand."""
    for machine, calls in lockdown.SYSTEM_CALLS.items():
        steps = lockdown.seccomp_program(calls)

        def verdict(call, argument, arch=calls.audit_code, steps=steps):
            at, held = 0, 0
            while True:
                what, so, other, value = steps[at]
                at += 1
                if what == 0x20:
                    held = {4: arch, 0: call, 24: argument}[value]
                elif what == 0x15:
                    at += so if held == value else other
                else:
                    return value

        for number in calls.allowed.values():
            assert verdict(number, 8) == 0x7FFF0000, machine
        for number, arguments in calls.by_argument.items():
            assert all(verdict(number, argument) == 0x7FFF0000 for argument in arguments)
            assert all(
                verdict(number, argument) == 0x00050001 for argument in (4, 8, 10, 15, 1026, 1031, 0x5452, 0x8901)
            )
        assert verdict(999, 0) == 0x00050001
        assert verdict(0, 0, arch=5) == 0x80000000


def test_every_clause_that_a_check_decides_is_documented_in_one_table():
    rows = dict(re.findall(r"^\| ([EG]\d+) \| (.+) \|$", (ROOT / "docs" / "contract.md").read_text(), re.M))
    report = check(ROOT / "tictactoe.py", Options(quick=True))
    assert list(report.clauses) == [clause.id for clause in CLAUSES]
    assert set(report.clauses) <= set(rows)
    for clause in CLAUSES:
        assert clause.function is None or f"`{clause.function}" in rows[clause.id]
        assert clause.of_boards or rows[clause.id].startswith(clause.sentence) or clause.id == "E16"


def test_the_docs_describe_every_key_of_a_report():
    keys = check(ROOT / "tictactoe.py", Options(quick=True)).to_json()
    text = (ROOT / "docs" / "checking.md").read_text()
    example = asdict(Counterexample(None, "", "", ""))
    assert not [name for name in (*keys, *example) if f"`{name}`" not in text]


def test_an_exception_names_the_line_of_the_students_file(student):
    path = student("def helper(board):\n    return board[3]\ndef winner(board):\n    return helper(board)")
    found = check(path, Options(quick=True)).functions["winner"].counterexample
    assert (found.kind, found.error) == ("raised", "IndexError")
    assert path.read_text().splitlines()[found.source_line - 1] == "    return board[3]"
    assert f"(line {found.source_line})" in found.got
    report = check(student("import copy\n1 / 0"), Options(quick=True))
    assert dict(report.reason.fields)["line"] == len((ROOT / "tictactoe.py").read_text().splitlines()) + 4


@pytest.mark.parametrize(
    ("lines", "status"),
    [("", "passed"), ("\ndef winner(board):\n    return None", "failed"), ("\ndef winner(board", "not reached")],
    ids=["once", "a wrong second definition", "does not compile"],
)
def test_a_wrong_second_definition_of_a_function_hides_the_first(student, lines, status):
    assert check(student(lines), Options(quick=True)).clauses["G4"] == status


def test_the_lines_of_a_source_are_those_that_python_counts():
    text = "a = 1\n\x0cb = 2\r\nc = '\x1c\u2028'\rraise a\n"
    lines = source.source_lines(text)
    assert lines == ["a = 1", "\x0cb = 2", "c = '\x1c\u2028'", "raise a"]
    assert [lines[node.lineno - 1].strip()[0] for node in ast.parse(text).body] == ["a", "b", "c", "r"]


def test_very_long_names_are_cut(tmp_path):
    name = "a" * 50_000
    source_text = (ROOT / "tictactoe.py").read_text() + f"\n\ndef {name}(): pass\ndef {name}(): return open.{name}\n"
    path = tmp_path / ("b" * 200 + ".py")
    path.write_text(source_text)
    text = report_text(check(path, Options(quick=True)))
    assert "is defined more than once" in text
    assert max(len(line) for line in text.splitlines()) < 1000


def test_as_root_the_worker_has_no_capabilities_or_says_so():
    child = Sandbox("x = 1")
    locked = child.lock().locked
    child.close()
    if os.geteuid() == 0:
        assert ("capabilities" in locked) != ("capabilities:read" in locked)
        readable_by_others = all(map(lockdown.is_readable_by_others, process.python_paths()))
        assert ("capabilities" in locked) == readable_by_others


def test_the_time_of_a_file_is_the_cpu_seconds_of_all_its_workers():
    budget = Budget(1000.0)
    budget.note(1, 600.0)
    budget.note(2, 399.0)
    budget.note(2, 0.0)  # it has ended; what it used still counts
    assert not budget.is_used_up
    budget.note(3, 1.5)
    assert budget.is_used_up
    assert budget.cpu_seconds == 1000.5


def test_checks_that_start_at_the_same_moment_find_all_of_pythons_modules():
    script = (
        "import sys, threading\n"
        "from noughts.check.sandbox.process import python_paths\n"
        "sys.setswitchinterval(1e-6)\n"
        "found, start = set(), threading.Barrier(8)\n"
        "def look():\n"
        "    start.wait()\n"
        "    found.add(tuple(python_paths()))\n"
        "threads = [threading.Thread(target=look) for _ in range(8)]\n"
        "[thread.start() for thread in threads]\n"
        "[thread.join() for thread in threads]\n"
        "print(len(found))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


@pytest.mark.parametrize(("source", "may_look"), [
    ("def minimax(board):\n    return max(actions(board), key=lambda a: lowest(result(board, a)))\ndef lowest(board):\n    return terminal(board)", False),
    ("def minimax(board):\n    if terminal(board): return None", True),
    ("def minimax(board):\n    return search(board)[1]\ndef search(board):\n    return utility(board)", True),
    ("def minimax(board):\n    return search(board)[1]\ndef search(state):\n    return best(state, 1)\ndef best(state, n):\n    return 0", False),
    ("def minimax(board):\n    return SOLVER.solve(Game(board))[1]", True),
    ("def minimax(board):\n    return solve(str(board))\ndef solve(text):\n    return solve(text)", False),
    ("def minimax(board):\n    return again(board)\ndef again(board):\n    return minimax(board)", False),
])  # fmt: skip
def test_a_missing_look_for_the_end_is_only_said_where_the_source_shows_it(source, may_look):
    functions = functions_of(ast.parse(source))
    assert may_check_end("minimax", functions) == may_look
