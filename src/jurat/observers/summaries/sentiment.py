"""Tones: words that praise, blame or frame, in an article and in what is said of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from jurat.nlp.doc import DocWord
from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.stems import stem


def polarity(words: Iterable[DocWord]) -> int:
    """How many words praise, less how many blame."""
    good, bad = toned("good"), toned("bad")
    return sum((word.stem in good) - (word.stem in bad) for word in words)


@lru_cache(maxsize=4)
def toned(kind: str) -> frozenset[str]:
    """The stems of one kind of words: good, bad or framing.

    >>> stem("shamefully") in toned("framing"), stem("bridge") in toned("bad")
    (True, False)
    """
    lines = (line.split() for line in read_list("sentiment.txt"))
    return frozenset(stem(one) for name, *found in lines if name == kind for one in found)
