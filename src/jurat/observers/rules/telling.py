"""How much each word of a statement tells: nouns and rare words more than verbs and general ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from jurat.observers.rules.document import Document
from jurat.text.readings import Line, Word
from jurat.text.stems import stem
from jurat.text.tokens import read_list

PARTS: Mapping[str, float] = {"VERB": 0.3, "AUX": 0.3, "ADV": 0.3}
"""Verbs and adverbs are what a summary puts in its own words; they tell less than nouns do."""
SOFT = 0.3
"""What a word tells that is too general to be checked."""
_NOUNS = frozenset({"NOUN", "PROPN"})


def telling(article: Document, summary: Document, line: Line, words: Sequence[Word]) -> dict[str, float]:
    """Each stem of a statement that carries meaning, with its weight; figures are checked by value."""
    parts, soft = summary.parts(line), soft_stems()
    return {
        word.stem: article.reading.rarity(word.stem)
        * PARTS.get(parts.get(word.token.start, ""), 1.0)
        * (SOFT if word.stem in soft else 1.0)
        for word in words
        if word.content and not (word.stem[0].isdigit() and word.stem not in article.postings)
    }


def strangers(article: Document, summary: Document, line: Line, words: Sequence[Word]) -> list[Word]:
    """The nouns of a statement that the article neither has nor has anything near to."""
    parts, soft = summary.parts(line), soft_stems()
    return [
        word
        for word in words
        if word.content
        and word.stem not in soft
        and parts.get(word.token.start) in _NOUNS
        and not article.places(word.stem)
    ]


@lru_cache(maxsize=1)
def soft_stems() -> frozenset[str]:
    """The stems of words too general to be checked."""
    return frozenset(stem(one) for line in read_list("soft_words.txt") for one in line.split())
