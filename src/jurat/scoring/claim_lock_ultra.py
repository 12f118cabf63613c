"""Claim-Lock Ultra: a response against its query and context, from probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar, cast

from jurat.observations import Claim, VerifiedObservations
from jurat.options import RECALIBRATION, Threshold
from jurat.outcomes import Unscored, Verdict
from jurat.scoring import formulas, rounding
from jurat.scoring.claim_lock import METRICS, NO_CONTEXT, Judgement, MetricDraft
from jurat.scoring.recalibration import Line, recalibrated
from jurat.scoring.summary_metrics import absent, spans
from jurat.scoring.verdict_rules import VerdictRule

PARTS = 2
"""The doubts about all claims but the worst can take off one of so many parts together."""
WORTH = {"supported": Fraction(1), "partial": Fraction(1, 2), "unsupported": Fraction(0)}
"""The probability that a label means where none is given."""

RULES = (
    VerdictRule("contradiction", signal="contradiction", holds="at_least", verdict="FAIL"),
    VerdictRule("hallucination", signal="hallucination", holds="above", verdict="FAIL"),
    VerdictRule("relevance", signal="relevance", holds="below", verdict="FAIL"),
    VerdictRule("doubt", signal="hallucination", holds="above", verdict="WARN"),
    VerdictRule("completeness", signal="completeness", holds="below", verdict="WARN"),
)
"""The verdict as rules with thresholds, which can be fitted to labels."""
Limits = Mapping[Threshold, Fraction]
Number = TypeVar("Number", Fraction, float)


def score(
    observations: VerifiedObservations,
    thresholds: Mapping[Threshold, float],
    recalibration: Line = RECALIBRATION,
) -> Judgement:
    """Return the three metrics, the verdict and its reasons."""
    limits = {name: rounding.exact(value) for name, value in thresholds.items()}
    doubts = hallucination(observations, recalibration)
    metrics = (relevance(observations), completeness(observations), doubts)
    values = {one.metric: one.value for one in metrics if isinstance(one, MetricDraft)}
    failing, warning = _failing(observations, values, limits), _warning(values, limits)
    verdict: Verdict = "FAIL" if failing else "WARN" if warning else "PASS"
    return Judgement(metrics, verdict, (*failing, *warning, *_beside(observations)))


def relevance(observations: VerifiedObservations) -> MetricDraft | Unscored:
    """Return the probability that the response is about what the query asks."""
    labels = observations.relevance
    if labels is None or labels.about is None:
        return absent("relevance", labels, "about")
    return MetricDraft("relevance", rounding.exact(labels.about), labels)


def completeness(observations: VerifiedObservations) -> MetricDraft | Unscored:
    """Return the mean probability that the parts of the query are answered; 1 if it has none.

    A refusal is complete when the context lacks the answer, and empty when it holds it.
    """
    labels = observations.completeness
    if labels is None or labels.parts is None:
        return absent("completeness", labels, "parts")
    value = (
        formulas.mean([rounding.exact(part.answered) for part in labels.parts])
        if labels.parts
        else Fraction(1)
    )
    if labels.refusal is not None:
        value = Fraction(labels.refusal == "justified")
    computed = {"parts": len(labels.parts)}
    return MetricDraft("completeness", value, replace(labels, computed=computed), spans(labels.parts))


def hallucination(
    observations: VerifiedObservations, recalibration: Line = RECALIBRATION
) -> MetricDraft | Unscored:
    """Return the probability that people would mark something in the response as unsupported."""
    labels = observations.hallucination
    if labels is not None and labels.no_context:
        return Unscored(metric="hallucination", unscored=NO_CONTEXT)
    if labels is None or labels.claims is None:
        return absent("hallucination", labels, "claims")
    worths = [worth(claim, recalibration) for claim in labels.claims]
    value = doubt(worths)
    computed = {
        "claims": len(labels.claims),
        "unsupported": sum(claim.label == "unsupported" for claim in labels.claims),
        "least": rounding.fraction(min(worths, default=Fraction(1))),
    }
    return MetricDraft("hallucination", value, replace(labels, computed=computed), spans(labels.claims))


def worth(claim: Claim, recalibration: Line = RECALIBRATION) -> Fraction:
    """Return the recalibrated probability of a claim, or what its label means where none is given.

    >>> worth(Claim(label="supported", probability=0.9)), worth(Claim(label="partial"))
    (Fraction(9, 10), Fraction(1, 2))
    """
    if claim.probability is None:
        return WORTH[claim.label]
    return recalibrated(rounding.exact(claim.probability), recalibration)


def doubt(probabilities: Sequence[Number]) -> Number | Fraction:
    """Return the doubt about a response: that about its worst claim, and a bounded share of all others.

    It rises with every claim's doubt, and no number of good claims takes anything off one bad claim.

    >>> float(doubt([Fraction(1), Fraction(1, 5)])), float(doubt([]))
    (0.8, 0.0)
    >>> float(doubt([Fraction(9, 10)] * 11))
    0.325
    """
    if not probabilities:
        return Fraction(0)
    worst, *rest = sorted(probabilities)
    if not rest:
        return 1 - worst
    others: Any = len(rest) - sum(rest)
    return cast("Number", 1 - worst * (1 - others / (1 + others) / PARTS))


def _failing(
    observations: VerifiedObservations, values: Mapping[str, Fraction], limits: Limits
) -> tuple[str, ...]:
    """Return the reasons to fail, in the order in which they decide."""
    labels = observations.hallucination
    claims = (labels.claims if labels else None) or ()
    contradicted = [claim for claim in claims if is_contradicted(claim, limits)]
    held = {
        _naming("contradicted", contradicted): bool(contradicted),
        _naming("hallucination", claims): values.get("hallucination", Fraction(0)) > limits["hallucination"],
        "irrelevant": "relevance" in values and values["relevance"] < limits["relevance"],
    }
    return tuple(name for name, holds in held.items() if holds)


def _naming(reason: str, claims: Sequence[Claim]) -> str:
    """Return a reason with the text of the claim that decided it, the least supported one.

    >>> _naming("hallucination", [Claim(label="unsupported", text="It is red."), Claim(label="supported")])
    'hallucination: It is red.'
    """
    text = min(claims, key=worth).text if claims else ""
    return f"{reason}: {text}" if text else reason


def is_contradicted(claim: Claim, limits: Limits) -> bool:
    """Whether the source says otherwise than a claim."""
    return claim.contradiction is not None and rounding.exact(claim.contradiction) >= limits["contradiction"]


def _warning(values: Mapping[str, Fraction], limits: Limits) -> tuple[str, ...]:
    """Return the reasons to warn, in the order in which they decide."""
    doubtful = values.get("hallucination", Fraction(0))
    held = {
        "doubtful": limits["doubt"] < doubtful <= limits["hallucination"],
        "incomplete": "completeness" in values and values["completeness"] < limits["completeness"],
        "unscored": len(values) < len(METRICS),
    }
    return tuple(name for name, holds in held.items() if holds)


def _beside(observations: VerifiedObservations) -> tuple[str, ...]:
    """Return what is worth knowing but does not decide by itself."""
    refusal = observations.completeness.refusal if observations.completeness else None
    notes = {
        "no_context": bool(observations.hallucination and observations.hallucination.no_context),
        "justified_refusal": refusal == "justified",
        "unjustified_refusal": refusal == "unjustified",
    }
    return tuple(name for name, holds in notes.items() if holds)
