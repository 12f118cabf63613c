"""Judging one case with a model over HTTP: only with models of the server, with the usage told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from jurat.server.app import create_app
from jurat.server.server_limits import Serving

CASE = {"query": "What does tea cost?", "contexts": ["Tea costs $5."], "response": "Tea costs $9."}


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[tuple[TestClient, str]]:
    (tmp_path / "replies.jsonl").write_text('{"form": "any", "reply": "{}"}\n', encoding="utf-8")
    model = f"scripted:{tmp_path / 'replies.jsonl'}"
    serving = Serving(store=str(tmp_path / "runs.sqlite"), workers=1, models=(model,))
    with TestClient(create_app(serving), base_url="http://127.0.0.1") as client:
        yield client, model


def test_another_model_is_refused(asked: tuple[TestClient, str]) -> None:
    answer = asked[0].post("/v1/judge", json={"judge": "claim-lock", "case": CASE, "model": "gpt-x"})
    assert (answer.status_code, answer.json()["field"]) == (403, "model")


def test_the_result_names_the_model_and_the_usage_is_told(asked: tuple[TestClient, str]) -> None:
    client, model = asked
    answer = client.post("/v1/judge", json={"judge": "claim-lock", "case": CASE, "model": model})
    usage = json.loads(answer.headers["x-jurat-usage"])
    assert (answer.status_code, usage["calls"] > 0) == (200, True)
    assert "scripted" in answer.json()["signature"]
