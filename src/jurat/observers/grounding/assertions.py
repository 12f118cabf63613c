"""What a claim asserts, as words to look up: those of subject, verb and object, and the values in it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.memoize import memoize
from jurat.nlp.morphology.stems import stem
from jurat.nlp.syntax.clauses import Phrase
from jurat.nlp.terms import Term, aliases, forms, is_soft, is_stop, is_valuing, name_starts, scan_terms
from jurat.observers.grounding.claim_extraction import ExtractedClaim

_FRINGE: Final = 40
_NUMBERED: Final = re.compile(r"[^\W\d] \d")
_JOINING: Final = frozenset({"be", "become", "remain", "stay", "seem", "appear", "prove"})
"""Verbs that say what the subject is."""
_WITHIN: Final = re.compile(r"[a-z] \Z")
"""What stands before a capital that does not open a sentence."""


class Assertion(NamedTuple):
    """A claim with its telling words; soft words say nothing that a context must repeat."""

    claim: ExtractedClaim
    subject: tuple[Term, ...]
    """None where a common noun points back ("the chaos"): such a subject renames what was said before."""
    verb: tuple[Term, ...]
    object: tuple[Term, ...]
    general: tuple[Term, ...]
    """The soft words of the object."""
    values: tuple[int, ...]
    """Where amounts and dates start inside the object."""
    predicate: tuple[str, ...]
    """The words in lower case that say what the subject is, where the verb joins the two."""
    said: tuple[str, ...]
    """The words of verb and object as they are written, the subject's too where the object tells nothing."""


class AssertionReader:
    """A response's words, read once for all of its claims."""

    def __init__(self, text: str, values: Sequence[tuple[int, int]], opening: int = 0) -> None:
        """Values are the amounts and dates; the opening ends where the first sentence does."""
        self._opening = opening
        self.text = text
        self.words = scan_terms(text)
        self._starts = [word.start for word in self.words]
        self._values = sorted(values)
        self._value_starts = [start for start, _ in self._values]
        self._valued = {word.start for start, end in self._values for word in self.within(start, end)}

        self._labels = self._label_starts() if _NUMBERED.search(text) else {}

    def within(self, start: int, end: int) -> list[Term]:
        """The words that start in a stretch."""
        return self.words[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def around(self, start: int, end: int) -> list[Term]:
        """The words of a stretch and those near it."""
        return self.within(start - _FRINGE, end + _FRINGE)

    def assertion(self, claim: ExtractedClaim) -> Assertion:
        """What a claim asserts."""
        words = self._object(claim)
        telling = _hard(words)
        values = self._values_in(claim.object) if self._values else ()
        spoken = [claim.verb, claim.object] if telling else [claim.subject, claim.verb, claim.object]
        return Assertion(
            claim=claim,
            subject=self._subject(claim),
            verb=_hard(self._telling(claim.verb)),
            object=telling,
            general=tuple([word for word in words if is_soft(word.text)]),
            values=values,
            predicate=self._predicate(claim),
            said=tuple([word.text for part in spoken if part for word in self.within(part.start, part.end)]),
        )

    def _predicate(self, claim: ExtractedClaim) -> tuple[str, ...]:
        """The words after a verb that joins a subject to what it is, up to the object's end."""
        if claim.verb is None or claim.lemma not in _JOINING:
            return ()
        return tuple(
            [word.text for word in self.within(claim.verb.end, claim.object.end) if word.text.islower()]
        )

    def _values_in(self, phrase: Phrase) -> tuple[int, ...]:
        """Where the values of a phrase start."""
        starts = self._value_starts
        return tuple(starts[bisect_left(starts, phrase.start) : bisect_left(starts, phrase.end)])

    def _object(self, claim: ExtractedClaim) -> list[Term]:
        """The telling words of an object, without those before its noun that only value it."""
        head = claim.object.head_start
        words = self._telling(claim.object)
        return [word for word in words if word.end > head or not is_valuing(word.text)]

    def _subject(self, claim: ExtractedClaim) -> tuple[Term, ...]:
        """The telling words of a subject that has to be found in the context."""
        phrase = claim.spoken_of()
        found = self._telling(phrase)
        words = _hard(found) or tuple([word for word in found if self._names(word)])
        if phrase is None or phrase.start < self._opening or any(word.text[0].isupper() for word in words):
            return words
        first = self.within(phrase.start, phrase.end)[:1]
        return () if first and first[0].text.lower() in _pointing() else words

    def _telling(self, phrase: Phrase | None) -> list[Term]:
        """The words of a phrase that are neither stop words nor part of a value."""
        if phrase is None:
            return []
        found = self.within(phrase.start, phrase.end)
        telling = [word for word in found if word.start not in self._valued and _names(word.text)]
        if self._labels and not self._labels.keys().isdisjoint([word.start for word in found]):
            return self._numbered(found, telling)
        return _joined(telling, self.text) if len(telling) > 1 else telling

    def _names(self, word: Term) -> bool:
        """Whether a general word is part of a name: "the Basic plan"."""
        if not word.text[0].isupper() or stem(word.text) in _text_parts():
            return False
        return bool(_WITHIN.search(self.text, max(0, word.start - 2), word.start))

    def _label_starts(self) -> dict[int, Term]:
        """Numbers that belong to the name before them ("type 1", "Windows 11"), and the two as one."""
        found: dict[int, Term] = {}
        for before, word in pairwise(self.words):
            bare = word.text.isdigit() and word.start not in self._valued and word.start == before.end + 1
            if bare and _names(before.text) and stem(before.text) not in _text_parts():
                found[word.start] = Term(self.text[before.start : word.end], before.start, word.end)
        return found

    def _numbered(self, found: list[Term], telling: list[Term]) -> list[Term]:
        """The telling words with names that carry a number as one."""
        labels = [self._labels[word.start] for word in found if word.start in self._labels]
        within = {label.start for label in labels if found[0].start <= label.start}
        kept = [word for word in _joined(telling, self.text) if word.start not in within]
        return sorted(
            [*kept, *[label for label in labels if label.start in within]], key=lambda word: word.start
        )


def _hard(words: list[Term]) -> tuple[Term, ...]:
    """The words that are not soft."""
    return tuple([word for word in words if not is_soft(word.text)])


@cache
def _text_parts() -> frozenset[str]:
    return frozenset(stem(word) for line in read_list("text_parts.txt") for word in line.split())


@cache
def _pointing() -> frozenset[str]:
    return frozenset(read_list("pointing_words.txt"))


def _joined(words: list[Term], text: str) -> list[Term]:
    """The words with names of several words that stand for one thing as one.

    >>> [word.text for word in _joined(scan_terms("New York City"), "New York City")]
    ['New York City']
    """
    found: list[Term] = []
    begun = ""
    for word in words:
        form = forms(word.text)[0]
        if begun and f"{begun} {form}" in aliases():
            found[-1] = Term(text[found[-1].start : word.end], found[-1].start, word.end)
            form = forms(found[-1].text)[0]
        else:
            found.append(word)
        begun = form if form in name_starts() else ""
    return found


def _may_name(word: str) -> bool:
    """Whether a word may name something: neither a stop word nor a number."""
    return not word[0].isdigit() and not is_stop(word)


_names: Final = memoize(_may_name)
