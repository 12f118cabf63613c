"""Reading verb groups into frames: which frame a verb belongs to, and which it opens."""

from __future__ import annotations

from typing import Final

from jurat.nlp.morphology.verb_forms import is_kind
from jurat.nlp.syntax.chunker import Chunk
from jurat.nlp.syntax.clause_parser.frames import Frame
from jurat.nlp.syntax.clause_parser.lookahead import PREPOSITIONS, VERBS
from jurat.nlp.syntax.clause_parser.noun_phrases import NounReader

_NOMINATIVE: Final = frozenset({"he", "she", "they", "we", "i"})


class VerbReader(NounReader):
    """Gives every verb its frame."""

    def take_finite(self, chunk: Chunk) -> None:
        waiting = self.verbless()
        if waiting and self.looks_reduced(chunk):
            self.reduce(chunk)
            return
        if waiting:
            self.take_gerund_subject(waiting)
            self.frame = waiting
        elif self.barrier or not (self.frame.objects or self.frame.phrases):
            self.frame = self.coordinate()
            self.invert(chunk)
        elif self.looks_passive(chunk):
            self.reduce(chunk)
            return
        else:
            self.steal()
        self.frame.verb = chunk
        if not self.frame.subjects:
            self.invert(chunk)
        if not self.frame.subjects and self.kind_at(self.at - 1) == "adjective" and not self.frame.inverted:
            self.frame.subjects.append(self.chunks[self.at - 1])

    def reduce(self, chunk: Chunk) -> None:
        """A past form that is a participle of the last noun phrase, and passive."""
        subjects = [self.noun] if self.noun else []
        self.open(Frame("participle", self.frame, subjects=subjects, reduced=True)).verb = chunk

    def looks_reduced(self, chunk: Chunk) -> bool:
        """ "The bill, passed in 2010, was signed": a past form that can only be a participle."""
        if (
            self.before() != "comma"
            or self.sentence.tags[chunk.head] != "VBD"
            or chunk.last - chunk.first > 1
        ):
            return False
        past = self.kind_at(self.at - 1) == "comma" and self.kind_at(self.at + 1) == "preposition"
        return past and bool(self.frame.subjects) and self.verb_later()

    def looks_passive(self, chunk: Chunk) -> bool:
        """ "Has a strategy focused on growth": a past form after an object that takes none itself."""
        verb = self.frame.verb
        if verb is None or not self.past(chunk) or self.nominative():
            return False
        if self.kind_at(self.at - 1) != "noun" or self.kind_at(self.at + 1) != "preposition":
            return False
        base = self.verb_lemma(verb)
        return not (is_kind(base, "reporting") or is_kind(base, "doubting") or is_kind(base, "hedging"))

    def take_gerund_subject(self, waiting: Frame) -> None:
        """ "Buying Fitbit was expensive": what is bought is no subject, the buying is."""
        now = self.frame
        if (
            now is not waiting
            and not waiting.subjects
            and not self.barrier
            and now.governor is waiting
            and now.verb
        ):
            now.subjects = []
            waiting.subjects.append(now.verb)

    def invert(self, chunk: Chunk) -> None:
        """ "…", said Cook: the subject of a verb of saying may come after it."""
        following = self.next_index(self.at)
        if is_kind(self.verb_lemma(chunk), "reporting") and self.kind_at(following) == "noun":
            self.frame.subjects = []
            self.frame.inverted = True

    def steal(self) -> None:
        """ "He said Google paid": what looked like an object is the subject of the next verb."""
        now = self.frame
        source = now.second or now.objects
        if source:
            stolen = list(source)
            source.clear()
        else:
            stolen = [now.phrases.pop().noun]
        self.open(Frame("complement", now, subjects=stolen))

    def take_infinitive(self, chunk: Chunk) -> None:
        now = self.frame
        if self.before() in {"and", "comma"} and now.kind == "infinitive":
            self.coordinate().verb = chunk
            return
        if now.verb is None:
            subjects: list[Chunk] = []
        elif now.objects and not now.second and self.orders(now):
            subjects = now.objects
        else:
            subjects = now.subjects
        chained = not now.objects and not now.phrases and now.verb is not None
        frame = self.open(Frame("infinitive", now, subjects=subjects, chained=chained))
        frame.verb = chunk
        if now.adverbs and now.adverbs[-1].last == chunk.first:
            frame.adverbs.append(now.adverbs.pop())

    def orders(self, frame: Frame) -> bool:
        """Whether the object of a verb is the one who does what the infinitive says."""
        if frame.verb is None or self.sentence.letters[frame.verb.head] in "bBEG":
            return False
        return is_kind(self.verb_lemma(frame.verb), "ordering")

    def take_gerund(self, chunk: Chunk) -> None:
        now, before = self.frame, self.before()
        if before in PREPOSITIONS:
            index = self.chunks[self.preposition_index()].first
            marker = " ".join(self.sentence.lower[max(0, index - 1) : index + 1])
            self.open(Frame("gerund", now, marker, now.subjects)).verb = chunk
        elif now.verb is not None and before in VERBS:
            self.open(Frame("gerund", now, subjects=now.subjects, chained=True)).verb = chunk
        elif before in {"noun", "time"} and self.noun:
            self.open(Frame("participle", now, subjects=[self.noun])).verb = chunk
        elif now.kind == "subordinate" and now.verb is None and now.governor:
            now.subjects, now.verb = now.governor.subjects, chunk
        elif before == "and" and now.verb is not None and now.kind in {"gerund", "participle"}:
            self.coordinate().verb = chunk
        else:
            while before == "comma" and now.kind == "complement" and now.governor:
                now = now.governor
            self.open(Frame("participle", now, subjects=now.subjects)).verb = chunk

    def take_participle(self, chunk: Chunk) -> None:
        now, before = self.frame, self.before()
        bare_subject = now.verb is None and bool(now.subjects) and before in {"noun", "relative"}
        if self.nominative() or (bare_subject and not self.verb_later()):
            self.take_finite(chunk)
        elif (
            before in {"noun", "time", "comma", "open"}
            and self.noun
            and not (before == "comma" and not now.subjects)
        ):
            self.open(Frame("participle", now, subjects=[self.noun])).verb = chunk
        elif now.kind == "subordinate" and now.verb is None and now.governor:
            now.subjects, now.verb = now.governor.subjects, chunk
        elif before == "finite" and now.verb is not None:
            self.open(Frame("participle", now, subjects=now.subjects, chained=True)).verb = chunk
        else:
            self.open(Frame("participle", now, subjects=now.subjects)).verb = chunk

    def nominative(self) -> bool:
        """Whether "he", "she", "they", "we" or "I" comes right before: a verb after it is finite."""
        index = self.at - 1
        while self.kind_at(index) == "adverb":
            index -= 1
        return index >= 0 and self.word(self.chunks[index]) in _NOMINATIVE and self.noun is self.chunks[index]

    def take_bare(self, chunk: Chunk) -> None:
        now = self.frame
        if self.nominative():
            self.take_finite(chunk)
        elif now.verb is None and not now.subjects and self.kind_at(self.at + 1) == "finite":
            self.take_noun(chunk)
        elif now.verb is None:
            now.verb = chunk
        elif self.before() == "comma" and now.verb.kind == "finite":
            self.coordinate(now.helper or now.verb).verb = chunk
        elif now.objects and self.kind_at(self.at - 1) == "noun":
            self.open(Frame("bare", now, subjects=list(now.objects))).verb = chunk
        else:
            self.open(Frame("infinitive", now, subjects=now.subjects, chained=True)).verb = chunk
