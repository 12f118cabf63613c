"""Answers: what a text says to a question that was made from another text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
_BEFORE, _AFTER = 3, 1
"""How many sentences before and after a place are looked at for an answer that is not there."""


def answered(
    asked: Iterable[GeneratedQuestion], source: IndexedDoc, text: IndexedDoc, name: str
) -> tuple[QuestionAnswer, ...]:
    """Each question answered from a text alone, no two with the same evidence if it can be helped."""
    used: set[tuple[int, int]] = set()
    found = []
    for question in asked:
        one = _answered(question, source, text, name, used)
        if isinstance(one.evidence, Span):
            used.add((one.evidence.start, one.evidence.end))
        found.append(one)
    return tuple(found)


def _answered(
    question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, name: str, used: set[tuple[int, int]]
) -> QuestionAnswer:
    window = verbatim_window(text, question.words) or best_window(text, rarities(text, question.words))
    status, place = _found(question, source, text, window)
    evidence = _quote(text, name, place, question, used) if place and status != "wrong" else None
    expected = source.text[question.start : question.end]
    own = "summary" if name == "article" else "article"
    return QuestionAnswer(
        status=status if evidence else "wrong",
        question=question.text,
        answer=text.text[place[0] : place[1]] if place else None,
        expected=expected,
        span=Span(own, question.start, question.end, expected),
        evidence=evidence,
    )


Place = tuple[int, int] | None


def _found(
    question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, window: SentenceWindow | None
) -> tuple[AnswerStatus, Place]:
    """How right the answer of a text is, and where it stands."""
    if window is None:
        return "wrong", None
    spoken = _share(question.asks, window.stems)
    status, place = _by_kind(question, source, text, window.lines)
    if status == "wrong" and spoken >= CLEARLY:
        beside = _by_kind(question, source, text, _beside(text, window))
        status, place = beside if beside[0] != "wrong" else (status, place)
    if spoken < SPOKEN_OF:
        return "wrong", None
    return ("partial" if status == "correct" and spoken < CLEARLY else status), place


def _beside(text: IndexedDoc, window: SentenceWindow) -> Sequence[DocSentence]:
    """The sentences next to a window, where its pronouns have their names: those before it first."""
    first, last = window.lines[0].index, window.lines[-1].index
    return (*text.lines[max(0, first - _BEFORE) : first], *text.lines[last + 1 : last + 1 + _AFTER])


Lines = Sequence[DocSentence]


def _by_kind(
    question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, lines: Lines
) -> tuple[AnswerStatus, Place]:
    if question.kind == "number":
        return _number(question, source, text, lines)
    if question.kind == "date":
        return _date(question, source, text, lines)
    return _words(question, lines)


def _number(
    question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, lines: Lines
) -> tuple[AnswerStatus, Place]:
    expected = source.quantities(question.start, question.end)
    given = [one for line in lines for one in text.quantities(line.start, line.end)]
    for one in given:
        if expected and agrees(expected[0], one) == "same":
            return "correct", (one.start, one.end)
    rivals = [one for one in given if expected and one.kind == expected[0].kind]
    asked = frozenset(word.stem for word in question.asks)
    nearest = min(rivals, key=lambda one: (-len(asked & around(text, one)), one.start), default=None)
    return "wrong", (nearest.start, nearest.end) if nearest else None


def _date(
    question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc, lines: Lines
) -> tuple[AnswerStatus, Place]:
    expected = source.moments(question.start, question.end)
    given = [one for line in lines for one in text.moments(line.start, line.end)]
    for one in given:
        if expected and covers(one, expected[0]):
            return "correct", (one.start, one.end)
    for one in given:
        if expected and covers(expected[0], one):
            return "partial", (one.start, one.end)
    return "wrong", (given[0].start, given[0].end) if given else None


def _words(question: GeneratedQuestion, lines: Lines) -> tuple[AnswerStatus, Place]:
    share = _share(question.answer, frozenset().union(*(line.stems for line in lines)))
    wanted = frozenset(word.stem for word in question.answer if word.content) or question.key
    found = [word for line in lines for word in line.words if stem_similarity(word.stem, wanted) >= NEAR]
    if not found or share < PARTIAL:
        return "wrong", None
    first = found[0].token
    return ("correct" if share >= CORRECT else "partial"), (first.start, first.end)


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
