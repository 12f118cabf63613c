"""A text read once: its sentences, its words by stem, how often and where each stands.

Every part is made when it is first asked for, and texts that come again, as an article with many summaries
does, are found again within a bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log
from typing import Final

from jurat.nlp.morphology.stems import stem
from jurat.nlp.sentences import sentences
from jurat.nlp.terms import function_words
from jurat.nlp.tokens import Token, tokens
from jurat.nlp.word_similarity import similar_stems

_KEPT: Final = 64
_CLITIC: Final = 3


@dataclass(frozen=True, slots=True)
class DocWord:
    """A word of a text: its stem, its token, and what kind of word it is."""

    stem: str
    token: Token
    content: bool
    """Whether it carries meaning of its own, as stop words do not."""
    capital: bool
    """Whether it is written with a capital, elsewhere than at the start of a sentence."""


@dataclass(frozen=True, slots=True)
class DocSentence:
    """A sentence of a text and its words."""

    index: int
    start: int
    end: int
    words: tuple[DocWord, ...]
    stems: frozenset[str]

    @property
    def content(self) -> list[DocWord]:
        """The words that carry meaning."""
        return [word for word in self.words if word.content]


class Doc:
    """A text and what is known about its words."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def lines(self) -> list[DocSentence]:
        """The sentences in order, those without a word left out."""
        found: list[DocSentence] = []
        everything = tokens(self.text)
        at = 0
        for sentence in sentences(self.text):
            first = at
            while at < len(everything) and everything[at].start < sentence.end:
                at += 1
            words = self._words(everything[first:at])
            if words:
                stems = frozenset(word.stem for word in words)
                found.append(DocSentence(len(found), sentence.start, sentence.end, words, stems))
        return found

    def _words(self, found: list[Token]) -> tuple[DocWord, ...]:
        stops = function_words()
        return tuple(
            DocWord(
                stem(one.text),
                one,
                one.text not in stops and not (len(one.text) <= _CLITIC and self._is_clitic(one)),
                place > 0 and self.text[one.start].isupper(),
            )
            for place, one in enumerate(found)
        )

    def _is_clitic(self, one: Token) -> bool:
        """Whether it is the "s" of "it 's" or the "n't" of "is n't", as texts taken apart have them."""
        return one.text == "n't" or (
            one.text.isalpha() and self.text[one.start - 1 : one.start] in ("'", "’")
        )

    @cached_property
    def words(self) -> list[DocWord]:
        """All words in order."""
        return [word for line in self.lines for word in line.words]

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each stem occurs."""
        return Counter(word.stem for word in self.words)

    @cached_property
    def spread(self) -> Counter[str]:
        """In how many sentences each stem occurs."""
        return Counter(one for line in self.lines for one in line.stems)

    def rarity(self, one: str) -> float:
        """How much a stem tells which sentence is meant: rare ones tell more.

        >>> reading = Doc("Rain fell. Rain stopped. Rain helps wheat.")
        >>> reading.rarity("rain") < reading.rarity("wheat") < reading.rarity("snow")
        True
        """
        return 0.5 + log((len(self.lines) + 1) / (self.spread.get(one, 0) + 0.5))


@lru_cache(maxsize=_KEPT)
def analyse(text: str) -> Doc:
    """The reading of a text, the same one as long as it is kept."""
    return Doc(text)


def stem_similarity(one: str, others: Mapping[str, object] | frozenset[str]) -> float:
    """How well a stem is matched among others: 1 if it is there, else by the nearest in meaning.

    >>> [stem_similarity(stem, frozenset({"lawyer", "judg"})) for stem in ("attorney", "wheat")]
    [0.79, 0.0]
    """
    if one in others:
        return 1.0
    return max((near for other, near in similar_stems(one).items() if other in others), default=0.0)
