"""Labels that people or other tools made: checked for size, their evidence looked up in the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard, TypeVar

from jurat.errors import InputError
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.rules.limits import Limits
from jurat.spans import Evidence, Span
from jurat.text.quotes import locate
from jurat.text.tokens import count_tokens

Label = TypeVar("Label", bound=Any)


def check_tokens(observations: SummaryObservations, limits: Limits) -> None:
    """Refuse an intent, stance and tone, or a theme, of more tokens than the judge takes."""
    alignment, relevance = observations.alignment, observations.relevance
    if alignment is not None:
        parts = (alignment.intent, alignment.stance, alignment.tone)
        _check_size(" ".join(filter(None, parts)), limits.intent_tokens, "alignment: intent, stance and tone")
    if relevance is not None:
        _check_size(relevance.theme or "", limits.theme_tokens, "relevance.theme")


def _check_size(text: str, limit: int, field: str) -> None:
    count = count_tokens(text)
    if count > limit:
        hint = f"keep to at most {limit}"
        raise InputError(f"has {count} tokens", where=f"observations.{field}", hint=hint)


def _stands_at(evidence: Evidence, name: str, text: str) -> TypeGuard[Span]:
    """Whether evidence is a span whose characters stand where it says."""
    return (
        isinstance(evidence, Span)
        and evidence.source == name
        and text[evidence.start : evidence.end] == evidence.text
    )


@dataclass(frozen=True, slots=True)
class Verifier:
    """Looks evidence up in the texts there are; a label whose evidence is not there falls.

    Where `required`, a label that needs evidence and has none falls too: that is how a model is read.
    Evidence from a text that was not given is taken as quoted.
    """

    texts: Mapping[str, Sequence[str]]
    required: bool = False

    def find(self, evidence: Evidence, source: str) -> Span | None:
        """The evidence as a span of its text, or none if it is not there."""
        passages = self.texts[source]
        names = [f"{source}[{index}]" if len(passages) > 1 else source for index in range(len(passages))]
        quote = evidence if isinstance(evidence, str) else evidence.text
        for name, text in zip(names, passages, strict=True):
            if _stands_at(evidence, name, text):
                return evidence
        for name, text in zip(names, passages, strict=True):
            if place := locate(quote, text):
                return Span(name, *place, text[place[0] : place[1]])
        return None

    def checked(self, label: Label, source: str, /, **worst: object) -> tuple[Label, int]:
        """A label with its evidence located, or fallen to its worst; and how many quotes were dropped."""
        if not label.evidence:
            return (replace(label, **worst) if self.required else label), 0
        if source not in self.texts:
            return label, 0
        found = self.find(label.evidence, source)
        if found is None:
            return replace(label, evidence=None, **worst), 1
        return replace(label, evidence=found), 0

    def checked_all(
        self, labels: tuple[Label, ...] | None, source: str, /, **worst: object
    ) -> tuple[tuple[Label, ...] | None, int]:
        """All labels of a list, each checked; and how many quotes were dropped."""
        if labels is None:
            return None, 0
        pairs = [self.checked(label, source, **worst) for label in labels]
        return tuple(label for label, _ in pairs), sum(dropped for _, dropped in pairs)


def verify_summary(observations: SummaryObservations, verifier: Verifier) -> SummaryObservations:
    """The observations with their evidence looked up in the article and the summary."""
    coverage, hallucination = observations.coverage, observations.hallucination
    alignment = observations.alignment
    if coverage is not None:
        # A key point's evidence is never required: its label says what was found, not where.
        lenient = replace(verifier, required=False)
        points, points_dropped = lenient.checked_all(coverage.key_points, "summary", label="not")
        qags, dropped = verifier.checked_all(coverage.qags, "summary", status="wrong")
        total = coverage.dropped_quotes + points_dropped + dropped
        coverage = replace(coverage, key_points=points, qags=qags, dropped_quotes=total)
    if alignment is not None:
        lenient = replace(verifier, required=False)
        deviations, dropped = lenient.checked_all(alignment.deviations, "article")
        total = alignment.dropped_quotes + dropped
        alignment = replace(alignment, deviations=deviations, dropped_quotes=total)
    if hallucination is not None:
        claims, claims_dropped = verifier.checked_all(
            hallucination.claims, "article", label="unsupported", probability=None
        )
        qags, dropped = verifier.checked_all(hallucination.qags, "article", status="wrong")
        total = hallucination.dropped_quotes + claims_dropped + dropped
        hallucination = replace(hallucination, claims=claims, qags=qags, dropped_quotes=total)
    return replace(observations, coverage=coverage, alignment=alignment, hallucination=hallucination)


def verify_response(observations: ResponseObservations, verifier: Verifier) -> ResponseObservations:
    """The observations with the evidence of every anchor looked up in the context."""
    labels = observations.hallucination
    if labels is None or labels.anchors is None:
        return observations
    anchors, dropped = verifier.checked_all(labels.anchors, "context", supported=False)
    checked = replace(labels, anchors=anchors, dropped_quotes=labels.dropped_quotes + dropped)
    return replace(observations, hallucination=checked)
