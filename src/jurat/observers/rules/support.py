"""Support: how far an article bears out the words of a statement, in numbers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from jurat.observers.rules.document import Document
from jurat.observers.rules.windows import Window, best_window, weights
from jurat.text.readings import Word


@dataclass(frozen=True, slots=True)
class Support:
    """The share of a statement's words that the article has: anywhere, in one place, and in that order."""

    anywhere: float
    together: float
    in_order: float
    window: Window | None


def support(article: Document, words: Sequence[Word]) -> Support:
    """How far the article has the words of a statement."""
    wanted = weights(article, words)
    total = sum(wanted.values())
    if not total:
        return Support(1.0, 1.0, 1.0, None)
    found = sum(weight * max(article.places(stem).values(), default=0.0) for stem, weight in wanted.items())
    window = best_window(article, words)
    return Support(found / total, window.share if window else 0.0, _in_order(article, words), window)


def _in_order(article: Document, words: Sequence[Word]) -> float:
    """The share of neighbouring words that are neighbours in the article too."""
    stems = [word.stem for word in words]
    following = list(itertools.pairwise(stems))
    if not following:
        return 1.0 if stems and stems[0] in article.postings else 0.0
    return sum(pair in article.pairs for pair in following) / len(following)
