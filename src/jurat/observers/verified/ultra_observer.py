"""The observer of Claim-Lock Ultra: relevance, query parts and claims, read by the verifier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from jurat.cases import ResponseCase
from jurat.observations import (
    Aboutness,
    Claim,
    QueryPart,
    QueryParts,
    Refusal,
    ResponseClaims,
    VerifiedObservations,
)
from jurat.observers.verified.checked_claims import SourceChecker, SourceText
from jurat.observers.verified.context_refusals import declines, is_refusal
from jurat.observers.verified.query_parts import query_parts
from jurat.observers.verified.verified_answers import ANSWERS_FROM
from jurat.spans import Span
from jurat.verifier.claim_texts import ClaimText, claim_texts, stretches
from jurat.verifier.retrieval import Source
from jurat.verifier.verifier import Verifier

MAX_CLAIMS: Final = 400
"""Claims of a response that are read; a longer response is unscored rather than read in part."""
_SURE: Final = 0.97
_LOOKED_AT: Final = 6
"""Units of the context, nearest to the query, in which an answer is looked for."""


def observe(cases: Sequence[ResponseCase], verifier: Verifier) -> Iterator[VerifiedObservations]:
    """Yield what is observed of each case, in order."""
    return (observe_case(case, verifier) for case in cases)


def observe_case(case: ResponseCase, verifier: Verifier) -> VerifiedObservations:
    """Return all three metrics' labels of one case."""
    claims = claim_texts(case.response, case.query)
    if len(claims) > MAX_CLAIMS:
        why = f"the response has {len(claims)} sentences; the verifier reads at most {MAX_CLAIMS}"
        return VerifiedObservations(
            relevance=Aboutness(unscored=why),
            completeness=QueryParts(unscored=why),
            hallucination=ResponseClaims(unscored=why),
        )
    everything = stretches(case.response, case.query)
    checker = SourceChecker(verifier, SourceText(case.contexts))
    refusal = _refusal(case, claims, checker)
    return VerifiedObservations(
        relevance=Aboutness(about=1.0 if refusal else about(verifier, case.query, everything)),
        completeness=_completeness(case, everything, refusal, verifier),
        hallucination=_hallucination(claims, checker, refusal),
    )


def _refusal(case: ResponseCase, claims: list[ClaimText], checker: SourceChecker) -> Refusal | None:
    """Return whether the response declines to answer, and whether the context really lacks the answer."""
    if not case.contexts or not is_refusal(claims):
        return None
    return "unjustified" if _holds_answer(case.query, checker) else "justified"


def _holds_answer(query: str, checker: SourceChecker) -> bool:
    """Whether one of the stretches nearest to a query answers it."""
    near = checker.source.ranked(query)[:_LOOKED_AT]
    return any(checker.verifier.answers(query, checker.source.units[n].text)[1] >= ANSWERS_FROM for n in near)


def about(verifier: Verifier, query: str, claims: Sequence[ClaimText]) -> float:
    """Return the probability that a response is about its query, that of the stretch most about it."""
    return round(max((verifier.answers(query, text)[0] for text in _stretches(claims)), default=0.0), 4)


def _stretches(claims: Sequence[ClaimText], size: int = 3) -> list[str]:
    """Return the claims joined in overlapping groups that fit the window; none where nothing is claimed."""
    texts = [claim.text for claim in claims]
    starts = range(0, max(1, len(texts) - 1), size - 1) if texts else ()
    return [" ".join(texts[first : first + size]) for first in starts][:8]


def _completeness(
    case: ResponseCase, claims: Sequence[ClaimText], refusal: Refusal | None, verifier: Verifier
) -> QueryParts:
    parts = tuple(_part(part, case.response, claims, verifier) for part in query_parts(case.query))
    if case.reference is not None and refusal is None:
        parts += tuple(_reference_parts(case.reference, case.response, case.query, verifier))
    return QueryParts(parts=parts, refusal=refusal)


def _part(part: str, response: str, claims: Sequence[ClaimText], verifier: Verifier) -> QueryPart:
    """Return a part of the query with the stretch of the response that answers it best."""
    scored = [(verifier.answers(part, text)[1], -number) for number, text in enumerate(_stretches(claims))]
    best, place = max(scored, default=(0.0, 0))
    evidence = None
    if best >= ANSWERS_FROM:
        first = claims[-place * 2]
        last = claims[min(len(claims) - 1, -place * 2 + 2)]
        evidence = Span("response", first.start, last.end, response[first.start : last.end])
    reason = f"the response answers “{part}”" if evidence else f"nothing in the response answers “{part}”"
    return QueryPart(text=part, answered=round(best, 4), evidence=evidence, reason=reason)


def _reference_parts(reference: str, response: str, query: str, verifier: Verifier) -> Iterator[QueryPart]:
    """Yield the claims of a reference answer as parts, with the probability that the response states each."""
    source = Source((response,), query)
    for claim in claim_texts(reference, query)[:MAX_CLAIMS]:
        verdict = verifier.check(source, claim)
        unit = verdict.deciding
        found = unit is not None and verdict.supported >= ANSWERS_FROM
        evidence = (
            Span("response", unit.start, unit.end, response[unit.start : unit.end])
            if unit and found
            else None
        )
        yield QueryPart(
            text=claim.text,
            origin="reference",
            answered=round(verdict.supported, 4),
            evidence=evidence,
            reason=f"the response {'states' if found else 'does not state'} what the reference says",
        )


def _hallucination(
    claims: Sequence[ClaimText], checker: SourceChecker, refusal: Refusal | None
) -> ResponseClaims:
    if not any(text.strip() for text in checker.source_text.texts):
        return ResponseClaims(no_context=True)
    return ResponseClaims(claims=tuple(_claim(claim, checker, refusal) for claim in claims))


def _claim(claim: ClaimText, checker: SourceChecker, refusal: Refusal | None) -> Claim:
    """Return a claim's label; that the context lacks an answer is true or not, no matter what it says."""
    if refusal is None or not declines(claim.text):
        return checker.label(claim, "response")
    justified = refusal == "justified"
    return Claim(
        label="supported" if justified else "partial",
        text=claim.text,
        span=Span("response", claim.start, claim.end, claim.text),
        reason="the claim says that the answer is missing, and the context does not answer the query"
        if justified
        else "the claim says that the answer is missing, but the context answers the query",
        probability=_SURE if justified else 1 - ANSWERS_FROM / 2,
        contradiction=0.0,
    )
