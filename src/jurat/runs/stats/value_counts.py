"""Differences counted: however many there are, each value is held once, with how often it came.

Scores have at most four decimals, so differences are counted in whole units of 1/10,000 and sums are exact:
a permuted mean that equals the observed one is a tie, never a rounding error.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, chain, repeat
from math import sqrt
from random import Random

UNITS = 10_000
FEW = 1 << 17


def units(value: float) -> int:
    """Return a value in whole units.

    >>> units(0.25), units(-1.5)
    (2500, -15000)
    """
    return round(value * UNITS)


@dataclass(slots=True)
class ValueCounts:
    """Counts of values in whole units.

    >>> seen = ValueCounts.of([0.5, 0.5, -0.25])
    >>> len(seen), seen.mean(), seen.above(), seen.below()
    (3, 0.25, 2, 1)
    """

    counts: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, values: Iterable[float]) -> ValueCounts:
        """Count values."""
        return cls(Counter(map(units, values)))

    def __len__(self) -> int:
        return self.counts.total()

    def drawn(self, random: Random, size: int) -> Iterator[list[int]]:
        """Yield bootstrap samples in units, of the given size.

        Small sets are kept as a list, which gives the same samples faster.
        """
        values = sorted(self.counts)
        if len(self) <= FEW:
            spread = array("i", chain.from_iterable(repeat(value, self.counts[value]) for value in values))
            while True:
                yield random.choices(spread, k=size)
        upto = list(accumulate(self.counts[value] for value in values))
        while True:
            yield random.choices(values, cum_weights=upto, k=size)

    def total(self) -> int:
        """Return the sum, in units."""
        return sum(value * count for value, count in self.counts.items())

    def squares(self) -> int:
        """Return the sum of squares, in squared units."""
        return sum(value * value * count for value, count in self.counts.items())

    def mean(self) -> float:
        """Return the mean, exactly rounded."""
        return self.total() / (len(self) * UNITS)

    def deviation(self) -> float:
        """Return the sample standard deviation; 0 for a single value.

        >>> ValueCounts.of([1.0, 3.0, 5.0]).deviation()
        2.0
        """
        n = len(self)
        return sqrt((n * self.squares() - self.total() ** 2) / (n * (n - 1))) / UNITS if n > 1 else 0.0

    def above(self) -> int:
        """Return how many values are above 0."""
        return sum(count for value, count in self.counts.items() if value > 0)

    def below(self) -> int:
        """Return how many values are below 0."""
        return sum(count for value, count in self.counts.items() if value < 0)
