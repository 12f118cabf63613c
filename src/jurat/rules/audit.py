"""Auditing a council: is the reviewing fair, and how much is it worth? Every figure with its n."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import fsum

from jurat.observations import Review
from jurat.outcomes import Agreement, Audit, Correlation, EffectiveReviewers, LeaveOneOut, Spread
from jurat.rules import rounding
from jurat.rules.agreement import kendall_w, krippendorff_alpha
from jurat.rules.rubric import is_score
from jurat.rules.statistics import (
    Series,
    fisher_interval,
    mean,
    order_tau,
    pearson,
    sample_variance,
    series,
)
from jurat.rules.table import Column, Table

CORRELATION_MINIMUM = 10
SHARED_MINIMUM = 3
PANEL_MINIMUM = 3


def audit(
    lengths: Mapping[str, int],
    reviews: Sequence[Review],
    table: Table,
    ranking: Sequence[str],
    without: Callable[[str], tuple[str, ...]],
) -> Audit:
    """All that can be said of this council's reviewing; `without` ranks with one reviewer left out."""
    whole = {name: series(column) for name, column in table.columns.items() if None not in column}  # type: ignore[arg-type]
    panel = len(table.reviewers)
    return Audit(
        length=against([lengths[name] for name in table.names], table, whole),
        position=against(shown_places(reviews, table), table, whole),
        variance=variances(reviews, table),
        leave_one_out={name: left_out(ranking, without, name, panel) for name in table.reviewers},
        effective_reviewers=effective_reviewers(table),
        agreement=agreement(table),
    )


def against(known: Column, table: Table, whole: Mapping[str, Series]) -> dict[str, Correlation]:
    """How each dimension goes with something known of the reviews, over those that have both."""
    if not any(one is not None for one in known):
        return dict.fromkeys(table.columns, Correlation(n=0))
    if None in known:
        return {name: _where_both(known, column) for name, column in table.columns.items()}
    xs = series(known)  # type: ignore[arg-type]
    return {
        name: correlation(xs, whole[name]) if name in whole else _where_both(known, column)
        for name, column in table.columns.items()
    }


def _where_both(known: Column, scores: Column) -> Correlation:
    pairs = [(x, y) for x, y in zip(known, scores, strict=True) if x is not None and y is not None]
    return correlation(series([x for x, _ in pairs]), series([y for _, y in pairs]))


def shown_places(reviews: Sequence[Review], table: Table) -> list[int | None]:
    """The place in which each row's reviewer was shown its candidate, where it is known.

    >>> from jurat.rules.reviews import Kept
    >>> from jurat.rules.table import tabulate
    >>> table = tabulate([Kept("r", name, "holistic", 8.0, {}) for name in "abc"])
    >>> shown_places([Review(reviewer="r", shown=("b", "a"))], table)
    [2, 1, None]
    """
    places: list[int | None] = []
    for review in reviews:
        if review.reviewer in table.reviewers:
            shown = {name: place for place, name in enumerate(review.shown or (), start=1)}
            places += map(shown.get, table.names[table.reviewers[review.reviewer]])
    return places


def correlation(xs: Series, ys: Series) -> Correlation:
    """Pearson's r with its 95 % interval; no claim below ten pairs or where nothing varies.

    >>> correlation(series([1.0] * 9), series([2.0] * 9))
    Correlation(n=9, r=None, low=None, high=None)
    """
    n = len(xs.values)
    r = pearson(xs, ys) if n >= CORRELATION_MINIMUM else None
    if r is None:
        return Correlation(n=n)
    low, high = fisher_interval(r, n)
    places = rounding.FRACTION_PLACES
    return Correlation(
        n=n,
        r=rounding.measured(r, places),
        low=rounding.measured(low, places),
        high=rounding.measured(high, places),
    )


def leniencies(table: Table) -> dict[str, float]:
    """How far each reviewer stands above the others on the same candidates, on average.

    >>> from jurat.rules.reviews import Kept
    >>> from jurat.rules.table import tabulate
    >>> given = (("a", 9), ("b", 6), ("c", 8))
    >>> leniencies(tabulate([Kept(reviewer, "m", "holistic", x, {}) for reviewer, x in given]))
    {'a': 2.0, 'b': -2.5, 'c': 0.5}
    """
    overalls = zip(table.picks, table.parts["overall"], strict=True)
    totals = {name: (fsum(own), len(own) - 1) for name, own in overalls}
    found = {}
    for reviewer, rows in table.reviewers.items():
        beside = zip(table.overalls[rows], [totals[name] for name in table.names[rows]], strict=True)
        gaps = [own - (total - own) / others for own, (total, others) in beside if others]
        if gaps:
            found[reviewer] = mean(gaps)
    return found


