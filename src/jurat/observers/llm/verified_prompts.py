"""A response before a model that reads for meaning: its claims, the query's parts, and what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import Final

from jurat.cases import ResponseCase
from jurat.llm.model_errors import MalformedReplyError
from jurat.llm.model_protocol import Form
from jurat.observations import (
    Aboutness,
    Claim,
    QueryPart,
    QueryParts,
    ResponseClaims,
    VerifiedObservations,
)
from jurat.observers.labels import EvidenceChecker, verify_claims
from jurat.observers.llm.prompt_session import PromptSession, clean_quote, span_of
from jurat.observers.llm.reply_schemas import (
    AboutnessReply,
    Grounding,
    QueryPartReply,
    QueryPartsReply,
    ResponseClaimReply,
    ResponseClaimsReply,
)
from jurat.observers.llm.response_prompts import case_texts, passages
from jurat.observers.llm.votes import Voted, majority, settle

MOST_CLAIMS: Final = 20
MOST_PARTS: Final = 8
WORST_FIRST: Final = ("contradicted", "unsupported", "partial", "supported")
ANSWERED: Final = {"not": 0.0, "partly": 0.5, "answered": 1.0}
ABOUT: Final = {"other": 0.0, "beside": 0.5, "about": 1.0}
REFUSALS: Final = ("unjustified", "justified", "none")


async def claims(desk: PromptSession, case: ResponseCase) -> Voted[ResponseClaims]:
    """Return the response's claims with their evidence looked up in the context; none without a context."""
    if not passages(case):
        return Voted(ResponseClaims(no_context=True))
    texts = case_texts(case)
    form = Form("response_claims", ResponseClaimsReply, {"claims": (0, MOST_CLAIMS)})
    first = await desk.ask(texts, form)
    count = len(first.claims)
    items = [claim.claim for claim in first.claims]
    replies = await desk.again(first, texts, replace(form, counts={"claims": (count, count)}), items=items)
    checked = [_checked(items, reply.claims, case) for reply in replies]
    found, shares = settle([labels for labels, _ in checked], _grounding, WORST_FIRST)
    placed = [claim.span is not None for claim in found]
    if found and not any(placed):
        raise MalformedReplyError("none of the model's claims is in the response")
    dropped = checked[0][1] + placed.count(False)
    labels = ResponseClaims(claims=tuple(compress(found, placed)), dropped_quotes=dropped)
    return Voted(labels, tuple(compress(shares, placed)), dropped)


def _grounding(claim: Claim) -> Grounding:
    return "contradicted" if claim.contradiction else claim.label


def _checked(
    items: Sequence[str], replies: Sequence[ResponseClaimReply], case: ResponseCase
) -> tuple[list[Claim], int]:
    """Return the claims of one sample with their evidence looked up, and how many quotes were dropped."""
    made = tuple(_claim(text, reply, case) for text, reply in zip(items, replies, strict=True))
    labels = VerifiedObservations(hallucination=ResponseClaims(claims=made))
    checked = verify_claims(labels, EvidenceChecker.of_model({"context": case.contexts})).hallucination
    assert checked is not None  # noqa: S101  it was given
    return [_without_loose_contradiction(one) for one in checked.claims or ()], checked.dropped_quotes


def _claim(text: str, reply: ResponseClaimReply, case: ResponseCase) -> Claim:
    span = span_of(clean_quote(text), "response", case.response)
    return Claim(
        label="unsupported" if reply.label == "contradicted" else reply.label,
        text=span.text if span else text,
        span=span,
        evidence=clean_quote(reply.evidence),
        reason=reply.reason,
        contradiction=float(reply.label == "contradicted"),
    )


def _without_loose_contradiction(claim: Claim) -> Claim:
    """Return a claim without a contradiction that no evidence shows: it is unsupported."""
    return replace(claim, contradiction=0.0) if claim.evidence is None else claim


async def parts(desk: PromptSession, case: ResponseCase) -> Voted[QueryParts]:
    """Return the query's parts, each with the words of the response that answer it."""
    texts = case_texts(case)
    form = Form("query_parts", QueryPartsReply, {"parts": (1, MOST_PARTS)})
    first = await desk.ask(texts, form)
    count = len(first.parts)
    items = [part.part for part in first.parts]
    replies = await desk.again(first, texts, replace(form, counts={"parts": (count, count)}), items=items)
    checked = [_answered(items, reply.parts, case) for reply in replies]
    found, shares = settle(
        [labels for labels, _ in checked], lambda one: one.answered, tuple(ANSWERED.values())
    )
    refusal, _ = majority([reply.refusal for reply in replies], REFUSALS)
    dropped = checked[0][1]
    labels = QueryParts(
        parts=tuple(found), refusal=None if refusal == "none" else refusal, dropped_quotes=dropped
    )
    return Voted(labels, tuple(shares), dropped)


def _answered(
    items: Sequence[str], replies: Sequence[QueryPartReply], case: ResponseCase
) -> tuple[list[QueryPart], int]:
    """Return the parts of one sample with their evidence looked up, and how many quotes were dropped."""
    made = tuple(
        QueryPart(
            text=text,
            answered=ANSWERED[reply.label],
            evidence=clean_quote(reply.evidence),
            reason=reply.reason,
        )
        for text, reply in zip(items, replies, strict=True)
    )
    labels = VerifiedObservations(completeness=QueryParts(parts=made))
    checked = verify_claims(labels, EvidenceChecker.of_model({"response": (case.response,)})).completeness
    assert checked is not None  # noqa: S101  it was given
    return list(checked.parts or ()), checked.dropped_quotes


async def aboutness(desk: PromptSession, case: ResponseCase) -> Voted[Aboutness]:
    """Return how far the response is about the query, as most samples see it."""
    texts = {"query": case.query, "response": case.response}
    form = Form("aboutness", AboutnessReply, {})
    first = await desk.ask(texts, form)
    replies = await desk.again(first, texts, form)
    label, share = majority([reply.label for reply in replies], tuple(ABOUT))
    reason = next(reply.reason for reply in replies if reply.label == label)
    return Voted(Aboutness(about=ABOUT[label], reason=reason), (share,))
