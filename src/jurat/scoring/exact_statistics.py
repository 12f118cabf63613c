"""The few statistics that the council needs, exact and the same for any order of the data."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import fsum, lcm, sqrt, tanh
from operator import mul

from jurat.scoring import rounding

Z_95 = 1.959963984540054
HUNDREDTHS = 100


@dataclass(slots=True)
class Series:
    """Numbers as whole numbers of so many to one, with the sums that all else is worked out of.

    `squares` is Σx² and `scatter` n Σx² − (Σx)², which is n² times the variance.
    """

    values: Sequence[int]
    unit: int
    total: int
    squares: int
    scatter: int

    def scale(self) -> tuple[float, float]:
        """The mean and the population's standard deviation.

        >>> series([2, 4, 4, 4, 5, 5, 7, 9]).scale()
        (5.0, 2.0)
        """
        whole = len(self.values) * self.unit
        return self.total / whole, sqrt(self.scatter) / whole


def series(numbers: Sequence[float]) -> Series:
    """Some numbers as people wrote them, ready to be averaged and correlated.

    >>> series([1, 2, 3]).scatter, series([0.25, 1.0]).values
    (6, [25, 100])
    """
    return summed(*whole_numbers(numbers))


def summed(values: Sequence[int], unit: int) -> Series:
    """The series of whole numbers of a unit."""
    total, squares = sum(values), sum(map(mul, values, values))
    return Series(values, unit, total, squares, len(values) * squares - total * total)


def whole_numbers(numbers: Sequence[float]) -> tuple[Sequence[int], int]:
    """Decimals as whole numbers, and how many of these make one.

    >>> whole_numbers([7, 8]), whole_numbers([7, 8.5]), whole_numbers([7.125])
    (([7, 8], 1), ([700, 850], 100), ([57], 8))
    """
    if isinstance(sum(numbers), int):
        return numbers, 1  # type: ignore[return-value]
    hundredths = [round(number * HUNDREDTHS) for number in numbers]
    if [one / HUNDREDTHS for one in hundredths] == [*numbers]:
        return hundredths, HUNDREDTHS
    exact = [rounding.exact(number) for number in numbers]
    unit = lcm(*(number.denominator for number in exact))
    return [int(number * unit) for number in exact], unit


def mean(values: Sequence[float]) -> float:
    """The mean, exactly rounded.

    >>> mean([8.0, 9.0])
    8.5
    """
    return fsum(values) / len(values)


def sample_variance(given: Series) -> float:
    """The variance of a sample of at least two.

    >>> sample_variance(series([6.0, 8.0]))
    2.0
    """
    n = len(given.values)
    return given.scatter / (n * (n - 1) * given.unit**2)


def pearson(xs: Series, ys: Series) -> float | None:
    """Pearson's correlation; none where one side does not vary.

    >>> pearson(series([1, 2, 3]), series([2.0, 4.0, 6.0])), pearson(series([1, 1]), series([1, 2]))
    (1.0, None)
    """
    return correlation(sum(map(mul, xs.values, ys.values)), xs, ys, len(xs.values))


def correlation(products: int, xs: Series, ys: Series, n: int) -> float | None:
    """Pearson's correlation of n pairs from the sum of their products."""
    scatters = xs.scatter * ys.scatter
    if not scatters:
        return None
    r: float = (n * products - xs.total * ys.total) / sqrt(scatters)
    return r if -1.0 <= r <= 1.0 else max(-1.0, min(1.0, r))


def fisher_interval(r: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a correlation of n > 3 pairs, by Fisher's transformation.

    >>> [round(x, 3) for x in fisher_interval(0.5, 28)]
    [0.156, 0.736]
    """
    reach = _reach(n)  # tanh(atanh(r) ± z) by the addition formula, which holds at ±1 too
    return (r - reach) / (1 - r * reach), (r + reach) / (1 + r * reach)


@lru_cache(maxsize=1024)
def _reach(n: int) -> float:
    return tanh(Z_95 / sqrt(n - 3))


def doubled_ranks(values: Sequence[float]) -> list[int]:
    """Twice each value's place from the lowest up; equals share the places that they take.

    >>> doubled_ranks([9, 7, 7])
    [6, 3, 3]
    """
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) + 1 for value in values]


def order_tau(places: Sequence[int]) -> float:
    """Kendall's tau between an order of at least two and the places its members have in another.

    >>> order_tau([0, 2, 1])
    0.3333333333333333
    """
    pairs = len(places) * (len(places) - 1) // 2
    swapped = sum([first > second for first, second in combinations(places, 2)])
    return (pairs - 2 * swapped) / pairs
