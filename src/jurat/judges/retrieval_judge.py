"""Retrieval: retrieved passages, the response and its citations, against a reference answer."""

from __future__ import annotations

from jurat.cases import ResponseCase
from jurat.judges.observer_config import RULES, VERIFIER, NamedObserver, verifier_observer
from jurat.judges.results import signature
from jurat.judges.spec import JudgeSpec, MetricSpec
from jurat.observations import (
    CitedSentences,
    ComparedClaims,
    RankedPassages,
    RetrievalObservations,
    WantedClaims,
)
from jurat.observers.labels import verify_retrieval
from jurat.options import Options
from jurat.outcomes import Result
from jurat.scoring import retrieval_scoring
from jurat.version import __version__

NAME = "retrieval"


def score_retrieval(
    observations: RetrievalObservations, options: Options, *, case: str | int, observer: str
) -> Result:
    """Return the four metrics, the verdict and its reasons."""
    judged = retrieval_scoring.score(observations, options.thresholds)
    return Result(
        judge=NAME,
        version=__version__,
        id=case,
        metrics=judged.metrics,
        verdict=judged.verdict,
        reasons=judged.reasons,
        signature=signature(NAME, observer, options),
    )


def _check_options(options: Options) -> None:
    options.restrict_thresholds(NAME, [rule.threshold for rule in retrieval_scoring.RULES])


def _rules(_: Options) -> NamedObserver[ResponseCase, RetrievalObservations]:
    from jurat.observers.retrieval.retrieval_observer import observe

    return NamedObserver(RULES, observe)


def _verifier(_: Options) -> NamedObserver[ResponseCase, RetrievalObservations]:
    return verifier_observer("verified_retrieval:observe")


RETRIEVAL = JudgeSpec(
    name=NAME,
    case=ResponseCase,
    observations=RetrievalObservations,
    metrics=(
        MetricSpec(name="context_precision", details=RankedPassages, warn="context_precision"),
        MetricSpec(name="context_recall", details=WantedClaims, warn="context_recall"),
        MetricSpec(name="answer_correctness", details=ComparedClaims, fail="answer_correctness", capped=True),
        MetricSpec(name="citation_support", details=CitedSentences, fail="citation_support"),
    ),
    options=("thresholds",),
    observers={RULES: _rules, VERIFIER: _verifier},
    score=score_retrieval,
    verify=verify_retrieval,
    check_options=_check_options,
    own=True,
)
