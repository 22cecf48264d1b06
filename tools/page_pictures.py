"""Make the pictures of the web page, in a real browser: python -m tools.page_pictures (needs the extra "test")."""

import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

from noughts.web import server as web
from tools import browser

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"


def main():
    """Write three pictures: a finished game, a cut of alpha-beta, and the effect of a move."""
    server = web.make_server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser.PATH, args=browser.FLAGS)
        light = {"viewport": {"width": 1120, "height": 800}, "color_scheme": "light", "reduced_motion": "reduce"}
        page = chromium.new_page(**light)
        page.goto(address)
        page.select_option("#side", "two")
        for cell in (0, 1, 8, 6, 4):
            page.locator("[role=gridcell]").nth(cell).click()
        page.screenshot(path=PICTURES / "page-play.png")
        page.goto(f"{address}#search//O.X.O.XOX?mode=alpha-beta")
        page.click("#next-cut")
        page.wait_for_function("() => noughts.search.search.wasCut")
        page.screenshot(path=PICTURES / "page-search.png")
        dark = chromium.new_page(**{**light, "color_scheme": "dark"})
        dark.goto(f"{address}#X...O...X")
        dark.locator("[role=gridcell]").nth(1).hover()
        dark.screenshot(path=PICTURES / "page-explore.png")
        chromium.close()
    server.shutdown()


if __name__ == "__main__":
    main()
