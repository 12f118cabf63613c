"""The council: from reviews to a ranking in which accuracy is a ceiling and safety a gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from jurat.frozen import frozen
from jurat.observations import Review, SafetyFinding
from jurat.options import Calibration
from jurat.outcomes import Audit, Candidate, Cap, KeptReview, Reviewer, ReviewProblem, SafetyGate
from jurat.rules import audit as audits
from jurat.rules import rounding
from jurat.rules.calibration import METHODS
from jurat.rules.reviews import Kept, check_reviews, order_conflicts, read_reviews
from jurat.rules.rounding import FRACTION_PLACES, SCORE_PLACES, measured
from jurat.rules.rubric import Rubric
from jurat.rules.standing import Count
from jurat.rules.table import Column, Table, tabulate

Failed = Mapping[str, tuple[SafetyFinding, ...]]


@frozen
class Panel:
    """How a council counts: the rubric, the calibration, the quorum and the gate."""

    rubric: Rubric
    calibration: Calibration = "z"
    quorum: int = 1
    safety_gate: bool = False
    safety_score_cap: float = 0.0


@frozen
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
    table, gated = tabulate(read.kept, list(lengths)), failed if panel.safety_gate else {}
    caps = [panel.safety_score_cap if name in gated else None for name in lengths]
    calibrated = METHODS[panel.calibration](table)
    count = Count(table, calibrated, panel.quorum, caps)
    ranking = count.ranking()
    return Session(
        ranking=ranking,
        candidates=_candidates(count, table, calibrated.values(), panel),
        reviewers=_reviewers(reviews, table, read.problems, lengths),
        safety_gate=SafetyGate(
            enabled=panel.safety_gate, score_cap=panel.safety_score_cap, failed_models=gated
        ),
        audit=audits.audit(lengths, reviews, table, ranking, count.ranking_without),
    )


def _candidates(count: Count, table: Table, values: Sequence[float], panel: Panel) -> dict[str, Candidate]:
    """What is reported of every candidate."""
    return {
        name: Candidate(
            score=score,
            uncapped=_shown(uncapped),
            accuracy=means.get("accuracy"),
            ceiling=ceiling,
            safety=("passed" if cap is None else "failed") if panel.safety_gate else None,
            dimensions=means,
            reviews=tuple(reviews),
            borda=_shown(borda, FRACTION_PLACES),
            caps=() if uncapped is None else _caps(uncapped, ceiling, cap),
            unscored=_short(len(reviews), panel.quorum) if score is None else None,
        )
        for name, score, uncapped, ceiling, cap, borda, means, reviews in zip(
            table.rows.names,
            map(_shown, count.scores()),
            count.uncapped,
            count.ceilings,
            count.caps,
            count.borda,
            _dimension_means(table),
            table.rows.by_candidate(_kept_reviews(table.kept, values)),
            strict=True,
        )
    }


def _short(kept: int, quorum: int) -> str:
    return f"{kept} of {quorum} reviews that the quorum asks for were kept"


def _dimension_means(table: Table) -> list[dict[str, float]]:
    """Every candidate's mean on each dimension, in the order in which its reviews name them."""
    means = {name: _column_means(column) for name, column in table.dimensions.items()}
    if table.alike and means:
        rows = zip(table.overall.counts, zip(*means.values(), strict=True), strict=True)
        return [dict(zip(means, own, strict=True)) if count else {} for count, own in rows]
    named = table.rows.by_candidate([one.names for one in table.kept])
    return [
        {name: means[name][number] for name in dict.fromkeys(chain(*own))} for number, own in enumerate(named)
    ]


def _column_means(column: Column) -> list[float]:
    """Every candidate's mean in a column; nothing is read of a candidate that has none."""
    unit = column.given.unit
    return list(map(reported_mean, column.totals, [count * unit or 1 for count in column.counts]))


@lru_cache(maxsize=4096)
def reported_mean(total: int, count: int) -> float:
    """The mean of some scores, with two decimals.

    >>> reported_mean(25, 3)
    8.33
    """
    return rounding.score(Fraction(total, count))


def _kept_reviews(kept: Sequence[Kept], calibrated: Sequence[float]) -> list[KeptReview]:
    """What is reported of every kept review; a rubric's overall is rounded already."""
    return [
        KeptReview(reviewer, kind, overall if kind == "rubric" else measured(overall), measured(value))
        for (reviewer, _, kind, overall, _, _), value in zip(kept, calibrated, strict=True)
    ]


def _caps(value: float, ceiling: float | None, safety_cap: float | None) -> tuple[Cap, ...]:
    """The ceiling and the safety cap that held, in order.

    >>> _caps(8.0, 7.0, None)
    (Cap(limit=7.0, reason='accuracy_ceiling', before=8.0, after=7.0),)
    """
    caps = []
    for limit, reason in ((ceiling, "accuracy_ceiling"), (safety_cap, "safety_gate")):
        if limit is not None:
            after = min(value, limit)
            caps.append(Cap(limit, reason, measured(value), measured(after)))
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
    made = {}
    for review in reviews:
        name = review.reviewer
        kept = table.kept[table.rows.reviewers.get(name, slice(0))]
        centre, sd = table.scales.get(name, (None, None))
        made[name] = Reviewer(
            kept=len(kept),
            mean=_shown(centre),
            sd=_shown(sd),
            leniency=_shown(lenient.get(name)),
            self_review=name in candidates
            and (name in (review.evaluations or ()) or name in (review.holistic or ())),
            problems=problems[name],
            order_conflicts=order_conflicts(review.ranking or (), kept),
        )
    return made


def _shown(value: float | None, places: int = SCORE_PLACES) -> float | None:
    return None if value is None else measured(value, places)
