"""A summary and its article before a model: one function a metric, from the reply to observations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import get_args

from jurat.cases import SummaryCase
from jurat.llm.model_errors import MalformedReplyError
from jurat.llm.model_protocol import Form
from jurat.nlp.sentences import MIN_SEGMENT_TOKENS, segments
from jurat.nlp.tokens import count_tokens, tokens
from jurat.observations import (
    Alignment,
    Claim,
    Coverage,
    Deviation,
    ExtraneousClaim,
    Hallucination,
    KeyPoint,
    Relevance,
    Segment,
    SummaryObservations,
)
from jurat.observers.labels import EvidenceChecker, verify_summary
from jurat.observers.llm.prompt_session import PromptSession, clean_quote, in_sequence, numbered, span_of
from jurat.observers.llm.reply_schemas import (
    FINDINGS,
    AddedReply,
    AlignmentReply,
    CoverageReply,
    DeviationReply,
    HallucinationReply,
    Overlap,
    RelevanceReply,
)
from jurat.observers.llm.votes import Voted, majority, recurring, same_item, settle
from jurat.scoring.label_limits import CLAIMS, LabelLimits
from jurat.spans import Span

POINTS_WORST_FIRST = ("not", "partial", "fully")
CLAIMS_WORST_FIRST = ("unsupported", "partial", "supported")
OVERLAPS = {"none": 0.0, "some": 0.5, "high": 1.0}
"""A number inside each band, for the label that a model gives instead of one."""


def texts_of(case: SummaryCase) -> dict[str, str]:
    """The texts that a prompt shows."""
    return {"article": case.article, "summary": case.summary}


def verifier_of(case: SummaryCase) -> EvidenceChecker:
    """Looks up what a model quotes; a label that needs a quote and has none falls."""
    return EvidenceChecker.of_model({"article": [case.article], "summary": [case.summary]})


async def coverage(desk: PromptSession, case: SummaryCase, limits: LabelLimits) -> Voted[Coverage]:
    """Key points by label, and what the summary adds, counted in its own tokens."""
    low, high = limits.key_points
    form = Form("coverage", CoverageReply, {"key_points": (low, high), "added": (0, FINDINGS)})
    blanks = {"low": low, "high": high}
    first = await desk.ask(texts_of(case), form, blanks)
    count = len(first.key_points)
    fixed = replace(form, counts={**form.counts, "key_points": (count, count)})
    items = [point.point for point in first.key_points]
    replies = await desk.again(first, texts_of(case), fixed, blanks, items)
    checked = [_points(reply, items, case) for reply in replies]
    points, shares = settle([points for points, _ in checked], lambda one: one.label, POINTS_WORST_FIRST)
    added, more = recurring([reply.added for reply in replies], same_item)
    spans = [span_of(clean_quote(group[0].quote), "summary", case.summary) for group in added]
    dropped = checked[0][1] + spans.count(None)
    claims = [group[0].kind == "claim" for group in added]
    seen = Coverage(
        key_points=tuple(points),
        extraneous_tokens=_covered_tokens(case.summary, spans),
        summary_tokens=max(1, count_tokens(case.summary)),
        extraneous_claims=tuple(map(_extraneous, compress(added, claims), compress(spans, claims))),
        dropped_quotes=dropped,
    )
    return Voted(seen, (*shares, *compress(more, claims)), dropped)


def _points(reply: CoverageReply, items: Sequence[str], case: SummaryCase) -> tuple[list[KeyPoint], int]:
    """The key points of one sample with their evidence looked up, and how many quotes were dropped."""
    points = tuple(
        KeyPoint(text=text, label=point.label, evidence=clean_quote(point.evidence))
        for text, point in zip(items, reply.key_points, strict=True)
    )
    checked = verify_summary(SummaryObservations(coverage=Coverage(key_points=points)), verifier_of(case))
    assert checked.coverage is not None  # noqa: S101  it was given
    return list(checked.coverage.key_points or ()), checked.coverage.dropped_quotes


def _extraneous(group: Sequence[AddedReply], span: Span | None) -> ExtraneousClaim:
    """An addition that is a whole claim; one that is not quoted exactly still counts."""
    return ExtraneousClaim(text=span.text if span else group[0].quote, span=span)


def _covered_tokens(text: str, spans: Sequence[Span | None]) -> int:
    """How many tokens of a text lie in any of the spans.

    >>> _covered_tokens("one two three", [Span("", 4, 13, "two three"), Span("", 8, 13, "three")])
    2
    """
    places = [(span.start, span.end) for span in spans if span]
    return sum(any(t.start < end and start < t.end for start, end in places) for t in tokens(text))


async def alignment(desk: PromptSession, case: SummaryCase, limits: LabelLimits) -> Voted[Alignment]:
    """The article's intent, stance and tone, cut to the judge's length, and the summary's deviations."""
    form = Form("alignment", AlignmentReply, {"deviations": (0, FINDINGS)})
    blanks = {"intent_tokens": limits.intent_tokens}
    first = await desk.ask(texts_of(case), form, blanks)
    replies = await desk.again(first, texts_of(case), form, blanks)
    found, shares = recurring([reply.deviations for reply in replies], same_item)
    deviations = tuple(_deviation(group, case) for group in found)
    unplaced = sum(bool(clean_quote(group[0].quote)) for group in found)
    unplaced -= sum(deviation.span is not None for deviation in deviations)
    whole = limits.intent_tokens
    intent = cut(first.intent, whole)
    stance = cut(first.stance, whole - count_tokens(intent))
    tone = cut(first.tone, whole - count_tokens(intent) - count_tokens(stance))
    labels = Alignment(
        intent=intent, stance=stance, tone=tone, deviations=deviations, dropped_quotes=unplaced
    )
    checked = verify_summary(SummaryObservations(alignment=labels), verifier_of(case)).alignment
    assert checked is not None  # noqa: S101  it was given
    return Voted(checked, tuple(shares), checked.dropped_quotes)


