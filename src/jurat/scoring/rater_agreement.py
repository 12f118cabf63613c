"""How far several that score the same things agree: Krippendorff's alpha, Kendall's W."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from operator import mul
from typing import Literal

from jurat.scoring.exact_statistics import doubled_ranks

Level = Literal["nominal", "ordinal", "interval"]


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
    if level == "interval":
        observed = fsum([_interval_squares(unit) / (len(unit) - 1) for unit in paired])
        expected = _interval_squares(values) / (len(values) - 1)
    elif level == "nominal":
        observed = fsum(_unlike(unit) / (len(unit) - 1) for unit in paired)
        expected = _unlike(values) / (len(values) - 1)
    else:
        place = _places(values)
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
    """The squared distances of all ordered pairs, summed, between the places of the values.

    >>> _squares([1, 2, 4], {1: 1, 2: 2, 4: 4})
    28.0
    """
    return _interval_squares([place[value] for value in values])


def _interval_squares(values: Sequence[float]) -> float:
    """The squared distances of all ordered pairs, summed; from the centre, where rounding could cancel."""
    total = sum(values)
    if isinstance(total, int):
        return float(2 * (len(values) * sum(map(mul, values, values)) - total * total))
    centre = fsum(values) / len(values)
    deviations = [value - centre for value in values]
    return 2 * len(values) * fsum(map(mul, deviations, deviations))


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


def kendall_w(rows: Sequence[Sequence[float]]) -> float | None:
    """Kendall's W of raters who scored the same things, ties corrected; none where nobody orders anything.

    >>> kendall_w([[1, 2, 3], [1, 2, 3]]), kendall_w([[1, 2, 3], [3, 2, 1]]), kendall_w([[5, 5], [5, 5]])
    (1.0, 0.0, None)
    """
    return concordance([doubled_ranks(row) for row in rows])


def concordance(ranks: Sequence[Sequence[int]]) -> float | None:
    """Kendall's W of the doubled ranks that each rater gave: how far their sums spread of how far they can.

    >>> concordance([[2, 4, 6], [2, 5, 5]])
    0.9285714285714286
    """
    raters, things = len(ranks), len(ranks[0])
    middle = things + 1
    apart = sum([(sum(own) - raters * middle) ** 2 for own in zip(*ranks, strict=True)])
    each = sum([sum(map(mul, own, own)) for own in ranks]) - raters * things * middle * middle
    return apart / (raters * each) if each else None
