"""What was kept of the reviews as one table: columns of scores, the rows of each reviewer and candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import mul, sub
from typing import TypeVar

from jurat.scoring.evaluations import EvaluationColumns, KeptEvaluation, columns
from jurat.scoring.exact_statistics import HUNDREDTHS, Series, doubled_ranks, summed, whole_numbers

Value = TypeVar("Value")
Number = TypeVar("Number", int, float)


@dataclass(slots=True)
class ScoreColumn(Series):
    """The scores of one dimension, or the overalls, and which rows hold them, if not all.

    `counts` and `totals` are how many each candidate has and their sums, in the series' unit; `each` is how
    many every candidate has, if they have equally many, and `within` then their scatters, summed.
    """

    rows: Sequence[int] | None
    counts: Sequence[int]
    totals: Sequence[int]
    each: int | None
    within: int


@dataclass(slots=True)
class ReviewRows:
    """Whose each row is: `numbers` has its candidate, by number among the names; `reviewers` where each one's
    rows stand, which follow one another; `counts` is how many rows each candidate has; `dense` tells that all
    reviewers scored all candidates."""

    names: Sequence[str]
    numbers: Sequence[int]
    reviewers: Mapping[str, slice]
    counts: Sequence[int]
    dense: bool

    def by_candidate(self, column: Sequence[Value], without: slice | None = None) -> list[Sequence[Value]]:
        """Every candidate's part of a column, which may lack the rows of one reviewer."""
        if self.dense:
            size = len(self.names)
            return [column[start::size] for start in range(size)]
        numbers = self.numbers if without is None else left_over(self.numbers, without)
        return grouped(column, numbers, len(self.names))

    def sums(self, column: Sequence[int]) -> list[int]:
        """Every candidate's sum in a column."""
        if self.dense:
            size = len(self.names)
            return [sum(column[start::size]) for start in range(size)]
        return list(map(sum, self.by_candidate(column)))

    def less(self, sums: Sequence[Number], own: Sequence[Number], reviewer: str) -> list[Number]:
        """Every candidate's sum without what one reviewer's rows have added to it."""
        if self.dense:
            return list(map(sub, sums, own))
        left = list(sums)
        for number, value in zip(self.numbers[self.reviewers[reviewer]], own, strict=True):
            left[number] -= value
        return left

    def counts_without(self, reviewer: str) -> list[int]:
        """How many rows each candidate has by the other reviewers."""
        own = self.numbers[self.reviewers[reviewer]]
        return [count - (number in own) for number, count in enumerate(self.counts)]

    def parts(self, column: Sequence[Value], held: Sequence[int]) -> list[Sequence[Value]]:
        """Every candidate's part of a column that only some rows hold."""
        return grouped(column, [self.numbers[row] for row in held], len(self.names))


@dataclass(slots=True)
class ReviewTable:
    """The kept reviews, grouped once for everything that is worked out of them.

    `own` has each reviewer's overalls, `scales` their mean and spread, `ranks` their places, doubled;
    `alike` tells that all reviews name the same dimensions in one order.
    """

    kept: EvaluationColumns
    rows: ReviewRows
    overall: ScoreColumn
    dimensions: Mapping[str, ScoreColumn]
    own: Mapping[str, Series]
    scales: Mapping[str, tuple[float, float]]
    ranks: Mapping[str, Sequence[int]]
    alike: bool


def grouped(column: Sequence[Value], numbers: Sequence[int], size: int) -> list[Sequence[Value]]:
    """The values of a column by the number that stands beside each.

    >>> grouped("abc", [1, 0, 1], 3)
    [['b'], ['a', 'c'], []]
    """
    groups: list[list[Value]] = [[] for _ in range(size)]
    for number, value in zip(numbers, column, strict=True):
        groups[number].append(value)
    return groups  # type: ignore[return-value]


def left_over(column: Sequence[Value], without: slice) -> list[Value]:
    """A column without some rows that follow one another.

    >>> left_over("abcd", slice(1, 3))
    ['a', 'd']
    """
    return [*column[: without.start], *column[without.stop :]]


