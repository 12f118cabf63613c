"""Reading a sentence from left to right: words and marks that open, join and close clauses."""

from __future__ import annotations

from collections.abc import Callable

from jurat.nlp.syntax.chunker import Chunk, ChunkedSentence
from jurat.nlp.syntax.clause_parser.frames import Attachment, Frame, ParsedFrames
from jurat.nlp.syntax.clause_parser.lookahead import PREPOSITIONS, VERBS
from jurat.nlp.syntax.clause_parser.verb_groups import VerbReader


def frames(sentence: ChunkedSentence) -> ParsedFrames:
    """The frames of a sentence; a question has none."""
    reader = _ClauseReader(sentence)
    for index, chunk in enumerate(sentence.chunks):
        reader.at = index
        reader.take(chunk)
    return ParsedFrames([frame for frame in reader.frames if frame.verb is not None], reader.appositions)


class _ClauseReader(VerbReader):
    """Hands every chunk to what reads its kind."""

    def take(self, chunk: Chunk) -> None:
        action = _ACTIONS.get(chunk.kind)
        if action and self.at != self.helped:
            action(self, chunk)

    def take_adjective(self, chunk: Chunk) -> None:
        if self.frame.verb is not None and not self.frame.objects:
            self.frame.adjectives.append(chunk)
            self.role = None

    def take_adverb(self, chunk: Chunk) -> None:
        """Before a finite verb an adverb is of that verb's clause: "a man named Smith reportedly fled"."""
        waiting = self.verbless() if self.kind_at(self.at + 1) == "finite" else None
        (waiting if waiting is not None and waiting.subjects else self.frame).adverbs.append(chunk)

    def take_either(self, chunk: Chunk) -> None:
        if self.clause_ahead(self.at + 1) and not self.last_verb_is_awaited():
            self.opened = self.at
            self.take_subordinator(chunk)

    def last_verb_is_awaited(self) -> bool:
        """Whether only one finite verb is to come, and a subject already waits for it."""
        waiting = self.verbless()
        if waiting is None or not waiting.subjects:
            return False
        later = self.chunks[self.at + 1 : self.at + 30]
        return sum(chunk.kind == "finite" for chunk in later) == 1

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
        if before in VERBS and self.word(chunk) == "that":
            self.open(Frame("complement", self.frame, "that"))
            return
        frame = Frame("relative", self.frame, self.word(chunk))
        index = self.next_index(self.at)
        following = self.kind_at(index + 1 if self.kind_at(index) == "time" else index)
        if self.noun is None:
            frame.marker = "question"
        elif before in PREPOSITIONS:
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

    def take_and(self, chunk: Chunk) -> None:
        following = self.next_index(self.at)
        kind, now = self.kind_at(following), self.frame
        if kind == "noun":
            if now.verb is not None and self.finite_ahead(following):
                self.next_clause()
            else:
                self.joining = chunk.kind == "and" and self.before() != "adjective"
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
        self.barrier = True
        listed = self.role is not None or self.phrase_is_last()
        if kind == "noun" and listed and self.noun and self.list_ahead(following):
            self.joining = True
            return
        if kind == "and" and listed and self.ends_list(following):
            return
        self.leave()
        now = self.frame
        if kind != "noun":
            return
        if now.verb is None:
            self.rename_or_restart(following)
        elif self.finite_ahead(following):
            self.next_clause()
        else:
            self.renaming = self.kind_at(self.at - 1) == "noun"

    def ends_list(self, conjunction: int) -> bool:
        """Whether "and" after a comma brings the last member of a list, not another clause."""
        last = self.next_index(conjunction)
        return self.kind_at(last) == "noun" and not self.finite_ahead(last)

    def rename_or_restart(self, index: int) -> None:
        """ "Cook, the chief, said" renames; "Two days before the vote, she said" has its subject second."""
        now, letters = self.frame, self.sentence.letters
        if not now.subjects or self.noun is None:
            return
        places = letters[self.noun.head] == "P" and letters[self.chunks[index].first] == "P"
        if places or not self.finite_ahead(index, enclosing=False):
            self.renaming = True
            return
        now.phrases.extend(Attachment(None, chunk) for chunk in now.subjects)
        now.subjects.clear()

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


_ACTIONS: dict[str, Callable[[_ClauseReader, Chunk], None]] = {
    "noun": _ClauseReader.take_noun, "time": _ClauseReader.take_time, "finite": _ClauseReader.take_finite,
    "infinitive": _ClauseReader.take_infinitive, "gerund": _ClauseReader.take_gerund,
    "participle": _ClauseReader.take_participle, "bare": _ClauseReader.take_bare,
    "adjective": _ClauseReader.take_adjective, "adverb": _ClauseReader.take_adverb,
    "either": _ClauseReader.take_either, "subordinator": _ClauseReader.take_subordinator,
    "when": _ClauseReader.take_subordinator, "what": _ClauseReader.take_subordinator,
    "that": _ClauseReader.take_that, "relative": _ClauseReader.take_relative,
    "whose": _ClauseReader.take_whose, "and": _ClauseReader.take_and, "but": _ClauseReader.take_and,
    "comma": _ClauseReader.take_comma, "break": _ClauseReader.take_break, "open": _ClauseReader.take_open,
    "close": _ClauseReader.take_close, "quote": _ClauseReader.take_quote, "end": _ClauseReader.take_end,
}  # fmt: skip
