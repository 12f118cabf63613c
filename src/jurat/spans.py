"""Evidence: a stretch of one of the texts, with the exact characters that stand there."""

from __future__ import annotations

from collections.abc import Iterable
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


def evidence_keys(quoted: Iterable[tuple[Evidence | None, str]]) -> list[tuple[object, ...]]:
    """A key for each piece of evidence, given with the text it is from; the same for those that are the same.

    Spans are the same by their place. A bare quote is the same as another one, or as a span, by its words,
    white space and case aside. A blank one is no evidence.

    >>> evidence_keys([("Four  words", "summary"), ("four WORDS", "summary"), (" ", "summary")])
    [('summary', 'four words'), ('summary', 'four words')]
    >>> evidence_keys([("four words", "article"), (Span("article", 7, 17, "Four words"), "article")])
    [('article', 7, 17), ('article', 7, 17)]
    """
    keys: list[tuple[object, ...]] = []
    spans: list[tuple[str, str]] = []
    quotes: list[tuple[str, str]] = []
    for evidence, source in quoted:
        if isinstance(evidence, Span):
            keys.append((evidence.source, evidence.start, evidence.end))
            spans.append((source, evidence.text))
        elif evidence and (words := _folded(evidence)):
            quotes.append((source, words))
    if quotes:
        known = {(source, _folded(text)): key for (source, text), key in zip(spans, keys, strict=True)}
        keys += [known.get(quote, quote) for quote in quotes]
    return keys


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
