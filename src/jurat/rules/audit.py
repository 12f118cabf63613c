"""Auditing a council: is the reviewing fair, and how much is it worth? Every figure with its n."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from jurat.observations import Review
from jurat.outcomes import Audit, Correlation, EffectiveReviewers, LeaveOneOut, Spread
from jurat.rules import rounding
from jurat.rules.reviews import Kept
from jurat.rules.rubric import is_score
from jurat.rules.statistics import fisher_interval, kendall_tau, mean, pearson, sample_variance

CORRELATION_MINIMUM = 10
SHARED_MINIMUM = 3
PANEL_MINIMUM = 3


def audit(
    lengths: Mapping[str, int],
    reviews: Sequence[Review],
    kept: Sequence[Kept],
    ranking: Sequence[str],
    without: Callable[[str], tuple[str, ...]],
) -> Audit:
    """All that can be said of this council's reviewing; `without` ranks with one reviewer left out."""
    places = shown_places(reviews)
    reviewers = list(dict.fromkeys(one.reviewer for one in kept))
    return Audit(
        length={
            name: correlation([(lengths[one.candidate], value) for one, value in scored])
            for name, scored in by_dimension(kept).items()
        },
        position={
            name: correlation(
                [
                    (places[one.reviewer, one.candidate], value)
                    for one, value in scored
                    if (one.reviewer, one.candidate) in places
                ]
            )
            for name, scored in by_dimension(kept).items()
        },
        variance=variances(reviews, kept),
        leave_one_out={name: left_out(ranking, without, name, len(reviewers)) for name in reviewers},
        effective_reviewers=effective_reviewers(kept),
    )


def by_dimension(kept: Sequence[Kept]) -> dict[str, list[tuple[Kept, float]]]:
    """The scores of every dimension, and the overalls, each with the review it stands in."""
    grouped: dict[str, list[tuple[Kept, float]]] = {}
    for one in kept:
        for name, value in one.scores.items():
            grouped.setdefault(name, []).append((one, value))
    return {**grouped, "overall": [(one, one.overall) for one in kept]}


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


def correlation(pairs: Sequence[tuple[float, float]]) -> Correlation:
    """Pearson's r with its 95 % interval; no claim below ten pairs or where nothing varies.

    >>> correlation([(1.0, 2.0)] * 9)
    Correlation(n=9, r=None, low=None, high=None)
    """
    n = len(pairs)
    r = pearson([x for x, _ in pairs], [y for _, y in pairs]) if n >= CORRELATION_MINIMUM else None
    if r is None:
        return Correlation(n=n)
    low, high = fisher_interval(r, n)
    r, low, high = (rounding.measured(value, rounding.FRACTION_PLACES) for value in (r, low, high))
    return Correlation(n=n, r=r, low=low, high=high)


def leniency(reviewer: str, kept: Sequence[Kept]) -> float | None:
    """How far a reviewer stands above the others on the same candidates, on average.

    >>> kept = [Kept(reviewer, "m", "holistic", x, {}) for reviewer, x in (("a", 9), ("b", 6), ("c", 8))]
    >>> leniency("a", kept)
    2.0
    """
    others: dict[str, list[float]] = {}
    for one in kept:
        if one.reviewer != reviewer:
            others.setdefault(one.candidate, []).append(one.overall)
    gaps = [
        one.overall - mean(others[one.candidate])
        for one in kept
        if one.reviewer == reviewer and one.candidate in others
    ]
    return mean(gaps) if gaps else None


def variances(reviews: Sequence[Review], kept: Sequence[Kept]) -> dict[str, Spread]:
    """How much reviewers differ on the same candidate: by dimension, overall, and holistically."""
    spreads = {
        name: spread([(one.candidate, value) for one, value in scored])
        for name, scored in by_dimension(kept).items()
    }
    holistic = [
        (name, float(value))
        for review in reviews
        for name, value in (review.holistic or {}).items()
        if name != review.reviewer and is_score(value)
    ]
    return {**spreads, "holistic": spread(holistic)}


def spread(scores: Sequence[tuple[str, float]]) -> Spread:
    """The mean variance between reviewers over the candidates that at least two of them scored.

    >>> spread([("m1", 6.0), ("m1", 8.0), ("m2", 5.0)])
    Spread(n=1, variance=2.0)
    """
    grouped: dict[str, list[float]] = {}
    for name, value in scores:
        grouped.setdefault(name, []).append(value)
    each = [sample_variance(values) for values in grouped.values() if len(values) > 1]
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
    tau = kendall_tau(range(len(common)), [rest.index(name) for name in common])
    return LeaveOneOut(
        n=len(common),
        winner_kept=rest[0] == ranking[0],
        tau=None if tau is None else rounding.measured(tau, rounding.FRACTION_PLACES),
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
