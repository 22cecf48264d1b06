"""The page in a real browser: played, explored, read; by mouse and by keyboard; from a server and from a folder."""

from __future__ import annotations

import contextlib
import functools
import http.client
import http.server
import json
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from random import Random

import pytest
from conftest import IN_BROWSER, OPEN, POSITIONS, ROOT, heed_ctrl_c
from test_cli import noughts

from noughts.explain import words
from noughts.explain.ideas import ideas, why_not
from noughts.explain.ladder import CountedSearch
from noughts.game import notation, solver
from noughts.game.rules import CLASSIC
from noughts.play import levels
from noughts.play.advice import Judgement, hint, mistake
from noughts.play.levels import LEVELS
from noughts.web import data, server

PERFECT = len(LEVELS) - 1


@pytest.fixture(scope="module")
def address():
    running = server.make_server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}/"
    running.shutdown()
    running.server_close()


@pytest.fixture
def page(browser, address):
    """A page that fails the test if anything goes wrong in it, or if it asks anybody else for anything."""
    yield from fresh(browser, address)


def fresh(browser, address, origin=None, **options):
    context = browser.new_context(**options)
    opened = context.new_page()
    wrong = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    opened.on(
        "request", lambda request: wrong.append(request.url) if not request.url.startswith(origin or address) else None
    )
    opened.on("dialog", lambda dialog: (wrong.append("a dialog"), dialog.dismiss()))
    opened.goto(address)
    opened.wait_for_selector("[role=grid]")
    yield opened
    context.close()
    assert wrong == []


def position_of(page):
    return page.evaluate("noughts.play.position")


def wait_for_turn(page):
    page.wait_for_function(
        "() => noughts.play.isOver || noughts.play.isPersons(noughts.play.game.toMove(noughts.play.position))"
    )


def click_cell(page, cell):
    page.locator("[role=gridcell]").nth(cell).click()


# ---- The server and the folder ----


def get(address, path, method="GET"):
    connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"), timeout=10)
    connection.request(method, path)
    answer = connection.getresponse()
    return answer.status, answer.read(), dict(answer.getheaders())


@pytest.mark.parametrize("path", ["/../web.py", "/..%2fweb.py", "/%2e%2e/web.py", "//etc/passwd", "/page/index.html", "/x" * 3000,
                                  "/index.html/", "/\\..\\web.py", "/%00", "/__init__.py"])  # fmt: skip
def test_only_the_pages_own_files_are_given_out(address, path):
    status, body, _ = get(address, path)
    assert status in (400, 404, 414)
    assert b"import" not in body


def test_files_come_with_a_strict_policy(address):
    status, body, headers = get(address, "/")
    assert status == 200
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert b"<script defer src=" in body
    assert b"<script>" not in body
    assert get(address, "/style.css", "HEAD")[:2] == (200, b"")
    assert get(address, "/", "POST")[0] == 501


def test_it_serves_on_loopback_says_where_and_stops_on_ctrl_c():
    server = subprocess.Popen(
        [sys.executable, "-m", "noughts", "web", "--no-browser"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    )
    said = server.stdout.readline()
    assert said.startswith("The page is at http://127.0.0.1:")
    assert get(said.split()[4], "/data.js")[0] == 200
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=20) == 0
    assert server.stdout.read().strip() == "Goodbye!"
    server.stdout.close()


def test_bad_options_get_a_sentence(tmp_path):
    assert "is not a port" in noughts("web", "--port", "99999").stderr
    (tmp_path / "file").write_text("")
    done = noughts("web", "--export", tmp_path / "file")
    assert (done.returncode, "File exists" in done.stderr) == (2, True)


def test_everything_together_is_small():
    import gzip

    sizes = {name: len(gzip.compress(content(), 9)) for name, content in server.page_files().items()}
    assert sum(sizes.values()) < 60_000, sizes


# ---- The truth ----


def test_a_table_has_a_letter_for_every_class():
    assert len(data.game_data(CLASSIC)["table"]) == 765
    assert len(notation.read_game("4,3,3").symmetry_classes()) == 28_275


@IN_BROWSER
def test_every_value_and_distance_of_every_position_equals_the_engines(page):
    shown = page.evaluate("positions => positions.map(p => [...noughts.games[0].moves(p)])", OPEN)
    for position, moves in zip(OPEN, shown, strict=True):
        exact = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))
        assert {cell: tuple(verdict) for cell, verdict in moves} == {
            cell: tuple(verdict) for cell, verdict in exact.items()
        }
    assert page.evaluate("positions => positions.every(p => noughts.games[0].isReachable(p))", POSITIONS)


