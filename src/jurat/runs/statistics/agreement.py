"""How far two that label the same cases agree: AUROC, balanced accuracy, kappa, alpha."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import fsum
from typing import Literal

from jurat.runs.statistics.correlation import ranks

Level = Literal["nominal", "ordinal", "interval"]


def auroc(scores: Sequence[float], good: Sequence[bool]) -> float | None:
    """The chance that a good case scores above a bad one, ties half; none where one kind is missing.

    >>> auroc([0.9, 0.4, 0.4, 0.1], [True, True, False, False])
    0.875
    """
    goods = sum(good)
    bads = len(good) - goods
    if not goods or not bads:
        return None
    above = fsum(rank for rank, one in zip(ranks(scores), good, strict=True) if one)
    return (above - goods * (goods + 1) / 2) / (goods * bads)


def balanced_accuracy(said: Sequence[bool], true: Sequence[bool]) -> float | None:
    """The mean of the shares of good and of bad cases that are called so; none where one kind is missing.

    >>> balanced_accuracy([True, True, False, True], [True, True, False, False])
    0.75
    """
    goods = sum(true)
    bads = len(true) - goods
    if not goods or not bads:
        return None
    right_good = sum(a and b for a, b in zip(said, true, strict=True))
    right_bad = sum(not a and not b for a, b in zip(said, true, strict=True))
    return (right_good / goods + right_bad / bads) / 2


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Cohen's kappa: agreement beyond chance; none where chance alone would agree fully.

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


def krippendorff_alpha(units: Sequence[Sequence[float]], level: Level = "nominal") -> float | None:
    """Krippendorff's alpha of units that hold the values they were given; none where nothing varies.

    Raters may be missing: a unit holds what there is, and counts if that is two or more.

    >>> krippendorff_alpha([(1, 1), (2, 2), (1, 2), (2, 1)])
    0.125
    """
    paired = [unit for unit in units if len(unit) > 1]
    values = [value for unit in paired for value in unit]
    if len(set(values)) < 2:
        return None
    if level == "nominal":
        observed = fsum(_unlike(unit) / (len(unit) - 1) for unit in paired)
        expected = _unlike(values) / (len(values) - 1)
    else:
        place = _places(values) if level == "ordinal" else {value: value for value in values}
        observed = fsum(_squares(unit, place) / (len(unit) - 1) for unit in paired)
        expected = _squares(values, place) / (len(values) - 1)
    return 1 - observed / expected


def _unlike(values: Sequence[float]) -> int:
    """How many ordered pairs differ.

    >>> _unlike([1, 1, 2])
    4
    """
    return len(values) ** 2 - sum(count * count for count in Counter(values).values())


def _squares(values: Sequence[float], place: Mapping[float, float]) -> float:
    """The squared distances of all ordered pairs, summed, from the centre so that nothing cancels.

    >>> _squares([1, 2, 4], {1: 1, 2: 2, 4: 4})
    28.0
    """
    at = [place[value] for value in values]
    centre = fsum(at) / len(at)
    return 2 * len(at) * fsum((x - centre) ** 2 for x in at)


def _places(values: Sequence[float]) -> dict[float, float]:
    """Where each value stands among all: what ordinal distances are measured between.

    >>> _places([1, 1, 5])
    {1: 1.0, 5: 2.5}
    """
    places, below = {}, 0
    for value, count in sorted(Counter(values).items()):
        places[value] = below + count / 2
        below += count
    return places
