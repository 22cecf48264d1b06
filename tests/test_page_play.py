"""Playing on the page: moves, undo, hints, mistakes, the score, and the address that holds the game."""

from __future__ import annotations

from random import Random

import pytest
from conftest import IN_BROWSER, click_cell, new_page, open_at, position_of, wait_for_turn

from noughts.game.rules import CLASSIC
from noughts.play.levels import LEVELS

LOST_BY_O = (0, 1, 8, 6, 4)


def two_people(page, cells=()):
    page.select_option("#side", "two")
    for cell in cells:
        click_cell(page, cell)


def score_of(page):
    return [int(word) for word in page.inner_text("#score").replace(",", "").split() if word.isdigit()]


@IN_BROWSER
def test_two_hundred_random_opponents_never_beat_the_perfect_level(page):
    won = page.evaluate("""() => {
        const game = noughts.games[0], perfect = noughts.data.levels.at(-1);
        const ends = { X: 0, O: 0, null: 0 };
        for (let n = 0; n < 200; n++) {
            const me = n % 2 ? "X" : "O";
            let position = game.start;
            while (!game.isOver(position)) {
                const free = game.free(position);
                const cell = game.toMove(position) === me ? game.choose(position, perfect) : free[Math.floor(Math.random() * free.length)];
                position = game.after(position, cell);
            }
            const winner = game.winner(position);
            ends[winner === null ? null : winner === me ? "X" : "O"]++;
        }
        return ends;
    }""")
    assert won["O"] == 0
    assert won["X"] > 150


@IN_BROWSER
@pytest.mark.parametrize("level", [level.name for level in LEVELS])
@pytest.mark.parametrize("side", ["X", "O"])
def test_a_game_to_the_end_by_mouse_at_every_level(page, level, side):
    page.select_option("#level", level)
    assert page.inner_text("#level-help") == next(each.sentence for each in LEVELS if each.name == level)
    page.select_option("#side", side)
    random = Random(level + side)
    while True:
        wait_for_turn(page)
        if page.evaluate("noughts.play.isOver"):
            break
        click_cell(page, random.choice(CLASSIC.free(position_of(page))))
    position = position_of(page)
    winner = CLASSIC.winner(position)
    assert page.inner_text("#message") == ("A draw" if winner is None else "You win" if winner == side else "You lose")
    assert page.inner_text("#assertive").startswith(page.inner_text("#message"))
    assert page.locator("#strip li").count() == 9 - position.count(".")
    score = [winner == side, winner not in (side, None), winner is None]
    assert score_of(page) == score
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert (position_of(page), score_of(page)) == (position, score)
    assert page.input_value("#level") == level


@IN_BROWSER
def test_a_game_by_keyboard_alone_with_one_tab_stop(page):
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate("document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length") == 1
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("noughts.play.board.focus") == 6
    page.keyboard.press("Control+End")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    assert position_of(page)[8] == "X"
    while not page.evaluate("noughts.play.isOver"):
        page.keyboard.press(str(CLASSIC.free(position_of(page))[0] + 1))
        wait_for_turn(page)
    page.locator("#undo").focus()
    page.keyboard.press("Space")
    assert not page.evaluate("noughts.play.isOver")


@IN_BROWSER
def test_undo_never_becomes_another_button_under_the_same_key(page):
    two_people(page, (0, 1))
    page.locator("#undo").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "undo"
    assert position_of(page) == "." * 9
    page.locator("#redo").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "redo"
    assert position_of(page) == "XO......."


@IN_BROWSER
def test_who_loses_is_told_why_shown_how_and_led_back(page):
    two_people(page, LOST_BY_O)
    assert page.inner_text("#message") == "X wins"
    why = "Move 4, O bottom left, throws away the draw: it does not stop X, who completes the diagonal from top left to bottom right at centre. Centre draws."
    assert f"Why? {why}" in page.inner_text("#panel")
    page.click("#punish")
    assert page.evaluate("document.activeElement.id") == "line-next"
    page.click("#line-next")
    assert page.locator(".under .complete").count() == 1
    assert page.locator("#line-next").get_attribute("aria-disabled") == "true"
    page.click("#line-back")
    assert page.locator(".under .complete").count() == 0
    assert page.locator(".ghost").count() == 1
    page.click("#retry")
    assert position_of(page) == "XO......X"
    click_cell(page, 4)
    assert position_of(page) == "XO..O...X"


@IN_BROWSER
def test_the_line_plays_by_itself_and_stays(page):
    two_people(page, LOST_BY_O)
    page.click("#punish")
    page.click("#line-play")
    page.wait_for_function("() => noughts.play.line.atEnd && noughts.play.line.timer === null")
    assert page.locator(".ghost").count() == 2
    page.click("#line-close")
    assert page.inner_text("#message") == "X wins"


@IN_BROWSER
def test_hint_values_undo_redo_and_two_people(page):
    two_people(page, (0,))
    texts = []
    for _ in range(3):
        page.click("#hint")
        texts.append(page.inner_text("#panel"))
    assert texts[0].startswith("Look at ")
    assert texts[1].startswith("Centre is the only move that does not lose")
    assert texts[2].startswith("Centre is the best move: it draws. O centre, X ")
    page.click("#values")
    names = page.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    assert names[:5] == [
        "top left: X, last move",
        "top middle: free, loses in 3 moves",
        "top right: free, loses in 3 moves",
        "middle left: free, loses in 3 moves",
        "centre: free, draws",
    ]
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert page.locator("#values").get_attribute("aria-pressed") == "true"


