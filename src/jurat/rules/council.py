"""The council: from reviews to a ranking in which accuracy is a ceiling and safety a gate."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from jurat.observations import Review, SafetyFinding
from jurat.options import Calibration
from jurat.outcomes import Audit, Candidate, Cap, KeptReview, Reviewer, ReviewProblem, SafetyGate
from jurat.rules import audit as audits
from jurat.rules import rounding
from jurat.rules.calibration import HIGHEST, LOWEST, calibration
from jurat.rules.reviews import Kept, check_reviews, order_conflicts, read_reviews
from jurat.rules.rubric import Rubric, ceiling
from jurat.rules.statistics import mean, population_sd

Failed = Mapping[str, tuple[SafetyFinding, ...]]
Shares = Mapping[str, Mapping[str, float]]


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
    """Where a candidate stands, unrounded; `reviews` is how many were kept."""

    score: float | None
    uncapped: float | None
    ceiling: Fraction | None
    safety_cap: float | None
    borda: float | None
    reviews: int


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
    kept, gated = read.kept, failed if panel.safety_gate else {}
    shares = borda_by_reviewer(kept)
    calibrate = calibration(kept, panel.calibration)
    values = calibrate(kept)
    standings = stand(lengths, kept, values, shares, panel, gated)
    ranking = rank(standings)

    def without(reviewer: str) -> tuple[str, ...]:
        rest = [one for one in kept if one.reviewer != reviewer]
        others = {name: own for name, own in shares.items() if name != reviewer}
        return rank(stand(lengths, rest, calibrate(rest), others, panel, gated))

    return Session(
        ranking=ranking,
        candidates=_candidates(standings, kept, values, panel, gated),
        reviewers=_reviewers(reviews, kept, read.problems, lengths),
        safety_gate=SafetyGate(
            enabled=panel.safety_gate, score_cap=panel.safety_score_cap, failed_models=gated
        ),
        audit=audits.audit(lengths, reviews, kept, ranking, without),
    )


def stand(
    candidates: Mapping[str, int],
    kept: Sequence[Kept],
    values: Sequence[float],
    shares: Shares,
    panel: Panel,
    failed: Failed,
) -> dict[str, Standing]:
    """Every candidate's score: mean calibrated overall, then the ceiling, then the safety cap."""
    grouped: dict[str, list[float]] = {name: [] for name in candidates}
    accuracies: dict[str, list[float]] = {name: [] for name in candidates}
    for one, value in zip(kept, values, strict=True):
        grouped[one.candidate].append(value)
        if "accuracy" in one.scores:
            accuracies[one.candidate].append(one.scores["accuracy"])
    borda = mean_borda(shares)
    return {
        name: _standing(own, accuracies[name], borda.get(name), panel, unsafe=name in failed)
        for name, own in grouped.items()
    }


def _standing(
    values: Sequence[float], accuracies: Sequence[float], share: float | None, panel: Panel, *, unsafe: bool
) -> Standing:
    limit = _limit(accuracies) if accuracies else None
    safety_cap = panel.safety_score_cap if unsafe else None
    if len(values) < panel.quorum:
        return Standing(None, None, limit, safety_cap, share, len(values))
    uncapped = min(HIGHEST, max(LOWEST, mean(values)))
    final = uncapped if limit is None else min(uncapped, float(limit))
    final = final if safety_cap is None else min(final, safety_cap)
    return Standing(final, uncapped, limit, safety_cap, share, len(values))


def _limit(accuracies: Sequence[float]) -> Fraction | None:
    """The ceiling that the mean accuracy sets."""
    total = sum(accuracies)
    whole = isinstance(total, int)  # then no rounding of the mean can pass a threshold
    return ceiling(total / len(accuracies) if whole else exact_mean(accuracies))


def exact_mean(scores: Sequence[float]) -> Fraction:
    """The mean of scores as people wrote them.

    >>> exact_mean([6, 6.5])
    Fraction(25, 4)
    """
    total: float | Fraction = sum(scores)
    if isinstance(total, int):
        return Fraction(total, len(scores))
    return sum(map(rounding.exact, scores), Fraction(0)) / len(scores)


