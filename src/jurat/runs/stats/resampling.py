"""Bootstrap intervals and permutation tests, seeded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, product, starmap
from math import sqrt
from operator import getitem
from random import Random
from statistics import NormalDist
from typing import Literal, TypeVar

from jurat.runs.stats.descriptive import mean, quantile
from jurat.runs.stats.value_counts import UNITS, ValueCounts

SEED = 20240229
RESAMPLES = 2000
PERMUTATIONS = 10_000
DRAW = 1000
"""Above so many values each resample draws this many, and the spread is scaled to the whole."""
EXACT = 12
"""Up to so many differences all signs are tried."""
NORMAL = 2000
"""From so many differences the normal law is used: nothing can be told apart from the permutations."""
_BITS = 8

Item = TypeVar("Item")
Method = Literal["exact", "permutation", "normal", "McNemar, exact"]


@dataclass(frozen=True, slots=True)
class Interval:
    """From where to where a figure may lie."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TestResult:
    """The chance of a difference at least as large if nothing differed, and how it was found."""

    __test__ = False
    p: float
    method: Method


def mean_interval(
    values: Sequence[float], *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """Return the bootstrap percentile interval of a mean.

    >>> mean_interval([3.0, 3.0, 3.0])
    Interval(low=3.0, high=3.0)
    """
    return interval(values, mean, level=level, resamples=resamples, seed=seed)


def counted_interval(
    seen: ValueCounts, *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """Return the bootstrap percentile interval of the mean of counted values.

    >>> counted_interval(ValueCounts.of([3.0, 3.0, 3.0]))
    Interval(low=3.0, high=3.0)
    """
    size = min(DRAW, len(seen))
    draws = islice(seen.drawn(Random(seed), size), resamples)
    found = sorted(sum(draw) / (size * UNITS) for draw in draws)
    return scaled(found, seen.mean(), sqrt(size / len(seen)), level)


def interval(
    items: Sequence[Item],
    statistic: Callable[[Sequence[Item]], float],
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    draw: int = DRAW,
) -> Interval:
    """Return the bootstrap percentile interval of any statistic; large samples are subsampled."""
    random, size = Random(seed), min(draw, len(items))
    found = sorted(statistic(random.choices(items, k=size)) for _ in range(resamples))
    return scaled(found, statistic(items), sqrt(size / len(items)), level)


def scaled(found: Sequence[float], centre: float, factor: float, level: float) -> Interval:
    """Return the interval of sorted resampled statistics, rescaled around the statistic of the whole.

    >>> scaled([0.0, 1.0, 2.0, 3.0, 4.0], 2.0, 0.5, 1.0)
    Interval(low=1.0, high=3.0)
    """
    tail = (1 - level) / 2
    low, high = quantile(found, tail), quantile(found, 1 - tail)
    if factor == 1:
        return Interval(low, high)
    return Interval(centre + (low - centre) * factor, centre + (high - centre) * factor)


def paired_test(seen: ValueCounts, *, permutations: int = PERMUTATIONS, seed: int = SEED) -> TestResult:
    """Test whether the mean of paired differences is 0, by random signs; two-sided.

    >>> paired_test(ValueCounts.of([1.0, 2.0, 3.0]))
    TestResult(p=0.25, method='exact')
    >>> paired_test(ValueCounts.of([0.0, 0.0])).p
    1.0
    """
    observed, differ = abs(seen.total()), seen.above() + seen.below()
    if differ >= NORMAL:
        return TestResult(_normal(observed, seen.squares()), "normal")
    sizes = sorted(abs(value) for value in seen.counts.elements() if value)
    if differ <= EXACT:
        return TestResult(_exact(observed, sizes), "exact")
    return TestResult(_permuted(observed, sizes, permutations, Random(seed)), "permutation")


def _exact(observed: int, sizes: Sequence[int]) -> float:
    reached = sum(
        abs(sum(map(int.__mul__, signs, sizes))) >= observed for signs in product((1, -1), repeat=len(sizes))
    )
    return reached / (1 << len(sizes))


def _normal(observed: int, squares: int) -> float:
    """Return the p-value by the normal approximation of a sum with random signs."""
    return 2 * NormalDist().cdf(-observed / sqrt(squares))


def _permuted(observed: int, sizes: Sequence[int], permutations: int, random: Random) -> float:
    """Return the share of random signs that reach the observed sum, including the observed one.

    A sum with random signs is twice the sum of a random subset less the whole. Subsets are drawn a byte at a
    time: a table per eight differences has the sums of all 256 subsets of them.
    """
    whole = sum(sizes)
    tables = [_subset_sums(sizes[start : start + _BITS]) for start in range(0, len(sizes), _BITS)]
    reached = 1
    for _ in range(permutations):
        chosen = sum(starmap(getitem, zip(tables, random.randbytes(len(tables)), strict=True)))
        reached += abs(2 * chosen - whole) >= observed
    return reached / (permutations + 1)


def _subset_sums(units: Sequence[int]) -> list[int]:
    """Return the sums of all subsets of up to eight numbers, indexed by the bits of a byte.

    >>> _subset_sums([1, 10])[:4]
    [0, 1, 10, 11]
    """
    sums = [0]
    for unit in units:
        sums += [one + unit for one in sums]
    return sums * (1 << (_BITS - len(units)))
