"""What a judge and people said of the same cases: halves, thresholds, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

from jurat.runs.scales import Scale
from jurat.runs.statistics.centre import mean

BINS = 10
_GROUP = 5


@dataclass(frozen=True, slots=True)
class Pair:
    """What the judge and what people said of a case; the judge's value with higher better."""

    key: str
    judge: float
    people: float

    def good(self, cut: float) -> bool:
        """Whether people hold the case for good."""
        return self.people >= cut


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationBin:
    """Cases of like value: how many, the judge's mean, and the people's mean."""

    cases: int
    judge: float
    people: float


def halves(pairs: Sequence[Pair], seed: int) -> tuple[list[Pair], list[Pair]]:
    """Two halves by a hash of the id: the same whatever the order of the rows."""

    def rank(pair: Pair) -> bytes:
        return blake2b(f"{seed}:{pair.key}".encode("utf-8", "replace"), digest_size=8).digest()

    ordered = sorted(pairs, key=rank)
    middle = len(ordered) // 2
    return ordered[:middle], ordered[middle:]


def best_threshold(pairs: Sequence[Pair], cut: float) -> tuple[float, float] | None:
    """The value from which on a case is called good so that balanced accuracy is highest, and that accuracy.

    >>> best_threshold([Pair("a", 0.1, 0), Pair("b", 0.4, 0), Pair("c", 0.6, 1), Pair("d", 0.9, 1)], 0.5)
    (0.5, 1.0)
    """
    goods = sum(one.good(cut) for one in pairs)
    bads = len(pairs) - goods
    if not goods or not bads:
        return None
    ordered = sorted(pairs, key=lambda one: one.judge)
    best, place, called_good, called_bad = 0.5, ordered[0].judge, goods, 0
    for below, above in pairwise(ordered):
        called_good -= below.good(cut)
        called_bad += not below.good(cut)
        accuracy = (called_good / goods + called_bad / bads) / 2
        if below.judge < above.judge and accuracy > best + 1e-12:
            best, place = accuracy, (below.judge + above.judge) / 2
    return place, best


def calibration(pairs: Sequence[Pair], scale: Scale) -> list[CalibrationBin]:
    """Cases in up to ten groups of like value and like size: what the judge said, and what people did."""
    ordered = sorted(pairs, key=lambda one: (scale.gain(one.judge), one.key))
    count = min(BINS, max(1, len(ordered) // _GROUP)) if ordered else 0
    made = []
    for place in range(count):
        group = ordered[place * len(ordered) // count : (place + 1) * len(ordered) // count]
        judge, people = mean([scale.gain(one.judge) for one in group]), mean([one.people for one in group])
        made.append(CalibrationBin(cases=len(group), judge=judge, people=people))
    return made
