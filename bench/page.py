"""Measure the page in Chromium: its size, its requests, how soon there is a board, and how soon a click is answered.

python -m bench.page        (needs the extra "test" and Chromium)
"""

from __future__ import annotations

import gzip
import shutil
import statistics
import threading

from playwright.sync_api import sync_playwright

from noughts.web import files
from noughts.web import server as web

RUNS = 7
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
]

# The milliseconds from a click to the frame with the person's own mark, and to the frame with the computer's answer.
CLICK = """cell => new Promise(done => {
    const began = performance.now(), play = noughts.play, want = play.moves.length + 2;
    let own = null;
    document.querySelectorAll('[role=gridcell]')[cell].click();
    requestAnimationFrame(() => setTimeout(() => { own = performance.now() - began; }));
    const look = () => play.moves.length >= want || play.isOver
        ? requestAnimationFrame(() => setTimeout(() => done([own, performance.now() - began])))
        : setTimeout(look, 1);
    look();
})"""
# Wait until the page has been painted, and nothing is left to do.
PAINTED = """() => new Promise(done => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done))))"""
# The milliseconds that the engine needs for an answer, without the pause.
THINK = """() => {
    const game = noughts.games[0], level = noughts.data.levels.at(-1), began = performance.now();
    for (let n = 0; n < 200; n++) game.choose(n % 2 ? 'X........' : 'X...O...X', level);
    return (performance.now() - began) / 200;
}"""


def main() -> None:
    """Measure, and print the tables."""
    sizes = {name: (len(content()), len(gzip.compress(content(), 9))) for name, content in files.page_files().items()}
    print("| file | bytes | compressed |\n|---|--:|--:|")
    for name, (whole, small) in sorted(sizes.items()):
        print(f"| {name} | {whole:,} | {small:,} |")
    print(f"| together | {sum(a for a, _ in sizes.values()):,} | {sum(b for _, b in sizes.values()):,} |\n")
    server = web.make_server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        found = [measure(browser, address) for _ in range(RUNS)]
        browser.close()
    server.shutdown()
    print("| measured | median of", RUNS, "|\n|---|--:|")
    for index, name in enumerate(("requests of the first load", "requests of a game", "ms to a usable board",
                                  "ms from a click to the person's mark", "ms from a click to the answer",
                                  "ms that finding the answer takes")):  # fmt: skip
        print(f"| {name} | {statistics.median(each[index] for each in found):,.1f} |")


def measure(browser, address):
    """Return the figures of one load and one click, in a fresh browser context."""
    context = browser.new_context()
    page = context.new_page()
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    page.wait_for_selector("[role=grid]")
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    first = len(requests)
    page.evaluate(PAINTED)
    own, answered = page.evaluate(CLICK, 0)
    thinking = page.evaluate(THINK)
    context.close()
    return first, len(requests) - first, ready, own, answered, thinking


if __name__ == "__main__":
    main()
