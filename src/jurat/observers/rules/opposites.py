"""Opposites: words that contradict each other when they are said of the same thing."""

from __future__ import annotations

from functools import lru_cache

from jurat.text.stems import stem
from jurat.text.tokens import read_list

_PREFIXES = ("un", "non", "non-", "in", "im", "ir", "il", "dis")
_SHORTEST = 4


def opposite(one: str, other: str) -> bool:
    """Whether two stems contradict each other.

    >>> opposite(stem("rejected"), stem("approves")), opposite("likely", "unlikely"), opposite("rose", "ros")
    (True, True, False)
    """
    if other in _opposites().get(one, ()):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST and any(long == prefix + short for prefix in _PREFIXES)


def opposites(one: str) -> frozenset[str]:
    """The listed stems that contradict a stem."""
    return _opposites().get(one, frozenset())


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in read_list("antonyms.txt"):
        left, _, right = line.partition("|")
        these, those = {stem(one) for one in left.split()}, {stem(one) for one in right.split()}
        for one in these - those:
            found.setdefault(one, set()).update(those - these)
        for one in those - these:
            found.setdefault(one, set()).update(these - those)
    return {one: frozenset(others) for one, others in found.items()}
