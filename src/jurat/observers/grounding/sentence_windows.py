"""Windows: the two neighbouring sentences of a text that say most of what some words say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jurat.nlp.doc import DocSentence, DocWord
from jurat.observers.grounding.indexed_doc import IndexedDoc


@dataclass(frozen=True, slots=True)
class SentenceWindow:
    """One or two sentences, the better of them, and how much of the words they hold, by weight."""

    lines: tuple[DocSentence, ...]
    best: DocSentence
    share: float
    line_share: float

    @property
    def stems(self) -> frozenset[str]:
        """All stems of the window."""
        return frozenset().union(*(line.stems for line in self.lines))


def rarities(text: IndexedDoc, words: Sequence[DocWord]) -> dict[str, float]:
    """Each stem that carries meaning, with how much it tells where a text is meant."""
    return {word.stem: text.reading.rarity(word.stem) for word in words if word.content}


def best_window(text: IndexedDoc, wanted: Mapping[str, float]) -> SentenceWindow | None:
    """The window that holds most of some weighted stems; the earlier one of two that hold the same."""
    total = sum(wanted.values())
    single: dict[int, float] = {}
    for stem, weight in wanted.items():
        for index, near in text.places(stem).items():
            single[index] = single.get(index, 0.0) + weight * near
    if not single or not total:
        return None
    double = {first: _union(text, wanted, first) for first in _firsts(single)}
    first = min(double, key=lambda one: (-round(double[one], 9), one))
    lines = text.lines[first : first + 2]
    best = max(lines, key=lambda line: (round(single.get(line.index, 0.0), 9), -line.index))
    kept = tuple(lines) if double[first] > single.get(best.index, 0.0) + 1e-9 else (best,)
    return SentenceWindow(kept, best, double[first] / total, single.get(best.index, 0.0) / total)


def _firsts(single: dict[int, float]) -> list[int]:
    """The windows worth a look: those around the sentences that hold most by themselves."""
    top = sorted(single, key=lambda index: (-round(single[index], 9), index))[:8]
    return sorted({first for index in top for first in (index - 1, index) if first >= 0})


def _union(text: IndexedDoc, wanted: Mapping[str, float], first: int) -> float:
    total = 0.0
    for stem, weight in wanted.items():
        places = text.places(stem)
        total += weight * max(places.get(first, 0.0), places.get(first + 1, 0.0))
    return total


def verbatim_window(text: IndexedDoc, words: Sequence[DocWord]) -> SentenceWindow | None:
    """The place where some words stand exactly as they are, if there is one."""
    lines = text.verbatim(words)
    return SentenceWindow(lines, lines[0], 1.0, 1.0) if lines else None
