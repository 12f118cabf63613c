"""The council: from reviews to a ranking in which accuracy is a ceiling and safety a gate."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

from jurat.observations import Review, SafetyFinding
from jurat.options import Calibration
from jurat.outcomes import Audit, Candidate, Cap, KeptReview, Reviewer, ReviewProblem, SafetyGate
from jurat.rules import audit as audits
from jurat.rules import rounding
from jurat.rules.calibration import HIGHEST, LOWEST, calibration
from jurat.rules.reviews import Kept, check_reviews, order_conflicts, read_reviews
from jurat.rules.rubric import Rubric, ceiling
from jurat.rules.statistics import mean
from jurat.rules.table import Table, tabulate

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
    table, gated = tabulate(read.kept), failed if panel.safety_gate else {}
    shares = borda_by_reviewer(table)
    borda = mean_borda(shares)
    calibrate = calibration(table, panel.calibration)
    values, accuracies = calibrate(None), Accuracies(table)
    standings = stand(lengths, table.by_candidate(values), accuracies.limits(), panel, gated)
    ranking = rank(standings, lambda: borda)

    def without(reviewer: str) -> tuple[str, ...]:
        rows = table.reviewers[reviewer]
        own = table.by_candidate(calibrate(reviewer), without=rows)
        others = partial(mean_borda, shares, without=reviewer)
        return rank(stand(lengths, own, accuracies.limits(rows), panel, gated), others)

    return Session(
        ranking=ranking,
        candidates=_candidates(standings, table, values, borda, panel),
        reviewers=_reviewers(reviews, table, read.problems, lengths),
        safety_gate=SafetyGate(
            enabled=panel.safety_gate, score_cap=panel.safety_score_cap, failed_models=gated
        ),
        audit=audits.audit(lengths, reviews, table, ranking, without),
    )


class Accuracies:
    """Every candidate's accuracy, summed exactly, so that one reviewer's can be taken off again."""

    def __init__(self, table: Table) -> None:
        self._names = table.names
        self._column = table.columns.get("accuracy", ())
        parts = zip(table.picks, table.parts.get("accuracy", ()), strict=False)
        self._sums = {name: (exact_sum(own), len(own)) for name, own in parts}

    def limits(self, without: slice | None = None) -> dict[str, float | None]:
        """The ceiling that each mean accuracy sets, over all rows or without some."""
        sums = self._sums
        if without is not None:
            sums = dict(sums)
            for name, score in zip(self._names[without], self._column[without], strict=False):
                if score is not None:
                    total, count = sums[name]
                    sums[name] = (total - exact_sum((score,)), count - 1)
        return {name: ceiling(total / count) if count else None for name, (total, count) in sums.items()}


def stand(
    candidates: Iterable[str],
    values: Mapping[str, Sequence[float]],
    limits: Mapping[str, float | None],
    panel: Panel,
    failed: Failed,
) -> dict[str, Standing]:
    """Every candidate's score: mean calibrated overall, then the ceiling, then the safety cap."""
    return {
        name: _standing(values.get(name, ()), limits.get(name), panel, unsafe=name in failed)
        for name in candidates
    }


def _standing(values: Sequence[float], limit: float | None, panel: Panel, *, unsafe: bool) -> Standing:
    safety_cap = panel.safety_score_cap if unsafe else None
    if len(values) < panel.quorum:
        return Standing(None, None, limit, safety_cap, len(values))
    uncapped = mean(values)
    if not LOWEST <= uncapped <= HIGHEST:
        uncapped = min(HIGHEST, max(LOWEST, uncapped))
    final = uncapped if limit is None else min(uncapped, limit)
    final = final if safety_cap is None else min(final, safety_cap)
    return Standing(final, uncapped, limit, safety_cap, len(values))


def exact_sum(scores: Sequence[float]) -> int | Fraction:
    """The sum of scores as people wrote them.

    >>> exact_sum([6, 6]), exact_sum([6, 6.5])
    (12, Fraction(25, 2))
    """
    total = sum(scores)
    return total if isinstance(total, int) else sum(map(rounding.exact, scores), Fraction(0))


