"""Pairs of a judge's value and a human label: halves, thresholds, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

from jurat.runs.scales import Scale
from jurat.runs.stats.descriptive import mean

BINS = 10
_GROUP = 5


@dataclass(frozen=True, slots=True)
class LabelPair:
    """The judge's value (higher is better) and the human label of a case."""

    key: str
    judge: float
    people: float

    def good(self, cut: float) -> bool:
        """Return whether people label the case as good."""
        return self.people >= cut


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationBin:
    """Cases of similar value: their number, the judge's mean and the mean label."""

    cases: int
    judge: float
    people: float


def halves(pairs: Sequence[LabelPair], seed: int) -> tuple[list[LabelPair], list[LabelPair]]:
    """Split pairs into two halves by a hash of the id, independent of their order."""

    def rank(pair: LabelPair) -> bytes:
        return blake2b(f"{seed}:{pair.key}".encode("utf-8", "replace"), digest_size=8).digest()

    ordered = sorted(pairs, key=rank)
    middle = len(ordered) // 2
    return ordered[:middle], ordered[middle:]


def best_threshold(pairs: Sequence[LabelPair], cut: float) -> tuple[float, float] | None:
    """Return the threshold with the highest balanced accuracy, and that accuracy.

    >>> given = (("a", 0.1, 0), ("b", 0.4, 0), ("c", 0.6, 1), ("d", 0.9, 1))
    >>> best_threshold([LabelPair(*one) for one in given], 0.5)
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


def calibration(pairs: Sequence[LabelPair], scale: Scale) -> list[CalibrationBin]:
    """Return up to ten groups of cases of similar value and equal size."""
    ordered = sorted(pairs, key=lambda one: (scale.gain(one.judge), one.key))
    count = min(BINS, max(1, len(ordered) // _GROUP)) if ordered else 0
    made = []
    for place in range(count):
        group = ordered[place * len(ordered) // count : (place + 1) * len(ordered) // count]
        judge, people = mean([scale.gain(one.judge) for one in group]), mean([one.people for one in group])
        made.append(CalibrationBin(cases=len(group), judge=judge, people=people))
    return made
