"""Opposites: words that contradict each other when they are said of the same thing."""

from __future__ import annotations

from functools import cache

from jurat.text.stems import stem
from jurat.text.tagging import is_listed
from jurat.text.terms import opposites
from jurat.text.tokens import read_list

_PREFIXES = ("un", "non", "non-", "in", "im", "ir", "il", "dis")
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
        and long not in _whole()
        and any(short in (rest, stem(rest)) for rest in _rests(long))
    )


def is_negative(word: str) -> bool:
    """Whether a word denies by its beginning what the rest of it says.

    >>> is_negative("unwilling"), is_negative("illegal"), is_negative("inform"), is_negative("important")
    (True, True, False, False)
    """
    return stem(word) not in _whole() and any(
        len(rest) >= _SHORTEST and is_listed(rest) for rest in _rests(word)
    )


def _rests(word: str) -> list[str]:
    """What is left of a word without a beginning that may deny it."""
    return [word[len(prefix) :] for prefix in _PREFIXES if word.startswith(prefix)]


@cache
def _whole() -> frozenset[str]:
    """The stems of words that begin like a denial and are none."""
    return frozenset(stem(word) for line in read_list("whole_words.txt") for word in line.split())
