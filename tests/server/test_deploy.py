"""The files for deployment, run: systemd reads the unit, nginx stands in front, PostgreSQL keeps the runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from jurat.client import Client
from tests.runs.store.conftest import fresh_database, postgres, toys  # noqa: F401  # fixtures
from tests.runs.store.rows import write_rows
from tests.server.conftest import PATIENCE, rows_of, serving

DEPLOY = Path(__file__).parents[2] / "deploy"
BIN = Path(sys.executable).parent
NAME = "jurat.example.org"
pytestmark = pytest.mark.slow


def needs(program: str) -> str:
    """A program of the system, or the test is left out."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"NOT TESTED: {program} is not installed")
    return found


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "jurat.service").read_text(encoding="utf-8")
    (tmp_path / "jurat.service").write_text(unit.replace("/opt/jurat/bin/jurat", sys.executable))
    command = [needs("systemd-analyze"), "verify", str(tmp_path / "jurat.service")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@contextmanager
def proxied(folder: Path, address: str, port: int) -> Iterator[None]:
    """nginx with our example in front of a server, under a certificate of its own."""
    nginx, openssl = needs("nginx"), needs("openssl")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for ours, here in {
        f"/etc/ssl/{NAME}.crt": str(certificate),
        f"/etc/ssl/{NAME}.key": str(key),
        "listen 443": f"listen 127.0.0.1:{port}",
        "http://127.0.0.1:8321": address,
    }.items():
        assert ours in site
        site = site.replace(ours, here)
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"error_log {folder}/error.log;\npid {folder}/nginx.pid;\nevents {{}}\n"
    whole += f"http {{\naccess_log off;\n{temporary}\n{site}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    start = [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    checked = subprocess.run([*start, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    with subprocess.Popen([*start, "-g", "daemon off;"]) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_behind_the_proxy_all_is_answered_and_events_come_as_they_happen(
    tmp_path: Path,
    toys: dict[str, str],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    site = f"https://{NAME}:{port}"
    curl = [needs("curl"), "-sS", "--resolve", f"{NAME}:{port}:127.0.0.1"]
    curl += ["--cacert", str(tmp_path / "certificate.pem"), "--retry", "20", "--retry-connrefused"]
    for name, value in toys.items():
        monkeypatch.setenv(name, value)
    gate = tmp_path / "gate"
    rows = write_rows(tmp_path / "rows.jsonl", 200, gate)
    with (
        serving(tmp_path, None, "--name", NAME) as address,
        proxied(tmp_path, address, port),
    ):
        assert "<title>Jurat" in told([*curl, f"{site}/"])
        refused = told([*curl, "-H", "Host: evil.example", f"{site}/v1/runs"])
        assert json.loads(refused)["status"] == 421
        send = ["--data-binary", f"@{rows}", f"{site}/v1/runs?judge=toy&filename=rows.jsonl"]
        run = json.loads(told([*curl, *send]))["id"]
        follow = [*curl, "-N", f"{site}/v1/runs/{run}/events"]
        with subprocess.Popen(follow, stdout=subprocess.PIPE, text=True) as events:
            assert events.stdout is not None
            while not re.search(r'"done": [1-9]', said := events.stdout.readline()):
                assert said, "the run ended though its last row is held"
            assert '"done": 200' not in said
            gate.touch()
            rest = events.stdout.read()
        assert rest.rstrip().endswith('"done": 200}')
        assert len(told([*curl, f"{site}/v1/runs/{run}/export"]).splitlines()) == 200


def told(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout


def test_two_servers_share_a_store_in_postgresql(tmp_path: Path, postgres: str) -> None:  # noqa: F811
    store = ("--store", fresh_database(postgres))
    with (
        serving(tmp_path, None, *store) as first,
        serving(tmp_path, None, *store) as second,
        Client(first) as one,
        Client(second) as other,
    ):
        runs = [one.start("claim-lock", rows_of(tmp_path / "rows.jsonl", 40)) for _ in range(2)]
        for run in runs:
            assert list(one.follow(run))[-1].error is None
        assert {found.id for found in other.runs()} == set(runs)
        assert [row["place"] for row in other.rows(runs[0], order="-relevance", limit=7)] != []
        assert len(list(other.rows(runs[0], q="It is 7"))) == 1
        middle = other.page(runs[0], order="relevance", offset=20, limit=5)
        assert middle["rows"] == list(one.rows(runs[0], order="relevance"))[20:25]
        assert other.label(runs[0], 3, "ann", score=0.5)["id"] == 2
        assert one.agreement(runs[0])["annotators"] == ["ann"]
        assert one.compare(runs[0], runs[1])["pairs"] == 40
        other.delete(runs[0])
        assert [found.id for found in one.runs()] == [runs[1]]


def test_the_container_starts_with_a_token_only_and_tells_its_health(tmp_path: Path) -> None:
    steps = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("/opt/jurat/bin/", f"{BIN}/")
    (entry,) = re.findall(r"^ENTRYPOINT (.+)$", steps, re.MULTILINE)
    (health,) = re.findall(r"^HEALTHCHECK CMD (.+)$", steps, re.MULTILINE)
    start = [*json.loads(entry), "--port", "0"]
    settings = {"JURAT_STORE": str(tmp_path / "runs.sqlite"), "PYTHONDONTWRITEBYTECODE": "1"}
    plain = {name: value for name, value in os.environ.items() if not name.startswith("JURAT")} | settings
    refused = subprocess.run(start, env=plain, capture_output=True, text=True)
    assert (refused.returncode, "set JURAT_TOKEN or --token" in refused.stderr) == (2, True)
    secret = {**plain, "JURAT_TOKEN": "a-token-of-the-container"}
    with subprocess.Popen(start, env=secret, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            found = re.match(r"serving at http://0\.0\.0\.0:(\d+) ", said := server.stderr.readline())
            assert found, said
            check = json.loads(health.replace("8321", found[1]))
            assert subprocess.run(check, timeout=PATIENCE).returncode == 0
        finally:
            server.terminate()
            server.wait(PATIENCE)
    assert (tmp_path / "runs.sqlite").exists()
