"""Two rounds, holistic beside rubric, a certain winner, weights from preferences: exact figures."""

from __future__ import annotations

import random
from typing import Any

import pytest

from jurat.errors import InputError
from jurat.judges.results import score_council
from jurat.observations import FirstRound, Review
from jurat.options import Options
from jurat.outcomes import CouncilResult, HolisticComparison, RoundComparison
from jurat.scoring.early_stop import certain_winner
from jurat.scoring.rubric import PRESETS, make_rubric
from jurat.scoring.weight_fitting import Preference, agreement, fit_weights, simplex

CLARITY = Options(weights={"clarity": 1.0}, calibration="none")


def scored(reviews: list[Review], options: Options = CLARITY) -> CouncilResult:
    names = dict.fromkeys(("a", "b", "c"), 10)
    return score_council(names, reviews, {}, options, case=1, observer="labels")


def clear(**scores: Any) -> dict[str, dict[str, Any]]:
    return {name: {"clarity": score} for name, score in scores.items()}


def rounds(reviews: list[Review]) -> RoundComparison:
    found = scored(reviews).audit.rounds
    assert found is not None
    return found


def test_moves_are_counted_towards_each_reviewer() -> None:
    first = FirstRound(evaluations=clear(a=4, b=8, c=5))
    found = rounds(
        [
            Review(reviewer="r", evaluations=clear(a=8, b=6, c=5), first_round=first),
            Review(reviewer="s", evaluations=clear(a=8, b=8, c=5)),
            Review(reviewer="t", evaluations=clear(a=9, b=7, c=5), first_round=FirstRound(failed="no reply")),
        ]
    )
    # a: 4 → 8 comes closer to 8.5; b: 8 → 6 leaves 7.5, comes no closer to 7 and leaves 8
    assert (found.n, found.moved, found.closer, found.farther) == (3, 2, 1, 1)
    assert found.towards == {"s": 1, "t": 1}
    assert (found.revised, found.failed) == (("r",), {"t": "no reply"})
    assert (found.ranking, found.winner_kept) == (("b", "a", "c"), False)
    # variances: a (4, 8, 9) 7, b (8, 8, 7) 1/3, c 0; then a (8, 8, 9) 1/3, b (6, 8, 7) 1, c 0
    assert (found.before.variance, found.after.variance, found.variance_fell) == (2.4444, 0.4444, True)


def test_a_single_reviewer_has_no_variance_to_compare() -> None:
    found = rounds(
        [
            Review(
                reviewer="b",
                holistic={"a": 7, "b": 9},
                first_round=FirstRound(holistic={"a": 6, "b": 2, "c": "x"}),
            )
        ]
    )
    assert (found.n, found.moved, found.closer, found.farther, found.towards) == (1, 1, 0, 0, {})
    assert found.variance_fell is None


def test_a_first_round_may_speak_only_of_candidates() -> None:
    review = Review(reviewer="r", holistic={"a": 7}, first_round=FirstRound(holistic={"z": 6}))
    with pytest.raises(InputError, match=r"reviews\[0\]\.first_round\.holistic\.z: is not a candidate"):
        scored([review])


def beside(reviews: list[Review]) -> HolisticComparison | None:
    return scored(reviews).audit.holistic


def test_holistic_scores_are_ranked_beside_the_rubric() -> None:
    found = beside(
        [
            Review(reviewer="r", evaluations=clear(a=9, b=7, c=5), holistic={"a": 5, "b": 7, "c": 9}),
            Review(reviewer="s", evaluations=clear(a=8, b=7, c=5), holistic={"a": 9, "b": 8, "c": 2}),
            Review(reviewer="t", evaluations=clear(a=9, b=8, c=5), holistic={"a": 1, "b": 8, "c": 2}),
        ]
    )
    assert found is not None
    assert (found.ranking, found.n, found.winner_same) == (("b", "a", "c"), 3, False)
    assert found.tau == 0.3333
    assert found.rubric_stability == 1.0
    assert found.more_stable == "rubric"
    assert (found.rubric_variance, found.holistic_variance) == (0.2222, 10.8889)


