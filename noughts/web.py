"""The page: play, explore and read a report in a browser. Static files, and the truth about the games as data.

    table       one letter for each class of symmetric positions, in the order of their texts: "=" a tie, the letter of
                a distance in capitals where the side to move wins in so many plies, in small letters where it loses,
                "!" where the game is over
    data.js     the games (cells, lines, symmetries, table), the levels and the version, written by the package

No request needs a server to think, so what is served here can be exported to any host.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import unquote, urlsplit

from noughts import __version__, notation, play, search
from noughts.rules import Game, Position

# The games of the page: those whose tables are small.
GAMES = ("3,3,3", "3,3,3,misere", "4,3,3")
TYPES = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
         "svg": "image/svg+xml"}  # fmt: skip
# What a browser may load for the page: its own files, and nothing from elsewhere. The page says the same of itself.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def classes(game: Game) -> list[Position]:
    """One position for each class of those that play can reach, in order."""
    seen, waiting = {game.start}, [game.start]
    while waiting:
        position = waiting.pop()
        if not game.is_over(position):
            for cell in game.free(position):
                after = game.representative(game.after(position, cell))
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return sorted(seen)


def letter(game: Game, position: Position) -> str:
    """What a table holds for a position."""
    if game.is_over(position):
        return "!"
    best = max(search.verdicts(game, position, game.to_move(position)).values(), key=search.rank)
    return "=" if best.value == 0 else chr(ord("A" if best.value > 0 else "a") + best.distance)


def game_data(game: Game) -> dict[str, Any]:
    """A game as data: all that the page knows of its rules and of its truth."""
    return {
        "name": game.name,
        "columns": game.columns,
        "rows": game.rows,
        "misere": game.misere,
        "lines": game.lines,
        "symmetries": game.symmetries,
        "table": "".join(letter(game, position) for position in classes(game)),
    }


@cache
def data_script() -> bytes:
    """data.js: a script and not JSON, so that the page works when it is opened from a folder too."""
    data = {
        "version": __version__,
        "games": [game_data(notation.read_game(name)) for name in GAMES],
        "levels": [
            {"name": level.name, "words": level.words,
             "sights": [[plies, chance.numerator, chance.denominator] for plies, chance in level.sights]}
            for level in play.LEVELS
        ],
        "toTheEnd": play.TO_THE_END,
        "hopeFreeCellsMax": play.HOPE_FREE_CELLS_MAX,
    }  # fmt: skip
    return f"window.noughtsData = {json.dumps(data, separators=(',', ':'))};\n".encode()


def files() -> dict[str, Callable[[], bytes]]:
    """Every file of the page by its name, and how to get it."""
    folder = resources.files("noughts").joinpath("page")
    found = {entry.name: entry.read_bytes for entry in folder.iterdir() if entry.name.rpartition(".")[2] in TYPES}
    return {**found, "data.js": data_script}


class Handler(http.server.BaseHTTPRequestHandler):
    """Gives out the page's files, by exact name, and nothing else."""

    server_version, sys_version = "noughts", ""

    def do_GET(self) -> None:
        """Answer with a file."""
        name = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        content = files().get(name)
        if content is None:
            self.send_error(404, "There is no such file")
            return
        body = content()
        self.send_response(200)
        self.send_header("Content-Type", TYPES[name.rpartition(".")[2]])
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  its name in the base class
        """Nobody wants to read every request."""


def make_server(port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server on loopback; port 0 takes a free one."""
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)


def serve(port: int, is_opened: bool) -> None:
    """Serve the page until Ctrl-C, and open a browser on it."""
    with make_server(port) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        print(f"The page is at {address} (Ctrl-C ends it)", flush=True)
        if is_opened:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    print("\nGoodbye!")


def open_browser(address: str) -> None:
    """Open a browser; where there is none, the address was printed."""
    try:
        webbrowser.open(address)
    except webbrowser.Error as error:
        print(f"No browser could be opened ({error}).", file=sys.stderr)
