"""Judge-Lock Ultra from labels: doubt, the scale of the questions, the fallback to labels; worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import caps, claims, metric, points, qags, score, segments, summary_labels

ULTRA = "judge-lock-ultra"


def weighed(*chances: float | None, label: str = "partial") -> list[dict[str, Any]]:
    """Claims with these probabilities, all of one label."""
    return [{"text": f"claim {n}", "label": label, "probability": one} for n, one in enumerate(chances)]


def judged(*chances: float | None, **changes: Any) -> dict[str, Any]:
    return score(summary_labels(ULTRA, hallucination__claims=weighed(*chances), **changes))


def test_certain_claims_and_answered_questions_score_ten_everywhere() -> None:
    made = weighed(1.0, 1.0, 1.0, 1.0, label="supported")
    result = score(summary_labels(ULTRA, hallucination__claims=made))
    assert [one["value"] for one in result["metrics"]] == [10.0] * 5
    assert [one["caps"] for one in result["metrics"]] == [[]] * 5
    assert result["overall"] == 10.0


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        ((0.9, 0.9), 8.6),  # doubt 0.1: 10 - 1.4
        ((0.95, 0.85), 8.25),  # mean 0.1, worst 0.15: doubt 0.125
        ((0.99,), 9.86),
        ((1.0, 1.0, 0.75), 7.67),  # mean 1/12, worst 1/4: doubt 1/6, not rounded to 8
        ((0.4,), 1.6),  # doubt 0.6: 10 - 8.4
        ((0.2,), 0.8),  # doubt 0.8: 4 - 3.2, which an unsupported claim would leave too
        ((0.0,), 0.0),
        ((0.9999,), 10.0),  # 9.9986
    ],
)
def test_hallucination_is_ten_less_fourteen_times_the_doubt(
    chances: tuple[float, ...], expected: float
) -> None:
    assert metric(judged(*chances), "hallucination")["value"] == expected


def test_doubt_about_a_supported_claim_counts_a_tenth() -> None:
    made = weighed(1.0, 0.7, label="supported")  # mean 0.015, worst 0.03: doubt 0.0225
    result = score(summary_labels(ULTRA, hallucination__claims=made))
    assert metric(result, "hallucination")["value"] == 9.69


def test_an_unsupported_claim_leaves_four_less_four_times_the_doubt() -> None:
    made = [*weighed(0.9, label="supported"), *weighed(0.3, label="unsupported")]  # mean 0.355, worst 0.7
    result = score(summary_labels(ULTRA, hallucination__claims=made))
    faithful = metric(result, "hallucination")
    assert faithful["value"] == 1.89  # doubt 0.5275
    assert faithful["details"]["computed"] == {
        "supported": 1,
        "partial": 0,
        "unsupported": 1,
        "unsupported_fraction": 0.5275,
        "severity": "severe",
        "base": 1.89,
        "kept": 1.0,
        "qag_precision": 1.0,
    }
    assert caps(result, "coverage") == [(3.0, "extraneous_claim"), (3.0, "hallucination")]
    assert caps(result, "relevance") == [(3.0, "extraneous_claim"), (3.0, "hallucination")]


def test_a_claim_without_a_probability_counts_by_its_label() -> None:
    made = [*weighed(0.9), *claims(partial=1)]  # mean 0.3, worst 0.5: doubt 0.4
    result = score(summary_labels(ULTRA, hallucination__claims=made))
    assert metric(result, "hallucination")["value"] == 4.4


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"hallucination__claims": claims(supported=3, partial=1)},
        {"hallucination__claims": claims(supported=2, partial=1, unsupported=2)},
        {"hallucination__claims": []},
        {"coverage__qags": qags(correct=4), "hallucination__qags": qags(correct=5, partial=1)},
        {"coverage__key_points": points("fully", "not", "partial", "fully")},
        {"relevance__segments": segments(0.9, 0.2)},
        {"bias_toxicity__issues": [{"kind": "slur", "severity": "strong"}]},
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_labels_without_any_probability_are_scored_as_judge_lock_scores_them(
    changes: dict[str, Any], strict: bool
) -> None:
    ours, theirs = (
        score({**summary_labels(name, **changes), "options": {"strict_partial": strict}})
        for name in (ULTRA, "judge-lock")
    )
    assert ours["metrics"] == theirs["metrics"]
    assert ours["overall"] == theirs["overall"]


@pytest.mark.parametrize(("correct", "expected"), [(6, 8.6), (5, 6.02), (0, 6.02)])
def test_hallucination_keeps_seven_tenths_where_a_question_is_not_answered(
    correct: int, expected: float
) -> None:
    result = judged(0.9, hallucination__qags=qags(correct=correct))
    assert metric(result, "hallucination")["value"] == expected
    assert caps(result, "hallucination") == ([] if correct == 6 else [(7.0, "qag_not_all_correct")])


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"correct": 6}, 8.57),  # recall 3/4, precision 1: f1 6/7
        ({"correct": 5, "partial": 1}, 5.79),  # share 11/12: 0.4 + 0.275 kept
        ({"correct": 3}, 4.71),  # 0.55 kept
        ({"correct": 0}, 3.43),  # 0.4 kept
    ],
)
def test_coverage_keeps_four_to_seven_tenths_of_f1_where_a_question_is_not_answered(
    answers: dict[str, Any], expected: float
) -> None:
    given = points("fully", "fully", "fully", "not")
    result = judged(1.0, coverage__key_points=given, coverage__qags=qags(**answers))
    assert metric(result, "coverage")["raw"] == expected


def test_relevance_is_overlap_and_recall_as_far_as_questions_keep_it() -> None:
    given = points("fully", "partial", "not", "not")  # recall 3/8
    result = judged(
        1.0,
        coverage__key_points=given,
        coverage__qags=qags(correct=4),  # 0.6 kept
        relevance__segments=segments(0.9, 0.5),  # (1 + 0.3) / 2
    )
    # 2 * 0.65 * 0.375 / 1.025 = 0.4756; 10 * 0.4756 * 0.6
    assert metric(result, "relevance")["value"] == 2.85


def test_severe_doubt_caps_alignment_at_three() -> None:
    assert caps(judged(0.5), "alignment") == [(3.0, "severe_hallucination")]
    assert caps(judged(0.51), "alignment") == []


def test_coverage_lists_all_its_caps_in_judge_locks_order() -> None:
    made = summary_labels(
        ULTRA,
        coverage__extraneous_claims=["It rained."],
        coverage__qags=[{"status": "correct", "evidence": "the same few words"}] * 5,
        coverage__extraneous_tokens=4,
        coverage__key_points=points("fully", "fully", "fully", "partial"),
        hallucination__claims=[*weighed(0.9), *weighed(0.1, label="unsupported")],
    )
    assert caps(score(made), "coverage") == [
        (3.0, "extraneous_claim"),
        (7.0, "qag_not_all_correct"),
        (7.0, "duplicate_evidence"),
        (7.0, "low_precision"),
        (7.0, "low_recall"),
        (3.0, "hallucination"),
    ]


def test_the_guard_on_perfect_tens_holds() -> None:
    thin = {"status": "correct"}
    result = judged(1.0, coverage__qags=[thin] * 6, hallucination__qags=[thin] * 6)
    assert [one["value"] for one in result["metrics"]] == [9.0] * 5


def test_missing_questions_leave_hallucination_and_what_needs_it_unscored() -> None:
    made = summary_labels(ULTRA, hallucination__claims=weighed(0.9))
    del made["observations"]["hallucination"]["qags"]
    result = score(made)
    assert result["error"] == "missing_metric"
    reasons = {one["metric"]: one.get("unscored") for one in result["metrics"]}
    assert reasons["hallucination"] == "missing: observations.hallucination.qags was not given"
    assert reasons["coverage"] == f"depends on hallucination, which is unscored ({reasons['hallucination']})"


def test_missing_claims_leave_hallucination_unscored() -> None:
    made = summary_labels(ULTRA)
    del made["observations"]["hallucination"]
    reasons = {one["metric"]: one.get("unscored") for one in score(made)["metrics"]}
    assert reasons["hallucination"] == "missing: observations.hallucination was not given"


def test_too_many_claims_are_refused_whether_weighed_or_not() -> None:
    for made in (weighed(*[0.9] * 11), claims(supported=11)):
        error = score(summary_labels(ULTRA, hallucination__claims=made))["error"]
        assert error == "observations.hallucination.claims: has 11 items; give at most 10"


@pytest.mark.parametrize("wrong", [1.01, -0.1, "0.9", True])
def test_a_probability_outside_zero_to_one_is_refused_by_name(wrong: Any) -> None:
    error = score(summary_labels(ULTRA, hallucination__claims=weighed(wrong)))["error"]
    assert error.startswith("observations.hallucination.claims[0].probability: ")


def test_a_claim_whose_quote_is_not_there_loses_its_probability_too() -> None:
    answered = [{"status": "correct"}] * 6
    made = summary_labels(ULTRA, hallucination__claims=weighed(0.99, 0.99), hallucination__qags=answered)
    made["observations"]["hallucination"]["claims"][0]["evidence"] = "never said"
    result = score({**made, "article": "The bridge is closed.", "summary": "It is closed."})
    first = metric(result, "hallucination")["details"]["claims"][0]
    assert (first["label"], first.get("probability")) == ("unsupported", None)
    assert metric(result, "hallucination")["value"] == 0.99  # mean 0.505, worst 1: 4 - 3.01
