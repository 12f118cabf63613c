"""A person corrects a label or scores a case: kept, rescored at once, and the agreement shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.conftest import keep, keep_councils, responses, summaries


@pytest.fixture
def run(store: str) -> str:
    return keep(store, "claim-lock", responses()[:4])


def anchors(result: dict[str, Any]) -> dict[str, Any]:
    """The labels of hallucination, as they may be sent back."""
    (found,) = (one["details"] for one in result["metrics"] if one["metric"] == "hallucination")
    return dict(json.loads(json.dumps(found)))


def labelled(client: TestClient, run: str, place: int, **said: Any) -> Any:
    return client.post(f"/v1/runs/{run}/rows/{place}/labels", json={"annotator": "ann", **said})


def test_a_corrected_label_is_rescored_at_once_and_kept(client: TestClient, run: str) -> None:
    row = client.get(f"/v1/runs/{run}/rows/1").json()
    assert row["result"]["metrics"][2]["value"] == 0.6667
    labels = anchors(row["result"])
    for one in labels["anchors"]:
        one.update(supported=True, evidence=None)
    answer = labelled(client, run, 1, observations={"hallucination": labels}).json()
    assert answer["result"]["metrics"][2]["value"] == 0.0
    assert "observer:labels" in answer["result"]["signature"]
    again = client.get(f"/v1/runs/{run}/rows/1").json()
    assert again["result"] == row["result"], "what the judge said stays"
    assert [(one["annotator"], one["result"]) for one in again["labels"]] == [("ann", answer["result"])]


def test_labels_that_are_sent_back_unchanged_give_the_same_scores(client: TestClient, store: str) -> None:
    run = keep(store, "judge-lock", summaries())
    for place in (1, 2):
        result = client.get(f"/v1/runs/{run}/rows/{place}").json()["result"]
        details = {one["metric"]: one["details"] for one in result["metrics"]}
        answer = labelled(client, run, place, observations=details).json()["result"]
        assert [one["value"] for one in answer["metrics"]] == [one["value"] for one in result["metrics"]]
        assert answer["overall"] == result["overall"]
    found = client.get(f"/v1/runs/{run}/agreement").json()
    assert found["metrics"]["hallucination"]["equal_share"] == 1.0
    assert found["metrics"]["overall"]["mean_difference"] == 0.0


def test_a_quote_that_is_not_in_the_text_lets_its_label_fall(client: TestClient, run: str) -> None:
    labels = anchors(client.get(f"/v1/runs/{run}/rows/2").json()["result"])
    labels["anchors"][0].update(supported=True, evidence="words that stand nowhere")
    answer = labelled(client, run, 2, observations={"hallucination": labels}).json()
    assert anchors(answer["result"])["anchors"][0]["supported"] is False


def test_scores_are_kept_and_agreement_has_every_n(client: TestClient, run: str) -> None:
    assert labelled(client, run, 1, score=0.25).status_code == 200
    assert labelled(client, run, 1, score=0.5).status_code == 200
    assert labelled(client, run, 2, score={"hallucination": 0.5}, note="half").status_code == 200
    assert [one["score"] for one in client.get(f"/v1/runs/{run}/rows/1").json()["labels"]] == [0.25, 0.5]
    values = [row["values"] for row in client.get(f"/v1/runs/{run}/rows").json()["rows"]]
    found = client.get(f"/v1/runs/{run}/agreement").json()
    assert (found["rows"], found["labels"], found["annotators"]) == (2, 2, ["ann"])
    hallucination = found["metrics"]["hallucination"]
    assert hallucination["n"] == 1
    assert hallucination["mean_difference"] == pytest.approx(0.5 - values[1]["hallucination"])
    assert (hallucination["spearman"], hallucination["equal_share"]) == (None, None)
    goodness = (values[0]["relevance"] + values[0]["completeness"] + 1 - values[0]["hallucination"]) / 3
    assert found["metrics"]["overall"]["mean_difference"] == pytest.approx(0.5 - goodness)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({}, "observations"),
        ({"score": 0.5, "observations": {}}, "observations"),
        ({"score": 1.5}, "score"),
        ({"score": {"beauty": 0.5}}, "score.beauty"),
        ({"observations": {"hallucination": {"anchors": [{"kind": "number"}]}}},
         "observations.hallucination.anchors[0].supported"),
        ({"observations": {"coverage": {}}}, "observations.coverage"),
        ({"score": 0.5, "annotator": ""}, "annotator"),
    ],
)  # fmt: skip
def test_what_is_no_label_is_refused_and_not_kept(
    client: TestClient, run: str, said: dict[str, Any], field: str
) -> None:
    answer = labelled(client, run, 1, **said)
    assert (answer.status_code, answer.json()["field"]) == (422, field), answer.text
    assert client.get(f"/v1/runs/{run}/rows/1").json()["labels"] == []


@pytest.fixture
def council(store: str) -> str:
    """A run of a council of three reviewers over the example questions."""
    return keep_councils(store)


def reviews_of(client: TestClient, run: str) -> dict[str, dict[str, Any]]:
    """The reviews of the first question, by reviewer."""
    kept = client.get(f"/v1/runs/{run}/rows/1").json()["result"]["observations"]["reviews"]
    return {one["reviewer"]: one for one in kept}


def test_a_score_of_a_councils_reviewer_is_corrected_and_the_council_settled_again(
    client: TestClient, council: str
) -> None:
    row = client.get(f"/v1/runs/{council}/rows/1").json()["result"]
    assert (row["ranking"], row["candidates"]["fluent"]["score"]) == (["careful", "terse", "fluent"], 4.0)
    mild = reviews_of(client, council)["mild"]
    mild["evaluations"]["fluent"]["accuracy"] = 10
    answer = labelled(client, council, 1, observations={"reviews": [mild]}).json()
    before, after = (one["candidates"]["fluent"]["uncapped"] for one in (row, answer["result"]))
    assert (before, after) == (4.41, 5.52)
    assert "observer:labels" in answer["result"]["signature"]
    again = client.get(f"/v1/runs/{council}/rows/1").json()
    assert again["result"] == row, "what the council said stays"
    assert again["labels"][0]["result"]["observations"]["reviews"][1] == mild
    found = client.get(f"/v1/runs/{council}/agreement").json()
    accuracy = found["metrics"]["accuracy"]
    assert (accuracy["labels"], accuracy["equal_labels"], accuracy["mean_difference"]) == (3, 2, 2.0)
    assert found["metrics"]["overall"]["n"] == 3
    assert found["verdicts"] == {"n": 1, "equal": 1, "equal_share": 1.0}


def test_a_person_reviews_beside_the_council(client: TestClient, council: str) -> None:
    dimensions = ("accuracy", "relevance", "completeness", "conciseness", "clarity")
    scores = {"careful": 2, "terse": 9, "fluent": 2}
    own = {"reviewer": "ann", "evaluations": {c: dict.fromkeys(dimensions, n) for c, n in scores.items()}}
    answer = labelled(client, council, 1, observations={"reviews": [own]}).json()["result"]
    assert list(answer["reviewers"]) == ["strict", "mild", "hasty", "ann"]
    assert answer["ranking"][0] == "terse"
    found = client.get(f"/v1/runs/{council}/agreement").json()
    accuracy = found["metrics"]["accuracy"]
    means = {"careful": 9, "terse": 28 / 3, "fluent": 11 / 3}
    expected = sum(scores[name] - mean for name, mean in means.items()) / 3
    assert (accuracy["n"], accuracy["labels"]) == (3, 0)
    assert accuracy["mean_difference"] == pytest.approx(expected)
    assert found["verdicts"]["equal"] == 0


@pytest.mark.parametrize(
    ("observations", "field"),
    [
        ({}, "observations.reviews"),
        ({"reviews": []}, "observations.reviews"),
        ({"hallucination": {}}, "observations.hallucination"),
        ({"reviews": [{"reviewer": "ann", "holistic": {"nobody": 5}}]},
         "observations.reviews[0].holistic.nobody"),
        ({"reviews": [{"reviewer": "ann", "evaluations": {"careful": {"accuracy": 11}}}]},
         "observations.reviews[0].evaluations.careful.accuracy"),
        ({"reviews": [{"holistic": {"careful": 5}}]}, "observations.reviews[0].reviewer"),
    ],
)  # fmt: skip
def test_what_is_no_review_is_refused(
    client: TestClient, council: str, observations: dict[str, Any], field: str
) -> None:
    answer = labelled(client, council, 1, observations=observations)
    assert (answer.status_code, answer.json()["field"]) == (422, field), answer.text
    assert client.get(f"/v1/runs/{council}/rows/1").json()["labels"] == []


def test_a_row_that_failed_can_be_scored_but_not_corrected(client: TestClient) -> None:
    good, bad = (json.dumps({"query": "a?", "response": one, "context": "c"}) for one in ("b", " "))
    body = f"{bad}\n{good}\n".encode()
    run = client.post("/v1/runs", params={"judge": "claim-lock"}, content=body).json()["id"]
    with client.stream("GET", f"/v1/runs/{run}/events") as answer:
        assert "finished" in "".join(answer.iter_text())
    assert labelled(client, run, 1, observations={"hallucination": {}}).status_code == 422
    assert labelled(client, run, 1, score=0.0).status_code == 200
    assert json.loads(client.get(f"/v1/runs/{run}/agreement").text)["metrics"]["overall"]["n"] == 0
