"""Exploring positions and reading reports on the page."""

from __future__ import annotations

import json
from random import Random

import pytest
from conftest import IN_BROWSER, OPEN, click_cell, new_page, open_at, open_report, position_of

from noughts.explain import words
from noughts.explain.names import player_names
from noughts.game import solver
from noughts.game.rules import CLASSIC

NAMES = player_names(CLASSIC)


def show(page, hash_):
    page.evaluate("hash => { location.hash = hash; }", hash_)


def wait_for(page, position):
    page.wait_for_function("p => noughts.explore.position === p", arg=position)


@IN_BROWSER
def test_every_value_shown_on_60_positions_equals_the_engines(page):
    for position in Random(7).sample(OPEN, 60):
        show(page, position)
        wait_for(page, position)
        labels = page.locator("[role=gridcell]").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        exact = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))
        for cell, label in enumerate(labels):
            mark = position[cell] if position[cell] != "." else f"free, {words.verdict_words(exact[cell])}"
            assert label == f"{NAMES.cell(cell)}: {mark}"


@IN_BROWSER
def test_the_address_holds_the_position_and_goes_back_and_forth(page, address):
    open_at(page, address, "#X...O....")
    wait_for(page, "X...O....")
    assert page.evaluate("location.hash") == "#explore//X...O...."
    click_cell(page, 8)
    wait_for(page, "X...O...X")
    assert page.evaluate("location.hash") == "#explore//X...O....+8"
    click_cell(page, 2)
    wait_for(page, "X.O.O...X")
    page.go_back()
    wait_for(page, "X...O...X")
    page.go_back()
    wait_for(page, "X...O....")
    page.go_forward()
    wait_for(page, "X...O...X")
    page.reload()
    page.wait_for_selector("#groups h3")
    wait_for(page, "X...O...X")
    page.fill("#position", "x.o/.x./...")
    page.click("#show")
    wait_for(page, "X.O.X....")
    page.select_option("#game", "4,3,3")
    wait_for(page, "." * 12)
    assert page.locator("[role=gridcell]").count() == 12


@IN_BROWSER
@pytest.mark.parametrize(
    "hash_",
    [
        "#x...o....",
        "#X__/_O_/___",
        "#explore/X...O....",
        "#explore//X...O....",
        "#[['X',None,None],[None,'O',None],[None,None,None]]",
    ],
)
def test_addresses_are_read_as_generously_as_typing(page, address, hash_):
    open_at(page, address, hash_)
    wait_for(page, "X...O....")
    assert page.inner_text("#error") == ""


@IN_BROWSER
@pytest.mark.parametrize("hash_", ["#<img src=x onerror=alert(1)>", "#XXXXXXXXX", "#X", "#%E0%A4%A", "#9,9,9:X", "#javascript:alert(1)",
                                   "#OOO......", "#" + "X" * 5000, "#XXXOO.O..", "#constructor:", "#__proto__:X", "#[[[", "#main"])  # fmt: skip
def test_a_hostile_address_runs_nothing_and_says_what_is_wrong(page, address, hash_):
    open_at(page, address, hash_)
    page.wait_for_selector("#error:not(:empty)")
    assert len(page.inner_text("#error")) > 20
    assert page.locator("main img").count() == 0
    assert page.evaluate("noughts.explore.position") == "." * 9


@IN_BROWSER
def test_moves_are_grouped_and_pointing_shows_what_a_move_does(page, address):
    open_at(page, address, "#X...O...X")
    assert page.locator("#groups h3").all_inner_texts() == ["= Moves that draw", "− Moves that lose"]
    page.locator("[role=gridcell]").nth(1).hover()
    said = page.inner_text("#panel")
    assert said.startswith(
        "Top middle draws. It threatens to win at bottom middle; stops X's fork at top right or bottom "
    )
    assert page.locator(".over g.threat").count() == 1
    assert page.locator(".over .ring.goal").count() == 1
    assert page.locator(".over .ring.stopped").count() == 2
    page.mouse.move(5, 5)
    assert page.locator(".over g").count() == 0
    page.locator("[role=gridcell]").nth(1).focus()
    assert page.locator(".over g.threat").count() == 1


