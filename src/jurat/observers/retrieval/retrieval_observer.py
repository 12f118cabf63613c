"""The observer of retrieval: passages, reference and citations, with whatever reads claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from jurat.cases import ResponseCase
from jurat.observations import (
    CitedSentence,
    CitedSentences,
    Claim,
    ClaimLabel,
    ComparedClaims,
    RankedPassages,
    RetrievalObservations,
    RetrievedPassage,
    WantedClaims,
)
from jurat.observers.retrieval.citation_marks import CitingSentence, citing_sentences, without_marks
from jurat.observers.retrieval.claims_by_rules import read_claims
from jurat.spans import Evidence, Span
from jurat.verifier.claim_texts import claim_texts

ReadClaims = Callable[[str, str, str, tuple[str, ...], str], list[Claim]]
"""Reads the claims of a text with their support: the text, its name, the query, the sources, their name."""
MAX_CHECKS: Final = 2000
"""Claims times passages of a case; more of them are unscored rather than read in part."""
NO_REFERENCE: Final = "no reference answer was given"
_WORST_FIRST: Final[tuple[ClaimLabel, ...]] = ("unsupported", "partial", "supported")
_EXCERPT: Final = 120


def observe(cases: Sequence[ResponseCase], read: ReadClaims = read_claims) -> Iterator[RetrievalObservations]:
    """Yield what is observed of each case, in order; the grounding rules read unless something else does."""
    return (observe_case(case, read) for case in cases)


def observe_case(case: ResponseCase, read: ReadClaims) -> RetrievalObservations:
    """Return the labels of all four metrics of one case."""
    checks = max(len(claim_texts(case.reference or "")), len(claim_texts(case.response)))
    if checks * max(1, len(case.contexts)) > MAX_CHECKS:
        why = f"its claims and passages make more than {MAX_CHECKS:,} checks"
        return RetrievalObservations(
            context_precision=RankedPassages(unscored=why),
            context_recall=WantedClaims(unscored=why),
            answer_correctness=ComparedClaims(unscored=why),
            citation_support=CitedSentences(unscored=why),
        )
    return RetrievalObservations(
        context_precision=_precision(case, read),
        context_recall=_recall(case, read),
        answer_correctness=_correctness(case, read),
        citation_support=_citations(case, read),
    )


def _precision(case: ResponseCase, read: ReadClaims) -> RankedPassages:
    """Label each passage alone: relevant if it supports a claim of the reference, or else of the response."""
    if not case.contexts:
        return RankedPassages(no_context=True)
    name, text = ("response", case.response) if case.reference is None else ("reference", case.reference)
    found = []
    for place, passage in enumerate(case.contexts):
        claims = read(text, name, case.query, (passage,), "context")
        helped = next((claim for claim in claims if claim.label == "supported"), None)
        evidence = None if helped is None else _placed(helped.evidence, (place,), len(case.contexts))
        reason = f"it supports “{_short(helped.text)}”" if helped else f"it supports nothing of the {name}"
        label = "relevant" if helped else "irrelevant"
        found.append(
            RetrievedPassage(label=label, text=_short(passage), evidence=evidence, reason=reason)  # type: ignore[arg-type]
        )
    return RankedPassages(passages=tuple(found))


def _recall(case: ResponseCase, read: ReadClaims) -> WantedClaims:
    if case.reference is None:
        return WantedClaims(unscored=NO_REFERENCE)
    if not case.contexts:
        return WantedClaims(no_context=True)
    claims = read(case.reference, "reference", case.query, case.contexts, "context")
    return WantedClaims(claims=tuple(claims))


def _correctness(case: ResponseCase, read: ReadClaims) -> ComparedClaims:
    if case.reference is None:
        return ComparedClaims(unscored=NO_REFERENCE)
    plain = without_marks(case.response)
    stated = read(plain, "response", case.query, (case.reference,), "reference")
    wanted = read(case.reference, "reference", case.query, (plain,), "response")
    return ComparedClaims(
        stated=tuple(_as_written(claim, case.response) for claim in stated),
        wanted=tuple(_as_written(claim, case.response) for claim in wanted),
    )


def _as_written(claim: Claim, response: str) -> Claim:
    """Return a claim whose places in the response have its citations again."""
    places = {name: getattr(claim, name) for name in ("span", "evidence", "nearest")}
    changes: dict[str, Any] = {
        name: replace(place, text=response[place.start : place.end])
        for name, place in places.items()
        if isinstance(place, Span) and place.source == "response"
    }
    return replace(claim, **changes, faults=None) if changes else claim


def _citations(case: ResponseCase, read: ReadClaims) -> CitedSentences:
    if not case.contexts:
        return CitedSentences(no_context=True)
    found = (_cited(one, case, read) for one in citing_sentences(case.response))
    return CitedSentences(sentences=tuple(found))


def _cited(one: CitingSentence, case: ResponseCase, read: ReadClaims) -> CitedSentence:
    """Return a sentence labelled by the passages that it cites, taken together."""
    span = Span("response", one.start, one.end, case.response[one.start : one.end])
    base = CitedSentence(label="unsupported", cites=one.cites, text=span.text, span=span)
    beyond = [number for number in one.cites if not 1 <= number <= len(case.contexts)]
    if beyond:
        return replace(base, reason=f"it cites [{beyond[0]}], and there are {len(case.contexts)} passages")
    places = tuple(number - 1 for number in one.cites)
    claims = read(
        one.text, "response", case.query, tuple(case.contexts[place] for place in places), "context"
    )
    if not claims:
        return replace(base, reason="it states nothing that can be checked")
    worst = min(claims, key=lambda claim: _WORST_FIRST.index(claim.label))
    return replace(
        base,
        label=worst.label,
        evidence=_placed(worst.evidence, places, len(case.contexts)),
        nearest=_placed(worst.nearest, places, len(case.contexts)),
        reason=worst.reason,
    )


def _placed(evidence: Evidence | None, places: tuple[int, ...], count: int) -> Span | None:
    """Return evidence from some of the passages under the name that it has among all of them."""
    if not isinstance(evidence, Span):
        return None
    number = int(evidence.source.partition("[")[2].rstrip("]") or 0)
    return replace(evidence, source=f"context[{places[number]}]" if count > 1 else "context")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"{line[: _EXCERPT - 1]}…"
