"""How near a response is to its query: the literal formulas, and whether it answers by way of the context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from jurat.observations import Completeness
from jurat.text.contexts import Passage
from jurat.text.sentences import sentences
from jurat.text.terms import forms, is_stop, scan
from jurat.text.tokens import stop_words

_ANSWERS = 3
"""Sentences at the start of a response that are tried as its answer."""


def observe_completeness(asked: Sequence[str], own: frozenset[str]) -> Completeness:
    """The query's keywords, each once and in order, and those that the response takes up.

    >>> query = ["what", "is", "the", "price", "of", "state-of-the-art", "tea"]
    >>> observe_completeness(query, frozenset({"tea", "costs"})).found
    ('tea',)
    """
    stops = stop_words()
    keywords = tuple(dict.fromkeys(word for word in asked if word not in stops))
    return Completeness(keywords=keywords, found=tuple(word for word in keywords if word in own))


def answer_link(query: str, response: str, passages: Sequence[Passage]) -> float:
    """How well some sentence of the context links the response to the query, from 0 to 1.

    For a sentence of the response and one of the context: the share of the former's content words, beyond the
    query's, that stand in the latter, times the share of the query's that stand in either; of the best pair.

    >>> context = [Passage("Berlin is large. Paris is the capital of France.")]
    >>> answer_link("What is the capital of France?", "Paris.", context)
    1.0
    >>> answer_link("What is the capital of France?", "Berlin.", context)
    0.0
    """
    asked = _content(query)
    best = 0.0
    for answer in islice(_stretches(response), _ANSWERS) if asked else ():
        own = answer - asked
        for passage in passages if own else ():
            best = max(best, _best_link(own, asked - answer, len(asked), passage))
        if best == 1.0:
            break
    return best


def _best_link(own: frozenset[str], missing: frozenset[str], asked: int, passage: Passage) -> float:
    """The best sentence of one passage; one that holds no word of the answer links nothing."""
    said = Counter(number for form in own for number in passage.sentences_with(form))
    linked = Counter(number for form in missing for number in passage.sentences_with(form))
    given = asked - len(missing)
    return max((said[at] / len(own) * (given + linked[at]) / asked for at in said), default=0.0)


def _stretches(text: str) -> Iterator[frozenset[str]]:
    return (_content(text[one.start : one.end]) for one in sentences(text))


def _content(text: str) -> frozenset[str]:
    """The first form of each word that is no stop word."""
    return frozenset(form for word in scan(text) if not is_stop(word.text) for form in forms(word.text)[:1])
