"""The judges that can be calibrated: what their verdicts look at, and the probabilities of their claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from jurat.errors import OptionError
from jurat.observations import ResponseObservations, SummaryObservations, VerifiedObservations
from jurat.options import Options
from jurat.outcomes import Unscored
from jurat.scoring import (
    claim_lock,
    claim_lock_ultra,
    judge_lock,
    judge_lock_ultra,
    summary_verdict,
    twin_lock,
)
from jurat.scoring.rounding import exact
from jurat.scoring.summary_metrics import Drafts
from jurat.scoring.verdict_rules import Signals, VerdictRule


@dataclass(frozen=True, slots=True)
class CalibratedJudge:
    """A judge with a verdict: its rules, the signals that they look at, the probabilities of its claims."""

    name: str
    rules: Sequence[VerdictRule]
    signals: Callable[[Any, Options], Signals]
    probabilities: Callable[[Any], tuple[float, ...]] | None = None


def calibrated_judge(name: str) -> CalibratedJudge:
    """Return what is known of a judge; one without thresholds for a verdict is refused.

    >>> [rule.threshold for rule in calibrated_judge("claim-lock").rules]
    ['hallucination', 'relevance', 'completeness']
    """
    found = next((one for one in JUDGES if one.name == name), None)
    if found is None:
        hint = f"use {', '.join(one.name for one in JUDGES)}"
        raise OptionError(f"{name!r} cannot be calibrated", where="judge", hint=hint)
    return found


def claim_lock_signals(observations: ResponseObservations, options: Options) -> Signals:
    """Return the metrics of Claim-Lock before rounding."""
    answer_aware = options.relevance == "answer_aware"
    return _values(claim_lock.score(observations, options.thresholds, answer_aware=answer_aware).metrics)


def verified_signals(observations: VerifiedObservations, options: Options) -> Signals:
    """Return the metrics of Claim-Lock Ultra before rounding, and its greatest contradiction."""
    judged = claim_lock_ultra.score(observations, options.thresholds, options.recalibration)
    labels = observations.hallucination
    against = [
        exact(claim.contradiction)
        for claim in (labels.claims if labels else None) or ()
        if claim.contradiction is not None
    ]
    return {**_values(judged.metrics), **({"contradiction": max(against)} if against else {})}


def summary_signals(
    rules: Callable[..., Drafts], observations: SummaryObservations, options: Options
) -> Signals:
    """Return the overall of a summary judge as a share of 10, and the share of claims without support."""
    drafts = rules(observations, strict_partial=options.strict_partial)
    return summary_verdict.signals_of(observations, drafts, options.weights)


def verified_probabilities(observations: VerifiedObservations) -> tuple[float, ...]:
    """Return the probabilities of the claims of a response, those of claims without one left out."""
    labels = observations.hallucination
    claims = (labels.claims if labels else None) or ()
    return tuple(claim.probability for claim in claims if claim.probability is not None)


def _values(metrics: Iterable[claim_lock.MetricDraft | Unscored]) -> dict[str, Fraction | None]:
    return {one.metric: None if isinstance(one, Unscored) else one.value for one in metrics}


JUDGES = (
    CalibratedJudge("claim-lock", claim_lock.RULES, claim_lock_signals),
    CalibratedJudge(
        "claim-lock-ultra",
        claim_lock_ultra.RULES,
        verified_signals,
        verified_probabilities,
    ),
    *(
        CalibratedJudge(name, summary_verdict.RULES, partial(summary_signals, rules))
        for name, rules in (
            ("judge-lock", judge_lock.score),
            ("judge-lock-ultra", judge_lock_ultra.score),
            ("twin-lock", twin_lock.score),
        )
    ),
)
