"""When things go wrong around the server: nothing kept yet, a store that is gone, an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from jurat.server.app import create_app
from jurat.server.server_limits import ServerLimits, Serving
from tests.server.conftest import HERE

ROW = b'{"query": "a?", "response": "b", "context": "b"}\n'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "new" / "runs.sqlite"


@pytest.fixture
def fresh(place: Path) -> Iterator[TestClient]:
    """A server whose store is not there yet."""
    app = create_app(Serving(store=str(place), workers=1, limits=ServerLimits(run_seconds=0.0)))
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        yield client


def test_an_empty_store_is_no_error(fresh: TestClient, place: Path) -> None:
    assert place.exists()
    assert fresh.get("/v1/runs").json() == {"runs": [], "next": None}
    answer = fresh.get("/v1/runs/last")
    assert (answer.status_code, answer.json()["detail"]) == (404, "no saved runs")


@pytest.mark.parametrize("path", ["", "/rows", "/rows/1", "/export", "/events", "/agreement"])
def test_a_run_that_is_not_there_is_said_without_telling_where_was_looked(
    fresh: TestClient, place: Path, path: str
) -> None:
    answer = fresh.get(f"/v1/runs/20200101-000000-zzz{path}")
    said = {name: answer.json()[name] for name in ("status", "detail", "field")}
    assert said == {"status": 404, "detail": "unknown run '20200101-000000-zzz'", "field": "id"}
    assert str(place.parent) not in answer.text


def test_a_store_that_is_gone_is_said_without_telling_strangers_where_it_was(
    fresh: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jurat.runs.store.store_errors import StoreError

    app: Any = fresh.app

    def gone(**_: object) -> None:
        raise StoreError("cannot be reached (no route)", where="postgresql://db/secret", hint="check it")

    monkeypatch.setattr(app.state.service.store, "runs", gone)
    ready, runs = fresh.get("/v1/ready"), fresh.get("/v1/runs")
    assert (ready.status_code, ready.json()["detail"]) == (503, "the store is unavailable")
    assert (runs.status_code, runs.headers["retry-after"]) == (503, "1")
    assert "secret" not in ready.text + runs.text
    assert fresh.get("/v1/health").status_code == 200


def test_a_run_that_takes_too_long_is_ended_and_says_so(fresh: TestClient) -> None:
    run = fresh.post("/v1/runs", params={"judge": "claim-lock"}, content=ROW * 40).json()["id"]
    app: Any = fresh.app
    for thread in app.state.service.uploads.threads:
        thread.join()
    found = fresh.get(f"/v1/runs/{run}").json()
    assert (found["finished"], found["error"]) == (None, "took longer than 0 s; send fewer rows")
    assert found["rows"] == 16, "the batch that was judged is kept"


def test_an_error_of_ours_is_a_problem_too(
    fresh: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app: Any = fresh.app

    def broken(**_: object) -> None:
        raise ZeroDivisionError("secret details")

    monkeypatch.setattr(app.state.service.store, "runs", broken)
    answer = fresh.get("/v1/runs")
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert "secret details" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"
    assert "secret details" in caplog.text
