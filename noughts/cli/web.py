"""`noughts web`: serve the page on this machine only, or export it as a folder."""

import argparse
from pathlib import Path

from noughts.cli.output import say
from noughts.errors import BadInput
from noughts.web import files, server

EXAMPLES = """\
examples:
  noughts web                     open the page in a browser; press Ctrl-C to stop
  noughts web --port 8000         always at the same address
  noughts web --export public     write the page as a folder that any web server can serve
"""
PORT_MAX = 65_535


def add_arguments(web: argparse.ArgumentParser) -> None:
    """Add the arguments of `noughts web`."""
    web.add_argument("--port", type=int, default=0, help="port on this machine (default: any free port)")
    web.add_argument("--no-browser", action="store_true", help="print the address without opening a browser")
    web.add_argument("--export", metavar="DIR", type=Path, help="write the page into a folder and exit")
    web.add_argument(
        "--force", action="store_true", help="with --export: overwrite an index.html that noughts did not write"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C is pressed, or export it; return the exit code."""
    if arguments.export:
        files.export(arguments.export, arguments.force)
        say(f"wrote {arguments.export / 'index.html'} and the files it needs")
        return 0
    if not 0 <= arguments.port <= PORT_MAX:
        raise BadInput(f"--port {arguments.port} is not a port: use 1 to {PORT_MAX}, or 0 for any free port")
    server.serve(arguments.port, not arguments.no_browser)
    return 0
