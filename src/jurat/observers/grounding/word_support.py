"""Support: how far an article bears out the words of a statement, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.sentence_windows import SentenceWindow, best_window


@dataclass(frozen=True, slots=True)
class Support:
    """The share of a statement's words that the article has: anywhere, and in one place."""

    anywhere: float
    together: float
    window: SentenceWindow | None


def support(article: IndexedDoc, wanted: Mapping[str, float]) -> Support:
    """How far the article has the weighted words of a statement."""
    total = sum(wanted.values())
    if not total:
        return Support(1.0, 1.0, None)
    found = sum(weight * max(article.places(stem).values(), default=0.0) for stem, weight in wanted.items())
    window = best_window(article, wanted)
    return Support(found / total, window.share if window else 0.0, window)
