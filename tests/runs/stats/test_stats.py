"""Statistics: against hand-worked tables, and against scipy and scikit-learn as oracles."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.runs.stats import value_counts
from jurat.runs.stats.classification import (
    Level,
    auroc,
    balanced_accuracy,
    cohen_kappa,
    krippendorff_alpha,
)
from jurat.runs.stats.correlation import kendall, pearson, spearman
from jurat.runs.stats.descriptive import deviation, mean, quantile, variance
from jurat.runs.stats.paired_tests import holm, mcnemar, smallest_difference
from jurat.runs.stats.resampling import (
    NORMAL,
    Interval,
    counted_interval,
    interval,
    mean_interval,
    paired_test,
)
from jurat.runs.stats.value_counts import ValueCounts

scipy_stats = pytest.importorskip("scipy.stats")
sklearn_metrics = pytest.importorskip("sklearn.metrics")

SCORES = st.integers(0, 12).map(lambda x: x / 4)
PAIRS = st.lists(st.tuples(SCORES, SCORES), min_size=2, max_size=60)


def sample(seed: int, size: int, levels: int = 1000) -> tuple[list[float], list[float]]:
    """Two measures that go together a little, with ties where there are few levels."""
    random = Random(seed)
    xs = [random.randrange(levels) / levels for _ in range(size)]
    return xs, [round(0.5 * x + 0.5 * random.randrange(levels) / levels, 4) for x in xs]


@given(PAIRS)
def test_correlations_equal_scipys(pairs: list[tuple[float, float]]) -> None:
    xs, ys = map(list, zip(*pairs, strict=True))
    for ours, theirs in (
        (pearson, scipy_stats.pearsonr),
        (spearman, scipy_stats.spearmanr),
        (kendall, scipy_stats.kendalltau),
    ):
        found = ours(xs, ys)
        if len(set(xs)) == 1 or len(set(ys)) == 1:
            assert found is None
        else:
            assert found == pytest.approx(theirs(xs, ys).statistic, abs=1e-12)


@pytest.mark.parametrize("levels", [2, 5, 1000])
def test_correlations_of_a_thousand_pairs_equal_scipys(levels: int) -> None:
    xs, ys = sample(1, 1000, levels)
    assert kendall(xs, ys) == pytest.approx(scipy_stats.kendalltau(xs, ys).statistic, abs=1e-12)
    assert spearman(xs, ys) == pytest.approx(scipy_stats.spearmanr(xs, ys).statistic, abs=1e-12)


def test_a_correlation_needs_two_that_vary() -> None:
    assert [function([1.0], [2.0]) for function in (pearson, spearman, kendall)] == [None] * 3
    assert [function([], []) for function in (pearson, spearman, kendall)] == [None] * 3


@given(st.lists(st.tuples(SCORES, st.booleans()), min_size=1, max_size=60))
def test_auroc_equals_scikit_learns(pairs: list[tuple[float, bool]]) -> None:
    scores, good = map(list, zip(*pairs, strict=True))
    found = auroc(scores, good)
    if len(set(good)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(sklearn_metrics.roc_auc_score(good, scores), abs=1e-12)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60))
def test_accuracy_and_kappa_equal_scikit_learns(pairs: list[tuple[bool, bool]]) -> None:
    said, true = map(list, zip(*pairs, strict=True))
    if len(set(true)) == 2:
        expected = sklearn_metrics.balanced_accuracy_score(true, said)
        assert balanced_accuracy(said, true) == pytest.approx(expected, abs=1e-12)
    else:
        assert balanced_accuracy(said, true) is None
    if len({*said, *true}) == 2:
        expected = sklearn_metrics.cohen_kappa_score(said, true)
        assert cohen_kappa(said, true) == pytest.approx(expected, abs=1e-12)
    else:
        assert cohen_kappa(said, true) is None


NOTHING = math.nan
RATERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NOTHING, NOTHING, NOTHING],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NOTHING, 3],
    [NOTHING, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NOTHING],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NOTHING],
]
"""Krippendorff's own worked example: four observers, twelve units, some missing."""


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_krippendorffs_example(level: Level, alpha: float) -> None:
    units = [[v for v in unit if not math.isnan(v)] for unit in zip(*RATERS, strict=True)]
    assert krippendorff_alpha(units, level) == pytest.approx(alpha, abs=0.0005)


