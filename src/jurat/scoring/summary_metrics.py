"""What Twin-Lock and Judge-Lock share: reading labels into counts, and metrics scored alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from jurat.errors import OptionError
from jurat.observations import Alignment, Coverage, Relevance, SummaryObservations
from jurat.outcomes import Score, Unscored
from jurat.scoring import formulas, rounding
from jurat.scoring.caps import Draft
from jurat.spans import Span

METRICS = ("coverage", "alignment", "hallucination", "relevance", "bias_toxicity")
Drafts = tuple[Draft | Unscored, ...]


@dataclass(frozen=True, slots=True)
class ClaimCounts:
    """How many claims the article supports, supports in part, and does not support."""

    supported: int
    partial: int
    unsupported: int

    @property
    def unsupported_fraction(self) -> Fraction:
        """The share without support.

        >>> ClaimCounts(2, 1, 1).unsupported_fraction
        Fraction(3, 8)
        """
        total = self.supported + self.partial + self.unsupported
        return formulas.unsupported_fraction(self.unsupported, self.partial, total)

    def caps_others(self, *, strict_partial: bool) -> bool:
        """Whether these claims cap Coverage and Relevance; partial ones do only if asked to.

        >>> [ClaimCounts(2, 1, 0).caps_others(strict_partial=strict) for strict in (False, True)]
        [False, True]
        """
        return self.unsupported > 0 or (strict_partial and self.partial > 0)


def claim_counts(observations: SummaryObservations) -> ClaimCounts | Unscored:
    """The claims by label, or why they cannot be counted."""
    labels = observations.hallucination
    if labels is None or labels.claims is None:
        return absent("hallucination", labels, "claims")
    counts = Counter(claim.label for claim in labels.claims)
    return ClaimCounts(counts["supported"], counts["partial"], counts["unsupported"])


@dataclass(frozen=True, slots=True)
class CoverageBasis:
    """What Coverage is made of: labels, recall, precision and their harmonic mean."""

    labels: Coverage
    recall: Fraction
    precision: Fraction
    f1: Fraction
    computed: Mapping[str, object]
    evidence: tuple[Span, ...]


def coverage_basis(observations: SummaryObservations) -> CoverageBasis | Unscored:
    """Recall of key points and precision of tokens, or why there are none."""
    labels = observations.coverage
    if (
        labels is None
        or labels.key_points is None
        or labels.extraneous_tokens is None
        or labels.summary_tokens is None
        or labels.extraneous_claims is None
    ):
        needed = ("key_points", "extraneous_tokens", "summary_tokens", "extraneous_claims")
        return absent("coverage", labels, *needed)
    points = Counter(point.label for point in labels.key_points)
    recall = formulas.recall(points["fully"], points["partial"], len(labels.key_points))
    precision = formulas.precision(labels.extraneous_tokens, labels.summary_tokens)
    f1 = formulas.harmonic_mean(precision, recall)
    computed = {
        "fully": points["fully"],
        "partial": points["partial"],
        "not": points["not"],
        "recall": rounding.fraction(recall),
        "precision": rounding.fraction(precision),
        "f1": rounding.fraction(f1),
    }
    evidence = spans((*labels.key_points, *labels.extraneous_claims))
    return CoverageBasis(labels, recall, precision, f1, computed, evidence)


def has_extraneous_claim(labels: Coverage, claims: ClaimCounts) -> bool:
    """Whether the summary states what the article does not; an unsupported claim is such a statement.

    >>> has_extraneous_claim(Coverage(extraneous_claims=()), ClaimCounts(0, 0, 1))
    True
    """
    return bool(labels.extraneous_claims) or claims.unsupported > 0


def alignment(observations: SummaryObservations) -> Draft | Unscored:
    """10 less the deviations, by severity."""
    labels = observations.alignment
    if labels is None or labels.deviations is None:
        return absent("alignment", labels, "deviations")
    counts = Counter(deviation.severity for deviation in labels.deviations)
    raw = formulas.alignment_score(counts["mild"], counts["severe"])
    details: Alignment = replace(labels, computed={"mild": counts["mild"], "severe": counts["severe"]})
    return Draft("alignment", raw, raw, details, evidence=spans(labels.deviations))


@dataclass(frozen=True, slots=True)
class RelevanceBasis:
    """What Relevance is made of: the mean worth of the segments, and whether one is off topic."""

    labels: Relevance
    section_overlap: Fraction
    off_topic: bool
    computed: Mapping[str, object]
    evidence: tuple[Span, ...]


def relevance_basis(observations: SummaryObservations, some: Fraction) -> RelevanceBasis | Unscored:
    """The segments' mean worth, `some` being what a segment with some overlap is worth."""
    labels = observations.relevance
    if labels is None or labels.segments is None:
        return absent("relevance", labels, "segments")
    if not labels.segments:
        return Unscored(metric="relevance", unscored="observations.relevance.segments is empty")
    bands = [formulas.overlap_label(segment.overlap) for segment in labels.segments]
    worth = {"high": Fraction(1), "some": some, "none": Fraction(0)}
    overlap = formulas.mean([worth[band] for band in bands])
    computed = {"labels": tuple(bands), "section_overlap": rounding.fraction(overlap)}
    return RelevanceBasis(labels, overlap, "none" in bands, computed, spans(labels.segments))


