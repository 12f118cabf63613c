"""Retrieval: passages against a reference, a response against it, and citations, from labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from jurat.observations import CitedSentence, Claim, RetrievalObservations
from jurat.options import Threshold
from jurat.outcomes import Cap, Score, Unscored, Verdict
from jurat.scoring import formulas, rounding
from jurat.scoring.claim_lock import NO_CONTEXT
from jurat.scoring.summary_metrics import absent, spans
from jurat.scoring.verdict_rules import VerdictRule, verdict_of

WORTH = {"supported": Fraction(1), "partial": Fraction(1, 2), "unsupported": Fraction(0)}
CONTRADICTED = Fraction(1, 2)
"""The most that a response can get which contradicts its reference."""
RULES = (
    VerdictRule("answer_correctness", signal="answer_correctness", holds="below", verdict="FAIL"),
    VerdictRule("citation_support", signal="citation_support", holds="below", verdict="FAIL"),
    VerdictRule("context_recall", signal="context_recall", holds="below", verdict="WARN"),
    VerdictRule("context_precision", signal="context_precision", holds="below", verdict="WARN"),
)


@dataclass(frozen=True, slots=True)
class RetrievalJudgement:
    """The four metrics in order, the verdict and its reasons."""

    metrics: tuple[Score[Any] | Unscored, ...]
    verdict: Verdict
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A metric before rounding."""

    value: Fraction
    score: Score[Any]


def average_precision(relevant: Sequence[bool]) -> Fraction:
    """Return the mean, over the ranks of relevant passages, of the share that is relevant up to that rank.

    It is 1 where all relevant passages come first, and 0 where none is relevant.

    >>> average_precision([True, False, True])  # (1/1 + 2/3) / 2
    Fraction(5, 6)
    >>> average_precision([False, True]), average_precision([True, True, False]), average_precision([False])
    (Fraction(1, 2), Fraction(1, 1), Fraction(0, 1))
    """
    ranks = [rank for rank, one in enumerate(relevant, start=1) if one]
    shares = [Fraction(found, rank) for found, rank in enumerate(ranks, start=1)]
    return formulas.mean(shares) if shares else Fraction(0)


def support_share(claims: Sequence[Claim | CitedSentence]) -> Fraction:
    """Return the share of at least one claim that is supported; a partial one counts half.

    >>> support_share([Claim(label="supported"), Claim(label="partial"), Claim(label="unsupported")])
    Fraction(1, 2)
    """
    return formulas.mean([WORTH[claim.label] for claim in claims])


def correctness(stated: Sequence[Claim], wanted: Sequence[Claim]) -> Fraction:
    """Return the harmonic mean of how much of what is stated is right, and of what is wanted is stated.

    >>> right, wrong = Claim(label="supported"), Claim(label="unsupported")
    >>> correctness([right, wrong], [right])  # precision 1/2, recall 1
    Fraction(2, 3)
    """
    return formulas.harmonic_mean(support_share(stated), support_share(wanted))


def score(observations: RetrievalObservations, thresholds: Mapping[Threshold, float]) -> RetrievalJudgement:
    """Return the four metrics, the verdict and its reasons."""
    parts = {
        "context_precision": context_precision(observations),
        "context_recall": context_recall(observations),
        "answer_correctness": answer_correctness(observations),
        "citation_support": citation_support(observations),
    }
    values = {name: None if isinstance(one, Unscored) else one.value for name, one in parts.items()}
    beyond = [
        f"{rule.signal} below {thresholds[rule.threshold]:g}"
        for rule in RULES
        if rule.applies(values[rule.signal], rounding.exact(thresholds[rule.threshold]))
    ]
    missing = [f"unscored: {name}" for name, value in values.items() if value is None]
    notes = ["no_context"] if _lacks_context(observations) else []
    return RetrievalJudgement(
        metrics=tuple(one if isinstance(one, Unscored) else one.score for one in parts.values()),
        verdict=verdict_of(RULES, values, thresholds),
        reasons=(*beyond, *missing, *notes),
    )


