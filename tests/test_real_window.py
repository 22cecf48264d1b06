"""The window on a real X display, with a real mouse and keyboard: what only a window system can get wrong."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, heed_ctrl_c, processes_of

from noughts.play.session import Session, Settings
from noughts.window.layout import lay_out

MISSING = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING) and os.environ.get("CI") != "true", reason=f"not installed: {', '.join(MISSING)}"),
]

SIZE = (960, 640)


def middle(target, side="X"):
    """Where a target is in a new window, from its top left corner: before a game without a side, else during one."""
    session = Session(Settings())
    session.side = side
    advisor = SimpleNamespace(mistakes=[])
    controller = SimpleNamespace(session=session, settings=session.settings, overlay=None, fault=None, can_redo=False,
                                 can_retry=False, advisor=advisor)  # fmt: skip
    return lay_out(SIZE, controller).targets[target].center


SIDES = {side: middle(("side", side), None) for side in "XO"}
CELLS = {(row, column): middle(("cell", (row, column))) for row in range(3) for column in range(3)}
PLAY_AGAIN = middle(("new", None))


class Desk:
    """A display with one window on it, started as a person would, and the hands to use it."""

    def __init__(self, display, config, *arguments):
        self.environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        self.environment |= {"DISPLAY": display, "XDG_CONFIG_HOME": str(config)}
        self.config = config
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "runner.py"), *map(str, arguments)],
            env=self.environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=heed_ctrl_c,
        )  # fmt: skip
        # By its process: the window of an earlier test may not be gone yet.
        mine = ("--all", "--pid", self.process.pid, "--class", "Noughts")
        self.window = self.do("search", "--sync", "--onlyvisible", *mine).split()[0]
        self.do("windowfocus", "--sync", self.window)
        self.wait_for("Play Tic-Tac-Toe")

    def do(self, *words):
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self.environment, capture_output=True, text=True, timeout=20, check=True,
        )  # fmt: skip
        return done.stdout

    @property
    def title(self):
        return self.do("getwindowname", self.window).strip().removeprefix("Noughts: ")

    def wait_for(self, *titles, seconds=30):
        end = time.monotonic() + seconds
        while not self.title.startswith(titles):
            assert time.monotonic() < end, f"the title is {self.title!r}, not one of {titles}"
            time.sleep(0.02)
        return self.title

    def click(self, point, held_seconds=0.05):
        self.do("mousemove", "--window", self.window, *point)
        self.do("mousedown", 1)
        time.sleep(held_seconds)
        self.do("mouseup", 1)

    def key(self, *names):
        for name in names:
            self.do("key", "--window", "0", name)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture(scope="module")
def display():
    """A screen of its own, on a number that is free."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1000x800x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as said:
        number = said.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def desk(display, tmp_path):
    """Start windows; each is closed at the end."""
    opened = []

    def start(*arguments):
        opened.append(Desk(display, tmp_path / "config", *arguments))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


@pytest.fixture
def diary(student, tmp_path):
    """A file that notes every move the window makes through it, and what was noted."""
    notes = tmp_path / "moves.txt"
    notes.write_text("")
    path = student(
        "_result = result\n"
        "def result(board, action):\n"
        f"    with open({str(notes)!r}, 'a') as file: file.write(f'{{player(board)}}{{action[0]}}{{action[1]}} ')\n"
        "    return _result(board, action)\n"
    )
    return path, lambda: notes.read_text().split()


def test_a_game_as_x_by_mouse_with_clicks_of_50_ms(desk, diary):
    path, moves = diary
    seen = desk(path)
    seen.click(SIDES["X"])
    for cell in [(0, 1), (2, 0), (1, 2)]:
        seen.wait_for("Play as X")
        seen.click(CELLS[cell])
        seen.wait_for("Computer thinking...", "Game Over")
    assert seen.wait_for("Game Over: O wins.")
    assert moves() == ["X01", "O11", "X20", "O00", "X12", "O22"]
    seen.click(PLAY_AGAIN)
    seen.wait_for("Play Tic-Tac-Toe")


