"""The rubric: the original document's worked examples, with its slips put right, and its errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest

from jurat.errors import OptionError
from jurat.options import Preset
from jurat.scoring.evaluations import by_rubric
from jurat.scoring.rubric import PRESETS, Rubric, ceiling, form_of, hundredths, make_rubric


def overall(rubric: Rubric, evaluation: Mapping[str, float]) -> float:
    """What a whole evaluation comes to."""
    kept = by_rubric("r", "m", evaluation, rubric)
    assert kept is not None
    return kept.overall


@pytest.mark.parametrize(
    ("scores", "before", "after"),
    [
        ((9, 8, 7, 8), 815, 8.15),  # Response A of the document
        ((7, 9, 9, 8), 810, 8.10),  # Response B: the document prints 8.0
        ((6, 6, 5, 7), 600, 6.00),  # Response C
        ((3, 9, 9, 9), 690, 4.00),  # the well-written lie: the document prints 7.35
        ((10, 10, 10, 10), 1000, 10.0),
        ((1, 1, 1, 1), 100, 1.0),
        ((6, 10, 10, 10), 860, 7.0),
        ((4.9, 10, 10, 10), 822, 4.0),  # 8.215
    ],
)
def test_classic_rubric_by_hand(scores: tuple[float, ...], before: int, after: float) -> None:
    rubric = make_rubric("classic")
    form = form_of(rubric, tuple(PRESETS["classic"]))
    assert form is not None
    assert hundredths(replace(form, accuracy=None), scores) == before
    assert overall(rubric, dict(zip(PRESETS["classic"], scores, strict=True))) == after


def test_the_sum_is_rounded_half_up_to_two_decimals_before_the_ceiling() -> None:
    rubric = make_rubric(weights={"accuracy": 0.125, "clarity": 0.875})
    assert overall(rubric, {"accuracy": 7, "clarity": 8}) == 7.88  # 7.875
    assert overall(rubric, {"accuracy": 6.9, "clarity": 7.014}) == 7.0  # 6.99975 → 7.00, ceiling 7


@pytest.mark.parametrize(("accuracy", "limit"), [(1, 4), (4.99, 4), (5, 7), (6.99, 7), (7, None), (10, None)])
def test_ceiling(accuracy: float, limit: int | None) -> None:
    assert ceiling(Fraction(str(accuracy))) == limit


def test_the_command_line_offers_every_preset() -> None:
    assert get_args(Preset) == tuple(PRESETS)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_sums_to_one(preset: str) -> None:
    assert sum(make_rubric(preset).weights.values()) == 1


def test_weights_within_a_thousandth_of_one_are_taken_as_they_are() -> None:
    rubric = make_rubric(weights={"accuracy": 0.5, "clarity": 0.501})
    assert overall(rubric, {"accuracy": 10, "clarity": 10}) == 10.01


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"accuracy": 0.5, "clarity": 0.502}, "sum to 1.002"),
        ({"accuracy": 1.5, "clarity": -0.5}, "clarity is below 0"),
        ({}, "sum to 0.0"),
        (
            {"accuracy": 0.5, "overall": 0.5},
            "overall is no dimension; rename it: notes and overall",
        ),
        ({"accuracy": 1, "notes": 0}, "notes is no dimension"),
    ],
)
def test_bad_weights_are_refused(weights: dict[str, float], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_rubric(weights=weights)


def test_an_unknown_preset_is_refused_with_the_choices() -> None:
    with pytest.raises(
        OptionError, match=r"no rubric is named 'clasic'; choose one of default, classic, coding"
    ):
        make_rubric("clasic")
