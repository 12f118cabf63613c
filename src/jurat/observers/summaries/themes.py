"""Themes: what an article is about, in one complete sentence of a few tokens."""

from __future__ import annotations

from collections.abc import Iterator

from jurat.nlp.doc import DocSentence
from jurat.nlp.tokens import count_tokens, stop_words
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.question_forms import inside, question_words
from jurat.observers.summaries.salience import ranked, word_salience
from jurat.observers.summaries.short_statements import as_sentence, short_statement
from jurat.verifier.text_layout import ITEM_NUMBER

_MOST_LINES = 6
_LONGEST_TOPIC = 6
_TOPICS = 2
_POINTING = frozenset({"they", "them", "he", "she", "him", "these", "those"})
"""Words by which a sentence needs another one to be understood."""


def theme(article: IndexedDoc, limit: int) -> str:
    """The most telling statement that is short enough, or else what the most telling phrases are about."""
    lines = ranked(article.reading)[:_MOST_LINES]
    for line in lines:
        found = short_statement(article, line, limit)
        if found is not None and len(article.words(found.start, found.end)) >= _LONGEST_TOPIC:
            return found.text
        if _is_short(article, line, limit):
            return as_sentence(_unnumbered(article.text[line.start : line.end]))
    topics = sorted(_topics(article, lines), key=lambda one: (-one[0], one[1]))
    said = _apart(topics)
    return as_sentence(f"The text is about {' and '.join(said) or _opening(article)}")


def _unnumbered(said: str) -> str:
    """A sentence without its number in a list.

    >>> _unnumbered("3. Report the loss."), _unnumbered("3 reports were lost.")
    ('Report the loss.', '3 reports were lost.')
    """
    number = ITEM_NUMBER.match(said)
    return said[number.end() :] if number else said


def _apart(topics: list[tuple[float, int, str]]) -> list[str]:
    """The first topics that share no word."""
    chosen: list[str] = []
    for _, _, text in topics:
        known = {word for one in chosen for word in one.lower().split()} - stop_words()
        if len(chosen) < _TOPICS and known.isdisjoint(text.lower().split()):
            chosen.append(text)
    return chosen


def _opening(article: IndexedDoc) -> str:
    """The first words of a text in which there is no noun phrase."""
    return " ".join(word.token.text for word in article.reading.words[:_LONGEST_TOPIC])


def _is_short(article: IndexedDoc, line: DocSentence, limit: int) -> bool:
    """Whether a sentence is a statement, short enough and clear by itself."""
    said = article.text[line.start : line.end]
    return (
        count_tokens(said) <= limit
        and said.endswith(".")
        and not any(mark in said for mark in '"“”?!…()[]')
        and bool(article.clauses(line))
        and not any(one.negated or one.hedged for one in article.clauses(line))
        and (question_words("unclear") | _POINTING).isdisjoint(word.token.text for word in line.words)
    )


def _topics(article: IndexedDoc, lines: tuple[DocSentence, ...]) -> Iterator[tuple[float, int, str]]:
    """The noun phrases of some sentences, each with how telling it is and where it stands."""
    carried = word_salience(article.reading)
    for line in lines:
        found = article.grammar(line)
        for chunk in found.sentence.chunks if found else ():
            if chunk.kind != "noun" or found is None:
                continue
            words, starts = found.sentence.words, found.sentence.starts
            start, end = starts[chunk.first], starts[chunk.last - 1] + len(words[chunk.last - 1])
            stems = [word.stem for word in article.words(start, end) if word.content]
            named = found.sentence.letters[chunk.first] in "DNPJ"
            named = named and question_words("unclear").isdisjoint(
                found.sentence.lower[chunk.first : chunk.last]
            )
            if stems and named and chunk.last - chunk.first <= _LONGEST_TOPIC:
                told = sum(carried.get(stem, 0.0) for stem in stems) / (1 + len(stems))
                yield round(told, 9), start, inside(article.text, start, end)
