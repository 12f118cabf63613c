"""Context passages, analysed once: where each word stands, what values there are, what is denied.

The parts of an analysis are made when they are first asked for. Passages that repeat (several responses to
one query, one document behind many queries) are found again by their text, within a bound on number and size.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Final
from unicodedata import is_normalized

from jurat.nlp.dates.moment import Moment
from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.quantities.quantity import Quantity
from jurat.nlp.sentences import Sentence, sentences
from jurat.nlp.structured_data import Record, read_record
from jurat.nlp.terms import word_pattern, words_and_starts
from jurat.nlp.tokens import words
from jurat.nlp.value_index import MomentIndex, QuantityIndex
from jurat.nlp.values import Values, values
from jurat.observers.grounding.attributes import Attribute, attributes
from jurat.observers.grounding.claim_extraction import ExtractedClaim
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.opening_hours import Opening, opening_hours
from jurat.observers.grounding.term_index import Places, TermIndex

MAX_PASSAGES: Final = 256
MAX_CHARACTERS: Final = 8_000_000
MAX_PLACES: Final = 400
LONGEST_READ: Final = 600
"""Characters of a sentence beyond which its grammar is not asked for."""


class Passage:
    """One passage of context and what is known about it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _read(self) -> tuple[TermIndex, frozenset[str]]:
        """Its words under each of their forms, and its tokens; the words themselves are not kept."""
        words, starts = words_and_starts(self.text)
        return TermIndex(words, starts), _tokens(self.text, words)

    @cached_property
    def positions(self) -> TermIndex:
        """Where its words stand, under each of their forms."""
        return self._read[0]

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The distinct tokens, as overlap counts them."""
        return self._read[1]

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """The passage's sentences in order."""
        return sentences(self.text)

    @cached_property
    def values(self) -> Values:
        """The amounts, dates and times it names."""
        return values(self.text)

    @cached_property
    def quantities(self) -> QuantityIndex:
        """Its amounts by value."""
        return QuantityIndex(self.values.quantities)

    @cached_property
    def moments(self) -> MomentIndex:
        """Its dates and times by their parts."""
        return MomentIndex(self.values.moments)

    def quantities_in(self, start: int, end: int) -> Sequence[Quantity]:
        """Its amounts that begin in a stretch."""
        starts = self._quantity_starts
        return self.values.quantities[bisect_left(starts, start) : bisect_left(starts, end)]

    def moments_in(self, start: int, end: int) -> Sequence[Moment]:
        """Its dates and times that begin in a stretch."""
        starts = self._moment_starts
        return self.values.moments[bisect_left(starts, start) : bisect_left(starts, end)]

    @cached_property
    def _quantity_starts(self) -> list[int]:
        return [one.start for one in self.values.quantities]

    @cached_property
    def _moment_starts(self) -> list[int]:
        return [one.start for one in self.values.moments]

    @cached_property
    def record(self) -> Record | None:
        """The passage as data, if it is that."""
        return read_record(self.text)

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """The yes and no of the passage's data."""
        return attributes(self.record) if self.record else ()

    @cached_property
    def hours(self) -> dict[int, Opening]:
        """The opening hours among the passage's data."""
        return opening_hours(self.record) if self.record else {}

    @cached_property
    def pronouns(self) -> Places:
        """The offsets of words that stand for somebody or something named before."""
        forms = read_list("stand_ins.txt")
        return tuple(sorted(place for form in forms for place in self.positions.of(form)))

    @cached_property
    def doc(self) -> IndexedDoc:
        """Its sentences, words and clauses."""
        return IndexedDoc(self.text)

    @cached_property
    def claims(self) -> dict[int, list[ExtractedClaim]]:
        """The claims of sentences that were asked for, by where the sentence starts."""
        return {}

    def end_of(self, offset: int) -> int:
        """Where the word at an offset, or the next after it, ends."""
        match = word_pattern(self.text).search(self.text, offset)
        return match.end() if match else offset

    def sentences_with(self, form: str) -> frozenset[int]:
        """The sentences, by number, in which a word stands under this form."""
        held = self._sentences_with
        if form not in held:
            places = self.positions.of(form)[:MAX_PLACES]
            held[form] = frozenset(self.sentence_number(place) for place in places)
        return held[form]

    def sentence_number(self, offset: int) -> int:
        """The number of the sentence in which an offset lies, or of the last before it."""
        return max(0, bisect_right(self._sentence_starts, offset) - 1)

    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [sentence.start for sentence in self.sentences]

    @cached_property
    def _sentences_with(self) -> dict[str, frozenset[int]]:
        return {}


def _tokens(text: str, written: Iterable[str]) -> frozenset[str]:
    """The tokens of a text whose words are known."""
    if not is_normalized("NFKC", text):
        return frozenset(words(text))
    distinct = set(written)
    plain = {word for word in distinct if word.isascii() and "." not in word}
    return frozenset(map(str.lower, plain)).union(*map(words, distinct - plain))


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """How often a passage was found again, how often it was analysed, how many are held."""

    hits: int
    misses: int
    held: int


class PassageCache:
    """Passages by their text, the longest unused dropped first."""

    def __init__(self, most: int = MAX_PASSAGES, characters: int = MAX_CHARACTERS) -> None:
        self._most, self._characters = most, characters
        self._held: OrderedDict[str, Passage] = OrderedDict()
        self._size = self._hits = self._misses = 0
        self._lock = Lock()

    def get(self, text: str) -> Passage:
        """The passage of this text, analysed before or new."""
        with self._lock:
            passage = self._held.get(text)
            if passage is not None:
                self._hits += 1
                self._held.move_to_end(text)
                return passage
            self._misses += 1
            passage = Passage(text)
            self._keep(passage)
            return passage

    def clear(self) -> None:
        """Drop all passages."""
        with self._lock:
            self._held.clear()
            self._size = 0

    def counts(self) -> CacheCounts:
        """What the cache did so far."""
        return CacheCounts(self._hits, self._misses, len(self._held))

    def _keep(self, passage: Passage) -> None:
        if len(passage.text) > self._characters:
            return
        self._held[passage.text] = passage
        self._size += len(passage.text)
        while len(self._held) > self._most or self._size > self._characters:
            _, dropped = self._held.popitem(last=False)
            self._size -= len(dropped.text)


PASSAGES: Final = PassageCache()
"""The passages of this process."""
