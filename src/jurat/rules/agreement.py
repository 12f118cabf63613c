"""How far several that score the same things agree: Krippendorff's alpha, Kendall's W."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Literal

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


def kendall_w(rows: Sequence[Sequence[float]]) -> float | None:
    """Kendall's W of raters who scored the same things, ties corrected; none where nobody orders anything.

    >>> kendall_w([[1, 2, 3], [1, 2, 3]]), kendall_w([[1, 2, 3], [3, 2, 1]]), kendall_w([[5, 5], [5, 5]])
    (1.0, 0.0, None)
    """
    raters, things = len(rows), len(rows[0])
    ranked = [_ranks(row) for row in rows]
    sums = [fsum(column) for column in zip(*ranked, strict=True)]
    centre = raters * (things + 1) / 2
    tied = sum(count**3 - count for row in rows for count in Counter(row).values())
    most = raters * raters * (things**3 - things) - raters * tied
    return 12 * fsum((one - centre) ** 2 for one in sums) / most if most else None


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of theirs.

    >>> _ranks([30, 10, 30])
    [2.5, 1.0, 2.5]
    """
    place, below = {}, 0
    for value, count in sorted(Counter(values).items()):
        place[value] = below + (count + 1) / 2
        below += count
    return [place[value] for value in values]
