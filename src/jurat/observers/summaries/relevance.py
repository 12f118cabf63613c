"""Relevance by rule: what the article is about, and how much of each segment of the summary is about it."""

from __future__ import annotations

from jurat.nlp.doc import Doc, DocWord
from jurat.nlp.sentences import Sentence, segments
from jurat.observations import Relevance, Segment
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.summaries.themes import theme
from jurat.options import Overlap
from jurat.spans import Span


def observe_relevance(
    article: IndexedDoc, summary: IndexedDoc, *, overlap: Overlap, theme_tokens: int
) -> Relevance:
    """The article's theme, and the overlap of each segment by the formula that was chosen."""
    found = segments(summary.text)
    return Relevance(
        theme=theme(article, theme_tokens),
        segments=tuple(_segment(article, summary, one, overlap) for one in found),
    )


def _segment(article: IndexedDoc, summary: IndexedDoc, place: Sentence, overlap: Overlap) -> Segment:
    text = summary.text[place.start : place.end]
    words = summary.words(place.start, place.end)
    return Segment(
        text=text,
        span=Span("summary", place.start, place.end, text),
        overlap=measure(article.reading, words, overlap),
    )


def measure(article: Doc, words: list[DocWord], overlap: Overlap) -> float:
    """The overlap of a segment's words with the article, in [0, 1]."""
    own = {word.stem for word in words if word.content} or {word.stem for word in words}
    if not own:
        return 0.0
    if overlap == "containment":
        return sum(1 for one in own if one in article.counts) / len(own)
    if overlap == "jaccard":
        return jaccard(own, _stems(article.words))
    return best_window(article, own, len(words))


def best_window(article: Doc, own: set[str], size: int) -> float:
    """The best Jaccard index of some stems with those of any stretch of the article of that many words."""
    words = article.words
    inside: dict[str, int] = {}
    shared, best = 0, 0.0
    for index, word in enumerate(words):
        if word.content:
            inside[word.stem] = inside.get(word.stem, 0) + 1
            shared += inside[word.stem] == 1 and word.stem in own
        if index >= size and words[index - size].content:
            gone = words[index - size].stem
            inside[gone] -= 1
            if not inside[gone]:
                del inside[gone]
                shared -= gone in own
        if inside:
            best = max(best, shared / (len(inside) + len(own) - shared))
    return best


def jaccard(one: set[str], other: set[str]) -> float:
    """The share of all stems that both have.

    >>> jaccard({"a", "b"}, {"b", "c"})
    0.3333333333333333
    """
    return len(one & other) / len(one | other) if one | other else 0.0


def _stems(words: list[DocWord]) -> set[str]:
    return {word.stem for word in words if word.content}
