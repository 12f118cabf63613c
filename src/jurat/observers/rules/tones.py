"""Tones: words that praise, blame or frame, in an article and in what is said of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from jurat.text.readings import Word
from jurat.text.stems import stem
from jurat.text.tokens import read_list


def polarity(words: Iterable[Word]) -> int:
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
