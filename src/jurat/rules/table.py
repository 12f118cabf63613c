"""What was kept of the reviews as one table: columns of scores, the rows of each reviewer and candidate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Any, TypeVar

from jurat.rules.reviews import Kept
from jurat.rules.statistics import Series, series

Column = Sequence[float | None]
"""Scores of one dimension in the order of the reviews; none where a review has none."""
Value = TypeVar("Value")
Pick = Callable[[Sequence[Any]], Sequence[Any]]
"""Takes some rows of a column."""


@dataclass(frozen=True, slots=True)
class Table:
    """The kept reviews, grouped once for everything that is worked out of them.

    `names` are the candidates of the rows; `columns` the dimensions and, last, the overalls; `reviewers`
    where each reviewer's rows stand, which follow one another; `picks` takes each candidate's rows of a
    column; `parts` has every column's scores by candidate, in the order of `picks`; `own` each reviewer's
    overalls and `scales` their mean and spread; `dense` tells that all reviewers scored the same candidates.
    """

    kept: Sequence[Kept]
    names: Sequence[str]
    overalls: Sequence[float]
    columns: Mapping[str, Column]
    reviewers: Mapping[str, slice]
    picks: Mapping[str, Pick]
    parts: Mapping[str, Sequence[Sequence[float]]]
    own: Mapping[str, Series]
    scales: Mapping[str, tuple[float, float]]
    dense: bool

    def by_candidate(self, column: Sequence[Value], without: slice | None = None) -> dict[str, list[Value]]:
        """Every candidate's part of a column, which may lack the rows of one reviewer."""
        if self.dense:
            return {name: list(column[start :: len(self.picks)]) for start, name in enumerate(self.picks)}
        names = self.names if without is None else left_over(self.names, without)
        grouped: dict[str, list[Value]] = {name: [] for name in self.picks}
        for name, value in zip(names, column, strict=True):
            grouped[name].append(value)
        return grouped


def left_over(column: Sequence[Value], without: slice) -> list[Value]:
    """A column without some rows that follow one another.

    >>> left_over("abcd", slice(1, 3))
    ['a', 'd']
    """
    return [*column[: without.start], *column[without.stop :]]


def tabulate(kept: Sequence[Kept]) -> Table:
    """The table of kept reviews, those of one reviewer following one another.

    >>> given = (("r", "a", 8.0), ("r", "b", 6.0), ("s", "b", 7.0))
    >>> table = tabulate([Kept(reviewer, name, "holistic", x, {}) for reviewer, name, x in given])
    >>> table.reviewers, dict(zip(table.picks, table.parts["overall"]))
    ({'r': slice(0, 2, None), 's': slice(2, 3, None)}, {'a': [8.0], 'b': (6.0, 7.0)})
    """
    names = [one.candidate for one in kept]
    overalls = [one.overall for one in kept]
    columns = {**_columns([one.scores for one in kept]), "overall": overalls}
    picks = {name: _pick(rows) for name, rows in _rows(names).items()}
    starts = _rows([one.reviewer for one in kept])
    reviewers = {name: slice(rows[0], rows[-1] + 1) for name, rows in starts.items()}
    own = {name: series(overalls[rows]) for name, rows in reviewers.items()}
    return Table(
        kept=kept,
        names=names,
        overalls=overalls,
        columns=columns,
        reviewers=reviewers,
        picks=picks,
        parts={name: _parts(column, picks.values()) for name, column in columns.items()},
        own=own,
        scales={name: given.scale() for name, given in own.items()},
        dense=len(kept) == len(picks) * len(reviewers),
    )


def _columns(given: Sequence[Mapping[str, float]]) -> dict[str, Column]:
    """The scores of every dimension; turned over at once where all reviews have the same in one order."""
    orders = {tuple(scores) for scores in given}
    if len(orders) == 1:
        return dict(zip(orders.pop(), zip(*[scores.values() for scores in given], strict=True), strict=True))
    return {name: [scores.get(name) for scores in given] for name in dict.fromkeys(chain(*given))}


def _rows(names: Sequence[str]) -> dict[str, list[int]]:
    """In which rows each name stands."""
    rows: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        rows.setdefault(name, []).append(number)
    return rows


def _pick(rows: Sequence[int]) -> Pick:
    return itemgetter(*rows) if len(rows) > 1 else itemgetter(slice(rows[0], rows[0] + 1))


def _parts(column: Column, picks: Iterable[Pick]) -> list[Sequence[float]]:
    """A column's scores by candidate, without what is not there."""
    parts = [pick(column) for pick in picks]
    return [[one for one in part if one is not None] for part in parts] if None in column else parts