@IN_BROWSER
@pytest.mark.parametrize("number", [1, 2])
def test_the_other_boards_agree_too(page, number):
    game, random = notation.read_game(data.GAMES[number]), Random(number)
    positions = []
    while len(positions) < 300:
        position = game.start
        for _ in range(random.randrange(len(game.cells) - 1)):
            if not game.is_over(position):
                position = game.after(position, random.choice(game.free(position)))
        if not game.is_over(position):
            positions.append(position)
    shown = page.evaluate("([n, positions]) => positions.map(p => [...noughts.games[n].moves(p)])", [number, positions])
    for position, moves in zip(positions, shown, strict=True):
        exact = solver.verdicts(game, position, game.to_move(position))
        assert {cell: tuple(verdict) for cell, verdict in moves} == {
            cell: tuple(verdict) for cell, verdict in exact.items()
        }


@IN_BROWSER
def test_levels_see_the_same_moves_as_in_python(page):
    script = "([positions, level, plies]) => positions.map(p => noughts.games[0].candidates(p, noughts.data.levels[level], plies))"
    for number, level in enumerate(LEVELS):
        for plies, _ in level.sights:
            shown = page.evaluate(script, [OPEN, number, plies])
            assert shown == [levels.candidates(CLASSIC, level, position, plies) for position in OPEN], level.name


@IN_BROWSER
@pytest.mark.parametrize("position", [".........", "X........", "X...O....", "XO..X...."])
def test_counts_of_calls_equal_pythons(page, position):
    plain, pruned = CountedSearch(CLASSIC), CountedSearch(CLASSIC)
    plain.plain(position, CLASSIC.to_move(position))
    pruned.alpha_beta(position, CLASSIC.to_move(position))
    counted = page.evaluate("p => { const c = noughts.games[0].counts(p); return [c.plain, c.pruned]; }", position)
    assert counted == [plain.calls, pruned.calls]


WORDS = """([number, positions]) => positions.map((p) => {
    const game = noughts.games[number], advice = noughts.advice;
    return [advice.outcome(game.toMove(p), ...game.verdict(p)), advice.hint(game, p).steps, game.free(p).map((cell) => [
        advice.judge(game, p, cell).words, advice.ideasWords(game, p, advice.ideas(game, p, cell)), advice.why(game, p, cell),
        advice.mistake(game, p, cell, 0)])];
})"""


def said_by_python(game, position):
    """What the package says about a position and all of its moves."""
    mover = game.to_move(position)
    verdicts = solver.verdicts(game, position, mover)
    best = max(verdicts.values(), key=solver.rank)
    moves = []
    for cell, verdict in verdicts.items():
        judgement = Judgement(0, position, cell, verdict, best)
        does = words.ideas_words(game, position, ideas(game, position, cell))
        why = words.why_words(game, position, why_not(game, position, cell))
        moves.append([judgement.words, does, why, mistake(game, judgement).words])
    return [words.outcome(mover, best), list(hint(game, position).steps), moves]


@IN_BROWSER
def test_the_page_says_the_same_as_the_package_about_all_16167_moves(page):
    said = page.evaluate(WORDS, [0, OPEN])
    assert sum(len(moves) for _, _, moves in said) == 16_167
    for position, page_words in zip(OPEN, said, strict=True):
        assert page_words == said_by_python(CLASSIC, position), position


@IN_BROWSER
@pytest.mark.parametrize("number", [1, 2])
def test_the_page_says_the_same_on_other_boards(page, number):
    game, random = notation.read_game(data.GAMES[number]), Random(number)
    positions = random.sample([each for each in game.symmetry_classes() if not game.is_over(each)], 200)
    for position, page_words in zip(positions, page.evaluate(WORDS, [number, positions]), strict=True):
        assert page_words == said_by_python(game, position), position


# ---- Play ----


