"""Thresholds over HTTP: the signals that verdicts follow from, and saving them to the settings."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from jurat.runs.calibration.calibrated_judges import calibrated_judge
from jurat.scoring.verdict_rules import verdict_of
from tests.server.conftest import keep, responses


def test_verdicts_follow_from_the_signals(client: TestClient, store: str) -> None:
    run = keep(store, "claim-lock", responses()[:8])
    found = client.get(f"/v1/runs/{run}/thresholds").json()
    lines = client.get(f"/v1/runs/{run}/export").text.splitlines()
    verdicts = [json.loads(line)["verdict"] for line in lines]
    rules = calibrated_judge("claim-lock").rules
    again = []
    for row in found["rows"]:
        signals = {name: None if one is None else Fraction(one) for name, one in row["signals"].items()}
        again.append(verdict_of(rules, signals, found["thresholds"]))
    assert (again, found["of"], found["labelled"]) == (verdicts, 8, 0)
    assert [rule["threshold"] for rule in found["rules"]] == ["hallucination", "relevance", "completeness"]


def test_people_and_other_runs_are_told_with_a_row(client: TestClient, store: str) -> None:
    run = keep(store, "claim-lock", responses()[:2])
    client.post(f"/v1/runs/{run}/rows/1/labels", json={"annotator": "ann", "score": 1})
    client.post(f"/v1/runs/{run}/rows/2/labels", json={"annotator": "ann", "score": 0})
    found = client.get(f"/v1/runs/{run}/thresholds").json()
    assert [row["people"] for row in found["rows"]] == ["PASS", "FAIL"]
    assert (found["labelled"], found["binary"]) == (2, True)


def test_thresholds_are_saved_beside_what_the_file_holds(
    client: TestClient, store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "jurat.yaml").write_text("judge: claim-lock  # kept\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run = keep(store, "claim-lock", responses()[:1])
    said = client.post(f"/v1/runs/{run}/thresholds", json={"thresholds": {"hallucination": 0.4}}).json()
    assert said == {"file": "jurat.yaml", "judge": "claim-lock", "thresholds": {"hallucination": 0.4}}
    text = (tmp_path / "jurat.yaml").read_text(encoding="utf-8")
    assert text.startswith("judge: claim-lock  # kept\n")
    assert "hallucination: 0.4" in text


@pytest.mark.parametrize("given", [{"summary_fail": 0.4}, {"hallucination": 2}, {"nothing": 0.1}, {}])
def test_what_is_no_threshold_of_the_judge_is_refused(
    client: TestClient, store: str, kept: str, given: dict[str, float]
) -> None:
    assert store
    answer = client.post(f"/v1/runs/{kept}/thresholds", json={"thresholds": given})
    assert answer.status_code == 422
    assert answer.json()["field"].startswith("thresholds")
