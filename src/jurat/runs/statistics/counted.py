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
    """A value in whole units.

    >>> units(0.25), units(-1.5)
    (2500, -15000)
    """
    return round(value * UNITS)


@dataclass(slots=True)
class Counted:
    """Values in whole units, counted.

    >>> seen = Counted.of([0.5, 0.5, -0.25])
    >>> len(seen), seen.mean(), seen.above(), seen.below()
    (3, 0.25, 2, 1)
    """

    counts: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, values: Iterable[float]) -> Counted:
        """Some values, counted."""
        return cls(Counter(map(units, values)))

    def __len__(self) -> int:
        return self.counts.total()

    def drawn(self, random: Random, size: int) -> Iterator[list[int]]:
        """So many of them in units, drawn by chance and put back, again and again.

        While they are few they lie there one by one, which gives the same draws and gives them sooner.
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
        """Their sum, in units."""
        return sum(value * count for value, count in self.counts.items())

    def squares(self) -> int:
        """The sum of their squares, in squared units."""
        return sum(value * value * count for value, count in self.counts.items())

    def mean(self) -> float:
        """Their mean, exactly rounded."""
        return self.total() / (len(self) * UNITS)

    def deviation(self) -> float:
        """Their standard deviation as a sample; 0 of a single value.

        >>> Counted.of([1.0, 3.0, 5.0]).deviation()
        2.0
        """
        n = len(self)
        return sqrt((n * self.squares() - self.total() ** 2) / (n * (n - 1))) / UNITS if n > 1 else 0.0

    def above(self) -> int:
        """How many are more than 0."""
        return sum(count for value, count in self.counts.items() if value > 0)

    def below(self) -> int:
        """How many are less than 0."""
        return sum(count for value, count in self.counts.items() if value < 0)
