"""The few statistics that the council needs, in floating point, the same for any order of the data."""

from __future__ import annotations

from collections.abc import Sequence
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
    centre = mean(values)
    return sqrt(fsum((value - centre) ** 2 for value in values) / len(values))


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
    half = Z_95 / sqrt(n - 3)
    return tanh(atanh(r) - half), tanh(atanh(r) + half)


def kendall_tau(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Kendall's tau-b; none where one side has no order.

    >>> kendall_tau([1, 2, 3], [1, 3, 2])
    0.3333333333333333
    """
    concordant = x_untied = y_untied = 0
    for i in range(len(xs)):
        for j in range(i):
            dx, dy = _sign(xs[i] - xs[j]), _sign(ys[i] - ys[j])
            concordant += dx * dy
            x_untied += abs(dx)
            y_untied += abs(dy)
    return concordant / sqrt(x_untied * y_untied) if x_untied and y_untied else None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
