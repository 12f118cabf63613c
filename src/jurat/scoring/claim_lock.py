"""Claim-Lock: a response against its query and context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from jurat.observations import ResponseObservations
from jurat.options import Threshold
from jurat.outcomes import Details, Score, Unscored, Verdict
from jurat.scoring import rounding
from jurat.scoring.summary_metrics import absent, spans
from jurat.scoring.verdict_rules import VerdictRule
from jurat.spans import Span

METRICS = ("relevance", "completeness", "hallucination")
DRIFT = Fraction(1, 5)
RULES = (
    VerdictRule("hallucination", signal="hallucination", holds="above", verdict="FAIL"),
    VerdictRule("relevance", signal="relevance", holds="below", verdict="FAIL"),
    VerdictRule("completeness", signal="completeness", holds="below", verdict="WARN"),
)
"""The verdict as rules with thresholds, which can be fitted to labels."""
NO_CONTEXT = "no context was given, so nothing can be checked against it"


@dataclass(frozen=True, slots=True)
class MetricDraft:
    """A metric of Claim-Lock before rounding."""

    metric: str
    value: Fraction
    details: Details
    evidence: tuple[Span, ...] = ()

    def final(self) -> Score:
        """The metric as reported, four decimals; Claim-Lock has no caps."""
        value = rounding.fraction(self.value)
        return Score(
            metric=self.metric,
            value=value,
            raw=value,
            caps=(),
            details=self.details,
            evidence=self.evidence,
        )


@dataclass(frozen=True, slots=True)
class Judgement:
    """The three metrics in order, the verdict, and all that spoke for it or beside it."""

    metrics: tuple[MetricDraft | Unscored, ...]
    verdict: Verdict
    reasons: tuple[str, ...]


def score(
    observations: ResponseObservations,
    thresholds: Mapping[Threshold, float],
    *,
    answer_aware: bool = False,
) -> Judgement:
    """The three metrics and the verdict."""
    limits = {name: rounding.exact(value) for name, value in thresholds.items()}
    metrics = (
        relevance(observations, answer_aware=answer_aware),
        completeness(observations),
        hallucination(observations, limits),
    )
    values = {m.metric: m.value for m in metrics if isinstance(m, MetricDraft)}
    return Judgement(
        metrics, verdict(values, limits), (*deciding(values, limits), *beside(observations, limits))
    )


def relevance_value(cosine: Fraction | None, jaccard: Fraction) -> Fraction:
    """The mean of cosine and Jaccard, or the Jaccard alone where the cosine has no value.

    >>> relevance_value(Fraction(2, 5), Fraction(1, 5)), relevance_value(None, Fraction(1, 5))
    (Fraction(3, 10), Fraction(1, 5))
    """
    return jaccard if cosine is None else (cosine + jaccard) / 2


def completeness_value(found: int, keywords: int) -> Fraction:
    """The share of the query's keywords that the response takes up; 1 if there are none.

    >>> completeness_value(found=2, keywords=3), completeness_value(0, 0)
    (Fraction(2, 3), Fraction(1, 1))
    """
    return Fraction(found, keywords) if keywords else Fraction(1)


def claim_error(unsupported: int, anchors: int) -> Fraction:
    """The share of anchors unsupported; 0 if there are none.

    >>> claim_error(unsupported=1, anchors=4), claim_error(0, 0)
    (Fraction(1, 4), Fraction(0, 1))
    """
    return Fraction(unsupported, anchors) if anchors else Fraction(0)


def drift(overlap: Fraction, threshold: Fraction) -> Fraction:
    """The penalty for a response that hardly shares a word with its context.

    >>> drift(Fraction(19, 100), Fraction(1, 5)), drift(Fraction(1, 5), Fraction(1, 5))
    (Fraction(1, 5), Fraction(0, 1))
    """
    return DRIFT if overlap < threshold else Fraction(0)


def risk(value: Fraction, limits: Mapping[Threshold, Fraction]) -> str:
    """The risk a hallucination score stands for.

    >>> at = {"high": Fraction(3, 5), "elevated": Fraction(1, 2)}
    >>> [risk(Fraction(x, 100), at) for x in (50, 51, 60, 61)]
    ['low', 'elevated', 'elevated', 'high']
    """
    return "high" if value > limits["high"] else "elevated" if value > limits["elevated"] else "low"


def relevance(observations: ResponseObservations, *, answer_aware: bool) -> MetricDraft | Unscored:
    """How near the response is to the query, by the literal formula or as an answer."""
    labels = observations.relevance
    if labels is None or labels.jaccard is None or (answer_aware and labels.answer is None):
        return absent("relevance", labels, "jaccard", "answer")
    cosine = None if labels.cosine is None else rounding.exact(labels.cosine)
    value = relevance_value(cosine, rounding.exact(labels.jaccard))
    computed: dict[str, object] = {"literal": rounding.fraction(value)}
    if answer_aware and labels.answer is not None:
        value = max(value, rounding.exact(labels.answer))
        computed["answer_aware"] = rounding.fraction(value)
    return MetricDraft("relevance", value, replace(labels, computed=computed))


def completeness(observations: ResponseObservations) -> MetricDraft | Unscored:
    """The share of the query's keywords that the response takes up."""
    labels = observations.completeness
    if labels is None or labels.keywords is None or labels.found is None:
        return absent("completeness", labels, "keywords", "found")
    keywords = set(labels.keywords)
    found = keywords.intersection(labels.found)
    computed = {"keywords": len(keywords), "found": len(found)}
    value = completeness_value(len(found), len(keywords))
    return MetricDraft("completeness", value, replace(labels, computed=computed))


