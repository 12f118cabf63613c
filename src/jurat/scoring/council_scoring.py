"""The council: from reviews to a ranking in which accuracy is a ceiling and safety a gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from jurat.frozen import frozen
from jurat.observations import Review, SafetyFinding
from jurat.options import Calibration
from jurat.outcomes import Audit, Candidate, Cap, KeptReview, Reviewer, ReviewProblem, SafetyGate
from jurat.scoring import audit as audits
from jurat.scoring.evaluations import EvaluationColumns, check_reviews, order_conflicts, read_reviews
from jurat.scoring.holistic_comparison import (
    RankedTable,
    compare_holistic,
    holistic_columns,
    rubric_columns,
)
from jurat.scoring.ranking import CandidateRanking
from jurat.scoring.review_table import ReviewTable, ScoreColumn, table_of
from jurat.scoring.reviewer_calibration import METHODS
from jurat.scoring.round_comparison import compare_rounds, first_reviews
from jurat.scoring.rounding import FRACTION_PLACES, measured
from jurat.scoring.rubric import Rubric

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
class CouncilScores:
    """What a council comes to: the ranking and everything it rests on."""

    ranking: tuple[str, ...]
    candidates: Mapping[str, Candidate]
    reviewers: Mapping[str, Reviewer]
    safety_gate: SafetyGate
    audit: Audit


def score(
    lengths: Mapping[str, int], reviews: Sequence[Review], panel: Panel, failed: Failed
) -> CouncilScores:
    """The whole council, from the candidates (with the length of each) and their reviews."""
    check_reviews(reviews, lengths, panel.rubric)
    read = read_reviews(reviews, lengths, panel.rubric)
    table, gated = table_of(read.kept, list(lengths)), failed if panel.safety_gate else {}
    caps = [panel.safety_score_cap if name in gated else None for name in lengths]
    calibrated = METHODS[panel.calibration](table)
    count = CandidateRanking(table, calibrated, panel.quorum, caps)
    ranking = count.ranking()
    found = audits.audit(lengths, reviews, table, ranking, count.ranking_without)
    if beside := _comparisons(lengths, reviews, panel, caps, table, ranking, found):
        found = replace(found, **beside)
    return CouncilScores(
        ranking,
        _candidates(count, table, calibrated.values(), panel),
        _reviewers(reviews, table, read.problems, lengths),
        SafetyGate(panel.safety_gate, panel.safety_score_cap, gated),
        found,
    )


def _comparisons(
    lengths: Mapping[str, int],
    reviews: Sequence[Review],
    panel: Panel,
    caps: Sequence[float | None],
    table: ReviewTable,
    ranking: tuple[str, ...],
    found: Audit,
) -> dict[str, Any]:
    """Return what a second round changed and what holistic scores alone give, where there are such."""
    beside: dict[str, Any] = {}
    if any(review.first_round for review in reviews):
        first = first_reviews(reviews)
        check_reviews(first, lengths, panel.rubric, ".first_round")
        earlier = _ranked(read_reviews(first, lengths, panel.rubric).kept, lengths, panel, caps)
        beside["rounds"] = compare_rounds(reviews, earlier.table, earlier.ranking, table, ranking)
    if any(review.holistic for review in reviews):
        other = _ranked(holistic_columns(reviews, lengths), lengths, panel, caps)
        rubric = _ranked(rubric_columns(table.kept), lengths, panel, caps)
        beside["holistic"] = compare_holistic(rubric, other, found.variance)
    return beside


def _ranked(
    kept: EvaluationColumns, lengths: Mapping[str, int], panel: Panel, caps: Sequence[float | None]
) -> RankedTable:
    """Return the table, the ranking and the rankings without each reviewer of some kept evaluations."""
    table = table_of(kept, list(lengths))
    count = CandidateRanking(table, METHODS[panel.calibration](table), panel.quorum, caps)
    without = [count.ranking_without(name) for name in table.rows.reviewers]
    return RankedTable(table, count.ranking(), without)


def _candidates(
    count: CandidateRanking, table: ReviewTable, values: Sequence[float], panel: Panel
) -> dict[str, Candidate]:
    """What is reported of every candidate."""
    made = {}
    for name, uncapped, ceiling, cap, borda, means, reviews in zip(
        table.rows.names,
        count.uncapped,
        count.ceilings,
        count.caps,
        count.borda,
        _dimension_means(table),
        table.rows.by_candidate(_kept_reviews(table.kept, values)),
        strict=True,
    ):
        caps = () if uncapped is None else _caps(uncapped, ceiling, cap)
        shown = None if uncapped is None else measured(uncapped)
        made[name] = Candidate(
            caps[-1].after if caps else shown,
            shown,
            means.get("accuracy"),
            ceiling,
            ("passed" if cap is None else "failed") if panel.safety_gate else None,
            means,
            tuple(reviews),
            None if borda is None else measured(borda, FRACTION_PLACES),
            caps,
            _short(len(reviews), panel.quorum) if uncapped is None else None,
        )
    return made


def _short(kept: int, quorum: int) -> str:
    return f"{kept} of {quorum} reviews that the quorum asks for were kept"


def _dimension_means(table: ReviewTable) -> list[dict[str, float]]:
    """Every candidate's mean on each dimension, in the order in which its reviews name them."""
    found = table.dimensions
    if table.alike and found:
        units, turned = (
            [column.unit for column in found.values()],
            [column.totals for column in found.values()],
        )
        rows = zip(table.rows.counts, zip(*turned, strict=True), strict=True)
        return [
            {
                name: reported_mean(total, count * unit)
                for name, total, unit in zip(found, totals, units, strict=True)
            }
            if count
            else {}
            for count, totals in rows
        ]
    named = table.rows.by_candidate(table.kept.names)
    return [
        {name: _column_mean(found[name], number) for name in dict.fromkeys(chain(*own))}
        for number, own in enumerate(named)
    ]