def borda_by_reviewer(table: Table) -> Shares:
    """For every reviewer the share of its other candidates that each one beats, ties half.

    >>> from jurat.rules.reviews import Kept
    >>> given = (("a", 9), ("b", 7), ("c", 7))
    >>> borda_by_reviewer(tabulate([Kept("r", name, "holistic", x, {}) for name, x in given]))
    {'r': {'a': 1.0, 'b': 0.25, 'c': 0.25}}
    """
    return {
        reviewer: _shares(table.names[rows], table.overalls[rows])
        for reviewer, rows in table.reviewers.items()
        if rows.stop - rows.start > 1
    }


def _shares(names: Sequence[str], overalls: Sequence[float]) -> dict[str, float]:
    """Where each candidate stands among a reviewer's own: twice the beaten and once the level, over all."""
    ordered = sorted(overalls)
    most = 2 * (len(overalls) - 1)
    return {
        name: (bisect_left(ordered, own) + bisect_right(ordered, own) - 1) / most
        for name, own in zip(names, overalls, strict=True)
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
    table: Table,
    values: Sequence[float],
    borda: Mapping[str, float],
    panel: Panel,
) -> dict[str, Candidate]:
    """What is reported of every candidate."""
    reviews = table.by_candidate(list(map(_kept_review, table.kept, values)))
    means = _dimension_means(table)
    return {
        name: _candidate(reviews.get(name, ()), means.get(name, {}), standing, borda.get(name), panel)
        for name, standing in standings.items()
    }


def _dimension_means(table: Table) -> dict[str, dict[str, float]]:
    """Every candidate's mean on each dimension, in the order in which its reviews name them."""
    scores = [one.scores for one in table.kept]
    found = {}
    for number, (candidate, pick) in enumerate(table.picks.items()):
        names = dict.fromkeys(chain(*pick(scores)))
        found[candidate] = {name: reported_mean(table.parts[name][number]) for name in names}
    return found


def _candidate(
    reviews: Sequence[KeptReview],
    means: Mapping[str, float],
    standing: Standing,
    share: float | None,
    panel: Panel,
) -> Candidate:
    short = f"{standing.reviews} of {panel.quorum} reviews that the quorum asks for were kept"
    return Candidate(
        score=_shown(standing.score),
        uncapped=_shown(standing.uncapped),
        accuracy=means.get("accuracy"),
        ceiling=standing.ceiling,
        safety=("passed" if standing.safety_cap is None else "failed") if panel.safety_gate else None,
        dimensions=means,
        reviews=tuple(reviews),
        borda=_shown(share, rounding.FRACTION_PLACES),
        caps=_caps(standing),
        unscored=short if standing.score is None else None,
    )


def reported_mean(scores: Sequence[float]) -> float:
    """The mean of scores as people wrote them, with two decimals.

    >>> reported_mean([6, 6.25]), reported_mean([8, 8, 9])
    (6.13, 8.33)
    """
    total = exact_sum(scores)
    if isinstance(total, int):
        return _whole_mean(total, len(scores))
    return rounding.score(total / len(scores))


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
    table: Table,
    problems: Mapping[str, tuple[ReviewProblem, ...]],
    candidates: Mapping[str, int],
) -> dict[str, Reviewer]:
    """What is reported of every reviewer."""
    lenient = audits.leniencies(table)
    nothing = slice(0, 0)
    made = {}
    for review in reviews:
        name = review.reviewer
        rows = table.reviewers.get(name, nothing)
        centre, sd = table.scales.get(name, (None, None))
        overalls = dict(zip(table.names[rows], table.overalls[rows], strict=True))
        made[name] = Reviewer(
            kept=len(overalls),
            mean=_shown(centre),
            sd=_shown(sd),
            leniency=_shown(lenient.get(name)),
            self_review=name in candidates
            and (name in (review.evaluations or ()) or name in (review.holistic or ())),
            problems=problems[name],
            order_conflicts=order_conflicts(review.ranking or (), overalls),
        )
    return made


def _shown(value: float | None, places: int = rounding.SCORE_PLACES) -> float | None:
    return None if value is None else rounding.measured(value, places)
