"""Clauses: who does what to whom, and whether it is asserted, denied, hedged, supposed or reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from jurat.nlp.morphology.verb_forms import is_kind
from jurat.nlp.syntax.chunker import Chunk, ChunkedSentence, chunk_sentence
from jurat.nlp.syntax.clause_parser.frames import MOST, Attachment, Frame, FrameKind, ParsedFrames
from jurat.nlp.syntax.clause_parser.sentence_parser import frames
from jurat.nlp.syntax.modality import BE, ModalityReader
from jurat.nlp.treebank_tokens import TextRange, treebank_tokens


class Phrase(NamedTuple):
    """A stretch of the text, its head word, and for a pronoun what it most likely stands for."""

    start: int
    end: int
    head: str
    head_start: int
    antecedent: Phrase | None = None


class Prepositional(NamedTuple):
    """A phrase and the preposition before it, which is empty for "last year"."""

    preposition: str
    phrase: Phrase
    after_verb: bool


class Clause(NamedTuple):
    """One verb with its subjects, its objects and its standing as a statement."""

    start: int
    end: int
    kind: FrameKind
    marker: str
    subjects: tuple[Phrase, ...]
    verb: Phrase
    lemma: str
    objects: tuple[Phrase, ...]
    receivers: tuple[Phrase, ...]
    phrases: tuple[Prepositional, ...]
    modal: str | None
    negated: bool
    hedged: bool
    passive: bool
    copula: bool
    assertive: bool
    stated: bool
    """Whether it is asserted, or asserted to be planned, tried or meant: "plans to buy"."""
    reported: bool
    carried: bool
    """Another clause says it all: "plans" in "plans to buy", "is likely" in "it is likely that"."""


class Apposition(NamedTuple):
    """An apposition: what is named, and what it is called or said to be."""

    named: Phrase
    renamed: Phrase


class Parse(NamedTuple):
    """All that is read off one sentence."""

    sentence: ChunkedSentence
    clauses: tuple[Clause, ...]
    renamings: tuple[Apposition, ...]
    orders: tuple[Clause, ...]
    """Clauses that tell what to do, and so have no subject."""


def clauses(text: str, stretch: TextRange) -> list[Clause]:
    """The clauses of a sentence that have a subject; a question has none.

    >>> from jurat.nlp.tokens import Token
    >>> [clause] = clauses("He may not have bought it.", Token("", 0, 26))
    >>> clause.lemma, clause.modal, clause.negated, clause.hedged, clause.assertive
    ('buy', 'may', True, True, False)
    """
    return list(parse(text, stretch).clauses)


def parse(text: str, stretch: TextRange) -> Parse:
    """The clauses and appositions of a sentence."""
    sentence = chunk_sentence(treebank_tokens(text, stretch.start, stretch.end))
    writer = _Writer(sentence, frames(sentence))
    return Parse(sentence, tuple(writer.clauses()), tuple(writer.renamings()), tuple(writer.orders()))


class _Writer:
    """Turns the frames of a sentence into clauses."""

    def __init__(self, sentence: ChunkedSentence, reading: ParsedFrames) -> None:
        self.sentence = sentence
        self.reading = reading
        self.place = {chunk.first: index for index, chunk in enumerate(sentence.chunks)}
        self.standings = ModalityReader(sentence, reading)

    def clauses(self) -> list[Clause]:
        with_subject = [frame for frame in self.reading.frames if frame.subjects]
        found = [self.clause(frame, frame.verb) for frame in with_subject if frame.verb is not None]
        return sorted(found, key=lambda clause: (clause.verb.start, clause.verb.end))

    def orders(self) -> list[Clause]:
        bare = [one for one in self.reading.frames if one.kind == "main" and not one.subjects]
        return [
            self.clause(one, one.verb) for one in bare if one.verb is not None and one.verb.kind == "bare"
        ]

    def renamings(self) -> list[Apposition]:
        return [
            Apposition(self.phrase(named), self.phrase(renamed))
            for named, renamed in self.reading.appositions
            if self.describes(named, renamed)
        ]

    def describes(self, named: Chunk, renamed: Chunk) -> bool:
        """Whether one of the two is a description; "Paris, France" and "Cook, 59" are none."""
        letters = self.sentence.letters
        shorter = letters[renamed.first : renamed.last]
        if letters[named.head] not in "NP" or letters[renamed.head] not in "NP" or shorter[0] in "C$":
            return False
        return shorter[0] == "D" or letters[renamed.head] == "N" or self.extended(renamed) > renamed.last

    def phrase(self, chunk: Chunk) -> Phrase:
        """A noun phrase with the "of" phrases that belong to it."""
        words, starts, head = self.sentence.words, self.sentence.starts, chunk.head
        last = self.extended(chunk) if chunk.kind == "noun" else chunk.last
        end = starts[last - 1] + len(words[last - 1])
        return Phrase(starts[chunk.first], end, words[head], starts[head])

    def extended(self, chunk: Chunk) -> int:
        chunks, index, last = self.sentence.chunks, self.place[chunk.first], chunk.last
        for _ in range(4):
            if index + 2 >= len(chunks) or chunks[index + 2].kind != "noun":
                break
            if self.sentence.lower[chunks[index + 1].first] != "of":
                break
            index += 2
            last = chunks[index].last
        return last

    def prepositional(self, attachment: Attachment, verb: Chunk) -> Prepositional:
        word = self.sentence.lower[attachment.preposition.first] if attachment.preposition else ""
        return Prepositional(word, self.phrase(attachment.noun), attachment.noun.first > verb.first)

    def clause(self, frame: Frame, verb: Chunk) -> Clause:
        standing = self.standings.of(frame)
        subjects = tuple(self.phrase(chunk) for chunk in frame.subjects[:MOST])
        objects, receivers = self.objects(frame, verb)
        phrases = tuple(self.prepositional(one, verb) for one in frame.phrases[:MOST])
        action = self.phrase(verb)
        parts = [*subjects, action, *objects, *receivers, *(one.phrase for one in phrases)]
        return Clause(
            start=min(part.start for part in parts), end=max(part.end for part in parts), kind=frame.kind,
            marker=frame.marker, subjects=subjects, verb=action,
            lemma=self.standings.lemma(verb), objects=objects, receivers=receivers, phrases=phrases,
            modal=standing.modal, negated=standing.negated,
            hedged=standing.hedged, passive=self.standings.passive(frame, verb),
            copula=self.sentence.letters[verb.head] in BE,
            assertive=standing.assertive, stated=standing.stated, reported=standing.reported,
            carried=self.standings.is_carried(frame),
        )  # fmt: skip

    def predicates(self, frame: Frame, verb: Chunk, base: str) -> list[Chunk]:
        """The adjectives that say what the subject is, each of a list by itself: "is calm and kind"."""
        near = verb.last if not is_kind(base, "linking") else verb.last + 40
        near += self.sentence.lower[verb.last : verb.last + 1] == ("as",)
        found = [chunk for chunk in frame.adjectives if verb.first < chunk.first <= near][:1]
        return [piece for chunk in found for piece in self.pieces(chunk)]

    def pieces(self, chunk: Chunk) -> Iterator[Chunk]:
        """The members of a list of adjectives."""
        for match in re.finditer(r"[^k,]*J", self.sentence.letters[chunk.first : chunk.last]):
            first, last = chunk.first + match.start(), chunk.first + match.end()
            yield Chunk("adjective", first, last, last - 1)

    def objects(self, frame: Frame, verb: Chunk) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
        """What the verb is about, and who receives it."""
        base = self.standings.lemma(verb)
        first, second = frame.objects[:MOST], frame.second[:MOST]
        if not first and frame.gap and not self.standings.passive(frame, verb):
            first = [frame.gap]
        if not first:
            first = self.predicates(frame, verb, base)
        if second and is_kind(base, "giving"):
            first, second = second, first
        else:
            second = []
        return tuple(self.phrase(chunk) for chunk in first), tuple(self.phrase(chunk) for chunk in second)
