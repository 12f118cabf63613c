"""The audit's statistics, against hand-worked figures, each with its n."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import council_labels, evaluation, holistic, score

NAMES = ("a", "b", "c", "d", "e")


def council(*rows: tuple[float, ...], lengths: tuple[int, ...] = (1, 2, 3, 4, 5)) -> dict[str, Any]:
    """Reviewers whose accuracy scores are the rows, over candidates of so many words."""
    reviews = [
        {"reviewer": f"r{i}", "evaluations": {n: evaluation(x, 8) for n, x in zip(NAMES, row, strict=True)}}
        for i, row in enumerate(rows)
    ]
    made = council_labels(reviews, NAMES)
    made["candidates"] = {n: " ".join(["word"] * k) for n, k in zip(NAMES, lengths, strict=True)}
    return made


def test_length_correlation_has_n_and_an_interval() -> None:
    result = score(council((5, 6, 7, 8, 9), (5, 6, 7, 8, 9)))["audit"]["length"]
    assert result["accuracy"] == {"n": 10, "r": 1.0, "low": 1.0, "high": 1.0}
    assert result["clarity"] == {"n": 10, "r": None, "low": None, "high": None}  # nothing varies
    mixed = score(council((5, 6, 7, 8, 9), (9, 8, 7, 6, 6)))["audit"]["length"]["accuracy"]
    assert mixed["n"] == 10
    assert mixed["low"] < mixed["r"] < mixed["high"]


def test_position_counts_the_reviews_whose_order_is_known() -> None:
    labels = council((5, 6, 7, 8, 9), (5, 6, 7, 8, 9), (9, 8, 7, 6, 5))
    for review in labels["reviews"][:2]:
        review["shown"] = list(NAMES)
    result = score(labels)["audit"]["position"]
    assert result["accuracy"] == {"n": 10, "r": 1.0, "low": 1.0, "high": 1.0}


def test_no_claim_below_ten_pairs() -> None:
    assert score(council((5, 6, 7, 8, 9)))["audit"]["length"]["accuracy"] == {
        "n": 5,
        "r": None,
        "low": None,
        "high": None,
    }


def test_position_is_known_only_where_the_order_shown_is_given() -> None:
    made = council((9, 8, 7, 6, 5), (9, 8, 7, 6, 5))
    assert score(made)["audit"]["position"]["accuracy"]["n"] == 0
    for review in made["reviews"]:
        review["shown"] = list(NAMES)
    assert score(made)["audit"]["position"]["accuracy"] == {"n": 10, "r": -1.0, "low": -1.0, "high": -1.0}


def test_variance_between_reviewers_by_dimension_and_holistic() -> None:
    reviews = [
        {"reviewer": "r1", "evaluations": {"a": evaluation(6, 8)}, "holistic": {"a": 5, "b": 9}},
        {"reviewer": "r2", "evaluations": {"a": evaluation(8, 8)}, "holistic": {"a": 9}},
        {"reviewer": "a", "holistic": {"a": 1}},
    ]
    variance = score(council_labels(reviews))["audit"]["variance"]
    assert variance["accuracy"] == {"n": 1, "variance": 2.0}
    assert variance["clarity"] == {"n": 1, "variance": 0.0}
    assert variance["holistic"] == {"n": 1, "variance": 8.0}  # its own answer left out


def test_leniency_is_the_distance_to_the_others_on_the_same_candidates() -> None:
    made = council_labels([holistic("r1", a=9, b=9), holistic("r2", a=6, b=7), holistic("r3", c=5)])
    reviewers = score(made)["reviewers"]
    assert [reviewers[name]["leniency"] for name in ("r1", "r2", "r3")] == [2.5, -2.5, None]


def test_leaving_one_reviewer_out_shows_whether_the_winner_stays() -> None:
    reviews = [holistic("r1", a=9, b=5, c=4), holistic("r2", a=8, b=6, c=5), holistic("r3", a=1, b=9, c=8)]
    out = score(council_labels(reviews, calibration="none"))["audit"]["leave_one_out"]
    # with all: a 6.0, b 6.67, c 5.67; without r3: a 8.5, b 5.5, c 4.5
    assert out["r3"] == {"n": 3, "winner_kept": False, "tau": 0.3333}
    assert out["r1"] == {"n": 3, "winner_kept": True, "tau": 0.3333}  # a 4.5, b 7.5, c 6.5


def test_no_leave_one_out_claim_for_two_reviewers() -> None:
    out = score(council_labels([holistic("r1", a=9), holistic("r2", a=8)]))["audit"]["leave_one_out"]
    assert out["r1"] == {"n": 0, "winner_kept": None, "tau": None}


def test_leave_one_out_with_one_candidate_left_makes_no_claim() -> None:
    reviews = [holistic("r1", a=9), holistic("r2", a=8), holistic("r3", a=7)]
    out = score(council_labels(reviews))["audit"]["leave_one_out"]
    assert out["r1"] == {"n": 1, "winner_kept": None, "tau": None}


@pytest.mark.parametrize(
    ("rows", "pairs", "correlation", "effective"),
    [
        ([(1, 2, 3), (2, 4, 6), (1, 2, 3)], 3, 1.0, 1.0),
        ([(1, 2, 3), (3, 2, 1)], 1, -1.0, 2.0),
        ([(1, 2, 3), (1, 3, 2)], 1, 0.5, 1.33),
        ([(5, 5, 5), (1, 3, 2)], 0, None, None),
    ],
)
def test_effective_reviewers_by_kish(
    rows: list[tuple[int, ...]], pairs: int, correlation: float | None, effective: float | None
) -> None:
    reviews = [holistic(f"r{i}", **dict(zip("abc", row, strict=True))) for i, row in enumerate(rows)]
    found = score(council_labels(reviews))["audit"]["effective_reviewers"]
    assert found == {"n": len(rows), "pairs": pairs, "correlation": correlation, "effective": effective}


def test_two_shared_candidates_are_too_few_for_a_correlation() -> None:
    found = score(council_labels([holistic("r1", a=9, b=1), holistic("r2", a=8, b=2)]))["audit"]
    assert found["effective_reviewers"]["pairs"] == 0
