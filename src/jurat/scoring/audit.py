"""Auditing a council: is the reviewing fair, and how much is it worth? Every figure with its n."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import fsum, sqrt
from operator import mul

from jurat.observations import Review
from jurat.outcomes import Agreement, Audit, Correlation, EffectiveReviewers, LeaveOneOut, Spread
from jurat.scoring.exact_statistics import (
    Series,
    correlation,
    fisher_interval,
    mean,
    order_tau,
    pearson,
    sample_variance,
    series,
    summed,
)
from jurat.scoring.rater_agreement import concordance, kendall_w, krippendorff_alpha
from jurat.scoring.review_table import ReviewRows, ReviewTable, ScoreColumn
from jurat.scoring.rounding import FRACTION_PLACES as PLACES
from jurat.scoring.rounding import measured
from jurat.scoring.rubric import is_score

CORRELATION_MINIMUM = 10
SHARED_MINIMUM = 3
PANEL_MINIMUM = 3
_NOTHING, _NO_SPREAD = Correlation(n=0), Spread(n=0)


def audit(
    lengths: Mapping[str, int],
    reviews: Sequence[Review],
    table: ReviewTable,
    ranking: tuple[str, ...],
    without: Callable[[str], tuple[str, ...]],
) -> Audit:
    """All that can be said of this council's reviewing; `without` ranks with one reviewer left out."""
    columns = {**table.dimensions, "overall": table.overall}
    sizes, reviewers = list(lengths.values()), table.rows.reviewers
    return Audit(
        by_length(sizes, columns, table.rows)
        if table.rows.dense and table.alike
        else against([sizes[number] for number in table.rows.numbers], columns, whole=table.alike),
        against(shown_places(reviews, table.rows), columns, whole=table.alike),
        variances(reviews, columns, table.rows),
        {name: stability(ranking, without(name)) for name in reviewers}
        if len(reviewers) >= PANEL_MINIMUM
        else dict.fromkeys(reviewers, LeaveOneOut(n=0)),
        effective_reviewers(table),
        agreement(table),
    )


def against(
    known: Sequence[int | None], columns: Mapping[str, ScoreColumn], *, whole: bool
) -> dict[str, Correlation]:
    """How each column goes with something known of the reviews, over those that have both.

    The columns may be whole: every review has a score in each.
    """
    unknown = known.count(None)
    if unknown == len(known):
        return dict.fromkeys(columns, _NOTHING)
    if unknown or not whole:
        return {name: correlations(*_both(known, column))[0] for name, column in columns.items()}
    found = correlations(series(known), columns.values())  # type: ignore[arg-type]
    return dict(zip(columns, found, strict=True))


def _both(known: Sequence[int | None], column: ScoreColumn) -> tuple[Series, list[Series]]:
    """What is known and the column's scores, in the rows that have both."""
    beside = known if column.rows is None else [known[row] for row in column.rows]
    pairs = [(x, y) for x, y in zip(beside, column.values, strict=True) if x is not None]
    return series([x for x, _ in pairs]), [series([y for _, y in pairs])]


def shown_places(reviews: Sequence[Review], rows: ReviewRows) -> list[int | None]:
    """The place in which each row's reviewer was shown its candidate, where it is known.

    >>> from jurat.scoring.evaluations import KeptEvaluation
    >>> from jurat.scoring.review_table import tabulate
    >>> table = tabulate([KeptEvaluation("r", name, "holistic", 8.0) for name in "abc"], "abc")
    >>> shown_places([Review(reviewer="r", shown=("b", "a"))], table.rows)
    [2, 1, None]
    """
    places: list[int | None] = []
    for review in reviews:
        if review.reviewer in rows.reviewers:
            shown = {name: place for place, name in enumerate(review.shown or (), start=1)}
            numbers = rows.numbers[rows.reviewers[review.reviewer]]
            places += [shown.get(rows.names[number]) for number in numbers]
    return places


def correlations(xs: Series, columns: Collection[Series]) -> list[Correlation]:
    """Pearson's r with each column and its 95 % interval; no claim below ten pairs or where nothing varies.

    >>> correlations(series([1.0] * 9), [series([2.0] * 9)])
    [Correlation(n=9, r=None, low=None, high=None)]
    """
    n = len(xs.values)
    if n < CORRELATION_MINIMUM:
        return [Correlation(n)] * len(columns)
    return [_correlation(pearson(xs, ys), n) for ys in columns]


