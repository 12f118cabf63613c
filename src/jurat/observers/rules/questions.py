"""Questions that a text answers: who, what, when, how many; made from its clauses by rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from jurat.observers.rules.document import Document
from jurat.observers.rules.wh_words import inside, inverted, who_or_what
from jurat.text.clauses import Clause, Phrase
from jurat.text.readings import Line, Word
from jurat.text.verbs import kinds

QuestionKind = Literal["number", "date", "words"]

_LONGEST = 24
_FEWEST = 2
_BLANK = 5
_GAPS = 6
_SHORTEST = 3
_NAMING = frozenset({"NOUN", "PROPN", "NUM"})
_TIME = frozenset({"in", "on", "at", "during", "", "since"})


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the stretch of its text that answers it, and the words it asks with."""

    text: str
    kind: QuestionKind
    start: int
    end: int
    line: Line
    asks: tuple[Word, ...]
    answer: tuple[Word, ...]
    words: tuple[Word, ...]
    """All words it was made from, in their order."""

    @property
    def key(self) -> frozenset[str]:
        """What the answer says: two questions with the same answer are not asked."""
        return frozenset(word.stem for word in self.answer)


Telling = Mapping[str, float]
"""How much each stem tells of a text."""


def questions(
    text: Document, lines: Iterable[Line], most: int, telling: Telling | None = None
) -> list[Question]:
    """At most so many questions with different answers, one of each sentence before a second of any.

    Those of a sentence come by how telling their words are, or else figures and dates first.
    """
    seen: set[frozenset[str]] = set()
    found: list[Question] = []
    waiting: list[Iterator[Question]] = []
    for line in lines:
        if len(found) >= most:
            break
        waiting.append(of_line(text, line, telling))
        found += _fresh(waiting[-1], seen)
    while waiting and len(found) < most:
        further = [(own, _fresh(own, seen)) for own in waiting[: most - len(found)]]
        found += [one for _, fresh in further for one in fresh]
        waiting = [*waiting[len(further) :], *(own for own, fresh in further if fresh)]
    return found


def _fresh(made: Iterator[Question], seen: set[frozenset[str]]) -> list[Question]:
    """The next question whose answer no other has, if there is one."""
    for one in made:
        if one.answer and one.key not in seen:
            seen.add(one.key)
            return [one]
    return []


def of_line(text: Document, line: Line, telling: Telling | None = None) -> Iterator[Question]:
    """The questions that a sentence answers in their order, gaps to fill last."""
    asked = (one for clause in text.clauses(line) for one in of_clause(text, line, clause))
    made = [one for one in asked if one.answer]
    if telling is None:
        order: dict[QuestionKind, int] = {"number": 0, "date": 1, "words": 2}
        yield from sorted(made, key=lambda one: order[one.kind])
    else:
        yield from sorted(made, key=lambda one: -round(_told(one, telling), 9))
    yield from _gaps(text, line)


def _told(one: Question, telling: Telling) -> float:
    """How much the words of an answer tell, and those of question and answer together."""
    answer = [word for word in one.answer if word.content] or one.answer
    everything = [word for word in one.asks if word.content] + list(answer)
    return _mean(answer, telling) + _mean(everything, telling)


def _mean(words: Sequence[Word], telling: Telling) -> float:
    return sum(telling.get(word.stem, 0.0) for word in words) / len(words)


def of_clause(text: Document, line: Line, clause: Clause) -> Iterator[Question]:
    """The questions that a clause answers."""
    if len(text.words(clause.start, clause.end)) > _LONGEST or clause.end > line.end:
        return
    yield from _how_many(text, line, clause)
    yield from _when(text, line, clause)
    yield from _by_subject(text, line, clause)
    yield from _by_object(text, line, clause)


def _by_subject(text: Document, line: Line, clause: Clause) -> Iterator[Question]:
    """Who did it: the clause with its subject taken out."""
    subject, said = clause.subjects[0], text.text[clause.verb.start : clause.end]
    if _is_pronoun(subject) or inverted(text.text, clause) is None or subject.end > clause.verb.start:
        return
    if len(said.split()) >= 2:
        asking = who_or_what(text.text, subject).capitalize()
        yield from _made(text, line, clause, f"{asking} {said}?", "words", (subject.start, subject.end))


