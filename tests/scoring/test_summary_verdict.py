"""Verdicts of the summary judges from labels: which rule decides, and that every threshold can be set."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import claims, score, segments, summary_labels

JUDGES = ("twin-lock", "judge-lock", "judge-lock-ultra")


def verdict(labels: dict[str, Any], **thresholds: float) -> tuple[str, list[str]]:
    result = score({**labels, "options": {"thresholds": thresholds}} if thresholds else labels)
    return result["verdict"], result["reasons"]


@pytest.mark.parametrize("judge", JUDGES)
def test_a_flawless_summary_passes(judge: str) -> None:
    assert verdict(summary_labels(judge)) == ("PASS", [])


@pytest.mark.parametrize("judge", JUDGES)
def test_one_unsupported_claim_among_good_ones_fails_and_is_named(judge: str) -> None:
    labels = summary_labels(judge, hallucination__claims=claims(supported=2, unsupported=1))
    labels["observations"]["hallucination"]["claims"][2]["text"] = "The mayor resigned."
    found, reasons = verdict(labels)
    assert found == "FAIL"
    assert reasons[0] == "unsupported_claim: The mayor resigned."


def test_a_partial_claim_warns() -> None:
    labels = summary_labels("twin-lock", hallucination__claims=claims(supported=2, partial=1))
    found, reasons = verdict(labels)
    assert found == "WARN"
    assert reasons[0].startswith("partial_claim")


def test_the_share_of_unsupported_claims_that_fails_can_be_set() -> None:
    labels = summary_labels("twin-lock", hallucination__claims=claims(supported=2, unsupported=1))
    assert verdict(labels, summary_unsupported=0.5, summary_fail=0.0, summary_warn=0.0)[0] == "PASS"


def test_a_low_overall_warns_or_fails_by_its_thresholds() -> None:
    labels = summary_labels("twin-lock", relevance__segments=segments(0.5))  # relevance 5, overall 9
    assert score(labels)["overall"] == 9.0
    assert verdict(labels) == ("PASS", [])
    assert verdict(labels, summary_warn=0.9) == ("PASS", [])
    assert verdict(labels, summary_warn=0.95) == ("WARN", ["middling_overall"])
    assert verdict(labels, summary_fail=0.95) == ("FAIL", ["low_overall"])


def test_a_missing_metric_warns_beside_the_error() -> None:
    labels = summary_labels("twin-lock")
    del labels["observations"]["alignment"]
    result = score(labels)
    assert (result["error"], result["verdict"], result["reasons"]) == ("missing_metric", "WARN", ["unscored"])
