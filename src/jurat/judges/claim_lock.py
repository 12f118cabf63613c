"""Claim-Lock: a response against its query and context."""

from __future__ import annotations

from jurat.cases import ResponseCase
from jurat.judges.judge import Judge
from jurat.judges.observing import Observing, response_observer
from jurat.judges.scoring import score_response
from jurat.observations import ResponseObservations
from jurat.options import Options
from jurat.rules.claim_lock import METRICS

OPTIONS = ("relevance", "thresholds")


def claim_lock(
    options: Options, *, observer: str | Observing = "rules"
) -> Judge[ResponseCase, ResponseObservations]:
    """Relevance, completeness and hallucination of a response, and a verdict."""
    return Judge(
        name="claim-lock",
        case_type=ResponseCase,
        metrics=METRICS,
        observer=response_observer(observer, options),
        score=score_response,
        options=options.held_to("claim-lock", OPTIONS),
    )
