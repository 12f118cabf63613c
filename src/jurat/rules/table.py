"""What was kept of the reviews as one table: columns of scores, the rows of each reviewer and candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import mul, sub
from typing import TypeVar

from jurat.frozen import frozen
from jurat.rules.reviews import Kept
from jurat.rules.statistics import Series, doubled_ranks, series, summed

Value = TypeVar("Value")
Number = TypeVar("Number", int, float)


@frozen
class Column:
    """The scores of one dimension, or the overalls, and which rows hold them, if not all.

    `counts` and `totals` are how many each candidate has and their sums, in the series' unit; `each` is how
    many every candidate has, if they have equally many, and `within` then their scatters, summed.
    """

    given: Series
    rows: Sequence[int] | None
    counts: Sequence[int]
    totals: Sequence[int]
    each: int | None
    within: int


@frozen
class Rows:
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
        if self.dense:
            return [len(self.reviewers) - 1] * len(self.names)
        own = self.numbers[self.reviewers[reviewer]]
        return [count - (number in own) for number, count in enumerate(self.counts)]

    def parts(self, column: Sequence[Value], held: Sequence[int]) -> list[Sequence[Value]]:
        """Every candidate's part of a column that only some rows hold."""
        return grouped(column, [self.numbers[row] for row in held], len(self.names))


@frozen
class Table:
    """The kept reviews, grouped once for everything that is worked out of them.

    `own` has each reviewer's overalls, `scales` their mean and spread, `ranks` their places, doubled;
    `alike` tells that all reviews name the same dimensions in one order.
    """

    kept: Sequence[Kept]
    rows: Rows
    overall: Column
    dimensions: Mapping[str, Column]
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


def tabulate(kept: Sequence[Kept], names: Sequence[str]) -> Table:
    """The table of kept reviews, those of one reviewer following one another.

    >>> given = (("r", "a", 8.0), ("r", "b", 6.0), ("s", "b", 7.0))
    >>> table = tabulate([Kept(reviewer, name, "holistic", x) for reviewer, name, x in given], ["a", "b"])
    >>> table.rows.reviewers, table.overall.totals, table.overall.counts
    ({'r': slice(0, 2, None), 's': slice(2, 3, None)}, [800, 1300], [1, 2])
    """
    rows = _rows(kept, names)
    overalls = series([one.overall for one in kept])
    own = {name: summed(overalls.values[part], overalls.unit) for name, part in rows.reviewers.items()}
    alike = len({one.names for one in kept}) == 1
    return Table(
        kept=kept,
        rows=rows,
        overall=_whole(overalls, rows),
        dimensions=(_turned if alike else _gathered)(kept, rows),
        own=own,
        scales={name: given.scale() for name, given in own.items()},
        ranks={name: doubled_ranks(given.values) for name, given in own.items()},
        alike=alike,
    )


def _rows(kept: Sequence[Kept], names: Sequence[str]) -> Rows:
    place = {name: number for number, name in enumerate(names)}
    reviewers = _reviewers([one.reviewer for one in kept])
    numbers = [place[one.candidate] for one in kept]
    dense = len(kept) == len(names) * len(reviewers)
    counts = [len(reviewers)] * len(names) if dense else list(map(numbers.count, range(len(names))))
    return Rows(names, numbers, reviewers, counts, dense)


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


def _turned(kept: Sequence[Kept], rows: Rows) -> dict[str, Column]:
    """The column of every dimension, where all reviews name the same in one order."""
    columns = zip(*[one.scores for one in kept], strict=True)
    return {name: _whole(series(column), rows) for name, column in zip(kept[0].names, columns, strict=True)}


def _gathered(kept: Sequence[Kept], rows: Rows) -> dict[str, Column]:
    """The column of every dimension, where reviews differ in what they name."""
    scores = [dict(zip(one.names, one.scores, strict=True)) for one in kept]
    named = dict.fromkeys(chain(*scores))
    return {name: _partial([one.get(name) for one in scores], rows) for name in named}


def _whole(given: Series, rows: Rows) -> Column:
    """A column that every row has a score in."""
    return _column(given, None, rows.by_candidate(given.values), rows.counts)


def _partial(column: Sequence[float | None], rows: Rows) -> Column:
    """A column that some rows may have no score in."""
    held = [row for row, score in enumerate(column) if score is not None]
    given = series([score for score in column if score is not None])
    if len(held) == len(column):
        return _whole(given, rows)
    parts = rows.parts(given.values, held)
    return _column(given, held, parts, list(map(len, parts)))


def _column(
    given: Series, rows: Sequence[int] | None, parts: Sequence[Sequence[int]], counts: Sequence[int]
) -> Column:
    totals = list(map(sum, parts))
    each = counts[0] if counts.count(counts[0]) == len(counts) else None
    within = each * given.squares - sum(map(mul, totals, totals)) if each else 0
    return Column(given, rows, counts, totals, each, within)
