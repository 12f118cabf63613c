"""Questions that a text answers: who, what, when, where, how many; made from its plain clauses by rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.syntax.plain_clauses import ClausePart, PlainClause, lowered
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.named_subjects import named_subject
from jurat.observers.questions.question_forms import agreeing, asking_word, inverted, question_words, tidied

QuestionKind = Literal["number", "date", "words"]

_LONGEST = 24
_LONGEST_ANSWER = 10
_FEWEST = 2
_OF_NOUNS = frozenset({"of", "for", "about", "between", "against", "in", "at", "on", "with"})
"""Prepositions of phrases that belong to a noun more often than to its verb."""
_REPEATED = frozenset({"every", "each"})
_TIME = frozenset({"in", "on", "at", "during", "", "since"})


@dataclass(frozen=True, slots=True)
class GeneratedQuestion:
    """A question, the stretch of its text that answers it, and the words it asks with."""

    text: str
    kind: QuestionKind
    start: int
    end: int
    line: DocSentence
    asks: tuple[DocWord, ...]
    answer: tuple[DocWord, ...]
    words: tuple[DocWord, ...]
    """All words it was made from, in their order."""

    @property
    def key(self) -> frozenset[str]:
        """What the answer says: two questions with the same answer are not asked."""
        return frozenset(word.stem for word in self.answer if word.content) or frozenset(
            word.stem for word in self.answer
        )


Telling = Mapping[str, float]
"""How much each stem tells of a text."""


def of_line(
    text: IndexedDoc, line: DocSentence, telling: Telling | None = None
) -> Iterator[GeneratedQuestion]:
    """The questions that a sentence answers, the most telling first, or else figures and dates first."""
    made = (one for clause in text.plain_clauses(line) for one in of_clause(text, line, clause))
    yield from by_telling(text, made, telling)


def by_telling(
    text: IndexedDoc, made: Iterable[GeneratedQuestion], telling: Telling | None
) -> Iterator[GeneratedQuestion]:
    """Questions in the order in which they are asked; answers that only point back come last."""
    if telling is None:
        order: dict[QuestionKind, int] = {"number": 0, "date": 1, "words": 2}
        yield from sorted(made, key=lambda one: (_is_general(text, one), order[one.kind]))
    else:
        yield from sorted(made, key=lambda one: (_is_general(text, one), -round(told(one, telling), 9)))


def _is_general(text: IndexedDoc, one: GeneratedQuestion) -> bool:
    """Whether an answer is a noun that only points to what was named before: "the ship"."""
    said = text.text[one.start : one.end].split()
    return len(said) == 2 and said[0].lower() == "the" and said[1].islower()


def told(one: GeneratedQuestion, telling: Telling) -> float:
    """How much the words of an answer tell, and those of question and answer together."""
    answer = [word for word in one.answer if word.content] or one.answer
    everything = [word for word in one.asks if word.content] + list(answer)
    return _mean(answer, telling) + _mean(everything, telling)


def _mean(words: Sequence[DocWord], telling: Telling) -> float:
    return sum(telling.get(word.stem, 0.0) for word in words) / len(words)


def of_clause(text: IndexedDoc, line: DocSentence, one: PlainClause) -> Iterator[GeneratedQuestion]:
    """The questions that a plain clause answers."""
    subject = named_subject(text, line, one)
    if subject is None or one.end > line.end:
        return
    maker = _Maker(text, line, one, subject)
    for made in (
        maker.amounts(),
        maker.times(),
        maker.subject(),
        maker.object(),
        maker.places(),
        maker.agent(),
    ):
        yield from made


class _Maker:
    """Makes the questions of one clause."""

    def __init__(self, text: IndexedDoc, line: DocSentence, one: PlainClause, subject: str) -> None:
        self.text = text
        self.line = line
        self.one = one
        self.name = subject
        self.verb = inverted(one)
        self.own = bool({"his", "her", "its", "their"} & set(one.lower()))
        """Whether the predicate points back to the subject, which then must be named."""

    def said(self, part: ClausePart) -> str:
        return self.text.text[part.start : part.end]

    def rest(self, *without: ClausePart) -> str:
        """The predicate without some of its parts, and an opening time after it."""
        parts = self.one.parts
        gone = [after for part, after in pairwise(parts) if part in without and after.role == "relative"]
        kept = [self.said(part) for part in parts if part not in without and part not in gone]
        if self.one.opening is not None and self.one.opening not in without:
            kept.append(lowered(self.said(self.one.opening)))
        return " ".join(kept)

    def asked(self, asking: str, *without: ClausePart) -> str:
        """A question with its helping verb moved: "What did the council close on Monday?"."""
        helper, rest = (self.verb.helper, self.verb.rest) if self.verb else ("", "")
        return f"{asking} {helper} {self.name} {rest} {self.rest(*without)}"

    def is_telling(self, part: ClausePart) -> bool:
        """Whether a noun phrase says something by itself and is no pronoun."""
        words = self.text.words(part.inner, part.end)
        head = self.one.sentence.lower[part.head]
        vague = head in question_words("vague") and not any(word.capital for word in words)
        return not vague and any(_tells(word) for word in words) and len(words) <= _LONGEST_ANSWER

    def subject(self) -> Iterator[GeneratedQuestion]:
        """Who did it: the clause with its subject taken out."""
        one, part = self.one, self.one.subject
        resolved = one.sentence.lower[part.head] in {"he", "she"}
        if resolved or self.own or not self.is_telling(part) or self.is_counted(part) or not one.parts:
            return
        if one.clause.copula and not self.is_definite():
            return
        asking = asking_word(self.text.text, one, part).capitalize()
        yield from self.made(f"{asking} {agreeing(one)} {self.rest()}", part)

    def is_definite(self) -> bool:
        """Whether what a subject is said to be can only be one: "is the capital of France"."""
        first = self.one.parts[0]
        plural = self.one.sentence.lower[self.one.verb[0]] in {"are", "were"}
        definite = self.one.sentence.lower[first.first] == "the" or self.one.clause.passive
        return not plural and (definite or first.role != "predicate")

    def object(self) -> Iterator[GeneratedQuestion]:
        """What was done, or to whom: the object taken out with the phrases that belong to it."""
        one = self.one
        if self.verb is None or not one.parts or one.parts[0].role != "object":
            return
        target, *others = one.parts
        if self.is_counted(target) or not self.is_telling(target) or one.clause.passive:
            return
        if any(part.role in {"rest", "relative", "object"} for part in others):
            return
        taken = [target]
        if one.sentence.letters[target.head] != "P":
            for part in others:
                if part.preposition not in _OF_NOUNS or self.moment(part) or self.lasts(part):
                    break
                taken.append(part)
        asking = asking_word(self.text.text, one, target).capitalize().replace("Who", "Whom")
        whole = target._replace(end=taken[-1].end, last=taken[-1].last)
        yield from self.made(self.asked(asking, *taken), whole)

    def is_counted(self, part: ClausePart) -> bool:
        """Whether a noun phrase begins with a figure."""
        letters = self.one.sentence.letters[part.first : part.last].lstrip("R")
        return letters[:1] in ("C", "$")

    def amounts(self) -> Iterator[GeneratedQuestion]:
        """How many or how much: a figure that opens the subject or the object."""
        if self.verb is None:
            return
        for part in (self.one.subject, *self.one.parts):
            figure = self.figure(part)
            if figure is None:
                continue
            (start, end), asking = figure
            if self.goes_on(part):
                continue
            if part is self.one.subject:
                group = " ".join(self.one.group())
                said = f"{asking} {group} {self.rest()}"
            else:
                said = self.asked(asking, part)
            yield from self.made(said, part._replace(start=start, inner=start, end=end))

    def goes_on(self, part: ClausePart) -> bool:
        """Whether more follows an object that belongs to it: "300 lamps made in Graz"."""
        parts = self.one.parts
        return any(first is part and second.role == "rest" for first, second in pairwise(parts))

    def figure(self, part: ClausePart) -> tuple[tuple[int, int], str] | None:
        """Where the figure of a part stands, and what asks for it."""
        found = self.text.quantities(part.inner, part.end)
        if not found or self.text.moments(part.inner, part.end):
            return None
        number = found[0]
        before = self.text.text[part.inner : number.start].strip().lower()
        noun = self.text.text[number.end : part.end].strip()
        if (before and before.replace(" ", "_") not in question_words("about")) or self.text.text[
            number.start - 1 : number.start
        ] in ("-", "–"):
            return None
        direct = part.role == "object" and part.preposition == ""
        lemma = self.one.clause.lemma
        if number.kind == "money" and not noun:
            return (
                ((number.start, number.end), "How much")
                if direct and lemma in question_words("paying")
                else None
            )
        if number.kind == "percent":
            return self.share(part, (number.start, number.end), noun, direct=direct)
        if not direct or noun.startswith("-") or number.low == 1:
            return None
        written = self.text.text[number.start : number.end].split(" ")
        if len(written) > 1 and written[-1].isalpha() and number.kind != "money" and written[-1].islower():
            end = number.end - len(written[-1]) - 1
            counted = noun.startswith("of ") or not noun
            return ((number.start, end), f"How many {written[-1]} {noun}") if counted else None
        digits = self.one.sentence.letters[part.first : part.last].lstrip("R").count("C")
        last = self.one.sentence.tags[part.head]
        counted = last in {"NNS", "NNPS"} or noun.startswith("of ") or noun.split(" ")[0] == "people"
        return ((number.start, number.end), f"How many {noun}") if counted and noun and digits else None

    def share(
        self, part: ClausePart, place: tuple[int, int], noun: str, *, direct: bool
    ) -> tuple[tuple[int, int], str] | None:
        changing = self.one.clause.lemma in question_words("changing") and not self.one.clause.passive
        if noun.startswith("of ") and direct:
            return place, f"What percentage {noun}"
        if changing and not noun and (direct or part.preposition == "by") and part is not self.one.subject:
            return place, "By how much"
        return None

    def moment(self, part: ClausePart) -> bool:
        return part.role == "time" or bool(self.text.moments(part.inner, part.end))

    def lasts(self, part: ClausePart) -> bool:
        """Whether a phrase says how long something took."""
        words = self.one.sentence.lower[part.first : part.last]
        return part.preposition == "for" and not kinds("temporal_words.txt")["unit"].isdisjoint(words)

    def times(self) -> Iterator[GeneratedQuestion]:
        """When: a phrase of time taken out."""
        if self.verb is None:
            return
        times = [
            part for part in (*self.one.parts, self.one.opening) if part is not None and self.moment(part)
        ]
        if any(part.role == "rest" for part in self.one.parts):
            return
        if len(times) != 1 or times[0].preposition not in _TIME or times[0].role not in {"phrase", "time"}:
            return
        (part,) = times
        if not self.is_date(part):
            return
        asking = "Since when" if part.preposition == "since" else "When"
        yield from self.made(self.asked(asking, part), part, kind="date")

    def is_date(self, part: ClausePart) -> bool:
        """Whether a phrase of time is a day, a month or a year, by itself."""
        found = self.text.moments(part.inner, part.end)
        words = self.text.words(part.inner, part.end)
        inner = {word.token.start for one in found for word in self.text.words(one.start, one.end)}
        outside = [word for word in words if word.content and word.token.start not in inner]
        if part.role == "time":
            return (
                self.one.sentence.lower[part.last - 1 if part.first == part.last else part.first]
                not in _REPEATED
            )
        return bool(found) and not outside

    def places(self) -> Iterator[GeneratedQuestion]:
        """Where: a phrase with the name of a place taken out."""
        if self.verb is None or self.one.clause.copula:
            return
        last = [part for part in self.one.parts if not self.moment(part)][-1:]
        for part in last:
            letters = self.one.sentence.letters[part.first : part.last]
            named = (
                part.role == "phrase"
                and part.preposition == "in"
                and set(letters[1:]) <= {"P", ",", "J", "D"}
            )
            if not named or "P" not in letters or (self.one.parts[0] is not part and not self.acts(part)):
                continue
            yield from self.made(self.asked("Where", part), part)

    def acts(self, part: ClausePart) -> bool:
        """Whether a place says where something is done, not which thing it is done to."""
        before = self.one.parts[self.one.parts.index(part) - 1]
        head = before.head
        done = self.one.sentence.letters[head] == "P" or self.one.sentence.lower[head] == "place"
        return before.role == "time" or (before.role == "object" and done)

    def agent(self) -> Iterator[GeneratedQuestion]:
        """By whom: the agent of a passive taken out."""
        if self.verb is None or not self.one.clause.passive:
            return
        for part in self.one.parts:
            if part.role == "phrase" and part.preposition == "by" and self.is_telling(part):
                figures = self.text.quantities(part.inner, part.end)
                if self.moment(part) or (figures and figures[0].end == part.end):
                    continue
                asking = asking_word(self.text.text, self.one, part)
                word = "whom" if asking == "who" else asking
                yield from self.made(self.asked(f"By {word}", part), part)

    def made(
        self, said: str, answer: ClausePart, kind: QuestionKind | None = None
    ) -> Iterator[GeneratedQuestion]:
        """The question, if it is short and enough is left to ask with."""
        start, end = answer.inner, answer.end
        inner = self.text.words(start, end)
        words = self.text.words(self.one.start, self.one.end)
        if self.one.opening is not None:
            words = self.text.words(self.one.opening.start, self.one.opening.end) + words
        asks = [word for word in words if word not in inner]
        light = self.one.clause.lemma in question_words("light") and not self.one.clause.passive
        few = _FEWEST + (light and not self.text.quantities(start, end))
        telling = [word for word in asks if _tells(word)]
        if len(telling) < few or not inner or len(said.split()) > _LONGEST:
            return
        if kind is None:
            kind = "number" if self.text.quantities(start, end) and not self.is_worded(answer) else "words"
        if kind == "date" and not self.text.moments(start, end):
            kind = "words"
        yield GeneratedQuestion(
            f"{tidied(said)}?", kind, start, end, self.line, tuple(asks), tuple(inner), tuple(words)
        )

    def is_worded(self, part: ClausePart) -> bool:
        """Whether an answer is a phrase that has a figure somewhere inside it."""
        found = self.text.quantities(part.inner, part.end)
        return bool(found) and (found[0].start > part.inner or found[0].end < part.end)


def _tells(word: DocWord) -> bool:
    """Whether a word says something by itself."""
    return word.content or word.token.text in question_words("telling")
