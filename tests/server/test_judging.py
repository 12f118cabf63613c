"""Judging over HTTP gives what judging in this process gives, and errors name the field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import jurat
from jurat.server.app import create_app
from jurat.server.server_limits import Serving
from jurat.server.worker_tasks import ModelCouncil, model_council_task
from jurat.wire import dump
from tests.server.conftest import EVIL, LIMITS

TEA = {"query": "What does tea cost?", "response": "Tea costs $9.", "contexts": ["Tea costs $5."], "id": "t"}
LABELS: dict[str, Any] = {
    "judge": "claim-lock",
    "observations": {
        "relevance": {"cosine": 0.4, "jaccard": 0.2},
        "completeness": {"keywords": ["price"], "found": ["price"]},
        "hallucination": {"anchors": [{"kind": "number", "text": "$99", "supported": True}], "overlap": 0.7},
    },
}
REVIEWS = [{"reviewer": f"r{n}", "holistic": {"m1": 8 + n % 2, "m2": 4 + n % 3}} for n in range(4)]


def test_one_case_is_judged_to_the_byte_as_in_this_process(client: TestClient) -> None:
    answer = client.post("/v1/judge", json={"judge": "claim-lock", "case": TEA})
    assert (answer.status_code, answer.content) == (200, dump(jurat.judge("claim-lock").judge(TEA)))


def test_options_are_heeded_and_signed(client: TestClient) -> None:
    options = {"thresholds": {"hallucination": 0.9}, "relevance": "answer_aware"}
    answer = client.post("/v1/judge", json={"judge": "claim-lock", "case": TEA, "options": options})
    assert "relevance:answer_aware" in answer.json()["signature"]


def test_a_batch_keeps_its_order_and_one_bad_case_spares_the_others(client: TestClient) -> None:
    cases = [TEA, {**TEA, "id": "bad", "response": " "}, {**TEA, "id": None} | {"id": 7}, {"query": "x"}]
    found = client.post("/v1/judge/batch", json={"judge": "claim-lock", "cases": cases}).json()["results"]
    assert [one["id"] for one in found] == ["t", "bad", 7, 4]
    assert [one.get("error") for one in found] == [
        None,
        "response: is empty; give the text",
        None,
        "response: is missing; add it",
    ]


def test_a_batch_is_bounded(client: TestClient) -> None:
    cases = [TEA] * (LIMITS.batch_cases + 1)
    answer = client.post("/v1/judge/batch", json={"judge": "claim-lock", "cases": cases})
    assert (answer.status_code, answer.json()["field"]) == (413, "cases")


@pytest.mark.parametrize(
    ("path", "body", "status", "field"),
    [
        ("/v1/judge", {"judge": "nobody", "case": TEA}, 422, "judge"),
        ("/v1/judge", {"judge": "claim-lock", "case": {**TEA, "query": " "}}, 422, "case.query"),
        ("/v1/judge", {"judge": "claim-lock", "case": {**TEA, "qury": "x"}}, 422, "case.qury"),
        ("/v1/judge", {"judge": "claim-lock", "case": {**TEA, "contexts": [3]}}, 422, "case.contexts[0]"),
        ("/v1/judge", {"judge": "claim-lock", "case": {**TEA, "id": [1]}}, 422, "case.id"),
        ("/v1/judge", {"judge": "claim-lock"}, 422, "case"),
        ("/v1/judge", {"judge": "claim-lock", "case": TEA, "more": 1}, 422, "more"),
        ("/v1/judge", {"judge": "claim-lock", "case": TEA, "options": {"quorum": 0}}, 422, "options.quorum"),
        ("/v1/judge", {"judge": "claim-lock", "case": TEA, "options": {"no": 0}}, 422, "options.no"),
        ("/v1/tally", {**LABELS, "observations": {"relevance": {"cosine": 2}}}, 422,
         "observations.relevance.cosine"),
        ("/v1/tally", {"judge": "nobody"}, 422, None),
        ("/v1/council", {"query": "q", "candidates": {}}, 422, "candidates"),
        ("/v1/council", {"query": "q", "candidates": {"m1": " "}}, 422, "candidates.m1"),
        ("/v1/safety", {}, 422, "text"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_field(
    client: TestClient, path: str, body: dict[str, Any], status: int, field: str | None
) -> None:
    answer = client.post(path, json=body)
    assert answer.headers["content-type"] == "application/problem+json"
    said = answer.json()
    assert (answer.status_code, said["status"], said.get("field")) == (status, status, field), said
    assert said["title"]
    assert said["detail"]


@pytest.mark.parametrize("body", [b"{", b"[" * 100_000, b"NaN", b'{"judge": NaN}', b"\xff\xfe", b"", b"null"])
@pytest.mark.parametrize("path", ["/v1/judge", "/v1/tally", "/v1/council"])
def test_what_is_no_json_is_refused(client: TestClient, path: str, body: bytes) -> None:
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


def test_where_a_body_stops_to_be_json_is_said(client: TestClient) -> None:
    body = b'{"judge": "claim-lock",\n "case": {"query": "Who?",}}'
    answer = client.post("/v1/judge", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("the body is not JSON: ")
    assert answer.json()["detail"].endswith(" at line 2, column 27")
    assert "field" not in answer.json()


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({}, "the header Content-Type is missing; send Content-Type: application/json"),
        (
            {"content-type": "text/plain"},
            "the header Content-Type is 'text/plain'; send Content-Type: application/json",
        ),
    ],
)
def test_a_body_that_is_not_said_to_be_json_names_the_header(
    client: TestClient, headers: dict[str, str], said: str
) -> None:
    answer = client.post("/v1/judge", content=b'{"judge": "claim-lock", "case": {}}', headers=headers)
    assert (answer.status_code, answer.json()["detail"]) == (415, said)


def test_a_full_queue_says_when_to_come_again(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    app: Any = client.app
    monkeypatch.setattr(app.state.service.worker_pool, "queue", 0)
    answer = client.post("/v1/judge", json={"judge": "claim-lock", "case": TEA})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert answer.json()["detail"] == "queue full; retry after the given seconds (0 requests are waiting)"
    monkeypatch.undo()
    assert client.post("/v1/judge", json={"judge": "claim-lock", "case": TEA}).status_code == 200


def test_counts_are_by_route_and_never_by_path(client: TestClient) -> None:
    assert client.get("/v1/ready").json() == {"status": "ready", "workers": 1}
    for name in ("a", "b"):
        client.get(f"/v1/runs/{name}")
    text = client.get("/metrics").text
    assert 'jurat_requests_total{method="GET",route="/v1/runs/{id}",status="404"}' in text
    assert "/v1/runs/a" not in text
    assert "jurat_workers_ready 1" in text
    assert 'jurat_request_seconds_bucket{route="/v1/ready",le="+Inf"}' in text


def test_labels_are_tallied(client: TestClient) -> None:
    found = client.post("/v1/tally", json=LABELS).json()
    assert (found["verdict"], found["metrics"][2]["value"]) == ("PASS", 0.0)


def test_a_council_is_ranked_by_its_reviews_with_intervals(client: TestClient) -> None:
    body = {"query": "Why?", "candidates": {"m1": "So.", "m2": "Not so."}, "reviews": REVIEWS}
    found = client.post("/v1/council", json=body).json()
    assert found["ranking"] == ["m1", "m2"]
    assert found["intervals"]["m1"]["n"] == 4
    assert found["intervals"]["m1"]["low"] <= found["candidates"]["m1"]["score"]
    again = client.post("/v1/council", json=body).json()
    assert again["intervals"] == found["intervals"]
    fewer = client.post("/v1/council", json={**body, "reviews": REVIEWS[:2]}).json()
    assert fewer["intervals"] == {}


def test_a_council_without_reviews_is_reviewed_by_the_rules(client: TestClient) -> None:
    case = {
        "query": "What does tea cost?",
        "candidates": {"m1": "Tea costs $5.", "m2": "Tea costs $9."},
        "contexts": ["Our tea is $5 a cup."],
    }
    found = client.post("/v1/council", json=case).json()
    assert (found["ranking"], list(found["reviewers"])) == (["m1", "m2"], ["rules"])
    assert client.post("/v1/judge", json={"judge": "council", "case": case}).json()["ranking"] == ["m1", "m2"]


def test_safety_tells_what_fails_and_where(client: TestClient) -> None:
    text = "Write to ann@firm.com about how to make a bomb."
    found = client.post("/v1/safety", json={"text": text}).json()
    assert found["passes"] is False
    assert {one["pattern"] for one in found["findings"]} == {"dangerous_instructions", "pii_exposure"}
    assert [one["text"] for one in found["personal_data"]] == ["ann@firm.com"]
    assert client.post("/v1/safety", json={"text": "Good morning."}).json()["passes"] is True


def test_the_judges_say_what_they_judge(client: TestClient) -> None:
    found = {one["name"]: one for one in client.get("/v1/judges").json()["judges"]}
    claim_lock = found["claim-lock"]
    assert (claim_lock["case"], claim_lock["top"]) == ("response", 1)
    assert claim_lock["metrics"] == ["relevance", "completeness", "hallucination"]
    assert claim_lock["scales"]["hallucination"] == {"maximum": 1.0, "higher_is_better": False}
    assert claim_lock["observers"] == ["rules", "verifier"]
    assert (found["judge-lock"]["case"], found["council"]["case"]) == ("summary", "council")


def test_hostile_text_comes_back_as_data(client: TestClient) -> None:
    case = {"query": EVIL, "response": EVIL, "contexts": [EVIL], "id": EVIL}
    answer = client.post("/v1/judge", json={"judge": "claim-lock", "case": case})
    assert (answer.headers["content-type"], answer.json()["id"]) == ("application/json", EVIL)
    lone = client.post(
        "/v1/judge",
        content=json.dumps({"judge": "claim-lock", "case": {**TEA, "response": "\ud800 is"}}).encode(),
        headers={"content-type": "application/json"},
    )
    assert lone.status_code in (200, 422)


def test_a_jury_is_counted_over_http(client: TestClient) -> None:
    votes = [{"reviewer": name, "vote": vote} for name, vote in (("a", "yes"), ("b", "no"))]
    body = {"mode": "jury", "query": "Is it open?", "votes": votes}
    found = client.post("/v1/council", json=body).json()
    assert (found["verdict"], found["share"]) == ("deadlock", 0.5)
    found = client.post("/v1/council", json={**body, "tie_breaker": "b"}).json()
    assert (found["verdict"], found["decided_by"], found["dissent"]) == ("no", "tie_breaker", ["a"])
    answer = client.post("/v1/council", json={**body, "votes": []})
    assert (answer.status_code, "votes" in answer.text) == (422, True)


def test_the_kind_of_query_is_chosen_over_http(client: TestClient) -> None:
    body = {"query": "Who was first?", "candidates": {"a": "Ann.", "b": "Bo."}, "query_type": "auto"}
    found = client.post("/v1/council", json=body).json()
    assert found["query_type"] == {"rubric": "factual", "reason": "the query has 'who was'"}


def test_models_are_called_only_if_the_server_was_started_with_them(client: TestClient) -> None:
    body = {"query": "Why?", "candidates": {"a": "So.", "b": "No."}, "reviewers": ["scripted:x.jsonl"]}
    answer = client.post("/v1/council", json=body)
    assert answer.status_code == 403
    assert "start it with --model scripted:x.jsonl" in answer.text


def test_a_server_started_with_a_model_calls_it_within_the_budget(tmp_path: Path) -> None:
    entries = [{"response": letter, **dict.fromkeys(RUBRIC, score)} for letter, score in (("A", 8), ("B", 5))]
    script = tmp_path / "replies.jsonl"
    script.write_text(json.dumps({"form": "review", "reply": {"evaluations": entries}}))
    model = f"scripted:{script}"
    prices = tmp_path / "prices.toml"
    prices.write_text(f'["{script}"]\ninput = 1\noutput = 1\n')
    store = str(tmp_path / "runs.sqlite")
    serving = Serving(store=store, workers=1, models=(model,), council_calls=1, prices=str(prices))
    body = {"query": "Why?", "candidates": {"a": "So.", "b": "No."}, "reviewers": [model]}
    with TestClient(create_app(serving), base_url="http://127.0.0.1:8321") as own:
        found = own.post("/v1/council", json=body).json()
        assert list(found["reviewers"]) == [model]
        assert (found["usage"][0]["calls"], "cost" in found["usage"][0]) == (1, True)
        assert found["observations"]["reviews"][0]["reviewer"] == model
        assert own.get("/v1/judges").json()["models"] == [{"name": model, "shown": model}]
        spent = own.post("/v1/council", json={**body, "rounds": 2, "reviewers": [model, "rules"]}).json()
        assert spent["audit"]["rounds"]["failed"] == {model: "the budget of 1 calls is spent"}


def test_a_council_over_http_takes_names_from_jurat_yaml_and_tells_the_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [{"response": letter, **dict.fromkeys(RUBRIC, score)} for letter, score in (("A", 8), ("B", 5))]
    script, prices = tmp_path / "replies.jsonl", tmp_path / "prices.toml"
    script.write_text(json.dumps({"form": "review", "reply": {"evaluations": entries}}))
    (tmp_path / "jurat.yaml").write_text(f"models:\n  house: scripted:{script}\n")
    prices.write_text("[house]\ninput = 1000\noutput = 1000\n")
    monkeypatch.chdir(tmp_path)
    body = {"query": "Why?", "candidates": {"a": "So.", "b": "No."}, "reviewers": ["house"]}
    fine, line = model_council_task(ModelCouncil(json.dumps(body).encode(), 8, prices=str(prices)))
    found = json.loads(line)
    assert (fine, sorted(found["ranking"])) == (True, ["a", "b"])
    assert [(one["seat"], "cost" in one) for one in found["usage"]] == [("house", True)]


RUBRIC = ("accuracy", "relevance", "completeness", "conciseness", "clarity")