def _lacks_context(observations: RetrievalObservations) -> bool:
    parts = (observations.context_precision, observations.context_recall, observations.citation_support)
    return any(one is not None and one.no_context for one in parts)


def context_precision(observations: RetrievalObservations) -> _Part | Unscored:
    """Return the average precision of the ranked passages."""
    labels = observations.context_precision
    if labels is not None and labels.no_context:
        return Unscored(metric="context_precision", unscored=NO_CONTEXT)
    if labels is None or labels.passages is None:
        return absent("context_precision", labels, "passages")
    relevant = [one.label == "relevant" for one in labels.passages]
    computed = {"passages": len(relevant), "relevant": sum(relevant)}
    return _part(
        "context_precision", average_precision(relevant), replace(labels, computed=computed), labels.passages
    )


def context_recall(observations: RetrievalObservations) -> _Part | Unscored:
    """Return the share of the reference's claims that the passages support."""
    labels = observations.context_recall
    if labels is not None and labels.no_context:
        return Unscored(metric="context_recall", unscored=NO_CONTEXT)
    if labels is None or labels.claims is None:
        return absent("context_recall", labels, "claims")
    if not labels.claims:
        return Unscored(metric="context_recall", unscored="the reference states nothing that can be checked")
    computed = _counts(labels.claims)
    return _part(
        "context_recall", support_share(labels.claims), replace(labels, computed=computed), labels.claims
    )


def answer_correctness(observations: RetrievalObservations) -> _Part | Unscored:
    """Return how far response and reference state the same; at most 0.5 where one contradicts the other."""
    labels = observations.answer_correctness
    if labels is None or labels.stated is None or labels.wanted is None:
        return absent("answer_correctness", labels, "stated", "wanted")
    if not labels.stated or not labels.wanted:
        which = "reference" if labels.stated else "response"
        reason = f"the {which} states nothing that can be checked"
        return Unscored(metric="answer_correctness", unscored=reason)
    computed = {
        "precision": rounding.fraction(support_share(labels.stated)),
        "recall": rounding.fraction(support_share(labels.wanted)),
        "contradicted": sum(_contradicts(claim) for claim in labels.stated),
    }
    raw = correctness(labels.stated, labels.wanted)
    found = _part(
        "answer_correctness", raw, replace(labels, computed=computed), (*labels.stated, *labels.wanted)
    )
    return _capped(found) if computed["contradicted"] else found


def _contradicts(claim: Claim) -> bool:
    return claim.contradiction is not None and rounding.exact(claim.contradiction) >= CONTRADICTED


def _capped(part: _Part) -> _Part:
    after = min(part.value, CONTRADICTED)
    cap = Cap(float(CONTRADICTED), "contradiction", rounding.fraction(part.value), rounding.fraction(after))
    return _Part(after, replace(part.score, value=rounding.fraction(after), caps=(cap,)))


def citation_support(observations: RetrievalObservations) -> _Part | Unscored:
    """Return the share of cited sentences that the passages they cite support."""
    labels = observations.citation_support
    if labels is not None and labels.no_context:
        return Unscored(metric="citation_support", unscored=NO_CONTEXT)
    if labels is None or labels.sentences is None:
        return absent("citation_support", labels, "sentences")
    if not labels.sentences:
        return Unscored(metric="citation_support", unscored="the response cites no passage")
    computed = _counts(labels.sentences)
    return _part(
        "citation_support",
        support_share(labels.sentences),
        replace(labels, computed=computed),
        labels.sentences,
    )


def _counts(claims: Sequence[Claim | CitedSentence]) -> dict[str, int]:
    return {label: sum(claim.label == label for claim in claims) for label in WORTH}


def _part(metric: str, value: Fraction, details: Any, labels: Sequence[object]) -> _Part:
    rounded = rounding.fraction(value)
    found = Score(metric=metric, value=rounded, raw=rounded, caps=(), details=details, evidence=spans(labels))
    return _Part(value, found)
