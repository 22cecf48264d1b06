"""What several test files share: every reachable position, the root's tictactoe.py, and files like it with faults."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from noughts.game.rules import CLASSIC
from noughts.play import file_worker
from noughts.web import server

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.browser import FLAGS, PATH  # noqa: E402

# Files to be checked in a sandbox: pytest must never import them.
collect_ignore = ["submissions", "climb_everything.py"]

IN_BROWSER = pytest.mark.skipif(not PATH and os.environ.get("CI") != "true", reason="there is no Chromium here")

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()  # where the window remembers its size and theme
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


# The files whose tests take longest. They begin first, so that no core is idle at the end.
LONGEST = ["test_submissions", "test_course", "test_cluster", "test_trace", "test_setup", "test_orders", "test_check", "test_window_session",
           "test_page_truth", "test_page_everyone", "test_mutants", "test_ladder"]  # fmt: skip


# What a student may write, and what window and terminal must say about it.
STUDENT_FAULTS = {
    "def minimax(board):\n    best = 1": ["minimax(board) returned None", "minimax returned None: is a return missing, at its end"],
    "name = input()": ["asks for input when it is imported", 'if __name__ == "__main__":'],
    "def minimax(board):\n    return max_value(board)\ndef max_value(board):\n    return minimax(board)": [
        "RecursionError", "does it return when terminal(board) is true"],
    "def minimax(board):\n    return boad": ["NameError", ": return boad", "is it misspelled"],
    "def result(board, action):\n    return board[7]": ["IndexError", " in result: return board[7]", "go from 0 to 2"],
    "def actions(board): return {(0, 0)}": ["(1, 1) is free, but actions(board) returned only (0, 0)."],
    "def result(board, action): return board": ["returned the board unchanged", "a copy of the board"],
    "raise SystemExit": ["SystemExit", "ends the program when it is imported"],
}  # fmt: skip


def play_everything() -> list[str]:
    """Every position that play can reach, each once, in an order in which it is reached."""
    reached = {CLASSIC.start: None}
    waiting = [CLASSIC.start]
    while waiting:
        position = waiting.pop()
        if not CLASSIC.is_over(position):
            for cell in CLASSIC.free(position):
                after = CLASSIC.after(position, cell)
                if after not in reached:
                    reached[after] = None
                    waiting.append(after)
    return list(reached)


POSITIONS = play_everything()
OPEN = [position for position in POSITIONS if not CLASSIC.is_over(position)]
FINISHED = [position for position in POSITIONS if CLASSIC.is_over(position)]


@pytest.fixture
def tictactoe():
    """The root's file."""
    return file_worker.load(ROOT / "tictactoe.py")


@pytest.fixture
def student(tmp_path):
    """Write a file that is the root's with some lines after it: student("def minimax(board): return 1 / 0")."""

    def write(lines: str = "", name: str = "tictactoe.py") -> Path:
        path = tmp_path / name
        path.write_text((ROOT / "tictactoe.py").read_text() + "\n\n" + lines)
        return path

    return write


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=PATH, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def address():
    """The page's address on a server of this machine."""
    running = server.make_server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}/"
    running.shutdown()
    running.server_close()


@pytest.fixture
def page(browser, address):
    """A page that fails the test if anything goes wrong in it, or if it asks anybody else for anything."""
    yield from new_page(browser, address)


def new_page(browser, address, origin=None, **options):
    """Yield a page of a new browser context, and look at the end whether anything went wrong in it."""
    context = browser.new_context(**options)
    opened = context.new_page()
    wrong = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    opened.on(
        "request", lambda request: wrong.append(request.url) if not request.url.startswith(origin or address) else None
    )
    opened.on("dialog", lambda dialog: (wrong.append("a dialog"), dialog.dismiss()))
    for name in ("goto", "reload"):
        setattr(opened, name, and_wait(opened, getattr(opened, name)))
    opened.goto(address)
    opened.wait_for_selector("[role=grid]")
    yield opened
    context.close()
    assert wrong == []


def and_wait(page, load):
    """Return a function that loads a page and waits for the scripts that it loads after its first picture."""

    def load_all(*arguments, **options):
        answer = load(*arguments, **options)
        page.evaluate("window.noughts && document.getElementById('nav').dispatchEvent(new Event('pointerenter'))")
        page.wait_for_function("() => !window.noughts || noughts.report")
        return answer

    return load_all


def position_of(page):
    """The position of the game that is played on the page."""
    return page.evaluate("noughts.play.position")


def wait_for_turn(page):
    """Wait until a person may move, or the game is over."""
    page.wait_for_function(
        "() => noughts.play.isDrawn"
        " && (noughts.play.isOver || noughts.play.isPersons(noughts.play.game.toMove(noughts.play.position)))"
    )


def click_cell(page, cell):
    """Click a cell of the board."""
    page.locator("[role=gridcell]").nth(cell).click()


def open_at(page, address, hash_):
    """Open the page at an address, and wait until it shows it."""
    page.goto(f"{address}{hash_}")
    page.wait_for_function("() => noughts.view && document.getElementById('message')")


def open_report(page, address, path):
    """Open the report in a file on the page, and wait until it is shown."""
    open_at(page, address, "#report")
    page.set_input_files("#file", path)
    page.wait_for_selector(".report")


@pytest.fixture(scope="session")
def failed_report(tmp_path_factory):
    """The JSON report on a file whose winner always returns None, written by `noughts check`."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "tictactoe.py").write_text((ROOT / "tictactoe.py").read_text() + "\n\ndef winner(board): return None\n")
    command = [
        sys.executable,
        "-m",
        "noughts",
        "check",
        "--quick",
        folder / "tictactoe.py",
        "--json",
        folder / "report.json",
    ]
    assert subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 1
    return folder / "report.json"


def heed_ctrl_c():
    """Let a child process obey Ctrl-C, even if these tests were started in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def processes_of(path: Path) -> list[int]:
    """The processes that have the file's path on their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if str(path) in words:
            found.append(int(entry.name))
    return found


@pytest.fixture(autouse=True)
def forget_loaded_files():
    """A file that a test loads must not be the `tictactoe` that the next one, or the README, imports."""
    path = list(sys.path)
    yield
    sys.path[:] = path
    sys.modules.pop("tictactoe", None)


def pytest_collection_modifyitems(items):
    """Mark what needs a browser, so that ./test --fast can leave it out; put the longest files first."""
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
