"""Which words and sentences of an article carry it, as people and models who sum up articles choose them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp, log, sqrt

from jurat.nlp.doc import Doc, DocSentence
from jurat.nlp.lexicon.loader import read_list

LONG = 16
"""Words that carry meaning from which a sentence is as good as a longer one."""
_FEWEST = 4
_MOST_LINES = 400
_KEPT = 64
_QUOTES = ('"', "“", "''")
_POINTING = frozenset({"he", "she", "it", "they", "i", "we", "this", "that", "you"})


@lru_cache(maxsize=_KEPT)
def ranked(article: Doc) -> tuple[DocSentence, ...]:
    """The sentences, the most telling first; of two that tell the same the earlier one."""
    carried = word_salience(article)
    lines = article.lines[:_MOST_LINES]
    told = {line.index: round(salience(article, line, carried), 9) for line in lines}
    return tuple(sorted(lines, key=lambda line: (-told[line.index], line.index)))


def salience(article: Doc, line: DocSentence, carried: Mapping[str, float]) -> float:
    """How much a sentence tells, from how likely its words are in a summary; a short one tells less."""
    stems = {word.stem for word in line.content}
    if len(stems) < _FEWEST:
        return 0.0
    weights = _weights("line")
    mean = sum(sorted(carried[one] for one in stems)) / len(stems)
    signs = line_signs(article, line, mean)
    told = weights[0] + sum(weight * sign for weight, sign in zip(weights[1:], signs, strict=True))
    return max(0.0, told) * min(1.0, len(stems) / LONG)


def line_signs(article: Doc, line: DocSentence, mean: float) -> tuple[float, ...]:
    """What tells of a sentence: its words, its place, a quote, and whether it opens by pointing back."""
    text = article.text[line.start : line.end]
    return (
        mean,
        1 / sqrt(1 + line.index),
        float(any(mark in text for mark in _QUOTES)),
        float(line.words[0].token.text in _POINTING),
    )


@lru_cache(maxsize=_KEPT)
def word_salience(article: Doc) -> Mapping[str, float]:
    """How likely each stem that carries meaning is to be in a summary of the article.

    >>> from jurat.nlp.doc import analyse
    >>> found = word_salience(analyse("Alder Bridge closed. The bridge was rusty. Cars wait."))
    >>> found["bridg"] > found["alder"] > found["car"]
    True
    """
    bias, *weights = _weights("word")
    return {
        stem: 1 / (1 + exp(-bias - sum(weight * sign for weight, sign in zip(weights, signs, strict=True))))
        for stem, signs in word_signs(article).items()
    }


def word_signs(article: Doc) -> dict[str, tuple[float, ...]]:
    """What tells of a word: how often it comes, how early, whether it is a figure, how long it is."""
    found: dict[str, tuple[float, ...]] = {}
    for line in article.lines[:_MOST_LINES]:
        early = 1 / sqrt(1 + line.index)
        for word in line.words:
            one = word.stem
            if word.content and one not in found:
                often = log(article.counts[one])
                found[one] = (often, early, float(one[0].isdigit()), min(len(one), 10) / 10)
    return found


@lru_cache(maxsize=2)
def _weights(kind: str) -> tuple[float, ...]:
    """What each sign of a word or of a sentence weighs, the constant first."""
    rows = (line.split() for line in read_list("salience.txt"))
    return next(tuple(float(one) for one in row[1:]) for row in rows if row[0] == kind)