@IN_BROWSER
def test_a_game_counts_once_however_often_it_is_undone(page):
    page.select_option("#side", "two")
    for cell in (0, 3, 1, 4, 2):
        click_cell(page, cell)
    assert page.inner_text("#score") == "X 1, O 0, draws 0"
    page.click("#undo")
    assert page.inner_text("#score") == "X 0, O 0, draws 0"
    page.click("#redo")
    page.click("#undo")
    click_cell(page, 2)
    assert page.inner_text("#score") == "X 1, O 0, draws 0"
    page.click("#again")
    assert page.inner_text("#score") == "X 1, O 0, draws 0"


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
    page.select_option("#side", side)
    random = Random(level + side)
    while True:
        wait_for_turn(page)
        if page.evaluate("noughts.play.isOver"):
            break
        click_cell(page, random.choice(CLASSIC.free(position_of(page))))
    winner = CLASSIC.winner(position_of(page))
    assert page.inner_text("#message") == ("A draw" if winner is None else "You win" if winner == side else "You lose")
    assert page.inner_text("#assertive").startswith(page.inner_text("#message"))
    assert page.locator("#review li").count() == len(CLASSIC.start) - len(CLASSIC.free(position_of(page)))
    score = [int(word) for word in page.inner_text("#score").replace(",", "").split() if word.isdigit()]
    assert score == [winner == side, winner not in (side, None), winner is None]
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert [int(word) for word in page.inner_text("#score").replace(",", "").split() if word.isdigit()] == score


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
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "undo"
    page.keyboard.press("Space")
    assert not page.evaluate("noughts.play.isOver")


@IN_BROWSER
def test_who_loses_is_told_why_shown_how_and_led_back(page):
    page.select_option("#side", "two")
    for cell in (0, 1, 8, 6, 4):
        click_cell(page, cell)
    assert page.inner_text("#message") == "X wins"
    why = page.inner_text("#panel")
    assert "Why? Move 4, O 2,0, throws away the draw: 1,1 draws. Punished by X 1,1, and X has won." in why
    page.click("#panel >> text=Show how it is punished")
    page.wait_for_function("() => noughts.play.shown.step === noughts.play.shown.line.length")
    assert "X 1,1, and X has won." in page.inner_text("#panel")
    page.click("#panel >> text=Try again from there")
    assert position_of(page) == "XO......X"
    click_cell(page, 4)
    assert position_of(page) == "XO..O...X"


@IN_BROWSER
def test_hint_values_undo_redo_and_two_people(page):
    page.select_option("#side", "two")
    texts = []
    click_cell(page, 0)
    for _ in range(3):
        page.click("#hint")
        texts.append(page.inner_text("#panel"))
    assert texts[0].startswith("Look at ")
    assert texts[1].startswith("1,1 is the only move that does not lose")
    assert texts[2].startswith("1,1 is the best move: it draws. O 1,1")
    page.click("#values")
    names = page.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    assert names[:5] == [
        "0,0: X",
        "0,1: free, loses in 3 moves",
        "0,2: free, loses in 3 moves",
        "1,0: free, loses in 3 moves",
        "1,1: free, draws",
    ]
    click_cell(page, 4)
    page.click("#undo")
    page.click("#undo")
    assert position_of(page) == "." * 9
    page.click("#redo")
    page.click("#redo")
    assert position_of(page) == "X...O...."
    assert page.is_disabled("#redo")


@IN_BROWSER
def test_a_damaged_score_is_forgotten(page):
    page.evaluate('localStorage.setItem(\'noughts.score\', \'{"you": ["<b>", 1], "two": 3}\')')
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert page.inner_text("#score") == "You 0, computer 0, draws 0"


# ---- Explore ----


@IN_BROWSER
def test_every_value_shown_on_300_positions_equals_the_engines(page):
    for position in Random(7).sample(OPEN, 300):
        page.evaluate("p => { location.hash = p; }", position)
        page.wait_for_function("p => noughts.view.position === p", arg=position)
        names = page.locator("[role=gridcell]").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        exact = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))
        for cell, name in enumerate(names):
            mark = position[cell] if position[cell] != "." else f"free, {words.verdict_words(exact[cell])}"
            assert name == f"{notation.cell_text(CLASSIC, cell)}: {mark}"


@IN_BROWSER
def test_the_address_holds_the_position_and_goes_back_and_forth(page, address):
    page.goto(f"{address}#X...O....")
    page.wait_for_function("() => noughts.view.position === 'X...O....'")
    click_cell(page, 8)
    page.wait_for_function("() => location.hash === '#X...O...X'")
    page.go_back()
    page.wait_for_function("() => noughts.view.position === 'X...O....'")
    page.go_forward()
    page.wait_for_function("() => noughts.view.position === 'X...O...X'")
    page.fill("#position", "x.o/.x./...")
    page.click("#show")
    page.wait_for_function("() => location.hash === '#X.O.X....'")
    page.select_option("#game", "4,3,3")
    page.wait_for_function("() => location.hash === '#4,3,3:............'")
    assert page.locator("[role=gridcell]").count() == 12


@IN_BROWSER
@pytest.mark.parametrize("hash_", ["#<img src=x onerror=alert(1)>", "#XXXXXXXXX", "#X", "#%E0%A4%A", "#9,9,9:X", "#javascript:alert(1)",
                                   "#OOO......", "#" + "X" * 5000, "#XXXOO.O..", "#constructor:", "#__proto__:X"])  # fmt: skip
