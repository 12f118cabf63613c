"""Claim-Lock Ultra: a response against its query and context, read by the verifier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurat.cases import ResponseCase
from jurat.judges.observer_config import VERIFIER, NamedObserver, verifier_observer
from jurat.judges.results import verdict_result
from jurat.judges.spec import JudgeSpec, MetricSpec
from jurat.observations import Aboutness, QueryParts, ResponseClaims, VerifiedObservations
from jurat.observers.labels import verify_claims
from jurat.options import Options
from jurat.outcomes import Result
from jurat.scoring import claim_lock_ultra

if TYPE_CHECKING:
    from jurat.observers.llm.model_tasks import ModelTask

NAME = "claim-lock-ultra"


def score_verified(
    observations: VerifiedObservations, options: Options, *, case: str | int, observer: str
) -> Result:
    """Return the three metrics of Claim-Lock Ultra, the verdict and its reasons."""
    judged = claim_lock_ultra.score(observations, options.thresholds, options.recalibration)
    return verdict_result(NAME, judged, options, case=case, observer=observer)


def _verifier(_: Options) -> NamedObserver[ResponseCase, VerifiedObservations]:
    return verifier_observer("ultra_observer:observe")


def _model_task() -> ModelTask:
    from jurat.observers.llm.model_tasks import verified_task

    return verified_task()


CLAIM_LOCK_ULTRA = JudgeSpec(
    name=NAME,
    case=ResponseCase,
    observations=VerifiedObservations,
    metrics=(
        MetricSpec(name="relevance", details=Aboutness, fail="relevance"),
        MetricSpec(name="completeness", details=QueryParts, warn="completeness"),
        MetricSpec(
            name="hallucination",
            details=ResponseClaims,
            higher_is_better=False,
            fail="hallucination",
            warn="doubt",
        ),
    ),
    options=("thresholds", "recalibration"),
    observers={VERIFIER: _verifier},
    model_task=_model_task,
    score=score_verified,
    verify=verify_claims,
    own=True,
)
