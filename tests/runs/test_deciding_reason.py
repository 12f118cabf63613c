"""The deciding reason of a result, in one line."""

from __future__ import annotations

from typing import Any

import pytest

from jurat.runs.results.deciding_reason import LENGTH, deciding_reason

CLAIMS = [
    {"label": "supported", "text": "It opened in May."},
    {"label": "unsupported", "text": "It costs $9.", "reason": "the context says $5", "probability": 0.1},
    {"label": "unsupported", "text": "It is red.", "probability": 0.4},
]


def result(*reasons: str, **details: Any) -> dict[str, Any]:
    """A result with the details of one metric."""
    return {"verdict": "FAIL", "reasons": list(reasons), "metrics": [{"metric": "m", "details": details}]}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (result("hallucination", claims=CLAIMS), "unsupported: “It costs $9.”: the context says $5"),
        (result("unsupported_claim: It is red.", claims=CLAIMS), "unsupported: “It is red.”"),
        (
            result(
                "hallucination",
                anchors=[{"text": "$9", "supported": False, "reason": "it says $5, the answer $9"}],
            ),
            "unsupported: it says $5, the answer $9",
        ),
        (result("partial_claim: Not listed.", claims=[]), "supported only in part: Not listed."),
        (result("hallucination"), "unsupported"),
        (result("irrelevant", claims=CLAIMS), "not about the query"),
        (result("incomplete", keywords=["price", "day"], found=["day"]), "not answered: price"),
        (
            result("incomplete", parts=[{"text": "when", "answered": 0.1}, {"text": "who", "answered": 0.5}]),
            "not answered: “when”",
        ),
        (result("incomplete"), "incomplete"),
        (
            {"reasons": ["unscored"], "metrics": [{"metric": "hallucination", "unscored": "no context"}]},
            "hallucination: no context",
        ),
        (result(claims=CLAIMS[:1]), "1 of 1 claim supported"),
        (result(anchors=[{"supported": True}, {"supported": False}]), "1 of 2 anchors supported"),
        ({"id": 1, "error": "row 6: is null"}, "row 6: is null"),
        ({"metrics": [], "error": "missing_metric"}, "missing_metric"),
        (
            {"ranking": ["a", "b"], "candidates": {"a": {"score": 9.0}, "b": {"score": 7.5}}},
            "a is first with 9.00, 1.50 ahead of b",
        ),
        ({"ranking": ["a"], "candidates": {"a": {"score": 9.0}}}, "a is first with 9.00"),
        ({"ranking": [], "candidates": {"a": {"unscored": "no reviews"}}}, "no reviews"),
    ],
)
def test_the_reason_names_what_decided(given: dict[str, Any], told: str) -> None:
    assert deciding_reason(given) == told


def test_a_reason_stays_on_one_line_of_bounded_length() -> None:
    told = deciding_reason({"id": 1, "error": "a\nb " * 10_000})
    assert len(told) == LENGTH
    assert "\n" not in told
