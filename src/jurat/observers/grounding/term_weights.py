"""How much each word of a statement tells: nouns and rare words more than verbs and general ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.quantities.numerals import number_words
from jurat.nlp.terms import soft_stems
from jurat.observers.grounding.aliases import short_names
from jurat.observers.grounding.indexed_doc import IndexedDoc

PARTS: Mapping[str, float] = {"VERB": 0.3, "AUX": 0.3, "ADV": 0.3}
"""Verbs and adverbs are what a summary puts in its own words; they tell less than nouns do."""
SOFT = 0.3
"""What a word tells that is too general to be checked."""
_NOUNS = frozenset({"NOUN", "PROPN"})


def term_weights(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence, words: Sequence[DocWord]
) -> dict[str, float]:
    """Each stem of a statement that carries meaning, with its weight; figures are checked by value."""
    parts, soft = summary.parts(line), soft_stems()
    return {
        found_as(article, summary, word) or word.stem: article.reading.rarity(word.stem)
        * PARTS.get(parts.get(word.token.start, ""), 1.0)
        * (SOFT if word.stem in soft else 1.0)
        for word in words
        if word.content
        and not ((word.stem[0].isdigit() or _counts(summary, word)) and word.stem not in article.postings)
    }


def unknown_terms(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence, words: Sequence[DocWord]
) -> list[DocWord]:
    """The nouns of a statement that the article neither has nor has anything near to."""
    parts, soft = summary.parts(line), soft_stems()
    return [
        word
        for word in words
        if word.content
        and word.stem not in soft
        and parts.get(word.token.start) in _NOUNS
        and not _counts(summary, word)
        and not article.places(word.stem)
        and not found_as(article, summary, word)
    ]


def found_as(article: IndexedDoc, summary: IndexedDoc, word: DocWord) -> str | None:
    """What the article has for a word that it lacks: a compound of which it is part, or a short name."""
    if word.stem in article.postings:
        return None
    compound = article.compounds.get(word.stem)
    if compound is not None:
        return None if article.places(word.stem) or summary.beside_dash(word) else compound
    if not summary.written(word)[0].isupper():
        return None
    return next((one for one in short_names(word.stem) if article.capitalised(one)), None)


def _counts(summary: IndexedDoc, word: DocWord) -> bool:
    """Whether a word is a number in letters, inside a figure: the "dozen" of "a dozen"."""
    token = word.token
    return token.text in _number_words() and summary.figure_at(token.start, token.end) is not None


@lru_cache(maxsize=1)
def _number_words() -> frozenset[str]:
    known = number_words()
    return frozenset().union(known.ones, known.teens, known.tens, known.scales)
