"""Rule observers whose claims and key points the verifier decides; numbers and dates stay by value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from jurat.cases import ResponseCase, SummaryCase
from jurat.observations import (
    Anchor,
    Claim,
    Coverage,
    ExtraneousClaim,
    KeyPoint,
    ResponseObservations,
    SummaryObservations,
)
from jurat.observers.responses import response_observer
from jurat.observers.summaries import summary_observer
from jurat.observers.verified.checked_claims import (
    PARTIAL_FROM,
    CheckedClaim,
    SourceChecker,
    SourceText,
    reason,
)
from jurat.observers.verified.tone_reading import with_tone
from jurat.observers.verified.verified_answers import VerifiedAnswers
from jurat.options import Options
from jurat.scoring.formulas import point_label
from jurat.scoring.label_limits import CLAIMS, LabelLimits
from jurat.spans import Span
from jurat.verifier.claim_texts import ClaimText, claim_texts
from jurat.verifier.retrieval import Source
from jurat.verifier.verifier import Verifier

MAX_READ: Final = 100
"""Claims of a summary that the verifier reads."""


def observe_responses(
    cases: Sequence[ResponseCase], verifier: Verifier, *, answers: bool = False
) -> Iterator[ResponseObservations]:
    """Yield Claim-Lock's labels of each case, its claim anchors decided by the verifier."""
    for case, found in zip(cases, response_observer.observe(cases, answers=answers), strict=True):
        labels = found.hallucination
        if labels is None or labels.anchors is None:
            yield found
            continue
        checker = SourceChecker(verifier, SourceText(case.contexts))
        anchors = _anchors(labels.anchors, claim_texts(case.response, case.query), checker)
        yield replace(found, hallucination=replace(labels, anchors=anchors))


def _anchors(
    anchors: Sequence[Anchor], claims: Sequence[ClaimText], checker: SourceChecker
) -> tuple[Anchor, ...]:
    """Return the anchors with support of the claims among them decided by the verifier."""
    checked: dict[int, CheckedClaim] = {}
    decided = []
    for anchor in anchors:
        place = next((n for n, claim in enumerate(claims) if _is_inside(anchor.span, claim)), None)
        if anchor.kind != "claim" or place is None:
            decided.append(anchor)
            continue
        if place not in checked:
            checked[place] = checker.check(claims[place])
        decided.append(_decided(anchor, checked[place], checker))
    return tuple(decided)


def _is_inside(span: Span | None, claim: ClaimText) -> bool:
    return span is not None and claim.start <= span.start < claim.end


def _decided(anchor: Anchor, checked: CheckedClaim, checker: SourceChecker) -> Anchor:
    """Return a claim anchor as the verifier decides: not at fault, or not touched by the words at fault."""
    span = anchor.span
    faults = checked.verdict.faults
    touched = (
        span is None
        or not faults
        or any(
            start < span.end - checked.claim.start and span.start - checked.claim.start < end
            for start, end in faults
        )
    )
    supported = checked.probability >= PARTIAL_FROM or not touched
    evidence, nearest = checker.evidence(checked)
    return replace(
        anchor,
        supported=supported,
        evidence=evidence or (nearest if supported else None),
        nearest=None if supported else nearest,
        reason=reason(checked, "context"),
    )


def observe_summaries(
    cases: Sequence[SummaryCase],
    verifier: Verifier,
    *,
    limits: LabelLimits,
    options: Options,
    weighed: bool = False,
) -> Iterator[SummaryObservations]:
    """Yield a summary judge's labels of each case; claims, key points and answers decided by the verifier."""
    answering = VerifiedAnswers(verifier)
    seen = summary_observer.observe(cases, limits, options, weighed=weighed, answering=answering)
    for case, found in zip(cases, seen, strict=True):
        if found.hallucination is None or found.hallucination.claims is None:
            yield found
            continue
        claims = summary_claims(case, verifier, found.hallucination.claims)
        toned = found.bias_toxicity and with_tone(found.bias_toxicity, case.summary, verifier)
        yield replace(
            found,
            bias_toxicity=toned,
            hallucination=replace(found.hallucination, claims=claims),
            coverage=_covered(found.coverage, claims, case.summary, verifier),
        )


def summary_claims(
    case: SummaryCase, verifier: Verifier, by_rules: Sequence[Claim] = ()
) -> tuple[Claim, ...]:
    """Return the claims of a summary in order; of many, those that the article supports least.

    Where the rules gave their claims probabilities, those are weighed in.
    """
    weighed = any(claim.probability is not None for claim in by_rules)
    checker = SourceChecker(verifier, SourceText((case.article,), "article"), copied=float(weighed))
    read = _most_novel(claim_texts(case.summary), checker.source)
    claims = [checker.label(claim, "summary", _least(by_rules, claim)) for claim in read]
    doubtful = sorted(range(len(claims)), key=lambda number: (claims[number].probability or 0.0, number))
    return tuple(claims[number] for number in sorted(doubtful[:CLAIMS]))


def _most_novel(claims: list[ClaimText], source: Source) -> list[ClaimText]:
    """Return the claims that are read: all, or of very many those whose word pairs the source has least."""
    if len(claims) <= MAX_READ:
        return claims
    novel = sorted(range(len(claims)), key=lambda number: (-source.gaps(claims[number].text).pairs, number))
    return [claims[number] for number in sorted(novel[:MAX_READ])]


def _least(by_rules: Sequence[Claim], claim: ClaimText) -> float | None:
    """Return the least probability that rules give to what is said within a claim."""
    inside = [
        one.probability
        for one in by_rules
        if one.span
        and one.probability is not None
        and one.span.start < claim.end
        and claim.start < one.span.end
    ]
    return min(inside, default=None)


def _covered(
    coverage: Coverage | None, claims: Sequence[Claim], summary: str, verifier: Verifier
) -> Coverage | None:
    """Return Coverage with key points matched by meaning, and unsupported claims as extraneous ones."""
    if coverage is None or coverage.key_points is None:
        return coverage
    source = Source((summary,))
    invented = tuple(
        ExtraneousClaim(text=claim.text, span=claim.span) for claim in claims if claim.label == "unsupported"
    )
    points = tuple(_point(point, summary, source, verifier) for point in coverage.key_points)
    return replace(coverage, key_points=points, extraneous_claims=invented)


def _point(point: KeyPoint, summary: str, source: Source, verifier: Verifier) -> KeyPoint:
    """Return a key point covered to the mean of what the verifier and the words say."""
    verdict = verifier.check(source, ClaimText(0, len(point.text), point.text))
    covered = round((verdict.supported + (point.covered or 0.0)) / 2, 4)
    label = point_label(covered)
    unit = verdict.deciding
    found = label != "not" and unit is not None
    evidence = (
        Span("summary", unit.start, unit.end, summary[unit.start : unit.end]) if unit and found else None
    )
    return replace(point, covered=covered, label=label, evidence=evidence)
