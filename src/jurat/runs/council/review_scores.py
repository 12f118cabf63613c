"""Scores of a person in a council's reviews, compared with the council's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jurat.scoring.rubric import BESIDE_SCORES, is_score

HOLISTIC = "holistic"


@dataclass(frozen=True, slots=True)
class GivenScore:
    """A score of a reviewer for a candidate and dimension."""

    reviewer: str
    candidate: str
    dimension: str
    score: float


@dataclass(frozen=True, slots=True)
class ScorePair:
    """A person's score and the council's: the one it replaces, or the mean of the others."""

    dimension: str
    ours: float | None
    theirs: float
    replaces: bool


def given_scores(reviews: Iterable[Mapping[str, Any]]) -> Iterator[GivenScore]:
    """Yield every score of some reviews.

    >>> review = {"reviewer": "r", "evaluations": {"a": {"clarity": 7, "notes": "so"}}, "holistic": {"a": 8}}
    >>> [(one.dimension, one.score) for one in given_scores([review])]
    [('clarity', 7), ('holistic', 8)]
    """
    for review in reviews:
        evaluations = review.get("evaluations") or {}
        parts = [
            (candidate, dimension, score)
            for candidate, scores in evaluations.items()
            for dimension, score in scores.items()
            if dimension not in BESIDE_SCORES
        ]
        parts += [(name, HOLISTIC, score) for name, score in (review.get("holistic") or {}).items()]
        for candidate, dimension, score in parts:
            if is_score(score):
                yield GivenScore(review["reviewer"], candidate, dimension, score)


def beside(council: Iterable[Mapping[str, Any]], person: Iterable[Mapping[str, Any]]) -> Iterator[ScorePair]:
    """Yield each score of a person with the council's.

    >>> council = [{"reviewer": name, "holistic": {"a": score}} for name, score in (("r", 4), ("s", 8))]
    >>> list(beside(council, [{"reviewer": "ann", "holistic": {"a": 5}}]))
    [ScorePair(dimension='holistic', ours=6.0, theirs=5, replaces=False)]
    >>> list(beside(council, [{"reviewer": "s", "holistic": {"a": 5}}]))
    [ScorePair(dimension='holistic', ours=8, theirs=5, replaces=True)]
    """
    known = list(given_scores(council))
    own = {(one.reviewer, one.candidate, one.dimension): one.score for one in known}
    for one in given_scores(person):
        was = own.get((one.reviewer, one.candidate, one.dimension))
        others = [k.score for k in known if (k.candidate, k.dimension) == (one.candidate, one.dimension)]
        mean = sum(others) / len(others) if others else None
        yield ScorePair(one.dimension, mean if was is None else was, one.score, was is not None)
