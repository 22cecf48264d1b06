"""Measure the page in Chromium: its size, its requests, how soon there is a board, and how soon a click is answered.

python -m bench.page                 (needs the extra "test" and Chromium)
python -m bench.page OTHER FOLDER    also measure other pages, in turns: folders that `noughts web --export` has written
"""

from __future__ import annotations

import functools
import gzip
import http.server
import statistics
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.measure import show_progress
from noughts.web import files
from tools import browser

RUNS = 30

# The milliseconds from a click to the end of its handling, to the frame with the person's own mark, and to the frame
# with the computer's answer. The click comes 2 ms after a frame; the first callback after a frame notes the time.
CLICK = """cell => new Promise(done => requestAnimationFrame(() => setTimeout(() => {
    const cells = [...document.querySelectorAll('[role=gridcell]')];
    const marks = () => cells.filter((each) => each.querySelector('svg')).length;
    const began = performance.now(), since = () => performance.now() - began;
    const next = (act) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = act;
        requestAnimationFrame(() => channel.port2.postMessage(0));
    };
    let handled = null, own = null;
    next(() => { own = since(); });
    cells[cell].click();
    handled = since();
    const look = () => marks() >= 2 ? next(() => done([handled, own, since()])) : setTimeout(look, 1);
    look();
}, 2)))"""
# Wait until the page has been painted, and nothing is left to do.
PAINTED = """() => new Promise(done => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done))))"""
NAMES = ("requests of the first load", "ms to a usable board", "ms in which a click is handled",
         "ms from a click to the own mark painted", "ms from a click to the answer painted")  # fmt: skip


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder without a log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        """Log nothing."""


def main() -> None:
    """Measure in turns, and print the tables."""
    sizes = {name: (len(content()), len(gzip.compress(content(), 9))) for name, content in files.page_files().items()}
    print("| file | bytes | compressed |\n|---|--:|--:|")
    for name, (whole, small) in sorted(sizes.items()):
        print(f"| {name} | {whole:,} | {small:,} |")
    print(f"| together | {sum(a for a, _ in sizes.values()):,} | {sum(b for _, b in sizes.values()):,} |\n")
    own = Path(tempfile.mkdtemp())
    files.export(own)
    folders = {"this version": own, **{name: Path(name) for name in sys.argv[1:]}}
    addresses = {name: serve(folder) for name, folder in folders.items()}
    figures: dict[str, list[list[float]]] = {name: [] for name in folders}
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser.PATH, args=browser.FLAGS)
        for run in range(RUNS):
            show_progress(f"{run}/{RUNS}")
            for name, address in addresses.items():
                figures[name].append(measure(chromium, address))
        show_progress("")
        chromium.close()
    print(f"| best of {RUNS}, median | " + " | ".join(folders) + " |\n|---|" + "--:|" * len(folders))
    for index, name in enumerate(NAMES):
        columns = [[each[index] for each in figures[folder]] for folder in folders]
        cells = [f"{min(column):,.1f}, {statistics.median(column):,.1f}" for column in columns]
        print(f"| {name} | {' | '.join(cells)} |")


def serve(folder: Path) -> str:
    """Serve a folder to this machine, until the program ends; return its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def measure(chromium, address) -> list[float]:
    """Return the figures of one load and one click, in a fresh browser context."""
    context = chromium.new_context()
    page = context.new_page()
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    page.wait_for_selector("[role=grid]")
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    page.evaluate(PAINTED)
    first = len(requests)
    clicked = page.evaluate(CLICK, 0)
    context.close()
    return [first, ready, *clicked]


if __name__ == "__main__":
    main()
