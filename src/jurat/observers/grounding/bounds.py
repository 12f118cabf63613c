"""Bounds: "more than 40" is not "less than 40", though the number is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from jurat.nlp.doc import DocSentence
from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.quantities.quantity import Quantity, agrees
from jurat.nlp.treebank_tokens import TextRange
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.sentence_windows import SentenceWindow

Side = Literal["floor", "lid"]

_LONGEST = 3
"""Words of the longest phrase that bounds a number."""


class Bound(NamedTuple):
    """From which side a number is bounded, and the words that do it."""

    side: Side
    words: str


def turned_bounds(
    article: IndexedDoc, summary: IndexedDoc, place: TextRange, window: SentenceWindow
) -> Iterator[tuple[Quantity, DocSentence, str]]:
    """The numbers of a statement that the article bounds from the other side, each with where and why."""
    for one in summary.quantities(place.start, place.end):
        said = bound(summary, one)
        if said is None:
            continue
        for line in window.lines:
            for other in article.quantities(line.start, line.end):
                given = bound(article, other)
                if given and given.side != said.side and agrees(one, other) == "same":
                    yield one, line, f"the article says “{given.words}”, the summary “{said.words}”"


def bound(text: IndexedDoc, one: Quantity) -> Bound | None:
    """The bound that the words before a number set, if they do.

    >>> said = IndexedDoc("The bridge carried no more than 40 cars.")
    >>> bound(said, said.values.quantities[0])
    Bound(side='lid', words='no more than')
    """
    at = text.index_at(one.start)
    before = [word.token.text for word in text.reading.words[max(0, at - _LONGEST) : at]]
    for size in range(len(before), 0, -1):
        phrase = " ".join(before[-size:])
        if phrase in _phrases():
            return Bound(_phrases()[phrase], phrase)
    return None


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, Side]:
    sides: dict[str, Side] = {"floor": "floor", "lid": "lid"}
    lines = (line.split(" ", 1) for line in read_list("bounds.txt"))
    return {phrase: sides[side] for side, phrase in lines}
