"""What stands around a chunk: the one before, and whether a finite verb or the end of a list is ahead.

Every look ahead is bounded, so that reading stays linear whatever the text.
"""

from __future__ import annotations

from typing import Final

from jurat.nlp.morphology.verb_forms import lemma
from jurat.nlp.syntax.chunker import Chunk, ChunkedSentence
from jurat.nlp.syntax.clause_parser.frames import Frame

_INSIDE_SUBJECT: Final = frozenset({"adverb", "preposition", "either", "adjective", "time", "quote"})
_SKIPPED: Final = frozenset({"adverb", "quote"})
VERBS: Final = frozenset({"finite", "infinitive", "gerund", "participle", "bare"})
PREPOSITIONS: Final = frozenset({"preposition", "either"})
_BEFORE_NOUN: Final = PREPOSITIONS | {"and"}


class Lookahead:
    """A sentence and the place in it that is being read."""

    def __init__(self, sentence: ChunkedSentence) -> None:
        self.sentence = sentence
        self.chunks = sentence.chunks
        self.kinds: list[str] = [*(chunk.kind for chunk in sentence.chunks), "", "", ""]
        """The kind of each chunk, and nothing on either side of them."""
        self.at = 0
        self.frame = Frame("main")

    def kind_at(self, index: int) -> str:
        return self.kinds[index]

    def next_index(self, index: int) -> int:
        """The next chunk that is not an adverb or a quotation mark."""
        index += 1
        while self.kinds[index] in _SKIPPED:
            index += 1
        return index

    def before(self) -> str:
        index = self.at - 1
        while self.kinds[index] in _SKIPPED:
            index -= 1
        return self.kinds[index]

    def word(self, chunk: Chunk) -> str:
        return self.sentence.lower[chunk.head]

    def letter(self, chunk: Chunk) -> str:
        return self.sentence.letters[chunk.head]

    def verb_lemma(self, chunk: Chunk) -> str:
        return lemma(self.sentence.words[chunk.head], self.sentence.tags[chunk.head])

    def past(self, chunk: Chunk) -> bool:
        """Whether a verb is a plain past form, which often looks like a participle."""
        plain = chunk.last - chunk.first == 1 and self.sentence.letters[chunk.head] == "V"
        return plain and self.sentence.tags[chunk.head] == "VBD"

    def preposition_index(self) -> int:
        index = self.at - 1
        while self.chunks[index].kind not in PREPOSITIONS:
            index -= 1
        return index

    def finite_ahead(self, index: int, *, enclosing: bool = True) -> bool:
        """Whether the noun phrase at ``index``, with what belongs to it, has a finite verb after it."""
        for later in range(index + 1, min(index + 12, len(self.chunks))):
            kind = self.chunks[later].kind
            if kind == "finite":
                return True
            if kind == "comma":
                return enclosing and self.enclosed(later)
            if kind == "noun":
                if self.kind_at(later - 1) not in _BEFORE_NOUN:
                    return False
            elif kind == "and":
                if self.kind_at(later + 1) != "noun":
                    return False
            elif kind not in _INSIDE_SUBJECT:
                return False
        return False

    def enclosed(self, comma: int) -> bool:
        """Whether a second comma soon follows the first, and right after it a finite verb."""
        if self.kind_at(comma + 1) not in {"noun", "relative", "participle", "preposition"}:
            return False
        for later in range(comma + 2, min(comma + 8, len(self.chunks))):
            if self.chunks[later].kind == "comma":
                return self.kind_at(self.next_index(later)) == "finite"
        return False

    def clause_ahead(self, index: int) -> bool:
        index = self.next_index(index - 1)
        return self.kind_at(index) in {"noun", "time"} and self.finite_ahead(index)

    def list_ahead(self, index: int) -> bool:
        """Whether the noun phrase at ``index`` is a member of a list that ends in "and" with another."""
        for later in range(index + 1, min(index + 16, len(self.chunks))):
            kind = self.chunks[later].kind
            if kind == "and":
                following = self.next_index(later)
                clause = self.frame.verb is not None and self.finite_ahead(following)
                return self.kind_at(following) in {"noun", "adjective"} and not clause
            if kind not in {"comma", "noun", "preposition", "adjective", "quote"}:
                return False
        return False

    def verb_later(self) -> bool:
        """Whether a finite verb is still to come for the frame that waits for one."""
        for later in range(self.at + 1, min(self.at + 40, len(self.chunks))):
            kind = self.chunks[later].kind
            if kind == "finite":
                return True
            if kind in {"end", "break", "subordinator", "that", "relative", "when", "and", "but"}:
                return False
        return False
