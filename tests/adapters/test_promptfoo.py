"""The assertion script of promptfoo, called as promptfoo calls it."""

from __future__ import annotations

from jurat.adapters.promptfoo_assert import get_assert
from tests.adapters.adapter_cases import CONTEXTS, QUERY, REASON, RIGHT, WRONG

VARS = {"query": QUERY, "context": CONTEXTS[0]}


def test_an_output_passes_or_fails_with_its_reason_and_parts() -> None:
    right, wrong = (get_assert(one, {"vars": VARS, "prompt": "p"}) for one in (RIGHT, WRONG))
    assert (right["pass"], right["score"], wrong["pass"], wrong["score"]) == (True, 1.0, False, 0.0)
    assert REASON in wrong["reason"]
    assert len(wrong["componentResults"]) == 3


def test_config_names_judge_metric_and_threshold() -> None:
    config = {"judge": "claim-lock", "metric": "hallucination", "threshold": 0.9}
    assert get_assert(RIGHT, {"vars": VARS, "config": config})["score"] == 1.0
    unknown = get_assert(RIGHT, {"vars": VARS, "config": {"judge": "nobody"}})
    assert (unknown["pass"], unknown["reason"][:30]) == (False, "judge: unknown judge 'nobody';")


def test_missing_data_does_not_pass() -> None:
    config = {"metric": "hallucination"}
    found = get_assert(RIGHT, {"vars": {"query": QUERY}, "config": config})
    assert found["pass"] is False
    assert found["reason"].startswith("unscored: ")
    assert get_assert("", {"vars": VARS})["reason"] == "response: is empty; give the text"
