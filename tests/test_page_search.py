"""The page's search: every line it marks is what Python executes; the tour, the questions, and recorded searches."""

from __future__ import annotations

import json
import math
import sys
from random import Random

import pytest
from conftest import IN_BROWSER, OPEN, ROOT, new_page, open_at
from test_cli import noughts

from noughts.explain.listings import ALPHA_BETA, LISTINGS, MEMORY
from noughts.game import notation
from noughts.game.rules import CLASSIC
from noughts.play import file_worker
from noughts.support.text import sentence

FREE_CELLS_MAX = 6
SAMPLE = Random(15).sample([position for position in OPEN if position.count(".") <= FREE_CELLS_MAX], 200)

# Every line that the page executes, every board it enters, and every value that comes back, in order.
STEPS = """([positions, name]) => positions.map((position) => {
    const search = new noughts.Search(noughts.games[0], position, noughts.data.listings.find((each) => each.name === name));
    const lines = [], entered = [], returned = [];
    while (search.step()) {
        lines.push(search.line);
        if (search.event.kind === "enter") entered.push(search.frame.board);
        if (search.event.returned) returned.push(search.event.value);
    }
    return { lines, entered, returned, cuts: search.cuts };
})"""


def executed(listing, position):
    """What Python does with the same listing and the functions of tictactoe.py, line by line."""
    tictactoe = file_worker.load(ROOT / "tictactoe.py")
    names = {**vars(tictactoe), "inf": math.inf}
    exec(compile(listing.source, "listing", "exec"), names)
    lines, entered, returned = [], [], []

    def trace(frame, event, value):
        if frame.f_code.co_filename != "listing":
            return None
        if event in ("call", "line"):
            lines.append(frame.f_lineno)
        if event == "call":
            entered.append(notation.from_board(frame.f_locals["board"]))
        if event == "return":
            returned.append(value)
        return trace

    board = notation.to_board(CLASSIC, position)
    search = names["max_value" if CLASSIC.to_move(position) == "X" else "min_value"]
    window = (-math.inf, math.inf) if listing is ALPHA_BETA else ()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        search(board, *window)
    finally:
        sys.settrace(before)
    cut_lines = [number for number, (_, operation) in enumerate(listing.lines, 1) if operation == "return_cut"]
    return {"lines": lines, "entered": entered, "returned": returned, "cuts": sum(map(lines.count, cut_lines))}


@IN_BROWSER
@pytest.mark.parametrize("listing", LISTINGS, ids=lambda listing: listing.name)
def test_every_step_on_200_positions_is_what_python_executes(page, listing):
    shown = page.evaluate(STEPS, [SAMPLE, listing.name])
    for position, steps in zip(SAMPLE, shown, strict=True):
        assert steps == executed(listing, position), position


@IN_BROWSER
def test_going_back_and_jumping_lead_to_the_same_state_as_going_forward(page):
    script = """([name, seed]) => {
        const listing = noughts.data.listings.find((each) => each.name === name);
        const state = (search) => JSON.stringify([search.steps, search.line, search.calls, search.cuts, search.frames], (key, value) => (Math.abs(value) === Infinity ? String(value) : value));
        const walk = new noughts.Walk(new noughts.Search(noughts.games[0], "X...O....", listing)), seen = [state(walk.search)];
        while (walk.forward() && seen.length < 9000) seen.push(state(walk.search));
        for (let n = 0, at = seed; n < 40; n++) {
            at = (at * 7919 + 13) % seen.length;
            walk.goTo(at);
            if (state(walk.search) !== seen[at]) return at;
        }
        return null;
    }"""
    for listing in LISTINGS:
        assert page.evaluate(script, [listing.name, 17]) is None


def said(page):
    return page.inner_text("#said")


@IN_BROWSER
def test_the_controls_step_over_out_back_and_to_the_end(page, address):
    open_at(page, address, "#search//O.X.O.XOX?mode=plain")
    page.click("#search-step")
    assert said(page) == "X to move. MAX takes the highest value of its moves."
    assert page.locator(".code-line.now").inner_text().split() == ["1", "def", "max_value(board):"]
    for _ in range(3):
        page.click("#search-step")
    page.click("#over")  # the whole search of the first move
    assert page.evaluate("noughts.search.search.frames.length") == 1
    page.click("#over")
    assert "0 is better for X than −∞" in said(page)
    steps = page.evaluate("noughts.search.search.steps")
    page.click("#search-back")
    assert page.evaluate("noughts.search.search.steps") == steps - 1
    page.reload()
    page.wait_for_selector("#rows .small")
    assert page.evaluate("noughts.search.search.steps") == steps - 1
    page.click("#to-end")
    page.wait_for_function("() => noughts.search.search.isDone")
    assert said(page).endswith("The search is over: the board is worth +1 to X. X wins with best play.")
    page.click("#restart")
    assert page.evaluate("noughts.search.search.steps") == 0
    page.evaluate("document.activeElement.blur()")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home"):
        page.keyboard.press(key)
    assert page.evaluate("noughts.search.search.steps") == 0