def test_a_hostile_address_runs_nothing_and_says_what_is_wrong(page, address, hash_):
    page.goto(f"{address}{hash_}")
    page.wait_for_selector("#error:not(:empty)")
    assert len(page.inner_text("#error")) > 20
    assert page.locator("img").count() == 0
    assert page.evaluate("noughts.view.position") == "." * 9


@IN_BROWSER
def test_moves_are_grouped_lines_follow_and_why_not_plays_the_punishment(page, address):
    page.goto(f"{address}#X...O...X")
    assert page.locator("#groups h2").all_inner_texts() == ["= Moves that draw", "− Moves that lose"]
    page.locator("[role=gridcell]").nth(2).hover()
    assert page.inner_text("#follows").startswith("O 0,2 X 2,0") or "O 0,2" in page.inner_text("#follows")
    page.click("text=Why not?")
    page.wait_for_function("() => noughts.view.line && noughts.view.line.step >= 3")
    assert page.locator(".ghost").count() >= 3
    assert "X has won" in page.inner_text("#follows")


@IN_BROWSER
def test_a_position_can_be_set_up_by_clicking(page, address):
    page.goto(f"{address}#.........")
    page.click("#setup")
    click_cell(page, 4)
    click_cell(page, 4)
    assert "0 X and 1 O" in page.inner_text("#error")
    click_cell(page, 0)
    assert page.inner_text("#error") == ""
    assert page.evaluate("location.hash") == "#X...O...."


@IN_BROWSER
def test_the_tree_opens_move_by_move_and_shows_cuts(page, address):
    page.goto(f"{address}#X...O....")
    first = page.locator("[role=tree] > [role=treeitem]").first
    assert "draws" in first.inner_text()
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "treeitem"
    page.keyboard.press("ArrowLeft")
    page.check("#cuts")
    counts = page.inner_text("#counts")
    plain, pruned = CountedSearch(CLASSIC), CountedSearch(CLASSIC)
    plain.plain("X...O....", "X")
    pruned.alpha_beta("X...O....", "X")
    assert f"plain minimax {plain.calls:,}, alpha-beta {pruned.calls:,}" in counts
    for _ in range(2):
        for node in page.locator("[role=treeitem][aria-expanded=false] > .node").all():
            node.click()
    assert page.locator(".is-cut").count() > 0


# ---- Report ----


@IN_BROWSER
def test_a_report_is_drawn_and_leads_to_explore(page, address, student, tmp_path):
    path = student("def winner(board): return None")
    noughts("check", "--quick", path, "--json", tmp_path / "report.json")
    page.goto(f"{address}#report")
    page.set_input_files("#file", tmp_path / "report.json")
    page.wait_for_selector(".report")
    assert "failed" in page.inner_text(".report h2")
    assert page.locator("tbody tr").count() == 8
    assert page.locator(".example [role=grid]").count() >= 1
    assert page.locator(".square").count() == 765
    assert page.locator(".square.bad").count() > 50
    assert page.locator(".square[tabindex='0']").count() == 1
    page.locator(".square").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.tabIndex") == 0
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator(".square.bad").first.click()
    page.wait_for_selector("#groups")
    page.go_back()
    page.wait_for_selector(".report")


@IN_BROWSER
@pytest.mark.parametrize(
    "text", ["", "{", "[]3", "null", '{"schema": 1}', '{"schema": 2}', '[{"schema": 2, "functions": 3}]']
)
def test_what_is_no_report_is_refused(page, address, tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    page.goto(f"{address}#report")
    page.set_input_files("#file", tmp_path / "report.json")
    page.wait_for_selector("#report .error")
    assert page.inner_text("#report .error").startswith("This is not a report from noughts check")


@IN_BROWSER
def test_a_hostile_report_runs_nothing(page, address, tmp_path):
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    report = {"schema": 2, "file": evil, "verdict": evil, "reason": evil, "diagnoses": [evil, {"a": 1}, {"words": evil}], "remarks": evil, "flags": [evil],
              "functions": {evil: {"status": evil, "asked": evil, "wrong": {}, "counterexample": {"position": evil, "call": evil, "expected": evil}},
                            "x": None, "y": {"counterexample": {"position": "X........", "line": evil}}},
              "classes": {"........." : evil, "........X": [evil]}, "unreached": {"a": 1}}  # fmt: skip
    (tmp_path / "report.json").write_text(json.dumps(report))
    page.goto(f"{address}#report")
    page.set_input_files("#file", tmp_path / "report.json")
    page.wait_for_selector(".report")
    assert page.locator("img, .report script").count() == 0
    assert evil in page.inner_text(".report h2")


# ---- Everyone ----


@IN_BROWSER
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["play", "over", "explore", "tree", "report", "hostile"])
def test_axe_finds_nothing(browser, address, scheme, view, tmp_path, student):
    from axe_playwright_python.sync_playwright import Axe

    for page in fresh(browser, address, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True):
        if view == "over":
            page.select_option("#side", "two")
            for cell in (0, 1, 8, 6, 4):
                click_cell(page, cell)
        elif view in ("explore", "tree"):
            page.goto(f"{address}#X...O....")
            page.wait_for_selector("[role=treeitem]")
            if view == "tree":
                page.locator("[role=treeitem] > .node").first.click()
                page.check("#cuts")
        elif view == "hostile":
            page.goto(f"{address}#nonsense")
        elif view == "report":
            noughts("check", "--quick", student("def winner(board): return None"), "--json", tmp_path / "report.json")
            page.goto(f"{address}#report")
            page.set_input_files("#file", tmp_path / "report.json")
            page.wait_for_selector(".report")
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()


