"""Labels that people or other tools made: checked for size, their evidence looked up in the texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeGuard, TypeVar

from jurat.errors import InputError
from jurat.nlp.quote_search import is_evidence, is_legible, is_telling, locate
from jurat.nlp.tokens import count_tokens
from jurat.observations import (
    CriterionCheck,
    CriterionLabels,
    QueryPart,
    ResponseObservations,
    RetrievalObservations,
    SummaryObservations,
    VerifiedObservations,
)
from jurat.scoring.label_limits import LabelLimits
from jurat.spans import Evidence, Span

Label = TypeVar("Label", bound=Any)
LABEL_TEXTS = ("text", "question", "expected", "answer")
"""The fields of a label that say what it is about."""
OWN_TEXT: Mapping[str, str] = {"article": "summary", "summary": "article", "context": "response"}
"""The text that a label is about, by the one that its evidence is quoted from."""


def check_tokens(observations: SummaryObservations, limits: LabelLimits) -> None:
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
    """Whether evidence is a legible span whose characters stand where it says."""
    return (
        isinstance(evidence, Span)
        and evidence.source == name
        and 0 <= evidence.start < evidence.end <= len(text)
        and text[evidence.start : evidence.end] == evidence.text
        and is_legible(evidence.text)
    )


@dataclass(frozen=True, slots=True)
class EvidenceChecker:
    """Looks evidence up in the texts there are; a label whose evidence is not there falls.

    The place of a label itself is looked up too; one that is not there is dropped, and the label stands.
    Where `required`, a label that needs evidence and has none falls too. Where `meaningful`, a quote must
    also have two content words or a value, and share one with its label. A model is read with both.
    Evidence from a text that was not given is taken as quoted, if there is anything to read in it.
    """

    texts: Mapping[str, Sequence[str]]
    required: bool = False
    meaningful: bool = False

    @classmethod
    def of_model(cls, texts: Mapping[str, Sequence[str]]) -> EvidenceChecker:
        """Return what checks the labels that a model wrote."""
        return cls(texts, required=True, meaningful=True)

    def find(self, evidence: Evidence, source: str) -> Span | None:
        """The evidence as a span of its text, or none if it is not there."""
        passages = self.texts[source]
        names = [f"{source}[{index}]" if len(passages) > 1 else source for index in range(len(passages))]
        quote = _quote(evidence)
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

    def quoted(self, label: Label) -> tuple[Label, int]:
        """A label with its span and evidence located, or without them; and how many were dropped.

        A span is looked up in the text that it names; words without a source in all texts that were given.
        """
        changes: dict[str, Span | None] = {}
        for name in ("span", "evidence"):
            quote: Evidence | None = getattr(label, name, None)
            named = [quote.source.partition("[")[0]] if isinstance(quote, Span) else [*self.texts]
            if quote and not self.texts.keys().isdisjoint(named):
                found = (self.find(quote, source) for source in named)
                changes[name] = next(filter(None, found), None)
        lost = sum(found is None for found in changes.values())
        return (replace(label, **changes) if changes else label), lost

    def checked(self, label: Label, source: str, /, **worst: object) -> tuple[Label, int]:
        """A label with its evidence located, or fallen to its worst; and how many quotes were dropped."""
        label, dropped = self.placed(label, OWN_TEXT[source])
        label, lost = self._near(label, source)
        dropped += lost
        if not label.evidence:
            return (replace(label, **worst) if self.required else label), dropped
        if source not in self.texts and is_legible(_quote(label.evidence)):
            return label, dropped
        found = self._located(label, source)
        if found is None:
            return replace(label, evidence=None, **worst), dropped + 1
        return replace(label, evidence=found), dropped

    def _near(self, label: Label, source: str) -> tuple[Label, int]:
        """Return a label with its nearest passage located, or without it; and how many were dropped."""
        nearest = getattr(label, "nearest", None)
        if nearest is None or source not in self.texts:
            return label, 0
        found = self.find(nearest, source)
        return replace(label, nearest=found), int(found is None)

    def _located(self, label: Any, source: str) -> Span | None:
        """The evidence of a label as a span, or none if it is not there or no evidence of the label."""
        quote = _quote(label.evidence)
        if source not in self.texts or (self.meaningful and not is_evidence(quote, _text_of(label))):
            return None
        return self.find(label.evidence, source)

    def checked_all(
        self, labels: tuple[Label, ...] | None, source: str, /, **worst: object
    ) -> tuple[tuple[Label, ...] | None, int]:
        """All labels of a list, each checked; and how many quotes were dropped."""
        return _gathered(labels, lambda label: self.checked(label, source, **worst))


def _quote(evidence: Evidence) -> str:
    return evidence if isinstance(evidence, str) else evidence.text


def _text_of(label: object) -> str:
    """What a label is about; a deviation that could not be placed has only its reason.

    >>> from jurat.observations import Deviation, QuestionAnswer
    >>> _text_of(QuestionAnswer(status="correct", question="Who voted?", answer="Elmfield"))
    'Who voted? Elmfield'
    >>> _text_of(Deviation(kind="tone", severity="mild", reason="it cheers"))
    'it cheers'
    """
    parts = [getattr(label, name, None) for name in LABEL_TEXTS]
    return " ".join(filter(None, parts)) or getattr(label, "reason", None) or ""


def _gathered(
    labels: tuple[Label, ...] | None, check: Callable[[Label], tuple[Label, int]]
) -> tuple[tuple[Label, ...] | None, int]:
    if labels is None:
        return None, 0
    pairs = [check(label) for label in labels]
    return tuple(label for label, _ in pairs), sum(dropped for _, dropped in pairs)


def verify_quotes(observations: Label, verifier: EvidenceChecker) -> Label:
    """Look up the spans of all labels; one that is not in its text is dropped and counted.

    This is what can be known of any label: a span names its text. What a label without evidence is worth is
    decided by a judge's own function.
    """
    checked = {
        one.name: _verified(labels, verifier)
        for one in fields(observations)
        if (labels := getattr(observations, one.name)) is not None
    }
    return replace(observations, **checked)


def _verified(labels: Label, verifier: EvidenceChecker) -> Label:
    changes: dict[str, Any] = {}
    dropped = 0
    for one in fields(labels):
        value = getattr(labels, one.name)
        if isinstance(value, tuple) and value and is_dataclass(value[0]):
            changes[one.name], count = _gathered(value, verifier.quoted)
            dropped += count
    if dropped and hasattr(labels, "dropped_quotes"):
        changes["dropped_quotes"] = labels.dropped_quotes + dropped
    return replace(labels, **changes)


def verify_summary(observations: SummaryObservations, verifier: EvidenceChecker) -> SummaryObservations:
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


def verify_response(observations: ResponseObservations, verifier: EvidenceChecker) -> ResponseObservations:
    """The observations with every anchor looked up in the response, its evidence in the context."""
    labels = observations.hallucination
    if labels is None or labels.anchors is None:
        return observations
    anchors, dropped = verifier.checked_all(labels.anchors, "context", supported=False)
    checked = replace(labels, anchors=anchors, dropped_quotes=labels.dropped_quotes + dropped)
    return replace(observations, hallucination=checked)


def verify_claims(observations: VerifiedObservations, verifier: EvidenceChecker) -> VerifiedObservations:
    """The observations with every claim looked up in the response, its evidence in the context.

    The evidence of a query's part is a passage of the response itself.
    """
    parts, claims = observations.completeness, observations.hallucination
    if parts is not None and parts.parts is not None:
        answered, dropped = _gathered(parts.parts, lambda part: _answered(part, verifier))
        parts = replace(parts, parts=answered, dropped_quotes=parts.dropped_quotes + dropped)
    if claims is not None and claims.claims is not None:
        checked, dropped = verifier.checked_all(
            claims.claims, "context", label="unsupported", probability=None
        )
        claims = replace(claims, claims=checked, dropped_quotes=claims.dropped_quotes + dropped)
    return replace(observations, completeness=parts, hallucination=claims)


def verify_retrieval(observations: RetrievalObservations, verifier: EvidenceChecker) -> RetrievalObservations:
    """The observations with all evidence looked up; a label whose quote is not there has no support."""
    changes: dict[str, Any] = {}
    for one in fields(observations):
        labels = getattr(observations, one.name)
        changes[one.name] = None if labels is None else _verified_support(labels, verifier)
    return replace(observations, **changes)


def _verified_support(labels: Label, verifier: EvidenceChecker) -> Label:
    changes: dict[str, Any] = {}
    dropped = labels.dropped_quotes
    for one in fields(labels):
        value = getattr(labels, one.name)
        if isinstance(value, tuple):
            changes[one.name], count = _gathered(value, lambda label: _supported(label, verifier))
            dropped += count
    return replace(labels, **changes, dropped_quotes=dropped)


def _supported(label: Label, verifier: EvidenceChecker) -> tuple[Label, int]:
    found, dropped = verifier.quoted(label)
    if label.evidence and not found.evidence:
        found = replace(found, label="irrelevant" if label.label == "relevant" else "unsupported")
    return found, dropped


def verify_criteria(labels: CriterionLabels, verifier: EvidenceChecker) -> CriterionLabels:
    """The checks of a criterion with their places looked up; one whose quote is not there is not met."""
    checks, dropped = _gathered(labels.checks, lambda check: _placed_check(check, verifier))
    return replace(labels, checks=checks, dropped_quotes=labels.dropped_quotes + dropped)


def _placed_check(check: CriterionCheck, verifier: EvidenceChecker) -> tuple[CriterionCheck, int]:
    found, dropped = verifier.quoted(check)
    return (replace(found, label="not_met", degree=None) if dropped else found), dropped


def _answered(part: QueryPart, verifier: EvidenceChecker) -> tuple[QueryPart, int]:
    """Return a part of the query with its evidence located in the response.

    A part whose evidence is not there is not answered, nor is one of a model that gives none. The quote may
    be shorter than other evidence, since "Paris" answers a question.
    """
    if "response" not in verifier.texts:
        return part, 0
    if not part.evidence:
        return (replace(part, answered=0.0) if verifier.required else part), 0
    found = verifier.find(part.evidence, "response")
    telling = found is not None and (not verifier.meaningful or is_telling(found.text))
    return (replace(part, evidence=found), 0) if telling else (replace(part, evidence=None, answered=0.0), 1)