def tabulate(kept: Sequence[KeptEvaluation], names: Sequence[str]) -> ReviewTable:
    """The table of kept reviews, those of one reviewer following one another in the order of the names.

    >>> given = (("r", "a", 8.0), ("r", "b", 6.0), ("s", "b", 7.0))
    >>> kept = [KeptEvaluation(reviewer, name, "holistic", x) for reviewer, name, x in given]
    >>> table = tabulate(kept, ["a", "b"])
    >>> table.rows.reviewers, table.overall.totals, table.overall.counts
    ({'r': slice(0, 2, None), 's': slice(2, 3, None)}, [800, 1300], [1, 2])
    """
    return table_of(columns(kept), names)


def table_of(kept: EvaluationColumns, names: Sequence[str]) -> ReviewTable:
    """The table of kept reviews that stand in columns already."""
    rows = _rows(kept, names)
    if kept.hundredths is None:
        overall = _whole(kept.overalls, rows)
    else:
        overall = _column(kept.hundredths, HUNDREDTHS, None, rows.sums(kept.hundredths), rows.counts)
    own = {name: summed(overall.values[part], overall.unit) for name, part in rows.reviewers.items()}
    alike = len(set(kept.names)) == 1
    return ReviewTable(
        kept,
        rows,
        overall,
        (_turned if alike else _gathered)(kept, rows),
        own,
        {name: given.scale() for name, given in own.items()},
        {name: doubled_ranks(given.values) for name, given in own.items()},
        alike,
    )


def _rows(kept: EvaluationColumns, names: Sequence[str]) -> ReviewRows:
    reviewers, size = _reviewers(kept.reviewers), len(names)
    if len(kept.reviewers) == size * len(reviewers):
        return ReviewRows(
            names, [*range(size)] * len(reviewers), reviewers, [len(reviewers)] * size, dense=True
        )
    place = {name: number for number, name in enumerate(names)}
    numbers = [place[name] for name in kept.candidates]
    return ReviewRows(names, numbers, reviewers, list(map(numbers.count, range(size))), dense=False)


def _reviewers(column: Sequence[str]) -> dict[str, slice]:
    """Where each reviewer's rows stand.

    >>> _reviewers(["r", "r", "s"])
    {'r': slice(0, 2, None), 's': slice(2, 3, None)}
    """
    found: dict[str, slice] = {}
    start = 0
    while start < len(column):
        name = column[start]
        stop = start + column.count(name)
        found[name] = slice(start, stop)
        start = stop
    return found


def _turned(kept: EvaluationColumns, rows: ReviewRows) -> dict[str, ScoreColumn]:
    """The column of every dimension, where all reviews name the same in one order."""
    turned = zip(*kept.scores, strict=True)
    return {name: _whole(column, rows) for name, column in zip(kept.names[0], turned, strict=True)}


def _gathered(kept: EvaluationColumns, rows: ReviewRows) -> dict[str, ScoreColumn]:
    """The column of every dimension, where reviews differ in what they name."""
    beside = zip(kept.names, kept.scores, strict=True)
    scores = [dict(zip(names, own, strict=True)) for names, own in beside]
    named = dict.fromkeys(chain(*scores))
    return {name: _partial([one.get(name) for one in scores], rows) for name in named}


def _whole(scores: Sequence[float], rows: ReviewRows) -> ScoreColumn:
    """A column that every row has a score in."""
    values, unit = whole_numbers(scores)
    return _column(values, unit, None, rows.sums(values), rows.counts)


def _partial(column: Sequence[float | None], rows: ReviewRows) -> ScoreColumn:
    """A column that some rows may have no score in."""
    held = [row for row, score in enumerate(column) if score is not None]
    scores = [score for score in column if score is not None]
    if len(held) == len(column):
        return _whole(scores, rows)
    values, unit = whole_numbers(scores)
    parts = rows.parts(values, held)
    return _column(values, unit, held, list(map(sum, parts)), list(map(len, parts)))


def _column(
    values: Sequence[int], unit: int, rows: Sequence[int] | None, totals: Sequence[int], counts: Sequence[int]
) -> ScoreColumn:
    total, squares = sum(totals), sum(map(mul, values, values))
    scatter = len(values) * squares - total * total
    each = counts[0] if counts.count(counts[0]) == len(counts) else None
    within = each * squares - sum(map(mul, totals, totals)) if each else 0
    return ScoreColumn(values, unit, total, squares, scatter, rows, counts, totals, each, within)
