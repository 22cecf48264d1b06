"""The layout of the window at every size and in every state: nothing overlaps, nothing is cut off, nothing moves."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from conftest import ROOT
from test_window_session import SETTINGS, TWO, PatientRobot

from noughts.game import notation
from noughts.play.levels import LEVELS
from noughts.window import layout, texts, theme
from noughts.window.view import View

SIZES = [(320, 240), (640, 640), (300, 900), (900, 300), (960, 640), (1600, 1000), (3840, 2160)]
BROKEN = "def minimax(board):\n    raise ValueError('a long text ' * 9 + str(board))"
H, I, M = pygame.K_h, pygame.K_i, pygame.K_m


@pytest.fixture(scope="module", params=["a font of the system", "pygame's own font"])
def view(request):
    pygame.display.init()
    pygame.font.init()
    return View(theme.find_font(None) if request.param == "a font of the system" else None)


@pytest.fixture(scope="module")
def states(tmp_path_factory):
    """Windows in every state, with the target that is pointed at."""
    file = tmp_path_factory.mktemp("file") / "a_rather_long_name_for_a_students_file.py"
    source = (ROOT / "tictactoe.py").read_text()
    opened = {}

    def open_window(name, *files, settings=SETTINGS, keys=(), cells=()):
        robot = opened[name] = PatientRobot(files, settings=settings)
        robot.live()
        for key in keys:
            robot.press(key)
        for cell in cells:
            robot.click("cell", divmod(cell, settings.game.columns))
        return robot

    ours = ROOT / "tictactoe.py"
    open_window("choose", ours)
    open_window("choose for two", settings=TWO)
    open_window("menu", ours, keys=[M])
    open_window("help", ours, keys=[pygame.K_F1])
    open_window("play", ours, keys=["X"], cells=[0])
    open_window("hint", ours, keys=["X"], cells=[0]).press(I, I, I)
    open_window("values", ours, keys=["X", H], cells=[0])
    open_window("mistake", settings=TWO, keys=["X"], cells=[0, 1, 8, 6, 4]).press(M)
    open_window("over", settings=TWO, keys=["X"], cells=[0, 1, 8, 6, 4])
    open_window("asks to quit", ours, keys=["X"], cells=[0]).press(pygame.K_ESCAPE)
    open_window(
        "large",
        settings=replace(SETTINGS, game=notation.read_game("5,5,4"), level=LEVELS[1]),
        keys=["X", H],
        cells=[12],
    )
    open_window("pairing", settings=replace(SETTINGS, game=notation.read_game("5,5,5"), two_people=True), keys=["X", H])
    file.write_text(source + "\n\n" + BROKEN)
    open_window("fault", file, keys=["X"], cells=[0])
    file.write_text("raise ValueError('" + "much is wrong " * 30 + "')")
    open_window("does not load", file)
    yield opened
    for robot in opened.values():
        robot.controller.close()


NAMES = ["choose", "choose for two", "menu", "help", "play", "hint", "values", "mistake", "over", "asks to quit",
         "large", "pairing", "fault", "does not load"]  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_and_no_text_is_cut_off_or_small(states, view, name, size):
    controller, surface = states[name].controller, pygame.Surface(size)
    view.scroll.offset = 0
    view.draw(surface, controller, ("cell", (2, 1)), None)
    lies, window = layout.lay_out(size, controller), surface.get_rect()
    parts = [lies.message, lies.panel, lies.status, lies.legend, *lies.targets.values(), *lies.disabled.values()]
    assert all(window.contains(part) for part in parts if part.size != (0, 0))
    if texts.screen_of(controller) not in ("menu", "help"):
        assert not overlaps([lies.message, lies.panel, lies.status, *lies.targets.values(), *lies.disabled.values()])
    for text, place, room, size_of_text in view.texts:
        assert size_of_text >= 12, text
        assert window.contains(place), text
        assert place.width <= room.width, text
    for target, label in texts.labels(controller).items():
        place = next(place for text, place, *_ in view.texts if text == label)
        assert lies.targets[target].inflate(-6, 0).contains(place), label


def overlaps(rects):
    return [(a, b) for number, a in enumerate(rects) for b in rects[number + 1 :] if a.colliderect(b)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_when_a_hint_values_an_error_or_a_mistake_appears(states, size):
    plain = layout.lay_out(size, states["play"].controller)
    for name in ("hint", "values", "fault", "asks to quit", "mistake", "over"):
        other = layout.lay_out(size, states[name].controller)
        assert (other.board, other.panel, other.message) == (plain.board, plain.panel, plain.message), name
        shared = set(plain.targets) & set(other.targets)
        assert len(shared) >= 10
        assert all(plain.targets[target] == other.targets[target] for target in shared), name
    before = layout.lay_out(size, states["choose"].controller)
    failed = layout.lay_out(size, states["does not load"].controller)
    assert failed.targets["more", None] == before.targets["more", None]
    sides = [before.targets["side", side] for side in "XO"]
    assert failed.targets["new", None] == sides[0].union(sides[1])  # Reload, in the place of the sides
    assert (before.panel, before.message) == (failed.panel, failed.message)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["fault", "does not load", "hint"])
def test_a_long_text_can_be_scrolled_to_its_end(states, view, name, size):
    controller, surface = states[name].controller, pygame.Surface(size)
    seen = set()
    view.scroll.offset = 0
    while True:
        view.draw(surface, controller)
        panel = layout.lay_out(size, controller).panel
        seen |= {word for text, place, *_ in view.texts if panel.contains(place) for word in text.split()}
        if view.scroll.offset >= view.scroll.offset_max:
            break
        view.scroll.move(5)
    words = {
        word for block in texts.blocks(controller) if isinstance(block, texts.Paragraph) for word in block.text.split()
    }
    assert {word for word in words if len(word) < 12} <= seen


@pytest.mark.parametrize("name", ["values", "large"])
def test_a_ghost_and_a_value_never_collide(states, view, name):
    controller = states[name].controller
    for size in SIZES:
        surface = pygame.Surface(size)
        lies = layout.lay_out(size, controller)
        for target in [target for target in lies.targets if target[0] == "cell"]:
            cell = lies.targets[target]
            view.draw(surface, controller)
            values = [place for _, place, _, _ in view.texts if cell.contains(place)]
            without = surface.copy()
            view.draw(surface, controller, target)
            for place in values:
                assert pixels(surface, place) == pixels(without, place)


def test_the_pairs_of_a_proof_are_drawn_with_one_letter_and_one_tint(states, view):
    controller, surface, size = states["pairing"].controller, pygame.Surface((960, 640)), (960, 640)
    view.draw(surface, controller)
    labels = controller.advisor.advice.proof.labels
    cells = layout.lay_out(size, controller).targets
    tints = {}
    for cell, letter in labels.items():
        rect = cells["cell", divmod(cell, 5)]
        assert [text for text, place, *_ in view.texts if rect.contains(place)] == [letter]
        tints.setdefault(letter, set()).add(tuple(surface.get_at((rect.left + rect.width // 4, rect.centery))))
    assert len(labels) == 2 * len(tints) == 24
    assert all(len(colours) == 1 for colours in tints.values())
    assert len(set.union(*tints.values())) == len(tints)
    view.draw(surface, controller, ("cell", (0, 0)))  # the ghost takes the place of the letter
    assert not [text for text, place, *_ in view.texts if cells["cell", (0, 0)].contains(place)]
    assert "a pairing" in texts.blocks(controller)[0].text
    controller.session.values_on = False
    for step, count in [(2, 0), (3, len(labels))]:  # the last step of a hint draws the proof too
        controller.session.hint_step = step
        view.draw(surface, controller)
        drawn = [text for text, place, *_ in view.texts if any(rect.contains(place) for rect in cells.values())]
        assert len([text for text in drawn if text in labels.values()]) == count
    assert "a pairing" in texts.blocks(controller)[0].text


def pixels(surface, place):
    return pygame.image.tobytes(surface.subsurface(place), "RGB")


@pytest.mark.parametrize("size", [(1, 1), (60, 40), (200, 100)])
def test_even_a_tiny_window_is_drawn(states, view, size):
    for robot in states.values():
        view.draw(pygame.Surface(size), robot.controller, ("cell", (0, 0)), ("cell", (0, 0)))


@pytest.mark.parametrize("colours", theme.THEMES.values(), ids=list(theme.THEMES))
def test_every_text_has_enough_contrast(colours):
    for ink, ground in [
        (colours.text, colours.ground), (colours.text, colours.card), (colours.mistake, colours.card), (colours.text, colours.button),
        (colours.faint, colours.ground), (colours.faint, colours.card), (colours.main_text, colours.main_button),
        *((value, colours.ground) for value in colours.values.values()),
    ]:  # fmt: skip
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def contrast(first, second):
    """The contrast of two colours, as the guidelines for web content define it."""

    def light(colour):
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(first), light(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