@IN_BROWSER
def test_a_cut_is_shown_and_explained_when_it_happens(page, address):
    open_at(page, address, "#search//O.X.O.XOX?mode=alpha-beta")
    page.click("#next-cut")
    page.wait_for_function("() => noughts.search.search.wasCut")
    assert (
        said(page)
        == "Cut: middle right is not searched, because MAX can get 0 elsewhere. This call returns at most −1."
    )
    assert page.locator(".small.cut").count() == 1
    assert page.locator(".interval.closed").count() == 1
    page.click("#next-cut")
    page.wait_for_function("() => noughts.search.search.isDone")
    assert said(page).startswith("There are no more.")
    page.click("#restart")
    page.click("#next-cut")
    page.wait_for_function("() => noughts.search.search.wasCut")
    page.click("#search-back")
    assert said(page) == "MAX can get 0 elsewhere, and this board is worth at most −1: MAX never chooses it."


@IN_BROWSER
def test_a_board_of_the_picture_leads_to_the_moment_it_is_entered(page, address):
    open_at(page, address, "#search//O.X.O.XOX?mode=plain")
    for _ in range(4):
        page.click("#search-step")
    page.locator(".level").nth(1).locator(".small").nth(2).click()
    assert page.evaluate("noughts.search.search.frame.board") == "O.X.OXXOX"
    page.locator(".level").nth(1).locator(".small").nth(0).click()
    assert page.evaluate("noughts.search.search.frame.board") == "OXX.O.XOX"


@IN_BROWSER
def test_a_long_search_runs_to_the_end_and_can_be_played_and_paused(page, address):
    open_at(page, address, "#search/?mode=alpha-beta")
    page.fill("#speed", "4")
    page.click("#search-play")
    page.wait_for_function("() => noughts.search.search.steps > 10")
    page.click("#search-play")
    assert page.evaluate("noughts.search.timer") is None
    page.click("#to-end")
    page.wait_for_function("() => noughts.search.search.isDone")
    assert "18,297 calls" in page.inner_text("#so-far")
    counts = page.locator(".counters tbody td:nth-child(2)").all_inner_texts()
    assert counts == ["549,946", "18,297", "5,478", "765"]
    page.select_option("#mode", "memory")
    page.click("#to-end")
    page.wait_for_function("() => noughts.search.search.isDone")
    calls, remembered = page.evaluate(
        "[noughts.search.search.calls, noughts.search.search.calls - noughts.search.search.searched]"
    )
    assert (calls - remembered, f"{remembered:,} answered from memory" in page.inner_text("#so-far")) == (5478, True)


@IN_BROWSER
def test_the_tour_has_six_steps_whose_sentences_are_true(page, address):
    open_at(page, address, "#search/")
    page.click("#tour-begin")
    facts = []
    for number in range(6):
        page.wait_for_function("n => noughts.search.tour.at === n", arg=number)
        facts.append(
            page.evaluate("""() => { const s = noughts.search.search, f = s.event.returned ?? s.frame; return {
            kind: s.event.kind, value: s.event.value ?? null, best: f.best, board: f.board, at: f.at, alpha: s.frame ? s.frame.alpha : null,
            values: s.frame && s.frame.children ? s.frame.children.map((child) => child.value) : null, skipped: s.event.skipped ?? null,
            asks: noughts.search.question !== null, position: s.position }; }""")
        )
        if number in (1, 3):
            page.locator("#ask button").nth({1: 0, 3: 2}[number]).click()
            assert page.inner_text("#ask").startswith("Right")
        if number < 5:
            page.click("#tour-next")
    first, lowest, deeper, highest, cut, whole = facts
    assert (first["kind"], first["value"], first["board"][4]) == ("return_utility", -1, "O")
    assert (lowest["values"], lowest["asks"]) == ([-1, 1], True)
    assert (deeper["kind"], deeper["at"], deeper["values"][0]) == ("update", 0, 0)
    assert (highest["values"], highest["asks"]) == ([0, -1, 1], True)
    assert (cut["kind"], cut["value"], cut["alpha"], len(cut["skipped"])) == ("return_cut", -1, 0, 1)
    assert whole["position"] == "." * 9
    page.reload()
    page.wait_for_selector("#tour-back")
    page.go_back()
    page.wait_for_function("() => noughts.search.tour.at === 4")
    assert page.inner_text("#tour h3").startswith("5 of 6")
    page.click("#tour-end")
    assert page.is_hidden("#tour")


@IN_BROWSER
@pytest.mark.parametrize("size", [(390, 660), (844, 390), (1366, 768)])
def test_what_a_step_did_and_what_is_asked_stay_in_sight(browser, address, size):
    for page in new_page(browser, address, viewport={"width": size[0], "height": size[1]}):
        open_at(page, address, "#search//O.X.O.XOX?mode=alpha-beta")
        page.click("#next-cut")
        page.wait_for_function("() => noughts.search.search.wasCut")
        page.evaluate("scrollTo(0, 300)")
        assert 0 <= page.locator("#said").bounding_box()["y"] < size[1] / 2
        page.check("#asks")
        page.evaluate("scrollTo(0, 200)")
        for _ in range(40):
            page.click("#search-step")
            if page.locator("#ask button").count():
                break
        box, bar = page.locator("#ask").bounding_box(), page.locator("#search-step").bounding_box()
        assert bar["y"] + bar["height"] <= box["y"] < size[1] / 2


