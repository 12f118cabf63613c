"""Cloze questions: a complete statement of the text with a name, a figure or a noun phrase left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.syntax.plain_clauses import ClausePart, PlainClause
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.named_subjects import named_subject
from jurat.observers.questions.question_forms import question_words, tidied
from jurat.observers.questions.question_generation import GeneratedQuestion, QuestionKind

BLANK = "___"
_LONGEST, _FEWEST = 40, 5
_LONGEST_ANSWER = 8
_AROUND = 8
_SHORTEST = 3
_MOST = 6
_SPEAKING = frozenset({"i", "we", "you", "my", "our", "your", "me", "us"})
_RUNS_ON = frozenset({"noun", "adverb", "adjective", "gerund", "participle", "other"})
"""What next to a noun phrase may belong to it."""
_NAME_BEFORE = re.compile(r"(?<![.!?…] )(?<!^)\b[A-Z][\w&'’-]*(?: (?i:of|for|in|and|the) (?i:the )?| )$")
_NAME_AFTER = re.compile(r" (?:of )?[A-Z][\w]")
_NAME_LENGTH = 40
_NUMBERING = re.compile(r"\d{1,3}[.)]\s+(?=[A-Z])")
"""The number of an item, which is no part of what it says."""
_NAMING = frozenset({"NOUN", "PROPN", "NUM"})


def cloze_questions(text: IndexedDoc, line: DocSentence) -> Iterator[GeneratedQuestion]:
    """The statements of a sentence to be completed: of its plain clauses, then the sentence itself."""
    for one in text.plain_clauses(line):
        if one.end <= line.end and named_subject(text, line, one) is not None:
            yield from _of_clause(text, line, one)
    if _is_clear(text, line):
        yield from _of_sentence(text, line)


def _of_clause(text: IndexedDoc, line: DocSentence, one: PlainClause) -> Iterator[GeneratedQuestion]:
    parts = [
        part for part in (*one.parts, one.subject) if part.role in {"object", "phrase", "predicate", "time"}
    ]
    for part in sorted(parts, key=lambda part: not _is_named(one, part)):
        words = text.words(part.inner, part.end)
        if not any(word.content for word in words) or len(words) > _LONGEST_ANSWER or part.inner < one.start:
            continue
        if one.sentence.lower[part.head] in question_words("unclear"):
            continue
        yield from _gap(text, line, (one.start, one.end), (part.inner, part.end))


def _is_named(one: PlainClause, part: ClausePart) -> bool:
    """Whether a part has a name or a figure."""
    return any(letter in "PMC$" for letter in one.sentence.letters[part.first : part.last])


def _is_clear(text: IndexedDoc, line: DocSentence) -> bool:
    """Whether a sentence can be asked for as a whole."""
    said = text.text[line.start : line.end]
    clauses = text.clauses(line)
    first = text.text[line.start : line.start + 1]
    return (
        len(line.words) <= _LONGEST
        and said.endswith(".")
        and (first.isupper() or first.isdigit())
        and not any(mark in said for mark in '"“”?!…[]\n')
        and question_words("unclear").isdisjoint(word.token.text for word in line.words[:2])
        and _SPEAKING.isdisjoint(word.token.text for word in line.words)
        and bool(clauses)
        and not any(clause.negated or clause.hedged for clause in clauses)
    )


def _of_sentence(text: IndexedDoc, line: DocSentence) -> Iterator[GeneratedQuestion]:
    """The names and figures of a whole sentence, each as one phrase."""
    found = text.grammar(line)
    if found is None:
        return
    sentence = found.sentence
    kinds = ["", *(chunk.kind for chunk in sentence.chunks), "end"]
    for index, chunk in enumerate(sentence.chunks):
        letters = sentence.letters[chunk.first : chunk.last]
        if chunk.kind != "noun" or not any(letter in "PMC" for letter in letters) or "s" in letters:
            continue
        if kinds[index] in _RUNS_ON or kinds[index + 2] in _RUNS_ON or letters[0] == "R":
            continue
        if (
            not question_words("unclear").isdisjoint(sentence.lower[chunk.first : chunk.last])
            or kinds[index + 2] == "and"
        ):
            continue
        start = sentence.starts[chunk.first]
        end = sentence.starts[chunk.last - 1] + len(sentence.words[chunk.last - 1])
        if text.text[start : start + 1].isalnum() or text.text[start] in "$£€":
            yield from _gap(text, line, (line.start, line.end), (start, end))


def _gap(
    text: IndexedDoc, line: DocSentence, place: tuple[int, int], answer: tuple[int, int]
) -> Iterator[GeneratedQuestion]:
    if is_inside_name(text.text, *answer):
        return
    number = _NUMBERING.match(text.text, *place)
    if number is not None and number.end() <= answer[0]:
        place = (number.end(), place[1])
    words, inner = text.words(*place), text.words(*answer)
    asks = [word for word in words if word not in inner]
    if (
        len(words) > _LONGEST
        or len(asks) < _FEWEST - 1
        or sum(word.content for word in asks) < 2
        or not inner
    ):
        return
    before, after = text.text[place[0] : answer[0]], text.text[answer[1] : place[1]].rstrip(" .,;:")
    said = tidied(f"{before}{BLANK}{after}")
    yield _question(text, line, f"{said[0].upper()}{said[1:]}.", answer, asks, words)


def is_inside_name(text: str, start: int, end: int) -> bool:
    """Return whether a stretch is only a part of a longer name or address.

    >>> is_inside_name("the Museum of Art", 14, 17), is_inside_name("the old museum in Leeds", 18, 23)
    (True, False)
    >>> is_inside_name("at the Museum of Art", 3, 13)
    True
    """
    the = text[start : start + 4].lower() == "the "
    capital = text[start + 4 * the : start + 4 * the + 1].isupper()
    before, after = text[:start], text[end : end + 6]
    named = _NAME_BEFORE.search(before[-_NAME_LENGTH:]) is not None or _NAME_AFTER.match(after) is not None
    return (capital and named) or (
        before[-1:] in {".", "-", "@", "/"} and not text[start : start + 1].isspace()
    )


def stretch_questions(text: IndexedDoc, line: DocSentence) -> Iterator[GeneratedQuestion]:
    """Where no statement can be read: a telling word of a sentence, with the words around it."""
    if len(line.words) < _FEWEST:
        return
    words = line.words[1:] if _NUMBERING.match(text.text, line.start, line.end) else line.words
    whole = _phrases(text, line)
    telling = sorted(
        (word for word in words if word.content),
        key=lambda word: (not _names(word), -text.reading.rarity(word.stem), word.token.start),
    )
    parts = text.parts(line)
    known = [one for one in telling if one.token.text not in question_words("unclear")]
    nouns = [one for one in known if parts.get(one.token.start, "NOUN") in _NAMING]
    long = [one for one in nouns or known if len(one.token.text) >= _SHORTEST or one.stem.isdigit()]
    for word in long[:_MOST]:
        start, end = next(
            (place for place in whole if place[0] <= word.token.start < place[1]),
            (word.token.start, word.token.end),
        )
        figure = text.figure_at(start, end)
        if figure is not None:
            start, end = figure.start, figure.end
        inner = text.words(start, end)
        if inner[0] not in words or is_inside_name(text.text, start, end):
            continue
        place = words.index(inner[0])
        around = words[max(0, place - _AROUND) : place + len(inner) + _AROUND]
        if len(words) <= _LONGEST:
            around = words
        before = text.text[around[0].token.start : start]
        after = text.text[end : around[-1].token.end]
        opened = "" if around[0] is words[0] else "… "
        closed = "." if around[-1] is words[-1] else " …"
        said = tidied(f"{opened}{before}{BLANK}{after}{closed}")
        asks = [one for one in around if one not in inner]
        yield _question(text, line, said, (start, end), asks, list(around))


def _names(word: DocWord) -> bool:
    """Whether a word is part of a name or a figure."""
    return word.capital or word.stem[0].isdigit()


def _phrases(text: IndexedDoc, line: DocSentence) -> list[tuple[int, int]]:
    """Where the names of a sentence stand."""
    found = text.grammar(line)
    if found is None:
        return []
    words, starts, letters = found.sentence.words, found.sentence.starts, found.sentence.letters
    runs = [match.span() for match in re.finditer("[PM]+C?", letters)]
    return [(starts[first], starts[last - 1] + len(words[last - 1])) for first, last in runs]


def _question(
    text: IndexedDoc,
    line: DocSentence,
    said: str,
    answer: tuple[int, int],
    asks: list[DocWord],
    words: list[DocWord],
) -> GeneratedQuestion:
    kind: QuestionKind = "words"
    figures = text.quantities(*answer)
    if text.moments(*answer):
        kind = "date"
    elif figures and figures[0].start == answer[0]:
        kind = "number"
    inner = tuple(text.words(*answer))
    return GeneratedQuestion(f"Complete: “{said}”", kind, *answer, line, tuple(asks), inner, tuple(words))
