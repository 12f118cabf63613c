"""The ranking by holistic scores beside the rubric's: how far they agree, and which is more stable."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from jurat.observations import Review
from jurat.outcomes import HolisticComparison, Spread
from jurat.scoring.audit import PANEL_MINIMUM, stability
from jurat.scoring.evaluations import EvaluationColumns, KeptEvaluation, columns
from jurat.scoring.exact_statistics import mean
from jurat.scoring.review_table import ReviewTable
from jurat.scoring.rounding import FRACTION_PLACES as PLACES
from jurat.scoring.rounding import measured
from jurat.scoring.rubric import is_score


class RankedTable(NamedTuple):
    """Kept evaluations, their ranking, and the rankings without each reviewer."""

    table: ReviewTable
    ranking: tuple[str, ...]
    without: Sequence[tuple[str, ...]]


def holistic_columns(reviews: Sequence[Review], candidates: Collection[str]) -> EvaluationColumns:
    """Return every valid holistic score of another's answer as an overall.

    >>> holistic_columns([Review(reviewer="r", holistic={"b": 7, "a": 9, "r": 10})], ["a", "b", "r"]).overalls
    (9.0, 7.0)
    """
    kept: list[KeptEvaluation] = []
    for review in reviews:
        given = review.holistic or {}
        kept += [
            KeptEvaluation(review.reviewer, name, "holistic", float(given[name]))
            for name in candidates
            if name != review.reviewer and is_score(given.get(name))
        ]
    return columns(kept)


def rubric_columns(kept: EvaluationColumns) -> EvaluationColumns:
    """Return the evaluations that were scored by the rubric, without those that fell back."""
    return columns([one for one in kept.rows() if one.kind == "rubric"])


def compare_holistic(
    rubric: RankedTable, holistic: RankedTable, variance: Mapping[str, Spread]
) -> HolisticComparison | None:
    """Return both rankings beside each other; nothing where one of the two ranks nobody."""
    if not rubric.ranking or not holistic.ranking:
        return None
    order = stability(rubric.ranking, holistic.ranking)
    stable, other = _stability(rubric), _stability(holistic)
    return HolisticComparison(
        holistic.ranking,
        order.n,
        order.tau,
        order.winner_kept,
        stable,
        other,
        variance["overall"].variance,
        variance["holistic"].variance,
        more_stable(stable, other),
    )


def _stability(given: RankedTable) -> float | None:
    """Return the mean Kendall's tau between the ranking and those with one reviewer left out."""
    if len(given.without) < PANEL_MINIMUM:
        return None
    taus = [stability(given.ranking, rest).tau for rest in given.without]
    known = [tau for tau in taus if tau is not None]
    return measured(mean(known), PLACES) if known else None


def more_stable(rubric: float | None, holistic: float | None) -> Literal["rubric", "holistic"] | None:
    """Return which way of scoring keeps its ranking better; none where nothing tells.

    >>> more_stable(0.9, 0.8), more_stable(0.8, 0.8), more_stable(None, 0.8)
    ('rubric', None, None)
    """
    if rubric is None or holistic is None or rubric == holistic:
        return None
    return "rubric" if rubric > holistic else "holistic"
