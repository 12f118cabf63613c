"""What a second round of reviewing changed: which scores moved, towards whom, and the variance after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jurat.observations import Review
from jurat.outcomes import RoundComparison
from jurat.scoring.audit import column_spread, stability
from jurat.scoring.exact_statistics import mean
from jurat.scoring.review_table import ReviewTable
from jurat.scoring.rubric import BESIDE_SCORES, is_score

Given = Mapping[tuple[str, str], float]
"""A reviewer's scores by candidate and dimension."""
HOLISTIC = "holistic"


def first_reviews(reviews: Sequence[Review]) -> list[Review]:
    """Return the reviews as they were before the second round.

    >>> from jurat.observations import FirstRound
    >>> review = Review(reviewer="r", holistic={"a": 8}, first_round=FirstRound(holistic={"a": 5}))
    >>> first_reviews([review])[0].holistic
    {'a': 5}
    """
    return [
        replace(review, evaluations=first.evaluations, holistic=first.holistic, first_round=None)
        if (first := review.first_round) is not None and first.failed is None
        else review
        for review in reviews
    ]


def compare_rounds(
    reviews: Sequence[Review],
    first: ReviewTable,
    first_ranking: tuple[str, ...],
    last: ReviewTable,
    ranking: tuple[str, ...],
) -> RoundComparison:
    """Return what changed from the first round to the last, which counts."""
    moves = _moves(reviews)
    failed = {
        review.reviewer: review.first_round.failed
        for review in reviews
        if review.first_round is not None and review.first_round.failed is not None
    }
    revised = [review.reviewer for review in reviews if review.first_round and review.reviewer not in failed]
    before, after = (column_spread(table.overall, table.rows) for table in (first, last))
    known = before.variance is not None and after.variance is not None
    order = stability(first_ranking, ranking)
    return RoundComparison(
        tuple(revised),
        failed,
        moves.n,
        moves.moved,
        moves.closer,
        moves.farther,
        dict(sorted(moves.towards.items())),
        before,
        after,
        after.variance < before.variance if known else None,  # type: ignore[operator]
        first_ranking,
        order.winner_kept,
        order.tau,
    )


@dataclass(slots=True)
class _Moves:
    """Scores of both rounds beside each other, counted."""

    n: int = 0
    moved: int = 0
    closer: int = 0
    farther: int = 0
    towards: Counter[str] = field(default_factory=Counter)


def _moves(reviews: Sequence[Review]) -> _Moves:
    found = _Moves()
    earlier = {review.reviewer: scores_of(review) for review in first_reviews(reviews)}
    for review in reviews:
        if review.first_round is None or review.first_round.failed is not None:
            continue
        own, others = earlier[review.reviewer], {k: v for k, v in earlier.items() if k != review.reviewer}
        for key, new in scores_of(review).items():
            if key in own:
                found.n += 1
                if new != own[key]:
                    _count_move(found, own[key], new, {k: v[key] for k, v in others.items() if key in v})
    return found


def _count_move(found: _Moves, old: float, new: float, others: Mapping[str, float]) -> None:
    found.moved += 1
    if others:
        centre = mean([*others.values()])
        found.closer += abs(new - centre) < abs(old - centre)
        found.farther += abs(new - centre) > abs(old - centre)
    for name, theirs in others.items():
        found.towards[name] += abs(new - theirs) < abs(old - theirs)


def scores_of(review: Review) -> dict[tuple[str, str], float]:
    """Return a review's valid scores of others' answers, by candidate and dimension.

    >>> scores_of(Review(reviewer="r", evaluations={"a": {"clarity": 7, "notes": "so"}}, holistic={"a": 11}))
    {('a', 'clarity'): 7}
    """
    given: list[tuple[str, str, Any]] = [
        (candidate, dimension, score)
        for candidate, evaluation in (review.evaluations or {}).items()
        for dimension, score in evaluation.items()
        if dimension not in BESIDE_SCORES
    ]
    given += [(candidate, HOLISTIC, score) for candidate, score in (review.holistic or {}).items()]
    return {
        (candidate, dimension): score
        for candidate, dimension, score in given
        if candidate != review.reviewer and is_score(score)
    }
