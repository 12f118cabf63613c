"""Bias of reviewers over many questions: leniency, preference for their own answers and their family.

All of it is measured in gaps: how far a reviewer's overall of a candidate exceeds the mean of the others'
overalls of the same candidate. Questions are the units of the intervals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean

from jurat.judges.council.session import Session
from jurat.observations import Review
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.scoring.evaluations import by_rubric
from jurat.scoring.exact_statistics import Z_95
from jurat.scoring.rubric import Rubric, is_score, make_rubric

LEAST = 10
"""From so many questions on an effect and its interval are reported."""
_FAMILY = re.compile(r"[a-z]{3,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A mean over n questions with its 95 % interval; no claim where n is too small."""

    n: int
    mean: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewerBias:
    """One reviewer's leniency, its preference for its own answers, and for answers of its family."""

    name: str
    family: str | None
    leniency: Effect
    self_preference: Effect
    family_preference: Effect


@dataclass(slots=True)
class _Running:
    """A mean and a variance, updated value by value (Welford)."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.n += 1
        gap = value - self.mean
        self.mean += gap / self.n
        self.squares += gap * (value - self.mean)

    def effect(self) -> Effect:
        if self.n < LEAST:
            return Effect(n=self.n)
        reach = Z_95 * sqrt(self.squares / (self.n - 1) / self.n)
        shown = [round(one, 4) for one in (self.mean, self.mean - reach, self.mean + reach)]
        return Effect(n=self.n, mean=shown[0], low=shown[1], high=shown[2])


@dataclass(slots=True)
class _Effects:
    lenient: _Running = field(default_factory=_Running)
    own: _Running = field(default_factory=_Running)
    family: _Running = field(default_factory=_Running)


class BiasReportBuilder:
    """Takes sessions one by one and reports the bias of every reviewer, in memory for the reviewers alone."""

    def __init__(self, options: Options | None = None) -> None:
        self._options = options or Options()
        self._found: dict[str, _Effects] = {}

    def add(self, session: Session | Failure) -> None:
        """Add one question."""
        if isinstance(session, Failure):
            return
        chosen = self._options.merge(session.question.options) if session.question.options else self._options
        rubric = make_rubric(chosen.rubric, chosen.weights)
        given = {
            name: {one.reviewer: one.overall for one in candidate.reviews}
            for name, candidate in session.result.candidates.items()
        }
        for review in session.question.reviews:
            self._add_review(review, given, rubric)

    def _add_review(self, review: Review, given: Mapping[str, Mapping[str, float]], rubric: Rubric) -> None:
        name = review.reviewer
        gaps = {one: gap for one, own in given.items() if (gap := _gap(name, own)) is not None}
        if not gaps:
            return
        found = self._found.setdefault(name, _Effects())
        lenient = fmean(gaps.values())
        found.lenient.add(lenient)
        own = own_overall(review, rubric)
        others = [overall for reviewer, overall in given.get(name, {}).items() if reviewer != name]
        if own is not None and others:
            found.own.add(own - fmean(others) - lenient)
        kin = family_of(name)
        same = [gap for one, gap in gaps.items() if kin is not None and family_of(one) == kin]
        rest = [gap for one, gap in gaps.items() if family_of(one) != kin]
        if same and rest:
            found.family.add(fmean(same) - fmean(rest))

    def report(self) -> tuple[ReviewerBias, ...]:
        """Return the bias of every reviewer, by name."""
        return tuple(
            ReviewerBias(
                name=name,
                family=family_of(name),
                leniency=one.lenient.effect(),
                self_preference=one.own.effect(),
                family_preference=one.family.effect(),
            )
            for name, one in sorted(self._found.items())
        )


def _gap(reviewer: str, overalls: Mapping[str, float]) -> float | None:
    """Return how far a reviewer's overall exceeds the mean of the others'."""
    others = [overall for name, overall in overalls.items() if name != reviewer]
    return overalls[reviewer] - fmean(others) if reviewer in overalls and others else None


def own_overall(review: Review, rubric: Rubric) -> float | None:
    """Return what a reviewer gave its own answer, which never counts in a ranking.

    >>> own_overall(Review(reviewer="a", holistic={"a": 9, "b": 5}), make_rubric())
    9.0
    """
    evaluation = (review.evaluations or {}).get(review.reviewer)
    scored = None if evaluation is None else by_rubric(review.reviewer, review.reviewer, evaluation, rubric)
    if scored is not None:
        return scored.overall
    holistic = (review.holistic or {}).get(review.reviewer)
    return float(holistic) if holistic is not None and is_score(holistic) else None


def family_of(model: str) -> str | None:
    """Return the family of a model: the first word of at least three letters in the last part of its name.

    >>> [family_of(name) for name in ("openai:gpt-4o", "any-llm:anthropic:claude-sonnet-4-5", "m1")]
    ['gpt', 'claude', None]
    """
    found = _FAMILY.match(model.rpartition(":")[2])
    return None if found is None else found.group(0).casefold()
