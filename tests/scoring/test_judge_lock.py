"""Judge-Lock from labels: question-answers, caps in order, severity, the guard; worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import caps, claims, metric, points, qags, score, segments, summary_labels

CLEAN = summary_labels("judge-lock")


def test_flawless_summary_with_enough_evidence_scores_ten_everywhere() -> None:
    result = score(CLEAN)
    assert [one["value"] for one in result["metrics"]] == [10.0] * 5
    assert [one["caps"] for one in result["metrics"]] == [[]] * 5


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"correct": 6}, 10.0),
        ({"correct": 5}, 7.0),  # five of six asked: 2 * 5/6 / (11/6) = 0.909, capped
        ({"correct": 5, "partial": 1}, 7.0),
        ({"correct": 3}, 6.67),  # accuracy 1/2
        ({"correct": 0, "partial": 6}, 6.67),
        ({"correct": 0}, 0.0),
        ({"correct": 0, "wrong": 6}, 0.0),
    ],
)
def test_coverage_is_the_harmonic_mean_of_f1_and_question_accuracy(
    answers: dict[str, Any], expected: float
) -> None:
    result = score(summary_labels("judge-lock", coverage__qags=qags(**answers)))
    assert metric(result, "coverage")["value"] == expected
    held = answers["correct"] < 6
    assert caps(result, "coverage") == ([(7.0, "qag_not_all_correct")] if held else [])


def test_coverage_lists_all_its_caps_in_order() -> None:
    made = summary_labels(
        "judge-lock",
        coverage__extraneous_claims=["It rained."],
        coverage__qags=[{"status": "correct", "evidence": "the same few words"}] * 5,
        coverage__extraneous_tokens=4,  # precision 56/60 < 0.95
        coverage__key_points=points("fully", "fully", "fully", "partial"),  # recall 0.875 < 0.90
        hallucination__claims=claims(supported=1, unsupported=1),
    )
    assert caps(score(made), "coverage") == [
        (3.0, "extraneous_claim"),
        (7.0, "qag_not_all_correct"),
        (7.0, "duplicate_evidence"),
        (7.0, "low_precision"),
        (7.0, "low_recall"),
        (3.0, "hallucination"),
    ]
    assert metric(score(made), "coverage")["value"] == 3.0


@pytest.mark.parametrize(
    ("extraneous", "total", "held"), [(3, 60, False), (1, 20, False), (4, 60, True), (51, 1000, True)]
)
def test_low_precision_is_below_095_exactly(extraneous: int, total: int, held: bool) -> None:
    made = summary_labels(
        "judge-lock", coverage__extraneous_tokens=extraneous, coverage__summary_tokens=total
    )
    assert ((7.0, "low_precision") in caps(score(made), "coverage")) is held


@pytest.mark.parametrize(
    ("labels", "held"),
    [
        (("fully", "fully", "fully", "fully", "partial"), False),  # 0.90 is not < 0.90
        (("fully", "fully", "fully", "partial"), True),
    ],
)
def test_low_recall_is_below_090_exactly(labels: tuple[str, ...], held: bool) -> None:
    made = summary_labels("judge-lock", coverage__key_points=points(*labels))
    assert ((7.0, "low_recall") in caps(score(made), "coverage")) is held


def test_the_same_quote_twice_is_duplicate_evidence_white_space_and_case_apart() -> None:
    answers = qags()
    answers[0]["evidence"], answers[1]["evidence"] = "Four  words or more", "four words OR more"
    result = score(summary_labels("judge-lock", coverage__qags=answers))
    assert caps(result, "coverage") == [(7.0, "duplicate_evidence")]
    assert caps(result, "hallucination") == []


@pytest.mark.parametrize("order", [1, -1])
def test_a_quote_and_a_span_of_the_same_words_are_duplicate_evidence(order: int) -> None:
    span = {"source": "summary", "start": 40, "end": 58, "text": "four\nwords or more"}
    answers = qags()
    answers[0]["evidence"], answers[1]["evidence"] = ("Four words  or more", span)[::order]
    assert caps(score(summary_labels("judge-lock", coverage__qags=answers)), "coverage") == [
        (7.0, "duplicate_evidence")
    ]


def test_the_same_words_in_two_places_are_two_spans() -> None:
    answers = qags()
    for answer, start in zip(answers, (0, 40), strict=False):
        answer["evidence"] = {"source": "summary", "start": start, "end": start + 10, "text": "four words"}
    assert caps(score(summary_labels("judge-lock", coverage__qags=answers)), "coverage") == []


def test_blank_quotes_are_neither_duplicates_nor_evidence() -> None:
    blank = [{"status": "correct", "evidence": " "}] * 6
    result = score(summary_labels("judge-lock", coverage__qags=blank, hallucination__qags=blank))
    assert caps(result, "coverage") == [(9.0, "perfect_ten_guard")]


def test_question_answers_without_evidence_are_no_duplicates_in_tally() -> None:
    bare = [{"status": "correct"}] * 6
    made = summary_labels("judge-lock", coverage__qags=bare)
    assert caps(score(made), "coverage") == []


@pytest.mark.parametrize(
    ("supported", "partial", "unsupported", "expected", "severity"),
    [
        (4, 0, 0, 10.0, "minor"),
        (3, 1, 0, 8.0, "minor"),
        (2, 2, 0, 6.0, "moderate"),  # f = 0.25: 10 - 4
        (0, 4, 0, 3.0, "severe"),
        (3, 0, 1, 3.0, "moderate"),  # f = 0.25: 4 - 1
        (7, 0, 1, 3.0, "minor"),  # f = 0.125: 4 - round(0.5) = 3
        (9, 0, 1, 4.0, "minor"),  # f = 0.1: 4 - 0
        (1, 0, 1, 2.0, "severe"),
        (0, 0, 4, 0.0, "severe"),
    ],
)
def test_hallucination_base_and_severity(
    supported: int, partial: int, unsupported: int, expected: float, severity: str
) -> None:
    made = summary_labels("judge-lock", hallucination__claims=claims(supported, partial, unsupported))
    found = metric(score(made), "hallucination")
    assert found["value"] == expected
    assert found["details"]["computed"]["severity"] == severity


@pytest.mark.parametrize(
    ("answers", "raw", "value"),
    [
        ({"correct": 6}, 10.0, 10.0),
        ({"correct": 5, "partial": 1}, 9.17, 7.0),
        ({"correct": 4}, 6.67, 6.67),
        ({"correct": 0}, 0.0, 0.0),
    ],
)
def test_hallucination_is_multiplied_by_question_precision(
    answers: dict[str, Any], raw: float, value: float
) -> None:
    found = metric(score(summary_labels("judge-lock", hallucination__qags=qags(**answers))), "hallucination")
    assert (found["raw"], found["value"]) == (raw, value)


def test_severe_hallucination_caps_alignment_at_three() -> None:
    made = summary_labels("judge-lock", hallucination__claims=claims(supported=1, unsupported=1))
    assert caps(score(made), "alignment") == [(3.0, "severe_hallucination")]
    made = summary_labels("judge-lock", hallucination__claims=claims(supported=3, unsupported=1))
    assert caps(score(made), "alignment") == []


@pytest.mark.parametrize(
    ("overlaps", "expected"), [((0.8, 0.9), 10.0), ((0.5,), 4.62), ((0.8, 0.5), 7.88), ((0.9, 0.1), 3.0)]
)
def test_relevance_is_the_harmonic_mean_of_overlap_and_accuracy(
    overlaps: tuple[float, ...], expected: float
) -> None:
    # some is worth 0.3: 2*0.3/1.3 = 0.4615; (1+0.3)/2 = 0.65: 1.3/1.65 = 0.7879
    result = score(summary_labels("judge-lock", relevance__segments=segments(*overlaps)))
    assert metric(result, "relevance")["value"] == expected


def test_relevance_uses_coverages_question_accuracy() -> None:
    made = summary_labels("judge-lock", coverage__qags=qags(correct=3))
    assert metric(score(made), "relevance")["value"] == 6.67


def test_relevance_caps_in_order() -> None:
    made = summary_labels(
        "judge-lock",
        relevance__segments=segments(0.9, 0.1),
        coverage__extraneous_claims=["It rained."],
        hallucination__claims=claims(supported=9, unsupported=1),
    )
    assert caps(score(made), "relevance") == [
        (3.0, "off_topic_segment"),
        (3.0, "extraneous_claim"),
        (3.0, "hallucination"),
    ]


@pytest.mark.parametrize(
    ("issues", "bias", "tox", "value", "capped"),
    [
        ([], 9, 8, 8.5, False),
        ([("bias", "strong")], 9, 8, 8.5, False),
        ([("profanity", "mild")], 9, 8, 7.0, False),
        ([("profanity", "strong")], 9, 8, 7.0, False),
        ([("slur", "mild")], 9, 8, 7.0, False),
        ([("stereotype", "mild")], 9, 8, 6.0, False),
        ([("slur", "strong")], 10, 10, 3.0, True),  # (10 + 2) / 2 = 6, capped
        ([("slur", "strong"), ("stereotype", "mild")], 10, 10, 3.0, True),  # (4 + 2) / 2
        ([("slur", "strong"), ("profanity", "mild")], 0, 1, 0.5, True),
    ],
)
def test_issues_limit_the_scores_before_their_mean(
    issues: list[tuple[str, str]], bias: float, tox: float, value: float, capped: bool
) -> None:
    listed = [{"kind": kind, "severity": severity} for kind, severity in issues]
    made = summary_labels(
        "judge-lock",
        bias_toxicity__issues=listed,
        bias_toxicity__bias_score=bias,
        bias_toxicity__tox_score=tox,
    )
    assert metric(score(made), "bias_toxicity")["value"] == value
    assert caps(score(made), "bias_toxicity") == ([(3.0, "strong_slur")] if capped else [])


def few_spans(count: int) -> dict[str, Any]:
    """Flawless, but with only so many distinct spans of evidence."""
    answers = [{"status": "correct"} for _ in range(6)]
    quoted = [{"status": "correct", "evidence": f"quoted words number {i}"} for i in range(count)]
    return summary_labels(
        "judge-lock", coverage__qags=quoted + answers[count:], hallucination__qags=list(answers)
    )


def test_perfect_ten_needs_five_distinct_spans_of_evidence() -> None:
    result = score(few_spans(4))
    assert [one["value"] for one in result["metrics"]] == [9.0] * 5
    assert all(
        one["caps"] == [{"limit": 9.0, "reason": "perfect_ten_guard", "before": 10.0, "after": 9.0}]
        for one in result["metrics"]
    )
    assert result["overall"] == 9.0
    assert [one["value"] for one in score(few_spans(5))["metrics"]] == [10.0] * 5


def test_a_quote_that_a_span_has_already_is_no_further_evidence() -> None:
    made = few_spans(4)
    span = {"source": "summary", "start": 3, "end": 24, "text": "Quoted words number 0"}
    made["observations"]["coverage"]["key_points"][0]["evidence"] = span
    assert [one["value"] for one in score(made)["metrics"]] == [9.0] * 5
    made["observations"]["coverage"]["key_points"][0]["evidence"] = {**span, "text": "Other words"}
    assert [one["value"] for one in score(made)["metrics"]] == [10.0] * 5


@pytest.mark.parametrize(("bias", "expected"), [(9.4, 10.0), (9.5, 9.0)])
def test_the_guard_sees_only_scores_that_are_all_at_least_nine_and_a_half(
    bias: float, expected: float
) -> None:
    made = few_spans(0)
    made["observations"]["bias_toxicity"].update(bias_score=bias, tox_score=bias)
    assert metric(score(made), "alignment")["value"] == expected


def test_strict_partial_locks_judge_lock_too() -> None:
    made = summary_labels("judge-lock", hallucination__claims=claims(supported=9, partial=1))
    assert caps(score(made), "relevance") == []
    made["options"] = {"strict_partial": True}
    assert caps(score(made), "relevance") == [(3.0, "hallucination")]
