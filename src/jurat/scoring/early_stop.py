"""Whether reviews that are still missing can change who wins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from jurat.observations import Review
from jurat.scoring.evaluations import KeptEvaluation, read_reviews
from jurat.scoring.rounding import exact
from jurat.scoring.rubric import HIGHEST, LOWEST, Rubric, ceiling

Bounds = tuple[Fraction, Fraction]


def certain_winner(
    reviews: Sequence[Review],
    candidates: Collection[str],
    rubric: Rubric,
    outstanding: Mapping[str, Collection[str]],
    *,
    quorum: int = 1,
    caps: Mapping[str, float] | None = None,
) -> str | None:
    """Return the candidate that wins whatever the outstanding reviewers give; none where that is open.

    It holds for overalls that count as given (calibration `none`). Every missing overall and accuracy lies
    from 1 to 10 or is dropped, so that a mean moves farthest when all missing ones are at one end. The lowest
    score of the winner, under the lowest ceiling that it can get, must exceed the highest of every other.

    >>> from jurat.scoring.rubric import make_rubric
    >>> reviews = [Review(reviewer=name, holistic={"a": 10, "b": 2}) for name in "rs"]
    >>> rubric = make_rubric()
    >>> certain_winner(reviews, "ab", rubric, {"t": "b"}), certain_winner(reviews, "ab", rubric, {"t": "ab"})
    ('a', None)
    """
    kept = read_reviews(reviews, candidates, rubric).kept.rows()
    limits = caps or {}
    bounds = {
        name: _bounds(
            [one for one in kept if one.candidate == name],
            sum(name in shown and name != reviewer for reviewer, shown in outstanding.items()),
            None if name not in limits else exact(limits[name]),
        )
        for name in candidates
    }
    count = {name: sum(one.candidate == name for one in kept) for name in candidates}
    for name, (low, _) in bounds.items():
        if count[name] >= quorum and all(low > high for other, (_, high) in bounds.items() if other != name):
            return name
    return None


def _bounds(kept: Sequence[KeptEvaluation], missing: int, cap: Fraction | None) -> Bounds:
    """Return the lowest and the highest score that a candidate can end with."""
    overalls = [exact(one.overall) for one in kept]
    accuracies = [
        exact(score)
        for one in kept
        for name, score in zip(one.names, one.scores, strict=True)
        if name == "accuracy"
    ]
    low, high = _reach(overalls, missing)
    worst, best = _reach(accuracies, missing)
    low, high = _under(low, worst if accuracies or missing else None), _under(high, best)
    return (low, high) if cap is None else (min(low, cap), min(high, cap))


def _reach(values: Sequence[Fraction], missing: int) -> Bounds:
    """Return between which means some values and so many missing ones can lie.

    >>> _reach([Fraction(8)], 1), _reach([], 0)
    ((Fraction(9, 2), Fraction(9, 1)), (Fraction(1, 1), Fraction(10, 1)))
    """
    size = len(values) + missing
    if not size:
        return Fraction(LOWEST), Fraction(HIGHEST)
    total = sum(values, Fraction(0))
    return (total + LOWEST * missing) / size, (total + HIGHEST * missing) / size


def _under(score: Fraction, accuracy: Fraction | None) -> Fraction:
    limit = None if accuracy is None else ceiling(accuracy)
    return score if limit is None else min(score, exact(limit))
