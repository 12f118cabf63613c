"""How near two short texts are: TF-IDF cosine and Jaccard, in closed form.

With two texts a term occurs in one of them or in both, so the smoothed inverse document frequency has two
values only: ``ln(3/2) + 1`` and ``1``. No vocabulary has to be fitted and no matrix built.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set as AbstractSet
from math import log, sqrt
from typing import Final

from jurat.nlp.tokens import stop_words

_TERM: Final = re.compile(r"\w\w+")
_RARE: Final = (1.0 + log(1.5)) ** 2


def cosine(left: str, right: str) -> float | None:
    """The cosine of two texts' TF-IDF vectors, fitted on both; none where only stop words are left.

    >>> round(cosine("price of tea", "tea price today"), 4)
    0.7093
    >>> cosine("a b", "the of") is None
    True
    """
    one, other = _terms(left), _terms(right)
    if not one and not other:
        return None
    shared = sum(count * other[term] for term, count in one.items() if term in other)
    if not shared:
        return 0.0
    return min(1.0, shared / sqrt(_square(one, other) * _square(other, one)))


def jaccard(left: AbstractSet[str], right: AbstractSet[str]) -> float:
    """The share of two sets' elements that they have in common; 0 where both are empty.

    >>> jaccard({"tea", "price"}, {"tea", "today"}), jaccard(set(), set())
    (0.3333333333333333, 0.0)
    """
    union = len(left | right)
    return len(left & right) / union if union else 0.0


def _terms(text: str) -> Counter[str]:
    """Each term of a text that is no stop word, and how often it occurs."""
    stops = stop_words()
    return Counter([term for term in _TERM.findall(text.lower()) if term not in stops])


def _square(own: Counter[str], other: Counter[str]) -> float:
    """The squared length of a text's vector."""
    return sum(count * count * (1.0 if term in other else _RARE) for term, count in own.items())
