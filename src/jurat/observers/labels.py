"""Labels that people or other tools made: checked for size, their evidence looked up in the texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard, TypeVar

from jurat.errors import InputError
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.rules.limits import Limits
from jurat.spans import Evidence, Span
from jurat.text.quotes import locate
from jurat.text.tokens import count_tokens

Label = TypeVar("Label", bound=Any)
OWN_TEXT: Mapping[str, str] = {"article": "summary", "summary": "article", "context": "response"}
"""The text that a label is about, by the one that its evidence is quoted from."""


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
    """Whether evidence is a span that is not blank, whose characters stand where it says."""
    return (
        isinstance(evidence, Span)
        and evidence.source == name
        and 0 <= evidence.start < evidence.end <= len(text)
        and text[evidence.start : evidence.end] == evidence.text
        and bool(evidence.text.strip())
    )


@dataclass(frozen=True, slots=True)
class Verifier:
    """Looks evidence up in the texts there are; a label whose evidence is not there falls.

    The place of a label itself is looked up too; one that is not there is dropped, and the label stands.
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

    def placed(self, label: Label, own: str) -> tuple[Label, int]:
        """A label with its own place located, or without it; and how many places were dropped."""
        span = getattr(label, "span", None)
        if span is None or own not in self.texts:
            return label, 0
        found = self.find(span, own)
        return replace(label, span=found), int(found is None)

    def placed_all(self, labels: tuple[Label, ...] | None, own: str) -> tuple[tuple[Label, ...] | None, int]:
        """All labels of a list, each with its own place located; and how many places were dropped."""
        return _gathered(labels, lambda label: self.placed(label, own))

    def checked(self, label: Label, source: str, /, **worst: object) -> tuple[Label, int]:
        """A label with its evidence located, or fallen to its worst; and how many quotes were dropped."""
        label, dropped = self.placed(label, OWN_TEXT[source])
        if not label.evidence:
            return (replace(label, **worst) if self.required else label), dropped
        if source not in self.texts:
            return label, dropped
        found = self.find(label.evidence, source)
        if found is None:
            return replace(label, evidence=None, **worst), dropped + 1
        return replace(label, evidence=found), dropped

    def checked_all(
        self, labels: tuple[Label, ...] | None, source: str, /, **worst: object
    ) -> tuple[tuple[Label, ...] | None, int]:
        """All labels of a list, each checked; and how many quotes were dropped."""
        return _gathered(labels, lambda label: self.checked(label, source, **worst))


def _gathered(
    labels: tuple[Label, ...] | None, check: Callable[[Label], tuple[Label, int]]
) -> tuple[tuple[Label, ...] | None, int]:
    if labels is None:
        return None, 0
    pairs = [check(label) for label in labels]
    return tuple(label for label, _ in pairs), sum(dropped for _, dropped in pairs)


def verify_summary(observations: SummaryObservations, verifier: Verifier) -> SummaryObservations:
    """The observations with their evidence and places looked up in the article and the summary."""
    # The evidence of a key point or a deviation is never required: its label says what was found, not where.
    lenient = replace(verifier, required=False)
    coverage, alignment = observations.coverage, observations.alignment
    hallucination, relevance = observations.hallucination, observations.relevance
    wording = observations.bias_toxicity
    if coverage is not None:
        points, first = lenient.checked_all(coverage.key_points, "summary", label="not")
        qags, second = verifier.checked_all(coverage.qags, "summary", status="wrong")
        extraneous, third = verifier.placed_all(coverage.extraneous_claims, "summary")
        total = coverage.dropped_quotes + first + second + third
        coverage = replace(
            coverage, key_points=points, qags=qags, extraneous_claims=extraneous, dropped_quotes=total
        )
    if alignment is not None:
        deviations, dropped = lenient.checked_all(alignment.deviations, "article")
        total = alignment.dropped_quotes + dropped
        alignment = replace(alignment, deviations=deviations, dropped_quotes=total)
    if hallucination is not None:
        claims, first = verifier.checked_all(
            hallucination.claims, "article", label="unsupported", probability=None
        )
        qags, second = verifier.checked_all(hallucination.qags, "article", status="wrong")
        total = hallucination.dropped_quotes + first + second
        hallucination = replace(hallucination, claims=claims, qags=qags, dropped_quotes=total)
    if relevance is not None:
        segments, dropped = verifier.placed_all(relevance.segments, "summary")
        relevance = replace(relevance, segments=segments, dropped_quotes=relevance.dropped_quotes + dropped)
    if wording is not None:
        issues, dropped = verifier.placed_all(wording.issues, "summary")
        wording = replace(wording, issues=issues, dropped_quotes=wording.dropped_quotes + dropped)
    return SummaryObservations(
        coverage=coverage,
        alignment=alignment,
        hallucination=hallucination,
        relevance=relevance,
        bias_toxicity=wording,
    )


def verify_response(observations: ResponseObservations, verifier: Verifier) -> ResponseObservations:
    """The observations with every anchor looked up in the response, its evidence in the context."""
    labels = observations.hallucination
    if labels is None or labels.anchors is None:
        return observations
    anchors, dropped = verifier.checked_all(labels.anchors, "context", supported=False)
    checked = replace(labels, anchors=anchors, dropped_quotes=labels.dropped_quotes + dropped)
    return replace(observations, hallucination=checked)