@IN_BROWSER
def test_nothing_is_written_under_the_counts_but_a_sentence(page, address):
    for hash_, words in (
        ("#search//O.X.O.XOX?mode=plain", ""),
        ("#search/?mode=plain", "The bars are on a logarithmic scale."),
    ):
        open_at(page, address, hash_)
        assert page.evaluate("document.querySelector('#counters table').nextElementSibling?.textContent ?? ''") == words


@IN_BROWSER
def test_who_searches_the_empty_board_is_offered_a_small_one(page, address):
    open_at(page, address, "#search/?mode=plain")
    page.click("text=Start with two free cells")
    page.wait_for_function("() => noughts.search.position === 'OOXX..XOX'")
    assert page.locator("text=Start with two free cells").count() == 0


@IN_BROWSER
def test_the_reader_is_asked_before_a_call_returns(page, address):
    open_at(page, address, "#search//OOXX..XOX?mode=plain")
    page.check("#asks")
    for _ in range(40):
        page.click("#search-step")
        if page.locator("#ask button").count():
            break
    page.locator("#ask button").nth(2).click()
    assert page.inner_text("#ask") == "No: MIN takes the lowest of its values, −1. Press Step."
    page.click("#search-step")
    assert page.evaluate("noughts.search.search.value") == -1


@IN_BROWSER
def test_the_position_goes_from_play_to_search_and_back(page):
    page.select_option("#side", "two")
    for cell in (0, 4, 8, 2):
        page.locator("[role=gridcell]").nth(cell).click()
    page.click("#to-search")
    page.wait_for_selector("#rows")
    assert page.evaluate("noughts.search.position") == "X.O.O...X"
    page.click("#to-explore")
    page.wait_for_selector("#groups h3")
    assert page.evaluate("noughts.explore.position") == "X.O.O...X"
    page.click("#nav >> text=Play")
    page.wait_for_function("() => noughts.view === noughts.play")
    assert page.evaluate("noughts.play.position") == "X.O.O...X"


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    """A recorded search of a wrong file."""
    folder = tmp_path_factory.mktemp("trace")
    (folder / "tictactoe.py").write_text(
        (ROOT / "tictactoe.py").read_text()
        + """
def highest(board):
    return utility(board) if terminal(board) else max(lowest(result(board, a)) for a in sorted(actions(board)))


def lowest(board):
    return utility(board) if terminal(board) else max(highest(result(board, a)) for a in sorted(actions(board)))


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(sorted(actions(board)), key=lambda a: lowest(result(board, a)))
    return min(sorted(actions(board)), key=lambda a: highest(result(board, a)))
"""
    )
    done = noughts("trace", folder / "tictactoe.py", "--json", folder / "trace.json")
    assert done.returncode == 1, done.stderr
    return folder / "trace.json"


@IN_BROWSER
def test_a_recorded_search_is_stepped_through_with_its_own_code(page, address, trace):
    data = json.loads(trace.read_text())
    open_at(page, address, "#search/")
    page.set_input_files("#trace-file", trace)
    page.wait_for_function("() => noughts.search.isRecorded")
    assert said(page) == sentence(data["finding"]["sentence"])
    assert page.inner_text("#code").count("\n") >= len(data["source"]) - 1
    page.click("#next-cut")
    page.wait_for_function("() => noughts.search.search.isWrong")
    assert "This is the first call that goes wrong." in said(page)
    assert page.evaluate("noughts.search.search.frame.board") == data["finding"]["board"]
    assert page.locator(".small.wrong").count() == 1
    assert page.locator(".code-line.suspect").count() == len(data["finding"]["lines"])
    page.click("#to-end")
    page.wait_for_function("() => noughts.search.search.isDone")
    page.click("#search-back")
    page.click("#restart")
    page.select_option("#mode", "plain")
    page.click("#search-step")
    assert page.evaluate("noughts.search.search.game.name") == "3,3,3"


@IN_BROWSER
@pytest.mark.parametrize("damage", ["[]", "{", '{"schema": 1, "records": []}', "no source", "bad child", "bad board"])
def test_what_is_no_trace_is_refused(page, address, trace, damage, tmp_path):
    if damage in ("no source", "bad child", "bad board"):
        data = json.loads(trace.read_text())
        if damage == "no source":
            del data["source"]
        else:
            data["records"][-1]["children" if damage == "bad child" else "board"] = "<b>"
        damage = json.dumps(data)
    (tmp_path / "trace.json").write_text(damage)
    open_at(page, address, "#search/")
    page.set_input_files("#trace-file", tmp_path / "trace.json")
    page.wait_for_selector("#error:not(:empty)")
    refusal = page.inner_text("#error")
    assert refusal.startswith("This ")
    assert "noughts" in refusal or "JSON" in refusal


def test_the_memory_of_a_listing_is_empty_at_first():
    assert MEMORY.source.startswith("known = {}\n")
