"""Evidence: a stretch of one of the texts, with the exact characters that stand there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Which text, from where to where, and the exact characters there."""

    source: str
    start: int
    end: int
    text: str


Evidence = Span | str
"""A located span, or the words as somebody quoted them."""


def evidence_key(evidence: Evidence, source: str) -> tuple[object, ...]:
    """What makes two pieces of evidence the same: their place, or else their words, folded.

    >>> evidence_key("Four  words or more", "summary") == evidence_key("four words or MORE", "summary")
    True
    >>> evidence_key(Span("article", 0, 4, "Four"), "article")
    ('article', 0, 4)
    """
    if isinstance(evidence, Span):
        return (evidence.source, evidence.start, evidence.end)
    return (source, " ".join(evidence.split()).casefold())
