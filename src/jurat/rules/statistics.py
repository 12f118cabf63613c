"""The few statistics that the council needs, in floating point, the same for any order of the data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atanh, fsum, sqrt, tanh
from operator import mul

Z_95 = 1.959963984540054


def mean(values: Sequence[float]) -> float:
    """The mean, exactly rounded.

    >>> mean([8.0, 9.0])
    8.5
    """
    return fsum(values) / len(values)


def population_sd(values: Sequence[float]) -> float:
    """The population standard deviation.

    >>> population_sd([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    2.0
    """
    centre = fsum(values) / len(values)
    return sqrt(fsum([(value - centre) ** 2 for value in values]) / len(values))


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


def pearson(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Pearson's correlation; none where one side does not vary.

    >>> pearson([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]), pearson([1.0, 1.0], [1.0, 2.0])
    (1.0, None)
    """
    sx, sy = sum(xs), sum(ys)
    if isinstance(sx, int) and isinstance(sy, int):  # whole numbers: exact, and quicker
        n = len(xs)
        squares: float = (n * sum(map(mul, xs, xs)) - sx * sx) * (n * sum(map(mul, ys, ys)) - sy * sy)
        products: float = n * sum(map(mul, xs, ys)) - sx * sy
    else:
        mx, my = mean(xs), mean(ys)
        dx, dy = [x - mx for x in xs], [y - my for y in ys]
        squares = fsum(map(mul, dx, dx)) * fsum(map(mul, dy, dy))
        products = fsum(map(mul, dx, dy))
    return max(-1.0, min(1.0, products / sqrt(squares))) if squares > 0 else None


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
