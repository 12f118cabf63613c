"""The council: from reviews to a ranking in which accuracy is a ceiling and safety a gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from jurat.observations import Review, SafetyFinding
from jurat.options import Calibration
from jurat.outcomes import Audit, Candidate, Cap, KeptReview, Reviewer, ReviewProblem, SafetyGate
from jurat.rules import audit as audits
from jurat.rules import rounding
from jurat.rules.calibration import HIGHEST, LOWEST, calibrated, overalls_by_reviewer
from jurat.rules.reviews import Kept, check_reviews, order_conflicts, read_reviews
from jurat.rules.rubric import Rubric, ceiling
from jurat.rules.statistics import mean, population_sd

Failed = Mapping[str, tuple[SafetyFinding, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """How a council counts: the rubric, the calibration, the quorum and the gate."""

    rubric: Rubric
    calibration: Calibration = "z"
    quorum: int = 1
    safety_gate: bool = False
    safety_score_cap: float = 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a candidate stands, unrounded."""

    score: float | None
    uncapped: float | None
    accuracy: Fraction | None
    ceiling: Fraction | None
    safety_cap: float | None
    borda: float | None
    reviews: tuple[KeptReview, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """What a council comes to: the ranking and everything it rests on."""

    ranking: tuple[str, ...]
    candidates: Mapping[str, Candidate]
    reviewers: Mapping[str, Reviewer]
    safety_gate: SafetyGate
    audit: Audit


def score(lengths: Mapping[str, int], reviews: Sequence[Review], panel: Panel, failed: Failed) -> Session:
    """The whole council, from the candidates (with the length of each) and their reviews."""
    check_reviews(reviews, lengths, panel.rubric)
    read = read_reviews(reviews, lengths, panel.rubric)
    gated = failed if panel.safety_gate else {}
    standings = stand(lengths, read.kept, panel, gated)
    ranking = rank(standings)

    def without(reviewer: str) -> tuple[str, ...]:
        rest = [one for one in read.kept if one.reviewer != reviewer]
        return rank(stand(lengths, rest, panel, gated))

    return Session(
        ranking=ranking,
        candidates={
            name: _candidate(name, standing, read.kept, panel, gated) for name, standing in standings.items()
        },
        reviewers={
            review.reviewer: _reviewer(review, read.kept, read.problems, lengths) for review in reviews
        },
        safety_gate=SafetyGate(
            enabled=panel.safety_gate, score_cap=panel.safety_score_cap, failed_models=gated
        ),
        audit=audits.audit(lengths, reviews, read.kept, ranking, without),
    )


def stand(
    candidates: Mapping[str, int], kept: Sequence[Kept], panel: Panel, failed: Failed
) -> dict[str, Standing]:
    """Every candidate's score: mean calibrated overall, then the ceiling, then the safety cap."""
    shares = borda(kept)
    grouped: dict[str, list[tuple[Kept, float]]] = {name: [] for name in candidates}
    for one, value in zip(kept, calibrated(kept, panel.calibration), strict=True):
        grouped[one.candidate].append((one, value))
    return {
        name: _standing(reviews, shares.get(name), panel, unsafe=name in failed)
        for name, reviews in grouped.items()
    }


def _standing(
    reviews: Sequence[tuple[Kept, float]], share: float | None, panel: Panel, *, unsafe: bool
) -> Standing:
    shown = tuple(
        KeptReview(
            reviewer=one.reviewer,
            kind=one.kind,
            overall=rounding.measured(one.overall),
            calibrated=rounding.measured(value),
        )
        for one, value in reviews
    )
    given = [rounding.exact(one.scores["accuracy"]) for one, _ in reviews if "accuracy" in one.scores]
    accuracy = sum(given, Fraction(0)) / len(given) if given else None
    limit = None if accuracy is None else ceiling(accuracy)
    safety_cap = panel.safety_score_cap if unsafe else None
    if len(reviews) < panel.quorum:
        return Standing(None, None, accuracy, limit, safety_cap, share, shown)
    uncapped = min(HIGHEST, max(LOWEST, mean([value for _, value in reviews])))
    limits = [float(limit)] if limit is not None else []
    limits += [safety_cap] if safety_cap is not None else []
    return Standing(min([uncapped, *limits]), uncapped, accuracy, limit, safety_cap, share, shown)


def borda(kept: Sequence[Kept]) -> dict[str, float]:
    """Normalised Borda: per reviewer the share of its other candidates that one beats, ties half; the mean.

    >>> kept = [Kept("r", name, "holistic", x, {}) for name, x in (("a", 9), ("b", 7), ("c", 7))]
    >>> borda(kept)
    {'a': 1.0, 'b': 0.25, 'c': 0.25}
    """
    by_reviewer: dict[str, list[Kept]] = {}
    for one in kept:
        by_reviewer.setdefault(one.reviewer, []).append(one)
    shares: dict[str, list[float]] = {}
    for own in by_reviewer.values():
        for one in own if len(own) > 1 else ():
            beaten = sum((one.overall > other.overall) + (one.overall >= other.overall) for other in own)
            shares.setdefault(one.candidate, []).append((beaten - 1) / 2 / (len(own) - 1))
    return {name: mean(values) for name, values in shares.items()}


def rank(standings: Mapping[str, Standing]) -> tuple[str, ...]:
    """The scored candidates, best first: by final score, uncapped score, Borda, then name.

    Figures that differ by less than 1e-9 are equal; a candidate without Borda counts 0 there.
    """

    def key(name: str) -> tuple[float, float, float, str]:
        standing = standings[name]
        figures = (standing.score, standing.uncapped, standing.borda)
        first, second, third = (-round(figure or 0.0, 9) for figure in figures)
        return first, second, third, name

    return tuple(sorted((name for name in standings if standings[name].score is not None), key=key))


def _candidate(
    name: str, standing: Standing, kept: Sequence[Kept], panel: Panel, failed: Failed
) -> Candidate:
    own = [one.scores for one in kept if one.candidate == name and one.scores]
    dimensions = {
        dimension: rounding.measured(mean([scores[dimension] for scores in own if dimension in scores]))
        for dimension in dict.fromkeys(key for scores in own for key in scores)
    }
    short = f"{len(standing.reviews)} of {panel.quorum} reviews that the quorum asks for were kept"
    return Candidate(
        score=_shown(standing.score),
        uncapped=_shown(standing.uncapped),
        accuracy=None if standing.accuracy is None else rounding.score(standing.accuracy),
        ceiling=None if standing.ceiling is None else float(standing.ceiling),
        safety=("failed" if name in failed else "passed") if panel.safety_gate else None,
        dimensions=dimensions,
        reviews=standing.reviews,
        borda=_shown(standing.borda, rounding.FRACTION_PLACES),
        caps=_caps(standing),
        unscored=short if standing.score is None else None,
    )


def _caps(standing: Standing) -> tuple[Cap, ...]:
    """The ceiling and the safety cap that held, in order."""
    value, caps = standing.uncapped, []
    if value is None:
        return ()
    for limit, reason in ((standing.ceiling, "accuracy_ceiling"), (standing.safety_cap, "safety_gate")):
        if limit is not None:
            after = min(value, float(limit))
            caps.append(Cap(float(limit), reason, rounding.measured(value), rounding.measured(after)))
            value = after
    return tuple(caps)


def _reviewer(
    review: Review,
    kept: Sequence[Kept],
    problems: Mapping[str, tuple[ReviewProblem, ...]],
    candidates: Mapping[str, int],
) -> Reviewer:
    overalls = overalls_by_reviewer(kept).get(review.reviewer, [])
    own = review.reviewer in candidates and review.reviewer in {
        *(review.evaluations or ()),
        *(review.holistic or ()),
    }
    return Reviewer(
        kept=len(overalls),
        mean=rounding.measured(mean(overalls)) if overalls else None,
        sd=rounding.measured(population_sd(overalls)) if overalls else None,
        leniency=_shown(audits.leniency(review.reviewer, kept)),
        self_review=own,
        problems=problems[review.reviewer],
        order_conflicts=order_conflicts(review, kept),
    )


def _shown(value: float | None, places: int = rounding.SCORE_PLACES) -> float | None:
    return None if value is None else rounding.measured(value, places)
