"""The second round of reviewing: what a reviewer is shown, and what becomes of its review."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from jurat.judges.council.session import SeatFailure
from jurat.observations import FirstRound, Review
from jurat.scoring.rubric import is_score


def visible_reviews(reviews: Sequence[Review], own: Review, seed: str) -> list[Review]:
    """Return the others' reviews of what a reviewer was shown, in an order that tells nobody who they are.

    >>> given = [Review(reviewer=name, holistic={"a": 5}) for name in "rst"]
    >>> sorted(one.reviewer for one in visible_reviews(given, Review(reviewer="r", shown=("a",)), "7"))
    ['s', 't']
    """
    shown = set(own.shown or ())
    others = [
        one
        for one in reviews
        if one.reviewer != own.reviewer and shown & {*(one.evaluations or ()), *(one.holistic or ())}
    ]
    others.sort(key=lambda one: one.reviewer)
    Random(f"{seed} {own.reviewer} revision").shuffle(others)
    return others


def revised_review(
    first: Review, second: Review, dimensions: Collection[str]
) -> tuple[Review, list[SeatFailure]]:
    """Return a review with its second scores, which count, and what of them was refused.

    A score that the second review leaves out, or that is no number from 1 to 10, stays as it was.

    >>> first = Review(reviewer="r", evaluations={"a": {"clarity": 7, "notes": "so"}})
    >>> second = Review(reviewer="r", evaluations={"a": {"clarity": 11, "notes": "worse"}})
    >>> made, refused = revised_review(first, second, ["clarity"])
    >>> made.evaluations, refused[0].reason
    ({'a': {'clarity': 7, 'notes': 'worse'}}, 'clarity of a is 11; the first score is kept')
    """
    refused: list[SeatFailure] = []
    given = second.evaluations or {}
    evaluations = {
        name: {**old, **_accepted(name, given.get(name, {}), dimensions, first.reviewer, refused)}
        for name, old in (first.evaluations or {}).items()
    }
    holistic = {**(first.holistic or {})}
    holistic |= {name: one for name, one in (second.holistic or {}).items() if is_score(one)}
    made = replace(
        first,
        evaluations=evaluations,
        holistic=holistic or None,
        ranking=second.ranking or first.ranking,
        first_round=FirstRound(evaluations=first.evaluations, holistic=first.holistic),
    )
    return made, refused


def _accepted(
    candidate: str,
    given: Mapping[str, Any],
    dimensions: Collection[str],
    reviewer: str,
    refused: list[SeatFailure],
) -> dict[str, Any]:
    accepted = {}
    for key, value in given.items():
        if key in dimensions and not is_score(value):
            reason = f"{key} of {candidate} is {str(value)[:40]}; the first score is kept"
            refused.append(SeatFailure(seat=reviewer, stage="revision", reason=reason))
        elif key in dimensions or (key == "notes" and isinstance(value, str) and value.strip()):
            accepted[key] = value
    return accepted


def unrevised_review(review: Review, reason: str | None) -> Review:
    """Return a review that was not revised; where its reviewer failed, with the reason.

    >>> unrevised_review(Review(reviewer="r"), "no reply in time").first_round.failed
    'no reply in time'
    """
    return review if reason is None else replace(review, first_round=FirstRound(failed=reason))
