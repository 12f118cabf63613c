"""Reading reviews: which evaluations count, as what, and which do not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from jurat.errors import InputError
from jurat.observations import Review
from jurat.outcomes import ReviewProblem
from jurat.rules.rubric import BESIDE_SCORES, HIGHEST, LOWEST, Rubric, is_score

_WHOLE = {int}


class Kept(NamedTuple):
    """One reviewer's overall of another's answer, with the dimension scores if it is a rubric score."""

    reviewer: str
    candidate: str
    kind: Literal["rubric", "holistic"]
    overall: float
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ReadReviews:
    """What was kept of the reviews, and what became of the rest."""

    kept: tuple[Kept, ...]
    problems: Mapping[str, tuple[ReviewProblem, ...]]


def read_reviews(reviews: Sequence[Review], candidates: Collection[str], rubric: Rubric) -> ReadReviews:
    """One overall per reviewer and other candidate; a reviewer's score of its own answer is left out."""
    kept: list[Kept] = []
    problems: dict[str, tuple[ReviewProblem, ...]] = {}
    for review in reviews:
        found: list[ReviewProblem] = []
        evaluations, reviewer = review.evaluations or {}, review.reviewer
        for candidate in candidates:
            if candidate != reviewer:
                evaluation = evaluations.get(candidate)
                scores = None if evaluation is None else valid_scores(evaluation, rubric)
                if scores is None:
                    _fall_back(review, candidate, evaluation, rubric, kept, found)
                else:
                    overall = rubric.hundredths(scores) / 100
                    kept.append(Kept(reviewer, candidate, "rubric", overall, scores))
        problems[review.reviewer] = tuple(found)
    return ReadReviews(tuple(kept), problems)


def _fall_back(
    review: Review,
    candidate: str,
    evaluation: Mapping[str, Any] | None,
    rubric: Rubric,
    kept: list[Kept],
    problems: list[ReviewProblem],
) -> None:
    """The holistic score in place of an evaluation that is missing or cannot be averaged."""
    flaw = None if evaluation is None else evaluation_flaw(evaluation, rubric)
    holistic = (review.holistic or {}).get(candidate)
    if is_score(holistic):
        kept.append(Kept(review.reviewer, candidate, "holistic", float(holistic), {}))  # type: ignore[arg-type]
        if flaw is not None:
            problems.append(ReviewProblem(candidate=candidate, action="fallback: holistic", reason=flaw))
    elif flaw is not None:
        problems.append(ReviewProblem(candidate=candidate, action="dropped", reason=flaw))
    elif holistic is not None:
        reason = f"holistic is {holistic!r}, not a number from 1 to 10"
        problems.append(ReviewProblem(candidate=candidate, action="dropped", reason=reason))


def valid_scores(evaluation: Mapping[str, Any], rubric: Rubric) -> dict[str, float] | None:
    """The dimension scores of an evaluation that can be averaged; none of one that cannot.

    >>> from jurat.rules.rubric import make_rubric
    >>> rubric = make_rubric(weights={"accuracy": 0.5, "clarity": 0.5})
    >>> valid_scores({"accuracy": 9, "clarity": 8, "notes": "good"}, rubric)
    {'accuracy': 9, 'clarity': 8}
    """
    scores = dict(evaluation)
    for name in BESIDE_SCORES:
        scores.pop(name, None)
    if not rubric.dimensions <= scores.keys():
        return None
    values = scores.values()
    if set(map(type, values)) == _WHOLE:
        return scores if min(values) >= LOWEST and max(values) <= HIGHEST else None
    return scores if all(map(is_score, values)) else None


def evaluation_flaw(evaluation: Mapping[str, Any], rubric: Rubric) -> str | None:
    """Why an evaluation cannot be averaged, or none if it can.

    >>> from jurat.rules.rubric import make_rubric
    >>> rubric = make_rubric(weights={"accuracy": 0.5, "clarity": 0.5})
    >>> evaluation_flaw({"accuracy": 9}, rubric), evaluation_flaw({"accuracy": 9, "clarity": 11}, rubric)
    ('clarity is missing', 'clarity is 11, not a number from 1 to 10')
    >>> evaluation_flaw({"accuracy": 9, "clarity": 8, "overall": 99}, rubric) is None
    True
    """
    if not rubric.weights.keys() <= evaluation.keys():
        return f"{next(name for name in rubric.weights if name not in evaluation)} is missing"
    for name, value in evaluation.items():
        if not is_score(value) and name not in BESIDE_SCORES:
            return f"{name} is {value!r}, not a number from 1 to 10"
    return None


def check_reviews(reviews: Sequence[Review], candidates: Collection[str], rubric: Rubric) -> None:
    """Refuse reviews that speak of unknown candidates or dimensions, or a reviewer that appears twice.

    >>> from jurat.rules.rubric import make_rubric
    >>> check_reviews([Review(reviewer="r", holistic={"m9": 8})], {"m1"}, make_rubric())
    Traceback (most recent call last):
    jurat.errors.InputError: reviews[0].holistic.m9: is not a candidate; the candidates are m1
    """
    seen: set[str] = set()
    known = rubric.known
    for index, review in enumerate(reviews):
        where = f"reviews[{index}]"
        if review.reviewer in seen:
            raise InputError(
                f"{review.reviewer!r} has a review already",
                where=f"{where}.reviewer",
                hint="give one review per reviewer",
            )
        seen.add(review.reviewer)
        for field in ("evaluations", "holistic", "ranking", "shown"):
            names = getattr(review, field) or ()
            if not all(map(candidates.__contains__, names)):
                unknown = next(name for name in names if name not in candidates)
                hint = f"the candidates are {', '.join(candidates)}"
                raise InputError("is not a candidate", where=f"{where}.{field}.{unknown}", hint=hint)
        for name, evaluation in (review.evaluations or {}).items():
            if not known.issuperset(evaluation):
                unknown = next(key for key in evaluation if key not in known)
                raise InputError(
                    "is not a dimension",
                    where=f"{where}.evaluations.{name}.{unknown}",
                    hint=f"the dimensions are {', '.join(sorted(known - set(BESIDE_SCORES)))}",
                )


def order_conflicts(stated: Sequence[str], overalls: Mapping[str, float]) -> tuple[tuple[str, str], ...]:
    """Pairs that a reviewer states in one order and scores in the other.

    >>> order_conflicts(("a", "b"), {"a": 5, "b": 7})
    (('a', 'b'),)
    """
    order = [name for name in stated if name in overalls]
    given = [overalls[name] for name in order]
    if given == sorted(given, reverse=True):
        return ()
    return tuple(
        (first, second)
        for place, first in enumerate(order)
        for second in order[place + 1 :]
        if overalls[first] < overalls[second]
    )