def absent(metric: str, labels: object, *fields: str) -> Unscored:
    """A metric without a value because its labels, or the first absent one of these fields, were not given.

    An observer that could not write them says why.

    >>> absent("coverage", Coverage(unscored="the article is too short"), "key_points").unscored
    'the article is too short'
    >>> absent("coverage", Coverage(key_points=()), "key_points", "summary_tokens").unscored
    'missing: observations.coverage.summary_tokens was not given'
    """
    where = f"observations.{metric}"
    if (reason := getattr(labels, "unscored", None)) is not None:
        return Unscored(metric=metric, unscored=reason)
    if labels is not None:
        where += "." + next(field for field in fields if getattr(labels, field) is None)
    return Unscored(metric=metric, unscored=f"missing: {where} was not given")


def dependent(metric: str, on: Unscored) -> Unscored:
    """A metric whose caps or formula need another one that has no value.

    >>> dependent("relevance", Unscored(metric="hallucination", unscored="missing: …")).unscored
    'depends on hallucination, which is unscored (missing: …)'
    """
    return Unscored(metric=metric, unscored=f"depends on {on.metric}, which is unscored ({on.unscored})")


def spans(labels: Iterable[object]) -> tuple[Span, ...]:
    """The located evidence of labels: where each stands and what decided it, each place once."""
    found: dict[Span, None] = {}
    for label in labels:
        for name in ("span", "evidence"):
            value = getattr(label, name, None)
            if isinstance(value, Span):
                found[value] = None
    return tuple(found)


def overall(drafts: Drafts, weights: Mapping[str, float] | None) -> float | None:
    """The weighted mean of the unrounded finals, two decimals; none if a metric is unscored.

    A metric that is given no weight counts 1.

    >>> four, ten = Fraction(4), Fraction(10)
    >>> drafts = Draft("coverage", four, four, Coverage()), Draft("relevance", ten, ten, Relevance())
    >>> overall(drafts, None), overall(drafts, {"coverage": 2})
    (7.0, 6.0)
    """
    mean = weighted_mean(drafts, weights)
    return None if mean is None else rounding.score(mean)


def weighted_mean(drafts: Drafts, weights: Mapping[str, float] | None) -> Fraction | None:
    """Return the unrounded weighted mean of the finals; none if a metric is unscored."""
    total, weight = Fraction(0), Fraction(0)
    for draft in drafts:
        if isinstance(draft, Unscored):
            return None
        share = rounding.exact(weights.get(draft.metric, 1)) if weights else 1
        total, weight = total + share * draft.value, weight + share
    return total / weight


def final(drafts: Drafts) -> tuple[Score | Unscored, ...]:
    """The metrics as reported."""
    return tuple(draft if isinstance(draft, Unscored) else draft.final() for draft in drafts)


def check_weights(weights: Mapping[str, float] | None) -> None:
    """Refuse weights for metrics that do not exist, or that leave nothing to average.

    >>> check_weights({"tone": 2})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    jurat.errors.OptionError: options.weights: unknown metric 'tone'; the metrics are coverage, ...
    """
    for name in weights or ():
        if name not in METRICS:
            hint = f"the metrics are {', '.join(METRICS)}"
            raise OptionError(f"unknown metric {name!r}", where="options.weights", hint=hint)
    if weights and not any(weights.get(name, 1) for name in METRICS):
        raise OptionError("all five are 0", where="options.weights", hint="give one metric a weight")
