"""Judging with a model over HTTP: only with models of the server, estimated before and told after."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from jurat.server.app import create_app
from jurat.server.server_limits import Serving
from tests.server.test_uploads import followed

CASE = {"query": "What does tea cost?", "contexts": ["Tea costs $5."], "response": "Tea costs $9."}
ANCHOR = {
    "anchor": "Tea costs $9",
    "kind": "claim",
    "reason": "the context says $5",
    "evidence": "Tea costs $5",
    "label": "unsupported",
}
ROWS = b"".join(
    json.dumps({**CASE, "query": f"What does tea {n} cost?", "id": n}).encode() + b"\n" for n in range(3)
)
RUN_CALLS = 2


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[tuple[TestClient, str]]:
    """A server with one model of one reply, whose million tokens cost 1000 in and 2000 out."""
    reply = {"form": "anchors", "reply": {"anchors": [ANCHOR]}}
    (tmp_path / "replies.jsonl").write_text(json.dumps(reply) + "\n", encoding="utf-8")
    model = f"scripted:{tmp_path / 'replies.jsonl'}"
    prices = tmp_path / "prices.toml"
    prices.write_text(f'["{model}"]\ninput = 1000\noutput = 2000\n', encoding="utf-8")
    serving = Serving(
        store=str(tmp_path / "runs.sqlite"),
        workers=1,
        models=(model,),
        run_calls=RUN_CALLS,
        prices=str(prices),
    )
    with TestClient(create_app(serving), base_url="http://127.0.0.1") as client:
        yield client, f"llm:{model}"


def sent(client: TestClient, path: str, observer: str, rows: bytes = ROWS) -> tuple[int, dict[str, object]]:
    """What the server answers to a file that is to be observed by somebody."""
    given = {"judge": "claim-lock", "filename": "rows.jsonl", "observer": observer}
    answer = client.post(path, params=given, content=rows)
    return answer.status_code, answer.json()


@pytest.mark.parametrize(("observer", "status"), [("llm:gpt-x", 403), ("gpt-x", 422)])
def test_another_model_is_refused(asked: tuple[TestClient, str], observer: str, status: int) -> None:
    client, _ = asked
    answer = client.post("/v1/judge", json={"judge": "claim-lock", "case": CASE, "observer": observer})
    assert (answer.status_code, answer.json()["field"]) == (status, "observer")
    for path in ("/v1/runs", "/v1/estimate"):
        code, told = sent(client, path, observer)
        assert (code, told["field"]) == (status, "observer")


def test_the_result_names_the_model_and_the_usage_is_told(asked: tuple[TestClient, str]) -> None:
    client, model = asked
    answer = client.post("/v1/judge", json={"judge": "claim-lock", "case": CASE, "observer": model})
    usage = json.loads(answer.headers["x-jurat-usage"])
    assert (answer.status_code, usage["calls"]) == (200, 1)
    assert "scripted" in answer.json()["signature"]


def test_a_run_is_estimated_before_and_nothing_is_spent_or_kept(asked: tuple[TestClient, str]) -> None:
    client, model = asked
    code, told = sent(client, "/v1/estimate", model)
    assert (code, told["rows"], told["calls"], told["max_calls"]) == (200, 3, 3, RUN_CALLS)
    tokens = told["prompt_tokens"]
    assert isinstance(tokens, int)
    assert 1000 < tokens < 6000
    assert told["cost"] == f"{tokens / 1000:.3f}"
    assert client.get("/v1/runs").json()["runs"] == []


def test_an_estimate_of_many_rows_is_that_of_the_first_ones(asked: tuple[TestClient, str]) -> None:
    client, model = asked
    one, many = (sent(client, "/v1/estimate", model, ROWS[:-1] + b"\n" * 2 + ROWS * n)[1] for n in (0, 99))
    assert (one["rows"], many["rows"], many["calls"]) == (3, 300, 300)
    assert isinstance(one["prompt_tokens"], int)
    assert many["prompt_tokens"] == pytest.approx(100 * one["prompt_tokens"], rel=0.01)


def test_only_models_have_an_estimate(asked: tuple[TestClient, str]) -> None:
    code, told = sent(asked[0], "/v1/estimate", "rules")
    assert (code, told["detail"]) == (422, "observer: 'rules' calls no model")


def test_a_file_is_judged_by_a_model_within_its_calls_and_the_usage_is_told(
    asked: tuple[TestClient, str],
) -> None:
    client, model = asked
    code, told = sent(client, "/v1/runs", model)
    assert code == 202
    run = str(told["id"])
    assert followed(client, run)[-1] == ("end", {"status": "finished", "error": None, "done": 3})
    found = client.get(f"/v1/runs/{run}").json()
    assert found["observer"].startswith("llm(scripted:")
    assert found["usage"] == {"calls": 2, "prompt_tokens": 0, "completion_tokens": 0, "cost": "0"}
    metric = found["summary"]["metrics"]["hallucination"]
    assert (metric["scored"], metric["unscored"]) == (2, 1)
    row = client.get(f"/v1/runs/{run}/rows/3").json()["result"]
    assert [one["unscored"] for one in row["metrics"] if "unscored" in one] == [
        "the budget of 2 calls is spent"
    ]


def test_a_run_without_models_has_no_usage(asked: tuple[TestClient, str]) -> None:
    client, _ = asked
    run = str(sent(client, "/v1/runs", "rules")[1]["id"])
    followed(client, run)
    found = client.get(f"/v1/runs/{run}").json()
    assert (found["observer"], found["usage"]) == ("rules", None)


def test_the_server_tells_which_judges_models_can_observe_for(asked: tuple[TestClient, str]) -> None:
    judges = {one["name"]: one for one in asked[0].get("/v1/judges").json()["judges"]}
    assert [judges[name]["models"] for name in ("claim-lock", "retrieval", "council")] == [True, False, False]