def _column_mean(column: ScoreColumn, number: int) -> float:
    return reported_mean(column.totals[number], column.counts[number] * column.unit)


def reported_mean(total: int, count: int) -> float:
    """The mean of some scores, with two decimals.

    >>> reported_mean(25, 3), reported_mean(1, 8)
    (8.33, 0.13)
    """
    return (200 * total + count) // (2 * count) / 100


def _kept_reviews(kept: EvaluationColumns, calibrated: Sequence[float]) -> list[KeptReview]:
    """What is reported of every kept review; a rubric's overall is rounded already."""
    overalls = kept.overalls
    if "holistic" in kept.kinds:
        beside = zip(kept.kinds, overalls, strict=True)
        overalls = [overall if kind == "rubric" else measured(overall) for kind, overall in beside]
    return list(map(KeptReview, kept.reviewers, kept.kinds, overalls, map(measured, calibrated)))


def _caps(value: float, ceiling: float | None, safety_cap: float | None) -> tuple[Cap, ...]:
    """The ceiling and the safety cap that held, in order.

    >>> _caps(8.0, 7.0, None)
    (Cap(limit=7.0, reason='accuracy_ceiling', before=8.0, after=7.0),)
    """
    if ceiling is None and safety_cap is None:
        return ()
    caps = []
    for limit, reason in ((ceiling, "accuracy_ceiling"), (safety_cap, "safety_gate")):
        if limit is not None:
            after = min(value, limit)
            caps.append(Cap(limit, reason, measured(value), measured(after)))
            value = after
    return tuple(caps)


def _reviewers(
    reviews: Sequence[Review],
    table: ReviewTable,
    problems: Mapping[str, tuple[ReviewProblem, ...]],
    candidates: Mapping[str, int],
) -> dict[str, Reviewer]:
    """What is reported of every reviewer."""
    lenient, overalls, names = audits.leniencies(table), table.kept.overalls, table.kept.candidates
    made = {}
    for review in reviews:
        name, stated = review.reviewer, review.ranking
        part = table.rows.reviewers.get(name, slice(0))
        given = dict(zip(names[part], overalls[part], strict=True))
        centre, sd = table.scales.get(name, (None, None))
        made[name] = Reviewer(
            len(given),
            _shown(centre),
            _shown(sd),
            _shown(lenient.get(name)),
            name in candidates and (name in (review.evaluations or ()) or name in (review.holistic or ())),
            problems[name],
            order_conflicts(stated, given) if stated else (),
        )
    return made


def _shown(value: float | None) -> float | None:
    return None if value is None else measured(value)
