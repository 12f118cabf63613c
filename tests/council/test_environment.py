"""Weights from the environment: the original document's four variables are its own rubric."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jurat.errors import OptionError
from jurat.settings import council_environment
from tests.council.conftest import Run

FOUR = {
    "LLM_COUNCIL_WEIGHT_ACCURACY": "0.35",
    "LLM_COUNCIL_WEIGHT_COMPLETENESS": "0.25",
    "LLM_COUNCIL_WEIGHT_CONCISENESS": "0.20",
    "LLM_COUNCIL_WEIGHT_CLARITY": "0.20",
}
PRINTED = {
    "Response A": {"accuracy": 9, "completeness": 8, "conciseness": 7, "clarity": 8, "overall": 8.15},
    "Response B": {"accuracy": 7, "completeness": 9, "conciseness": 9, "clarity": 8, "overall": 8.0},
    "Response C": {"accuracy": 6, "completeness": 6, "conciseness": 5, "clarity": 7, "overall": 6.0},
}


def test_the_four_printed_variables_mean_classic() -> None:
    assert council_environment(FOUR) == {"rubric": "classic"}


def test_four_other_values_that_sum_to_one_are_a_rubric_of_four() -> None:
    found = council_environment(
        {**FOUR, "JURAT_COUNCIL_WEIGHT_ACCURACY": "0.40", "LLM_COUNCIL_WEIGHT_CLARITY": "0.15"}
    )
    assert found["weights"] == {"accuracy": 0.4, "clarity": 0.15, "completeness": 0.25, "conciseness": 0.2}


def test_with_relevance_they_change_the_default_rubric() -> None:
    five = {**FOUR, "LLM_COUNCIL_WEIGHT_COMPLETENESS": "0.15", "LLM_COUNCIL_WEIGHT_RELEVANCE": "0.10"}
    assert council_environment(five)["weights"]["relevance"] == 0.1


def test_four_that_do_not_sum_to_one_are_refused_by_name() -> None:
    with pytest.raises(OptionError, match=r"environment: WEIGHT_ACCURACY.*: sum to 1\.25"):
        council_environment({**FOUR, "LLM_COUNCIL_WEIGHT_ACCURACY": "0.5"})


def test_the_printed_example_is_scored_as_printed(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in FOUR.items():
        monkeypatch.setenv(name, value)
    review = {"reviewer": "r", "ranking": list(PRINTED), "evaluations": PRINTED}
    made = {"judge": "council", "candidates": dict.fromkeys(PRINTED, "An answer."), "reviews": [review]}
    (tmp_path / "printed.jsonl").write_text(json.dumps(made))
    code, out, _ = command("score", "printed.jsonl")
    found = json.loads(out)
    assert code == 0
    assert found["ranking"] == list(PRINTED)
    assert [one["score"] for one in found["candidates"].values()] == [8.15, 8.1, 6.0]
