"""Making reviewers comparable: by z-scores, by additive effects, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum, sqrt
from operator import sub
from typing import NamedTuple

from jurat.options import Calibration
from jurat.scoring import rounding
from jurat.scoring.evaluations import KeptEvaluation
from jurat.scoring.exact_statistics import Series, mean
from jurat.scoring.review_table import ReviewTable, left_over

LOWEST, HIGHEST = 0.0, 10.0
Z_MINIMUM = 3
FLAT_SD = 0.001


class Uncalibrated:
    """Overalls as they are, of a table's rows or of those that are not by one reviewer."""

    def __init__(self, table: ReviewTable) -> None:
        self._table = table

    def values(self, without: str | None = None) -> Sequence[float]:
        """The overalls, row by row."""
        table = self._table
        given = table.kept.overalls
        return given if without is None else left_over(given, table.rows.reviewers[without])

    def means(self, quorum: int, without: str | None = None) -> list[float | None]:
        """Every candidate's mean, held within 0 and 10; none where it has fewer reviews than the quorum."""
        rows = self._table.rows
        part = None if without is None else rows.reviewers[without]
        means = [
            mean(own) if len(own) >= quorum else None for own in rows.by_candidate(self.values(without), part)
        ]
        return [None if one is None else min(HIGHEST, max(LOWEST, one)) for one in means]


class Effects(Uncalibrated):
    """Each overall less what its reviewer adds to every candidate."""

    def values(self, without: str | None = None) -> Sequence[float]:
        """The calibrated overalls, row by row."""
        kept = [one for one in self._table.kept.rows() if one.reviewer != without]
        offsets = reviewer_effects(kept)
        return [one.overall - float(offsets[one.reviewer]) for one in kept]


class ZScores(Uncalibrated):
    """Each reviewer's overalls moved to the panel's mean and spread, where it gave at least three.

    A reviewer with fewer counts as it is, and so does a panel of one.

    >>> from jurat.scoring.review_table import tabulate
    >>> def row(reviewer, *overalls):
    ...     return [KeptEvaluation(reviewer, f"m{i}", "holistic", x) for i, x in enumerate(overalls)]
    >>> given = ZScores(tabulate(row("mild", 8, 9, 10) + row("harsh", 2, 3, 4), ["m0", "m1", "m2"]))
    >>> [round(x, 3) for x in given.values()]
    [2.192, 6.0, 9.808, 2.192, 6.0, 9.808]
    >>> [round(x, 3) for x in given.means(quorum=1)]
    [2.192, 6.0, 9.808]
    """

    def __init__(self, table: ReviewTable) -> None:
        super().__init__(table)
        self._scores = {name: z_scores(own, table.scales[name][1]) for name, own in table.own.items()}
        rows: list[float] = []
        for scores in self._scores.values():
            rows += scores or ()
        self._linear = bool(rows) and len(rows) == len(table.rows.numbers)
        if self._linear:
            self._sums = list(map(fsum, table.rows.by_candidate(rows)))
            self._lowest, self._highest = min(rows), max(rows)

    def values(self, without: str | None = None) -> Sequence[float]:
        """The calibrated overalls, row by row, clamped."""
        if len(self._scores) - (without is not None) < 2:
            return super().values(without)
        centre, spread = scale_without(self._table, without)
        values: list[float] = []
        for name, scores in self._scores.items():
            if name != without:
                values += self._moved(name, scores, centre, spread)
        if min(values) < LOWEST or max(values) > HIGHEST:
            return [min(HIGHEST, max(LOWEST, value)) for value in values]
        return values

    def _moved(
        self, reviewer: str, scores: Sequence[float] | None, centre: float, spread: float
    ) -> Sequence[float]:
        if scores is None:
            return self._table.kept.overalls[self._table.rows.reviewers[reviewer]]
        return [centre + spread * score for score in scores]

    def means(self, quorum: int, without: str | None = None) -> list[float | None]:
        """Every candidate's mean; from the sums of its z-scores where nobody's overalls are clamped."""
        if not self._linear or len(self._scores) - (without is not None) < 2:
            return super().means(quorum, without)
        centre, spread = scale_without(self._table, without)
        if centre + spread * self._lowest < LOWEST or centre + spread * self._highest > HIGHEST:
            return super().means(quorum, without)
        rows, sums, counts = self._table.rows, self._sums, self._table.rows.counts
        if rows.dense:
            each = len(self._scores) - (without is not None)
            left = sums if without is None else map(sub, sums, self._scores[without] or ())
            return [centre + spread * total / each if each >= quorum else None for total in left]
        if without is not None:
            sums = rows.less(sums, self._scores[without] or (), without)
            counts = rows.counts_without(without)
        return [
            centre + spread * total / count if count >= quorum else None
            for total, count in zip(sums, counts, strict=True)
        ]


