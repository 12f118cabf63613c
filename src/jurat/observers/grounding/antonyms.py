"""Opposites: words that contradict each other when they are said of the same thing."""

from __future__ import annotations

from jurat.nlp.morphology.negative_prefixes import counterparts, is_negative, is_whole, rests
from jurat.nlp.morphology.stems import stem
from jurat.nlp.terms import opposites

_SHORTEST = 4


def opposite(one: str, other: str) -> bool:
    """Whether two stems contradict each other.

    >>> opposite(stem("rejected"), stem("approves")), opposite("likely", "unlikely"), opposite("rose", "ros")
    (True, True, False)
    """
    if other in opposites().get(one, ()):
        return True
    short, long = sorted((one, other), key=len)
    return (
        len(short) >= _SHORTEST
        and not is_whole(long)
        and any(short in (rest, stem(rest)) for rest in rests(long))
    )


def opposite_words(one: str, other: str) -> bool:
    """Whether two words contradict each other, also by a beginning that only the whole word shows.

    >>> opposite_words("willing", "unwilling"), opposite_words("form", "inform")
    (True, False)
    """
    if opposite(stem(one), stem(other)):
        return True
    short, long = sorted((one, other), key=len)
    return is_negative(long) and stem(short) in counterparts(long)
