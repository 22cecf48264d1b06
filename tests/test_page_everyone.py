"""The page for everyone: every width, touch, screen readers, contrast, print; nothing moves that nobody moved."""

from __future__ import annotations

import pytest
from conftest import IN_BROWSER, click_cell, new_page, open_at

VIEWS = ("#play", "#X...O....", "#search//O.X.O.XOX?mode=alpha-beta&step=20", "#report")
LOST_BY_O = (0, 1, 8, 6, 4)


def prepare(page, address, view, report):
    """Show a view in the state that a test is about."""
    if view == "over":
        page.select_option("#side", "two")
        for cell in LOST_BY_O:
            click_cell(page, cell)
    elif view == "punished":
        prepare(page, address, "over", report)
        page.click("#punish")
    elif view == "explore":
        open_at(page, address, "#X...O....")
        page.locator("[role=gridcell]").nth(2).focus()
    elif view == "search":
        open_at(page, address, "#search//O.X.O.XOX?mode=alpha-beta")
        page.click("#next-cut")
        page.wait_for_function("() => noughts.search.search.wasCut")
    elif view == "tour":
        open_at(page, address, "#search/")
        page.click("#tour-begin")
        page.click("#tour-next")
    elif view == "hostile":
        open_at(page, address, "#nonsense")
    elif view == "help":
        page.goto(f"{address}help.html")
    elif view == "report":
        open_at(page, address, "#report")
        page.set_input_files("#file", report)
        page.wait_for_selector(".report")


@IN_BROWSER
@pytest.mark.parametrize("view", ["play", "over", "punished", "explore", "search", "tour", "report", "hostile", "help"])
def test_axe_finds_nothing_in_light_dark_and_forced_colours(browser, address, view, failed_report):
    from axe_playwright_python.sync_playwright import Axe

    for page in new_page(browser, address, reduced_motion="reduce", bypass_csp=True):
        prepare(page, address, view, failed_report)
        for colours in (
            {"color_scheme": "light"},
            {"color_scheme": "dark"},
            {"color_scheme": "light", "forced_colors": "active"},
        ):
            page.emulate_media(**colours)
            results = Axe().run(page)
            assert results.violations_count == 0, (colours, results.generate_report())


@IN_BROWSER
@pytest.mark.parametrize("width", [320, 390, 768, 1440])
@pytest.mark.parametrize("hash_", VIEWS)
def test_nothing_is_wider_than_the_screen_and_targets_are_large(browser, address, width, hash_):
    for page in new_page(browser, address, viewport={"width": width, "height": 800}):
        open_at(page, address, hash_)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate("""() => [...document.querySelectorAll('button:not(.small):not(.box), select, nav a, [role=gridcell], .drop')]
            .filter(e => e.offsetParent !== null).map(e => [e.id || e.textContent, e.getBoundingClientRect()])
            .filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([t]) => t)""")
        assert small == []


BOX = """() => ['.board', '.hero > .controls'].map((name) => { const box = document.querySelector(name).getBoundingClientRect();
    return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round); })"""


@IN_BROWSER
@pytest.mark.parametrize("width", [320, 390, 768, 1440])
def test_nothing_moves_when_hints_values_reasons_and_lines_appear(browser, address, width):
    for page in new_page(browser, address, viewport={"width": width, "height": 800}, reduced_motion="reduce"):
        page.select_option("#side", "two")
        boxes = [page.evaluate(BOX)]
        click_cell(page, 0)
        for action in ("#hint", "#hint", "#hint", "#values", "#undo", "#redo"):
            page.click(action)
            boxes.append(page.evaluate(BOX))
        for cell in (1, 8, 6, 4):
            click_cell(page, cell)
            boxes.append(page.evaluate(BOX))
        for action in ("#punish", "#line-next", "#line-close", "#step-back", "#step-first", "#step-last"):
            page.click(action)
            boxes.append(page.evaluate(BOX))
        page.select_option("#game", "3,3,3,misere")
        assert all(box == boxes[0] for box in boxes), boxes
        open_at(page, address, "#X...O...X")
        boxes = [page.evaluate(BOX)]
        page.locator("[role=gridcell]").nth(1).focus()
        boxes.append(page.evaluate(BOX))
        page.click("text=Why not?")
        boxes.append(page.evaluate(BOX))
        page.click("#line-next")
        boxes.append(page.evaluate(BOX))
        assert all(box == boxes[0] for box in boxes), boxes
        open_at(page, address, "#....X....")
        boxes = [page.evaluate(BOX)]
        page.click("#prove")
        boxes.append(page.evaluate(BOX))
        page.click("#proof-close")
        boxes.append(page.evaluate(BOX))
        assert all(box == boxes[0] for box in boxes), boxes