@IN_BROWSER
def test_every_move_can_be_stepped_to_with_its_verdict(page):
    two_people(page, LOST_BY_O)
    labels = page.locator("#strip button").evaluate_all("boxes => boxes.map(box => box.getAttribute('aria-label'))")
    assert labels[3] == "4. O bottom left: throws away the draw, X wins with best play"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#message") == "Move 4 of 5"
    assert "throws away the draw" in page.inner_text("#panel")
    page.keyboard.press("Home")
    assert page.inner_text("#message") == "Before the first move"
    page.keyboard.press("ArrowRight")
    assert "X top left keeps the draw" in page.inner_text("#panel")
    click_cell(page, 4)  # the game is over: looking at an earlier move changes nothing
    assert position_of(page) == "XO..X.O.X"
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert page.inner_text("#message") == "Move 1 of 5"
    page.keyboard.press("End")
    assert page.inner_text("#message") == "X wins"


@IN_BROWSER
def test_another_board_or_side_waits_for_the_next_game(page):
    click_cell(page, 0)
    wait_for_turn(page)
    before = position_of(page)
    page.select_option("#game", "4,3,3")
    page.select_option("#side", "two")
    assert position_of(page) == before
    assert "Next game: Two people, 4 × 3, 3 in a row." in page.inner_text("#pending")
    page.select_option("#side", "X")
    assert "Next game: 4 × 3, 3 in a row." in page.inner_text("#pending")
    page.click("#start-now")
    assert page.locator("[role=gridcell]").count() == 12
    assert page.locator(".labels").count() == 2
    page.go_back()
    page.wait_for_function("before => noughts.play.position === before", arg=before)


@IN_BROWSER
def test_back_and_forward_are_undo_and_redo_and_count_nothing_twice(page):
    two_people(page, (0, 3, 1, 4, 2))
    assert score_of(page) == [1, 0, 0]
    page.go_back()
    page.wait_for_function("() => !noughts.play.isOver")
    assert score_of(page) == [0, 0, 0]
    page.go_forward()
    page.wait_for_function("() => noughts.play.isOver")
    assert score_of(page) == [1, 0, 0]
    page.click("#again")
    page.go_back()
    page.wait_for_function("() => noughts.play.isOver")
    assert score_of(page) == [1, 0, 0]
    page.click("#clear")
    assert score_of(page) == [0, 0, 0]


@IN_BROWSER
def test_back_leads_to_the_empty_board_where_the_game_began(page):
    two_people(page, (0, 4))
    for moves in ("X........", "........."):
        page.go_back()
        page.wait_for_function("position => noughts.play.position === position", arg=moves)


@IN_BROWSER
def test_a_link_to_a_finished_game_shows_it_and_counts_nothing(browser, page, address):
    two_people(page, LOST_BY_O)
    link = page.evaluate("location.href")
    for other in new_page(browser, link, address):
        assert position_of(other) == "XO..X.O.X"
        assert score_of(other) == [0, 0, 0]
        assert other.locator("#strip li").count() == 5


@IN_BROWSER
def test_who_does_not_lose_is_told_whether_every_move_was_right(page, address):
    page.select_option("#side", "X")
    for moves, told in (("342671850", "You made no mistake."), ("213605874", "You made a mistake on the way")):
        page.evaluate("hash => { location.hash = hash; }", f"#play/+{moves}")
        page.wait_for_function("count => noughts.play.moves.length === count", arg=len(moves))
        assert page.evaluate("noughts.play.isOver"), moves
        assert page.inner_text("#panel").startswith(told), moves


@IN_BROWSER
def test_a_damaged_score_is_forgotten(page):
    page.evaluate('localStorage.setItem(\'noughts.score\', \'{"you": ["<b>", 1], "two": 3}\')')
    page.evaluate('localStorage.setItem(\'noughts.settings\', \'{"level": 7, "side": "<b>"}\')')
    page.evaluate("localStorage.setItem('noughts.counted', '[null, 3, {}]')")
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert page.inner_text("#score") == "You 0, computer 0, draws 0"


@IN_BROWSER
@pytest.mark.parametrize("hash_", ["#play/+00", "#play/+0@9", "#play/+zz", "#play/9,9,9:+1", "#play/XXXXXXXXX", "#search/+0?mode=<b>&step=x",
                                   "#play/~~~", "#play/+%3Cimg%3E", "#explore/+0/XXXXXXXXX"])  # fmt: skip
def test_a_bad_address_starts_a_new_game_or_says_what_is_wrong(page, address, hash_):
    open_at(page, address, hash_)
    page.wait_for_function("() => document.querySelector('[role=grid], .rows')")
    assert page.locator("main img").count() == 0
    if hash_ not in ("#play/+0@9", "#search/+0?mode=<b>&step=x"):
        assert len(page.inner_text("#error")) > 20


@IN_BROWSER
def test_the_ring_of_the_focus_is_shown_to_the_keyboard_and_not_after_a_click(page):
    ring = "() => getComputedStyle(document.activeElement).outlineStyle"
    click_cell(page, 0)
    page.wait_for_function("() => document.activeElement.role === 'gridcell'")
    assert page.evaluate(ring) == "none"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(ring) == "solid"
