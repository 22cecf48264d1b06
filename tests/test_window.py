"""The window with real events, drawn by SDL without a screen: clauses W1 to W5, without the stock window's faults."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest
from conftest import ROOT, STUDENT_FAULTS, processes_of

from noughts import window
from noughts.errors import WindowUnavailable
from noughts.game import solver
from noughts.game.rules import CLASSIC
from noughts.play.session import Settings
from noughts.window import app, controller, layout, motion, preferences, shapes, texts, theme, view
from noughts.window.app import App
from noughts.window.motion import Motion

KEYS = {"X": pygame.K_x, "O": pygame.K_o, "U": pygame.K_u, "N": pygame.K_n} | {
    str(digit): getattr(pygame, f"K_{digit}") for digit in range(10)
}


class Robot:
    """A person at the window: posts events and lets it live until it rests."""

    def __init__(self, source, **options):
        window.open_display()
        pygame.event.clear()
        files = source if isinstance(source, tuple) else (source,) if source else ()
        self.app = App(files, options.pop("settings", Settings(seed=1)), None, **options)
        self.controller = self.app.controller
        self.session = self.controller.session
        self.said = []

    def live(self, seconds=60.0, until=None):
        """Handle what happens until nothing more is to come, or until something holds."""
        until = until or self.rests
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))  # so that no step sleeps past `until`
            self.app.step()
            if not self.said or self.said[-1] != self.controller.message:
                self.said.append(self.controller.message)
            time.sleep(0.002)
        assert until(), f"still {self.controller.message!r} after {seconds} s"

    def rests(self):
        return (
            not self.controller.is_waiting
            and self.controller.seconds_to_tick() is None
            and not pygame.event.peek(KINDS)
        )

    def point(self, target):
        if target in self.app.view.option_rects:
            return self.app.view.option_rects[target].center
        return layout.lay_out(self.app.surface.get_size(), self.controller).targets[target].center

    def post(self, kind, **fields):
        pygame.event.post(pygame.event.Event(kind, **fields))

    def click(self, *target, rest=True):
        point = self.point(target)
        self.post(pygame.MOUSEBUTTONDOWN, pos=point, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=point, button=1)
        if rest:
            self.live()

    def press(self, *keys, rest=True):
        for key in keys:
            typed = key if isinstance(key, str) else ""
            self.post(pygame.KEYDOWN, key=KEYS[key] if typed else key, unicode=typed.lower(), mod=0)
            if rest:
                self.live()

    @property
    def position(self):
        return "".join(mark or "." for row in self.session.scene.board for mark in row)


DARK = theme.THEMES["dark"]
KINDS = [pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION]


def panel_text(opened):
    """The first paragraph of the panel that is not faint; None if there is none."""
    told = [block.text for block in blocks_of(opened) if not block.is_faint]
    return told[0] if told else None


def notes(opened):
    """The faint paragraphs of the panel, without the moves."""
    return [block.text for block in blocks_of(opened) if block.is_faint and not block.text[0].isdigit()]


def blocks_of(opened):
    return [block for block in texts.blocks(opened.controller) if isinstance(block, texts.Paragraph)]


@pytest.fixture
def robot():
    """Open windows; each is closed at the end."""
    opened = []

    def open_window(source=ROOT / "tictactoe.py", **options):
        opened.append(Robot(source, **options))
        opened[-1].live()
        return opened[-1]

    yield open_window
    for each in opened:
        each.controller.close()
    pygame.quit()


def test_w2_it_starts_with_the_title_and_the_two_choices(robot):
    opened = robot()
    assert opened.controller.message == "Play Tic-Tac-Toe"
    assert list(texts.labels(opened.controller).values()) == ["Play as X", "Play as O", "More"]
    assert pygame.display.get_caption()[0] == "Noughts: Play Tic-Tac-Toe"


def test_w3_and_w4_a_game_as_x_by_mouse(robot):
    opened = robot()
    opened.click("side", "X")
    assert opened.controller.message == "Play as X"
    for cell in [(0, 1), (2, 0), (1, 2)]:
        opened.click("cell", cell)
    assert opened.said[-3:] == ["Play as X", "Computer thinking...", "Game Over: O wins."]
    assert texts.labels(opened.controller)["new", None] == "Play Again"
    opened.click("new", None)
    assert opened.controller.message == "Play Tic-Tac-Toe"


def test_w3_and_w4_a_game_as_o_by_keyboard_ends_in_a_tie(robot):
    opened = robot()
    opened.press("O")
    assert opened.said[-2:] == ["Computer thinking...", "Play as O"]
    while not opened.session.is_over:
        row, column = opened.session.scene.free[0]
        best = best_reply(opened.position) or (row, column)
        opened.press(str(3 * best[0] + best[1] + 1))
    assert opened.controller.message == "Game Over: Tie."
    opened.press(pygame.K_RETURN)
    assert opened.controller.message == "Play Tic-Tac-Toe"


def best_reply(position):
    return divmod(solver.best_moves(CLASSIC, position, CLASSIC.to_move(position))[0], 3)


def test_a_person_can_win_where_the_file_lets_them(robot, student):
    opened = robot(student("def minimax(board): return max(actions(board))"))
    opened.press("X", "1", "2", "3")
    assert opened.controller.message == "Game Over: X wins."


def test_the_computer_waits_about_half_a_second_however_fast_it_is(robot):
    opened = robot()
    opened.press("X")
    began = time.monotonic()
    opened.press("5")
    assert time.monotonic() - began >= 0.45


def test_arrows_and_enter_play_and_wrap_around(robot):
    opened = robot()
    opened.press(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_RETURN)
    assert opened.session.side == "X"
    opened.press(pygame.K_UP, pygame.K_UP, pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_SPACE)
    assert opened.position[6] == "X"


def test_the_second_choice_can_be_reached_by_arrows(robot):
    opened = robot()
    opened.press(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_SPACE)
    assert opened.session.side == "O"


def test_enter_without_a_focus_only_shows_one(robot):
    opened = robot()
    opened.press(pygame.K_RETURN)
    assert opened.session.side is None
    opened.press(pygame.K_RETURN)
    assert opened.session.side == "X"


@pytest.mark.parametrize("digit", range(1, 10))
def test_digits_of_both_kinds_play_their_cell(robot, digit):
    opened = robot()
    opened.press("X", str(digit))
    assert opened.position[digit - 1] == "X"
    opened.press("N", "X")
    opened.press(getattr(pygame, f"K_KP{digit}"))
    assert opened.position["789456123".index(str(digit))] == "X"  # on a keypad 7 is top left


def test_undo_goes_back_to_the_persons_previous_turn(robot):
    opened = robot()
    opened.press("X", "U")
    assert opened.position == "........."
    opened.press("1", "9")
    assert opened.position.count(".") == 5
    opened.press("U")
    assert opened.position.count(".") == 7
    opened.click("undo", None)
    assert opened.position == "........."
    assert ("undo", None) not in texts.labels(opened.controller)
    opened.press("U", "5")
    assert opened.position[4] == "X"


def test_undo_after_the_end_takes_back_the_losing_move(robot):
    opened = robot()
    opened.press("X", "2", "7", "6")
    assert opened.session.is_over
    opened.press("U")
    assert opened.controller.message == "Play as X"
    assert opened.position.count("X") == 2


def test_undo_while_the_computer_waits_for_its_half_second_takes_the_move_back_for_good(robot):
    opened = robot()
    opened.press("X")
    opened.press("5", rest=False)
    opened.live(until=lambda: opened.session.is_computers_turn and not opened.controller.is_waiting)
    opened.press("U")
    time.sleep(0.6)
    opened.live()
    assert opened.position == "........."


def test_a_click_needs_press_and_release_on_the_same_thing(robot):
    opened = robot()
    opened.post(pygame.MOUSEBUTTONDOWN, pos=opened.point(("side", "X")), button=1)
    opened.post(pygame.MOUSEBUTTONUP, pos=opened.point(("side", "O")), button=1)
    opened.live()
    assert opened.session.side is None
    opened.post(pygame.MOUSEBUTTONUP, pos=opened.point(("side", "O")), button=1)
    opened.post(pygame.MOUSEBUTTONDOWN, pos=opened.point(("side", "O")), button=3)
    opened.post(pygame.MOUSEBUTTONUP, pos=opened.point(("side", "O")), button=3)
    opened.live()
    assert opened.session.side is None


def test_a_held_button_plays_nothing_that_appears_under_it(robot):
    opened = robot()
    point = opened.point(("side", "X"))
    opened.post(pygame.MOUSEBUTTONDOWN, pos=point, button=1)
    opened.live()
    time.sleep(0.6)
    opened.post(pygame.MOUSEBUTTONUP, pos=point, button=1)
    opened.live()
    assert opened.position == "........."
    assert layout.lay_out(opened.app.surface.get_size(), opened.controller).target_at(point)[0] == "cell"


def test_taken_cells_and_the_computers_turn_take_no_click(robot):
    opened = robot()
    opened.press("X")
    opened.click("cell", (1, 1), rest=False)
    opened.live(until=lambda: opened.session.is_computers_turn)
    opened.click("cell", (0, 0), rest=False)
    opened.live()
    assert opened.position.count("X") == 1
    before = opened.position
    opened.click("cell", (1, 1))
    assert opened.position == before
    assert opened.controller.trouble is None


def test_nonsense_keys_change_nothing(robot):
    opened = robot()
    for key in (pygame.K_q, pygame.K_F5, pygame.K_0, pygame.K_LSHIFT, pygame.K_u, pygame.K_n, pygame.K_5):
        opened.press(key)
    assert opened.controller.message == "Play Tic-Tac-Toe"
    opened.press("X")
    for key in (pygame.K_q, pygame.K_x, pygame.K_o, pygame.K_0, pygame.K_PAGEUP):
        opened.press(key)
    assert (opened.controller.message, opened.position) == ("Play as X", ".........")


def test_hovering_shows_the_mark_that_would_be_placed(robot):
    opened = robot()
    opened.press("X")
    corner = opened.point(("cell", (0, 0)))
    empty = opened.app.surface.get_at(corner)
    opened.post(pygame.MOUSEMOTION, pos=corner, rel=(0, 0), buttons=(0, 0, 0))
    opened.live()
    assert opened.app.surface.get_at(corner)[:3] == shapes.blend(DARK.marks["X"], DARK.ground, 0.6)
    opened.post(pygame.WINDOWLEAVE)
    opened.live(until=lambda: opened.app.surface.get_at(corner) == empty)


def test_the_winning_line_is_drawn_under_the_marks(robot):
    opened = robot()
    opened.press("X", "2", "7", "6")
    opened.live(until=lambda: not opened.app.motion.is_going_on)
    assert opened.app.surface.get_at(opened.point(("cell", (1, 1))))[:3] == DARK.won


def test_w5_the_font_is_used_where_it_lies_and_not_missed_where_not(tmp_path):
    pygame.font.init()
    ours = tmp_path / "OpenSans-Regular.ttf"
    other = theme.find_font(None)
    assert theme.find_font(ours) == other
    ours.write_bytes((Path(pygame.__file__).parent / pygame.font.get_default_font()).read_bytes())
    assert theme.find_font(ours) == str(ours)
    ours.write_bytes(b"no font at all")
    assert theme.find_font(ours) == other
    assert view.View(other)._font(20).size("Tic")[0] > 0


NEVER = "def minimax(board):\n    while True: pass"


def test_a_file_that_never_answers_is_undone_restarted_and_closed(robot, student):
    path = student(NEVER)
    opened = robot(path)
    opened.press("X")
    opened.press("5", rest=False)
    opened.live(until=lambda: opened.controller.message == "Computer thinking...")
    searching = processes_of(path)
    pygame.display.set_mode((500, 420), pygame.RESIZABLE)
    opened.live(until=lambda: opened.app.surface.get_size() == (500, 420))
    opened.press("U")
    assert (opened.controller.message, opened.position) == ("Play as X", ".........")
    assert not set(searching) & set(processes_of(path))
    opened.press("1", rest=False)
    opened.live(until=lambda: opened.controller.message == "Computer thinking...")
    opened.press("N")
    assert opened.controller.message == "Play Tic-Tac-Toe"
    opened.press("X")
    opened.press("1", rest=False)
    opened.live(until=lambda: opened.controller.message == "Computer thinking...")
    opened.controller.close()
    assert processes_of(path) == []


def test_a_file_whose_result_never_answers_is_named_while_it_is_waited_for(robot, student):
    opened = robot(student("def result(board, action):\n    while True: pass"))
    opened.press("X")
    opened.press("5", rest=False)
    opened.live(until=lambda: opened.controller.message == "Waiting for tictactoe.py...")
    opened.press("N")
    assert opened.controller.message == "Play Tic-Tac-Toe"


def test_a_file_that_never_loads_leaves_the_window_alive(student):
    opened = Robot(student("while True: pass"))
    opened.press("X", rest=False)
    opened.live(until=lambda: opened.controller.message == "Waiting for tictactoe.py...")
    opened.controller.close()


@pytest.mark.parametrize(("side", "message"), [("X", "Play as X"), ("O", "Computer thinking...")])
def test_until_the_first_board_arrives_the_message_says_whose_turn_it_will_be(monkeypatch, student, side, message):
    monkeypatch.setattr(controller, "PATIENCE_SECONDS", 1e9)
    opened = Robot(student("while True: pass"))
    opened.press(side, rest=False)
    opened.live(until=lambda: opened.session.side == side)
    assert opened.controller.message == message
    opened.controller.close()


def test_a_fault_is_a_sentence_in_the_window_and_undo_goes_on(robot, student):
    opened = robot(student("def minimax(board): return 1 / 0"))
    opened.press("X", "5")
    assert (
        opened.controller.trouble
        == "On ....X....: minimax(board) raised ZeroDivisionError: division by zero (line 176)."
    )
    assert opened.controller.message == "The computer has no move."
    panel = layout.lay_out(opened.app.surface.get_size(), opened.controller).panel
    assert opened.app.surface.get_at((panel.left + 1, panel.top + 40))[:3] == pytest.approx(DARK.mistake, abs=8)
    told = [block.text for block in blocks_of(opened)]
    assert told[1:] == [
        "Line 176 in minimax:",
        "def minimax(board): return 1 / 0",
        "The line divides by zero.",
        "Fix and save the file. Then press N to reload it and start a new game, "
        "or undo your last move to reload it and continue this game.",
    ]
    opened.press("U")
    assert (opened.controller.trouble, opened.controller.message) == (None, "Play as X")


@pytest.mark.parametrize(
    "text", ["bad \\0 byte", "\\ud800", "x" * 100_000, "ab " * 100_000], ids=["nul", "surrogate", "word", "words"]
)
def test_no_text_of_an_error_harms_the_window(robot, student, text):
    opened = robot(student(f"def minimax(board): raise ValueError('{text}')"))
    opened.press("X", "5")
    assert opened.controller.trouble.startswith("On ....X....: minimax(board) raised ValueError")
    opened.press("U")
    assert opened.controller.message == "Play as X"


def test_a_file_that_answers_twice_is_heard_once(robot, student):
    opened = robot(
        student(
            "import os, time\n_result = result\n"
            "def result(board, action): os.fork(); return _result(board, action)\n"
            "_minimax = minimax\ndef minimax(board): time.sleep(0.3); return _minimax(board)"
        )
    )
    opened.press("X", "5")
    time.sleep(0.5)
    opened.live()
    assert opened.position.count(".") == 7


def test_a_process_that_runs_away_does_not_hold_the_window(robot, student):
    path = student(
        "import os, time\ndef minimax(board):\n"
        "    if os.fork() == 0:\n        os.setsid(); time.sleep(5); os._exit(0)\n    1 / 0"
    )
    opened = robot(path)
    opened.press("X", "5")
    began = time.monotonic()
    opened.press("N")
    opened.controller.close()
    assert time.monotonic() - began < 4  # and not the 5 s that the runaway lives


def test_a_file_that_closes_its_pipes_is_noticed_and_replaced(robot, student):
    opened = robot(student("import os\ndef minimax(board): os.closerange(3, 100); return 0, 0"))
    opened.press("X", "5")
    assert opened.controller.trouble.startswith("On ....X....: tictactoe.py ended")
    opened.press("U", "1")
    assert opened.app.running


def test_a_new_game_reads_the_file_again_so_that_a_mended_one_is_played(robot, student):
    path = student("def minimax(board): return 1 / 0")
    opened = robot(path)
    opened.press("X", "5")
    assert opened.controller.trouble
    student("")
    opened.press("N", "X", "5")
    assert opened.controller.trouble is None
    assert opened.position.count("O") == 1


def test_a_file_that_cannot_be_loaded_says_so_at_once_and_stays_open(robot, student):
    opened = robot(student("del minimax"))
    assert opened.controller.trouble == "tictactoe.py lacks minimax: all eight functions are needed."
    opened.press("X", "5", "U")
    assert opened.session.side is None  # no side can be chosen
    assert list(texts.labels(opened.controller).values()) == ["Reload", "More"]
    student("")
    opened.press("N", "X", "5")
    assert opened.position.count("O") == 1


def test_after_the_files_process_died_the_next_move_gets_a_new_one(robot, student):
    opened = robot(
        student(
            "import os\ndef result(board, action): return os._exit(1) if action == (0, 1) else place(board, action)"
        )
    )
    opened.press("X", "2")
    assert (
        opened.controller.trouble == "On .........: tictactoe.py ended with exit code 1 during result(board, action)."
    )
    opened.press("5")
    assert opened.position.count(".") == 7


def test_a_free_cell_that_the_file_does_not_offer_is_not_played_in_silence(robot, student):
    opened = robot(
        student("def actions(board): return {(0, 0)}\ndef result(board, action): return place(board, action)")
    )
    opened.press("X", "5")
    assert opened.controller.trouble == "(1, 1) is free, but actions(board) returned only (0, 0)."
    opened.press("1")
    assert opened.position[0] == "X"


def test_the_side_can_be_chosen_beforehand_and_the_built_in_engine_plays(robot):
    opened = robot(None, side="O")
    assert opened.position.count("X") == 1
    assert opened.controller.message == "Play as O"


def test_escape_and_the_close_button_end_it():
    for kind, fields in ((pygame.KEYDOWN, {"key": pygame.K_ESCAPE, "unicode": "", "mod": 0}), (pygame.QUIT, {})):
        window.open_display()
        opened = App((), Settings())
        pygame.event.post(pygame.event.Event(kind, **fields))
        opened.run()
        assert opened.controller._processes == {}


def run_python(code):
    """What becomes of some code on a machine without a screen."""
    bare = {name: value for name, value in os.environ.items() if name not in window.SCREENS}
    return subprocess.run(
        [sys.executable, "-c", code], env=bare, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )


TRY = "import sys; from noughts.cli import main; sys.exit(main(['play', '--window']))"


def test_without_a_display_it_says_so_and_what_to_do():
    done = run_python(TRY)
    assert done.returncode == 2
    assert done.stderr.startswith("noughts: There is no display to open a window on")
    assert "noughts play --terminal" in done.stderr
    assert (done.stdout, len(done.stderr.splitlines())) == ("", 1)


PYGAMES = {
    "missing": (
        "raise ModuleNotFoundError('pygame')",
        [],
        "The window needs pygame, which is not installed: type  python -m pip install pygame-ce",
    ),
    "mixed": (
        "",
        ["pygame", "pygame-ce"],
        "pygame and pygame-ce are both installed and have overwritten each other's files: type ",
    ),
    "damaged": ("", ["pygame-ce"], "pygame is installed but does not load (AttributeError"),
}


@pytest.mark.parametrize("kind", PYGAMES)
def test_a_pygame_that_does_not_load_is_told_what_to_do(tmp_path, kind):
    """A stand-in pygame earlier on the path, with the packages that pip would know of."""
    source, packages, sentence = PYGAMES[kind]
    (tmp_path / "pygame").mkdir()
    (tmp_path / "pygame" / "__init__.py").write_text(source)
    for name in packages:
        (tmp_path / f"{name.replace('-', '_')}-2.0.dist-info").mkdir()
        (tmp_path / f"{name.replace('-', '_')}-2.0.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: 2.0\n")
    hide = (
        "import sys; sys.path = [path for path in sys.path if 'site-packages' not in path]; "
        f"sys.path[:0] = [{str(tmp_path)!r}]\n"
    )
    done = run_python(hide + "import os; os.environ['SDL_VIDEODRIVER'] = 'dummy'\n" + TRY)
    assert done.returncode == 2
    assert done.stderr.startswith(f"noughts: {sentence}")
    assert len(done.stderr.splitlines()) == 1


def test_a_screen_without_a_window_is_told_what_else_to_do(monkeypatch):
    def fails(*_):
        raise pygame.error("No available video device")

    monkeypatch.setattr(pygame.display, "set_mode", fails)
    with pytest.raises(WindowUnavailable, match=r"No available video device.*play in the terminal"):
        window.run((), Settings())


def test_an_old_pygame_is_told_what_is_wanted(monkeypatch):
    monkeypatch.setattr(pygame.version, "vernum", (1, 9, 6))
    with pytest.raises(WindowUnavailable, match="needs pygame 2"):
        window.open_display()


def test_only_a_new_mark_grows_and_none_where_the_system_wants_no_motion():
    moving = Motion()
    assert moving.growth("." * 9) == {}
    assert set(moving.growth("....X....")) == {4}
    assert moving.is_going_on
    assert moving.growth("." * 9) == {}  # undone
    assert moving.growth("X...O....") == {}  # two marks at once: another position
    moving.is_wanted = False
    assert moving.growth("X...O...X") == {}
    assert not moving.is_going_on


@pytest.mark.parametrize(("says", "wanted"), [("false", False), ("true", True), ("No such schema", True)])
def test_the_system_is_asked_whether_it_wants_motion(tmp_path, monkeypatch, says, wanted):
    (tmp_path / "gsettings").write_text(f"#!/bin/sh\necho {says}\n")
    (tmp_path / "gsettings").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    assert motion.wants_motion() is wanted


def test_what_is_remembered_survives_and_damaged_files_are_ignored(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert preferences.load_preferences() == preferences.Preferences("dark", None)
    preferences.save_preferences(preferences.Preferences("light", (800, 600)))
    assert preferences.load_preferences() == preferences.Preferences("light", (800, 600))
    path = preferences.preferences_file()
    for text in ("", "{", "[]", "3", '{"theme": 1, "size": "x"}', '{"size": [1, 1]}', '{"size": [true, 900]}', "\x00"):
        path.write_text(text)
        assert preferences.load_preferences() == preferences.Preferences("dark", None)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/dev/null")
    preferences.save_preferences(preferences.Preferences("light", None))  # cannot be written: nothing happens


@pytest.mark.parametrize(
    ("display", "size"), [((1920, 1080), (960, 640)), ((800, 480), (800, 480)), ((3840, 2160), (1912, 1274))]
)
def test_a_new_window_fits_the_display(monkeypatch, display, size):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [display])
    assert app.first_size() == pytest.approx(size, abs=10)


def test_escape_closes_what_is_open_and_asks_before_a_game_is_left(robot):
    opened = robot()
    opened.press(pygame.K_F1)
    assert texts.screen_of(opened.controller) == "help"
    opened.press(pygame.K_ESCAPE)
    assert texts.screen_of(opened.controller) == "choose"
    opened.press("X", "5", pygame.K_ESCAPE, "1")  # any other key goes on, and does nothing else
    assert (opened.controller.overlay, opened.position.count("X")) == (None, 1)
    opened.press(pygame.K_ESCAPE)
    assert opened.app.running
    opened.press(pygame.K_ESCAPE)
    assert not opened.app.running


def test_control_keys_undo_redo_and_quit(robot):
    opened = robot()
    opened.press("X", "5")
    for key, marks in ((pygame.K_z, 0), (pygame.K_y, 1)):
        opened.post(pygame.KEYDOWN, key=key, unicode="", mod=pygame.KMOD_LCTRL)
        opened.live()
        assert opened.position.count("X") == marks
    opened.post(pygame.KEYDOWN, key=pygame.K_q, unicode="", mod=pygame.KMOD_LCTRL)
    opened.live()
    assert not opened.app.running


def test_tab_goes_through_everything_and_back(robot):
    opened = robot()
    opened.press("X", "5")
    everything = set(layout.lay_out(opened.app.surface.get_size(), opened.controller).targets)
    seen = []
    for _ in everything:
        opened.press(pygame.K_TAB)
        seen.append(opened.app._focus())
    assert set(seen) == everything
    opened.post(pygame.KEYDOWN, key=pygame.K_TAB, unicode="", mod=pygame.KMOD_LSHIFT)
    opened.live()
    assert opened.app._focus() == seen[-2]


def test_a_long_search_shows_its_seconds_and_then_what_can_be_done(robot, student, monkeypatch):
    opened = robot(student(NEVER))
    opened.press("X")
    opened.press("5", rest=False)
    opened.live(until=lambda: (panel_text(opened) or "").startswith("tictactoe.py has been thinking for "))
    assert opened.controller.message == "Computer thinking..."
    monkeypatch.setattr(texts, "LONG_SECONDS", 0)
    assert panel_text(opened).endswith("Undo takes your move back; New Game stops the search.")


@pytest.mark.parametrize(("lines", "words"), STUDENT_FAULTS.items(), ids=list(STUDENT_FAULTS))
def test_a_students_fault_is_explained_in_the_panel_and_a_mended_file_goes_on(robot, student, lines, words):
    opened = robot(student(lines))
    opened.press("X", "5")
    told = " ".join(block.text for block in blocks_of(opened))
    for part in words:
        assert part in told
    assert "press N to reload it" in told
    student("")
    opened.press("N", "X", "5")
    assert opened.controller.fault is None
    assert opened.position.count("O") == 1


def test_f11_shows_the_window_on_the_full_screen_and_back(robot):
    opened = robot()
    before = opened.app.surface.get_size()
    opened.press(pygame.K_F11)
    assert pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
    opened.press(pygame.K_F11)
    opened.live(until=lambda: opened.app.surface.get_size() == before)
    assert opened.app.preferences.size in (None, before)  # the size of the full screen is not remembered


def test_a_move_after_a_fault_of_the_first_move_loads_the_mended_file(robot, student):
    opened = robot(student("def result(board, action):\n    return 1 / 0"))
    opened.press("X", "5")
    assert opened.controller.fault is not None
    assert "make your move again" in " ".join(block.text for block in blocks_of(opened))
    student("")
    opened.press("5")
    assert opened.controller.fault is None
    assert opened.position.count("O") == 1


def test_nobody_is_told_to_mend_a_file_when_our_own_engine_ended(robot):
    opened = robot(None)
    opened.press("X")
    opened.press("5", rest=False)
    opened.live(until=lambda: opened.controller.message == "Computer thinking...")
    for process in opened.controller._processes.values():
        process._process.kill()
    opened.live(until=lambda: opened.controller.fault is not None or opened.position.count("O") == 1)
    if opened.controller.fault is None:  # it had answered before
        opened.press("N", "X")
    told = " ".join(block.text for block in blocks_of(opened))
    assert "file" not in told


def test_undo_after_a_fault_loads_the_mended_file(robot, student):
    opened = robot(student("def minimax(board):\n    return None"))
    opened.press("X", "5")
    assert opened.controller.fault is not None
    student("")
    opened.press("U", "5")
    assert opened.controller.fault is None
    assert opened.position.count("O") == 1
