"""Misfits: names, numbers and dates of a statement that the article does not have, or not in that place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from jurat.nlp.dates.moment import covers
from jurat.nlp.doc import DocWord
from jurat.nlp.quantities.quantity import Quantity, agrees
from jurat.observers.grounding.entity_names import has_name, name_words
from jurat.observers.grounding.event_counts import OFTEN, counts_events
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.sentence_windows import SentenceWindow
from jurat.observers.grounding.term_weights import found_as

MisfitKind = Literal["entity", "number", "date"]

_MANY_DIGITS = 20


@dataclass(frozen=True, slots=True)
class EntityError:
    """A name, number or date without support, and what the article has in its place."""

    kind: MisfitKind
    start: int
    end: int
    text: str
    instead: str | None = None


def entity_errors(
    article: IndexedDoc, summary: IndexedDoc, words: Sequence[DocWord], window: SentenceWindow | None
) -> list[EntityError]:
    """What a statement names or counts that stands nowhere in the article."""
    if not words:
        return []
    start, end = words[0].token.start, words[-1].token.end
    found: list[EntityError] = [
        *_names(article, summary, words),
        *_numbers(article, summary, start, end, window),
    ]
    found += _dates(article, summary, start, end, window)
    found += _digits(article, summary, words)
    return sorted(found, key=lambda one: one.start)


def _names(article: IndexedDoc, summary: IndexedDoc, words: Sequence[DocWord]) -> Iterator[EntityError]:
    for word in name_words(summary, words):
        if not has_name(article, word.stem) and not found_as(article, summary, word):
            start, end = word.token.start, word.token.end
            yield EntityError("entity", start, end, summary.text[start:end])


def _numbers(
    article: IndexedDoc, summary: IndexedDoc, start: int, end: int, window: SentenceWindow | None
) -> Iterator[EntityError]:
    given = article.distinct.quantities
    years = [moment for moment in article.distinct.moments if moment.year is not None]
    for one in summary.quantities(start, end):
        if _is_small_word(summary, one) or any(_same(one, other) for other in given):
            continue
        if any(one.low == moment.year for moment in years):
            continue
        if counts_events(summary, one) and OFTEN.get(one.low, "") in article.by_text:
            continue
        instead = _rival(article, summary, one, window)
        yield EntityError("number", one.start, one.end, summary.text[one.start : one.end], instead)


def _dates(
    article: IndexedDoc, summary: IndexedDoc, start: int, end: int, window: SentenceWindow | None
) -> Iterator[EntityError]:
    given = article.distinct.moments
    for one in summary.moments(start, end):
        if any(covers(other, one) for other in given):
            continue
        inside = (
            [moment for line in window.lines for moment in article.moments(line.start, line.end)]
            if window
            else []
        )
        instead = article.text[inside[0].start : inside[0].end] if inside else None
        yield EntityError("date", one.start, one.end, summary.text[one.start : one.end], instead)


def _digits(article: IndexedDoc, summary: IndexedDoc, words: Sequence[DocWord]) -> Iterator[EntityError]:
    """Digits that are read neither as a quantity nor as a moment, as there are too many of them."""
    for word in words:
        start, end = word.token.start, word.token.end
        if end - start < _MANY_DIGITS or not word.stem.isdigit() or summary.figure_at(start, end):
            continue
        if word.stem not in article.postings:
            yield EntityError("number", start, end, summary.text[start:end])


def _same(one: Quantity, other: Quantity) -> bool:
    """Whether a quantity is given; a 53rd birthday is that of somebody who is 53."""
    same_value = one.kind == "ordinal" and one.low == other.low
    return same_value or agrees(one, other) == "same"


def _is_small_word(summary: IndexedDoc, one: Quantity) -> bool:
    """Whether it is "one", "first" or "second", or half of a score, which seldom count anything."""
    word = summary.text[one.start : one.end].lower()
    return one.low == one.high and one.low <= 2 and (word.isalpha() or (one.low < 2 and len(word) == 1))


def _rival(
    article: IndexedDoc, summary: IndexedDoc, one: Quantity, window: SentenceWindow | None
) -> str | None:
    """What the window counts in its place: of the same kind and unit, with the most alike words around it."""
    words = around(summary, one)
    rivals = [
        (-len(words & around(article, other)), other.start, other.end)
        for line in (window.lines if window else ())
        for other in article.quantities(line.start, line.end)
        if other.kind == one.kind and other.unit == one.unit
    ]
    if not rivals:
        return None
    _, start, end = min(rivals)
    return article.text[start:end]


def around(text: IndexedDoc, one: Quantity) -> frozenset[str]:
    """The words next to a quantity: two before it and five after it."""
    first, last = text.index_at(one.start), text.index_at(one.end)
    words = text.reading.words
    return frozenset(word.stem for word in (*words[max(0, first - 2) : first], *words[last : last + 5]))
