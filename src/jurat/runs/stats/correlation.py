"""Correlations: Pearson, Spearman, Kendall's tau-b."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import fsum, sqrt

from jurat.runs.stats.descriptive import mean


def pearson(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return Pearson's r; None if one side does not vary.

    >>> pearson([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]), pearson([1.0, 1.0], [1.0, 2.0])
    (1.0, None)
    """
    if len(xs) < 2 or min(xs) == max(xs) or min(ys) == max(ys):
        return None
    mx, my = mean(xs), mean(ys)
    sxx, syy = fsum((x - mx) ** 2 for x in xs), fsum((y - my) ** 2 for y in ys)
    if sxx * syy <= 0:
        return None
    r = fsum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sqrt(sxx * syy)
    return max(-1.0, min(1.0, r))


def ranks(values: Sequence[float]) -> list[float]:
    """Return ranks from 1; ties share the mean of theirs.

    >>> ranks([30.0, 10.0, 30.0])
    [2.5, 1.0, 2.5]
    """
    place: dict[float, float] = {}
    below = 0
    for value, count in sorted(Counter(values).items()):
        place[value] = below + (count + 1) / 2
        below += count
    return [place[value] for value in values]


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return Spearman's rho; None if one side does not vary.

    >>> spearman([1.0, 2.0, 3.0], [1.0, 4.0, 9.0])
    1.0
    """
    return pearson(ranks(xs), ranks(ys))


def kendall(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return Kendall's tau-b in O(n log n); None if one side does not vary.

    >>> round(kendall([1, 2, 3], [1, 3, 2]), 4), kendall([1, 1], [1, 2])
    (0.3333, None)
    """
    pairs = sorted(zip(xs, ys, strict=True))
    total = _pairs(len(pairs))
    tied_x, tied_y = _tied(x for x, _ in pairs), _tied(y for _, y in pairs)
    tied_both = _tied(pairs)
    if tied_x == total or tied_y == total:
        return None
    _, swaps = _sorted_with_swaps([y for _, y in pairs])
    balance = total - tied_x - tied_y + tied_both - 2 * swaps
    return max(-1.0, min(1.0, balance / (sqrt(total - tied_x) * sqrt(total - tied_y))))


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _tied(values: Iterable[Hashable]) -> int:
    """Return the number of tied pairs.

    >>> _tied([1, 1, 1, 2])
    3
    """
    return sum(_pairs(count) for count in Counter(values).values())


def _sorted_with_swaps(values: list[float]) -> tuple[list[float], int]:
    """Return the values sorted, and the number of inversions.

    >>> _sorted_with_swaps([3.0, 1.0, 2.0])
    ([1.0, 2.0, 3.0], 2)
    """
    if len(values) < 2:
        return values, 0
    middle = len(values) // 2
    left, swaps_left = _sorted_with_swaps(values[:middle])
    right, swaps_right = _sorted_with_swaps(values[middle:])
    merged, swaps, taken = [], swaps_left + swaps_right, 0
    for value in right:
        while taken < len(left) and left[taken] <= value:
            merged.append(left[taken])
            taken += 1
        swaps += len(left) - taken
        merged.append(value)
    return merged + left[taken:], swaps
