"""Auditing a council: is the reviewing fair, and how much is it worth? Every figure with its n."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import fsum

from jurat.observations import Review
from jurat.outcomes import Agreement, Audit, Correlation, EffectiveReviewers, LeaveOneOut, Spread
from jurat.rules import rounding
from jurat.rules.agreement import kendall_w, krippendorff_alpha
from jurat.rules.reviews import Kept
from jurat.rules.rubric import is_score
from jurat.rules.statistics import fisher_interval, mean, order_tau, pearson, sample_variance

CORRELATION_MINIMUM = 10
SHARED_MINIMUM = 3
PANEL_MINIMUM = 3
Scores = list[float | None]
"""Scores of one dimension in the order of the reviews; none where a review has none."""


def audit(
    lengths: Mapping[str, int],
    reviews: Sequence[Review],
    kept: Sequence[Kept],
    ranking: Sequence[str],
    without: Callable[[str], tuple[str, ...]],
) -> Audit:
    """All that can be said of this council's reviewing; `without` ranks with one reviewer left out."""
    places = shown_places(reviews)
    reviewers = list(dict.fromkeys([one.reviewer for one in kept]))
    scored = by_dimension(kept)
    sizes = [lengths[one.candidate] for one in kept]
    shown = [places.get((one.reviewer, one.candidate)) for one in kept]
    return Audit(
        length=against(sizes, scored),
        position=against(shown, scored),
        variance=variances(reviews, kept, scored),
        leave_one_out={name: left_out(ranking, without, name, len(reviewers)) for name in reviewers},
        effective_reviewers=effective_reviewers(kept),
        agreement=agreement(kept),
    )


def by_dimension(kept: Sequence[Kept]) -> dict[str, Scores]:
    """The scores of every dimension, and the overalls: one for each review, none where it has none."""
    names = dict.fromkeys(name for one in kept for name in one.scores)
    given = [one.scores for one in kept]
    columns: dict[str, Scores] = {name: [each.get(name) for each in given] for name in names}
    columns["overall"] = [one.overall for one in kept]
    return columns


def against(known: Sequence[float | None], scored: Mapping[str, Scores]) -> dict[str, Correlation]:
    """How each dimension goes with something known of the reviews, over those that have both."""
    if not any(one is not None for one in known):
        return dict.fromkeys(scored, Correlation(n=0))
    whole = None not in known
    return {
        name: correlation(known, scores)  # type: ignore[arg-type]
        if whole and None not in scores
        else _where_both(known, scores)
        for name, scores in scored.items()
    }


def _where_both(known: Sequence[float | None], scores: Scores) -> Correlation:
    pairs = [(x, y) for x, y in zip(known, scores, strict=True) if x is not None and y is not None]
    return correlation([x for x, _ in pairs], [y for _, y in pairs])


def shown_places(reviews: Sequence[Review]) -> dict[tuple[str, str], int]:
    """The place in which each reviewer was shown each candidate, where it is known.

    >>> shown_places([Review(reviewer="r", shown=("b", "a"))])
    {('r', 'b'): 1, ('r', 'a'): 2}
    """
    return {
        (review.reviewer, name): place
        for review in reviews
        for place, name in enumerate(review.shown or (), start=1)
    }


def correlation(xs: Sequence[float], ys: Sequence[float]) -> Correlation:
    """Pearson's r with its 95 % interval; no claim below ten pairs or where nothing varies.

    >>> correlation([1.0] * 9, [2.0] * 9)
    Correlation(n=9, r=None, low=None, high=None)
    """
    n = len(xs)
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


def leniencies(kept: Sequence[Kept]) -> dict[str, float]:
    """How far each reviewer stands above the others on the same candidates, on average.

    >>> kept = [Kept(reviewer, "m", "holistic", x, {}) for reviewer, x in (("a", 9), ("b", 6), ("c", 8))]
    >>> leniencies(kept)
    {'a': 2.0, 'b': -2.5, 'c': 0.5}
    """
    by_candidate: dict[str, list[float]] = {}
    for one in kept:
        by_candidate.setdefault(one.candidate, []).append(one.overall)
    totals = {name: (fsum(values), len(values)) for name, values in by_candidate.items()}
    gaps: dict[str, list[float]] = {}
    for one in kept:
        total, count = totals[one.candidate]
        if count > 1:
            gap = one.overall - (total - one.overall) / (count - 1)
            gaps.setdefault(one.reviewer, []).append(gap)
    return {name: mean(values) for name, values in gaps.items()}


