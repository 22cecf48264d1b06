"""Grading on a Dask cluster: the same grades, with TLS too, and a sentence for whatever is not there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT
from test_course import grade, outputs, write_small_course

from bench import submissions
from noughts.course.run.workers import TLS_SETTINGS

pytestmark = [pytest.mark.slow, pytest.mark.cluster]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write_small_course(tmp_path_factory.mktemp("small") / "in")


def test_a_cluster_that_is_not_there_gets_a_sentence(small, tmp_path):
    done = grade(small, tmp_path / "out", "--cluster", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert "cannot connect to a Dask scheduler" in done.stderr or "needs Dask" in done.stderr


class Cluster:
    """A Dask scheduler on loopback, and workers that can be added."""

    def __init__(self, folder, options=("--no-dashboard",)):
        self.folder, self.dask = folder, shutil.which("dask", path=str(Path(sys.executable).parent)) or "dask"
        self.processes = []
        self.options = options
        words = ["scheduler", "--host", "127.0.0.1", "--port", "0"]
        self.scheduler = self.start(*words, stderr=subprocess.PIPE, cwd=folder)
        self.address = next(word for line in self.scheduler.stderr for word in re.findall(r"t\w+://127[\d.:]+", line))

    def start(self, *words, stderr=subprocess.DEVNULL, **more):
        words = [self.dask, *words, *self.options]
        self.processes.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=stderr, text=True, **more))
        return self.processes[-1]

    def worker(self, path):
        """A worker that finds packages at that path beside its own."""
        words = ["worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder)]
        return self.start(*words, env={**os.environ, "PYTHONPATH": str(path)}, cwd=self.folder)

    def course(self, source, folder, **more):
        """Grade a course there."""
        words = ["course", source, "--out", folder, "--quick", "--cluster", self.address]
        return subprocess.Popen(
            [sys.executable, "-m", "noughts", *words], cwd=ROOT, stderr=subprocess.PIPE, text=True, **more
        )

    def end(self):
        """End all processes that were started."""
        for process in self.processes:
            process.kill()
            process.wait()
        self.scheduler.stderr.close()


@pytest.fixture
def cluster(tmp_path):
    made = Cluster(tmp_path)
    yield made
    made.end()


def until_checked(folder, count):
    """Wait until so many results are in the journal."""
    for _ in range(600):
        journal = folder / "journal.jsonl"
        if journal.exists() and journal.read_bytes().count(b'"report"') >= count:
            return
        time.sleep(0.05)
    raise AssertionError("nothing was checked")


def test_a_dask_cluster_gives_the_same_grades_even_if_a_worker_is_killed(small, tmp_path, cluster):
    workers = [cluster.worker(ROOT) for _ in range(2)]
    run = cluster.course(small, tmp_path / "far")
    until_checked(tmp_path / "far", 2)
    workers[0].kill()
    assert run.wait(timeout=120) == 0, run.stderr.read()
    run.stderr.close()
    assert grade(small, tmp_path / "near").returncode == 0
    assert outputs(tmp_path / "far") == outputs(tmp_path / "near")


def test_a_scheduler_that_is_gone_gets_a_sentence_and_nothing_is_lost(small, tmp_path, cluster):
    cluster.worker(ROOT)
    run = cluster.course(small, tmp_path / "far")
    until_checked(tmp_path / "far", 2)
    cluster.scheduler.kill()
    told = run.communicate(timeout=90)[1]
    assert (run.returncode, "is lost: run the same command again" in told) == (2, True), told
    known = (tmp_path / "far" / "journal.jsonl").read_bytes().count(b'"report"')
    assert grade(small, tmp_path / "far").returncode == 0
    assert (tmp_path / "far" / "journal.jsonl").read_bytes().count(b'"report"') >= known


def test_a_cluster_without_workers_or_with_another_version_is_refused(small, tmp_path, cluster):
    told = cluster.course(small, tmp_path / "out").communicate(timeout=60)[1]
    assert "has no workers: start some" in told
    (tmp_path / "else" / "noughts").mkdir(parents=True)
    (tmp_path / "else" / "noughts" / "__init__.py").write_text('__version__ = "0.0.1"\n')
    cluster.worker(tmp_path / "else")
    told = cluster.course(small, tmp_path / "out").communicate(timeout=60)[1]
    assert "has noughts 0.0.1:" in told
    assert "on every worker" in told


# ---- TLS, by the commands in docs/course.md ----

STEPS = re.findall(r"^    (.*)$", (ROOT / "docs" / "course.md").read_text().partition("**TLS.**")[2], re.MULTILINE)
OPTIONS = next(line for line in STEPS if line.startswith("TLS=")).removeprefix("TLS=").strip('"').split()
SETTINGS = dict(line.removeprefix("export ").split("=") for line in STEPS if line.startswith("export "))


def make_certificate(folder):
    folder.mkdir()
    command = next(line for line in STEPS if line.startswith("openssl "))
    subprocess.run(shlex.split(command), cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def tls_cluster(tmp_path_factory):
    """A cluster with a certificate and a worker."""
    made = Cluster(make_certificate(tmp_path_factory.mktemp("tls") / "cluster"), OPTIONS)
    made.worker(ROOT)
    assert any("Register worker" in line for line in made.scheduler.stderr)  # wait until the worker is there
    yield made
    made.end()


@pytest.fixture
def two(tmp_path):
    """A course of two files."""
    (tmp_path / "in").mkdir()
    for number in (0, 70):
        (tmp_path / "in" / f"s{number}.py").write_text(submissions.made(number)[1])
    return tmp_path / "in"


def grade_with(settings, address, source, folder):
    """Grade a course there, with these of Dask's settings only."""
    without = {name: value for name, value in os.environ.items() if not name.startswith("DASK_")}
    words = ["course", source, "--out", folder, "--quick", "--cluster", address]
    return subprocess.run([sys.executable, "-m", "noughts", *words], cwd=ROOT, env=without | settings,
                          capture_output=True, text=True, timeout=120, check=False)  # fmt: skip