def borda_by_reviewer(kept: Sequence[Kept]) -> Shares:
    """For every reviewer the share of its other candidates that each one beats, ties half.

    >>> kept = [Kept("r", name, "holistic", x, {}) for name, x in (("a", 9), ("b", 7), ("c", 7))]
    >>> borda_by_reviewer(kept)
    {'r': {'a': 1.0, 'b': 0.25, 'c': 0.25}}
    """
    by_reviewer: dict[str, list[Kept]] = {}
    for one in kept:
        by_reviewer.setdefault(one.reviewer, []).append(one)
    return {name: _shares(own) for name, own in by_reviewer.items() if len(own) > 1}


def _shares(own: Sequence[Kept]) -> dict[str, float]:
    """Where each candidate stands among a reviewer's own: twice the beaten and once the level, over all."""
    ordered = sorted(one.overall for one in own)
    most = 2 * (len(own) - 1)
    return {
        one.candidate: (bisect_left(ordered, one.overall) + bisect_right(ordered, one.overall) - 1) / most
        for one in own
    }


def mean_borda(shares: Shares) -> dict[str, float]:
    """Normalised Borda: each candidate's mean share over the reviewers.

    >>> mean_borda({"r": {"a": 1.0, "b": 0.0}, "s": {"a": 0.5, "b": 0.5}})
    {'a': 0.75, 'b': 0.25}
    """
    grouped: dict[str, list[float]] = {}
    for own in shares.values():
        for name, share in own.items():
            grouped.setdefault(name, []).append(share)
    return {name: mean(values) for name, values in grouped.items()}


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


def _candidates(
    standings: Mapping[str, Standing],
    kept: Sequence[Kept],
    values: Sequence[float],
    panel: Panel,
    failed: Failed,
) -> dict[str, Candidate]:
    """What is reported of every candidate."""
    own: dict[str, list[tuple[Kept, float]]] = {name: [] for name in standings}
    for one, value in zip(kept, values, strict=True):
        own[one.candidate].append((one, value))
    return {
        name: _candidate(own[name], standing, panel, unsafe=name in failed)
        for name, standing in standings.items()
    }


def _candidate(
    own: Sequence[tuple[Kept, float]], standing: Standing, panel: Panel, *, unsafe: bool
) -> Candidate:
    dimensions: dict[str, list[float]] = {}
    for one, _ in own:
        for name, value in one.scores.items():
            dimensions.setdefault(name, []).append(value)
    accuracies = dimensions.get("accuracy")
    short = f"{standing.reviews} of {panel.quorum} reviews that the quorum asks for were kept"
    return Candidate(
        score=_shown(standing.score),
        uncapped=_shown(standing.uncapped),
        accuracy=rounding.score(exact_mean(accuracies)) if accuracies else None,
        ceiling=None if standing.ceiling is None else float(standing.ceiling),
        safety=("failed" if unsafe else "passed") if panel.safety_gate else None,
        dimensions={name: rounding.measured(mean(scores)) for name, scores in dimensions.items()},
        reviews=tuple(_kept_review(one, value) for one, value in own),
        borda=_shown(standing.borda, rounding.FRACTION_PLACES),
        caps=_caps(standing),
        unscored=short if standing.score is None else None,
    )


def _kept_review(one: Kept, value: float) -> KeptReview:
    return KeptReview(
        reviewer=one.reviewer,
        kind=one.kind,
        overall=one.overall if one.kind == "rubric" else rounding.measured(one.overall),
        calibrated=rounding.measured(value),
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


def _reviewers(
    reviews: Sequence[Review],
    kept: Sequence[Kept],
    problems: Mapping[str, tuple[ReviewProblem, ...]],
    candidates: Mapping[str, int],
) -> dict[str, Reviewer]:
    """What is reported of every reviewer."""
    overalls: dict[str, dict[str, float]] = {review.reviewer: {} for review in reviews}
    for one in kept:
        overalls[one.reviewer][one.candidate] = one.overall
    lenient = audits.leniencies(kept)
    made = {}
    for review in reviews:
        name, own = review.reviewer, overalls[review.reviewer]
        values = list(own.values())
        made[name] = Reviewer(
            kept=len(own),
            mean=rounding.measured(mean(values)) if values else None,
            sd=rounding.measured(population_sd(values)) if values else None,
            leniency=_shown(lenient.get(name)),
            self_review=name in candidates
            and (name in (review.evaluations or ()) or name in (review.holistic or ())),
            problems=problems[name],
            order_conflicts=order_conflicts(review.ranking or (), own),
        )
    return made


def _shown(value: float | None, places: int = rounding.SCORE_PLACES) -> float | None:
    return None if value is None else rounding.measured(value, places)
