"""Findings of observers in a result: by metric, with span, label and evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from jurat.cases import Case, ResponseCase, SummaryCase
from jurat.observations import (
    Alignment,
    Anchors,
    BiasToxicity,
    Claim,
    Coverage,
    Hallucination,
    QueryParts,
    ResponseClaims,
)
from jurat.outcomes import Result, Score
from jurat.spans import Evidence, Span

Tint = Literal["good", "half", "bad"]
_TINTS: dict[str, Tint] = {
    "supported": "good",
    "answered": "good",
    "fully": "good",
    "correct": "good",
    "met": "good",
    "relevant": "good",
    "partial": "half",
    "mild": "half",
    "unsupported": "bad",
    "unanswered": "bad",
    "not": "bad",
    "wrong": "bad",
    "not_met": "bad",
    "irrelevant": "bad",
    "severe": "bad",
    "strong": "bad",
}
_LABELS = {
    ("key point", "fully"): "covered",
    ("key point", "partial"): "partly covered",
    ("key point", "not"): "not covered",
    ("question", "wrong"): "not answered correctly",
}
"""Labels that say little without what they are about."""
_KEY_POINTS = {
    "fully": "key point covered",
    "partial": "key point partly covered",
    "not": "key point not covered",
}


@dataclass(frozen=True, slots=True)
class ResultFinding:
    """A finding of an observer: its span, label, reason and evidence."""

    metric: str
    what: str
    label: str
    span: Span | None
    text: str
    reason: str | None
    evidence: Evidence | None
    nearest: Evidence | None = None
    """The passage nearest to it where no evidence decides."""
    faults: tuple[Span, ...] = ()
    """The words at fault."""

    @property
    def title(self) -> str:
        """Return what was observed with its label, in words."""
        return _KEY_POINTS[self.label] if self.what == "key point" else f"{self.label} {self.what}"

    @property
    def explanation(self) -> str:
        """Return the reason, or what the label says of the finding."""
        return self.reason or _LABELS.get((self.what, self.label), self.label)

    @property
    def tint(self) -> Tint:
        """Return whether the finding is good, partial or bad for the judged text."""
        return _TINTS.get(self.label, "half")


def findings(result: Result[Any]) -> list[ResultFinding]:
    """Return all findings, in the order of the metrics."""
    return [
        finding
        for score in result.metrics
        if isinstance(score, Score)
        for finding in _of_details(score.metric, score.details)
    ]


def _of_details(metric: str, details: object) -> Iterator[ResultFinding]:
    match details:
        case Anchors():
            for anchor in details.anchors or ():
                label = "supported" if anchor.supported else "unsupported"
                yield ResultFinding(
                    metric,
                    anchor.kind,
                    label,
                    anchor.span,
                    anchor.text,
                    anchor.reason,
                    anchor.evidence,
                    anchor.nearest,
                )
        case Coverage():
            for point in details.key_points or ():
                yield ResultFinding(
                    metric, "key point", point.label, point.span, point.text, None, point.evidence
                )
            yield from _answers(metric, details)
        case Hallucination() | ResponseClaims():
            yield from (_of_claim(metric, claim) for claim in details.claims or ())
            if isinstance(details, Hallucination):
                yield from _answers(metric, details)
        case QueryParts():
            for part in details.parts or ():
                label = "answered" if 2 * part.answered >= 1 else "unanswered"
                reason = f"{part.reason or label} (answered with probability {part.answered:.2f})"
                yield ResultFinding(metric, "part", label, None, part.text, reason, part.evidence)
        case Alignment():
            for one in details.deviations or ():
                yield ResultFinding(
                    metric, one.kind, one.severity, one.span, one.text or "", one.reason, one.evidence
                )
        case BiasToxicity():
            for issue in details.issues or ():
                yield ResultFinding(
                    metric, issue.kind, issue.severity, issue.span, issue.text or "", issue.reason, None
                )
        case _:
            yield from _of_labels(metric, details)


def _of_labels(metric: str, details: object) -> Iterator[ResultFinding]:
    """Findings of a judge from another package: every label that has a `label`."""
    for field in fields(details) if is_dataclass(details) else ():
        labels = getattr(details, field.name)
        for one in labels if isinstance(labels, tuple) else ():
            if isinstance(label := getattr(one, "label", None), str):
                text, reason = (getattr(one, name, None) for name in ("text", "reason"))
                span, evidence, nearest = (
                    getattr(one, name, None) for name in ("span", "evidence", "nearest")
                )
                what = field.name.removesuffix("s").replace("_", " ")
                yield ResultFinding(metric, what, label, span, text or "", reason, evidence, nearest)


def _of_claim(metric: str, claim: Claim) -> ResultFinding:
    reason = reason_of(claim)
    return ResultFinding(
        metric,
        "claim",
        claim.label,
        claim.span,
        claim.text,
        reason,
        claim.evidence,
        claim.nearest,
        claim.faults or (),
    )


def reason_of(claim: Claim) -> str | None:
    """Return why a claim has its label, with its probability if known.

    >>> reason_of(Claim(label="supported", reason="the article says it", probability=0.9186))
    'the article says it (supported with probability 0.92)'
    """
    if claim.probability is None:
        return claim.reason
    return f"{claim.reason or claim.label} (supported with probability {claim.probability:.2f})"


def _answers(metric: str, details: Coverage | Hallucination) -> Iterator[ResultFinding]:
    for qag in details.qags or ():
        reason = f"answered: {qag.answer}" if qag.answer else None
        yield ResultFinding(metric, "question", qag.status, None, qag.question, reason, qag.evidence)


def judged_text(case: Case) -> tuple[str, str]:
    """Return the name and the content of the judged text."""
    match case:
        case ResponseCase():
            return "response", case.response
        case SummaryCase():
            return "summary", case.summary
        case _:
            return "query", case.query
