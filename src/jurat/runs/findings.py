"""What the observers found in a case, metric by metric, each with its place, label and evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from jurat.cases import Case, ResponseCase, SummaryCase
from jurat.observations import Alignment, Anchors, BiasToxicity, Claim, Coverage, Hallucination
from jurat.outcomes import Details, Result, Score
from jurat.spans import Evidence, Span

Tint = Literal["good", "half", "bad"]
_TINTS: dict[str, Tint] = {
    "supported": "good",
    "fully": "good",
    "correct": "good",
    "partial": "half",
    "mild": "half",
    "unsupported": "bad",
    "not": "bad",
    "wrong": "bad",
    "severe": "bad",
    "strong": "bad",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an observer wrote down: where it stands, what became of it, why, and its evidence."""

    metric: str
    what: str
    label: str
    span: Span | None
    text: str
    reason: str | None
    evidence: Evidence | None

    @property
    def tint(self) -> Tint:
        """Whether it speaks for the judged text."""
        return _TINTS[self.label]


def findings(result: Result) -> list[Finding]:
    """All that the observers found, in the order of the metrics."""
    return [
        finding
        for score in result.metrics
        if isinstance(score, Score)
        for finding in _of_details(score.metric, score.details)
    ]


def _of_details(metric: str, details: Details) -> Iterator[Finding]:
    match details:
        case Anchors():
            for anchor in details.anchors or ():
                label = "supported" if anchor.supported else "unsupported"
                yield Finding(
                    metric, anchor.kind, label, anchor.span, anchor.text, anchor.reason, anchor.evidence
                )
        case Coverage():
            for point in details.key_points or ():
                yield Finding(metric, "key point", point.label, point.span, point.text, None, point.evidence)
            yield from _answers(metric, details)
        case Hallucination():
            for claim in details.claims or ():
                yield Finding(
                    metric, "claim", claim.label, claim.span, claim.text, reason_of(claim), claim.evidence
                )
            yield from _answers(metric, details)
        case Alignment():
            for one in details.deviations or ():
                yield Finding(
                    metric, one.kind, one.severity, one.span, one.text or "", one.reason, one.evidence
                )
        case BiasToxicity():
            for issue in details.issues or ():
                yield Finding(
                    metric, issue.kind, issue.severity, issue.span, issue.text or "", issue.reason, None
                )
        case _:
            return


def reason_of(claim: Claim) -> str | None:
    """Why a claim has its label, and how likely it is supported where that is known.

    >>> reason_of(Claim(label="supported", reason="the article says it", probability=0.9186))
    'the article says it (supported with probability 0.92)'
    """
    if claim.probability is None:
        return claim.reason
    return f"{claim.reason or claim.label} (supported with probability {claim.probability:.2f})"


def _answers(metric: str, details: Coverage | Hallucination) -> Iterator[Finding]:
    for qag in details.qags or ():
        reason = f"answered: {qag.answer}" if qag.answer else None
        yield Finding(metric, "question", qag.status, None, qag.question, reason, qag.evidence)


def judged_text(case: Case) -> tuple[str, str]:
    """The name and the characters of the text that is judged."""
    match case:
        case ResponseCase():
            return "response", case.response
        case SummaryCase():
            return "summary", case.summary
        case _:
            return "query", case.query
