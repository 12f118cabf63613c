"""The council from reviews: what counts, calibration, ceilings, gate, ranking and ties; worked by hand."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.builders import council_labels, evaluation, holistic, score

NONE: dict[str, Any] = {"calibration": "none"}


def scores(labels: dict[str, Any]) -> dict[str, float | None]:
    return {name: one["score"] for name, one in score(labels)["candidates"].items()}


def test_score_is_the_mean_of_the_overalls() -> None:
    made = council_labels([holistic("r1", a=8, b=6, c=4), holistic("r2", a=6, b=6, c=3)], **NONE)
    assert scores(made) == {"a": 7.0, "b": 6.0, "c": 3.5}
    assert score(made)["ranking"] == ["a", "b", "c"]


def test_a_reviewers_score_of_its_own_answer_is_left_out() -> None:
    made = council_labels([holistic("a", a=10, b=6), holistic("b", a=4, b=10)], ("a", "b"), **NONE)
    result = score(made)
    assert scores(made) == {"a": 4.0, "b": 6.0}
    assert result["reviewers"]["a"]["self_review"] is True
    assert result["reviewers"]["a"]["kept"] == 1


def test_an_evaluations_own_ceiling_comes_before_the_mean() -> None:
    reviews = [
        {"reviewer": "r1", "evaluations": {"a": evaluation(accuracy=3, rest=9)}},
        {"reviewer": "r2", "evaluations": {"a": evaluation(accuracy=9, rest=9)}},
    ]
    result = score(council_labels(reviews, ("a",), **NONE))
    candidate = result["candidates"]["a"]
    assert [one["overall"] for one in candidate["reviews"]] == [4.0, 9.0]
    assert candidate["accuracy"] == 6.0
    assert candidate["uncapped"] == 6.5
    assert candidate["ceiling"] == 7.0
    assert candidate["caps"] == [{"limit": 7.0, "reason": "accuracy_ceiling", "before": 6.5, "after": 6.5}]


def test_mean_accuracy_is_a_ceiling_on_the_candidate() -> None:
    reviews = [
        {"reviewer": "r1", "evaluations": {"a": evaluation(accuracy=4.9, rest=10)}},
        {"reviewer": "r2", "evaluations": {"a": evaluation(accuracy=4.9, rest=10)}},
        {"reviewer": "r3", "holistic": {"a": 10}},
    ]
    candidate = score(council_labels(reviews, ("a",), **NONE))["candidates"]["a"]
    assert candidate["uncapped"] == 6.0  # (4 + 4 + 10) / 3
    assert candidate["score"] == 4.0


def test_holistic_scores_alone_have_no_ceiling() -> None:
    candidate = score(council_labels([holistic("r", a=9)], ("a",)))["candidates"]["a"]
    assert (candidate["score"], candidate["ceiling"], candidate["accuracy"]) == (9.0, None, None)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"clarity": None}, "clarity is None, not a number from 1 to 10"),
        ({"clarity": 11}, "clarity is 11, not a number from 1 to 10"),
        ({"clarity": 0.5}, "clarity is 0.5, not a number from 1 to 10"),
        ({"clarity": "9"}, "clarity is '9', not a number from 1 to 10"),
        ({"clarity": True}, "clarity is True, not a number from 1 to 10"),
        ({"safety": 0}, "safety is 0, not a number from 1 to 10"),
        ("clarity", "clarity is missing"),
    ],
)
def test_an_invalid_evaluation_falls_back_to_holistic_or_is_dropped(changes: Any, reason: str) -> None:
    bad = evaluation()
    if isinstance(changes, dict):
        bad.update(changes)
    else:
        del bad[changes]
    review = {"reviewer": "r", "evaluations": {"a": bad}, "holistic": {"a": 6}}
    result = score(council_labels([review], ("a",)))
    assert result["candidates"]["a"]["score"] == 6.0
    assert result["candidates"]["a"]["reviews"][0]["kind"] == "holistic"
    assert result["reviewers"]["r"]["problems"] == [
        {"candidate": "a", "action": "fallback: holistic", "reason": reason}
    ]
    del review["holistic"]
    result = score(council_labels([review], ("a",)))
    assert result["candidates"]["a"]["score"] is None
    assert result["reviewers"]["r"]["problems"] == [{"candidate": "a", "action": "dropped", "reason": reason}]


def test_an_invalid_holistic_score_is_dropped_and_reported() -> None:
    result = score(council_labels([holistic("r", a=0)], ("a",)))
    assert result["candidates"]["a"]["unscored"] == "0 of 1 reviews that the quorum asks for were kept"
    assert result["reviewers"]["r"]["problems"][0]["reason"] == "holistic is 0, not a number from 1 to 10"


def test_what_a_reviewer_says_of_the_overall_is_ignored() -> None:
    review = {"reviewer": "r", "evaluations": {"a": {**evaluation(), "overall": 1, "notes": "fine"}}}
    assert scores(council_labels([review], ("a",))) == {"a": 8.0}


def test_z_calibration_moves_reviewers_to_the_panels_mean_and_spread() -> None:
    made = council_labels([holistic("mild", a=10, b=9, c=8), holistic("harsh", a=4, b=3, c=2)])
    spread = sqrt(29 / 3)  # all six: mean 6, variance 29/3
    result = score(made)
    assert result["candidates"]["a"]["score"] == round(6 + spread * sqrt(1.5), 2) == 9.81
    assert result["candidates"]["b"]["score"] == 6.0


def test_z_calibration_clamps_to_the_scale() -> None:
    reviews = [holistic("r1", a=10, b=1, c=1, d=1, e=1), holistic("r2", a=10, b=10, c=10, d=10, e=1)]
    kept = score(council_labels(reviews, ("a", "b", "c", "d", "e")))["candidates"]
    assert kept["a"]["reviews"][0]["calibrated"] == 10.0
    assert kept["e"]["reviews"][1]["calibrated"] == 0.0


def test_z_calibration_leaves_reviewers_with_fewer_than_three_overalls_alone() -> None:
    made = council_labels([holistic("r1", a=10, b=2), holistic("r2", a=9, b=8, c=7)])
    reviews = {name: one["reviews"] for name, one in score(made)["candidates"].items()}
    assert [reviews["a"][0]["calibrated"], reviews["b"][0]["calibrated"]] == [10.0, 2.0]
    # r2: mean 8, sd sqrt(2/3); the panel: mean 7.2, variance 7.76
    assert reviews["b"][1]["calibrated"] == 7.2
    assert reviews["c"][0]["calibrated"] == round(7.2 - sqrt(7.76) * sqrt(1.5), 2) == 3.79


def test_z_calibration_of_one_reviewer_changes_nothing() -> None:
    assert scores(council_labels([holistic("r", a=10, b=5, c=1)])) == {"a": 10.0, "b": 5.0, "c": 1.0}


def test_a_reviewer_without_spread_gets_the_panels_mean() -> None:
    made = council_labels([holistic("flat", a=9, b=9, c=9), holistic("r", a=3, b=2, c=1)])
    reviews = {name: one["reviews"][0]["calibrated"] for name, one in score(made)["candidates"].items()}
    assert reviews == {"a": 5.5, "b": 5.5, "c": 5.5}


def test_effects_calibration_is_right_where_reviewers_saw_different_candidates() -> None:
    # truth: a 8, b 6, c 4; the generous reviewer adds 1, the harsh one takes 1 off
    made = council_labels(
        [holistic("generous", a=9, b=7), holistic("harsh", b=5, c=3)], calibration="effects"
    )
    assert scores(made) == {"a": 8.0, "b": 6.0, "c": 4.0}
    made["options"]["calibration"] = "none"
    assert scores(made) == {"a": 9.0, "b": 6.0, "c": 3.0}


def test_effects_of_unconnected_reviewers_are_zero() -> None:
    made = council_labels([holistic("r1", a=9), holistic("r2", b=3)], ("a", "b"), calibration="effects")
    assert scores(made) == {"a": 9.0, "b": 3.0}


def test_effects_stay_on_the_scale() -> None:
    reviews = [holistic("r1", a=10, b=10), holistic("r2", b=2, c=1)]
    assert scores(council_labels(reviews, calibration="effects")) == {"a": 6.0, "b": 6.0, "c": 5.0}
    reviews = [holistic("r1", a=10, b=1), holistic("r2", b=10)]
    assert scores(council_labels(reviews, calibration="effects"))["a"] == 10.0


@pytest.mark.parametrize(("quorum", "ranked"), [(1, ["a", "b"]), (2, ["a"]), (3, [])])
def test_below_the_quorum_a_candidate_is_unscored_but_listed(quorum: int, ranked: list[str]) -> None:
    result = score(council_labels([holistic("r1", a=8, b=6), holistic("r2", a=8)], quorum=quorum))
    assert result["ranking"] == ranked
    assert set(result["candidates"]) == {"a", "b", "c"}
    assert (
        result["candidates"]["c"]["unscored"] == f"0 of {quorum} reviews that the quorum asks for were kept"
    )


def test_ties_go_by_uncapped_score_then_borda_then_name() -> None:
    capped = [
        {"reviewer": "r1", "evaluations": {"b": evaluation(6.5, 9), "a": evaluation(6.5, 9)}},
        {"reviewer": "r2", "holistic": {"b": 10, "a": 9}},
    ]
    result = score(council_labels(capped, ("a", "b"), **NONE))
    assert [result["candidates"][name]["score"] for name in ("a", "b")] == [7.0, 7.0]
    assert result["ranking"] == ["b", "a"]  # 8.5 and 8.0 before the ceiling
    even = [holistic("r1", a=9, b=8, c=1), holistic("r2", a=1, b=2), holistic("r3", c=9)]
    assert score(council_labels(even, **NONE))["candidates"]["a"]["borda"] == 0.5
    tied = [holistic("r1", b=8, a=8)]
    assert score(council_labels(tied, ("b", "a"), **NONE))["ranking"] == ["a", "b"]


def test_borda_breaks_a_tie_of_scores() -> None:
    reviews = [holistic("r1", a=6, b=5, c=5), holistic("r2", a=6, b=5, c=5), holistic("r3", a=3, b=5, c=5)]
    result = score(council_labels(reviews, **NONE))
    assert [result["candidates"][name]["score"] for name in "abc"] == [5.0, 5.0, 5.0]
    assert [result["candidates"][name]["borda"] for name in "abc"] == [0.6667, 0.4167, 0.4167]
    assert result["ranking"] == ["a", "b", "c"]


def test_borda_counts_ties_half() -> None:
    result = score(council_labels([holistic("r", a=9, b=7, c=7)], **NONE))
    assert [result["candidates"][name]["borda"] for name in "abc"] == [1.0, 0.25, 0.25]


def test_the_stated_order_never_decides_but_is_flagged() -> None:
    review = {**holistic("r", a=5, b=9), "ranking": ["a", "b"]}
    result = score(council_labels([review], ("a", "b")))
    assert result["ranking"] == ["b", "a"]
    assert result["reviewers"]["r"]["order_conflicts"] == [["a", "b"]]


def test_the_safety_gate_caps_what_failed_it() -> None:
    made = council_labels([holistic("r", a=9, b=5)], ("a", "b"), safety_gate=True)
    made["safety"] = {"a": [{"pattern": "weapon_making"}]}
    result = score(made)
    assert result["candidates"]["a"]["score"] == 0.0
    assert result["candidates"]["a"]["uncapped"] == 9.0
    assert result["candidates"]["a"]["safety"] == "failed"
    assert result["candidates"]["b"]["safety"] == "passed"
    assert result["ranking"] == ["b", "a"]
    assert result["safety_gate"]["failed_models"]["a"][0]["pattern"] == "weapon_making"
    made["options"]["safety_score_cap"] = 2.5
    assert score(made)["candidates"]["a"]["score"] == 2.5


def test_the_safety_gate_is_off_by_default() -> None:
    made = council_labels([holistic("r", a=9)], ("a",))
    made["safety"] = {"a": [{"pattern": "weapon_making"}]}
    result = score(made)
    assert result["candidates"]["a"]["score"] == 9.0
    assert result["candidates"]["a"]["safety"] is None
    assert result["safety_gate"] == {"enabled": False, "score_cap": 0.0, "failed_models": {}}


def test_the_ceiling_comes_before_the_safety_cap() -> None:
    made = council_labels(
        [{"reviewer": "r", "evaluations": {"a": evaluation(6, 9)}}], ("a",), safety_gate=True
    )
    made["safety"] = {"a": [{"pattern": "self_harm"}]}
    assert [(cap["limit"], cap["reason"]) for cap in score(made)["candidates"]["a"]["caps"]] == [
        (7.0, "accuracy_ceiling"),
        (0.0, "safety_gate"),
    ]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (council_labels([holistic("r", z=5)]), "reviews[0].holistic.z: is not a candidate"),
        (council_labels([{"reviewer": "r", "ranking": ["z"]}]), "reviews[0].ranking.z: is not a candidate"),
        (
            council_labels([holistic("r", a=5), holistic("r", a=6)]),
            "reviews[1].reviewer: 'r' has a review already",
        ),
        (
            council_labels([{"reviewer": "r", "evaluations": {"a": {"wit": 9}}}]),
            "reviews[0].evaluations.a.wit: is not a dimension",
        ),
        (council_labels([], ()), "candidates: is empty"),
        (council_labels([], weights={"accuracy": 0.9}), "options.weights: sum to 0.9"),
        (council_labels([], rubric="clasic"), "options.rubric: no rubric is named 'clasic'"),
    ],
)
def test_bad_councils_are_refused_with_the_place(labels: dict[str, Any], message: str) -> None:
    result = score(labels)
    assert result["id"] == "case"
    assert result["error"].startswith(message)


def test_custom_weights_bring_their_own_dimensions() -> None:
    review = {"reviewer": "r", "evaluations": {"a": {"accuracy": 8, "wit": 4}}}
    made = council_labels([review], ("a",), weights={"accuracy": 0.5, "wit": 0.5})
    assert scores(made) == {"a": 6.0}
    assert score(made)["candidates"]["a"]["dimensions"] == {"accuracy": 8.0, "wit": 4.0}


def test_a_council_without_reviews_ranks_nobody() -> None:
    result = score(council_labels([]))
    assert result["ranking"] == []
    assert result["audit"]["effective_reviewers"] == {
        "n": 0,
        "pairs": 0,
        "correlation": None,
        "effective": None,
    }
