"""Places are counted before anything is awaited, and given back; what is sent is never left behind."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive

from jurat.runs.store.store_errors import StoreError
from jurat.server.app import create_app
from jurat.server.problems import public
from jurat.server.routes import runs
from jurat.server.server_limits import ServerLimits, Serving
from jurat.server.upload_runs import upload_folder
from tests.server.conftest import HERE


def test_exports_are_limited_and_give_their_place_back(client: TestClient, kept: str) -> None:
    service: Any = client.app.state.service  # type: ignore[attr-defined]
    for _ in range(3 * service.limits.exports):
        assert client.get(f"/v1/runs/{kept}/export").status_code == 200
    assert service.exports == 0
    service.exports = service.limits.exports
    refused = client.get(f"/v1/runs/{kept}/export")
    service.exports = 0
    assert refused.status_code == 429
    assert client.get("/v1/runs/20200101-000000-abc/export").status_code == 404
    assert service.exports == 0


def test_followers_are_counted_before_the_run_is_looked_up(client: TestClient, kept: str) -> None:
    service: Any = client.app.state.service  # type: ignore[attr-defined]
    assert b"event: end" in client.get(f"/v1/runs/{kept}/events").content
    assert client.get("/v1/runs/20200101-000000-abc/events").status_code == 404
    assert service.followers == 0
    service.followers = service.limits.followers
    assert client.get(f"/v1/runs/{kept}/events").status_code == 429
    service.followers = 0


def test_a_run_whose_process_died_ends_for_its_followers(
    client: TestClient, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service: Any = client.app.state.service  # type: ignore[attr-defined]
    found = replace(service.store.find(kept), finished=None)
    monkeypatch.setattr(type(service.store), "find", lambda *_: found)
    monkeypatch.setattr(runs, "POLL_SECONDS", 0.01)
    short = replace(service.serving, limits=replace(service.limits, stalled_seconds=0.05))
    monkeypatch.setattr(service, "serving", short)
    said = client.get(f"/v1/runs/{kept}/events").text
    assert '"status": "stalled"' in said
    assert "no progress for" in said


@pytest.mark.parametrize("path", ["/v1/runs/last/export", "/v1/runs", "/metrics"])
def test_other_sites_get_nothing(client: TestClient, path: str) -> None:
    refused = client.get(path, headers={"sec-fetch-site": "cross-site"})
    assert refused.status_code == 403
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


def test_where_the_store_is_stays_in_the_log() -> None:
    error = StoreError("cannot be reached (connect to db.internal:5432)", where="postgresql://db.internal/x")
    assert public(error) == "the store: cannot be reached; see the server log"
    assert "secret" not in public(StoreError("database error: table secret", where="/srv/secret.sqlite"))


def test_what_dead_servers_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead, other = tmp_path / "jurat-uploads-99999999-abc", tmp_path / "jurat-uploads-x"
    mine = tmp_path / f"jurat-uploads-{os.getpid()}-abc"
    for folder in (dead, other, mine):
        folder.mkdir()
        (folder / "rows.jsonl").write_text("{}")
    made = Path(upload_folder())
    assert (dead.exists(), other.exists(), mine.exists(), made.is_dir()) == (False, True, True, True)


SENT = {"type": "http.request", "body": b'{"query": "a?", ', "more_body": True}


async def answered(client: TestClient, path: str, receive: Receive) -> list[Message]:
    """What the server sends to somebody who sends a body in a way of their own."""
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    scope: dict[str, Any] = {"type": "http", "method": "POST", "scheme": "http", "path": path}
    scope |= {"query_string": b"judge=claim-lock", "http_version": "1.1", "client": ("127.0.0.1", 9)}
    scope |= {"headers": [(b"host", b"127.0.0.1:8321"), (b"content-type", b"application/json")]}
    await client.app(scope, receive, send)
    return said


def assert_nothing_left(client: TestClient) -> None:
    service: Any = client.app.state.service  # type: ignore[attr-defined]
    assert list(Path(service.uploads.folder).iterdir()) == []
    assert service.uploads.under_way == 0


@pytest.mark.parametrize("path", ["/v1/runs", "/v1/judge"])
def test_who_hangs_up_leaves_no_file_and_is_no_error_of_ours(
    client: TestClient, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    parts: list[Message] = [{"type": "http.disconnect"}, SENT]

    async def receive() -> Message:
        return parts.pop()

    assert asyncio.run(answered(client, path, receive)) == []
    assert_nothing_left(client)
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == []


def test_an_upload_that_is_cancelled_leaves_no_file(client: TestClient) -> None:
    async def cancelled() -> None:
        begun = asyncio.Event()
        parts = [SENT]

        async def receive() -> Message:
            if parts:
                return parts.pop()
            begun.set()
            await asyncio.Event().wait()
            raise AssertionError

        sending = asyncio.create_task(answered(client, "/v1/runs", receive))
        await begun.wait()
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending

    asyncio.run(cancelled())
    assert_nothing_left(client)


def test_an_upload_that_never_ends_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    limits = ServerLimits(upload_seconds=0.05)
    app = create_app(Serving(store=str(tmp_path / "runs.sqlite"), workers=1, limits=limits))

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    with TestClient(app, base_url=HERE) as client:
        started, *_ = asyncio.run(answered(client, "/v1/runs", receive))
        assert started["status"] == 408
        assert_nothing_left(client)
