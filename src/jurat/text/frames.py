"""Frames: clauses in the making, filled from left to right by the chunks of a sentence.

A frame waits for its subject, then its verb, then what follows the verb. Words that open a clause (who, that,
because, and) put a new frame on top; a comma or a second verb closes it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from jurat.text.chunks import Chunk, Sentence
from jurat.text.verbs import is_kind, lemma

FrameKind = Literal[
    "main", "relative", "complement", "subordinate", "participle", "gerund", "infinitive", "bare"
]

_VERBS = frozenset({"finite", "infinitive", "gerund", "participle", "bare"})
_SKIPPED = frozenset({"adverb", "quote"})
_INSIDE_SUBJECT = frozenset({"adverb", "preposition", "either", "adjective", "time", "quote"})
_DEEPEST = 24
_PREPOSITIONS = frozenset({"preposition", "either"})


@dataclass(frozen=True, slots=True)
class Attachment:
    """A noun phrase with the preposition before it, if any."""

    preposition: Chunk | None
    noun: Chunk


@dataclass(slots=True)
class Frame:
    """A clause while it is being read; coordinated verbs share one list of subjects."""

    kind: FrameKind
    governor: Frame | None = None
    marker: str = ""
    subjects: list[Chunk] = field(default_factory=list)
    verb: Chunk | None = None
    helper: Chunk | None = None
    objects: list[Chunk] = field(default_factory=list)
    second: list[Chunk] = field(default_factory=list)
    phrases: list[Attachment] = field(default_factory=list)
    adverbs: list[Chunk] = field(default_factory=list)
    adjectives: list[Chunk] = field(default_factory=list)
    gap: Chunk | None = None
    chained: bool = False
    inverted: bool = False
    reduced: bool = False
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The frames of a sentence in the order they were opened, and which noun phrase renames which."""

    frames: list[Frame]
    appositions: list[tuple[Chunk, Chunk]]


def frames(sentence: Sentence) -> Reading:
    """The frames of a sentence; a question has none."""
    reader = _Reader(sentence)
    for index, chunk in enumerate(sentence.chunks):
        reader.at = index
        reader.take(chunk)
    return Reading([frame for frame in reader.frames if frame.verb is not None], reader.appositions)


