"""From observations to results: the rules of each judge, named and signed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jurat.observations import ResponseObservations, Review, SafetyFinding, SummaryObservations
from jurat.options import Options
from jurat.outcomes import CouncilResult, Result, Unscored
from jurat.rules import claim_lock, council, judge_lock, summary, twin_lock, ultra
from jurat.rules.rubric import make_rubric
from jurat.version import __version__

SUMMARY_RULES = {
    "twin-lock": twin_lock.score,
    "judge-lock": judge_lock.score,
    "judge-lock-ultra": ultra.score,
}


def signature(judge: str, observer: str, options: Options) -> str:
    """All that is needed to reproduce a result.

    >>> signature("twin-lock", "rules", Options()).replace(__version__, "X")
    'judge:twin-lock|version:X|observer:rules'
    """
    return f"judge:{judge}|version:{__version__}|observer:{observer}{options.signature()}"


def score_summary(
    judge: str, observations: SummaryObservations, options: Options, *, case: str | int, observer: str
) -> Result:
    """The five metrics of a summary judge, their overall, and the error if one of them is missing."""
    summary.check_weights(options.weights)
    drafts = SUMMARY_RULES[judge](observations, strict_partial=options.strict_partial)
    complete = not any(isinstance(draft, Unscored) for draft in drafts)
    return Result(
        judge=judge,
        version=__version__,
        id=case,
        metrics=summary.final(drafts),
        overall=summary.overall(drafts, options.weights),
        error=None if complete else "missing_metric",
        signature=signature(judge, observer, options),
    )


def score_response(
    observations: ResponseObservations, options: Options, *, case: str | int, observer: str
) -> Result:
    """The three metrics of Claim-Lock, the verdict and its reasons."""
    judged = claim_lock.score(
        observations, options.thresholds, answer_aware=options.relevance == "answer_aware"
    )
    return Result(
        judge="claim-lock",
        version=__version__,
        id=case,
        metrics=tuple(one if isinstance(one, Unscored) else one.final() for one in judged.metrics),
        verdict=judged.verdict,
        reasons=judged.reasons,
        signature=signature("claim-lock", observer, options),
    )


def score_council(
    lengths: Mapping[str, int],
    reviews: Sequence[Review],
    failed: Mapping[str, tuple[SafetyFinding, ...]],
    options: Options,
    *,
    case: str | int,
    observer: str,
) -> CouncilResult:
    """The council's ranking with everything that led to it."""
    panel = council.Panel(
        rubric=make_rubric(options.rubric, options.weights),
        calibration=options.calibration,
        quorum=options.quorum,
        safety_gate=options.safety_gate,
        safety_score_cap=options.safety_score_cap,
    )
    session = council.score(lengths, reviews, panel, failed)
    return CouncilResult(
        "council",
        __version__,
        case,
        session.ranking,
        session.candidates,
        session.reviewers,
        session.safety_gate,
        session.audit,
        signature("council", observer, options),
    )