def variances(
    reviews: Sequence[Review], kept: Sequence[Kept], scored: Mapping[str, Scores]
) -> dict[str, Spread]:
    """How much reviewers differ on the same candidate: by dimension, overall, and holistically."""
    rows: dict[str, list[int]] = {}
    for number, one in enumerate(kept):
        rows.setdefault(one.candidate, []).append(number)
    spreads = {
        name: spread([[column[n] for n in own] for own in rows.values()]) for name, column in scored.items()
    }
    holistic: dict[str, Scores] = {}
    for review in reviews:
        for name, value in (review.holistic or {}).items():
            if name != review.reviewer and is_score(value):
                holistic.setdefault(name, []).append(value)
    return {**spreads, "holistic": spread(list(holistic.values()))}


def spread(scores: Sequence[Scores]) -> Spread:
    """The mean variance between reviewers over the candidates that at least two of them scored.

    >>> spread([[6.0, 8.0], [5.0, None]])
    Spread(n=1, variance=2.0)
    """
    given = [[one for one in own if one is not None] if None in own else own for own in scores]
    each = [sample_variance(own) for own in given if len(own) > 1]  # type: ignore[arg-type]
    return Spread(n=len(each), variance=rounding.measured(mean(each), 4) if each else None)


def left_out(
    ranking: Sequence[str], without: Callable[[str], tuple[str, ...]], reviewer: str, panel: int
) -> LeaveOneOut:
    """How the ranking changes without one reviewer; no claim for panels below three."""
    if panel < PANEL_MINIMUM:
        return LeaveOneOut(n=0)
    rest = without(reviewer)
    common = [name for name in ranking if name in rest]
    if len(common) < 2:
        return LeaveOneOut(n=len(common))
    tau = order_tau([rest.index(name) for name in common])
    return LeaveOneOut(
        n=len(common),
        winner_kept=rest[0] == ranking[0],
        tau=rounding.measured(tau, rounding.FRACTION_PLACES),
    )


def effective_reviewers(kept: Sequence[Kept]) -> EffectiveReviewers:
    """Kish: n reviewers who correlate by r are worth n / (1 + (n - 1) r) independent ones.

    >>> def row(reviewer, *overalls):
    ...     return [Kept(reviewer, f"m{i}", "holistic", x, {}) for i, x in enumerate(overalls)]
    >>> effective_reviewers(row("a", 1, 2, 3) + row("b", 2, 4, 6)).effective
    1.0
    """
    overalls: dict[str, dict[str, float]] = {}
    for one in kept:
        overalls.setdefault(one.reviewer, {})[one.candidate] = one.overall
    pairs = []
    for first, second in combinations(overalls.values(), 2):
        shared = [name for name in first if name in second]
        if len(shared) >= SHARED_MINIMUM:
            r = pearson([first[name] for name in shared], [second[name] for name in shared])
            if r is not None:
                pairs.append(r)
    n = len(overalls)
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


def agreement(kept: Sequence[Kept]) -> Agreement:
    """How far the reviewers agree: alpha on the overalls, and W on the order of what all of them scored.

    >>> def row(reviewer, *overalls):
    ...     return [Kept(reviewer, f"m{i}", "holistic", x, {}) for i, x in enumerate(overalls)]
    >>> agreement(row("a", 1, 2, 3) + row("b", 1, 2, 3))
    Agreement(n=3, alpha=1.0, shared=3, kendall_w=1.0)
    """
    overalls: dict[str, dict[str, float]] = {}
    for one in kept:
        overalls.setdefault(one.candidate, {})[one.reviewer] = one.overall
    reviewers = len({one.reviewer for one in kept})
    units = [list(own.values()) for own in overalls.values() if len(own) > 1]
    common = [own for own in overalls.values() if len(own) == reviewers > 1]
    alpha = krippendorff_alpha(units, "interval") if len(units) >= SHARED_MINIMUM else None
    w = None
    if len(common) >= SHARED_MINIMUM:
        w = kendall_w([[own[name] for own in common] for name in common[0]])
    return Agreement(
        n=len(units),
        alpha=None if alpha is None else rounding.measured(alpha, rounding.FRACTION_PLACES),
        shared=len(common),
        kendall_w=None if w is None else rounding.measured(w, rounding.FRACTION_PLACES),
    )