def _deviation(group: Sequence[DeviationReply], case: SummaryCase) -> Deviation:
    severity, _ = majority([one.severity for one in group], ("severe", "mild"))
    first = next(one for one in group if one.severity == severity)
    span = span_of(clean_quote(first.quote), "summary", case.summary)
    return Deviation(
        kind=first.kind,
        severity=severity,
        text=span.text if span else None,
        span=span,
        reason=first.reason,
        evidence=clean_quote(first.evidence),
    )


def cut(text: str, limit: int) -> str:
    """The beginning of a text, at most so many tokens long.

    >>> cut("report a vote, soberly", 3), cut("report", 0)
    ('report a vote', '')
    """
    found = tokens(text)
    if len(found) <= limit:
        return text
    return text[: found[limit - 1].end] if limit > 0 else ""


async def hallucination(desk: PromptSession, case: SummaryCase) -> Voted[Hallucination]:
    """The summary's claims by label, each with its evidence looked up in the article."""
    least = 1 if count_tokens(case.summary) >= MIN_SEGMENT_TOKENS else 0
    form = Form("hallucination", HallucinationReply, {"claims": (least, CLAIMS)})
    first = await desk.ask(texts_of(case), form)
    count = len(first.claims)
    items = [claim.claim for claim in first.claims]
    fixed = replace(form, counts={"claims": (count, count)})
    replies = await desk.again(first, texts_of(case), fixed, items=items)
    checked = [_claims(reply, items, case) for reply in replies]
    claims, shares = settle([claims for claims, _ in checked], lambda one: one.label, CLAIMS_WORST_FIRST)
    stands = [bool(claim.span) or claim.label != "supported" for claim in claims]
    if claims and not any(stands):
        raise MalformedReplyError("none of the model's claims stands in the summary")
    dropped = checked[0][1] + stands.count(False)
    labels = Hallucination(claims=tuple(compress(claims, stands)), dropped_quotes=dropped)
    return Voted(labels, tuple(compress(shares, stands)), dropped)


def _claims(reply: HallucinationReply, items: Sequence[str], case: SummaryCase) -> tuple[list[Claim], int]:
    """The claims of one sample with their evidence looked up, and how many quotes were dropped."""
    claims = []
    for text, claim in zip(items, reply.claims, strict=True):
        span = span_of(clean_quote(text), "summary", case.summary)
        evidence = clean_quote(claim.evidence)
        claims.append(
            Claim(
                text=span.text if span else text,
                span=span,
                label=claim.label,
                evidence=evidence,
                reason=claim.reason,
            )
        )
    labels = SummaryObservations(hallucination=Hallucination(claims=tuple(claims)))
    checked = verify_summary(labels, verifier_of(case)).hallucination
    assert checked is not None  # noqa: S101  it was given
    return list(checked.claims or ()), checked.dropped_quotes


async def relevance(desk: PromptSession, case: SummaryCase, limits: LabelLimits) -> Voted[Relevance]:
    """The article's theme, and every segment of the summary with the band that the model sees it in."""
    spans = [Span("summary", *place, case.summary[slice(*place)]) for place in segments(case.summary)]
    count = len(spans)
    form = Form(
        "relevance",
        RelevanceReply,
        {"segments": (count, count)},
        check=lambda reply: in_sequence([one.segment for one in reply.segments], "segments"),
    )
    texts = {"article": case.article, "segments": numbered([span.text for span in spans])}
    blanks = {"theme_tokens": limits.theme_tokens, "segments": count}
    first = await desk.ask(texts, form, blanks)
    replies = await desk.again(first, texts, form, blanks)
    labels, shares = settle(
        [[one.label for one in reply.segments] for reply in replies], str, tuple(reversed(get_args(Overlap)))
    )
    judged = tuple(
        Segment(text=span.text, span=span, overlap=OVERLAPS[label])
        for span, label in zip(spans, labels, strict=True)
    )
    theme = cut(first.theme, limits.theme_tokens)
    return Voted(Relevance(theme=theme, segments=judged), tuple(shares))