class _Reader:
    """Where the reading of one sentence stands."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.chunks = sentence.chunks
        self.at = 0
        self.frame = Frame("main")
        self.frames = [self.frame]
        self.appositions: list[tuple[Chunk, Chunk]] = []
        self.noun: Chunk | None = None
        self.role: list[Chunk] | None = None
        self.joining = self.renaming = self.barrier = False
        self.brackets: list[tuple[Frame, Chunk | None]] = []
        self.since = 0
        self.helped = -1

    def take(self, chunk: Chunk) -> None:
        action = _ACTIONS.get(chunk.kind)
        if action and self.at != self.helped:
            action(self, chunk)

    # what stands around

    def kind_at(self, index: int) -> str:
        return self.chunks[index].kind if 0 <= index < len(self.chunks) else ""

    def next_index(self, index: int) -> int:
        """The next chunk that is not an adverb or a quotation mark."""
        index += 1
        while self.kind_at(index) in _SKIPPED:
            index += 1
        return index

    def before(self) -> str:
        index = self.at - 1
        while self.kind_at(index) in _SKIPPED:
            index -= 1
        return self.kind_at(index)

    def word(self, chunk: Chunk) -> str:
        return self.sentence.lower[chunk.head]

    def letter(self, chunk: Chunk) -> str:
        return self.sentence.letters[chunk.head]

    def verb_lemma(self, chunk: Chunk) -> str:
        return lemma(self.sentence.lexemes[chunk.head].text, self.sentence.tags[chunk.head])

    def past(self, chunk: Chunk) -> bool:
        """Whether a verb is a plain past form, which often looks like a participle."""
        plain = chunk.last - chunk.first == 1 and self.sentence.letters[chunk.head] == "V"
        return plain and self.sentence.tags[chunk.head] == "VBD"

    def finite_ahead(self, index: int) -> bool:
        """Whether the noun phrase at ``index``, with what belongs to it, has a finite verb after it."""
        for later in range(index + 1, min(index + 12, len(self.chunks))):
            kind = self.chunks[later].kind
            if kind == "finite":
                return True
            if kind == "noun":
                if self.kind_at(later - 1) not in _PREPOSITIONS:
                    return False
            elif kind not in _INSIDE_SUBJECT:
                return False
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

    # frames

    def open(self, frame: Frame) -> Frame:
        if frame.governor:
            frame.depth = frame.governor.depth + 1
        if frame.depth > _DEEPEST:
            frame.governor, frame.depth = None, 0
        self.frames.append(frame)
        self.frame = frame
        return frame

    def coordinate(self, helper: Chunk | None = None) -> Frame:
        """A further verb of the same subject."""
        now = self.frame
        same = Frame(
            now.kind, now.governor, now.marker, now.subjects, helper=helper, gap=now.gap, chained=now.chained
        )
        return self.open(same)

    def next_clause(self) -> Frame:
        """A clause on the same footing, with a subject of its own."""
        now = self.frame
        while now.kind in {"relative", "participle", "gerund", "infinitive", "bare"} and now.governor:
            now = now.governor
        kind: FrameKind = now.kind if now.kind in {"complement", "subordinate"} else "main"
        return self.open(Frame(kind, now.governor, now.marker))

    def verbless(self) -> Frame | None:
        """The nearest open frame that still waits for its verb."""
        frame: Frame | None = self.frame
        while frame and frame.verb is not None:
            frame = frame.governor
        return frame

    # nouns

    def take_noun(self, chunk: Chunk) -> None:
        frame = self.frame
        if self.joining and self.join(chunk):
            pass
        elif self.renaming and self.noun:
            self.appositions.append((self.noun, chunk))
            self.joining = self.renaming = self.barrier = False
            return
        elif self.before() in _PREPOSITIONS:
            frame.phrases.append(Attachment(self.chunks[self.preposition_index()], chunk))
            self.role = None
        elif frame.verb is None:
            self.take_subject(chunk)
        else:
            self.take_object(chunk)
        self.noun = chunk
        self.joining = self.renaming = self.barrier = False

    def join(self, chunk: Chunk) -> bool:
        """Add a coordinated noun phrase to the one it goes with."""
        frame, letters = self.frame, self.sentence.letters
        if self.role is not None:
            self.role.append(chunk)
            return True
        if not frame.phrases or frame.phrases[-1].noun is not self.noun:
            return False
        last = frame.phrases[-1]
        head = frame.objects or (frame.subjects if frame.verb is None else None)
        if head and letters[chunk.first] == "D" and letters[last.noun.first] != "D":
            head.append(chunk)
            self.role = head
        else:
            frame.phrases.append(Attachment(last.preposition, chunk))
        return True

    def preposition_index(self) -> int:
        index = self.at - 1
        while self.chunks[index].kind not in _PREPOSITIONS:
            index -= 1
        return index

    def take_subject(self, chunk: Chunk) -> None:
        frame = self.frame
        if (
            frame.subjects
            and self.kind_at(self.at - 1) == "noun"
            and self.noun
            and self.finite_ahead(self.at)
        ):
            frame = self.open(Frame("relative", frame, gap=self.noun))
        if not frame.subjects:
            frame.subjects.append(chunk)
            self.role = frame.subjects

    def take_object(self, chunk: Chunk) -> None:
        frame = self.frame
        if frame.inverted and not frame.subjects:
            frame.subjects.append(chunk)
            self.role = frame.subjects
            return
        if frame.objects and self.kind_at(self.at - 1) == "noun" and self.finite_ahead(self.at) and self.noun:
            self.open(Frame("relative", frame, gap=self.noun)).subjects.append(chunk)
            return
        self.role = frame.second if frame.objects else frame.objects
        self.role.append(chunk)

    def take_time(self, chunk: Chunk) -> None:
        frame = self.frame
        if self.before() in _PREPOSITIONS:
            frame.phrases.append(Attachment(self.chunks[self.preposition_index()], chunk))
        elif frame.verb is None and not frame.subjects and self.kind_at(self.next_index(self.at)) == "finite":
            frame.subjects.append(chunk)
        else:
            frame.phrases.append(Attachment(None, chunk))
        self.joining = False

    # verbs

    def take_finite(self, chunk: Chunk) -> None:
        waiting = self.verbless()
        if waiting and self.looks_reduced(chunk):
            self.take_participle(chunk)
            self.frame.reduced = True
            return
        if waiting:
            self.take_gerund_subject(waiting)
            self.frame = waiting
        elif self.barrier or not (self.frame.objects or self.frame.phrases):
            self.frame = self.coordinate()
            self.invert(chunk)
        elif self.looks_passive(chunk):
            self.take_participle(chunk)
            self.frame.reduced = True
            return
        else:
            self.steal()
        self.frame.verb = chunk
        if not self.frame.subjects:
            self.invert(chunk)

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
        if verb is None or not self.past(chunk):
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
        if before in _PREPOSITIONS:
            index = self.chunks[self.preposition_index()].first
            marker = " ".join(self.sentence.lower[max(0, index - 1) : index + 1])
            self.open(Frame("gerund", now, marker, now.subjects)).verb = chunk
        elif now.verb is not None and before in _VERBS:
            self.open(Frame("gerund", now, subjects=now.subjects, chained=True)).verb = chunk
        elif before in {"noun", "time"} and self.noun:
            self.open(Frame("participle", now, subjects=[self.noun])).verb = chunk
        elif now.kind == "subordinate" and now.verb is None and now.governor:
            now.subjects, now.verb = now.governor.subjects, chunk
        elif before == "and" and now.verb is not None and now.kind in {"gerund", "participle"}:
            self.coordinate().verb = chunk
        else:
            self.open(Frame("participle", now, subjects=now.subjects)).verb = chunk

    def take_participle(self, chunk: Chunk) -> None:
        now, before = self.frame, self.before()
        if now.verb is None and now.subjects and before in {"noun", "relative"} and not self.verb_later():
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

    def verb_later(self) -> bool:
        """Whether a finite verb is still to come for the frame that waits for one."""
        for later in range(self.at + 1, min(self.at + 40, len(self.chunks))):
            kind = self.chunks[later].kind
            if kind == "finite":
                return True
            if kind in {"end", "break", "subordinator", "that", "relative", "when", "and", "but"}:
                return False
        return False

    def take_bare(self, chunk: Chunk) -> None:
        now = self.frame
        if now.verb is None and not now.subjects and self.kind_at(self.at + 1) == "finite":
            self.take_noun(chunk)
        elif now.verb is None:
            now.verb = chunk
        elif now.objects and self.kind_at(self.at - 1) == "noun":
            self.open(Frame("bare", now, subjects=list(now.objects))).verb = chunk
        else:
            self.open(Frame("infinitive", now, subjects=now.subjects, chained=True)).verb = chunk

    def take_adjective(self, chunk: Chunk) -> None:
        if self.frame.verb is not None and not self.frame.objects:
            self.frame.adjectives.append(chunk)

    def take_adverb(self, chunk: Chunk) -> None:
        self.frame.adverbs.append(chunk)

    # words that open clauses

    def take_either(self, chunk: Chunk) -> None:
        if self.clause_ahead(self.at + 1):
            self.take_subordinator(chunk)

    def take_subordinator(self, chunk: Chunk) -> None:
        if self.kind_at(self.at + 1) == "preposition" and self.word(self.chunks[self.at + 1]) == "of":
            return
        self.open(Frame("subordinate", self.frame, self.word(chunk)))
        self.barrier = False

    def take_that(self, chunk: Chunk) -> None:
        if self.kind_at(self.next_index(self.at)) == "finite" and self.noun:
            self.take_relative(chunk)
            return
        now = self.frame
        if self.before() == "and" and now.kind == "complement" and now.governor:
            now = now.governor
        self.open(Frame("complement", now, "that"))

    def take_relative(self, chunk: Chunk) -> None:
        before = self.kind_at(self.at - 1)
        if before in _VERBS and self.word(chunk) == "that":
            self.open(Frame("complement", self.frame, "that"))
            return
        frame = Frame("relative", self.frame, self.word(chunk))
        following = self.kind_at(self.next_index(self.at))
        if self.noun is None:
            frame.marker = "question"
        elif before in _PREPOSITIONS:
            frame.phrases.append(Attachment(self.chunks[self.at - 1], self.noun))
        elif following in {"finite", "participle", "bare"}:
            frame.subjects.append(self.noun)
        else:
            frame.gap = self.noun
        self.open(frame)
        self.barrier = False

    def take_whose(self, chunk: Chunk) -> None:
        self.open(Frame("relative", self.frame, self.word(chunk)))
        self.barrier = False

    # words and marks between clauses

    def take_and(self, chunk: Chunk) -> None:
        following = self.next_index(self.at)
        kind, now = self.kind_at(following), self.frame
        if kind == "noun":
            if now.verb is not None and self.finite_ahead(following):
                self.next_clause()
            else:
                self.joining = chunk.kind == "and"
        elif now.verb is None:
            return
        elif kind == "finite":
            self.coordinate(now.helper or now.verb if self.stays_passive(following) else None)
        elif kind in {"bare", "participle"} or (
            kind == "gerund" and self.sentence.letters[now.verb.head] in "gGF"
        ):
            self.coordinate(now.helper or now.verb)
            self.take_helped(following)

    def stays_passive(self, index: int) -> bool:
        """ "Was born in London and raised in Paris": a past form without an object goes on as a passive."""
        verb, now, letters = self.chunks[index], self.frame, self.sentence.letters
        if now.verb is None or letters[now.verb.head] != "n" or now.kind == "participle":
            return False
        past = (
            self.sentence.tags[verb.head] == "VBD"
            and verb.last - verb.first == 1
            and letters[verb.head] == "V"
        )
        return past and self.kind_at(index + 1) in {"preposition", "end", "comma", ""}

    def take_helped(self, index: int) -> None:
        """Give a coordinated verb its place at once, whatever its form looks like alone."""
        self.frame.verb = self.chunks[index]
        self.helped = index

    def take_comma(self, _: Chunk) -> None:
        following = self.next_index(self.at)
        kind = self.kind_at(following)
        self.leave()
        now = self.frame
        self.barrier = True
        if kind != "noun":
            return
        if self.role is not None and self.noun and self.list_ahead(following):
            self.joining = True
        elif now.verb is None:
            self.renaming = bool(now.subjects) and self.noun is not None
        elif self.finite_ahead(following):
            self.next_clause()
        else:
            self.renaming = self.kind_at(self.at - 1) == "noun"

    def leave(self) -> None:
        """Close what a comma closes: a relative clause, a participle, a clause before its main clause."""
        now = self.frame
        if now.kind == "subordinate" and now.verb is None and not now.subjects and now.governor:
            now = now.governor
        while now.verb is not None and now.governor:
            waits = now.governor.verb is None
            if now.kind in {"relative", "participle"} or waits:
                now = now.governor
            else:
                break
        self.frame = now

    def take_break(self, _: Chunk) -> None:
        self.open(Frame("main"))
        self.noun, self.role = None, None

    def take_open(self, _: Chunk) -> None:
        self.brackets.append((self.frame, self.noun))
        self.open(Frame("main"))

    def take_close(self, _: Chunk) -> None:
        if self.brackets:
            self.frame, self.noun = self.brackets.pop()

    def take_quote(self, _: Chunk) -> None:
        self.barrier = True

    def take_end(self, chunk: Chunk) -> None:
        if self.word(chunk) == "?":
            del self.frames[self.since :]
        self.open(Frame("main"))
        self.since = len(self.frames) - 1
        self.noun, self.role, self.barrier = None, None, False


_ACTIONS: dict[str, Callable[[_Reader, Chunk], None]] = {
    "noun": _Reader.take_noun, "time": _Reader.take_time, "finite": _Reader.take_finite,
    "infinitive": _Reader.take_infinitive, "gerund": _Reader.take_gerund,
    "participle": _Reader.take_participle, "bare": _Reader.take_bare, "adjective": _Reader.take_adjective,
    "adverb": _Reader.take_adverb, "either": _Reader.take_either, "subordinator": _Reader.take_subordinator,
    "when": _Reader.take_subordinator, "what": _Reader.take_subordinator, "that": _Reader.take_that,
    "relative": _Reader.take_relative, "whose": _Reader.take_whose, "and": _Reader.take_and,
    "but": _Reader.take_and, "comma": _Reader.take_comma, "break": _Reader.take_break,
    "open": _Reader.take_open, "close": _Reader.take_close, "quote": _Reader.take_quote,
    "end": _Reader.take_end,
}  # fmt: skip
