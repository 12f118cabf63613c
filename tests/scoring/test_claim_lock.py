"""Claim-Lock from labels: three metrics, the verdict and its reasons."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import metric, response_labels, score, spoiled


@pytest.mark.parametrize(
    ("cosine", "jaccard", "expected"),
    [(0.4, 0.2, 0.3), (None, 0.2, 0.2), (0.0, 0.0, 0.0), (0.12345, 0.0, 0.0617)],
)
def test_relevance_is_the_mean_of_cosine_and_jaccard(
    cosine: float | None, jaccard: float, expected: float
) -> None:
    result = score(response_labels(cosine=cosine, jaccard=jaccard))
    assert metric(result, "relevance")["value"] == expected
    assert metric(result, "relevance")["raw"] == expected


@pytest.mark.parametrize(
    ("keywords", "found", "expected"),
    [
        (("a", "b", "c"), ("a", "c"), 0.6667),
        ((), (), 1.0),
        (("a",), (), 0.0),
        (("a", "a", "b"), ("a",), 0.5),
        (("a",), ("a", "z"), 1.0),
    ],
)
def test_completeness_is_the_share_of_keywords_found(
    keywords: tuple[str, ...], found: tuple[str, ...], expected: float
) -> None:
    assert metric(score(response_labels(keywords=keywords, found=found)), "completeness")["value"] == expected


@pytest.mark.parametrize(
    ("supported", "unsupported", "overlap", "expected", "risk"),
    [
        (4, 0, 0.7, 0.0, "low"),
        (3, 1, 0.7, 0.25, "low"),
        (1, 1, 0.7, 0.5, "low"),  # 0.5 is not above 0.5
        (9, 11, 0.7, 0.55, "elevated"),
        (2, 3, 0.7, 0.6, "elevated"),
        (1, 2, 0.7, 0.6667, "high"),
        (0, 0, 0.7, 0.0, "low"),
        (4, 0, 0.19, 0.2, "low"),  # drift
        (4, 0, 0.2, 0.0, "low"),
        (3, 1, 0.1, 0.25, "low"),  # the larger of the two
    ],
)
def test_hallucination_is_the_share_of_unsupported_anchors_or_the_drift(
    supported: int, unsupported: int, overlap: float, expected: float, risk: str
) -> None:
    result = score(response_labels(supported=supported, unsupported=unsupported, overlap=overlap))
    assert metric(result, "hallucination")["value"] == expected
    assert metric(result, "hallucination")["details"]["computed"]["risk"] == risk


@pytest.mark.parametrize(
    ("changes", "verdict", "reasons"),
    [
        ({}, "PASS", []),
        ({"supported": 1, "unsupported": 1}, "PASS", []),
        ({"supported": 9, "unsupported": 10}, "FAIL", ["hallucination"]),
        ({"cosine": 0.1, "jaccard": 0.1}, "PASS", []),  # 0.1 is not below 0.1
        ({"cosine": 0.1, "jaccard": 0.09}, "FAIL", ["irrelevant"]),
        ({"keywords": tuple("abcde"), "found": tuple("abc")}, "PASS", []),  # 0.6 is not below 0.6
        ({"keywords": tuple("abcde"), "found": tuple("ab")}, "WARN", ["incomplete"]),
        (
            {
                "cosine": 0.0,
                "jaccard": 0.0,
                "keywords": ("a",),
                "found": (),
                "supported": 0,
                "unsupported": 1,
            },
            "FAIL",
            ["hallucination", "irrelevant", "incomplete"],
        ),
        ({"overlap": 0.1}, "PASS", ["topic_drift"]),
        ({"supported": 0, "overlap": 0.1}, "PASS", ["topic_drift", "no_anchors"]),
        ({"supported": 0}, "PASS", ["no_anchors"]),
    ],
)
def test_the_verdict_is_the_first_rule_that_holds(
    changes: dict[str, Any], verdict: str, reasons: list[str]
) -> None:
    result = score(response_labels(**changes))
    assert (result["verdict"], result["reasons"]) == (verdict, reasons)


def test_no_context_leaves_hallucination_unscored_and_warns() -> None:
    made = spoiled(response_labels(), "observations.hallucination", {"no_context": True})
    result = score(made)
    assert "no context" in metric(result, "hallucination")["unscored"]
    assert (result["verdict"], result["reasons"]) == ("WARN", ["unscored", "no_context"])


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("relevance", "relevance"),
        ("completeness", "completeness"),
        ("hallucination", "hallucination"),
        ("relevance.jaccard", "relevance"),
        ("completeness.found", "completeness"),
        ("completeness.keywords", "completeness"),
        ("hallucination.anchors", "hallucination"),
        ("hallucination.overlap", "hallucination"),
    ],
)
def test_an_absent_label_leaves_its_metric_unscored_and_warns(path: str, name: str) -> None:
    result = score(spoiled(response_labels(), f"observations.{path}", None))
    assert metric(result, name)["unscored"] == f"missing: observations.{path} was not given"
    assert (result["verdict"], result["reasons"]) == ("WARN", ["unscored"])


def test_an_unscored_metric_does_not_hide_a_failure() -> None:
    made = spoiled(response_labels(supported=0, unsupported=1), "observations.relevance", None)
    assert score(made)["verdict"] == "FAIL"


def test_every_threshold_can_be_set() -> None:
    made = response_labels(supported=3, unsupported=1)
    made["options"] = {
        "thresholds": {"hallucination": 0.2, "high": 0.24, "relevance": 0.31, "completeness": 1.0}
    }
    result = score(made)
    assert result["reasons"] == ["hallucination", "irrelevant"]
    assert metric(result, "hallucination")["details"]["computed"]["risk"] == "high"
    assert "thresholds:" in result["signature"]


def test_answer_aware_relevance_takes_the_better_of_the_two() -> None:
    made = response_labels(cosine=0.0, jaccard=0.0)
    made["observations"]["relevance"]["answer"] = 0.8
    assert metric(score(made), "relevance")["value"] == 0.0
    made["options"] = {"relevance": "answer_aware"}
    assert metric(score(made), "relevance")["value"] == 0.8
    del made["observations"]["relevance"]["answer"]
    assert (
        metric(score(made), "relevance")["unscored"] == "missing: observations.relevance.answer was not given"
    )