def _by_object(text: Document, line: Line, clause: Clause) -> Iterator[Question]:
    """What was done, or to whom: the object taken out, the helping verb moved."""
    verb = inverted(text.text, clause)
    if verb is None or not clause.objects or clause.copula or len(clause.subjects) > 1:
        return
    target = clause.objects[0]
    if target.start < clause.verb.end or _is_pronoun(target) or text.quantities(target.start, target.end):
        return
    asking = who_or_what(text.text, target)
    asking = "whom" if asking == "who" else asking
    rest = text.text[target.end : clause.end].strip(" ,")
    said = " ".join(
        _filled(asking.capitalize(), verb.helper, inside(text.text, clause.subjects[0]), verb.rest, rest)
    )
    yield from _made(text, line, clause, f"{said}?", "words", (target.start, target.end))


def _how_many(text: Document, line: Line, clause: Clause) -> Iterator[Question]:
    """How many or how much: a number at the start of the subject or of the object taken out."""
    verb = inverted(text.text, clause)
    if verb is None:
        return
    for phrase, is_subject in ((clause.subjects[0], True), *((one, False) for one in clause.objects[:1])):
        found = text.quantities(phrase.start, phrase.end)
        if not found or text.text[phrase.start : found[0].start].strip():
            continue
        number = found[0]
        noun = text.text[number.end : phrase.end].strip()
        if not noun and number.kind not in ("money", "percent"):
            continue
        asking = f"How many {noun}" if noun and number.kind == "number" else f"How much {noun}".strip()
        if is_subject:
            said = f"{asking} {text.text[clause.verb.start : clause.end]}"
        elif phrase.start >= clause.verb.end:
            rest = text.text[phrase.end : clause.end].strip(" ,")
            said = " ".join(
                _filled(asking, verb.helper, inside(text.text, clause.subjects[0]), verb.rest, rest)
            )
        else:
            continue
        yield from _made(text, line, clause, f"{said}?", "number", (number.start, number.end))


def _when(text: Document, line: Line, clause: Clause) -> Iterator[Question]:
    """When: a phrase of time taken out."""
    verb = inverted(text.text, clause)
    if verb is None:
        return
    for one in clause.phrases:
        found = text.moments(one.phrase.start, one.phrase.end)
        if not found or one.preposition not in _TIME or not one.after_verb:
            continue
        objects = [text.text[phrase.start : phrase.end] for phrase in clause.objects[:1]]
        asking = "Since when" if one.preposition == "since" else "When"
        said = " ".join(
            _filled(asking, verb.helper, inside(text.text, clause.subjects[0]), verb.rest, *objects)
        )
        yield from _made(text, line, clause, f"{said}?", "date", (found[0].start, found[0].end))


def _gaps(text: Document, line: Line) -> Iterator[Question]:
    """Where no clause can be read: a telling word of a sentence, to be filled in."""
    if len(line.words) < _BLANK:
        return
    parts = text.parts(line)
    telling = sorted(
        line.content,
        key=lambda word: (
            not word.capital,
            parts.get(word.token.start, "NOUN") not in _NAMING,
            -text.reading.rarity(word.stem),
            word.token.start,
        ),
    )
    for word in [one for one in telling if len(one.token.text) >= _SHORTEST or one.stem.isdigit()][:_GAPS]:
        place = line.words.index(word)
        around = line.words[max(0, place - 6) : place + 7]
        before = text.text[around[0].token.start : word.token.start]
        after = text.text[word.token.end : around[-1].token.end]
        said = f"Which word is missing: “{before}…{after}”?"
        asks = tuple(one for one in around if one is not word)
        kind: QuestionKind = "number" if text.quantities(word.token.start, word.token.end) else "words"
        yield Question(said, kind, word.token.start, word.token.end, line, asks, (word,), tuple(around))


def _made(
    text: Document, line: Line, clause: Clause, said: str, kind: QuestionKind, answer: tuple[int, int]
) -> Iterator[Question]:
    """The question, if enough is left to ask with."""
    inner = text.words(*answer)
    words = text.words(clause.start, clause.end)
    asks = [word for word in words if word not in inner]
    if sum(word.content for word in asks) >= _FEWEST:
        yield Question(" ".join(said.split()), kind, *answer, line, tuple(asks), tuple(inner), tuple(words))


def _is_pronoun(phrase: Phrase) -> bool:
    lists = kinds("pronouns.txt")
    head = phrase.head.lower()
    return any(head in lists[kind] for kind in ("person", "thing", "many")) or head in (
        "i",
        "we",
        "you",
        "this",
    )


def _filled(*parts: str) -> Iterator[str]:
    return (part for part in parts if part)
