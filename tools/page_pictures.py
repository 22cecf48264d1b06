"""Make the README's pictures of the page, in a real browser: python -m tools.page_pictures (needs the extra "test")."""

import shutil
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

from noughts.web import server as web

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"


def main():
    """Lose a game, and look at a position."""
    server = web.make_server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1000, "height": 720}, color_scheme="light")
        page.goto(address)
        page.select_option("#side", "two")
        for cell in (0, 1, 8, 6, 4):
            page.locator("[role=gridcell]").nth(cell).click()
        page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
        page.screenshot(path=PICTURES / "page-play.png")
        dark = browser.new_page(viewport={"width": 1000, "height": 720}, color_scheme="dark")
        dark.goto(f"{address}#X...O...X")
        dark.wait_for_selector("#groups h2")
        dark.screenshot(path=PICTURES / "page-explore.png")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
