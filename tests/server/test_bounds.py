"""Places are counted before anything is awaited, and given back; what is sent is never left behind."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from jurat.runs.store.store_errors import StoreError
from jurat.server.problems import public
from jurat.server.routes import runs
from jurat.server.upload_runs import upload_folder


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