@IN_BROWSER
@pytest.mark.parametrize("width", [320, 768, 1440])
@pytest.mark.parametrize("hash_", ["#play", "#X...O....", "#report"])
def test_nothing_is_wider_than_the_screen_and_targets_are_large(browser, address, width, hash_):
    for page in fresh(browser, address, viewport={"width": width, "height": 800}):
        page.goto(f"{address}{hash_}")
        page.wait_for_timeout(100)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate("""() => [...document.querySelectorAll('button, select, nav a, [role=gridcell], .node, .file')]
            .map(e => [e.textContent, e.getBoundingClientRect()]).filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([t]) => t)""")
        assert small == []


@IN_BROWSER
def test_marks_do_not_move_for_who_wants_no_motion(browser, address):
    for page in fresh(browser, address, reduced_motion="reduce"):
        click_cell(page, 0)
        assert page.evaluate("getComputedStyle(document.querySelector('.mark')).animationName") == "none"


# ---- The exported folder ----


@IN_BROWSER
@pytest.mark.parametrize("way", ["server", "sub-path", "double click"])
def test_the_exported_folder_works_from_anywhere(browser, tmp_path, way):
    folder = tmp_path / "public" / "games"
    done = noughts("web", "--export", folder)
    assert done.returncode == 0
    root = folder if way == "server" else tmp_path / "public"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}/"
    address = {"server": base, "sub-path": f"{base}games/", "double click": folder.as_uri() + "/index.html"}[way]
    for page in fresh(browser, address, base if way != "double click" else folder.as_uri()):
        click_cell(page, 0)
        wait_for_turn(page)
        assert position_of(page).count("O") == 1
    server.shutdown()
    server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_the_page_imports_nothing_and_names_no_other_host():
    for path in Path(server.__file__).with_name("page").iterdir():
        text = path.read_text()
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", ""), path.name
        assert "innerHTML" not in text


def test_broken_requests_leave_no_trace_and_block_nobody(address, capfd):
    port = int(address.rsplit(":", 1)[1].strip("/"))
    waiting = [socket.create_connection(("127.0.0.1", port)) for _ in range(server.CONNECTIONS_MAX // 2)]
    for nonsense in (b"\r\n", b"GET\r\n\r\n", b"\xff\xfe\x00 / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 70_000):
        with socket.create_connection(("127.0.0.1", port)) as broken, contextlib.suppress(OSError):
            broken.sendall(nonsense)
    with urllib.request.urlopen(address) as answer:
        assert answer.status == 200
    for connection in waiting:
        connection.close()
    assert "Traceback" not in capfd.readouterr().err


def test_more_connections_than_allowed_are_closed():
    running = server.make_server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    place = running.server_address[:2]
    held = [socket.create_connection(place) for _ in range(server.CONNECTIONS_MAX)]
    one_more = socket.create_connection(place)
    one_more.settimeout(60)
    assert one_more.recv(1) == b""  # closed at once
    for connection in [*held, one_more]:
        connection.close()
    running.shutdown()
    running.server_close()


def test_a_connection_that_says_nothing_is_closed(monkeypatch):
    monkeypatch.setattr(server.Handler, "timeout", 0.2)
    running = server.make_server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    with socket.create_connection(running.server_address[:2]) as silent:
        silent.settimeout(60)
        assert silent.recv(1) == b""
    running.shutdown()
    running.server_close()
