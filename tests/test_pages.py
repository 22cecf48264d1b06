"""The pages of reports and courses in a real browser: readable by everybody, on any screen, whatever students write."""

from __future__ import annotations

import pytest
from conftest import IN_BROWSER
from submission_cases import BASE
from test_cli import noughts

from bench import submissions

EVIL = "<img src=x onerror=document.title='taken'>"
RIGHT = BASE


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A course with all there can be in it, graded; and a report."""
    folder = tmp_path_factory.mktemp("course")
    texts = {
        "Ada Lovelace": submissions.made(0)[1],
        "A very long name of somebody who has many names, " * 2: submissions.copied(submissions.made(0)[1], 1),
        EVIL: RIGHT.replace("(2, 4, 6)", "(2, 4, 5)").replace("def player", f"# {EVIL}\ndef player"),
        "Broken": "def player(board:",
        "Empty": "",
    }
    for name, text in texts.items():
        (folder / "in" / name).mkdir(parents=True)
        (folder / "in" / name / "tictactoe.py").write_text(text)
    (folder / "roster.csv").write_text(f"name,id,group\nAda Lovelace,1,\n{EVIL},2,\nNobody,3,\n")
    (folder / "rubric.toml").write_text("[deadline]\nat = 2026-11-20T23:59:00+01:00\n")
    words = ["--roster", folder / "roster.csv", "--rubric", folder / "rubric.toml"]
    done = noughts("course", folder / "in", "--out", folder / "out", "--quick", *words)
    assert done.returncode == 0, done.stderr
    report = folder / "out" / "report.html"
    noughts("check", "--quick", folder / "in" / EVIL / "tictactoe.py", "--html", report)
    return sorted((folder / "out").rglob("*.html"))


@IN_BROWSER
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_telephone(browser, pages, scheme):
    from axe_playwright_python.sync_playwright import Axe

    kinds = [path.parent.name for path in pages]
    assert (kinds.count("students"), kinds.count("out"), "pairs" in kinds) == (5, 2, True)
    size = {"width": 320, "height": 600}
    context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)  # axe is a script
    for path in pages:
        page = context.new_page()
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        assert page.title() != "taken"
        assert page.locator("img, script").count() == (path.name == "index.html")  # which sorts its table
        results = Axe().run(page)
        assert results.violations_count == 0, f"{path}: {results.generate_report()}"
    context.close()


@IN_BROWSER
def test_the_teachers_table_is_sorted_and_filtered(browser, pages):
    page = browser.new_page()
    page.goto(pages[0].as_uri())
    column = "[...document.querySelectorAll('table.sortable tr:not([hidden]) td:nth-child(3)')].map(cell => cell.textContent)"
    page.get_by_role("button", name="points").click()
    points = [float(text) for text in page.evaluate(column) if text]
    assert points == sorted(points)
    assert len(set(points)) > 1
    page.get_by_role("button", name="points").click()
    assert [float(text) for text in page.evaluate(column) if text] == points[::-1]
    page.get_by_role("searchbox").fill("lovelace")
    assert len(page.evaluate(column)) < len(points)
    page.close()


@IN_BROWSER
def test_every_link_of_a_course_leads_somewhere(browser, pages):
    page = browser.new_page()
    for path in pages:
        page.goto(path.as_uri())
        for address in page.evaluate("[...document.links].map(link => link.getAttribute('href'))"):
            if address.startswith("#"):
                assert page.locator(address).count() == 1
            else:
                assert (path.parent / address).is_file(), f"{path}: {address}"
    page.close()