@IN_BROWSER
def test_by_touch_on_a_phone_the_reason_for_a_loss_is_on_the_screen(browser, address):
    phone = {"viewport": {"width": 390, "height": 660}, "has_touch": True, "is_mobile": True}
    for page in new_page(browser, address, **phone):
        page.select_option("#side", "two")
        page.evaluate("scrollTo(0, 0)")
        for cell in LOST_BY_O:
            page.locator("[role=gridcell]").nth(cell).tap()
        box = page.locator("#panel p").bounding_box()
        assert page.evaluate("scrollY") == 0
        assert "throws away the draw" in page.inner_text("#panel")
        assert box["y"] + box["height"] <= 660
        open_at(page, address, "#X...O...X")
        page.locator("[role=gridcell]").nth(1).tap()  # the first tap shows what the move does
        assert page.inner_text("#panel").startswith("Top middle draws.")
        assert page.evaluate("noughts.explore.position") == "X...O...X"
        page.locator("[role=gridcell]").nth(1).tap()
        page.wait_for_function("() => noughts.explore.position === 'XO..O...X'")
        open_at(page, address, "#X...O...X")
        page.locator("#groups .quiet").tap()
        page.locator("#line-next").tap()
        assert page.locator(".ghost").count() == 2


@IN_BROWSER
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_way_through_a_game_stays_where_it_is(browser, address, width):
    for page in new_page(browser, address, viewport={"width": width, "height": 844}):
        prepare(page, address, "over", None)
        places = []
        for step in ("#step-back",) * 5 + ("#step-next",) * 5:
            page.click(step)
            places.append(page.evaluate("document.querySelector('#step-next').getBoundingClientRect().y + scrollY"))
        assert max(places) - min(places) < 22, places  # half a button: the finger need not move


@IN_BROWSER
def test_where_the_settings_are_out_of_sight_the_opponent_is_named(browser, address):
    for page in new_page(browser, address, viewport={"width": 390, "height": 660}):
        assert page.inner_text("#rival") == "vs perfect"
        page.click("#rival")
        assert page.evaluate("document.activeElement.id") == "level"
        page.select_option("#level", "casual")
        assert page.inner_text("#rival") == "vs casual"
        page.select_option("#side", "two")
        assert page.inner_text("#rival") == ""
        page.set_viewport_size({"width": 1440, "height": 900})
        assert not page.is_visible("#rival")


@IN_BROWSER
def test_on_a_phone_on_its_side_the_board_stays_beside_what_is_said(browser, address):
    phone = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
    in_sight = """(ids) => ids.every((id) => { const box = document.querySelector(id).getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })"""
    for page in new_page(browser, address, **phone):
        page.select_option("#side", "two")
        page.evaluate("scrollTo(0, 0)")
        for cell in LOST_BY_O:
            page.locator("[role=gridcell]").nth(cell).tap()
        assert page.evaluate(in_sight, [".board", "#again", "#panel p", "#punish"])
        for hash_, opened in (("#X...O...X", "text=Why not?"), ("#....X....", "#prove")):
            open_at(page, address, hash_)
            page.locator(opened).first.tap()
            assert page.evaluate(in_sight, [".board", "#panel .line p", "#panel .quiet"])


@IN_BROWSER
def test_marks_do_not_move_for_who_wants_no_motion(browser, address):
    for page in new_page(browser, address, reduced_motion="reduce"):
        click_cell(page, 0)
        assert page.evaluate("getComputedStyle(document.querySelector('.mark')).animationName") == "none"


@IN_BROWSER
@pytest.mark.parametrize("view", ["over", "explore", "search", "report"])
def test_every_view_prints_without_its_controls(browser, address, view, failed_report):
    for page in new_page(browser, address):
        prepare(page, address, view, failed_report)
        page.emulate_media(media="print")
        assert page.locator(".controls:visible, .drop:visible, #nav:visible").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert len(page.pdf(format="A4")) > 5_000
