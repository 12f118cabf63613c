"""A text prepared for judging: read once, with its values, clauses and the places of its words."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeVar

from jurat.nlp.dates.moment import Moment
from jurat.nlp.doc import Doc, DocSentence, DocWord, analyse
from jurat.nlp.quantities.quantity import Quantity
from jurat.nlp.sentences import Sentence
from jurat.nlp.syntax.clauses import Clause, Parse, parse
from jurat.nlp.syntax.coreference import Antecedents
from jurat.nlp.syntax.plain_clauses import PlainClause, plain_clauses
from jurat.nlp.tagging.perceptron import coarse
from jurat.nlp.terms import equivalents
from jurat.nlp.treebank_tokens import TextRange
from jurat.nlp.values import Values, values
from jurat.nlp.word_similarity import similar_stems
from jurat.observers.grounding.aliases import (
    aliases_of,
    initials,
    is_short,
    may_be_initials,
    parts_of_compounds,
    split_compound,
)

NEAR = 0.55
"""How near a word must be in meaning to stand for another."""
SYNONYM = 0.9
"""How near a listed synonym is."""
_KEPT = 64
_NUMBER = re.compile(r"\d{1,3}[.)]\s+(?=\S)")
_SHOUTED = 0.6
_LONGEST_PARSED = 120
_MOST_VALUES = 500


class IndexedDoc:
    """A text and everything that is looked up in it, each part made when it is first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.reading: Doc = analyse(text)
        self._parses: dict[tuple[int, int], Parse] = {}
        self._clauses: dict[int, tuple[Clause, ...]] = {}
        self._plain: dict[int, tuple[PlainClause, ...]] = {}
        self._places: dict[str, Mapping[int, float]] = {}

    @property
    def lines(self) -> list[DocSentence]:
        """The sentences of the text."""
        return self.reading.lines

    @cached_property
    def postings(self) -> dict[str, list[int]]:
        """In which sentences each stem stands."""
        found: dict[str, list[int]] = {}
        for line in self.lines:
            for stem in line.stems:
                found.setdefault(stem, []).append(line.index)
        return found

    @cached_property
    def by_text(self) -> dict[str, list[DocWord]]:
        """The words by how they are written, without case."""
        found: dict[str, list[DocWord]] = {}
        for word in self.reading.words:
            found.setdefault(word.token.text, []).append(word)
        return found

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Which stems follow each other somewhere."""
        stems = [word.stem for word in self.reading.words]
        return frozenset(itertools.pairwise(stems))

    @cached_property
    def values(self) -> Values:
        """Quantities and moments."""
        return values(self.text)

    @cached_property
    def distinct(self) -> Values:
        """The values without repetition, so many at most that a text of nothing but numbers stays bounded."""
        quantities = {one._replace(start=0, end=0): one for one in reversed(self.values.quantities)}
        moments = {replace(one, start=0, end=0): one for one in reversed(self.values.moments)}
        return Values(
            tuple(quantities.values())[::-1][:_MOST_VALUES], tuple(moments.values())[::-1][:_MOST_VALUES]
        )

    def quantities(self, start: int, end: int) -> list[Quantity]:
        """The quantities of a stretch."""
        return _within(self.values.quantities, start, end)

    def moments(self, start: int, end: int) -> list[Moment]:
        """The dates and times of a stretch."""
        return _within(self.values.moments, start, end)

    @cached_property
    def shouted(self) -> bool:
        """Whether capitals tell nothing, as in a headline or a text in capitals only."""
        words = self.reading.words
        return sum(word.capital for word in words) > _SHOUTED * len(words)

    def parsed(self, line: TextRange) -> Parse:
        """The grammar of a sentence, without its number in a list."""
        numbered = _NUMBER.match(self.text, line.start, line.end)
        key = (numbered.end() if numbered else line.start, line.end)
        if key not in self._parses:
            self._parses[key] = parse(self.text, Sentence(*key))
        return self._parses[key]

    def grammar(self, line: DocSentence) -> Parse | None:
        """The grammar of a sentence; what is too long to be one has none."""
        return self.parsed(line) if len(line.words) <= _LONGEST_PARSED else None

    def clauses(self, line: DocSentence) -> tuple[Clause, ...]:
        """The clauses of a sentence, pronouns with what they stand for in it."""
        if line.index not in self._clauses:
            found = self.grammar(line)
            self._clauses[line.index] = tuple(_resolved(found)) if found else ()
        return self._clauses[line.index]

    def plain_clauses(self, line: DocSentence) -> tuple[PlainClause, ...]:
        """The clauses of a sentence that state a fact and are read with confidence."""
        if line.index not in self._plain:
            found = self.grammar(line)
            self._plain[line.index] = tuple(plain_clauses(self.text, found)) if found else ()
        return self._plain[line.index]

    def parts(self, line: DocSentence) -> dict[int, str]:
        """The part of speech of each word of a sentence, by where the word starts."""
        found = self.grammar(line)
        if found is None:
            return {}
        return dict(zip(found.sentence.starts, map(coarse, found.sentence.tags), strict=True))

    def places(self, stem: str) -> Mapping[int, float]:
        """The sentences that have a word or one near to it, each with how near."""
        if stem not in self._places:
            found: dict[int, float] = {}
            for other, near in (*similar_stems(stem).items(), *((one, SYNONYM) for one in equivalents(stem))):
                for index in self.postings.get(other, ()) if near >= NEAR else ():
                    found[index] = max(near, found.get(index, 0.0))
            if stem not in self.postings:
                found.update(dict.fromkeys(self._otherwise(stem), SYNONYM))
            found.update(dict.fromkeys(self.postings.get(stem, ()), 1.0))
            self._places[stem] = found
        return self._places[stem]

    def _otherwise(self, stem: str) -> Iterator[int]:
        """The sentences that have the parts of a compound, or what a word names by another name."""
        if "-" in stem:
            yield from self._in_a_row(split_compound(stem))
        for name in aliases_of(stem):
            if len(name) > 1 or not is_short(name[0]) or self.capitalised(name[0]):
                yield from self._all_of(name)
        if may_be_initials(stem):
            yield from self._all_of(self.initials.get(stem, ()))

    def _in_a_row(self, stems: Sequence[str]) -> Iterator[int]:
        """The sentences that have some stems, if they follow each other somewhere."""
        if all(pair in self.pairs for pair in itertools.pairwise(stems)):
            yield from self._all_of(stems)

    def _all_of(self, stems: Sequence[str]) -> Iterator[int]:
        """The sentences that have all of some stems."""
        if stems and all(one in self.postings for one in stems):
            first, *others = (self.postings[one] for one in stems)
            yield from (index for index in first if all(index in other for other in others))

    def capitalised(self, name: str) -> bool:
        """Whether the text has a short name in capitals: "US", not "us"."""
        return any(self.written(word).isupper() for word in self.by_text.get(name, ()))

    @cached_property
    def compounds(self) -> Mapping[str, str]:
        """The stems of parts of hyphened words, each with the stem of the whole."""
        return parts_of_compounds(self.reading.words)

    def beside_dash(self, word: DocWord) -> bool:
        """Whether a word is itself a part of a compound that is written with spaces: "hat - trick"."""
        start, end = word.token.start, word.token.end
        return self.text[max(0, start - 3) : start] == " - " or self.text[end : end + 3] == " - "

    @cached_property
    def initials(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the text by their initials."""
        return initials(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [word.token.start for word in self.reading.words]

    def words(self, start: int, end: int) -> list[DocWord]:
        """The words of a stretch."""
        starts = self._starts
        return self.reading.words[bisect_left(starts, start) : bisect_left(starts, end)]

    def written(self, word: DocWord) -> str:
        """A word as the text writes it."""
        return self.text[word.token.start : word.token.end]

    @cached_property
    def _joined(self) -> tuple[str, list[int]]:
        """All words with one space between them, and where each begins there."""
        places, at = [], 1
        for word in self.reading.words:
            places.append(at)
            at += len(word.token.text) + 1
        return f" {' '.join(word.token.text for word in self.reading.words)} ", places

    def verbatim(self, words: Sequence[DocWord]) -> tuple[DocSentence, ...]:
        """The sentences in which some words stand one after the other as they are; none if they do not."""
        text, places = self._joined
        found = text.find(f" {' '.join(word.token.text for word in words)} ") if words else -1
        if found < 0:
            return ()
        first = bisect_left(places, found + 1)
        last = self.reading.words[first + len(words) - 1].token.start
        return self.lines_between(self.reading.words[first].token.start, last)

    def figure_at(self, start: int, end: int) -> Quantity | Moment | None:
        """The quantity or moment that a stretch is part of."""
        for found in (self.values.quantities, self.values.moments):
            index = bisect_right(found, start, key=lambda one: one.start) - 1
            if index >= 0 and end <= found[index].end:
                return found[index]
        return None

    def lines_between(self, start: int, end: int) -> tuple[DocSentence, ...]:
        """The sentences from the one at a place to the one at another."""
        first = bisect_right(self.lines, start, key=lambda line: line.start) - 1
        last = bisect_right(self.lines, end, key=lambda line: line.start)
        return tuple(self.lines[first:last])

    def index_at(self, place: int) -> int:
        """Which word begins at a place or next after it."""
        return bisect_left(self._starts, place)


def _resolved(found: Parse) -> Iterator[Clause]:
    """Yield the clauses of a sentence with the antecedents of their pronouns."""
    memory = Antecedents()
    for clause in found.clauses:
        yield clause._replace(
            subjects=tuple(memory.resolved(one) for one in clause.subjects),
            objects=tuple(memory.resolved(one, as_object=True) for one in clause.objects),
        )
        memory.note(clause, found.sentence)


Placed = TypeVar("Placed", Quantity, Moment)


def _within(found: Sequence[Placed], start: int, end: int) -> list[Placed]:
    """Those that stand inside a stretch; they are in order and do not overlap."""
    first = bisect_left(found, start, key=lambda one: one.start)
    last = bisect_right(found, end, key=lambda one: one.end)
    return list(found[first:last])


@lru_cache(maxsize=_KEPT)
def indexed_doc(text: str) -> IndexedDoc:
    """A text prepared for judging, the same one as long as it is kept."""
    return IndexedDoc(text)
