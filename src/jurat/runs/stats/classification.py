"""Agreement of scores and binary labels: AUROC, balanced accuracy, kappa."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import fsum

from jurat.runs.stats.correlation import ranks
from jurat.scoring.rater_agreement import Level, krippendorff_alpha

__all__ = ["Level", "auroc", "balanced_accuracy", "cohen_kappa", "krippendorff_alpha"]


def auroc(scores: Sequence[float], good: Sequence[bool]) -> float | None:
    """Return the probability that a good case scores above a bad one, ties half; None if one kind is missing.

    >>> auroc([0.9, 0.4, 0.4, 0.1], [True, True, False, False])
    0.875
    """
    goods = sum(good)
    bads = len(good) - goods
    if not goods or not bads:
        return None
    above = fsum(rank for rank, one in zip(ranks(scores), good, strict=True) if one)
    return (above - goods * (goods + 1) / 2) / (goods * bads)


def balanced_accuracy(predicted: Sequence[bool], true: Sequence[bool]) -> float | None:
    """Return the mean of sensitivity and specificity; None if one kind is missing.

    >>> balanced_accuracy([True, True, False, True], [True, True, False, False])
    0.75
    """
    goods = sum(true)
    bads = len(true) - goods
    if not goods or not bads:
        return None
    right_good = sum(a and b for a, b in zip(predicted, true, strict=True))
    right_bad = sum(not a and not b for a, b in zip(predicted, true, strict=True))
    return (right_good / goods + right_bad / bads) / 2


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Return Cohen's kappa; None if chance agreement is complete.

    >>> round(cohen_kappa(["y"] * 25 + ["n"] * 25, ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15), 3)
    0.4
    """
    count = len(first)
    if not count:
        return None
    same = sum(a == b for a, b in zip(first, second, strict=True))
    ours, theirs = Counter(first), Counter(second)
    by_chance = sum(ours[label] * theirs[label] for label in ours)
    if by_chance == count * count:
        return None
    return (same * count - by_chance) / (count * count - by_chance)
