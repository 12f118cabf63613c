"""Statistics over a stream from running sums: a correlation, and Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul

from jurat.scoring.exact_statistics import fisher_interval

LEAST = 10
"""Below so many pairs nothing is claimed."""


@dataclass(slots=True)
class CentredValues:
    """Deviations of a group from its mean, and the sum of their squares."""

    deviations: Sequence[float]
    squares: float


def centre_values(figures: Collection[float]) -> CentredValues:
    """Return the deviations of a group from its mean.

    >>> centre_values([10, 20, 30])
    CentredValues(deviations=[-10.0, 0.0, 10.0], squares=200.0)
    """
    centre = sum(figures) / max(1, len(figures))
    deviations = [figure - centre for figure in figures]
    return CentredValues(deviations, sum(map(mul, deviations, deviations)))


@dataclass(slots=True)
class StreamingCorrelation:
    """Pearson's r of pairs, each centred within its group.

    >>> pairs = StreamingCorrelation()
    >>> for _ in range(5):
    ...     pairs.add(centre_values([10, 20, 30]), [8, 7, 6])
    >>> pairs.n, pairs.r()
    (15, -1.0)
    """

    n: int = 0
    groups: int = 0
    xx: float = 0.0
    yy: float = 0.0
    xy: float = 0.0

    def add(self, xs: CentredValues, ys: Collection[float]) -> None:
        """Add a group of pairs; a single pair has no deviation."""
        n = len(ys)
        if n < 2:
            return
        centre = sum(ys) / n
        deviations = [y - centre for y in ys]
        self.xx += xs.squares
        self.yy += sum(map(mul, deviations, deviations))
        self.xy += sum(map(mul, xs.deviations, deviations))
        self.n += n
        self.groups += 1

    def r(self) -> float | None:
        """Return Pearson's r; None for few pairs or without variance."""
        if self.n < LEAST or self.xx <= 0 or self.yy <= 0:
            return None
        return max(-1.0, min(1.0, self.xy / sqrt(self.xx * self.yy)))

    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of r; every group costs one degree of freedom."""
        r, free = self.r(), self.n - self.groups + 1
        return None if r is None or free <= 3 else fisher_interval(r, free)


@dataclass(slots=True)
class StreamingAlpha:
    """Krippendorff's alpha (interval) of units scored by several raters.

    >>> units = StreamingAlpha()
    >>> units.add([1, 2, 3]); units.add([2, 2])
    >>> from jurat.scoring.rater_agreement import krippendorff_alpha
    >>> abs(units.alpha() - krippendorff_alpha([(1, 2, 3), (2, 2)], "interval")) < 1e-12
    True
    """

    n: int = 0
    values: int = 0
    total: float = 0.0
    squares: float = 0.0
    within: float = 0.0

    def add(self, scores: Sequence[float]) -> None:
        """Add the scores of one unit; it counts with two or more."""
        count, total = len(scores), sum(scores)
        if count < 2:
            return
        squares = sum(map(mul, scores, scores))
        self.n += 1
        self.values += count
        self.total += total
        self.squares += squares
        self.within += (squares - total * total / count) * count / (count - 1)

    def alpha(self) -> float | None:
        """Return Krippendorff's alpha; None for few units or without variance."""
        if self.n < 2:
            return None
        around = self.squares - self.total * self.total / self.values
        expected = around * self.values / (self.values - 1)
        return 1 - self.within / expected if expected > 1e-9 * self.values else None
