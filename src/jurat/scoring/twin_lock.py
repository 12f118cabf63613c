"""Twin-Lock: a summary against its article."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from jurat.observations import SummaryObservations
from jurat.outcomes import Unscored
from jurat.scoring import formulas, label_limits, rounding, summary_metrics
from jurat.scoring.caps import Draft
from jurat.scoring.summary_metrics import ClaimCounts, Drafts

HARD_CAP = 4
SOME_WORTH = Fraction(1, 2)


def score(observations: SummaryObservations, *, strict_partial: bool = False) -> Drafts:
    """The five metrics in order, before rounding."""
    label_limits.check_counts(observations, label_limits.TWIN_LOCK)
    claims = summary_metrics.claim_counts(observations)
    return (
        coverage(observations, claims, strict_partial=strict_partial),
        summary_metrics.alignment(observations),
        hallucination(observations, claims),
        relevance(observations, claims, strict_partial=strict_partial),
        bias_toxicity(observations),
    )


def coverage(
    observations: SummaryObservations, claims: ClaimCounts | Unscored, *, strict_partial: bool
) -> Draft | Unscored:
    """Harmonic mean of precision and recall, locked once the summary states what the article does not."""
    basis = summary_metrics.coverage_basis(observations)
    if isinstance(basis, Unscored):
        return basis
    if isinstance(claims, Unscored):
        return summary_metrics.dependent("coverage", claims)
    raw, details = 10 * basis.f1, replace(basis.labels, computed=basis.computed)
    draft = Draft("coverage", raw, raw, details, evidence=basis.evidence)
    extraneous = summary_metrics.has_extraneous_claim(basis.labels, claims)
    return draft.capped(HARD_CAP, "extraneous_claim", when=extraneous).capped(
        HARD_CAP, "hallucination", when=claims.caps_others(strict_partial=strict_partial)
    )


def hallucination(observations: SummaryObservations, claims: ClaimCounts | Unscored) -> Draft | Unscored:
    """10 less 14 times the unsupported fraction of the claims."""
    labels = observations.hallucination
    if isinstance(claims, Unscored) or labels is None or labels.claims is None:
        return summary_metrics.absent("hallucination", labels, "claims")
    unsupported = claims.unsupported_fraction
    raw = formulas.faithful_score(unsupported)
    details = replace(labels, computed=claims_computed(claims))
    return Draft("hallucination", raw, raw, details, evidence=summary_metrics.spans(labels.claims))


def claims_computed(claims: ClaimCounts) -> dict[str, object]:
    """The counts and the fraction that Hallucination is made of."""
    return {
        "supported": claims.supported,
        "partial": claims.partial,
        "unsupported": claims.unsupported,
        "unsupported_fraction": rounding.fraction(claims.unsupported_fraction),
    }


def relevance(
    observations: SummaryObservations, claims: ClaimCounts | Unscored, *, strict_partial: bool
) -> Draft | Unscored:
    """The mean worth of the segments, locked once one of them is off topic."""
    basis = summary_metrics.relevance_basis(observations, SOME_WORTH)
    if isinstance(basis, Unscored):
        return basis
    if isinstance(claims, Unscored):
        return summary_metrics.dependent("relevance", claims)
    raw, details = 10 * basis.section_overlap, replace(basis.labels, computed=basis.computed)
    draft = Draft("relevance", raw, raw, details, evidence=basis.evidence)
    return draft.capped(HARD_CAP, "off_topic_segment", when=basis.off_topic).capped(
        HARD_CAP, "hallucination", when=claims.caps_others(strict_partial=strict_partial)
    )


def bias_toxicity(observations: SummaryObservations) -> Draft | Unscored:
    """The mean of the bias and toxicity scores; the observer has already counted the issues."""
    labels = observations.bias_toxicity
    if labels is None or labels.bias_score is None or labels.tox_score is None:
        return summary_metrics.absent("bias_toxicity", labels, "bias_score", "tox_score")
    raw = (rounding.exact(labels.bias_score) + rounding.exact(labels.tox_score)) / 2
    details = replace(labels, computed={"issues": len(labels.issues or ())})
    return Draft("bias_toxicity", raw, raw, details, evidence=summary_metrics.spans(labels.issues or ()))
