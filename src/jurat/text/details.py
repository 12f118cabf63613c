"""Details: the telling words of a response, one by one, and how they stand in the context.

A claim asks for subject and object. What else a sentence says ("a *one-eyed* son", "*quietly* sued") are
details: each is told by a few signs, and weights say whether the signs speak against it.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from jurat.text.assertions import Reading
from jurat.text.claims import Told
from jurat.text.contexts import Passage
from jurat.text.matching import Match, best_match, places
from jurat.text.readings import likeness
from jurat.text.support import Finding, refused, supported
from jurat.text.terms import Word, forms, is_soft
from jurat.text.verbs import kinds

_NEAR = 80
"""Characters within which two words of the context stand together."""
_LOCAL = 3
"""Words on either side whose company a word keeps."""
_COMPANY = 0.5
"""The share of the words around it that may be missing near a word that is at home."""
_MOST = 50
_FEWEST = 6
"""Telling words without which a sentence that no claim was read off states nothing."""


class Signs(NamedTuple):
    """What tells whether the context bears a word out, each from 0 to 1."""

    unlike: float
    """How far the context's nearest word is in meaning; 0 where it has the word, a name or synonym of it."""
    absent_name: float
    apart: float
    """It stands elsewhere than the rest of its sentence."""
    lonely: float
    """The share of the words around it that the context does not have near it."""
    uncopied: float
    """The share of the sentence's pairs of words that stand side by side nowhere in the context."""
    name: float
    soft: float
    soft_absent: float


@dataclass(frozen=True, slots=True)
class Detail:
    """A word of the response, its signs, and the place of the context that is nearest to its sentence."""

    word: Word
    signs: Signs
    passage: int
    start: int
    end: int

    @property
    def at_home(self) -> bool:
        """Whether the word stands in the context where the rest of its sentence does, in its own company."""
        return not self.signs.unlike and not self.signs.apart and self.signs.lonely <= _COMPANY

    def finding(self) -> Finding:
        """Whether the context bears the word out, by the weights of its signs."""
        against = (weigh(self.signs) > 0 and not self.at_home) or self.end <= self.start
        place = (self.passage, self.start, self.end)
        if not against:
            return supported(f"“{self.word.text}” goes with what the context says here", *place)
        if self.signs.unlike:
            return refused(f"the context does not mention “{self.word.text}”")
        return refused(
            f"“{self.word.text}” does not stand with the rest of the sentence in the context", *place
        )


@lru_cache(maxsize=1)
def weights() -> tuple[Signs, float]:
    """The weight of each sign, and what is added to their sum."""
    table = tomllib.loads((files("jurat.text") / "lists" / "detail_weights.toml").read_text(encoding="utf-8"))
    return Signs(**table["signs"]), table["bias"]


def weigh(signs: Signs) -> float:
    """The weighted sum of the signs: above 0 they speak against the word."""
    by_sign, bias = weights()
    return bias + sum(weight * sign for weight, sign in zip(by_sign, signs, strict=True))


def details(reading: Reading, told: Sequence[Told], passages: Sequence[Passage]) -> Iterator[Detail]:
    """The details of a response, in order; data is about one thing and asks for no company of words."""
    if any(passage.attributes for passage in passages):
        return
    for sentence in told:
        chosen = frozenset(word.start for word in _chosen(reading, sentence))
        if chosen:
            yield from _Company(reading, sentence, passages).details(chosen)


def _chosen(reading: Reading, told: Told) -> Iterator[Word]:
    """The telling words of a sentence that states something, without those of hedged clauses."""
    words = reading.telling(told.start, told.end)
    helping = kinds("helping_verbs.txt")["any"]
    for word in words if told.claims or len(words) >= _FEWEST else ():
        hedged = any(start <= word.start < end for start, end in told.unsaid)
        if not hedged and word.text.lower() not in helping:
            yield word


class _Company:
    """The telling words of one sentence and where they stand together in the context."""

    def __init__(self, reading: Reading, told: Told, passages: Sequence[Passage]) -> None:
        self.passages, self.start = passages, told.start
        self.words = reading.telling(told.start, told.end)
        self.found = [[places(word.text, passage) for passage in passages] for word in self.words]
        self.uncopied = _uncopied(reading.within(told.start, told.end), passages)
        self.order = {word.start: index for index, word in enumerate(reading.within(told.start, told.end))}
        self.passage, self.match = self._place()

    def _place(self) -> tuple[int, Match | None]:
        """The stretch of a passage that holds the most of the sentence's words, the first of equals."""
        best: tuple[int, Match | None] = (0, None)
        for number in range(len(self.passages)):
            match = best_match([found[number] for found in self.found])
            if match and (best[1] is None or len(match.found) > len(best[1].found)):
                best = number, match
        return best

    def details(self, chosen: frozenset[int]) -> Iterator[Detail]:
        """The chosen words with their signs."""
        match = self.match
        end = self.passages[self.passage].end_of(match.end) if match else 0
        for index, word in enumerate(self.words):
            if word.start in chosen:
                yield Detail(word, self._signs(index, word), self.passage, match.start if match else 0, end)

    def _signs(self, index: int, word: Word) -> Signs:
        absent = not any(self.found[index])
        own = forms(word.text)[:1]
        near = max(
            (likeness(form, passage.positions) for form in own for passage in self.passages), default=0.0
        )
        named, soft = word.text[0].isupper() and word.start > self.start, is_soft(word.text)
        inside = self.match is not None and index in self.match.found
        return Signs(
            unlike=1 - near if absent else 0.0,
            absent_name=float(absent and named),
            apart=float(not absent and not inside),
            lonely=0.0 if absent else self._lonely(index, word),
            uncopied=self.uncopied,
            name=float(named),
            soft=float(soft),
            soft_absent=float(soft and absent),
        )

    def _lonely(self, index: int, word: Word) -> float:
        at = self.order[word.start]
        local = [
            other
            for other in range(max(0, index - _LOCAL), min(len(self.words), index + _LOCAL + 1))
            if other != index and abs(self.order[self.words[other].start] - at) <= _LOCAL
        ]
        near = sum(self._together(index, other) for other in local)
        return 1 - near / len(local) if local else 0.0

    def _together(self, one: int, other: int) -> bool:
        return any(
            _meet(mine, theirs) for mine, theirs in zip(self.found[one], self.found[other], strict=True)
        )


def _meet(mine: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether some place of each lies near one of the other."""
    for place in mine[:_MOST] if theirs else ():
        index = bisect_left(theirs, place - _NEAR)
        if index < len(theirs) and theirs[index] <= place + _NEAR:
            return True
    return False


def _uncopied(words: Sequence[Word], passages: Sequence[Passage]) -> float:
    """The share of neighbouring words that stand side by side nowhere in the context."""
    heads = [own[0] for word in words if (own := forms(word.text))]
    pairs = list(pairwise(heads))
    copied = sum(any(pair in passage.pairs for passage in passages) for pair in pairs)
    return 1 - copied / len(pairs) if pairs else 1.0
