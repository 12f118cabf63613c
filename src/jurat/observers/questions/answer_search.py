"""Answers: what a text says to a question that was made from another text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from jurat.nlp.dates.moment import covers
from jurat.nlp.doc import DocSentence, DocWord, stem_similarity
from jurat.nlp.quantities.quantity import agrees
from jurat.observations import AnswerStatus, QuestionAnswer
from jurat.observers.grounding.entities import around
from jurat.observers.grounding.indexed_doc import NEAR, IndexedDoc
from jurat.observers.grounding.sentence_windows import (
    SentenceWindow,
    best_window,
    rarities,
    verbatim_window,
)
from jurat.observers.questions.question_generation import GeneratedQuestion
from jurat.scoring.label_limits import LONGEST_QUOTE, SHORTEST_QUOTE
from jurat.spans import Span

CORRECT, PARTIAL = 0.6, 0.35
"""The share of the expected answer that a right and a half right answer must have."""
SPOKEN_OF, CLEARLY = 0.3, 0.55
"""The share of the question that a text must speak of to answer it, and to answer it in full."""
Lines = Sequence[DocSentence]
_BEFORE, _AFTER = 3, 1
"""How many sentences before and after a place are looked at for an answer that is not there."""
_BEFORE_FIGURES = ("$", "€", "£")
_PARTING = re.compile(r"[|;:()\n]")
"""Marks that no answer goes beyond."""
_APART = 3
"""How far apart two words of an answer may be."""


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """How well a text answers a question, and where its answer is."""

    status: AnswerStatus
    start: int = 0
    end: int = 0

    @property
    def is_placed(self) -> bool:
        """Whether the text has something that could be the answer."""
        return self.end > self.start


Answering = Callable[[GeneratedQuestion, IndexedDoc, IndexedDoc], FoundAnswer]
"""What answers a question of one text (the first) from another."""


def answered(
    asked: Iterable[GeneratedQuestion],
    source: IndexedDoc,
    text: IndexedDoc,
    name: str,
    answering: Answering | None = None,
) -> tuple[QuestionAnswer, ...]:
    """Each question answered from a text alone, no two with the same evidence if it can be helped."""
    used: set[tuple[int, int]] = set()
    found = []
    for question in asked:
        answer = (answering or find_answer)(question, source, text)
        one = _labelled(question, answer, source, text, name, used)
        if isinstance(one.evidence, Span):
            used.add((one.evidence.start, one.evidence.end))
        found.append(one)
    return tuple(found)


def _labelled(
    question: GeneratedQuestion,
    answer: FoundAnswer,
    source: IndexedDoc,
    text: IndexedDoc,
    name: str,
    used: set[tuple[int, int]],
) -> QuestionAnswer:
    """An answer as a label; without a quote that is long enough it is wrong."""
    status, place = answer.status, (answer.start, answer.end) if answer.is_placed else None
    evidence = _quote(text, name, place, question, used) if place and status != "wrong" else None
    expected = source.text[question.start : question.end]
    own = "summary" if name == "article" else "article"
    said = text.text[place[0] : place[1]] if place else None
    return QuestionAnswer(
        status=status if evidence else "wrong",
        question=question.text,
        answer=evidence.text if said and evidence and len(said) > len(evidence.text) else said,
        expected=expected,
        span=Span(own, question.start, question.end, expected),
        evidence=evidence,
    )


def find_answer(question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc) -> FoundAnswer:
    """What a text answers, by the values and words that are nearest to the question."""
    window = verbatim_window(text, question.words) or best_window(text, rarities(text, question.words))
    if window is None:
        return FoundAnswer("wrong")
    spoken = spoken_of(question, window.lines)
    found = match(question, source, text, window.lines)
    if found.status == "wrong" and spoken >= CLEARLY:
        beside = match(question, source, text, _beside(text, window))
        found = beside if beside.status != "wrong" else found
    if spoken < SPOKEN_OF:
        return FoundAnswer("wrong")
    return replace(found, status="partial") if found.status == "correct" and spoken < CLEARLY else found


def spoken_of(question: GeneratedQuestion, lines: Lines) -> float:
    """The share of the words with which a question asks that some sentences have."""
    return _share(question.asks, frozenset().union(*(line.stems for line in lines)))


def _beside(text: IndexedDoc, window: SentenceWindow) -> Sequence[DocSentence]:
    """The sentences next to a window, where its pronouns have their names: those before it first."""
    first, last = window.lines[0].index, window.lines[-1].index
    return (*text.lines[max(0, first - _BEFORE) : first], *text.lines[last + 1 : last + 1 + _AFTER])


def match(question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, lines: Lines) -> FoundAnswer:
    """How far some sentences have the expected answer: a figure or date by value, else its words."""
    if question.kind == "number":
        return _number(question, source, text, lines)
    if question.kind == "date":
        return _date(question, source, text, lines)
    return _words(question, text, lines)


def _number(question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, lines: Lines) -> FoundAnswer:
    expected = source.quantities(question.start, question.end)
    given = [one for line in lines for one in text.quantities(line.start, line.end)]
    for one in given:
        if expected and agrees(expected[0], one) == "same":
            return FoundAnswer("correct", one.start, _with_noun(text, one.end, question))
    rivals = [one for one in given if expected and one.kind == expected[0].kind]
    asked = frozenset(word.stem for word in question.asks)
    nearest = min(rivals, key=lambda one: (-len(asked & around(text, one)), one.start), default=None)
    return FoundAnswer("wrong", nearest.start, nearest.end) if nearest else FoundAnswer("wrong")


def _with_noun(text: IndexedDoc, end: int, question: GeneratedQuestion) -> int:
    """Where a figure ends with the words of the answer that follow it: "5,000 simulated users"."""
    stems = frozenset(word.stem for word in question.answer)
    words = text.reading.words
    for word in words[text.index_at(end) :]:
        if word.stem not in stems or text.text[end : word.token.start].strip(" -"):
            break
        end = word.token.end
    return end


def _date(question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, lines: Lines) -> FoundAnswer:
    expected = source.moments(question.start, question.end)
    given = [one for line in lines for one in text.moments(line.start, line.end)]
    for one in given:
        if expected and covers(one, expected[0]):
            return FoundAnswer("correct", one.start, one.end)
    for one in given:
        if expected and covers(expected[0], one):
            return FoundAnswer("partial", one.start, one.end)
    return FoundAnswer("wrong", given[0].start, given[0].end) if given else FoundAnswer("wrong")


def _words(question: GeneratedQuestion, text: IndexedDoc, lines: Lines) -> FoundAnswer:
    share = _share(question.answer, frozenset().union(*(line.stems for line in lines)))
    wanted = frozenset(word.stem for word in question.answer if word.content) or question.key
    phrase = max((_phrase(text, line, wanted) for line in lines), key=len, default=[])
    if not phrase or share < PARTIAL:
        return FoundAnswer("wrong")
    status: AnswerStatus = "correct" if share >= CORRECT else "partial"
    return FoundAnswer(status, phrase[0].token.start, phrase[-1].token.end)


def _phrase(text: IndexedDoc, line: DocSentence, wanted: frozenset[str]) -> list[DocWord]:
    """The words of a sentence that say most of what is wanted, with the few between them."""
    near = [stem_similarity(word.stem, wanted) for word in line.words]
    least = max(NEAR, max(near, default=0.0))
    hits = [place for place, one in enumerate(near) if one >= least]
    best: list[int] = []
    run: list[int] = []
    for place in hits:
        run = [*run, place] if run and _is_joined(text, line, run[-1], place) else [place]
        best = run if len(run) > len(best) else best
    return list(line.words[best[0] : best[-1] + 1]) if best else []


def _is_joined(text: IndexedDoc, line: DocSentence, first: int, second: int) -> bool:
    """Whether two words of a sentence can belong to one phrase."""
    between = text.text[line.words[first].token.end : line.words[second].token.start]
    return second - first <= _APART and _PARTING.search(between) is None


def _share(words: Sequence[DocWord], stems: frozenset[str]) -> float:
    """The share of some words that a window has; of stop words where there is nothing else."""
    telling = {word.stem for word in words if word.content} or {word.stem for word in words}
    return sum(stem_similarity(one, stems) for one in sorted(telling)) / len(telling) if telling else 0.0


def _quote(
    text: IndexedDoc,
    name: str,
    place: tuple[int, int],
    question: GeneratedQuestion,
    used: set[tuple[int, int]],
) -> Span | None:
    """Four to twelve words around an answer, not quoted before if there are others."""
    words = text.reading.words
    at = text.index_at(place[0])
    if at == len(words) or len(words) < SHORTEST_QUOTE:
        return None
    wanted = frozenset(word.stem for word in (*question.asks, *question.answer))
    low, high = _bounds(text, words, at)
    spans = _stretches(words, at, low, high, wanted)
    start, end = next((one for one in spans if one not in used), spans[0])
    start -= text.text[:start].endswith(_BEFORE_FIGURES)
    end += text.text.startswith("%", end)
    return Span(name, start, end, text.text[start:end])


def _bounds(text: IndexedDoc, words: Sequence[DocWord], at: int) -> tuple[int, int]:
    """The words of the sentence around a place, or more where it has fewer than a quote needs."""
    line = next(line for line in text.lines if line.start <= words[at].token.start < line.end)
    first = at - _before(line, words[at])
    last = first + len(line.words)
    if last - first < SHORTEST_QUOTE:
        first = max(0, min(first, len(words) - SHORTEST_QUOTE))
        last = max(last, min(len(words), first + SHORTEST_QUOTE))
    return first, last


def _before(line: DocSentence, word: DocWord) -> int:
    return sum(1 for one in line.words if one.token.start < word.token.start)


def _stretches(
    words: Sequence[DocWord], at: int, low: int, high: int, wanted: frozenset[str]
) -> list[tuple[int, int]]:
    """The stretches that hold a place, those with most of the wanted words first, then the shortest."""
    found: list[tuple[int, int, int, int]] = []
    for first in range(max(low, at - LONGEST_QUOTE + 1), at + 1):
        for last in range(max(at + 1, first + SHORTEST_QUOTE), min(high, first + LONGEST_QUOTE) + 1):
            held = sum(word.stem in wanted for word in words[first:last])
            found.append((-held, last - first, words[first].token.start, words[last - 1].token.end))
    return [(start, end) for _, _, start, end in sorted(found)]
