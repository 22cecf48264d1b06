"""The page's server and its exported folder: what they give out, and what they refuse."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.client
import http.server
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from conftest import IN_BROWSER, ROOT, click_cell, heed_ctrl_c, new_page, position_of, wait_for_turn
from test_cli import noughts

from noughts.errors import BadInput
from noughts.web import files, server


def get(address, path, method="GET"):
    with closing(http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"), timeout=10)) as connection:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())


@pytest.mark.parametrize("path", ["/../web.py", "/..%2fweb.py", "/%2e%2e/web.py", "//etc/passwd", "/page/index.html", "/x" * 3000,
                                  "/index.html/", "/\\..\\web.py", "/%00", "/__init__.py"])  # fmt: skip
def test_only_the_pages_own_files_are_given_out(address, path):
    status, body, _ = get(address, path)
    assert status in (400, 404, 414)
    assert b"import" not in body


def test_files_come_with_a_strict_policy(address):
    status, body, headers = get(address, "/")
    assert status == 200
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert b"<script defer src=" in body
    assert b"<script>" not in body
    assert get(address, "/style.css", "HEAD")[:2] == (200, b"")
    assert get(address, "/", "POST")[0] == 501


def test_it_serves_on_loopback_says_where_and_stops_on_ctrl_c():
    server = subprocess.Popen(
        [sys.executable, "-m", "noughts", "web", "--no-browser"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    )
    said = server.stdout.readline()
    assert said.startswith("The page is at http://127.0.0.1:")
    assert get(said.split()[4], "/noughts.js")[0] == 200
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=20) == 0
    assert server.stdout.read().strip() == "Goodbye!"
    server.stdout.close()


def test_bad_options_get_a_sentence(tmp_path):
    assert "is not a port" in noughts("web", "--port", "99999").stderr
    (tmp_path / "file").write_text("")
    done = noughts("web", "--export", tmp_path / "file")
    assert (done.returncode, "File exists" in done.stderr) == (2, True)


def test_somebody_elses_page_is_overwritten_only_by_force(tmp_path):
    (tmp_path / "index.html").write_text("<h1>Somebody else's</h1>")
    with pytest.raises(BadInput, match="--force"):
        files.export(tmp_path)
    assert (tmp_path / "index.html").read_text() == "<h1>Somebody else's</h1>"
    files.export(tmp_path, is_forced=True)
    files.export(tmp_path)


def test_a_port_in_use_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = noughts("web", "--no-browser", "--port", port)
    assert (done.returncode, port in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_the_first_load_is_small():
    """Play loads the page and what its first lines name; the scripts of the other views are loaded when they are wanted."""
    pages = files.page_files()
    first = {name for name in pages if name in pages["index.html"]().decode()} | {"index.html"}
    sizes = {name: len(gzip.compress(content(), 9)) for name, content in pages.items() if name != "help.html"}
    assert sum(sizes[name] for name in first - {"help.html"}) < 45_000, sizes
    assert sum(sizes.values()) < 66_000, sizes


def test_every_script_is_in_one_of_the_two_that_are_loaded():
    scripts = {path.stem for path in Path(files.__file__).with_name("page").glob("*.js")}
    assert sorted(scripts) == sorted([*files.PLAY_SCRIPTS, *files.VIEW_SCRIPTS])


@IN_BROWSER
@pytest.mark.parametrize("way", ["server", "sub-path", "double click"])
def test_the_exported_folder_works_from_anywhere(browser, tmp_path, way):
    folder = tmp_path / "public" / "games"
    files.export(folder)
    root = folder if way == "server" else tmp_path / "public"
    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{host.server_address[1]}/"
    address = {"server": base, "sub-path": f"{base}games/", "double click": folder.as_uri() + "/index.html"}[way]
    for page in new_page(browser, address, base if way != "double click" else folder.as_uri()):
        click_cell(page, 0)
        wait_for_turn(page)
        assert position_of(page).count("O") == 1
    host.shutdown()
    host.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_the_page_imports_nothing_and_names_no_other_host():
    for path in Path(server.__file__).with_name("page").iterdir():
        text = path.read_text()
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", ""), path.name
        assert "innerHTML" not in text


def test_broken_requests_leave_no_trace_and_block_nobody(address, capfd):
    port = int(address.rsplit(":", 1)[1].strip("/"))
    waiting = [socket.create_connection(("127.0.0.1", port)) for _ in range(server.CONNECTIONS_MAX // 2)]
    for nonsense in (b"\r\n", b"GET\r\n\r\n", b"\xff\xfe\x00 / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 70_000):
        with socket.create_connection(("127.0.0.1", port)) as broken, contextlib.suppress(OSError):
            broken.sendall(nonsense)
    with urllib.request.urlopen(address) as answer:
        assert answer.status == 200
    for connection in waiting:
        connection.close()
    assert "Traceback" not in capfd.readouterr().err


def test_more_connections_than_allowed_are_closed():
    running = server.make_server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    place = running.server_address[:2]
    held = [socket.create_connection(place) for _ in range(server.CONNECTIONS_MAX)]
    one_more = socket.create_connection(place)
    one_more.settimeout(60)
    assert one_more.recv(1) == b""  # closed at once
    for connection in [*held, one_more]:
        connection.close()
    running.shutdown()
    running.server_close()


def test_a_connection_that_says_nothing_is_closed(monkeypatch):
    monkeypatch.setattr(server.Handler, "timeout", 0.2)
    running = server.make_server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    with socket.create_connection(running.server_address[:2]) as silent:
        silent.settimeout(60)
        assert silent.recv(1) == b""
    running.shutdown()
    running.server_close()
