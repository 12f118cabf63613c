"""The few statistics that the council needs, in floating point, the same for any order of the data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atanh, fsum, sqrt, tanh
from operator import mul
from typing import NamedTuple

Z_95 = 1.959963984540054


def mean(values: Sequence[float]) -> float:
    """The mean, exactly rounded.

    >>> mean([8.0, 9.0])
    8.5
    """
    return fsum(values) / len(values)


def sample_variance(values: Sequence[float]) -> float:
    """The variance of a sample of at least two.

    >>> sample_variance([6.0, 8.0])
    2.0
    """
    total, n = sum(values), len(values)
    if isinstance(total, int):
        squares: int = n * sum(map(mul, values, values)) - total * total
        return squares / (n * (n - 1))
    centre = mean(values)
    return fsum((value - centre) ** 2 for value in values) / (n - 1)


class Series(NamedTuple):
    """Numbers with what correlations need of them, worked out once.

    Where all are whole, `squares` is n Σx² − (Σx)², exact and quick, and there are no deviations; else it is
    the sum of the squared deviations from the mean.
    """

    values: Sequence[float]
    total: float
    squares: float
    deviations: Sequence[float] | None

    def centred(self) -> Series:
        """The same with deviations from the mean."""
        return self if self.deviations is not None else _centred(self.values)

    def scale(self) -> tuple[float, float]:
        """The mean and the population standard deviation.

        >>> series([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).scale()
        (5.0, 2.0)
        """
        n = len(self.values)
        return self.total / n, sqrt(self.centred().squares / n)


def series(values: Sequence[float]) -> Series:
    """Some numbers, ready to be correlated.

    >>> series([1, 2, 3]).squares, series([1.0, 2.0, 3.0]).squares
    (6, 2.0)
    """
    total = sum(values)
    if isinstance(total, int):
        return Series(values, total, len(values) * sum(map(mul, values, values)) - total * total, None)
    return _centred(values)


def _centred(values: Sequence[float]) -> Series:
    total = fsum(values)
    centre = total / len(values)
    deviations = [value - centre for value in values]
    return Series(values, total, fsum(map(mul, deviations, deviations)), deviations)


def pearson(xs: Series, ys: Series) -> float | None:
    """Pearson's correlation; none where one side does not vary.

    >>> pearson(series([1, 2, 3]), series([2.0, 4.0, 6.0])), pearson(series([1, 1]), series([1, 2]))
    (1.0, None)
    """
    if xs.deviations is None and ys.deviations is None:
        products = len(xs.values) * sum(map(mul, xs.values, ys.values)) - xs.total * ys.total
    else:
        xs, ys = xs.centred(), ys.centred()
        products = fsum(map(mul, xs.deviations, ys.deviations))  # type: ignore[arg-type]
    squares = xs.squares * ys.squares
    if squares <= 0:
        return None
    r: float = products / sqrt(squares)
    return r if -1.0 <= r <= 1.0 else max(-1.0, min(1.0, r))


def fisher_interval(r: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a correlation of n > 3 pairs, by Fisher's transformation.

    >>> [round(x, 3) for x in fisher_interval(0.5, 28)]
    [0.156, 0.736]
    """
    if abs(r) >= 1:
        return r, r
    centre, half = atanh(r), Z_95 / sqrt(n - 3)
    return tanh(centre - half), tanh(centre + half)


def order_tau(places: Sequence[int]) -> float:
    """Kendall's tau between an order of at least two and the places its members have in another.

    >>> order_tau([0, 2, 1])
    0.3333333333333333
    """
    pairs = len(places) * (len(places) - 1) // 2
    swapped = sum([first > second for first, second in combinations(places, 2)])
    return (pairs - 2 * swapped) / pairs