def hallucination(
    observations: ResponseObservations, limits: Mapping[Threshold, Fraction]
) -> MetricDraft | Unscored:
    """The share of anchors unsupported, or the drift penalty if that is more; 0 is clean."""
    labels = observations.hallucination
    if labels is not None and labels.no_context:
        return Unscored(metric="hallucination", unscored=NO_CONTEXT)
    if labels is None or labels.anchors is None or labels.overlap is None:
        return absent("hallucination", labels, "anchors", "overlap")
    unsupported = sum(not anchor.supported for anchor in labels.anchors)
    error = claim_error(unsupported, len(labels.anchors))
    penalty = drift(rounding.exact(labels.overlap), limits["overlap"])
    value = max(error, penalty)
    computed = {
        "anchors": len(labels.anchors),
        "unsupported": unsupported,
        "claim_error": rounding.fraction(error),
        "drift": rounding.fraction(penalty),
        "risk": risk(value, limits),
    }
    details = replace(labels, computed=computed)
    return MetricDraft("hallucination", value, details, spans(labels.anchors))


def verdict(values: Mapping[str, Fraction], limits: Mapping[Threshold, Fraction]) -> Verdict:
    """The first rule that holds: hallucination, relevance, completeness, something unscored.

    >>> at = {"hallucination": Fraction(1, 2), "relevance": Fraction(1, 10), "completeness": Fraction(3, 5)}
    >>> verdict({"hallucination": Fraction(1, 2), "relevance": Fraction(1), "completeness": Fraction(1)}, at)
    'PASS'
    >>> verdict({"relevance": Fraction(1), "completeness": Fraction(1)}, at)
    'WARN'
    """
    spoke = deciding(values, limits)
    if "hallucination" in spoke or "irrelevant" in spoke:
        return "FAIL"
    return "WARN" if spoke else "PASS"


def deciding(values: Mapping[str, Fraction], limits: Mapping[Threshold, Fraction]) -> tuple[str, ...]:
    """The rules that hold, in the order in which they decide."""
    rules = {
        "hallucination": "hallucination" in values and values["hallucination"] > limits["hallucination"],
        "irrelevant": "relevance" in values and values["relevance"] < limits["relevance"],
        "incomplete": "completeness" in values and values["completeness"] < limits["completeness"],
        "unscored": len(values) < len(METRICS),
    }
    return tuple(name for name, holds in rules.items() if holds)


def beside(observations: ResponseObservations, limits: Mapping[Threshold, Fraction]) -> tuple[str, ...]:
    """What is worth saying but does not decide by itself."""
    labels = observations.hallucination
    if labels is None:
        return ()
    if labels.no_context:
        return ("no_context",)
    drifts = labels.overlap is not None and drift(rounding.exact(labels.overlap), limits["overlap"]) > 0
    notes = {"topic_drift": drifts, "no_anchors": labels.anchors == ()}
    return tuple(name for name, holds in notes.items() if holds)