def test_a_game_as_o_by_keyboard(desk, diary):
    path, moves = diary
    seen = desk(path)
    seen.key("Right", "Right", "Return")
    seen.wait_for("Play as O")
    seen.key("Up", "Left", "space")  # the centre first, then up and to the left
    wait_until(lambda: len(moves()) == 3)
    for digit in "32476981":
        if seen.wait_for("Play as O", "Game Over: Tie.", "Game Over: X wins.").startswith("Game Over"):
            break
        count = len(moves())
        seen.key(digit)
        end = time.monotonic() + 1.5
        while len(moves()) < count + 2 and time.monotonic() < end and not seen.title.startswith("Game Over"):
            time.sleep(0.02)  # a digit whose cell is taken plays nothing
    assert seen.title.startswith("Game Over: ")
    seen.key("n")
    seen.wait_for("Play Tic-Tac-Toe")
    seen.key("Escape")
    assert seen.process.wait(timeout=30) == 0


def test_a_press_of_600_ms_plays_nothing_else(desk, diary):
    path, moves = diary
    seen = desk(path)
    seen.click(SIDES["X"], held_seconds=0.6)
    seen.wait_for("Play as X")
    time.sleep(0.3)
    assert moves() == []
    assert seen.title == "Play as X"
    seen.click(CELLS[1, 1], held_seconds=0.6)
    wait_until(lambda: len(moves()) == 2)
    seen.wait_for("Play as X")


def test_it_resizes_and_closes_during_a_search_that_never_ends(desk, student):
    path = student("def minimax(board):\n    while True: pass")
    seen = desk(path)
    seen.click(SIDES["X"])
    seen.wait_for("Play as X")
    seen.click(CELLS[0, 0])
    seen.wait_for("Computer thinking...")
    seen.do("windowsize", "--sync", seen.window, 420, 380)
    geometry = seen.do("getwindowgeometry", seen.window)
    assert "420x380" in geometry
    seen.key("u")
    seen.wait_for("Play as X")
    seen.key("5")
    seen.wait_for("Computer thinking...")
    assert len(processes_of(path)) == 2  # the window and the search
    click_close_button(seen.environment["DISPLAY"], int(seen.window))
    assert seen.process.wait(timeout=30) == 0
    assert processes_of(path) == []


def test_a_broken_file_keeps_its_window_and_the_title_says_what_is_wrong(desk, student):
    seen = desk(student("def minimax(board): return 1 / 0"))
    seen.key("x", "5")
    seen.wait_for("On ....X....: minimax(board) raised ZeroDivisionError: division by zero")
    assert seen.process.poll() is None


def test_an_idle_window_sleeps(desk):
    seen = desk()
    seen.key("x")
    seen.wait_for("Play as X")
    time.sleep(1)  # its last animation and answer are over
    ticks, switches, began = cpu_ticks(seen.process.pid), wake_ups(seen.process.pid), time.monotonic()
    time.sleep(5)
    seconds = time.monotonic() - began
    assert (wake_ups(seen.process.pid) - switches) / seconds < 10
    assert (cpu_ticks(seen.process.pid) - ticks) / os.sysconf("SC_CLK_TCK") / seconds < 0.01


def test_the_size_and_the_theme_are_remembered_and_nothing_else(desk):
    seen = desk()
    seen.do("windowsize", "--sync", seen.window, 700, 500)
    seen.key("m", "r", "c", "Escape", "Escape")  # more: the light theme, and the level casual
    assert seen.process.wait(timeout=30) == 0
    again = desk()
    assert "700x500" in again.do("getwindowgeometry", again.window)
    again.key("x", "5")
    again.wait_for("Play as X")
    (kept,) = [path.read_text() for path in (again.config / "noughts").iterdir()]
    assert json.loads(kept) == {"theme": "light", "size": [700, 500]}


class ClientMessage(ctypes.Structure):
    """The X event by which a window manager tells a window something; XEvent is 24 longs wide."""

    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 12),
    ]  # fmt: skip


def click_close_button(display, window):
    """What a window manager does when the close button is clicked: it asks the window to go (WM_DELETE_WINDOW)."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    message = ClientMessage(type=33, window=window, format=32)
    message.message_type = x11.XInternAtom(connection, b"WM_PROTOCOLS", 0)
    message.data[0] = x11.XInternAtom(connection, b"WM_DELETE_WINDOW", 0)
    x11.XSendEvent(connection, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(message))
    x11.XCloseDisplay(connection)


def cpu_ticks(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def wake_ups(pid):
    """How often the threads of a process have gone to sleep."""
    statuses = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/status")]
    return sum(int(line.split()[1]) for text in statuses for line in text.splitlines() if line.startswith("voluntary"))


def test_ctrl_c_where_it_was_started_closes_it(desk):
    seen = desk()
    seen.process.send_signal(2)
    assert seen.process.wait(timeout=30) == 0
    assert seen.process.stdout.read() == b""
