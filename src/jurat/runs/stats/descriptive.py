"""Descriptive statistics."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, fsum, sqrt


def mean(values: Sequence[float]) -> float:
    """Return the mean, exactly rounded.

    >>> mean([0.1] * 10)
    0.1
    """
    return fsum(values) / len(values)


def variance(values: Sequence[float]) -> float:
    """Return the sample variance; 0 for a single value.

    >>> variance([6.0, 8.0]), variance([6.0])
    (2.0, 0.0)
    """
    if len(values) < 2:
        return 0.0
    centre = mean(values)
    return fsum((value - centre) ** 2 for value in values) / (len(values) - 1)


def deviation(values: Sequence[float]) -> float:
    """Return the sample standard deviation.

    >>> deviation([1.0, 3.0, 5.0])
    2.0
    """
    return sqrt(variance(values))


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return a quantile of sorted values, interpolated linearly.

    >>> quantile([1.0, 2.0, 3.0, 4.0], 0.5), quantile([0.0, 10.0], 0.1)
    (2.5, 1.0)
    """
    place = share * (len(ordered) - 1)
    low, high = ordered[floor(place)], ordered[ceil(place)]
    return low + (high - low) * (place - floor(place))
