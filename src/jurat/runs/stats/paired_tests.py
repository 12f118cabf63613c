"""Tests of paired verdicts, correction for multiple tests, smallest detectable difference."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, sqrt
from statistics import NormalDist

ALPHA = 0.05
POWER = 0.8


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact p-value of McNemar's test.

    >>> mcnemar(0, 5), mcnemar(3, 3), mcnemar(0, 0)
    (0.0625, 1.0, 1.0)
    """
    changed, fewer = only_first + only_second, min(only_first, only_second)
    if not changed:
        return 1.0
    tail = sum(exp(_log_binomial(changed, k) - changed * log(2)) for k in range(fewer + 1))
    return min(1.0, round(2 * tail, 15))


def _log_binomial(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple tests (Holm).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    raised, least = [0.0] * len(chances), 0.0
    for place, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, chances[index] * (len(chances) - place)))
        raised[index] = least
    return raised


def smallest_difference(
    deviation: float, pairs: int, *, alpha: float = ALPHA, power: float = POWER
) -> float | None:
    """Return the smallest detectable mean difference at this power; None for fewer than two pairs.

    >>> round(smallest_difference(deviation=1.0, pairs=100), 3)
    0.28
    >>> smallest_difference(1.0, 1) is None
    True
    """
    if pairs < 2:
        return None
    normal = NormalDist()
    return (normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)) * deviation / sqrt(pairs)
