"""Claims of one text checked against others by the grounding rules, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from jurat.nlp.normalize import strip_invisible
from jurat.nlp.quote_search import content_words
from jurat.nlp.tokens import words
from jurat.observations import Anchor, Claim, ClaimLabel
from jurat.observers.grounding.nearest_passages import indexed_source, nearest_by_words
from jurat.observers.grounding.passages import PASSAGES
from jurat.observers.responses.response_observer import observe_anchors
from jurat.spans import Evidence, Span
from jurat.verifier.claim_texts import ClaimText, claim_texts

_CONTEXT: Final = "context"
_ENOUGH, _SOME = 0.8, 0.5
"""The shares of a sentence's words that a source must have where it holds no anchor."""


def read_claims(text: str, name: str, query: str, sources: tuple[str, ...], source: str) -> list[Claim]:
    """Return the sentences of a text as claims, each with its support in the sources.

    A sentence is supported if all its numbers, dates and assertions are, partial if some are. One without any
    is decided by the share of its words that the sources have.

    >>> [one] = read_claims("It costs $5.", "response", "", ("The tea costs 5 dollars.",), "reference")
    >>> one.label, one.evidence.source
    ('supported', 'reference')
    """
    if not any(one.strip() for one in sources):
        sources = ("-",)
    contexts = [strip_invisible(one) for one in sources]
    passages = [PASSAGES.get(one.text) for one in contexts]
    given = strip_invisible(text)
    found = observe_anchors(given, frozenset(words(given.text)), contexts, passages).anchors or ()
    made = []
    for claim in claim_texts(text, query):
        inside = [one for one in found if one.span is not None and claim.start <= one.span.start < claim.end]
        made.append(_by_anchors(claim, inside) if inside else _by_words(claim, sources))
    return [_named(one, name, source) for one in made]


def _by_anchors(claim: ClaimText, anchors: Sequence[Anchor]) -> Claim:
    good = [one for one in anchors if one.supported]
    bad = [one for one in anchors if not one.supported]
    label: ClaimLabel = "supported" if not bad else "partial" if good else "unsupported"
    decisive = bad[0] if bad else good[0]
    contradicted = any(one.evidence is not None or "says" in (one.reason or "").split(" ")[:3] for one in bad)
    return Claim(
        label="unsupported" if contradicted else label,
        text=claim.text,
        span=Span("response", claim.start, claim.end, claim.text),
        evidence=decisive.evidence,
        nearest=decisive.nearest,
        reason=decisive.reason,
        contradiction=1.0 if contradicted else 0.0,
    )


def _by_words(claim: ClaimText, sources: tuple[str, ...]) -> Claim:
    own = content_words(claim.text)
    known = frozenset(word for one in sources for word in content_words(one))
    if not own:
        own, known = frozenset(words(claim.text)), frozenset(word for one in sources for word in words(one))
    share = len(own & known) / len(own) if own else 0.0
    label: ClaimLabel = "supported" if share >= _ENOUGH else "partial" if share >= _SOME else "unsupported"
    near = nearest_by_words(indexed_source(sources), claim.text)
    place = None
    if near is not None:
        unit = near.unit
        name = f"{_CONTEXT}[{unit.passage}]" if len(sources) > 1 else _CONTEXT
        place = Span(name, unit.start, unit.end, sources[unit.passage][unit.start : unit.end])
    return Claim(
        label=label,
        text=claim.text,
        span=Span("response", claim.start, claim.end, claim.text),
        evidence=place if label == "supported" else None,
        nearest=None if label == "supported" else place,
        reason=f"the context has {len(own & known)} of its {len(own)} words",
    )


def _named(claim: Claim, name: str, source: str) -> Claim:
    """Return a claim whose spans and reason name the texts that were really compared."""
    return replace(
        claim,
        span=_renamed(claim.span, "response", name),
        evidence=_renamed(claim.evidence, _CONTEXT, source),
        nearest=_renamed(claim.nearest, _CONTEXT, source),
        reason=(claim.reason or "")
        .replace("the context", f"the {source}")
        .replace("the answer", "the claim"),
    )


def _renamed(evidence: Evidence | None, old: str, new: str) -> Span | None:
    if not isinstance(evidence, Span):
        return None
    return replace(evidence, source=evidence.source.replace(old, new, 1))
