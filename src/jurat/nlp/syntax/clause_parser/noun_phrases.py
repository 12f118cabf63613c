"""Reading noun phrases into frames: subjects, objects, members of a list, what follows a preposition."""

from __future__ import annotations

from typing import Final

from jurat.nlp.syntax.chunker import Chunk, ChunkedSentence
from jurat.nlp.syntax.clause_parser.frames import Attachment, Frame, FrameKind
from jurat.nlp.syntax.clause_parser.lookahead import PREPOSITIONS, Lookahead

_DEEPEST: Final = 24


class NounReader(Lookahead):
    """The frames opened so far, and where the next noun phrase would go."""

    def __init__(self, sentence: ChunkedSentence) -> None:
        super().__init__(sentence)
        self.frames = [self.frame]
        self.appositions: list[tuple[Chunk, Chunk]] = []
        self.noun: Chunk | None = None
        self.role: list[Chunk] | None = None
        self.joining = self.renaming = self.barrier = False
        self.brackets: list[tuple[Frame, Chunk | None]] = []
        self.since = 0
        self.helped = self.opened = -1

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

    def take_noun(self, chunk: Chunk) -> None:
        frame = self.frame
        if self.joining:
            self.join(chunk)
        elif self.renaming and self.noun:
            self.appositions.append((self.noun, chunk))
            self.joining = self.renaming = self.barrier = False
            return
        elif self.after_preposition():
            frame.phrases.append(Attachment(self.chunks[self.preposition_index()], chunk))
            self.role = None
        elif frame.verb is None:
            self.take_subject(chunk)
        else:
            self.take_object(chunk)
        self.noun = chunk
        self.joining = self.renaming = self.barrier = False

    def join(self, chunk: Chunk) -> None:
        """Add a coordinated noun phrase to the one it goes with."""
        frame, letters = self.frame, self.sentence.letters
        if self.role is not None:
            self.role.append(chunk)
            return
        if not self.phrase_is_last():
            if frame.verb is None:
                self.take_subject(chunk)
            return
        last = frame.phrases[-1]
        head = frame.objects or (frame.subjects if frame.verb is None else None)
        beside = letters[chunk.first] == "D" and letters[last.noun.first] != "D"
        if head and (beside or (self.measures(last) and letters[head[-1].first] == "C")):
            head.append(chunk)
            self.role = head
        else:
            frame.phrases.append(Attachment(last.preposition, chunk))

    def measures(self, attachment: Attachment) -> bool:
        """Whether a phrase says of what an amount is ("1 TB of storage"); "and" goes on without it."""
        return attachment.preposition is not None and self.word(attachment.preposition) == "of"

    def phrase_is_last(self) -> bool:
        """Whether the last thing read, but for a comma or "and", was a prepositional phrase."""
        phrases, before = self.frame.phrases, self.chunks[max(0, self.at - 1)]
        return bool(phrases) and before.first - 1 <= phrases[-1].noun.last <= before.last

    def after_preposition(self) -> bool:
        """Whether a preposition comes right before; "after" may have opened a clause instead."""
        return self.before() in PREPOSITIONS and self.preposition_index() != self.opened

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
        if self.after_preposition():
            frame.phrases.append(Attachment(self.chunks[self.preposition_index()], chunk))
        elif frame.verb is None and not frame.subjects and self.kind_at(self.next_index(self.at)) == "finite":
            frame.subjects.append(chunk)
        else:
            frame.phrases.append(Attachment(None, chunk))
        self.role, self.joining = None, False
