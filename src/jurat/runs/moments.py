"""Figures over a stream from its sums alone: a correlation, and Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul

from jurat.rules.statistics import fisher_interval

LEAST = 10
"""Below so many pairs nothing is claimed."""


@dataclass(slots=True)
class Centred:
    """A group of figures from its centre, and their squares, summed."""

    deviations: Sequence[float]
    squares: float


def centred(figures: Collection[float]) -> Centred:
    """A group of figures as seen from its centre.

    >>> centred([10, 20, 30])
    Centred(deviations=[-10.0, 0.0, 10.0], squares=200.0)
    """
    centre = sum(figures) / max(1, len(figures))
    deviations = [figure - centre for figure in figures]
    return Centred(deviations, sum(map(mul, deviations, deviations)))


@dataclass(slots=True)
class Pairs:
    """Pairs of figures, each from the centre of its own group, and whether they rise together.

    >>> pairs = Pairs()
    >>> for _ in range(5):
    ...     pairs.add(centred([10, 20, 30]), [8, 7, 6])
    >>> pairs.n, pairs.r()
    (15, -1.0)
    """

    n: int = 0
    groups: int = 0
    xx: float = 0.0
    yy: float = 0.0
    xy: float = 0.0

    def add(self, xs: Centred, ys: Collection[float]) -> None:
        """A group of pairs; one alone has no centre to differ from."""
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
        """Pearson's r; none for few pairs or where nothing varies."""
        if self.n < LEAST or self.xx <= 0 or self.yy <= 0:
            return None
        return max(-1.0, min(1.0, self.xy / sqrt(self.xx * self.yy)))

    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of r; every group has cost one degree of freedom."""
        r, free = self.r(), self.n - self.groups + 1
        return None if r is None or free <= 3 else fisher_interval(r, free)


@dataclass(slots=True)
class Units:
    """Things that several have scored, for Krippendorff's alpha with interval distances.

    >>> units = Units()
    >>> units.add([1, 2, 3]); units.add([2, 2])
    >>> from jurat.rules.agreement import krippendorff_alpha
    >>> abs(units.alpha() - krippendorff_alpha([(1, 2, 3), (2, 2)], "interval")) < 1e-12
    True
    """

    n: int = 0
    values: int = 0
    total: float = 0.0
    squares: float = 0.0
    within: float = 0.0

    def add(self, scores: Sequence[float]) -> None:
        """One thing with the scores it got; it counts if they are two or more."""
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
        """Krippendorff's alpha; none for few things or where nothing varies."""
        if self.n < 2:
            return None
        around = self.squares - self.total * self.total / self.values
        expected = around * self.values / (self.values - 1)
        return 1 - self.within / expected if expected > 1e-9 * self.values else None
