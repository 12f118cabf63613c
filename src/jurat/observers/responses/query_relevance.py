"""How near a response is to its query: the literal formulas, and whether it answers by way of the context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from jurat.nlp.sentences import sentences
from jurat.nlp.terms import forms, is_stop, scan_terms
from jurat.nlp.tokens import query_stop_words
from jurat.observations import Completeness
from jurat.observers.grounding.passages import Passage

_ANSWERS = 3
"""Sentences at the start of a response that are tried as its answer."""


def observe_completeness(asked: Sequence[str], own: frozenset[str]) -> Completeness:
    """Return the query's keywords, each once and in order, and those that the response takes up.

    >>> query = ["what", "does", "the", "price", "of", "state-of-the-art", "tea", "cover"]
    >>> seen = observe_completeness(query, frozenset({"tea", "costs"}))
    >>> seen.keywords, seen.found
    (('price', 'state-of-the-art', 'tea', 'cover'), ('tea',))
    """
    stops = query_stop_words()
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
    return frozenset(
        form for word in scan_terms(text) if not is_stop(word.text) for form in forms(word.text)[:1]
    )
