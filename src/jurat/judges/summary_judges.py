"""The judges of summaries: Twin-Lock, Judge-Lock and Judge-Lock Ultra."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from jurat.cases import SummaryCase
from jurat.judges.observer_config import RULES, VERIFIER, NamedObserver, verifier_observer
from jurat.judges.results import signature
from jurat.judges.spec import JudgeSpec, MetricSpec
from jurat.observations import (
    Alignment,
    BiasToxicity,
    Coverage,
    Hallucination,
    Relevance,
    SummaryObservations,
)
from jurat.observers.labels import EvidenceChecker, check_tokens, verify_summary
from jurat.options import Options
from jurat.outcomes import Result, Unscored
from jurat.scoring import judge_lock, judge_lock_ultra, label_limits, summary_metrics, twin_lock
from jurat.scoring.label_limits import LabelLimits
from jurat.scoring.summary_verdict import USED, decide
from jurat.version import __version__

if TYPE_CHECKING:
    from jurat.observers.llm.model_tasks import ModelTask

SummaryRules = Callable[..., summary_metrics.Drafts]
METRICS = tuple(
    MetricSpec(name=name, details=details, maximum=10.0, capped=True)
    for name, details in zip(
        summary_metrics.METRICS, (Coverage, Alignment, Hallucination, Relevance, BiasToxicity), strict=True
    )
)


def score_summary(
    name: str,
    rules: SummaryRules,
    observations: SummaryObservations,
    options: Options,
    *,
    case: str | int,
    observer: str,
) -> Result:
    """Return the five metrics of a summary judge, overall, verdict, and the error if one is missing."""
    summary_metrics.check_weights(options.weights)
    drafts = rules(observations, strict_partial=options.strict_partial)
    verdict, reasons = decide(observations, drafts, options.weights, options.thresholds)
    complete = not any(isinstance(draft, Unscored) for draft in drafts)
    return Result(
        judge=name,
        version=__version__,
        id=case,
        metrics=summary_metrics.final(drafts),
        overall=summary_metrics.overall(drafts, options.weights),
        verdict=verdict,
        reasons=reasons,
        error=None if complete else "missing_metric",
        signature=signature(name, observer, options),
    )


def _check_options(name: str, options: Options) -> None:
    summary_metrics.check_weights(options.weights)
    options.restrict_thresholds(name, USED)


def _verified(
    limits: LabelLimits, observations: SummaryObservations, checker: EvidenceChecker
) -> SummaryObservations:
    check_tokens(observations, limits)
    return verify_summary(observations, checker) if checker.texts else observations


def _rules(limits: LabelLimits, options: Options) -> NamedObserver[SummaryCase, SummaryObservations]:
    from jurat.observers.summaries.summary_observer import observe

    return NamedObserver(RULES, partial(observe, limits=limits, options=options))


def _verifier(
    limits: LabelLimits, options: Options, *, weighed: bool
) -> NamedObserver[SummaryCase, SummaryObservations]:
    given = {"limits": limits, "options": options, "weighed": weighed}
    return verifier_observer("verified_labels:observe_summaries", **given)


def _model_task(limits: LabelLimits) -> ModelTask:
    from jurat.observers.llm.model_tasks import summary_task

    return summary_task(limits)


def _spec(
    name: str, rules: SummaryRules, limits: LabelLimits, *, ultra: bool = False
) -> JudgeSpec[SummaryCase, SummaryObservations]:
    """Declare a summary judge; an Ultra judge is read by the verifier only, with the rules weighed in."""
    by_rules = {} if ultra else {RULES: partial(_rules, limits)}
    return JudgeSpec(
        name=name,
        case=SummaryCase,
        observations=SummaryObservations,
        metrics=METRICS,
        overall=10.0,
        options=("strict_partial", "overlap", "weights", "thresholds"),
        check_options=partial(_check_options, name),
        observers={**by_rules, VERIFIER: partial(_verifier, limits, weighed=ultra)},
        model_task=partial(_model_task, limits),
        score=partial(score_summary, name, rules),
        verify=partial(_verified, limits),
        own=True,
    )


TWIN_LOCK = _spec("twin-lock", twin_lock.score, label_limits.TWIN_LOCK)
JUDGE_LOCK = _spec("judge-lock", judge_lock.score, label_limits.JUDGE_LOCK)
JUDGE_LOCK_ULTRA = _spec("judge-lock-ultra", judge_lock_ultra.score, label_limits.JUDGE_LOCK, ultra=True)
