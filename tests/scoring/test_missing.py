"""Nothing fails open: what is absent leaves its metric, and those that depend on it, unscored."""

from __future__ import annotations

import pytest

from tests.builders import metric, score, summary_labels

ORDER = ("coverage", "alignment", "hallucination", "relevance", "bias_toxicity")


def unscored(judge: str, absent: str) -> list[str]:
    made = summary_labels(judge)
    metric_name, _, field = absent.partition(".")
    if field:
        del made["observations"][metric_name][field]
    else:
        del made["observations"][metric_name]
    result = score(made)
    assert result["error"] == "missing_metric"
    assert "overall" not in result
    assert [one["metric"] for one in result["metrics"]] == list(ORDER)
    return [one["metric"] for one in result["metrics"] if "unscored" in one]


@pytest.mark.parametrize(
    ("absent", "twin", "judge"),
    [
        ("coverage", ["coverage"], ["coverage", "relevance"]),
        ("coverage.key_points", ["coverage"], ["coverage", "relevance"]),
        ("coverage.extraneous_tokens", ["coverage"], ["coverage", "relevance"]),
        ("coverage.summary_tokens", ["coverage"], ["coverage", "relevance"]),
        ("coverage.extraneous_claims", ["coverage"], ["coverage", "relevance"]),
        ("alignment", ["alignment"], ["alignment"]),
        ("alignment.deviations", ["alignment"], ["alignment"]),
        (
            "hallucination",
            ["coverage", "hallucination", "relevance"],
            ["coverage", "alignment", "hallucination", "relevance"],
        ),
        (
            "hallucination.claims",
            ["coverage", "hallucination", "relevance"],
            ["coverage", "alignment", "hallucination", "relevance"],
        ),
        ("relevance", ["relevance"], ["relevance"]),
        ("relevance.segments", ["relevance"], ["relevance"]),
        ("bias_toxicity", ["bias_toxicity"], ["bias_toxicity"]),
        ("bias_toxicity.bias_score", ["bias_toxicity"], ["bias_toxicity"]),
        ("bias_toxicity.tox_score", ["bias_toxicity"], ["bias_toxicity"]),
    ],
)
def test_what_is_absent_takes_its_dependents_along(absent: str, twin: list[str], judge: list[str]) -> None:
    assert unscored("twin-lock", absent) == twin
    assert unscored("judge-lock", absent) == judge


@pytest.mark.parametrize(
    ("absent", "judge"),
    [
        ("coverage.qags", ["coverage", "relevance"]),
        ("hallucination.qags", ["coverage", "alignment", "hallucination", "relevance"]),
        ("bias_toxicity.issues", ["bias_toxicity"]),
    ],
)
def test_judge_lock_needs_question_answers_and_issues(absent: str, judge: list[str]) -> None:
    assert unscored("judge-lock", absent) == judge


def test_twin_lock_does_not_need_the_list_of_issues() -> None:
    made = summary_labels("twin-lock")
    del made["observations"]["bias_toxicity"]["issues"]
    assert metric(score(made), "bias_toxicity")["value"] == 10.0


def test_the_reason_names_the_field_and_the_dependency() -> None:
    made = summary_labels("twin-lock")
    del made["observations"]["hallucination"]["claims"]
    result = score(made)
    assert (
        metric(result, "hallucination")["unscored"]
        == "missing: observations.hallucination.claims was not given"
    )
    assert metric(result, "coverage")["unscored"] == (
        "depends on hallucination, which is unscored "
        "(missing: observations.hallucination.claims was not given)"
    )


def test_an_empty_list_of_segments_is_unscored() -> None:
    result = score(summary_labels("twin-lock", relevance__segments=[]))
    assert metric(result, "relevance") == {
        "metric": "relevance",
        "unscored": "observations.relevance.segments is empty",
    }


def test_empty_lists_were_looked_for_and_not_found() -> None:
    result = score(summary_labels("twin-lock", hallucination__claims=[], alignment__deviations=[]))
    assert [one["value"] for one in result["metrics"]] == [10.0] * 5
