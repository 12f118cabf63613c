"""The unit that wording is read in: a word, a phrase or a mark."""

from __future__ import annotations

from typing import NamedTuple

from jurat.observers.toxicity.toxicity_lexicon import LexiconEntry


class ToxicityToken(NamedTuple):
    """A word, phrase or mark: what the lexicon says of it, and where it stands in the original text."""

    words: tuple[str, ...]
    entry: LexiconEntry
    start: int
    end: int

    def has(self, name: str) -> bool:
        """Whether the unit belongs to a class."""
        return name in self.entry.classes


OTHER = LexiconEntry(frozenset({"OTHER"}))
FILLER = LexiconEntry(frozenset({"FILL"}))
POSSESSIVE = LexiconEntry(frozenset({"POSSESSIVE"}))
MARKS = {
    "asked": LexiconEntry(frozenset({"ASKED", "END"})),
    "end": LexiconEntry(frozenset({"END"})),
    "pause": LexiconEntry(frozenset({"PAUSE"})),
    "quote": LexiconEntry(frozenset({"QUOTE"})),
}