def test_two_reviewers_are_too_few_for_stability() -> None:
    given = [Review(reviewer=name, evaluations=clear(a=9, b=7), holistic={"a": 8, "b": 6}) for name in "rs"]
    found = beside(given)
    assert found is not None
    assert (found.tau, found.rubric_stability, found.more_stable) == (1.0, None, None)


def test_one_candidate_alone_has_no_order() -> None:
    given = [Review(reviewer=name, evaluations=clear(a=9), holistic={"a": 8}) for name in "rst"]
    found = beside(given)
    assert found is not None
    assert (found.n, found.tau, found.rubric_stability) == (1, None, None)


def test_without_rubric_scores_there_is_nothing_to_compare() -> None:
    assert beside([Review(reviewer="r", holistic={"a": 8, "b": 6})]) is None


@pytest.mark.parametrize("outstanding", [0, 1, 2])
def test_whatever_the_missing_reviews_give_a_certain_winner_wins(outstanding: int) -> None:
    rng = random.Random(outstanding)
    rubric = make_rubric()
    certain = 0
    for _ in range(60):
        given = [_review(rng, f"r{n}", PRESETS["default"]) for n in range(3)]
        missing = {f"s{n}": ("a", "b", "c") for n in range(outstanding)}
        winner = certain_winner(given, ("a", "b", "c"), rubric, missing)
        if winner is not None:
            certain += 1
            for _ in range(20):
                more = [_review(rng, name, PRESETS["default"], wide=True) for name in missing]
                assert scored([*given, *more], Options(calibration="none")).ranking[0] == winner
    assert certain > 0 or outstanding == 2


def _review(rng: random.Random, name: str, weights: Any, *, wide: bool = False) -> Review:
    spans = {one: (1, 10) if wide else (9, 10) if one == "a" else (1, 3) for one in ("a", "b", "c")}
    return Review(
        reviewer=name,
        evaluations={one: {key: rng.randint(*span) for key in weights} for one, span in spans.items()},
    )


def choices(count: int, told_by: str, seed: int = 1) -> list[Preference]:
    """Choices that people made by one dimension alone."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        gaps = {name: rng.gauss(0, 2) for name in PRESETS["default"]}
        if gaps[told_by] < 0:
            gaps = {name: -gap for name, gap in gaps.items()}
        made.append(Preference(f"q{number // 2}", gaps))
    return made


def test_weights_move_to_the_dimension_that_people_choose_by() -> None:
    found = fit_weights(choices(200, "conciseness"), PRESETS["default"])
    assert found.gained is True
    assert found.weights["conciseness"] > 0.5
    assert sum(found.weights.values()) == pytest.approx(1.0)
    assert all(weight >= 0 for weight in found.weights.values())
    assert found.agreement is not None
    assert found.agreement > found.present_agreement
    assert fit_weights(choices(200, "conciseness"), PRESETS["default"]) == found


def test_where_the_present_weights_are_right_nothing_is_gained() -> None:
    rng = random.Random(3)
    made = []
    for number in range(120):
        gaps = {name: rng.gauss(0, 2) for name in PRESETS["default"]}
        total = sum(weight * gaps[name] for name, weight in PRESETS["default"].items())
        made.append(Preference(str(number), {name: gap if total > 0 else -gap for name, gap in gaps.items()}))
    found = fit_weights(made, PRESETS["default"])
    assert (found.gained, found.present_agreement) == (False, 1.0)
    assert found.weights == PRESETS["default"]


def test_few_choices_fit_nothing() -> None:
    found = fit_weights(choices(19, "clarity"), PRESETS["default"])
    assert (found.gained, found.agreement, found.weights) == (None, None, PRESETS["default"])
    assert fit_weights([], PRESETS["default"]).present_agreement == 0.0


def test_a_tie_counts_half() -> None:
    assert agreement([Preference("q", {"clarity": 0.0})], {"clarity": 1.0}) == 0.5


@pytest.mark.parametrize(
    ("values", "expected"), [([0.2, 0.8], [0.2, 0.8]), ([1.5, 0.5], [1.0, 0.0]), ([-1.0, -1.0], [0.5, 0.5])]
)
def test_weights_are_brought_to_the_nearest_that_sum_to_one(
    values: list[float], expected: list[float]
) -> None:
    assert simplex(values) == expected