def test_alpha_by_hand() -> None:
    # coincidences: 1-1 twice, 2-2 twice, 1-2 and 2-1 once each; observed 2 of 6, expected 2 * 3 * 3 / 5 of 6
    assert krippendorff_alpha([(1, 1), (2, 2), (1, 2)]) == pytest.approx(1 - 2 / 3.6)
    assert krippendorff_alpha([(1, 1), (1, 1)]) is None
    assert krippendorff_alpha([(1,), (2,)]) is None
    assert krippendorff_alpha([]) is None
    assert krippendorff_alpha([(1, 1), (5, 5)], "interval") == 1


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (3, 9), (10, 10), (40, 70), (900, 1000)])
def test_mcnemar_equals_the_binomial_test(b: int, c: int) -> None:
    expected = scipy_stats.binomtest(b, b + c).pvalue if b + c else 1.0
    assert mcnemar(b, c) == pytest.approx(expected, rel=1e-9)
    assert mcnemar(c, b) == mcnemar(b, c)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.02, 0.03, 0.04]) == pytest.approx([0.04, 0.06, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_smallest_difference_is_what_a_sample_shows_four_times_in_five() -> None:
    # (1.96 + 0.8416) * 2 / sqrt(64)
    assert smallest_difference(2.0, 64) == pytest.approx(0.7004, abs=1e-4)
    assert smallest_difference(0.0, 64) == 0.0


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40), st.floats(0, 1))
def test_centres_equal_those_of_others(values: list[float], share: float) -> None:
    assert quantile(sorted(values), share) == pytest.approx(
        float(scipy_stats.mstats.mquantiles(values, [share], alphap=1, betap=1)[0]), abs=1e-6
    )
    assert variance(values) == pytest.approx(statistics.variance(values), rel=1e-9, abs=1e-9)


def test_bootstrap_interval_is_near_scipys_and_the_same_every_time() -> None:
    values = [round(x, 4) for x in sample(3, 200)[0]]
    found = mean_interval(values, resamples=8000)
    theirs = scipy_stats.bootstrap(
        (values,), lambda x, axis: x.mean(axis=axis), method="percentile", rng=7
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.005)
    assert mean_interval(values) == mean_interval(values)
    assert mean_interval(values) != mean_interval(values, seed=1)


@given(st.lists(st.integers(-100_000, 100_000), min_size=1, max_size=60))
def test_counted_values_say_what_the_values_say(whole: list[int]) -> None:
    values = [one / 10_000 for one in whole]
    seen = ValueCounts.of(values)
    assert seen.mean() == pytest.approx(mean(values), abs=1e-12)
    assert seen.deviation() == pytest.approx(deviation(values), abs=1e-9)
    assert (seen.above(), seen.below()) == (sum(x > 0 for x in whole), sum(x < 0 for x in whole))
    low, high = (getattr(counted_interval(seen, resamples=50), name) for name in ("low", "high"))
    theirs = mean_interval(sorted(values), resamples=50)
    assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@pytest.mark.parametrize("few", [0, 60])
@given(st.lists(st.integers(-100_000, 100_000), min_size=1, max_size=60))
def test_counted_values_are_drawn_as_if_all_lay_there_in_order(few: int, whole: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value_counts, "FEW", few)
        draws = ValueCounts(Counter(whole)).drawn(Random(3), 20)
        theirs = Random(3)
        for _ in range(3):
            assert next(draws) == theirs.choices(sorted(whole), k=20)


def test_the_interval_of_many_is_scaled_from_few() -> None:
    values = sample(4, 20_000)[0]
    found, error = mean_interval(values), deviation(values) / math.sqrt(len(values))
    assert found.low < mean(values) < found.high
    assert (found.high - found.low) == pytest.approx(2 * 1.96 * error, rel=0.1)


def test_intervals_of_other_figures() -> None:
    assert interval([2, 2, 2], max, resamples=50) == Interval(2, 2)
    assert interval([5], sum, resamples=10) == Interval(5, 5)


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([], 1.0),
        ([0.0] * 30, 1.0),
        ([0.1], 1.0),
        ([1.0] * 5, 2 / 32),
        ([1.0, 1.0, -1.0], 1.0),
        ([0.1, 0.2, 0.3, -0.6], 1.0),
        ([3.0, 4.0, -1.0], 0.5),
    ],
)
def test_few_differences_are_tested_with_all_signs(differences: list[float], p: float) -> None:
    assert paired_test(ValueCounts.of(differences)).p == p
    assert paired_test(ValueCounts.of(differences)).method == "exact"


def test_many_differences_are_tested_as_scipy_tests_them() -> None:
    random = Random(5)
    differences = [round(random.gauss(0.15, 1), 2) for _ in range(150)]
    theirs = scipy_stats.permutation_test(
        (differences,), lambda x, axis: x.mean(axis=axis), permutation_type="samples", rng=11
    )
    found = paired_test(ValueCounts.of(differences))
    assert found.method == "permutation"
    assert found.p == pytest.approx(theirs.pvalue, abs=0.012)
    assert found == paired_test(ValueCounts.of(-one for one in differences))


def test_very_many_differences_are_tested_by_the_normal_law() -> None:
    random = Random(6)
    differences = [round(random.gauss(0.01, 1), 3) for _ in range(NORMAL + 200)]
    found = paired_test(ValueCounts.of(differences))
    assert found.method == "normal"
    assert found.p == pytest.approx(scipy_stats.ttest_1samp(differences, 0).pvalue, abs=1e-3)


def test_a_test_without_a_difference_raises_few_alarms() -> None:
    random = Random(8)
    alarms = sum(
        paired_test(ValueCounts.of(random.gauss(0, 1) for _ in range(30)), permutations=400).p <= 0.05
        for _ in range(200)
    )
    assert 2 <= alarms <= 22