@IN_BROWSER
def test_what_is_drawn_is_what_the_ideas_say_on_all_positions(page):
    """Every threatened line has one free cell left, which the idea names; every ring is a cell that it names."""
    wrong = page.evaluate(
        """positions => positions.flatMap((position) => { const game = noughts.games[0]; return game.free(position).filter((cell) => {
            const ideas = noughts.advice.ideas(game, position, cell), drawn = noughts.advice.drawing(game, position, cell), mover = game.toMove(position);
            const after = game.after(position, cell), of = (...kinds) => ideas.filter((idea) => kinds.includes(idea.kind)).flatMap((idea) => idea.cells);
            const goals = of("forks", "threatens"), threats = drawn.strokes.filter((each) => each.kind === "threat");
            const fits = threats.every(({ cells }) => cells.filter((each) => after[each] === mover).length === 2 && cells.filter((each) => goals.includes(each)).length === 1);
            const all = goals.every((goal) => threats.some(({ cells }) => cells.includes(goal)));
            const rings = drawn.rings.every((ring) => (ring.kind === "goal" ? goals : of("stops_fork")).includes(ring.cell));
            const wins = of("wins").length === 0 || drawn.strokes.some((each) => each.kind === "wins" && each.cells.join() === of("wins").join());
            const blocks = !of("blocks").length || drawn.strokes.some((each) => each.kind === "blocked" && each.cells.includes(cell));
            return !(fits && all && rings && wins && blocks); }).map((cell) => [position, cell]); })""",
        OPEN,
    )
    assert wrong == []


@IN_BROWSER
def test_why_not_is_stepped_through_and_stays_until_it_is_closed(page, address):
    open_at(page, address, "#X...O...X")
    page.click("text=Why not?")
    assert page.evaluate("document.activeElement.id") == "line-next"
    assert page.locator(".ghost").count() == 1
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.locator(".ghost").count() == 4
    assert page.locator(".under .complete").count() == 1
    assert "X wins. X bottom left forks: it threatens to win at" in page.inner_text("#panel")
    page.locator("[role=gridcell]").nth(1).hover()
    assert page.locator(".ghost").count() == 4
    page.click("#line-close")
    assert page.locator(".ghost").count() == 0


@IN_BROWSER
def test_the_pairs_of_a_draw_are_shown_until_they_are_closed_and_a_win_is_stepped_through(page, address):
    open_at(page, address, "#....X....")
    page.click("text=Why is it a draw?")
    labels = page.locator("[role=gridcell]").evaluate_all("all => all.map(cell => cell.getAttribute('aria-label'))")
    assert labels[:2] == ["top left: free, pair a", "top middle: free, pair a"]
    assert page.locator(".letter").all_inner_texts() == list("aabcbcdd")
    assert page.inner_text("#panel").startswith("A pairing. Whenever O takes a cell with a letter")
    page.locator("[role=gridcell]").nth(0).hover()
    assert page.locator(".letter").count() == 8
    page.click("#proof-close")
    assert page.locator(".letter").count() == 0
    page.click("text=Why is it a draw?")
    click_cell(page, 0)  # another position ends it
    wait_for(page, "O...X....")
    assert page.locator(".letter").count() == 0
    open_at(page, address, "#.........")
    assert not page.is_visible("#prove")  # a draw without a pairing
    open_at(page, address, "#XX.OO....")
    page.click("text=Show how X wins")
    assert page.locator(".ghost").count() == 1
    assert "the top row" in page.inner_text("#panel") or "X top right" in page.inner_text("#panel")


@IN_BROWSER
def test_a_position_can_be_set_up_by_clicking_and_is_described_as_it_is(page, address):
    open_at(page, address, "#explore")
    page.click("#setup")
    click_cell(page, 4)
    click_cell(page, 4)
    assert "0 X and 1 O" in page.inner_text("#error")
    assert page.inner_text("#message") == "No game reaches this board"
    assert page.locator("#groups h3").count() == 0
    click_cell(page, 0)
    assert page.inner_text("#error") == ""
    assert page.inner_text("#message") == "X to move: a draw if both sides play their best."
    assert page.evaluate("location.hash") == "#explore//X...O...."