METHODS: Mapping[Calibration, type[Uncalibrated]] = {"z": ZScores, "effects": Effects, "none": Uncalibrated}
"""What makes overalls comparable across reviewers."""


def z_scores(overalls: Series, sd: float) -> list[float] | None:
    """How many standard deviations each overall is from their mean, where there are at least three.

    >>> from jurat.scoring.exact_statistics import series
    >>> z_scores(series([7, 8, 9, 8]), 0.5 ** 0.5)
    [-1.414213562373095, 0.0, 1.414213562373095, 0.0]
    """
    values, size = overalls.values, len(overalls.values)
    if size < Z_MINIMUM:
        return None
    if sd < FLAT_SD:
        return [0.0] * size
    centre, spread = overalls.total / size, sd * overalls.unit
    return [(value - centre) / spread for value in values]


def scale_without(table: ReviewTable, without: str | None) -> tuple[float, float]:
    """The mean and spread of all overalls, or of those that are not by one reviewer."""
    given = table.overall
    if without is None:
        return given.scale()
    own = table.own[without]
    size, total = len(given.values) - len(own.values), given.total - own.total
    scatter = size * (given.squares - own.squares) - total * total
    return total / (size * given.unit), sqrt(scatter) / (size * given.unit)


def reviewer_effects(kept: Sequence[KeptEvaluation]) -> Mapping[str, Fraction]:
    """Least squares for overall = candidate + reviewer: how much each reviewer adds.

    The effects sum to 0 over every set of reviewers that shared candidates connect.

    >>> given = (("a", "m1", 8), ("b", "m1", 6), ("a", "m2", 9))
    >>> kept = [KeptEvaluation(reviewer, name, "holistic", x) for reviewer, name, x in given]
    >>> {name: int(x) for name, x in reviewer_effects(kept).items()}
    {'a': 1, 'b': -1}
    """
    rows = [_Row(one.reviewer, one.candidate, rounding.exact(one.overall)) for one in kept]
    if len({row.group for row in rows}) >= len({row.name for row in rows}):
        return _effects(rows)[0]
    # There are fewer candidates than reviewers: solve for them, as the cost is the cube of the number.
    candidates, connected = _effects([_Row(row.group, row.name, row.value) for row in rows])
    left: dict[str, list[Fraction]] = {}
    member = {}
    for row in rows:
        left.setdefault(row.name, []).append(row.value - candidates[row.group])
        member[row.name] = connected[row.group]
    effects = {name: sum(values, Fraction(0)) / len(values) for name, values in sorted(left.items())}
    sets: dict[int, list[str]] = {}
    for name in effects:
        sets.setdefault(member[name], []).append(name)
    centres = {
        number: sum((effects[name] for name in names), Fraction(0)) / len(names)
        for number, names in sets.items()
    }
    return {name: value - centres[member[name]] for name, value in effects.items()}


class _Row(NamedTuple):
    """A value that is what its name adds and what its group has."""

    name: str
    group: str
    value: Fraction


def _effects(given: Sequence[_Row]) -> tuple[dict[str, Fraction], dict[str, int]]:
    """What each name adds, and the number of the connected set that it is in."""
    names = sorted({row.name for row in given})
    place = {name: index for index, name in enumerate(names)}
    groups: dict[str, list[_Row]] = {}
    for row in given:
        groups.setdefault(row.group, []).append(row)
    size = len(names)
    equations = [[Fraction(0)] * (size + 1) for _ in range(size)]
    for group in groups.values():
        centre = sum((row.value for row in group), Fraction(0)) / len(group)
        for row in group:
            equation = equations[place[row.name]]
            equation[place[row.name]] += 1
            equation[size] += row.value - centre
            for other in group:
                equation[place[other.name]] -= Fraction(1, len(group))
    connected = _connected([[place[row.name] for row in group] for group in groups.values()], size)
    for members in connected:
        equations[members[0]] = [Fraction(index in members) for index in range(size)] + [Fraction(0)]
    sets = {names[index]: number for number, members in enumerate(connected) for index in members}
    return dict(zip(names, _solve(equations), strict=True)), sets


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
