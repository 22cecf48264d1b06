"""The checker's parts: rulings on text, the box's promises, the exports, the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest
from conftest import ROOT, processes_of
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli import noughts

from noughts.check import box, export, questions, source
from noughts.check.asking import Options
from noughts.check.box import Box, Gone, Limits
from noughts.check.checker import check
from noughts.check.questions import Question, is_right, readable, rule
from noughts.check.rulings import parameter_fault

WINNER = Question("winner", ".........", None, frozenset(["n"]), "E8")
IMPOSSIBLE = Question("result", "X........", (0, 0), frozenset(), "E7")


def test_the_projects_own_file_passes():
    report = check(ROOT / "tictactoe.py", Options(allow=("copy", "math")))
    assert report.verdict == "passed"
    assert report.remarks == []
    assert report.functions["minimax"].asked == 5478
    assert report.functions["result"].asked == 58760
    assert set(report.clauses.values()) == {"passed"}


@given(st.text(max_size=200))
def test_arbitrary_text_from_the_child_never_crashes_a_ruling(text):
    for question in (WINNER, IMPOSSIBLE):
        ruling = rule(question, text)
        assert isinstance(ruling.got, str)
        if is_right(question, text):
            assert ruling.right
    readable(text)
    box.containment(text.split(), True)
    parameter_fault("result", text)


@settings(deadline=None, max_examples=15)
@given(st.binary(max_size=300))
def test_arbitrary_bytes_on_the_channel_never_crash_the_parent(data):
    code = f"import os\nfor fd in range(3, 12):\n    try:\n        os.write(fd, {data!r})\n    except OSError:\n        pass"
    child = Box(code, Limits(answer_seconds_max=0.3, load_seconds_max=5))
    try:
        child.open()
        child.send("names\n\n")
        child.lines(3, 0.2)
    except Gone:
        pass
    finally:
        child.close()


@pytest.mark.parametrize(
    ("answer", "right", "got"),
    [
        ("n\t", True, "None"),
        ("b0\t", False, "False"),
        ('"X"\t', False, "'X'"),
        ("!KeyError: 1\t", False, "raised KeyError: 1"),
        ("?Everything\t", False, "an object of type Everything"),
        ("n\tchanged [[n]]", False, "None, and the board was changed to [[None]]"),
        ("#it did not answer\t", False, "no answer: it did not answer"),
    ],
)
def test_answers_are_compared_by_exact_type(answer, right, got):
    assert (rule(WINNER, answer).right, rule(WINNER, answer).got) == (right, got)


def test_any_exception_is_right_where_one_is_due_and_nothing_else_is():
    assert rule(IMPOSSIBLE, "!Whatever: x\t").right
    assert not rule(IMPOSSIBLE, "n\t").right
    assert not rule(IMPOSSIBLE, "#it hung\t").right


def test_every_position_is_asked_about_once():
    assert len(questions.positions()) == 5478
    assert len(questions.positions(quick=True)) == 765
    some = questions.shuffled(False, 0)
    assert sorted(some) == sorted(questions.positions())
    assert questions.shuffled(False, 1) != some
    assert sum(len(group) for group in questions.minimax_groups(some)) == 5478
    free = [group[0].position.count(".") for group in questions.minimax_groups(some)]
    assert free == sorted(free)


def test_this_machine_has_the_full_box():
    child = Box("x = 1")
    containment, loaded = child.open()
    child.close()
    assert loaded.startswith("loaded")
    if sys.platform == "linux":
        assert (containment.kind, containment.open) == ("hardened", ())


def test_without_the_locks_the_report_says_what_is_open():
    report = check(ROOT / "tictactoe.py", Options(quick=True, box="off"))
    assert report.verdict == "passed"
    assert (report.box.kind, report.box.open) == ("limits", ("files", "network"))
    assert "does not keep it from files, network" in report.text()


def test_what_the_time_does_not_reach_is_not_wrong(tmp_path):
    slow = (
        ROOT / "tictactoe.py"
    ).read_text() + "\n_m = minimax\ndef minimax(board):\n    import time; time.sleep(0.05); return _m(board)\n"
    (tmp_path / "tictactoe.py").write_text(slow)
    report = check(tmp_path / "tictactoe.py", Options(quick=True, seconds_max=3))
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
    assert (report.verdict, report.reason) == ("failed", "it imports random, and only copy, math is allowed")
    assert report.imports == ["copy", "random"]


def test_numpy_is_there_only_where_it_is_allowed(tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text("import numpy\n" + (ROOT / "tictactoe.py").read_text())
    report = check(path, Options(quick=True))
    assert report.verdict == "failed"
    assert "No module named" in report.reason
    assert "--allow numpy" in report.reason
    assert check(path, Options(quick=True, allow=("numpy",))).verdict == "passed"


def test_killing_the_checker_leaves_nothing_running(student):
    path = student("def minimax(board):\n    while True: pass")
    checker = subprocess.Popen(
        [sys.executable, "-m", "noughts", "check", str(path)], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    children = []
    end = time.monotonic() + 30
    while not children and time.monotonic() < end:
        children = [pid for pid in processes_of(box.INMATE) if parent_of(pid) == checker.pid]
        time.sleep(0.05)
    assert children
    os.kill(checker.pid, signal.SIGKILL)
    checker.wait()
    end = time.monotonic() + 10
    while any(pid in processes_of(box.INMATE) for pid in children) and time.monotonic() < end:
        time.sleep(0.05)
    assert not set(children) & set(processes_of(box.INMATE))


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
    page = export.html(report)
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert page.count("<span") == 765
    assert "the anti-diagonal never wins" in page
    suite = ElementTree.fromstring(export.junit(report))
    assert int(suite.get("failures")) == len(suite.findall(".//failure")) > 0
    results = json.loads(export.gradescope(report))
    assert {test["name"]: test["score"] for test in results["tests"]}["winner"] == 0


def test_the_command_reports_and_exits_by_what_it_found(tmp_path, student):
    done = noughts("check", "--quick", "--json", "-", "tictactoe.py", student("def winner(board): return None"))
    first, second = json.loads(done.stdout)
    assert (done.returncode, first["verdict"], second["verdict"]) == (1, "passed", "failed")
    assert list(first) == ["schema", "file", "sha256", "verdict", "reason", "functions", "clauses", "diagnoses", "remarks",
                           "flags", "imports", "seconds", "box"]  # fmt: skip
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


def test_nothing_that_a_terminal_obeys_comes_out_of_a_box():
    assert box.text_of(b"\x1b[31mred\x07\tn") == "\ufffd[31mred\ufffd\tn"
    assert box.text_of(b'"X"\t') == '"X"\t'
    assert rule(WINNER, "?\x1b[2J" + "x" * 9999 + "\t").got.startswith("an object of type \ufffd[2Jxxx")
    assert len(rule(WINNER, "?" + "x" * 9999 + "\t").got) == 400


def test_a_file_is_read_as_python_would_read_it():
    assert source.decoded("# é".encode()) == ("# é", None)
    assert source.decoded(b"\xef\xbb\xbfx = 1") == ("x = 1", None)
    assert source.decoded(b"# coding: latin-1\n# \xe9") == ("# coding: latin-1\n# é", None)
    for data in (b"# \xff\xfe", b"# coding: nonsense\n", b"\x1f\x8b\x08\x00"):
        assert source.decoded(data)[1].startswith("it is no Python text")


def test_the_source_tells_imports_flags_and_comments():
    text = source.inspect(
        "import os.path, copy\nfrom math import inf\ndef player(board):\n    return eval('1')\n# x\ndef winner(b): pass\n"
    )
    assert text.imports == ("copy", "math", "os")
    assert text.flags == ("line 1: imports os", "line 4: uses eval")
    assert text.uncommented == ("player",)
    assert source.inspect("def f(:").error.startswith("SyntaxError")
