"""Claim-Lock: judges a response against its query and contexts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jurat.cases import ResponseCase
from jurat.judges.observer_config import RULES, VERIFIER, NamedObserver, verifier_observer
from jurat.judges.results import verdict_result
from jurat.judges.spec import JudgeSpec, MetricSpec
from jurat.observations import Anchors, Completeness, ResponseObservations, ResponseRelevance
from jurat.observers.labels import verify_response
from jurat.options import Options
from jurat.outcomes import Result
from jurat.scoring import claim_lock

if TYPE_CHECKING:
    from jurat.observers.llm.model_tasks import ModelTask

NAME = "claim-lock"


def score_response(
    observations: ResponseObservations, options: Options, *, case: str | int, observer: str
) -> Result:
    """Return the three metrics of Claim-Lock, the verdict and its reasons."""
    judged = claim_lock.score(
        observations, options.thresholds, answer_aware=options.relevance == "answer_aware"
    )
    return verdict_result(NAME, judged, options, case=case, observer=observer)


def _rules(options: Options) -> NamedObserver[ResponseCase, ResponseObservations]:
    from jurat.observers.responses.response_observer import observe

    return NamedObserver(RULES, partial(observe, answers=options.relevance == "answer_aware"))


def _verified(options: Options) -> NamedObserver[ResponseCase, ResponseObservations]:
    answers = options.relevance == "answer_aware"
    return verifier_observer("verified_labels:observe_responses", answers=answers)


def _model_task() -> ModelTask:
    from jurat.observers.llm.model_tasks import response_task

    return response_task()


CLAIM_LOCK = JudgeSpec(
    name=NAME,
    case=ResponseCase,
    observations=ResponseObservations,
    metrics=(
        MetricSpec(name="relevance", details=ResponseRelevance, fail="relevance"),
        MetricSpec(name="completeness", details=Completeness, warn="completeness"),
        MetricSpec(
            name="hallucination", details=Anchors, higher_is_better=False, fail="hallucination", warn=0.2
        ),
    ),
    options=("relevance", "thresholds"),
    observers={RULES: _rules, VERIFIER: _verified},
    model_task=_model_task,
    score=score_response,
    verify=verify_response,
    own=True,
)
