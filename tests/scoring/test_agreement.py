"""Agreement between raters, against figures worked by hand and from the literature."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from jurat.scoring.rater_agreement import Level, kendall_w, krippendorff_alpha
from jurat.scoring.rounding import measured


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.125), ("ordinal", 0.125), ("interval", 0.125)])
def test_two_values_give_one_alpha_whatever_the_level(level: Level, alpha: float) -> None:
    assert krippendorff_alpha([(1, 1), (2, 2), (1, 2), (2, 1)], level) == pytest.approx(alpha)


def test_alpha_counts_only_units_with_two_raters() -> None:
    assert krippendorff_alpha([(1, 2, 3), (4,), (2, 2)], "interval") == pytest.approx(
        krippendorff_alpha([(1, 2, 3), (2, 2)], "interval")
    )


@pytest.mark.parametrize("units", [[], [(3,), (4,)], [(5, 5), (5, 5)]])
def test_no_alpha_where_nothing_varies(units: Sequence[Sequence[float]]) -> None:
    assert krippendorff_alpha(units, "interval") is None


@pytest.mark.parametrize(
    ("rows", "w"),
    [
        ([[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]], 1.0),
        ([[1, 2, 3], [2, 3, 1], [3, 1, 2]], 0.0),
        # ranks 1, 2, 3 and 1.5, 1.5, 3: sums 2.5, 3.5, 6, S = 6.5, 12 S / (4 × 24 − 2 × 6) = 78 / 84
        ([[1, 2, 3], [4, 4, 9]], 78 / 84),
        ([[7, 7, 7], [7, 7, 7]], None),
    ],
)
def test_kendalls_w(rows: list[list[float]], w: float | None) -> None:
    assert kendall_w(rows) == (None if w is None else pytest.approx(w))


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0.005, 0.01), (2.675, 2.68), (1e12 + 0.005, 1e12 + 0.01), (-0.0049, 0.0), (-2.5, -2.5), (0.0, 0.0)],
)
def test_figures_are_rounded_half_up_also_at_ties_and_when_large(number: float, shown: float) -> None:
    assert measured(number) == shown