@IN_BROWSER
def test_nothing_to_play_or_search_is_not_offered(page, address):
    open_at(page, address, "#explore")
    page.click("#setup")
    click_cell(page, 4)
    assert page.locator("#play-from[aria-disabled]").count() == 0
    click_cell(page, 4)  # O alone: no game reaches this board
    assert page.locator("#play-from[aria-disabled]").count() == 1
    assert not page.is_visible("#to-search")
    page.click("#play-from", force=True)
    assert page.evaluate("noughts.view === noughts.explore")
    open_at(page, address, "#XXXOO....")
    assert page.locator("#play-from[aria-disabled]").count() == 1
    assert page.is_visible("#to-search")


@IN_BROWSER
@pytest.mark.parametrize(("is_touched", "told"), [(True, "Tap a free cell"), (False, "Point at a free cell")])
def test_who_touches_the_screen_is_told_of_the_second_tap(browser, address, is_touched, told):
    for page in new_page(browser, address, has_touch=is_touched, is_mobile=is_touched):
        open_at(page, address, "#explore")
        assert page.inner_text("#panel").startswith(told)
        assert ("again to play it" in page.inner_text("#panel")) is is_touched


@IN_BROWSER
def test_exploring_leaves_the_game_alone_and_a_position_can_be_played_on(page):
    page.select_option("#side", "two")
    for cell in (0, 4):
        click_cell(page, cell)
    page.click("#to-explore")
    page.wait_for_selector("#groups h3")
    assert page.evaluate("noughts.explore.position") == "X...O...."
    click_cell(page, 1)
    assert page.is_visible("#to-game")
    page.click("#to-game")
    assert page.evaluate("noughts.explore.position") == "X...O...."
    click_cell(page, 1)
    page.click("#play-from")
    page.wait_for_function("() => noughts.view === noughts.play")
    assert position_of(page) == "XX..O...."
    page.go_back()
    page.go_back()
    page.go_back()
    page.wait_for_function("() => noughts.view === noughts.explore")
    assert page.evaluate("noughts.play.position") == "X...O...."


@IN_BROWSER
def test_the_focus_stays_in_the_list_after_a_move_there_and_the_position_is_announced(page, address):
    open_at(page, address, "#explore")
    page.locator("#groups button.move").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => noughts.explore.position !== '.........'")
    assert page.evaluate("document.activeElement.closest('#groups') !== null")
    assert page.inner_text("#polite") == page.inner_text("#message")


# ---- Report ----


@IN_BROWSER
def test_a_report_is_drawn_and_leads_to_explore(page, address, failed_report):
    report = json.loads(failed_report.read_text())
    open_report(page, address, failed_report)
    assert page.inner_text(".headline") == report["headline"]
    rows = page.locator(".report tbody tr").all_inner_texts()
    assert len(rows) == 8
    assert ["failed" in row for row in rows] == sorted(("failed" in row for row in rows), reverse=True)
    assert page.locator(".example .miniature").count() >= 1
    assert page.locator(".square").count() == 765
    assert page.locator(".square.bad").count() > 50
    assert page.locator(".square[tabindex='0']").count() == 1
    page.click(".classes summary")
    page.locator(".square").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.tabIndex") == 0
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    example = next(each["counterexample"] for each in report["functions"].values() if each["status"] == "failed")
    page.locator(".example >> text=Explore this position").first.click()
    page.wait_for_selector("#groups")
    assert page.evaluate("noughts.explore.position") == example["position"]
    assert f"returned {example['got']}; expected {example['expected']}" in page.inner_text("#panel")
    page.go_back()
    page.wait_for_selector(".report")
    page.reload()
    page.wait_for_selector(".report")
    assert page.inner_text(".headline") == report["headline"]
    page.set_input_files("#file", failed_report.with_name("tictactoe.py"))  # no report
    page.wait_for_function("() => document.getElementById('error').textContent")
    page.reload()
    page.wait_for_selector("#report", state="attached")
    assert page.locator(".report").count() == 0


