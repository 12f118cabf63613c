"""A response and its context before a model: the anchors and their support."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

from jurat.cases import ResponseCase
from jurat.llm.model_errors import MalformedReplyError
from jurat.llm.model_protocol import Form
from jurat.nlp.tokens import words
from jurat.observations import Anchor, Anchors, ResponseObservations
from jurat.observers.labels import EvidenceChecker, verify_response
from jurat.observers.llm.prompt_session import PromptSession, clean_quote, span_of
from jurat.observers.llm.reply_schemas import AnchorsReply
from jurat.observers.llm.votes import Voted, settle

MOST_ANCHORS = 20


def passages(case: ResponseCase) -> list[str]:
    """The context passages that say anything."""
    return [text for text in case.contexts if text.strip()]


async def anchors(desk: PromptSession, case: ResponseCase) -> Voted[Anchors]:
    """The response's anchors, each with its evidence looked up in the context; without context, none."""
    if not passages(case):
        return Voted(Anchors(no_context=True))
    texts = case_texts(case)
    least = 1 if any(character.isdigit() for character in case.response) else 0
    form = Form("anchors", AnchorsReply, {"anchors": (least, MOST_ANCHORS)})
    first = await desk.ask(texts, form)
    count = len(first.anchors)
    items = [anchor.anchor for anchor in first.anchors]
    replies = await desk.again(first, texts, replace(form, counts={"anchors": (count, count)}), items=items)
    checked = [_checked(first, reply, case) for reply in replies]
    labels, shares = settle([found for found, _ in checked], lambda one: one.supported, (False, True))
    stands = [bool(anchor.span) or not anchor.supported for anchor in labels]
    if labels and not any(stands):
        raise MalformedReplyError("none of the model's anchors stands in the response")
    dropped = checked[0][1] + stands.count(False)
    seen = Anchors(anchors=tuple(compress(labels, stands)), overlap=overlap(case), dropped_quotes=dropped)
    return Voted(seen, tuple(compress(shares, stands)), dropped)


def overlap(case: ResponseCase) -> float:
    """The share of the response's distinct tokens that occur in the context.

    >>> overlap(ResponseCase(query="q", response="Paris is large", contexts=("Paris", "is big")))
    0.6666666666666666
    """
    said = set(words(case.response))
    known = {word for text in case.contexts for word in words(text)}
    return len(said & known) / len(said) if said else 0.0


def case_texts(case: ResponseCase) -> dict[str, str]:
    """Return the texts of a case under the names that prompts call them by."""
    shown = {"query": case.query}
    shown |= {f"passage {number}": text for number, text in enumerate(case.contexts, 1) if text.strip()}
    return {**shown, "response": case.response}


def _checked(first: AnchorsReply, reply: AnchorsReply, case: ResponseCase) -> tuple[list[Anchor], int]:
    """The anchors of one sample with their evidence looked up, and how many quotes were dropped."""
    found: list[Anchor] = []
    for chosen, anchor in zip(first.anchors, reply.anchors, strict=True):
        span = span_of(clean_quote(chosen.anchor), "response", case.response)
        found.append(
            Anchor(
                kind=chosen.kind,
                text=span.text if span else chosen.anchor,
                span=span,
                supported=anchor.label == "supported",
                evidence=clean_quote(anchor.evidence),
                reason=anchor.reason,
            )
        )
    return _looked_up(found, case.contexts)


def _looked_up(found: Sequence[Anchor], contexts: Sequence[str]) -> tuple[list[Anchor], int]:
    verifier = EvidenceChecker.of_model({"context": contexts})
    labels = ResponseObservations(hallucination=Anchors(anchors=tuple(found)))
    checked = verify_response(labels, verifier).hallucination
    assert checked is not None  # noqa: S101  it was given
    dropped = checked.dropped_quotes
    return [_without_loose_quote(anchor) for anchor in checked.anchors or ()], dropped


def _without_loose_quote(anchor: Anchor) -> Anchor:
    """An unsupported anchor's quote was not looked up, so it is not kept as evidence."""
    return replace(anchor, evidence=None) if isinstance(anchor.evidence, str) else anchor
