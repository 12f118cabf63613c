"""Making reviewers comparable: by z-scores, by additive effects, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from jurat.options import Calibration
from jurat.rules import rounding
from jurat.rules.reviews import Kept
from jurat.rules.statistics import series
from jurat.rules.table import Table, Value, left_over

LOWEST, HIGHEST = 0.0, 10.0
Z_MINIMUM = 3
FLAT_SD = 0.001


Calibrate = Callable[[str | None], Sequence[float]]
"""The calibrated overalls of a table's rows, or of those that are not by one reviewer."""


def calibration(table: Table, method: Calibration) -> Calibrate:
    """What makes overalls comparable across reviewers, for all that was kept or without one reviewer."""
    if method == "z":
        return partial(z_calibrated, table)
    if method == "effects":
        return partial(effects_calibrated, table)
    return lambda without: _rest(table.overalls, table, without)


def _rest(column: Sequence[Value], table: Table, without: str | None) -> Sequence[Value]:
    return column if without is None else left_over(column, table.reviewers[without])


def effects_calibrated(table: Table, without: str | None = None) -> list[float]:
    """Each kept overall less what its reviewer adds to every candidate."""
    kept = _rest(table.kept, table, without)
    offsets = reviewer_effects(kept)
    return [one.overall - float(offsets[one.reviewer]) for one in kept]


def z_calibrated(table: Table, without: str | None = None) -> list[float]:
    """Each reviewer's scores moved to the panel's mean and spread, where it gave at least three.

    A reviewer with fewer counts as it is, and so does a panel of one.

    >>> from jurat.rules.table import tabulate
    >>> def row(reviewer, *overalls):
    ...     return [Kept(reviewer, f"m{i}", "holistic", x, {}) for i, x in enumerate(overalls)]
    >>> [round(x, 3) for x in z_calibrated(tabulate(row("mild", 8, 9, 10) + row("harsh", 2, 3, 4)))]
    [2.192, 6.0, 9.808, 2.192, 6.0, 9.808]
    """
    everything = _rest(table.overalls, table, without)
    if len(table.own) - (without is not None) < 2:
        return list(everything)
    centre, spread = series(everything).scale()
    values: list[float] = []
    for name, given in table.own.items():
        if name != without:
            values += _moved(given.values, table.scales[name], centre, spread)
    if min(values) < LOWEST or max(values) > HIGHEST:
        return [min(HIGHEST, max(LOWEST, value)) for value in values]
    return values


def _moved(
    overalls: Sequence[float], scale: tuple[float, float], centre: float, spread: float
) -> Sequence[float]:
    """A reviewer's overalls on another centre and spread, if there are at least three."""
    own, sd = scale
    if len(overalls) < Z_MINIMUM:
        return overalls
    if sd < FLAT_SD:
        return [centre] * len(overalls)
    shift, stretch = centre - spread * own / sd, spread / sd
    return [shift + stretch * overall for overall in overalls]


def reviewer_effects(kept: Sequence[Kept]) -> Mapping[str, Fraction]:
    """Least squares for overall = candidate + reviewer: how much each reviewer adds.

    The effects sum to 0 over every set of reviewers that shared candidates connect.

    >>> given = (("a", "m1", 8), ("b", "m1", 6), ("a", "m2", 9))
    >>> kept = [Kept(reviewer, name, "holistic", x, {}) for reviewer, name, x in given]
    >>> {name: int(x) for name, x in reviewer_effects(kept).items()}
    {'a': 1, 'b': -1}
    """
    reviewers = sorted({one.reviewer for one in kept})
    place = {name: index for index, name in enumerate(reviewers)}
    by_candidate: dict[str, list[Kept]] = {}
    for one in kept:
        by_candidate.setdefault(one.candidate, []).append(one)
    size = len(reviewers)
    rows = [[Fraction(0)] * (size + 1) for _ in range(size)]
    for group in by_candidate.values():
        centre = sum((rounding.exact(one.overall) for one in group), Fraction(0)) / len(group)
        for one in group:
            row = rows[place[one.reviewer]]
            row[place[one.reviewer]] += 1
            row[size] += rounding.exact(one.overall) - centre
            for other in group:
                row[place[other.reviewer]] -= Fraction(1, len(group))
    for members in _connected(
        [[place[one.reviewer] for one in group] for group in by_candidate.values()], size
    ):
        rows[members[0]] = [Fraction(index in members) for index in range(size)] + [Fraction(0)]
    return dict(zip(reviewers, _solve(rows), strict=True))


def _connected(groups: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """The sets of reviewers that shared candidates connect."""
    label = list(range(size))
    for group in groups:
        joined = {label[index] for index in group}
        label = [min(joined) if one in joined else one for one in label]
    return [[index for index in range(size) if label[index] == root] for root in sorted(set(label))]


def _solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss–Jordan elimination of a regular system, exactly."""
    size = len(rows)
    for column in range(size):
        pivot = next(index for index in range(column, size) if rows[index][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for index in range(size):
            if index != column and rows[index][column]:
                factor = rows[index][column]
                rows[index] = [a - factor * b for a, b in zip(rows[index], rows[column], strict=True)]
    return [row[size] for row in rows]