@IN_BROWSER
def test_the_map_of_a_report_shows_one_function_and_a_square_says_what_is_wrong(page, address, failed_report):
    report = json.loads(failed_report.read_text())
    open_report(page, address, failed_report)
    page.click(".classes summary")
    for name in page.locator(".classes option").all_inner_texts()[1:]:
        page.select_option(".classes select", name)
        wrong = sum(name in names for names in report["classes"].values())
        assert page.locator(".square.bad").count() == wrong > 0
    page.select_option(".classes select", "")
    square = page.locator(".square.bad").first
    label = square.get_attribute("aria-label")
    square.click()
    page.wait_for_selector("#groups")
    assert page.evaluate("noughts.explore.position") == label.split(":")[0]
    assert label in page.inner_text("#panel")


@IN_BROWSER
def test_the_functions_of_a_report_stand_in_the_order_to_mend_them(page, address, tmp_path):
    functions = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
    follows = {"id": "follows", "words": "follows", "fields": {"function": "terminal"}}
    report = {"schema": 2, "file": "a.py", "verdict": "failed", "diagnoses": [follows],
              "functions": {name: {"status": "passed" if name in functions[:3] else "failed"} for name in functions}}  # fmt: skip
    (tmp_path / "report.json").write_text(json.dumps(report))
    open_at(page, address, "#report")
    assert page.inner_text("#report") == "A report says which functions of a file are wrong, why, and on which board."
    page.set_input_files("#file", tmp_path / "report.json")
    page.wait_for_selector(".report")
    rows = page.locator(".report tbody th").all_inner_texts()
    assert rows == ["winner", "utility", "result", "minimax", "terminal", "initial_state", "player", "actions"]


@IN_BROWSER
def test_several_reports_are_a_list(page, address, failed_report, tmp_path):
    report = json.loads(failed_report.read_text())
    (tmp_path / "report.json").write_text(json.dumps([report, {**report, "file": "other.py"}]))
    open_at(page, address, "#report")
    page.set_input_files("#file", tmp_path / "report.json")
    page.wait_for_selector(".reports")
    assert page.locator(".reports button").count() == 2
    page.locator(".reports button").nth(1).click()
    assert "other.py" in page.inner_text(".report .title")


@IN_BROWSER
@pytest.mark.parametrize(
    "content", ["", "{", "[]3", "null", "[]", '{"schema": 1}', '{"schema": 2}', '[{"schema": 2, "functions": 3}]']
)
def test_what_is_no_report_is_refused_and_leaves_no_other_on_the_screen(page, address, tmp_path, content):
    fine = {"schema": 2, "file": "a.py", "verdict": "passed", "functions": {"player": {"status": "passed"}}}
    (tmp_path / "fine.json").write_text(json.dumps(fine))
    (tmp_path / "report.json").write_text(content)
    open_report(page, address, tmp_path / "fine.json")
    page.set_input_files("#file", tmp_path / "report.json")
    page.wait_for_selector("#error:not(:empty)")
    assert page.inner_text("#error").startswith("This file cannot be shown as a report: ")
    assert page.locator(".report").count() == 0


@IN_BROWSER
def test_a_hostile_report_runs_nothing(page, address, tmp_path):
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    report = {"schema": 2, "file": evil, "verdict": evil, "reason": evil, "diagnoses": [evil, {"a": 1}, {"words": evil, "fields": {"function": "y", "excerpt": [[evil, evil, evil], 3]}}],
              "remarks": evil, "flags": [evil],
              "functions": {evil: {"status": evil, "asked": evil, "wrong": {}, "counterexample": {"position": evil, "call": evil, "expected": evil}},
                            "x": None, "z": {"status": "failed"}, "y": {"faults": [evil, {"kind": evil, "counterexample": {"position": "X........", "earlier": [evil]}}]}},
              "classes": {"........." : evil, "........X": [evil]}, "unreached": {"a": 1}}  # fmt: skip
    (tmp_path / "report.json").write_text(json.dumps(report))
    open_report(page, address, tmp_path / "report.json")
    assert page.locator("main img, .report script").count() == 0
    assert evil in page.inner_text(".report .title")
