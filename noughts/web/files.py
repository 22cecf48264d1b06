"""The files of the page as a browser loads them, and how to write them to a folder that any web server can serve.

The scripts in page/ are joined into two, so that the page loads fast: noughts.js for the first view, Play, and views.js
for the other views, which is loaded when one of them is wanted. Both are readable, and page/ is the source.
"""

from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path

from noughts.errors import BadInput
from noughts.web.data import data_script

TYPES = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
         "svg": "image/svg+xml"}  # fmt: skip
# The scripts in the order in which they run. noughts.js begins with the data that data.py makes.
PLAY_SCRIPTS = ("strings", "engine", "advice", "state", "board", "line", "sidebar", "play", "main")
VIEW_SCRIPTS = (
    "explore",
    "searcher",
    "recorded",
    "search_words",
    "search_picture",
    "tour",
    "search",
    "report_map",
    "report",
)
# What index.html contains if it was written by `export`.
OUR_MARK = b'<meta name="generator" content="noughts">'
PAGE = resources.files("noughts.web").joinpath("page")


def page_files() -> dict[str, Callable[[], bytes]]:
    """Return the name of every file of the page, with a function that returns its content."""
    static = {file.name: file.read_bytes for file in PAGE.iterdir() if file.name.endswith((".html", ".css", ".svg"))}
    return {
        **static,
        "noughts.js": lambda: data_script() + joined(PLAY_SCRIPTS),
        "views.js": lambda: joined(VIEW_SCRIPTS),
    }


def joined(names: Iterable[str]) -> bytes:
    """Return the scripts of page/ with these names, in this order, as one script."""
    return b"".join(PAGE.joinpath(f"{name}.js").read_bytes() for name in names)


def export(folder: Path, is_forced: bool = False) -> None:
    """Write the files of the page into a folder, which is created if it does not exist; overwrite existing files.

    Raise BadInput if the folder has an index.html that `export` did not write, unless `is_forced`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "index.html"
    if not is_forced and index.exists() and OUR_MARK not in index.read_bytes():
        raise BadInput(f"{index} was not written by noughts: choose another folder, or overwrite it with --force")
    for name, content in page_files().items():
        (folder / name).write_bytes(content())
