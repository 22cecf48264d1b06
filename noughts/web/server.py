"""Serve the files of the page to this machine only."""

import contextlib
import http.server
import sys
import threading
import webbrowser
from typing import Any
from urllib.parse import unquote, urlsplit

from noughts.errors import BadInput
from noughts.web.files import TYPES, page_files

# What a browser may load for the page: its own files only. index.html repeats this policy in a meta tag, except for
# frame-ancestors, which browsers ignore there.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

# How long to wait for the next bytes of a request, or for the client to take the answer; the most open connections.
REQUEST_SECONDS_MAX = 10
CONNECTIONS_MAX = 64


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the page's files by exact name, and nothing else."""

    server_version, sys_version = "noughts", ""
    protocol_version = "HTTP/1.1"  # so that a browser can use one connection for many files
    disable_nagle_algorithm = True  # otherwise the body would wait until the browser has acknowledged the headers
    timeout = REQUEST_SECONDS_MAX

    def do_GET(self) -> None:
        """Send the file that the path names (for HEAD, only its headers), or error 404 if there is none."""
        name = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        content = page_files().get(name)
        if content is None:
            self.send_error(404, "There is no such file")
            return
        body = content()
        self.send_response(200)
        self.send_header("Content-Type", TYPES[name.rpartition(".")[2]])
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        # A browser asks for the icon again whenever the address changes.
        self.send_header("Cache-Control", "max-age=86400" if name == "icon.svg" else "no-cache")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  its name in the base class
        """Log nothing."""


class Server(http.server.ThreadingHTTPServer):
    """A server with a limited number of connections; a broken connection is not reported."""

    request_queue_size = CONNECTIONS_MAX

    def __init__(self, port: int) -> None:
        self._free = threading.Semaphore(CONNECTIONS_MAX)
        super().__init__(("127.0.0.1", port), Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer the request in its own thread; close the connection at once if CONNECTIONS_MAX others are open."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer the request, and then make room for another connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore an OSError, e.g. from a connection that was closed or timed out; report any other error."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def make_server(port: int = 0) -> Server:
    """Return a server that only this machine can reach, on `port` or, if `port` is 0, on any free port.

    Raise BadInput if the port cannot be used.
    """
    try:
        return Server(port)
    except OSError as error:
        raise BadInput(f"--port {port} cannot be used: {error.strerror}; try another, or 0 for any free port") from None


def serve(port: int, opens_browser: bool) -> None:
    """Print the page's address, and serve the page until Ctrl-C is pressed; open it in a browser if `opens_browser`."""
    with make_server(port) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        print(f"The page is at {address} (Ctrl-C to stop)", flush=True)
        if opens_browser:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    print("\nGoodbye!")


def open_browser(address: str) -> None:
    """Open the address in a browser; print a message if that fails."""
    with contextlib.suppress(webbrowser.Error):
        if webbrowser.open(address):
            return
    print(f"No browser could be opened: open {address} yourself.", file=sys.stderr)
