"""Clauses: who does what to whom, and whether it is asserted, denied, hedged, supposed or reported."""

from __future__ import annotations

from dataclasses import dataclass, replace

from jurat.text.chunks import Chunk, Sentence, read
from jurat.text.frames import Attachment, Frame, FrameKind, Reading, frames
from jurat.text.lexemes import Stretch, lexemes
from jurat.text.verbs import is_kind, kinds, lemma

_BE = frozenset("bBEG")
_MOST = 8
"""How many coordinated subjects or objects a clause keeps."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of the text, its head word, and for a pronoun what it most likely stands for."""

    start: int
    end: int
    head: str
    head_start: int
    antecedent: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Prepositional:
    """A phrase and the preposition before it, which is empty for "last year"."""

    preposition: str
    phrase: Phrase
    after_verb: bool


@dataclass(frozen=True, slots=True)
class Clause:
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
    reported: bool
    carried: bool
    """Another clause says it all: "plans" in "plans to buy", "is likely" in "it is likely that"."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """An apposition: what is named, and what it is called or said to be."""

    named: Phrase
    renamed: Phrase


@dataclass(frozen=True, slots=True)
class Parse:
    """All that is read off one sentence."""

    sentence: Sentence
    clauses: tuple[Clause, ...]
    renamings: tuple[Renaming, ...]


def clauses(text: str, stretch: Stretch) -> list[Clause]:
    """The clauses of a sentence that have a subject; a question has none.

    >>> from jurat.text.tokens import Token
    >>> [clause] = clauses("He may not have bought it.", Token("", 0, 26))
    >>> clause.lemma, clause.modal, clause.negated, clause.hedged, clause.assertive
    ('buy', 'may', True, True, False)
    """
    return list(parse(text, stretch).clauses)


def parse(text: str, stretch: Stretch) -> Parse:
    """The clauses and appositions of a sentence."""
    sentence = read(lexemes(text, stretch.start, stretch.end))
    writer = _Writer(sentence, frames(sentence))
    return Parse(sentence, tuple(writer.clauses()), tuple(writer.renamings()))


@dataclass(frozen=True, slots=True)
class _Standing:
    """How far a clause is a statement."""

    modal: str | None = None
    negated: bool = False
    hedged: bool = False
    assertive: bool = True
    reported: bool = False


class _Writer:
    """Turns the frames of a sentence into clauses, governors before what they govern."""

    def __init__(self, sentence: Sentence, reading: Reading) -> None:
        self.sentence = sentence
        self.reading = reading
        self.place = {chunk.first: index for index, chunk in enumerate(sentence.chunks)}
        self.standings: dict[int, _Standing] = {}
        self.carrying = {
            id(frame.governor) for frame in reading.frames if frame.governor and self.carries(frame)
        }
        self.supposed = {id(frame.governor) for frame in reading.frames if self.supposes(frame)}

    def clauses(self) -> list[Clause]:
        found = []
        for frame in self.reading.frames:
            self.standings[id(frame)] = self.standing(frame)
            if frame.subjects and frame.verb is not None:
                found.append(self.clause(frame, frame.verb))
        return sorted(found, key=lambda clause: (clause.verb.start, clause.verb.end))

    def renamings(self) -> list[Renaming]:
        return [
            Renaming(self.phrase(named), self.phrase(renamed))
            for named, renamed in self.reading.appositions
            if self.describes(named, renamed)
        ]

    def describes(self, named: Chunk, renamed: Chunk) -> bool:
        """Whether one of the two is a description; "Paris, France" and "Cook, 59" are none."""
        letters = self.sentence.letters
        shorter = letters[renamed.first : renamed.last]
        if letters[named.head] not in "NP" or letters[renamed.head] not in "NP":
            return False
        return shorter[0] == "D" or letters[renamed.head] == "N" or self.extended(renamed) > renamed.last

    # phrases

    def phrase(self, chunk: Chunk) -> Phrase:
        """A noun phrase with the "of" phrases that belong to it."""
        found, head = self.sentence.lexemes, self.sentence.lexemes[chunk.head]
        last = self.extended(chunk) if chunk.kind == "noun" else chunk.last
        return Phrase(found[chunk.first].start, found[last - 1].end, head.text, head.start)

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

    # clauses

    def clause(self, frame: Frame, verb: Chunk) -> Clause:
        standing = self.standings[id(frame)]
        subjects = tuple(self.phrase(chunk) for chunk in frame.subjects[:_MOST])
        objects, receivers = self.objects(frame, verb)
        phrases = tuple(self.prepositional(one, verb) for one in frame.phrases[:_MOST])
        action = self.phrase(verb)
        parts = [*subjects, action, *objects, *receivers, *(one.phrase for one in phrases)]
        return Clause(
            start=min(part.start for part in parts), end=max(part.end for part in parts), kind=frame.kind,
            marker=frame.marker, subjects=subjects, verb=action, lemma=self.lemma(verb), objects=objects,
            receivers=receivers, phrases=phrases, modal=standing.modal, negated=standing.negated,
            hedged=standing.hedged, passive=self.passive(frame, verb),
            copula=self.sentence.letters[verb.head] in _BE,
            assertive=standing.assertive, reported=standing.reported, carried=id(frame) in self.carrying,
        )  # fmt: skip

    def objects(self, frame: Frame, verb: Chunk) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
        """What the verb is about, and who receives it."""
        base = self.lemma(verb)
        first, second = frame.objects[:_MOST], frame.second[:_MOST]
        if not first and frame.gap and not self.passive(frame, verb):
            first = [frame.gap]
        if not first and is_kind(base, "linking"):
            first = [chunk for chunk in frame.adjectives if chunk.first > verb.first][:1]
        if second and is_kind(base, "giving"):
            first, second = second, first
        else:
            second = []
        return tuple(self.phrase(chunk) for chunk in first), tuple(self.phrase(chunk) for chunk in second)

    def lemma(self, verb: Chunk) -> str:
        return lemma(self.sentence.lexemes[verb.head].text, self.sentence.tags[verb.head])

    def passive(self, frame: Frame, verb: Chunk) -> bool:
        letters = self.sentence.letters
        if frame.reduced:
            return True
        if letters[verb.head] != "n" and not (frame.helper and letters[verb.head] == "V"):
            return False
        group = letters[verb.first : verb.head]
        if frame.helper:
            group = letters[frame.helper.first : frame.helper.head] + group
            if letters[frame.helper.head] == "n" and frame.kind in {"participle", "gerund"}:
                return True
        if not _BE.isdisjoint(group):
            return True
        return frame.kind in {"participle", "subordinate"} and verb.kind == "participle"

    # standing

    def standing(self, frame: Frame) -> _Standing:
        own = self.own_standing(frame)
        if frame.marker in kinds("joining_words.txt")["conditional"] or frame.marker in {"what", "question"}:
            own = replace(own, assertive=False)
        governor = frame.governor
        if governor is None or governor.verb is None:
            return own
        above = self.standings.get(id(governor), _Standing())
        if frame.kind == "complement":
            return self.complement(own, above, self.lemma(governor.verb))
        if frame.kind == "infinitive" or (frame.chained and frame.kind in {"gerund", "participle"}):
            return self.dependent(own, above, frame, governor, governor.verb)
        return own

    def own_standing(self, frame: Frame) -> _Standing:
        """What the clause says by itself: its modal verb, its adverbs, its determiners."""
        words, verb = self.around(frame), frame.verb
        hedges = kinds("hedges.txt")
        modal = self.modal(frame)
        base = self.lemma(verb) if verb else ""
        hedged = (
            modal in hedges["modal"] or not hedges["adverb"].isdisjoint(words) or is_kind(base, "hedging")
        )
        hedged = hedged or (base == "be" and self.doubtful(frame))
        assertive = not hedged and modal not in hedges["unreal"] and id(frame) not in self.supposed
        return _Standing(modal, self.denied(frame, words), hedged, assertive, self.attributed(frame))

    def around(self, frame: Frame) -> list[str]:
        """The words of the verb group and of the adverbs; "not only" and "no longer" are seen through."""
        lower, chunks = self.sentence.lower, [*frame.adverbs[:_MOST]]
        chunks += [chunk for chunk in (frame.helper, frame.verb) if chunk]
        words: list[str] = []
        for chunk in chunks:
            for index in range(chunk.first, chunk.last):
                after = lower[index + 1] if index + 1 < len(lower) else ""
                if after != "only":
                    words.append("not" if (lower[index], after) == ("no", "longer") else lower[index])
        return words

    def modal(self, frame: Frame) -> str | None:
        for chunk in (frame.verb, frame.helper):
            if chunk and self.sentence.letters[chunk.first] == "m":
                return lemma(self.sentence.lexemes[chunk.first].text, "MD")
        return None

    def denied(self, frame: Frame, words: list[str]) -> bool:
        lists = kinds("negations.txt")
        if not lists["adverb"].isdisjoint(words) or frame.marker.split(" ")[-1:] == ["without"]:
            return True
        if frame.marker.replace(" ", "_") in lists["preposition"]:
            return True
        lower = self.sentence.lower
        for chunk in [*frame.subjects[:1], *frame.objects[:1]]:
            if lower[chunk.first] in lists["determiner"] or lower[chunk.head] in lists["noun"]:
                return True
        return False

    def doubtful(self, frame: Frame) -> bool:
        """Whether a clause says that something is likely, possible or unclear."""
        lower, doubtful = self.sentence.lower, kinds("hedges.txt")["adjective"]
        return any(lower[chunk.head] in doubtful for chunk in frame.adjectives[:_MOST])

    def attributed(self, frame: Frame) -> bool:
        """Whether the clause says "according to" somebody."""
        lower = self.sentence.lower
        return any(
            one.preposition is not None and lower[max(0, one.preposition.first - 1)] == "according"
            for one in frame.phrases[:_MOST]
        )

    def complement(self, own: _Standing, above: _Standing, base: str) -> _Standing:
        """A clause after "said", "hopes", "denied" or "it is possible"."""
        reporting = is_kind(base, "reporting")
        doubt = not reporting and is_kind(base, "doubting")
        denies = is_kind(base, "denying")
        hedged = own.hedged or above.hedged
        assertive = own.assertive and not hedged and not doubt and (above.assertive or reporting)
        assertive = assertive and not (above.negated and not denies)
        return _Standing(own.modal, own.negated ^ denies, hedged, assertive, own.reported or reporting)

    def dependent(
        self, own: _Standing, above: _Standing, frame: Frame, governor: Frame, verb: Chunk
    ) -> _Standing:
        """An infinitive or gerund after its verb: "plans to buy", "failed to pay", "is likely to win"."""
        base = self.lemma(verb)
        direct = frame.chained or frame.subjects is governor.objects
        denies = direct and is_kind(base, "denying")
        hedged = own.hedged or (direct and above.hedged)
        hedged = hedged or (direct and self.passive(governor, verb) and is_kind(base, "believing"))
        done = denies or is_kind(base, "fulfilling") or frame.kind != "infinitive"
        done = done and not (frame.kind != "infinitive" and is_kind(base, "doubting"))
        assertive = own.assertive and not hedged and direct and done and above.assertive
        negated = own.negated ^ denies ^ (direct and above.negated)
        modal = own.modal or (above.modal if direct else None)
        if modal is None and frame.chained and base != "be":
            modal = "will" if base == "go" else base
        return _Standing(modal, negated, hedged, assertive, own.reported or above.reported)

    def carries(self, frame: Frame) -> bool:
        """Whether a clause makes its governor superfluous."""
        governor = frame.governor
        if governor is None or governor.verb is None:
            return False
        if frame.kind == "infinitive" or frame.chained:
            return frame.chained
        letters, subjects = self.sentence.letters, governor.subjects
        expletive = bool(subjects) and self.sentence.lower[subjects[0].head] == "it"
        return frame.kind == "complement" and expletive and letters[governor.verb.head] in _BE

    def supposes(self, frame: Frame) -> bool:
        """Whether a clause is the condition of its governor; "asked if" is none."""
        governor = frame.governor
        if frame.marker not in {"if", "unless"} or governor is None:
            return False
        if governor.verb is None:
            return True
        base = self.lemma(governor.verb)
        return not (is_kind(base, "reporting") or is_kind(base, "doubting"))
