"""Plain clauses: affirmed statements whose subject, verb and predicate are read with confidence.

A clause is plain when two readings agree: the frames of the clause parser, and the chunks around its verb,
which must be a subject, a finite verb group that agrees with it, and a predicate with nothing left unread.
What cannot be read so is left out, so that a question or a statement made of it is complete.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from jurat.nlp.morphology.verb_forms import is_kind, kinds, lemma
from jurat.nlp.syntax.chunker import ChunkedSentence
from jurat.nlp.syntax.clauses import Clause, Parse
from jurat.nlp.tagging.perceptron import may_be

PartRole = Literal["object", "predicate", "phrase", "time", "relative", "rest"]

_LONGEST: Final = 30
"""Words of a predicate after which nothing more is read."""
_LONGEST_RELATIVE: Final = 14
_NUMBERED: Final = {"is": 1, "was": 1, "has": 1, "does": 1, "are": 2, "were": 2, "have": 2, "do": 2}
_NUMBERED_TAGS: Final = {"VBZ": 1, "VBP": 2}
_OPENING: Final = frozenset({"noun", "time", "preposition", "either", "adverb", "open", "close", "comma"})
_ENDS: Final = frozenset({"comma", "end", "break", "quote", "close", "open"})
_DESCRIBING: Final = frozenset({"noun", "relative", "participle", "whose", "preposition", "adverb"})
_VERBAL: Final = frozenset({"infinitive", "gerund", "participle", "bare"})


class ClausePart(NamedTuple):
    """A piece of a predicate: its role, its preposition, where it begins, and its noun from ``inner`` on."""

    role: PartRole
    preposition: str
    start: int
    inner: int
    end: int
    head: int
    """The index of its head among the tokens of the sentence."""
    first: int
    last: int


class PlainClause(NamedTuple):
    """A statement in its pieces, each as a stretch of the text."""

    clause: Clause
    sentence: ChunkedSentence
    subject: ClausePart
    adverb: tuple[int, int] | None
    verb: tuple[int, int]
    parts: tuple[ClausePart, ...]
    opening: ClausePart | None
    """A time that stands before the subject: "On Monday the council voted"."""

    @property
    def start(self) -> int:
        """Where its subject begins."""
        return self.subject.start

    @property
    def end(self) -> int:
        """Where its last piece ends."""
        return self.parts[-1].end if self.parts else self.offset(self.verb[1] - 1)[1]

    def offset(self, index: int) -> tuple[int, int]:
        """Where a token stands in the text."""
        start = self.sentence.starts[index]
        return start, start + len(self.sentence.words[index])

    def group(self) -> list[str]:
        """The words of the verb group, without adverbs that point back."""
        found = self.sentence.words[self.verb[0] : self.verb[1]]
        return [word for word in found if word.lower() not in _words("linking")]

    def lower(self) -> tuple[str, ...]:
        """The words of the predicate in lower case."""
        return self.sentence.lower[self.verb[0] : self.parts[-1].last if self.parts else self.verb[1]]


def plain_clauses(text: str, parse: Parse) -> list[PlainClause]:
    """The plain clauses of a sentence in their order.

    >>> from jurat.nlp.syntax.clauses import parse
    >>> from jurat.nlp.tokens import Token
    >>> said = "Ann Reed, the mayor, opposed the plan on Monday, but nobody may have read it."
    >>> [one] = plain_clauses(said, parse(said, Token("", 0, len(said))))
    >>> statement(said, one)
    'Ann Reed opposed the plan on Monday'
    """
    if text[parse.sentence.starts[-1] :][:1] == "?" if parse.sentence.starts else True:
        return []
    reader = _Reader(text, parse.sentence)
    return [one for clause in parse.clauses if (one := reader.read(clause)) is not None]


def statement(text: str, one: PlainClause) -> str:
    """A clause as a statement by itself: without appositions, and with an opening time at its end."""
    pieces = [(one.subject.start, one.subject.end)]
    if one.adverb is not None:
        pieces.append((one.offset(one.adverb[0])[0], one.offset(one.adverb[1] - 1)[1]))
    said = [text[start:end] for start, end in pieces] + one.group()
    if one.parts:
        said.append(text[one.parts[0].start : one.parts[-1].end])
    if one.opening is not None:
        said.append(lowered(text[one.opening.start : one.opening.end]))
    return " ".join(" ".join(said).split())


def lowered(phrase: str) -> str:
    """A phrase that opens with a preposition or a determiner as it is written inside a sentence."""
    first = phrase.split(" ", 1)[0]
    small = first.lower() in {"in", "on", "at", "last", "this", "during", "since", "early", "late", "earlier"}
    return phrase[0].lower() + phrase[1:] if small else phrase


class _Reader:
    """Reads the chunks around a verb."""

    def __init__(self, text: str, sentence: ChunkedSentence) -> None:
        self.text = text
        self.sentence = sentence
        self.chunks = sentence.chunks
        self.place = {sentence.starts[chunk.first]: index for index, chunk in enumerate(self.chunks)}

    def kind(self, index: int) -> str:
        return self.chunks[index].kind if 0 <= index < len(self.chunks) else "end"

    def word(self, index: int) -> str:
        return self.sentence.lower[self.chunks[index].first] if 0 <= index < len(self.chunks) else ""

    def part(self, role: PartRole, first: int, last: int, inner: int | None = None) -> ClausePart:
        """The part from one chunk up to another, the noun from ``inner`` on."""
        words, starts = self.sentence.words, self.sentence.starts
        begin, stop = self.chunks[first].first, self.chunks[last - 1].last
        noun = self.chunks[first if inner is None else inner]
        preposition = "" if inner is None or inner == first else self.word(first)
        end = starts[stop - 1] + len(words[stop - 1])
        return ClausePart(role, preposition, starts[begin], starts[noun.first], end, noun.head, begin, stop)

    def read(self, clause: Clause) -> PlainClause | None:
        at = self.place.get(clause.verb.start)
        if at is None or not self.is_finite(at) or not _is_affirmed(clause):
            return None
        found = self.subject(at)
        if found is None:
            return None
        subject, adverb, first = found
        if self.is_quoted(subject.start):
            return None
        opening = self.opening(first, clause)
        if opening is False or not self.agrees(subject, at) or not self.fits(clause, subject):
            return None
        parts = self.predicate(at, copula=clause.copula)
        if parts is None or (clause.lemma in _words("saying") and self.finite_later(at)):
            return None
        verb = (self.chunks[at].first, self.chunks[at].last)
        if opening is None and self.kind(at - 1) == "time":
            dated = self.kind(at - 2) == "preposition"
            opening = self.part("time", at - 1 - dated, at, at - 1)
        one = PlainClause(clause, self.sentence, subject, adverb, verb, tuple(parts), opening or None)
        return one if self.is_whole(one) else None

    def is_finite(self, at: int) -> bool:
        """Whether a verb is finite, or can only be read so: "The board appointed Ann Reed"."""
        kind = self.chunks[at].kind
        return kind == "finite" or (
            kind == "participle" and self.kind(at + 1) == "noun" and not any(self.finites())
        )

    def finites(self) -> list[bool]:
        return [chunk.kind == "finite" for chunk in self.chunks]

    def finite_later(self, at: int) -> bool:
        return any(chunk.kind == "finite" for chunk in self.chunks[at + 1 :])

    def is_quoted(self, place: int) -> bool:
        """Whether a place of the sentence is inside quotation marks."""
        begin = self.sentence.starts[0]
        before = self.text[begin:place]
        return (
            before[:1] in ("'", "‘", "`")
            or before.count('"') % 2 == 1
            or before.count("“") > before.count("”")
        )

    def fits(self, clause: Clause, subject: ClausePart) -> bool:
        """Whether the clause parser found the same subject."""
        first = clause.subjects[0]
        return subject.start <= first.start < subject.end

    def is_whole(self, one: PlainClause) -> bool:
        """Whether nothing in it points elsewhere, doubts or quotes."""
        words = one.lower()
        letters = one.sentence.letters[one.verb[0] : one.verb[0] + len(words)]
        group = words[: one.verb[1] - one.verb[0]]
        timeless = [word for word, letter in zip(words, letters, strict=True) if letter != "y"]
        if not _words("pointing").isdisjoint(timeless) or any("'" in word or "’" in word for word in group):
            return False
        if (
            not _words("unsure").isdisjoint(group)
            or "either" in words
            or not kinds("hedges.txt")["adverb"].isdisjoint(words)
        ):
            return False
        if not one.parts and not one.clause.passive:
            return False
        said = statement(self.text, one)
        return not any(mark in said for mark in '"“”?!…()[]\n') and "--" not in said

    # the subject

    def subject(self, at: int) -> tuple[ClausePart, tuple[int, int] | None, int] | None:
        """The subject before a verb, an adverb between the two, and the chunk it begins with."""
        last, adverb = at, None
        if self.kind(last - 1) == "adverb":
            last -= 1
            words = self.sentence.lower[self.chunks[last].first : self.chunks[last].last]
            if not _words("unsure").isdisjoint(words):
                return None
            if _words("linking").isdisjoint(words):
                adverb = (self.chunks[last].first, self.chunks[last].last)
        if self.kind(last - 1) == "time":
            last -= 1 + (self.kind(last - 2) == "preposition")
        if self.kind(last - 1) in ("comma", "close"):
            last = self.before_apposition(last - 1)
        if last <= 0 or self.kind(last - 1) != "noun":
            return None
        first = self.leftmost(last - 1)
        return self.part("object", first, last), adverb, first

    def before_apposition(self, comma: int) -> int:
        """The end of a subject before an apposition between two commas or in brackets, or 0."""
        opens = "comma" if self.kind(comma) == "comma" else "open"
        for index in range(1, comma - 1):
            related = self.kind(index + 1) in {"relative", "whose"} and self.kind(index - 1) == "noun"
            if opens == "comma" and self.kind(index) == "comma" and related:
                return index
        for index in range(comma - 1, max(0, comma - 12), -1):
            if self.kind(index) == opens:
                described = self.kind(index + 1) in {
                    "noun",
                    "relative",
                    "participle",
                    "whose",
                    "preposition",
                    "adverb",
                }
                described = described or opens == "open"
                return index if described and self.kind(index - 1) == "noun" else 0
            if self.kind(index) in _ENDS or self.kind(index) in {"subordinator", "and", "but"}:
                return 0
        return 0

    def leftmost(self, index: int) -> int:
        """The first chunk of a noun phrase with "of" and other phrases and coordinated nouns."""
        while index >= 2:
            before, joined = self.kind(index - 1), self.kind(index - 2) == "noun"
            if (
                joined
                and before == "preposition"
                and self.sentence.letters[self.chunks[index - 1].first] == "I"
            ) or (joined and before == "and" and self.kind(index - 3) not in {"finite", "preposition"}):
                index -= 2
            else:
                break
        return index

    def opening(self, first: int, clause: Clause) -> ClausePart | Literal[False] | None:
        """The time before a subject, nothing, or ``False`` where the clause does not begin there."""
        before = self.kind(first - 1) if first else "start"
        if before == "that":
            return None if self.kind(first - 2) == "finite" else False
        if before in {"start", "break"}:
            return None
        if before in {"and", "but"}:
            joins = first == 1 or self.kind(first - 2) in {"comma", "break"}
            return None if joins and self.kind(first - 2) != "quote" else False
        if clause.kind == "complement" and before == "finite":
            verb = self.chunks[first - 1].head
            reports = is_kind(lemma(self.sentence.words[verb], self.sentence.tags[verb]), "reporting")
            return None if reports else False
        start = int(self.kind(0) in {"and", "but"})
        kinds_before = [self.kind(index) for index in range(start, first)]
        if not all(kind in _OPENING for kind in kinds_before):
            return (
                None
                if before == "comma" and clause.kind == "main" and self.is_adjunct(start, first)
                else False
            )
        if before not in {"comma", "close", "time", "noun"} or kinds_before.count("comma") > 1:
            return False
        if before == "noun" and self.word(start) not in _words("opening"):
            return False
        return self.opening_time(start, first)

    def is_adjunct(self, start: int, first: int) -> bool:
        """Whether a clause before the main one can be left out: "When it rained, the match ended"."""
        kinds_before = [self.kind(index) for index in range(start, first)]
        opens = self.word(start) in _words("adjunct")
        return opens and kinds_before.count("comma") == 1

    def opening_time(self, start: int, first: int) -> ClausePart | None:
        stop = first - 1 if self.kind(first - 1) == "comma" else first
        if stop - start == 1 and self.kind(start) == "time":
            return self.part("time", start, stop, start)
        timed = re.search(
            r"[yMC]", self.sentence.letters[self.chunks[stop - 1].first : self.chunks[stop - 1].last]
        )
        if stop - start == 2 and timed and self.word(start) in _words("opening_time"):
            return self.part("time", start, stop, start + 1)
        return None

    def agrees(self, subject: ClausePart, at: int) -> bool:
        """Whether subject and verb agree in number, as far as their forms tell."""
        lower, tags = self.sentence.lower, self.sentence.tags
        verb = self.chunks[at]
        number = _NUMBERED.get(lower[verb.first]) or _NUMBERED_TAGS.get(tags[verb.first])
        words = lower[subject.first : subject.last]
        if lower[subject.head] in {"he", "she"} and len(words) == 1:
            return True
        if not _words("pointing").isdisjoint(words) or words[0] in _words("unclear"):
            return False
        if tags[subject.head] not in {"NN", "NNS", "NNP", "NNPS", "CD"}:
            return False
        if number is None or not _words("loose").isdisjoint(words) or tags[subject.head] == "CD":
            return True
        if tags[subject.head] == "NNP" and lower[subject.head].endswith("s"):
            return True
        plural = tags[subject.head].endswith("S") or "and" in words
        return plural == (number == 2)

    # the predicate

    def predicate(self, at: int, *, copula: bool) -> list[ClausePart] | None:
        """The parts after a verb, up to where the clause ends; nothing where one cannot be read."""
        parts: list[ClausePart] = []
        index = at + 1
        while index < len(self.chunks) and self.chunks[index].last - self.chunks[at].last <= _LONGEST:
            step = self.step(index, at, parts, copula=copula)
            if step is None:
                return None
            if step == index:
                break
            index = step
        return parts

    def step(self, index: int, at: int, parts: list[ClausePart], *, copula: bool) -> int | None:
        """Read the part at a chunk: where the next begins, the same place at the end, nothing if unread."""
        kind = self.kind(index)
        if kind == "end":
            return index if index >= len(self.chunks) - 2 else None
        if self.word(index) in _words("asking"):
            return None
        if self.word(index) in {"where", "than"} and parts:
            return None
        if kind in {"break", "subordinator", "but", "when", "close"}:
            return index
        if kind == "noun":
            return self.take_noun(index, at, parts, copula=copula)
        if kind == "time":
            parts.append(self.part("time", index, index + 1, index))
            return index + 1
        if kind in {"preposition", "either"}:
            return self.take_preposition(index, parts)
        if kind == "comma":
            return self.take_comma(index, parts)
        if kind == "and":
            return self.take_and(index, parts)
        if kind in {"relative", "that", "whose"}:
            return self.take_relative(index, at, parts)
        if kind in {"adverb", "adjective"} or kind in _VERBAL:
            if kind == "adjective" and copula and not parts:
                parts.append(self.part("predicate", index, index + 1))
            else:
                parts.append(self.part("rest", index, index + 1))
            return index + 1
        return None

    def noun_end(self, index: int) -> int:
        """The end of a noun phrase with its "of" phrases and coordinated nouns."""
        index += 1
        while self.kind(index + 1) == "noun":
            joins = self.kind(index) == "and" and not self.finite_ahead(index + 1)
            if not joins and not (self.kind(index) == "preposition" and self.word(index) == "of"):
                break
            index += 2
        return index

    def finite_ahead(self, index: int) -> bool:
        """Whether a finite verb comes before the clause ends."""
        while index < len(self.chunks) and self.kind(index) not in _ENDS:
            if self.kind(index) in {"relative", "that", "when", "subordinator", "but"}:
                return False
            if self.kind(index) == "finite":
                return True
            index += 1
        return False

    def runs_on(self, index: int) -> bool:
        """Whether a finite verb follows that nothing has opened a clause for."""
        while index < len(self.chunks) and self.kind(index) not in _ENDS:
            if self.kind(index) in {
                "relative",
                "that",
                "when",
                "subordinator",
                "but",
                "and",
                "either",
                "whose",
            }:
                return False
            if self.kind(index) == "finite":
                return True
            index += 1
        return False

    def take_noun(self, index: int, at: int, parts: list[ClausePart], *, copula: bool) -> int | None:
        stop = self.noun_end(index)
        direct = index == at + 1 or (index == at + 2 and self.kind(at + 1) == "adverb")
        if self.runs_on(stop):
            return None
        if direct and self.may_be_compound(index, at):
            return None
        if direct:
            parts.append(self.part("predicate" if copula else "object", index, stop, index))
            return stop
        if parts and parts[-1].role == "rest":
            parts.append(self.part("rest", index, stop))
            return stop
        return None

    def may_be_compound(self, index: int, at: int) -> bool:
        """Whether a verb and a bare noun after it may be one noun phrase: "the City shot stopper"."""
        verb, noun = self.chunks[at], self.chunks[index]
        bare = noun.last - noun.first == 1 and self.sentence.tags[noun.head] == "NN"
        return bare and verb.last - verb.first == 1 and may_be(self.sentence.lower[verb.head], "NN")

    def take_preposition(self, index: int, parts: list[ClausePart]) -> int | None:
        following = self.kind(index + 1)
        if self.kind(index) == "either" and (self.finite_ahead(index + 1) or following == "finite"):
            return index
        if following == "noun":
            stop = self.noun_end(index + 1)
            parts.append(self.part("phrase", index, stop, index + 1))
            return None if self.runs_on(stop) else stop
        if following == "time":
            parts.append(self.part("time", index, index + 2, index + 1))
            return index + 2
        if following in {"gerund", "adverb", "preposition"}:
            parts.append(self.part("rest", index, index + 1))
            return index + 1
        return None

    def take_comma(self, index: int, parts: list[ClausePart]) -> int | None:
        """A list goes on after a comma, and so does the name of a place; all else ends the clause."""
        if self.kind(index + 1) != "noun" or not parts or parts[-1].role == "time":
            return index
        if self.is_place(index, parts[-1]):
            self.extend(parts, index + 2)
            return index + 2 + (self.kind(index + 2) == "comma")
        stop = index
        while self.kind(stop) == "comma" and self.kind(stop + 1) == "noun" and not self.has_and(index, stop):
            stop = self.noun_end(stop + 1)
        if self.kind(stop) == "comma" and self.kind(stop + 1) == "and" and self.kind(stop + 2) == "noun":
            if self.finite_ahead(stop + 2):
                return index
            stop = self.noun_end(stop + 2)
        if not self.has_and(index, stop) or self.finite_ahead(stop):
            return index
        self.extend(parts, stop)
        return stop

    def is_place(self, comma: int, before: ClausePart) -> bool:
        """Whether a name after a comma says where a place is: "Tampa, Florida, on Monday"."""
        letters, name = self.sentence.letters, self.chunks[comma + 1]
        named = letters[before.last - 1] == "P" and set(letters[name.first : name.last]) == {"P"}
        after = self.kind(comma + 2) == "comma" and self.kind(comma + 3) in {"preposition", "time", "end"}
        return named and (after or self.kind(comma + 2) in {"end", "preposition", "time"})

    def has_and(self, first: int, last: int) -> bool:
        return any(self.kind(index) == "and" for index in range(first, last))

    def take_and(self, index: int, parts: list[ClausePart]) -> int | None:
        """A verb or a clause after "and" ends this one; a noun or an adjective goes on with it."""
        following = self.kind(index + 1)
        if following == "gerund" and parts and parts[-1].role == "rest":
            return None
        if (
            following in {"adjective", "infinitive", "adverb"}
            and parts
            and parts[-1].role in {"rest", "predicate"}
        ):
            self.extend(parts, index + 2)
            return index + 2
        if following == "noun" and not self.finite_ahead(index + 1) and parts:
            stop = self.noun_end(index + 1)
            self.extend(parts, stop)
            return stop
        return index

    def extend(self, parts: list[ClausePart], stop: int) -> None:
        """Let the last part reach up to a chunk."""
        last = self.chunks[stop - 1].last
        end = self.sentence.starts[last - 1] + len(self.sentence.words[last - 1])
        parts[-1] = parts[-1]._replace(end=end, last=last)

    def take_relative(self, index: int, at: int, parts: list[ClausePart]) -> int | None:
        """A clause that says which one is meant belongs to the noun before it, if it is short."""
        if not parts or index == at + 1:
            return None
        stop = index + 1
        while self.kind(stop) not in _ENDS:
            stop += 1
        if self.chunks[stop - 1].last - self.chunks[index].first > _LONGEST_RELATIVE:
            return None
        parts.append(self.part("relative", index, stop))
        return stop


def _is_affirmed(clause: Clause) -> bool:
    """Whether a clause states a fact in its own right."""
    if clause.negated or clause.hedged or not clause.assertive or clause.modal in _words("unreal"):
        return False
    return clause.kind == "main" or (clause.kind == "complement" and clause.marker in {"", "that"})


def _words(kind: str) -> frozenset[str]:
    return kinds("plain_clause_words.txt")[kind]