def by_length(
    sizes: Sequence[int], columns: Mapping[str, ScoreColumn], rows: ReviewRows
) -> dict[str, Correlation]:
    """How whole columns go with length, which all reviews of a candidate share: from its totals alone."""
    n, times, lengths = len(rows.numbers), len(rows.reviewers), series(sizes)
    xs = Series(sizes, 1, times * lengths.total, times * lengths.squares, times * times * lengths.scatter)
    if n < CORRELATION_MINIMUM:
        return dict.fromkeys(columns, Correlation(n))
    return {
        name: _correlation(correlation(sum(map(mul, sizes, own.totals)), xs, own, n), n)
        for name, own in columns.items()
    }


def _correlation(r: float | None, n: int) -> Correlation:
    if r is None:
        return Correlation(n=n)
    low, high = fisher_interval(r, n)
    return Correlation(n, measured(r, PLACES), measured(low, PLACES), measured(high, PLACES))


def leniencies(table: ReviewTable) -> dict[str, float]:
    """How far each reviewer stands above the others on the same candidates, on average.

    >>> from jurat.scoring.evaluations import KeptEvaluation
    >>> from jurat.scoring.review_table import tabulate
    >>> given = (("a", 9), ("b", 6), ("c", 8))
    >>> leniencies(tabulate([KeptEvaluation(reviewer, "m", "holistic", x) for reviewer, x in given], ["m"]))
    {'a': 2.0, 'b': -2.5, 'c': 0.5}
    """
    overall, rows, n = table.overall, table.rows, len(table.own)
    if rows.dense and n > 1:  # all reviewers beside all others on all candidates
        whole = (n - 1) * len(rows.names) * overall.unit
        return {name: (n * own.total - overall.total) / whole for name, own in table.own.items()}
    found = {}
    for reviewer, part in rows.reviewers.items():
        beside = zip(table.own[reviewer].values, rows.numbers[part], strict=True)
        gaps = [_gap(own, overall.totals[number], overall.counts[number]) for own, number in beside]
        counted = [gap for gap in gaps if gap is not None]
        if counted:
            found[reviewer] = mean(counted) / overall.unit
    return found


def _gap(own: int, total: int, count: int) -> float | None:
    """How far one of some scores stands above the mean of the others."""
    return (count * own - total) / (count - 1) if count > 1 else None


def variances(
    reviews: Sequence[Review], columns: Mapping[str, ScoreColumn], rows: ReviewRows
) -> dict[str, Spread]:
    """How much reviewers differ on the same candidate: by dimension, overall, and holistically."""
    holistic: dict[str, list[float]] = {}
    for review in reviews:
        for name, value in (review.holistic or {}).items():
            if name != review.reviewer and is_score(value):
                holistic.setdefault(name, []).append(value)
    spreads = {name: column_spread(column, rows) for name, column in columns.items()}
    return {**spreads, "holistic": spread([series(own) for own in holistic.values()])}


def column_spread(column: ScoreColumn, rows: ReviewRows) -> Spread:
    """The spread of a column; at once where all candidates have equally many scores."""
    each, size, unit = column.each or 0, len(column.totals), column.unit
    if each > 1:
        return Spread(size, measured(column.within / (size * each * (each - 1) * unit * unit), PLACES))
    held = range(len(rows.numbers)) if column.rows is None else column.rows
    return spread([summed(own, unit) for own in rows.parts(column.values, held)])


def spread(scores: Sequence[Series]) -> Spread:
    """The mean variance between reviewers over the candidates that at least two of them scored.

    >>> spread([series([6.0, 8.0]), series([5.0])])
    Spread(n=1, variance=2.0)
    """
    each = [sample_variance(own) for own in scores if len(own.values) > 1]
    return Spread(n=len(each), variance=measured(mean(each), PLACES)) if each else _NO_SPREAD


@lru_cache(maxsize=4096)
def stability(ranking: tuple[str, ...], rest: tuple[str, ...]) -> LeaveOneOut:
    """How far a ranking stays when it becomes another, which may lack some of its members.

    Over many questions the same candidates come in the same few orders.

    >>> stability(("a", "b", "c"), ("a", "c", "b"))
    LeaveOneOut(n=3, winner_kept=True, tau=0.3333)
    """
    places = [rest.index(name) for name in ranking if name in rest]
    n = len(places)
    if n < 2:
        return LeaveOneOut(n=n)
    tau = measured(order_tau(places), PLACES)
    return LeaveOneOut(n=n, winner_kept=rest[0] == ranking[0], tau=tau)


