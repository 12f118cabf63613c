"""The unit that wording is read in: a word, a phrase or a mark."""

from __future__ import annotations

from typing import NamedTuple

from jurat.text.lexicons import Entry


class Unit(NamedTuple):
    """A word, phrase or mark: what the lexicon says of it, and where it stands in the original text."""

    words: tuple[str, ...]
    entry: Entry
    start: int
    end: int

    def has(self, name: str) -> bool:
        """Whether the unit belongs to a class."""
        return name in self.entry.classes


OTHER = Entry(frozenset({"OTHER"}))
FILLER = Entry(frozenset({"FILL"}))
POSSESSIVE = Entry(frozenset({"POSSESSIVE"}))
MARKS = {
    "asked": Entry(frozenset({"ASKED", "END"})),
    "end": Entry(frozenset({"END"})),
    "pause": Entry(frozenset({"PAUSE"})),
    "quote": Entry(frozenset({"QUOTE"})),
}