def in_folder(folder, settings):
    return {name: str(folder / file) for name, file in settings.items()}


def test_a_cluster_set_up_with_tls_as_the_docs_say_gives_the_same_grades(tls_cluster, two, tmp_path):
    assert tuple(SETTINGS) == TLS_SETTINGS
    assert tls_cluster.address.startswith("tls://")
    done = grade_with(in_folder(tls_cluster.folder, SETTINGS), tls_cluster.address, two, tmp_path / "far")
    assert done.returncode == 0, done.stderr
    assert grade(two, tmp_path / "near").returncode == 0
    assert outputs(tmp_path / "far") == outputs(tmp_path / "near")


def test_without_the_clusters_certificate_nobody_is_let_in_and_a_sentence_says_so(tls_cluster, two, tmp_path):
    good = in_folder(tls_cluster.folder, SETTINGS)
    own = in_folder(make_certificate(tmp_path / "own"), SETTINGS)
    there = tls_cluster.address
    for settings, address, sentence in (
        ({}, there, f"the scheduler at {there!r} needs a certificate: set {TLS_SETTINGS[0]}"),
        (own, there, f"cannot connect to a Dask scheduler at {there!r}"),
        (own | {TLS_SETTINGS[0]: good[TLS_SETTINGS[0]]}, there, "that both sides have the same certificate"),
        (good | {TLS_SETTINGS[2]: "nowhere.key"}, there, "'nowhere.key'): [Errno 2] No such file"),
        ({}, there.replace("tls:", "tcp:"), "write tls://... if it uses TLS"),
    ):
        done = grade_with(settings, address, two, tmp_path / "out")
        assert (done.returncode, sentence in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr


def first_byte(cluster, context):
    """The first byte that the scheduler sends to whoever connects; none if it refuses the connection."""
    host, port = cluster.address.removeprefix("tls://").split(":")
    context.check_hostname = False
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        try:
            with context.wrap_socket(connection) as encrypted:
                return encrypted.recv(1)  # in TLS 1.3 a refusal comes after the handshake
        except (ssl.SSLError, ConnectionError):
            return b""


def test_the_scheduler_itself_refuses_a_client_without_a_certificate(tls_cluster):
    certificate, key = (tls_cluster.folder / f"cluster.{end}" for end in ("crt", "key"))
    context = ssl.create_default_context(cafile=certificate)
    assert first_byte(tls_cluster, context) == b""
    context.load_cert_chain(certificate, key)
    assert first_byte(tls_cluster, context) != b""
