"""Making reviewers comparable: by z-scores, by additive effects, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from jurat.options import Calibration
from jurat.rules import rounding
from jurat.rules.reviews import Kept
from jurat.rules.statistics import mean, population_sd

LOWEST, HIGHEST = 0.0, 10.0
Z_MINIMUM = 3
FLAT_SD = 0.001
Scales = Mapping[str, tuple[float, float]]


Calibrate = Callable[[Sequence[Kept]], list[float]]


def calibration(kept: Sequence[Kept], method: Calibration) -> Calibrate:
    """What makes overalls comparable across reviewers, for all that was kept or for some reviewers of it."""
    if method == "z":
        scales = reviewer_scales(kept)
        return lambda some: z_calibrated(some, scales)
    if method == "effects":
        return effects_calibrated
    return lambda some: [one.overall for one in some]


def effects_calibrated(kept: Sequence[Kept]) -> list[float]:
    """Each kept overall less what its reviewer adds to every candidate."""
    offsets = reviewer_effects(kept)
    return [one.overall - float(offsets[one.reviewer]) for one in kept]


def reviewer_scales(kept: Sequence[Kept]) -> Scales:
    """The mean and the spread of every reviewer that gave at least three overalls."""
    scales = {}
    for name, values in overalls_by_reviewer(kept).items():
        if len(values) >= Z_MINIMUM:
            scales[name] = (mean(values), population_sd(values))
    return scales


def z_calibrated(kept: Sequence[Kept], scales: Scales) -> list[float]:
    """Each reviewer's scores moved to the panel's mean and spread, where it gave at least three.

    A reviewer with fewer counts as it is, and so does a panel of one.

    >>> def row(reviewer, *overalls):
    ...     return [Kept(reviewer, f"m{i}", "holistic", x, {}) for i, x in enumerate(overalls)]
    >>> kept = row("mild", 8, 9, 10) + row("harsh", 2, 3, 4)
    >>> [round(x, 3) for x in z_calibrated(kept, reviewer_scales(kept))]
    [2.192, 6.0, 9.808, 2.192, 6.0, 9.808]
    """
    everything = [one.overall for one in kept]
    if len({one.reviewer for one in kept}) < 2:
        return everything
    centre, spread = mean(everything), population_sd(everything)
    moved = {
        name: (centre - spread * own / sd, spread / sd) if sd >= FLAT_SD else (centre, 0.0)
        for name, (own, sd) in scales.items()
    }
    values = []
    for reviewer, _, _, overall, _ in kept:
        shift, stretch = moved.get(reviewer, (0.0, 1.0))
        value = shift + stretch * overall
        values.append(value if LOWEST <= value <= HIGHEST else min(HIGHEST, max(LOWEST, value)))
    return values


def overalls_by_reviewer(kept: Sequence[Kept]) -> dict[str, list[float]]:
    """The kept overalls of each reviewer that has any."""
    grouped: dict[str, list[float]] = {}
    for one in kept:
        grouped.setdefault(one.reviewer, []).append(one.overall)
    return grouped


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
