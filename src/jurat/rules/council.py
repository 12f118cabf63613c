"""The council: from reviews to a ranking in which accuracy is a ceiling and safety a gate."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

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


class Standing(NamedTuple):
    """Where a candidate stands, unrounded; `reviews` is how many were kept."""

    score: float | None
    uncapped: float | None
    ceiling: float | None
    safety_cap: float | None
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
    borda = mean_borda(shares)
    calibrate = calibration(kept, panel.calibration)
    values = calibrate(kept)
    standings = stand(lengths, kept, values, panel, gated)
    ranking = rank(standings, lambda: borda)

    def without(reviewer: str) -> tuple[str, ...]:
        rest = [one for one in kept if one.reviewer != reviewer]
        others = partial(mean_borda, shares, without=reviewer)
        return rank(stand(lengths, rest, calibrate(rest), panel, gated), others)

    return Session(
        ranking=ranking,
        candidates=_candidates(standings, kept, values, borda, panel),
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
    panel: Panel,
    failed: Failed,
) -> dict[str, Standing]:
    """Every candidate's score: mean calibrated overall, then the ceiling, then the safety cap."""
    grouped: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in candidates}
    for (_, name, _, _, scores), value in zip(kept, values, strict=True):
        own, accuracies = grouped[name]
        own.append(value)
        if "accuracy" in scores:
            accuracies.append(scores["accuracy"])
    return {
        name: _standing(own, accuracies, panel, unsafe=name in failed)
        for name, (own, accuracies) in grouped.items()
    }


def _standing(
    values: Sequence[float], accuracies: Sequence[float], panel: Panel, *, unsafe: bool
) -> Standing:
    limit = _limit(accuracies) if accuracies else None
    safety_cap = panel.safety_score_cap if unsafe else None
    if len(values) < panel.quorum:
        return Standing(None, None, limit, safety_cap, len(values))
    uncapped = mean(values)
    if not LOWEST <= uncapped <= HIGHEST:
        uncapped = min(HIGHEST, max(LOWEST, uncapped))
    final = uncapped if limit is None else min(uncapped, limit)
    final = final if safety_cap is None else min(final, safety_cap)
    return Standing(final, uncapped, limit, safety_cap, len(values))


def _limit(accuracies: Sequence[float]) -> float | None:
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


def mean_borda(shares: Shares, without: str | None = None) -> dict[str, float]:
    """Normalised Borda: each candidate's mean share over the reviewers, or over all but one of them.

    >>> mean_borda({"r": {"a": 1.0, "b": 0.0}, "s": {"a": 0.5, "b": 0.5}})
    {'a': 0.75, 'b': 0.25}
    """
    grouped: dict[str, list[float]] = {}
    for reviewer, own in shares.items():
        for name, share in own.items() if reviewer != without else ():
            grouped.setdefault(name, []).append(share)
    return {name: mean(values) for name, values in grouped.items()}


def rank(standings: Mapping[str, Standing], borda: Callable[[], Mapping[str, float]]) -> tuple[str, ...]:
    """The scored candidates, best first: by final score, uncapped score, Borda, then name.

    Figures that differ by less than 1e-9 are equal; a candidate without Borda counts 0 there. Borda is
    worked out only where scores do not decide.
    """
    scores = {
        name: (-_units(one.score), -_units(one.uncapped or 0.0))
        for name, one in standings.items()
        if one.score is not None
    }
    if len(set(scores.values())) == len(scores):
        return tuple(sorted(scores, key=scores.__getitem__))
    shares = borda()
    return tuple(sorted(scores, key=lambda name: (scores[name], -_units(shares.get(name, 0.0)), name)))


def _units(figure: float) -> int:
    """A figure from 0 to 10 in units of 1e-9."""
    return int(figure * 1e9 + 0.5)


def _candidates(
    standings: Mapping[str, Standing],
    kept: Sequence[Kept],
    values: Sequence[float],
    borda: Mapping[str, float],
    panel: Panel,
) -> dict[str, Candidate]:
    """What is reported of every candidate."""
    own: dict[str, list[tuple[Kept, float]]] = {name: [] for name in standings}
    for one, value in zip(kept, values, strict=True):
        own[one.candidate].append((one, value))
    return {
        name: _candidate(own[name], standing, borda.get(name), panel) for name, standing in standings.items()
    }


def _candidate(
    own: Sequence[tuple[Kept, float]], standing: Standing, share: float | None, panel: Panel
) -> Candidate:
    names = dict.fromkeys(name for one, _ in own for name in one.scores)
    scores = [one.scores for one, _ in own]
    means = {name: reported_mean([each[name] for each in scores if name in each]) for name in names}
    short = f"{standing.reviews} of {panel.quorum} reviews that the quorum asks for were kept"
    return Candidate(
        score=_shown(standing.score),
        uncapped=_shown(standing.uncapped),
        accuracy=means.get("accuracy"),
        ceiling=standing.ceiling,
        safety=("passed" if standing.safety_cap is None else "failed") if panel.safety_gate else None,
        dimensions=means,
        reviews=tuple([_kept_review(one, value) for one, value in own]),
        borda=_shown(share, rounding.FRACTION_PLACES),
        caps=_caps(standing),
        unscored=short if standing.score is None else None,
    )


def reported_mean(scores: Sequence[float]) -> float:
    """The mean of scores as people wrote them, with two decimals.

    >>> reported_mean([6, 6.25]), reported_mean([8, 8, 9])
    (6.13, 8.33)
    """
    total = sum(scores)
    if isinstance(total, int):
        return _whole_mean(total, len(scores))
    return rounding.score(exact_mean(scores))


@lru_cache(maxsize=4096)
def _whole_mean(total: int, count: int) -> float:
    return rounding.score(Fraction(total, count))


def _kept_review(one: Kept, value: float) -> KeptReview:
    reviewer, _, kind, overall, _ = one
    given = overall if kind == "rubric" else rounding.measured(overall)
    return KeptReview(reviewer=reviewer, kind=kind, overall=given, calibrated=rounding.measured(value))


def _caps(standing: Standing) -> tuple[Cap, ...]:
    """The ceiling and the safety cap that held, in order."""
    value, caps = standing.uncapped, []
    if value is None:
        return ()
    for limit, reason in ((standing.ceiling, "accuracy_ceiling"), (standing.safety_cap, "safety_gate")):
        if limit is not None:
            after = min(value, limit)
            caps.append(Cap(limit, reason, rounding.measured(value), rounding.measured(after)))
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
