"""Where candidates stand: mean overall, ceiling, safety cap, Borda; with all reviewers or without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import sub

from jurat.scoring.exact_statistics import mean
from jurat.scoring.review_table import ReviewTable, left_over
from jurat.scoring.reviewer_calibration import HIGHEST, Uncalibrated
from jurat.scoring.rubric import NO_CEILING, limits

APART = 1e-8
"""Scores that differ by more decide; what else does is looked into only where they do not."""
Figures = Sequence[float | None]
"""A figure for every candidate, in the table's order; none where there is none."""


class CandidateRanking:
    """The counting of one council: over all its reviewers, or without one of them.

    `caps` are the safety caps of candidates that failed the gate.
    """

    def __init__(self, table: ReviewTable, calibrated: Uncalibrated, quorum: int, caps: Figures) -> None:
        self._table, self._calibrated, self._quorum, self.caps = table, calibrated, quorum, caps
        self._shares, self._accuracies = borda_shares(table), Accuracies(table)
        self.uncapped = calibrated.means(quorum)
        limits = self._accuracies.limits()
        self.ceilings = [None if limit == NO_CEILING else limit for limit in limits]
        self.limits = lowest(limits, caps)
        self.borda = mean_shares(table, self._shares)

    def ranking(self) -> tuple[str, ...]:
        """The scored candidates, best first."""
        return rank(self._table.rows.names, self.uncapped, self.limits, lambda: self.borda)

    def ranking_without(self, reviewer: str) -> tuple[str, ...]:
        """The same as if one reviewer had not spoken."""
        table, rows = self._table, self._table.rows.reviewers[reviewer]
        uncapped = self._calibrated.means(self._quorum, without=reviewer)
        limits = lowest(self._accuracies.limits(reviewer), self.caps)
        return rank(table.rows.names, uncapped, limits, lambda: mean_shares(table, self._shares, rows))


def lowest(limits: Sequence[float], caps: Figures) -> Sequence[float]:
    """The limits under the caps that there are.

    >>> lowest([7.0, 4.0, 10.0], [0.0, None, None])
    [0.0, 4.0, 10.0]
    """
    if caps.count(None) == len(caps):
        return limits
    return [limit if cap is None else min(limit, cap) for limit, cap in zip(limits, caps, strict=True)]


class Accuracies:
    """Every candidate's accuracy, summed exactly, so that one reviewer's can be taken off again."""

    def __init__(self, table: ReviewTable) -> None:
        self._rows, self._column = table.rows, table.dimensions.get("accuracy")
        if self._column is not None and self._column.rows is not None:
            held = dict(zip(self._column.rows, self._column.values, strict=True))
            self._scores = [held.get(row, 0) for row in range(len(table.rows.numbers))]
            self._there = [int(row in held) for row in range(len(table.rows.numbers))]

    def limits(self, without: str | None = None) -> list[float]:
        """The limit that each mean accuracy sets, over all rows or without one reviewer's; 10 for none."""
        column, rows = self._column, self._rows
        if column is None:
            return [NO_CEILING] * len(rows.names)
        totals, counts, unit = column.totals, column.counts, column.unit
        if rows.dense and column.rows is None:
            each = len(rows.reviewers) - (without is not None)
            left = totals if without is None else map(sub, totals, column.values[rows.reviewers[without]])
            return limits(left, [each * unit] * len(totals))
        if without is not None:
            part = rows.reviewers[without]
            if column.rows is None:
                totals = rows.less(totals, column.values[part], without)
                counts = rows.counts_without(without)
            else:
                totals = rows.less(totals, self._scores[part], without)
                counts = rows.less(counts, self._there[part], without)
        return limits(totals, [count * unit for count in counts] if unit > 1 else counts)


def borda_shares(table: ReviewTable) -> list[float | None]:
    """For every row the share of its reviewer's other candidates that this one beats, ties half.

    >>> from jurat.scoring.evaluations import KeptEvaluation
    >>> from jurat.scoring.review_table import tabulate
    >>> given = (("a", 9), ("b", 7), ("c", 7))
    >>> borda_shares(tabulate([KeptEvaluation("r", name, "holistic", x) for name, x in given], "abc"))
    [1.0, 0.25, 0.25]
    """
    shares: list[float | None] = []
    for ranks in table.ranks.values():
        most = 2 * (len(ranks) - 1)
        shares += [(rank - 2) / most for rank in ranks] if most else [None]
    return shares


def mean_shares(table: ReviewTable, shares: Figures, without: slice | None = None) -> list[float | None]:
    """Normalised Borda: each candidate's mean share over the reviewers, or over all but one of them."""
    left = shares if without is None else left_over(shares, without)
    groups = table.rows.by_candidate(left, without)
    if None in left:
        groups = [[share for share in own if share is not None] for own in groups]
    return [mean(own) if own else None for own in groups]  # type: ignore[arg-type]


def rank(
    names: Sequence[str], uncapped: Figures, limits: Sequence[float], borda: Callable[[], Figures]
) -> tuple[str, ...]:
    """The scored candidates, best first: by final score, uncapped score, Borda, then name.

    Figures that differ by less than 1e-9 are equal; a candidate without Borda counts 0 there. Borda is
    worked out only where scores do not decide.

    >>> rank("abc", [9.0, 8.0, None], [7.0, 10.0, 10.0], lambda: [])
    ('b', 'a')
    """
    beside = zip(names, uncapped, limits, strict=True)
    finals = [(min(own, limit), name) for name, own, limit in beside if own is not None]
    finals.sort(reverse=True)
    if _apart(finals):
        return tuple([name for _, name in finals])
    own = dict(zip(names, uncapped, strict=True))
    shares = dict(zip(names, borda(), strict=True))
    decided = sorted(
        [
            (-_units(final), -_units(own[name] or 0.0), -_units(shares[name] or 0.0), name)
            for final, name in finals
        ]
    )
    return tuple([name for _, _, _, name in decided])


def _apart(finals: Sequence[tuple[float, str]]) -> bool:
    """Whether scores alone decide an order from the highest down.

    >>> _apart([(8.0, "b"), (7.0, "a")]), _apart([(8.0, "b"), (8.0, "a")])
    (True, False)
    """
    above = 2 * HIGHEST
    for final, _ in finals:
        if above - final <= APART:
            return False
        above = final
    return True


def _units(figure: float) -> int:
    """A figure from 0 to 10 in units of 1e-9."""
    return int(figure * 1e9 + 0.5)