def variances(reviews: Sequence[Review], table: Table) -> dict[str, Spread]:
    """How much reviewers differ on the same candidate: by dimension, overall, and holistically."""
    spreads = {name: spread(parts) for name, parts in table.parts.items()}
    holistic: dict[str, list[float]] = {}
    for review in reviews:
        for name, value in (review.holistic or {}).items():
            if name != review.reviewer and is_score(value):
                holistic.setdefault(name, []).append(value)
    return {**spreads, "holistic": spread(list(holistic.values()))}


def spread(scores: Sequence[Sequence[float]]) -> Spread:
    """The mean variance between reviewers over the candidates that at least two of them scored.

    >>> spread([[6.0, 8.0], [5.0]])
    Spread(n=1, variance=2.0)
    """
    each = [sample_variance(own) for own in scores if len(own) > 1]
    return Spread(n=len(each), variance=rounding.measured(mean(each), 4) if each else None)


def left_out(
    ranking: Sequence[str], without: Callable[[str], tuple[str, ...]], reviewer: str, panel: int
) -> LeaveOneOut:
    """How the ranking changes without one reviewer; no claim for panels below three."""
    if panel < PANEL_MINIMUM:
        return LeaveOneOut(n=0)
    rest = without(reviewer)
    if rest == ranking and len(rest) > 1:
        return LeaveOneOut(n=len(rest), winner_kept=True, tau=1.0)
    common = [name for name in ranking if name in rest]
    if len(common) < 2:
        return LeaveOneOut(n=len(common))
    tau = order_tau([rest.index(name) for name in common])
    return LeaveOneOut(
        n=len(common),
        winner_kept=rest[0] == ranking[0],
        tau=rounding.measured(tau, rounding.FRACTION_PLACES),
    )


def effective_reviewers(table: Table) -> EffectiveReviewers:
    """Kish: n reviewers who correlate by r are worth n / (1 + (n - 1) r) independent ones.

    >>> from jurat.rules.reviews import Kept
    >>> from jurat.rules.table import tabulate
    >>> def row(reviewer, *overalls):
    ...     return [Kept(reviewer, f"m{i}", "holistic", x, {}) for i, x in enumerate(overalls)]
    >>> effective_reviewers(tabulate(row("a", 1, 2, 3) + row("b", 2, 4, 6))).effective
    1.0
    """
    scored = [(table.names[rows], table.own[name]) for name, rows in table.reviewers.items()]
    found = [_alike(*first, *second) for first, second in combinations(scored, 2)]
    pairs = [r for r in found if r is not None]
    n = len(scored)
    if not pairs:
        return EffectiveReviewers(n=n, pairs=0)
    r = mean(pairs)
    worth = n / (1 + (n - 1) * max(0.0, r))
    return EffectiveReviewers(
        n=n,
        pairs=len(pairs),
        correlation=rounding.measured(r, rounding.FRACTION_PLACES),
        effective=rounding.measured(worth),
    )


def _alike(names: Sequence[str], own: Series, others: Sequence[str], theirs: Series) -> float | None:
    """How two reviewers' overalls go together, over the candidates that both of them scored."""
    if names != others:
        first = dict(zip(names, own.values, strict=True))
        second = dict(zip(others, theirs.values, strict=True))
        names = [name for name in names if name in second]
        own, theirs = series([first[name] for name in names]), series([second[name] for name in names])
    return pearson(own, theirs) if len(names) >= SHARED_MINIMUM else None


def agreement(table: Table) -> Agreement:
    """How far the reviewers agree: alpha on the overalls, and W on the order of what all of them scored.

    >>> from jurat.rules.reviews import Kept
    >>> from jurat.rules.table import tabulate
    >>> def row(reviewer, *overalls):
    ...     return [Kept(reviewer, f"m{i}", "holistic", x, {}) for i, x in enumerate(overalls)]
    >>> agreement(tabulate(row("a", 1, 2, 3) + row("b", 1, 2, 3)))
    Agreement(n=3, alpha=1.0, shared=3, kendall_w=1.0)
    """
    units = [own for own in table.parts["overall"] if len(own) > 1]
    common = [own for own in units if len(own) == len(table.reviewers)]
    alpha = krippendorff_alpha(units, "interval") if len(units) >= SHARED_MINIMUM else None
    w = kendall_w(list(zip(*common, strict=True))) if len(common) >= SHARED_MINIMUM else None
    return Agreement(
        n=len(units),
        alpha=None if alpha is None else rounding.measured(alpha, rounding.FRACTION_PLACES),
        shared=len(common),
        kendall_w=None if w is None else rounding.measured(w, rounding.FRACTION_PLACES),
    )
