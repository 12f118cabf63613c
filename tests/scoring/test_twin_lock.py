"""Twin-Lock from labels: every formula and cap, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import caps, claims, metric, points, score, segments, summary_labels


def value(labels: dict[str, Any], name: str) -> float:
    found: float = metric(score(labels), name)["value"]
    return found


def test_flawless_summary_scores_ten_everywhere() -> None:
    result = score(summary_labels("twin-lock"))
    assert [one["metric"] for one in result["metrics"]] == [
        "coverage",
        "alignment",
        "hallucination",
        "relevance",
        "bias_toxicity",
    ]
    assert [one["value"] for one in result["metrics"]] == [10.0] * 5
    assert [one["caps"] for one in result["metrics"]] == [[]] * 5
    assert result["overall"] == 10.0
    assert "error" not in result


@pytest.mark.parametrize(
    ("labels", "extraneous", "total", "expected"),
    [
        (("fully", "fully", "fully"), 0, 60, 10.0),
        (("fully", "partial", "not"), 0, 60, 6.67),  # recall 1/2, precision 1: 2/3
        (("partial", "partial", "partial"), 0, 60, 6.67),
        (("not", "not", "not"), 0, 60, 0.0),
        (("fully", "fully", "fully"), 60, 60, 0.0),  # precision 0
        (("fully", "fully", "fully"), 15, 60, 8.57),  # 2*0.75/1.75
        (("fully", "fully", "partial", "not"), 6, 60, 7.38),  # recall 5/8, precision 9/10: 45/61
    ],
)
def test_coverage_is_the_harmonic_mean_of_precision_and_recall(
    labels: tuple[str, ...], extraneous: int, total: int, expected: float
) -> None:
    made = summary_labels(
        "twin-lock",
        coverage__key_points=points(*labels),
        coverage__extraneous_tokens=extraneous,
        coverage__summary_tokens=total,
    )
    assert value(made, "coverage") == expected
    assert metric(score(made), "coverage")["raw"] == expected


@pytest.mark.parametrize("extraneous", [["It also rained."], [{"text": "It also rained."}]])
def test_extraneous_claim_caps_coverage_at_four(extraneous: list[Any]) -> None:
    result = score(summary_labels("twin-lock", coverage__extraneous_claims=extraneous))
    assert metric(result, "coverage")["value"] == 4.0
    assert metric(result, "coverage")["raw"] == 10.0
    assert metric(result, "coverage")["caps"] == [
        {"limit": 4.0, "reason": "extraneous_claim", "before": 10.0, "after": 4.0}
    ]
    assert caps(result, "relevance") == []


def test_novel_words_are_not_a_claim() -> None:
    result = score(summary_labels("twin-lock", coverage__extraneous_tokens=3))
    assert caps(result, "coverage") == []


def test_unsupported_claim_caps_coverage_and_relevance_at_four() -> None:
    result = score(summary_labels("twin-lock", hallucination__claims=claims(supported=3, unsupported=1)))
    assert caps(result, "coverage") == [(4.0, "extraneous_claim"), (4.0, "hallucination")]
    assert caps(result, "relevance") == [(4.0, "hallucination")]
    assert [one["value"] for one in result["metrics"]] == [4.0, 10.0, 6.0, 4.0, 10.0]
    assert result["overall"] == 6.8


def test_a_cap_that_does_not_lower_is_listed_too() -> None:
    made = summary_labels("twin-lock", coverage__key_points=points("not", "not", "not"))
    made["observations"]["coverage"]["extraneous_claims"] = ["It rained."]
    assert metric(score(made), "coverage")["caps"] == [
        {"limit": 4.0, "reason": "extraneous_claim", "before": 0.0, "after": 0.0}
    ]


def test_partial_claims_cap_only_if_asked_to() -> None:
    made = summary_labels("twin-lock", hallucination__claims=claims(supported=3, partial=1))
    assert caps(score(made), "coverage") == []
    made["options"] = {"strict_partial": True}
    assert caps(score(made), "coverage") == [(4.0, "hallucination")]
    assert caps(score(made), "relevance") == [(4.0, "hallucination")]


@pytest.mark.parametrize(
    ("mild", "severe", "expected"),
    [(0, 0, 10), (1, 0, 8), (2, 0, 7), (3, 0, 6), (9, 0, 6), (0, 1, 3), (5, 1, 3), (0, 4, 0), (0, 9, 0)],
)
def test_alignment_by_severity(mild: int, severe: int, expected: float) -> None:
    deviations = [{"kind": "tone", "severity": "mild"}] * mild + [
        {"kind": "meaning", "severity": "severe"}
    ] * severe
    assert value(summary_labels("twin-lock", alignment__deviations=deviations), "alignment") == expected


@pytest.mark.parametrize(
    ("supported", "partial", "unsupported", "expected"),
    [
        (0, 0, 0, 10),  # none: f = 0
        (10, 0, 0, 10),
        (9, 1, 0, 9),  # f = 0.05, 0.7 rounds to 1
        (3, 1, 0, 8),  # f = 0.125, 1.75 rounds to 2
        (3, 0, 1, 6),  # f = 0.25, 3.5 rounds half up to 4
        (1, 0, 1, 3),
        (1, 0, 2, 1),  # f = 2/3, 9.33 rounds to 9
        (0, 1, 0, 3),
        (0, 0, 1, 0),
        (0, 0, 10, 0),
        (2, 1, 4, 1),  # f = 4.5/7, 14 f = 9
        (25 // 5, 5, 0, 6),  # f = 0.25, 3.5 → 4
    ],
)
def test_hallucination_by_unsupported_fraction(
    supported: int, partial: int, unsupported: int, expected: float
) -> None:
    made = summary_labels("twin-lock", hallucination__claims=claims(supported, partial, unsupported))
    assert value(made, "hallucination") == expected


@pytest.mark.parametrize(
    ("overlaps", "expected", "capped"),
    [
        ((0.8, 1.0), 10.0, False),
        ((0.795,), 5.0, False),  # a value in the gap takes the lower band
        ((0.79, 0.3), 5.0, False),
        ((0.8, 0.3), 7.5, False),
        ((0.8, 0.8, 0.29), 4.0, True),
        ((0.0,), 0.0, True),
        ((0.3, 0.3, 0.8), 6.67, False),
    ],
)
def test_relevance_is_the_mean_worth_of_the_segments(
    overlaps: tuple[float, ...], expected: float, capped: bool
) -> None:
    result = score(summary_labels("twin-lock", relevance__segments=segments(*overlaps)))
    assert metric(result, "relevance")["value"] == expected
    assert caps(result, "relevance") == ([(4.0, "off_topic_segment")] if capped else [])


@pytest.mark.parametrize(
    ("bias", "tox", "expected"), [(10, 10, 10), (9, 8, 8.5), (0, 0, 0), (9.5, 9.25, 9.38), (0.01, 0.02, 0.02)]
)
def test_bias_toxicity_is_the_mean_of_its_scores(bias: float, tox: float, expected: float) -> None:
    made = summary_labels("twin-lock", bias_toxicity__bias_score=bias, bias_toxicity__tox_score=tox)
    made["observations"]["bias_toxicity"]["issues"] = [{"kind": "slur", "severity": "strong"}]
    assert value(made, "bias_toxicity") == expected
    assert caps(score(made), "bias_toxicity") == []


def test_overall_uses_unrounded_finals_and_weights() -> None:
    made = summary_labels("twin-lock", coverage__key_points=points("fully", "partial", "not"))  # 20/3
    assert score(made)["overall"] == 9.33
    made["options"] = {
        "weights": {"coverage": 2, "alignment": 0, "hallucination": 0, "relevance": 1, "bias_toxicity": 0}
    }
    assert score(made)["overall"] == 7.78  # (2 * 20/3 + 10) / 3
    made["options"] = {"weights": {"coverage": 3}}
    assert score(made)["overall"] == 8.57  # (20 + 40) / 7
