"""`noughts web`: the page in a browser, served on this machine alone or exported as a folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from noughts.cli.output import say
from noughts.notation import BadInput

EXAMPLES = """\
examples:
  noughts web                     opens the page in a browser; Ctrl-C ends it
  noughts web --port 8000         always at the same address
  noughts web --export public     the same as a folder of files that any host can serve
"""
PORT_MAX = 65_535


def fill(web: argparse.ArgumentParser) -> None:
    """The words of `noughts web`."""
    web.add_argument("--port", type=int, default=0, help="the port on this machine (any that is free)")
    web.add_argument("--no-browser", action="store_true", help="only say where the page is")
    web.add_argument("--export", metavar="DIR", type=Path, help="write the page into a folder, and serve nothing")


def run(arguments: argparse.Namespace) -> int:
    """Serve or export the page."""
    from noughts import web

    if arguments.export:
        arguments.export.mkdir(parents=True, exist_ok=True)
        for name, content in web.files().items():
            (arguments.export / name).write_bytes(content())
        say(f"wrote {arguments.export / 'index.html'} and what it needs")
        return 0
    if not 0 <= arguments.port <= PORT_MAX:
        raise BadInput(f"--port {arguments.port} is no port: 0 to {PORT_MAX} will do, 0 for any that is free")
    web.serve(arguments.port, not arguments.no_browser)
    return 0