def effective_reviewers(table: ReviewTable) -> EffectiveReviewers:
    """Kish: n reviewers who correlate by r are worth n / (1 + (n - 1) r) independent ones.

    >>> from jurat.scoring.evaluations import KeptEvaluation
    >>> from jurat.scoring.review_table import tabulate
    >>> def row(reviewer, *overalls):
    ...     return [KeptEvaluation(reviewer, f"m{i}", "holistic", x) for i, x in enumerate(overalls)]
    >>> effective_reviewers(tabulate(row("a", 1, 2, 3) + row("b", 2, 4, 6), ["m0", "m1", "m2"])).effective
    1.0
    """
    n, r = len(table.own), whole_correlation(table)
    pairs = n * (n - 1) // 2
    if r is None:
        found = pair_correlations(table)
        if not found:
            return EffectiveReviewers(n=n, pairs=0)
        r, pairs = mean(found), len(found)
    worth = n / (1 + (n - 1) * max(0.0, r))
    return EffectiveReviewers(n, pairs, measured(r, PLACES), measured(worth))


def whole_correlation(table: ReviewTable) -> float | None:
    """The mean correlation of all pairs of reviewers at once, where all scored all candidates and vary.

    Overalls from their mean, as a vector of length 1, give a correlation when two of them are multiplied;
    the square of the sum of all vectors holds every pair twice, and each vector by itself once.
    """
    n, own = len(table.own), table.own.values()
    if not table.rows.dense or n < 2 or len(table.rows.names) < SHARED_MINIMUM:
        return None
    if 0 in [one.scatter for one in own]:
        return None
    together = list(map(sum, zip(*map(_direction, own), strict=True)))
    return (fsum(map(mul, together, together)) - n) / (n * (n - 1))


def _direction(given: Series) -> list[float]:
    """Some numbers from their mean, as a vector of length 1.

    >>> _direction(series([1, 1, 3, 3]))
    [-0.5, -0.5, 0.5, 0.5]
    """
    size, total = len(given.values), given.total
    length = sqrt(size * given.scatter)
    return [(size * value - total) / length for value in given.values]


def pair_correlations(table: ReviewTable) -> list[float]:
    """How any two reviewers' overalls go together, where both scored enough and vary."""
    found = [_alike(table.rows, *first, *second) for first, second in combinations(table.own.items(), 2)]
    return [r for r in found if r is not None]


def _alike(rows: ReviewRows, name: str, own: Series, other: str, theirs: Series) -> float | None:
    """How two reviewers' overalls go together, over the candidates that both of them scored."""
    if not rows.dense:
        first = dict(zip(rows.numbers[rows.reviewers[name]], own.values, strict=True))
        second = dict(zip(rows.numbers[rows.reviewers[other]], theirs.values, strict=True))
        shared = [number for number in first if number in second]
        own, theirs = series([first[one] for one in shared]), series([second[one] for one in shared])
    return pearson(own, theirs) if len(own.values) >= SHARED_MINIMUM else None


def agreement(table: ReviewTable) -> Agreement:
    """How far the reviewers agree: alpha on the overalls, and W on the order of what all of them scored.

    >>> from jurat.scoring.evaluations import KeptEvaluation
    >>> from jurat.scoring.review_table import tabulate
    >>> def row(reviewer, *overalls):
    ...     return [KeptEvaluation(reviewer, f"m{i}", "holistic", x) for i, x in enumerate(overalls)]
    >>> agreement(tabulate(row("a", 1, 2, 3) + row("b", 1, 2, 3), ["m0", "m1", "m2"]))
    Agreement(n=3, alpha=1.0, shared=3, kendall_w=1.0)
    """
    overall, rows, size = table.overall, table.rows, len(table.own)
    counts = overall.counts
    n, shared = len(counts) - counts.count(0) - counts.count(1), counts.count(size) if size > 1 else 0
    alpha = _alpha(table) if n >= SHARED_MINIMUM else None
    w = None
    if rows.dense and shared >= SHARED_MINIMUM:
        w = concordance([*table.ranks.values()])
    elif shared >= SHARED_MINIMUM:
        common = [own for own in rows.by_candidate(overall.values) if len(own) == size]
        w = kendall_w([*zip(*common, strict=True)])
    return Agreement(
        n,
        None if alpha is None else measured(alpha, PLACES),
        shared,
        None if w is None else measured(w, PLACES),
    )


def _alpha(table: ReviewTable) -> float | None:
    """Alpha on the overalls; from the sums alone where all candidates have equally many."""
    column = table.overall
    if column.each is None:
        return krippendorff_alpha(table.rows.by_candidate(column.values), "interval")
    expected = column.scatter * (column.each - 1)
    return 1 - column.within * (len(column.values) - 1) / expected if expected else None
